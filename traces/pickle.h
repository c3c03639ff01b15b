// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Data in Python's pickle format (protocols 2 to 5): dictionaries, lists, tuples, texts, numbers, truth values, None.
// Nothing is run: an instruction that makes any other object, or calls a function, is an error. Lists and dictionaries
// may contain themselves, so a user follows members to a fixed depth. One thread.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <deque>
#include <istream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgram {

class Pickle {
public:
    enum class Kind : std::uint8_t { None, Whole, Real, Text, List, Dictionary };
    /// A value. Truth values are whole numbers; tuples are lists. Numbers beyond 64 bits and bytes are None.
    struct Value {
        Kind kind = Kind::None;
        std::int64_t content = 0;  ///< whole number, bits of a real number, or index of what is stored
    };

    /// Reads a pickle. Only members of dictionaries whose names are in `wanted` are kept, and the content of lists that
    /// are other members is skipped, so that memory follows what is used. Errors: an instruction that is not read, data
    /// that end early or contradict themselves, with the byte.
    [[nodiscard]] static Result<Pickle> read(std::istream& stream, std::span<const std::string_view> wanted,
                                             const std::string& file);

    [[nodiscard]] const Value& root() const { return m_root; }
    /// Returns a member of a dictionary; None if the value is not a dictionary or does not have it.
    [[nodiscard]] Value member(const Value& dictionary, std::string_view name) const;
    /// Returns the elements of a list; none if the value is not a list.
    [[nodiscard]] std::span<const Value> elements(const Value& list) const;
    /// Returns a text; empty if the value is not a text.
    [[nodiscard]] std::string_view text(const Value& value) const;
    /// Returns a number; 0 if the value is not a number.
    [[nodiscard]] static double number(const Value& value);

private:
    friend class PickleReader;
    using Members = std::vector<std::pair<std::uint8_t, Value>>;  ///< index into m_wanted, and the value

    std::vector<std::string> m_wanted;
    std::deque<std::string> m_texts;
    std::deque<std::vector<Value>> m_lists;
    std::deque<Members> m_dictionaries;
    Value m_root;
};

}  // namespace pgram
