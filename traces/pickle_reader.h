// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The stack machine that reads a pickle, as pickletools of Python describes its instructions.
#pragma once

#include "traces/pickle.h"

#include <bit>
#include <optional>
#include <unordered_map>

namespace pgram {

/// Runs the instructions of a pickle on a stack.
class PickleReader {
public:
    using Value = Pickle::Value;
    using Kind = Pickle::Kind;

    PickleReader(std::istream& stream, std::span<const std::string_view> wanted, const std::string& file)
        : m_stream(stream), m_file(file)
    {
        m_pickle.m_wanted.assign(wanted.begin(), wanted.end());
    }

    Result<Pickle> read();

private:
    void fail(Text problem);
    void endsEarly() { fail(Core::tr("is a pickle that ends early")); }
    void contradicts() { fail(Core::tr("is a pickle whose instructions contradict each other")); }

    int byte();
    /// Returns a number of `bytes` bytes, the least significant one first.
    std::uint64_t count(int bytes);
    std::string characters(std::uint64_t length);

    void push(Value value) { m_stack.push_back(value); }
    void push(std::int64_t value) { push(Value{Kind::Whole, value}); }
    void pushReal(double value) { push(Value{Kind::Real, std::bit_cast<std::int64_t>(value)}); }
    void pushText(const std::string& text);
    void pushList(std::vector<Value> elements);
    std::optional<Value> popped();
    [[nodiscard]] std::size_t bottom() const { return m_marks.empty() ? 0 : m_marks.back(); }
    /// Takes the values above the last mark.
    std::vector<Value> aboveMark();
    std::vector<Value> top(std::size_t number);

    [[nodiscard]] std::optional<std::uint8_t> wantedIndex(const Value& key) const;
    /// Returns true for a list on top of the stack that is the member of a dictionary that nobody wants.
    [[nodiscard]] bool isSkipped() const;
    void extend(const std::vector<Value>& values);
    void setMembers(const std::vector<Value>& values);
    void pushDictionary();

    void remember(std::uint64_t place);
    void recall(std::uint64_t place);

    /// Reads a two's complement number; more than 64 bits become None.
    void pushLong(std::uint64_t bytes);
    /// Skips bytes that are not used.
    void pushBytes(std::uint64_t length);

    void obey(int code);
    void obeyNumber(int code);
    void obeyText(int code);
    void obeyContainer(int code);
    void obeyPlace(int code);

    std::istream& m_stream;
    const std::string& m_file;
    std::size_t m_read = 0;   ///< bytes
    std::size_t m_start = 0;  ///< byte where the instruction begins
    Text m_problem;           ///< empty: none
    Text m_todo = Core::tr("Give a memory snapshot that torch.cuda.memory._dump_snapshot wrote");  ///< remedy
    bool m_isDone = false;

    Pickle m_pickle;
    std::size_t m_held = 0;  ///< values of texts, lists and dictionaries
    std::vector<Value> m_stack;
    std::vector<std::size_t> m_marks;  ///< sizes of the stack
    std::vector<Value> m_memo;
    std::uint64_t m_remembered = 0;  ///< next place of an instruction that does not name one
    std::unordered_map<std::string, std::size_t> m_known;
};

}  // namespace pgram
