// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/galvatron/profile_key.h"

#include <charconv>

namespace pgram::galvatron {

namespace {

constexpr std::int64_t largestKeyNumber = std::int64_t{1} << 40;

}  // namespace

bool KeyReader::skip(std::string_view text)
{
    if (!m_rest.starts_with(text)) {
        return false;
    }
    m_rest.remove_prefix(text.size());
    return true;
}

bool KeyReader::dropEnd(std::string_view text)
{
    if (!m_rest.ends_with(text)) {
        return false;
    }
    m_rest.remove_suffix(text.size());
    return true;
}

std::string_view KeyReader::until(std::string_view mark)
{
    const std::size_t end = m_rest.find(mark);
    const std::string_view piece = m_rest.substr(0, end);
    m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + mark.size());
    return piece;
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 0 ||
        value > largestKeyNumber) {
        return std::nullopt;
    }
    return value;
}

std::optional<Sequence> sequenceOf(std::string_view text)
{
    KeyReader reader(text);
    if (reader.skip("[") && !reader.dropEnd("]")) {
        return std::nullopt;
    }
    Sequence sequence;
    do {
        const auto length = wholeNumber(reader.until(","));
        if (!length || *length < 1 || sequence.size() == std::size_t{mostTypes}) {
            return std::nullopt;
        }
        sequence.push_back(*length);
    } while (!reader.rest().empty());
    return sequence;
}

}  // namespace pgram::galvatron
