// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/systems/law_text.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <charconv>
#include <functional>

namespace pgram::systems {

namespace {

constexpr std::array<std::string_view, 4> variableNames{"b", "l", "c", "tokens"};
constexpr int deepest = 16;
constexpr int mostOperations = 1000;  // each is a call inside the next

bool startsName(char c)
{
    return isLetter(c) || c == '_';
}

/// Recursive descent.
class FormulaReader {
public:
    FormulaReader(std::string_view text, const Constants& constants) : m_text(text), m_constants(constants) {}

    std::optional<Formula> read(std::string_view* rest)
    {
        std::optional<Formula> formula = sum(0);
        if (rest == nullptr) {
            return next() == '\0' ? formula : std::nullopt;
        }
        (void)next();
        *rest = m_text;
        return formula;
    }

private:
    using Part = std::optional<Formula>;

    /// Returns the next character other than a space; 0 at the end.
    char next()
    {
        m_text.remove_prefix(std::min(m_text.size(), m_text.find_first_not_of(' ')));
        return m_text.empty() ? '\0' : m_text.front();
    }
    bool take(char c)
    {
        const bool is = next() == c;
        m_text.remove_prefix(is ? 1 : 0);
        return is;
    }
    /// Returns the formula of both parts; nothing if one is missing.
    template <typename Operation>
    Part both(const Part& left, const Part& right, Operation operation)
    {
        if (!left || !right || ++m_operations > mostOperations) {
            return std::nullopt;
        }
        return [operation, a = *left, b = *right](const Variables& variables) {
            return operation(a(variables), b(variables));
        };
    }
    Part sum(int depth)
    {
        Part left = depth > deepest ? std::nullopt : product(depth);
        while (left && (next() == '+' || next() == '-')) {
            const bool adds = take('+');
            m_text.remove_prefix(adds ? 0 : 1);
            left = adds ? both(left, product(depth), std::plus()) : both(left, product(depth), std::minus());
        }
        return left;
    }
    Part product(int depth)
    {
        Part left = factor(depth);
        while (left) {
            if (take('/')) {
                left = both(left, factor(depth), std::divides());
            } else if (take('*') || isDigit(next()) || startsName(next()) || next() == '(') {
                left = both(left, factor(depth), std::multiplies());
            } else {
                break;
            }
        }
        return left;
    }
    Part factor(int depth)
    {
        if (take('(')) {
            const Part inner = sum(depth + 1);
            return take(')') ? inner : std::nullopt;
        }
        return startsName(next()) ? name(depth) : number();
    }
    Part number()
    {
        (void)next();
        double value = 0;
        const auto read = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value);
        if (read.ec != std::errc{}) {
            return std::nullopt;
        }
        m_text.remove_prefix(static_cast<std::size_t>(read.ptr - m_text.data()));
        return [value](const Variables&) { return value; };
    }
    Part name(int depth)
    {
        const auto end = std::ranges::find_if_not(m_text, [](char c) { return startsName(c) || isDigit(c); });
        const std::string_view word = m_text.substr(0, static_cast<std::size_t>(end - m_text.begin()));
        m_text.remove_prefix(word.size());
        if (word == "max" || word == "min") {
            const Part left = take('(') ? sum(depth + 1) : std::nullopt;
            const Part right = take(',') ? sum(depth + 1) : std::nullopt;
            const bool isLargest = word == "max";
            const auto choose = [isLargest](double a, double b) { return isLargest ? std::max(a, b) : std::min(a, b); };
            return take(')') ? both(left, right, choose) : std::nullopt;
        }
        const auto variable = std::ranges::find(variableNames, word);
        if (variable != variableNames.end()) {
            return [i = static_cast<std::size_t>(variable - variableNames.begin())](const Variables& variables) {
                return variables[i];
            };
        }
        const std::optional<double> value = m_constants(word);
        return value ? Part([value = *value](const Variables&) { return value; }) : std::nullopt;
    }

    std::string_view m_text;
    const Constants& m_constants;
    int m_operations = 0;
};

}  // namespace

std::optional<Formula> readFormula(std::string_view text, const Constants& constants, std::string_view* rest)
{
    return FormulaReader(text, constants).read(rest);
}

std::optional<std::vector<NamedFormula>> readFormulas(std::string_view text, const Constants& constants)
{
    std::vector<NamedFormula> all;
    while (!trimmed(text).empty()) {
        const std::string_view part = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) {
            return std::nullopt;
        }
        const std::string_view name = trimmed(part.substr(0, part.find_first_of("(=")));
        std::string_view remark;
        const auto formula = readFormula(part.substr(equals + 1), constants, &remark);
        if (!formula || (!remark.empty() && remark.front() != ',')) {
            return std::nullopt;
        }
        all.push_back({std::string(name), *formula, std::string(trimmed(remark.substr(remark.empty() ? 0 : 1)))});
    }
    return all;
}

}  // namespace pgram::systems
