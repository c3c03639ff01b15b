// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/lessons/formula.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace pgram {

namespace {

constexpr std::size_t longest = 1000;
constexpr int deepest = 32;
constexpr double rounding = 1e-9;

struct Named {
    std::string_view name;
    double value;
};
constexpr std::array constants{Named{"KiB", 1024.0}, Named{"MiB", 1048576.0}, Named{"GiB", 1073741824.0},
                               Named{"us", 1e-6}, Named{"ms", 1e-3}};

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

bool isName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// Recursive descent; the first error sticks, and everything behind it is 0.
class Reader {
public:
    Reader(std::string_view text, const FigureByName& figures) : m_text(text), m_figures(figures) {}

    Result<double> whole()
    {
        if (m_text.size() > longest) {
            return badInput(Core::tr("has a formula of more than {} characters", longest));
        }
        const double value = either();
        skip();
        if (!m_error && m_at < m_text.size()) {
            fail();
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        if (!std::isfinite(value)) {
            return badInput(Core::tr("has a formula whose value is not a number: {}", m_text));
        }
        return value;
    }

private:
    void fail()
    {
        if (!m_error) {
            m_error = Error{ErrorKind::BadInput,
                            Core::tr("has a formula that cannot be read at character {}: {}", m_at + 1, m_text),
                            {},
                            {}};
        }
    }

    void skip()
    {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) {
            ++m_at;
        }
    }

    bool take(std::string_view token)
    {
        skip();
        if (!m_text.substr(m_at).starts_with(token)) {
            return false;
        }
        const std::size_t end = m_at + token.size();
        if (isName(token.front()) && end < m_text.size() && isName(m_text[end])) {
            return false;  // the beginning of a longer name
        }
        m_at = end;
        return true;
    }

    double either()
    {
        double value = both();
        while (!m_error && take("or")) {
            const double right = both();
            value = value != 0 || right != 0 ? 1 : 0;
        }
        return value;
    }

    double both()
    {
        double value = compared();
        while (!m_error && take("and")) {
            const double right = compared();
            value = value != 0 && right != 0 ? 1 : 0;
        }
        return value;
    }

    double compared()
    {
        const double left = sum();
        for (const std::string_view sign : {"<=", ">=", "==", "!=", "<", ">"}) {
            if (m_error || !take(sign)) {
                continue;
            }
            const double right = sum();
            const bool same = std::abs(left - right) <= rounding * std::max(std::abs(left), std::abs(right));
            const bool holds = sign == "=="   ? same
                               : sign == "!=" ? !same
                               : sign == "<"  ? left < right && !same
                               : sign == ">"  ? left > right && !same
                               : sign == "<=" ? left < right || same
                                              : left > right || same;
            return holds ? 1 : 0;
        }
        return left;
    }

    double sum()
    {
        double value = product();
        while (!m_error) {
            if (take("+")) {
                value += product();
            } else if (take("-")) {
                value -= product();
            } else {
                break;
            }
        }
        return value;
    }

    double product()
    {
        double value = single();
        while (!m_error) {
            if (take("*")) {
                value *= single();
            } else if (take("/")) {
                value /= single();
            } else {
                break;
            }
        }
        return value;
    }

    double single()
    {
        if (++m_depth > deepest) {
            fail();
            return 0;
        }
        const double value = take("-") ? -single() : take("not") ? (single() == 0 ? 1 : 0) : primary();
        --m_depth;
        return value;
    }

    double primary()
    {
        if (take("(")) {
            const double value = either();
            closes();
            return value;
        }
        for (const std::string_view function : {"min", "max"}) {
            if (take(function)) {
                return ofTwo(function == "min");
            }
        }
        skip();
        const std::size_t first = m_at;
        while (m_at < m_text.size() && isName(m_text[m_at])) {
            ++m_at;
        }
        const std::string_view word = m_text.substr(first, m_at - first);
        if (word.empty()) {
            fail();
            return 0;
        }
        return word.front() >= '0' && word.front() <= '9' ? number(first) : named(word);
    }

    double ofTwo(bool least)
    {
        if (!take("(")) {
            fail();
            return 0;
        }
        const double left = either();
        if (!take(",")) {
            fail();
            return 0;
        }
        const double right = either();
        closes();
        return least ? std::min(left, right) : std::max(left, right);
    }

    void closes()
    {
        if (!m_error && !take(")")) {
            fail();
        }
    }

    /// From `first` on, exponents with a sign as well.
    double number(std::size_t first)
    {
        double value = 0;
        const char* end = m_text.data() + m_text.size();
        const auto read = std::from_chars(m_text.data() + first, end, value);
        m_at = static_cast<std::size_t>(read.ptr - m_text.data());
        if (read.ec != std::errc() || (m_at < m_text.size() && isName(m_text[m_at]))) {
            fail();
        }
        return value;
    }

    double named(std::string_view word)
    {
        const auto constant = std::ranges::find(constants, word, &Named::name);
        if (constant != constants.end()) {
            return constant->value;
        }
        const std::optional<double> value = m_figures(word);
        if (!value && !m_error) {
            m_error = Error{ErrorKind::BadInput, Core::tr("has a formula with an unknown figure: {}", word), {}, {}};
        }
        return value.value_or(0);
    }

    std::string_view m_text;
    const FigureByName& m_figures;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::optional<Error> m_error;
};

}  // namespace

Result<double> evaluate(std::string_view formula, const FigureByName& figures)
{
    return Reader(formula, figures).whole();
}

}  // namespace pgram
