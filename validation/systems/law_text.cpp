// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/systems/law_text.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <charconv>

namespace pgram::systems {

namespace {

constexpr std::array<std::string_view, 4> variableNames{"b", "l", "c", "tokens"};
constexpr int deepest = 64;

bool startsName(char c)
{
    return isLetter(c) || c == '_';
}

}  // namespace

double Formula::of(const Variables& variables) const
{
    // Formulas are short: what they hold at once fits.
    std::array<double, std::size_t{2} * deepest> stack{};
    std::size_t size = 0;
    for (const Step& step : m_steps) {
        if (step.op == Op::Number || step.op == Op::Variable) {
            stack[size++] = step.op == Op::Number ? step.number : variables[step.variable];
            continue;
        }
        const double right = stack[--size];
        double& left = stack[size - 1];
        switch (step.op) {
        case Op::Add:
            left += right;
            break;
        case Op::Subtract:
            left -= right;
            break;
        case Op::Multiply:
            left *= right;
            break;
        case Op::Divide:
            left /= right;
            break;
        case Op::Largest:
            left = std::max(left, right);
            break;
        default:
            left = std::min(left, right);
            break;
        }
    }
    return stack[0];
}

/// Recursive descent.
class FormulaReader {
public:
    FormulaReader(std::string_view text, const Constants& constants) : m_text(text), m_constants(constants) {}

    std::optional<Formula> read(std::string_view* rest)
    {
        const bool isOne = sum(0) && (rest != nullptr || next() == '\0');
        if (rest != nullptr) {
            (void)next();
            *rest = m_text;
        }
        return isOne ? std::optional(m_formula) : std::nullopt;
    }

private:
    using Op = Formula::Op;

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
    bool sum(int depth)
    {
        if (depth > deepest / 4 || !product(depth)) {
            return false;
        }
        while (next() == '+' || next() == '-') {
            const Op op = next() == '+' ? Op::Add : Op::Subtract;
            m_text.remove_prefix(1);
            if (!product(depth)) {
                return false;
            }
            m_formula.m_steps.push_back({op});
        }
        return true;
    }
    bool product(int depth)
    {
        if (!factor(depth)) {
            return false;
        }
        while (true) {
            const bool divides = take('/');
            if (!divides && !take('*') && !isDigit(next()) && !startsName(next()) && next() != '(') {
                return true;
            }
            if (!factor(depth)) {
                return false;
            }
            m_formula.m_steps.push_back({divides ? Op::Divide : Op::Multiply});
        }
    }
    bool factor(int depth)
    {
        if (take('(')) {
            return sum(depth + 1) && take(')');
        }
        return startsName(next()) ? name(depth) : number();
    }
    bool number()
    {
        (void)next();
        double value = 0;
        const auto read = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value);
        if (read.ec != std::errc{}) {
            return false;
        }
        m_text.remove_prefix(static_cast<std::size_t>(read.ptr - m_text.data()));
        m_formula.m_steps.push_back({Op::Number, value});
        return true;
    }
    bool name(int depth)
    {
        const auto end = std::ranges::find_if_not(m_text, [](char c) { return startsName(c) || isDigit(c); });
        const std::string_view word = m_text.substr(0, static_cast<std::size_t>(end - m_text.begin()));
        m_text.remove_prefix(word.size());
        if (word == "max" || word == "min") {
            const bool isPair = take('(') && sum(depth + 1) && take(',') && sum(depth + 1) && take(')');
            m_formula.m_steps.push_back({word == "max" ? Op::Largest : Op::Smallest});
            return isPair;
        }
        const auto variable = std::ranges::find(variableNames, word);
        if (variable != variableNames.end()) {
            m_formula.m_steps.push_back({Op::Variable, 0, static_cast<std::size_t>(variable - variableNames.begin())});
            return true;
        }
        const std::optional<double> value = m_constants(word);
        m_formula.m_steps.push_back({Op::Number, value.value_or(0)});
        return value.has_value();
    }

    std::string_view m_text;
    const Constants& m_constants;
    Formula m_formula;
};

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
