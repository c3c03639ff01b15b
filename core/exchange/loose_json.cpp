// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/loose_json.h"

#include "core/base/ascii.h"
#include "core/base/json.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr std::string_view spaces = " \t\r\n";
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// Overwrites text that JSON does not allow by spaces of the same length.
class Cleaner {
public:
    explicit Cleaner(std::string_view text) : m_text(text) {}

    std::string clean()
    {
        if (m_text.starts_with(byteOrderMark)) {
            blank(0, byteOrderMark.size());
        }
        for (std::size_t i = 0; i < m_text.size();) {
            i = stepFrom(i);
        }
        return std::move(m_text);
    }

private:
    /// Returns the end of the token that begins at `i`.
    std::size_t stepFrom(std::size_t i)
    {
        const std::string_view rest = std::string_view(m_text).substr(i);
        if (rest.front() == '"') {
            return endOfString(i);
        }
        if (rest.starts_with("//") || rest.front() == '#') {
            return blank(i, std::min(m_text.find('\n', i), m_text.size()));
        }
        if (rest.starts_with("/*")) {
            const std::size_t end = m_text.find("*/", i + 2);
            return blank(i, end == std::string::npos ? m_text.size() : end + 2);
        }
        if (isLetter(rest.front())) {
            return word(i);
        }
        if (rest.front() == ',') {
            m_comma = i;
        } else if ((rest.front() == ']' || rest.front() == '}') && m_comma != std::string::npos) {
            m_text[m_comma] = ' ';
            m_comma = std::string::npos;
        } else if (spaces.find(rest.front()) == std::string_view::npos) {
            m_comma = std::string::npos;
        }
        return i + 1;
    }

    std::size_t endOfString(std::size_t i)
    {
        m_comma = std::string::npos;
        for (++i; i < m_text.size() && m_text[i] != '"'; ++i) {
            i += m_text[i] == '\\' ? 1 : 0;
        }
        return std::min(i + 1, m_text.size());
    }

    std::size_t word(std::size_t begin)
    {
        m_comma = std::string::npos;
        std::size_t end = begin;
        while (end < m_text.size() && isLetterOrDigit(m_text[end])) {
            ++end;
        }
        const std::string_view word = std::string_view(m_text).substr(begin, end - begin);
        if (word == "Infinity" || word == "NaN") {
            const bool signedToo = begin > 0 && m_text[begin - 1] == '-';
            const std::size_t from = signedToo ? begin - 1 : begin;
            const std::size_t length = end - from;
            m_text.replace(from, length, "null" + std::string(length > 4 ? length - 4 : 0, ' '));
            return from + std::max<std::size_t>(4, length);
        }
        return end;
    }

    std::size_t blank(std::size_t begin, std::size_t end)
    {
        for (std::size_t i = begin; i < end; ++i) {
            m_text[i] = m_text[i] == '\n' ? '\n' : ' ';
        }
        return end;
    }

    std::string m_text;
    std::size_t m_comma = std::string::npos;  ///< the last one, where nothing but space came after it
};

}  // namespace

Result<Json> parseLooseJson(std::string_view text, const std::string& where)
{
    if (Result<Json> strict = parseJson(text, where)) {
        return strict;
    }
    return parseJson(Cleaner(text).clean(), where);
}

}  // namespace pgram
