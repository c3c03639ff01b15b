// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/shell_sum.h"

#include "core/base/ascii.h"
#include "core/base/quantity.h"
#include "core/exchange/words.h"

#include <cmath>

namespace pgram {

namespace {

constexpr int deepestBrackets = 16;  ///< brackets in brackets

/// A recursive descent over sums, factors and brackets.
class Sum {
public:
    explicit Sum(std::string_view text) : m_text(text) {}

    std::optional<double> whole()
    {
        const auto value = sum(0);
        skip();
        return m_at == m_text.size() ? value : std::nullopt;
    }

private:
    void skip()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
            ++m_at;
        }
    }

    char peek()
    {
        skip();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    std::optional<double> sum(int depth)
    {
        auto value = product(depth);
        while (value && (peek() == '+' || peek() == '-')) {
            const bool minus = m_text[m_at++] == '-';
            const auto next = product(depth);
            value = next ? std::optional(minus ? *value - *next : *value + *next) : std::nullopt;
        }
        return value;
    }

    std::optional<double> product(int depth)
    {
        auto value = factor(depth);
        while (value && (peek() == '*' || peek() == '/' || peek() == '%')) {
            const char sign = m_text[m_at++];
            const auto next = factor(depth);
            if (!next || (sign != '*' && *next == 0)) {
                return std::nullopt;
            }
            value = sign == '*' ? *value * *next : sign == '/' ? std::trunc(*value / *next) : std::fmod(*value, *next);
        }
        return value;
    }

    std::optional<double> factor(int depth)
    {
        if (depth > deepestBrackets) {
            return std::nullopt;
        }
        if (peek() == '(') {
            ++m_at;
            const auto value = sum(depth + 1);
            if (peek() != ')') {
                return std::nullopt;
            }
            ++m_at;
            return value;
        }
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isDigit(m_text[m_at])) {
            ++m_at;
        }
        return decimalNumber(m_text.substr(begin, m_at - begin));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

std::optional<std::int64_t> sumOf(std::string_view text)
{
    constexpr double most = 9007199254740992.0;
    const auto value = Sum(text).whole();
    return value && std::abs(*value) <= most ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

}  // namespace pgram
