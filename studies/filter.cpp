// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "studies/filter.h"

#include "core/base/ascii.h"
#include "core/base/check.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pgram {

namespace {

constexpr std::size_t longest = 10'000;
constexpr int deepest = 64;
constexpr std::string_view operators[] = {"<=", ">=", "!=", "==", "=", "<", ">", "~"};
constexpr double infinite = std::numeric_limits<double>::infinity();

struct FactorOf {
    std::string_view unit;
    double factor;
};
constexpr FactorOf timeUnits[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"min", 60}, {"h", 3600}};

/// Returns the number of characters of UTF-8 before a byte.
std::size_t charactersIn(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Returns a value in SI units; nothing if the text is not one.
std::optional<double> valueOf(std::string_view text, StudyColumn::Unit unit)
{
    if (const std::optional<double> number = decimalNumber(text)) {
        return number;
    }
    const std::size_t end = text.find_last_of("0123456789.");
    const std::string_view number = end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
    std::string_view word = text.substr(number.size());
    word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
    const std::optional<double> value = decimalNumber(number);
    if (unit == StudyColumn::Unit::Memory) {
        const Result<Bytes> bytes = parseMemory(text, 1);
        return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
    }
    if (unit == StudyColumn::Unit::Share && value && word == "%") {
        return *value / 100;
    }
    const auto* known = std::ranges::find(timeUnits, word, &FactorOf::unit);
    if (unit == StudyColumn::Unit::Time && value && known != std::end(timeUnits)) {
        return *value * known->factor;
    }
    return std::nullopt;
}

}  // namespace

/// Recursive descent. It writes the steps so that the operands of a step come before it.
class FilterReader {
public:
    FilterReader(std::string_view text, const StudyTable& table) : m_text(text), m_table(table) { next(); }

    Result<StudyFilter> whole()
    {
        if (m_text.size() > longest) {
            return badInput(Core::tr("The filter has more than {} characters", longest));
        }
        if (!m_token.empty()) {
            PGRAM_CHECK(either());
            if (!m_token.empty()) {
                return unexpected(Core::tr("'and' or 'or'"));
            }
        }
        return std::move(m_filter);
    }

private:
    using Act = StudyFilter::Act;

    /// Reads the next word, operator or parenthesis; none at the end.
    void next()
    {
        const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
        while (m_at < m_text.size() && isSpace(m_text[m_at])) {
            ++m_at;
        }
        m_start = m_at;
        m_isQuoted = false;
        const std::string_view rest = m_text.substr(m_at);
        if (rest.empty()) {
            m_token = {};
            return;
        }
        if (rest[0] == '"' || rest[0] == '\'') {
            const std::size_t end = rest.find(rest[0], 1);
            m_isQuoted = true;
            m_isOpen = end == std::string_view::npos;
            m_token = rest.substr(1, m_isOpen ? rest.size() - 1 : end - 1);
            m_at += m_isOpen ? rest.size() : end + 1;
            return;
        }
        const auto* sign =
            std::ranges::find_if(operators, [&](std::string_view each) { return rest.starts_with(each); });
        std::size_t length = sign != std::end(operators)        ? sign->size()
                             : rest[0] == '(' || rest[0] == ')' ? 1
                                                                : rest.find_first_of(" \t\r\n()<>=!~\"'");
        length = length == 0 ? 1 : std::min(length, rest.size());
        m_token = rest.substr(0, length);
        m_at += length;
    }

    [[nodiscard]] bool isWord(std::string_view word) const { return !m_isQuoted && m_token == word; }
    bool take(std::string_view word)
    {
        if (!isWord(word)) {
            return false;
        }
        next();
        return true;
    }

    [[nodiscard]] tl::unexpected<Error> fault(Text what, std::size_t at, Text todo = {}) const
    {
        return badInput(std::move(what), Core::tr("Character {}", charactersIn(m_text.substr(0, at)) + 1),
                        std::move(todo));
    }
    [[nodiscard]] tl::unexpected<Error> unexpected(const Text& wanted) const
    {
        return m_token.empty() && !m_isQuoted
                   ? fault(Core::tr("The filter ends, but needs {}", wanted), m_start)
                   : fault(Core::tr("'{}' is not {}", std::string(m_token), wanted), m_start);
    }

    void join(Act act) { m_filter.m_steps.push_back({.act = act}); }

    Result<void> either()
    {
        PGRAM_CHECK(both());
        while (take("or")) {
            PGRAM_CHECK(both());
            join(Act::Or);
        }
        return {};
    }

    Result<void> both()
    {
        PGRAM_CHECK(single());
        while (take("and")) {
            PGRAM_CHECK(single());
            join(Act::And);
        }
        return {};
    }

    Result<void> single()
    {
        if (m_depth >= deepest) {
            return fault(Core::tr("The filter has more than {} levels of parentheses", deepest), m_start);
        }
        ++m_depth;
        Result<void> read;
        if (take("not")) {
            read = single();
            join(Act::Not);
        } else if (take("(")) {
            read = either();
            if (read && !take(")")) {
                read = unexpected(Core::tr("')'"));
            }
        } else {
            read = comparison();
        }
        --m_depth;
        return read;
    }

    Result<void> comparison()
    {
        if (m_token.empty() || (!m_isQuoted && (isOperator(m_token) || m_token == ")"))) {
            return unexpected(Core::tr("a column"));
        }
        const int index = m_table.indexOf(m_token);
        if (index < 0) {
            return fault(Core::tr("There is no column '{}'", std::string(m_token)), m_start,
                         Core::tr("Use a name of the table's header"));
        }
        const ResultColumn& column = m_table.columns[static_cast<std::size_t>(index)];
        next();
        if (m_isQuoted || !isOperator(m_token)) {
            return unexpected(Core::tr("one of =, !=, <, <=, >, >= and ~"));
        }
        const std::string_view sign = m_token;
        const std::size_t signAt = m_start;
        next();
        if ((m_token.empty() && !m_isQuoted) || (!m_isQuoted && (isOperator(m_token) || isWord("(") || isWord(")")))) {
            return unexpected(Core::tr("a value"));
        }
        if (m_isQuoted && m_isOpen) {
            return fault(Core::tr("The quotation mark is not closed"), m_start);
        }
        return column.isText ? compareText(index, column, sign, signAt) : compareNumber(index, column, sign, signAt);
    }

    Result<void> compareText(int index, const ResultColumn& column, std::string_view sign, std::size_t signAt)
    {
        if (sign.find_first_of("<>") != std::string_view::npos) {
            return fault(
                Core::tr("The column '{}' has texts, which '{}' does not compare", column.name, std::string(sign)),
                signAt, Core::tr("Use =, != or ~"));
        }
        const std::string wanted(m_token);
        const std::string part = lowered(m_token);
        const bool isKnown = std::ranges::binary_search(column.texts, wanted);
        if (sign != "~" && !isKnown) {
            return fault(Core::tr("The column '{}' has no text '{}'", column.name, wanted), m_start, someOf(column));
        }
        StudyFilter::Step step{.act = Act::Texts, .column = index};
        for (const std::string& text : column.texts) {
            const bool holds = sign == "~"    ? lowered(text).find(part) != std::string::npos
                               : sign == "!=" ? text != wanted
                                              : text == wanted;
            step.texts.push_back(holds ? 1 : 0);
        }
        m_filter.m_steps.push_back(std::move(step));
        next();
        return {};
    }

    Result<void> compareNumber(int index, const ResultColumn& column, std::string_view sign, std::size_t signAt)
    {
        if (sign == "~") {
            return fault(Core::tr("The column '{}' has numbers, which '~' does not compare", column.name), signAt,
                         Core::tr("Use =, !=, <, <=, > or >="));
        }
        const std::size_t at = m_start;
        std::string text(m_token);
        next();
        // "40 GiB": a word behind a number that joins no conditions is its unit.
        if (!m_token.empty() && !m_isQuoted && !isWord("and") && !isWord("or") && !isWord(")") &&
            !isOperator(m_token)) {
            text += " " + std::string(m_token);
            next();
        }
        const std::optional<double> value = valueOf(text, column.unit());
        if (!value) {
            return fault(Core::tr("'{}' is not a value of the column '{}'", text, column.name), at, unitsOf(column));
        }
        StudyFilter::Step step{.act = Act::Number, .column = index, .low = -infinite, .high = infinite};
        if (sign == "<" || sign == "<=") {
            step.high = sign == "<" ? std::nextafter(*value, -infinite) : *value;
        } else if (sign == ">" || sign == ">=") {
            step.low = sign == ">" ? std::nextafter(*value, infinite) : *value;
        } else {
            // The table shows three digits; a typed value means those that round to it in the last of twelve.
            constexpr double rounding = 1e-12;
            step.low = *value - rounding * std::abs(*value);
            step.high = *value + rounding * std::abs(*value);
            step.isOutside = sign == "!=";
        }
        m_filter.m_steps.push_back(std::move(step));
        return {};
    }

    static bool isOperator(std::string_view token)
    {
        return std::ranges::find(operators, token) != std::end(operators);
    }

    static Text unitsOf(const ResultColumn& column)
    {
        switch (column.unit()) {
        case StudyColumn::Unit::Memory:
            return Core::tr("Give a number of bytes, or one such as 40 GiB");
        case StudyColumn::Unit::Time:
            return Core::tr("Give a number of seconds, or one such as 3 ms");
        case StudyColumn::Unit::Share:
            return Core::tr("Give a share such as 0.05, or 5 %");
        case StudyColumn::Unit::Number:
            break;
        }
        return Core::tr("Give a number");
    }

    /// Returns a hint with the first texts of a column.
    static Text someOf(const ResultColumn& column)
    {
        constexpr std::size_t most = 8;
        std::string list;
        for (std::size_t i = 0; i < std::min(most, column.texts.size()); ++i) {
            list += (list.empty() ? "" : ", ") + column.texts[i].substr(0, 40);
        }
        return list.empty() ? Core::tr("The column is empty")
                            : Core::tr("Its texts are {}", list + (column.texts.size() > most ? ", …" : ""));
    }

    std::string_view m_text;
    const StudyTable& m_table;
    StudyFilter m_filter;
    std::size_t m_at = 0;      ///< first byte after the token
    std::size_t m_start = 0;   ///< first byte of the token
    std::string_view m_token;  ///< without quotes; empty at the end
    bool m_isQuoted = false;
    bool m_isOpen = false;  ///< the closing quotation mark is missing
    int m_depth = 0;
};

Result<StudyFilter> StudyFilter::parse(std::string_view text, const StudyTable& table)
{
    return FilterReader(text, table).whole();
}

std::vector<std::uint8_t> StudyFilter::passing(const StudyTable& table) const
{
    const std::size_t rows = table.rows();
    const auto valuesOf = [&](int column) -> const std::vector<double>& {
        return table.columns[static_cast<std::size_t>(column)].values;
    };
    std::vector<std::vector<std::uint8_t>> stack;
    for (const Step& step : m_steps) {
        if (step.act == Act::Number || step.act == Act::Texts) {
            const std::vector<double>& values = valuesOf(step.column);
            std::vector<std::uint8_t> holds(rows);
            for (std::size_t row = 0; row < rows; ++row) {
                const double value = values[row];
                const bool isWithin = value >= step.low && value <= step.high;
                holds[row] = std::isnan(value)        ? 0
                             : step.act == Act::Texts ? step.texts[static_cast<std::size_t>(value)]
                                                      : static_cast<std::uint8_t>(isWithin != step.isOutside);
            }
            stack.push_back(std::move(holds));
            continue;
        }
        if (step.act == Act::Not) {
            std::ranges::transform(stack.back(), stack.back().begin(), [](std::uint8_t each) { return each ^ 1U; });
            continue;
        }
        const std::vector<std::uint8_t> right = std::move(stack.back());
        stack.pop_back();
        std::vector<std::uint8_t>& left = stack.back();
        for (std::size_t row = 0; row < rows; ++row) {
            left[row] = step.act == Act::And ? left[row] & right[row] : left[row] | right[row];
        }
    }
    return stack.empty() ? std::vector<std::uint8_t>(rows, 1) : std::move(stack.back());
}

}  // namespace pgram
