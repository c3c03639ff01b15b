// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/layer_pattern.h"

#include "core/base/ascii.h"
#include "core/exchange/words.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr int deepest = 16;  ///< brackets in brackets

/// A recursive parser over sums of products of lists; stops at the first fault.
class PatternParser {
public:
    PatternParser(std::string_view text, std::int64_t most) : m_text(text), m_most(static_cast<std::size_t>(most)) {}

    std::optional<std::vector<bool>> parse()
    {
        std::vector<bool> list = sum(0);
        skip();
        return m_failed || m_at != m_text.size() || list.empty() ? std::nullopt : std::optional(std::move(list));
    }

private:
    void skip()
    {
        while (m_at < m_text.size() && trimmed(m_text.substr(m_at, 1)).empty()) {
            ++m_at;
        }
    }

    bool take(char c)
    {
        skip();
        const bool is = m_at < m_text.size() && m_text[m_at] == c;
        m_at += is ? 1 : 0;
        return is;
    }

    std::vector<bool> sum(int depth)
    {
        std::vector<bool> list = product(depth);
        while (!m_failed && take('+')) {
            const std::vector<bool> next = product(depth);
            list.insert(list.end(), next.begin(), next.end());
            list.resize(std::min(list.size(), m_most));
        }
        return list;
    }

    std::vector<bool> product(int depth)
    {
        std::vector<bool> list;
        if (take('[')) {
            list = elements();
        } else if (depth < deepest && take('(')) {
            list = sum(depth + 1);
            m_failed = m_failed || !take(')');
        } else {
            m_failed = true;
        }
        if (!m_failed && take('*')) {
            list = repeated(list, number());
        }
        return list;
    }

    std::vector<bool> elements()
    {
        std::vector<bool> list;
        do {
            const std::int64_t element = number();
            m_failed = m_failed || element > 1;
            list.push_back(element == 1);
        } while (!m_failed && take(',') && list.size() < m_most);
        m_failed = m_failed || !take(']');
        return list;
    }

    std::int64_t number()
    {
        skip();
        std::size_t end = m_at;
        while (end < m_text.size() && isDigit(m_text[end])) {
            ++end;
        }
        const auto value = wholeNumber(m_text.substr(m_at, end - m_at));
        m_failed = m_failed || !value;
        m_at = end;
        return value.value_or(0);
    }

    [[nodiscard]] std::vector<bool> repeated(const std::vector<bool>& list, std::int64_t times) const
    {
        std::vector<bool> all;
        for (std::int64_t i = 0; i < times && all.size() < m_most && !list.empty(); ++i) {
            all.insert(all.end(), list.begin(), list.end());
        }
        all.resize(std::min(all.size(), m_most));
        return all;
    }

    std::string_view m_text;
    std::size_t m_most;
    std::size_t m_at = 0;
    bool m_failed = false;
};

}  // namespace

std::optional<std::vector<bool>> parsePattern(std::string_view text, std::int64_t most)
{
    return PatternParser(text, most).parse();
}

std::optional<std::string> parseHybridPattern(std::string_view text)
{
    std::string letters;
    for (const char letter : text.substr(0, text.find('/'))) {
        if (letter == '|') {
            continue;
        }
        if (std::string_view("MG*-E").find(letter) == std::string_view::npos) {
            return std::nullopt;
        }
        letters += letter;
    }
    return letters.empty() ? std::nullopt : std::optional(std::move(letters));
}

}  // namespace pgram
