// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/pickle_reader.h"

#include "core/base/check.h"
#include "core/base/index.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Values on the stack, in the memo, and of lists and dictionaries: about 900 MiB of memory.
constexpr std::size_t mostValues = 20'000'000;
constexpr std::size_t longestText = std::size_t{1} << 24;

}  // namespace

Result<Pickle> PickleReader::read()
{
    while (!m_isDone && m_problem.english().empty()) {
        m_start = m_read;
        const int code = byte();
        if (code >= 0) {
            obey(code);
        }
        if (m_stack.size() + m_memo.size() + m_held > mostValues) {
            fail(Core::tr("has more than {} values", mostValues));
            m_todo = Core::tr("Record fewer events: max_entries of torch.cuda.memory._record_memory_history");
        }
    }
    if (!m_problem.english().empty()) {
        return badInput(m_problem, fmt::format("{}, byte {}", m_file, m_start), m_todo);
    }
    return std::move(m_pickle);
}

void PickleReader::fail(Text problem)
{
    if (m_problem.english().empty()) {
        m_problem = std::move(problem);
    }
}

int PickleReader::byte()
{
    const int value = m_stream.rdbuf()->sbumpc();
    if (value == std::char_traits<char>::eof()) {
        endsEarly();
        return -1;
    }
    ++m_read;
    return value;
}

std::uint64_t PickleReader::count(int bytes)
{
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) {
        const int next = byte();
        value |= static_cast<std::uint64_t>(std::max(0, next)) << (8 * i);
    }
    return value;
}

std::string PickleReader::characters(std::uint64_t length)
{
    if (length > longestText) {
        fail(Core::tr("has a text of more than {} bytes", longestText));
        return {};
    }
    std::string text(length, '\0');
    const std::streamsize got = m_stream.rdbuf()->sgetn(text.data(), static_cast<std::streamsize>(length));
    m_read += static_cast<std::size_t>(got);
    if (static_cast<std::uint64_t>(got) != length) {
        endsEarly();
    }
    return text;
}

void PickleReader::pushText(const std::string& text)
{
    const auto [known, isNew] = m_known.try_emplace(text, m_pickle.m_texts.size());
    if (isNew) {
        m_pickle.m_texts.push_back(text);
        ++m_held;
    }
    push(Value{Kind::Text, static_cast<std::int64_t>(known->second)});
}

void PickleReader::pushList(std::vector<Value> elements)
{
    m_held += elements.size() + 1;
    push(Value{Kind::List, static_cast<std::int64_t>(m_pickle.m_lists.size())});
    m_pickle.m_lists.push_back(std::move(elements));
}

std::optional<Pickle::Value> PickleReader::popped()
{
    if (m_stack.size() <= bottom()) {
        contradicts();
        return std::nullopt;
    }
    const Value value = m_stack.back();
    m_stack.pop_back();
    return value;
}

std::vector<Pickle::Value> PickleReader::aboveMark()
{
    if (m_marks.empty()) {
        contradicts();
        return {};
    }
    const auto from = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<Value> values(from, m_stack.end());
    m_stack.erase(from, m_stack.end());
    m_marks.pop_back();
    return values;
}

std::vector<Pickle::Value> PickleReader::top(std::size_t number)
{
    if (m_stack.size() < bottom() + number) {
        contradicts();
        return {};
    }
    const auto from = m_stack.end() - static_cast<std::ptrdiff_t>(number);
    std::vector<Value> values(from, m_stack.end());
    m_stack.erase(from, m_stack.end());
    return values;
}

std::optional<std::uint8_t> PickleReader::wantedIndex(const Value& key) const
{
    const std::string_view name = m_pickle.text(key);
    const auto found = std::ranges::find(m_pickle.m_wanted, name);
    return key.kind != Kind::Text || found == m_pickle.m_wanted.end()
               ? std::nullopt
               : std::optional(static_cast<std::uint8_t>(found - m_pickle.m_wanted.begin()));
}

bool PickleReader::isSkipped() const
{
    return m_stack.size() >= bottom() + 2 && m_stack[m_stack.size() - 2].kind == Kind::Text &&
           !wantedIndex(m_stack[m_stack.size() - 2]);
}

void PickleReader::extend(const std::vector<Value>& values)
{
    if (m_stack.size() <= bottom() || m_stack.back().kind != Kind::List) {
        contradicts();
    } else if (!isSkipped()) {
        m_held += values.size();
        std::vector<Value>& list = m_pickle.m_lists[at(m_stack.back().content)];
        list.insert(list.end(), values.begin(), values.end());
    }
}

void PickleReader::setMembers(const std::vector<Value>& values)
{
    if (m_stack.size() <= bottom() || m_stack.back().kind != Kind::Dictionary || values.size() % 2 != 0) {
        return contradicts();
    }
    Pickle::Members& members = m_pickle.m_dictionaries[at(m_stack.back().content)];
    for (std::size_t i = 0; i < values.size(); i += 2) {
        if (const auto index = wantedIndex(values[i])) {
            ++m_held;
            members.emplace_back(*index, values[i + 1]);
        }
    }
}

void PickleReader::pushDictionary()
{
    ++m_held;
    push(Value{Kind::Dictionary, static_cast<std::int64_t>(m_pickle.m_dictionaries.size())});
    m_pickle.m_dictionaries.emplace_back();
}

void PickleReader::remember(std::uint64_t place)
{
    // Writers count places up, so that each one is less than the bytes before it.
    if (m_stack.size() <= bottom() || place >= m_read) {
        return contradicts();
    }
    m_memo.resize(std::max<std::size_t>(m_memo.size(), place + 1));
    m_memo[place] = m_stack.back();
    m_remembered = std::max<std::uint64_t>(m_remembered, place + 1);
}

void PickleReader::recall(std::uint64_t place)
{
    if (place >= m_memo.size()) {
        return contradicts();
    }
    push(m_memo[place]);
}

void PickleReader::pushLong(std::uint64_t bytes)
{
    const std::string digits = characters(bytes);
    if (digits.size() > sizeof(std::int64_t)) {
        return push(Value{});
    }
    std::uint64_t value = !digits.empty() && (digits.back() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(digits[i]);
    }
    push(static_cast<std::int64_t>(value));
}

void PickleReader::pushBytes(std::uint64_t length)
{
    characters(length);
    push(Value{});
}

}  // namespace pgram
