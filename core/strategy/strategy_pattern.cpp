// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/strategy_pattern.h"

#include "core/base/ascii.h"
#include "core/strategy/dimensions/dimensions.h"
#include "core/strategy/strategy_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Returns the degree of a dimension in a strategy that uses it; 1 if the dimension splits token ranks alone.
int degreeOf(const DimensionRules& rules, const LayerStrategy& strategy)
{
    if (&rules == &etpRules) {
        return expertParts(strategy);
    }
    if (rules.degree != nullptr) {
        return strategy.*rules.degree;
    }
    if (!strategy.isHybrid()) {
        return strategy.data;
    }
    return rules.zero == 0 ? strategy.replicas() : strategy.shard;
}

bool hasDegree(const DimensionRules& rules)
{
    return rules.degree != nullptr || rules.zero >= 0;
}

/// Adds the word to the pattern. Returns the problem with the word; empty if there is none.
Text takeWord(const StrategyWord& word, bool negated, StrategyPattern& pattern)
{
    const DimensionRules* rules = strategyWord(word.name);
    if (rules == nullptr || (word.degree > 0 && !hasDegree(*rules))) {
        return Core::tr("unknown word '{}'", word.name);
    }
    const auto isNamed = [&](const DimensionRules* dimension) {
        return std::ranges::find(pattern.terms, dimension, &StrategyPattern::Term::dimension) != pattern.terms.end();
    };
    LayerStrategy laidOut;
    laidOut.layout = rules == &layoutsRules ? TensorLayout::Ring : TensorLayout::Line;
    const bool isLayout = !word.suffix.empty() && readLayout(word.suffix, laidOut);
    const DimensionRules* kind = isLayout ? &layoutsRules : word.suffix.empty() ? nullptr : strategySuffix(word.suffix);
    if (!word.suffix.empty() && (rules != &tpRules || kind == nullptr)) {
        return Core::tr("unknown '{}' after '{}'", word.suffix, fmt::format("{}{}", word.name, word.degree));
    }
    if (kind == &ulyssesRules) {
        std::swap(rules, kind);
        kind = nullptr;
    }
    if (isNamed(rules) || (kind != nullptr && isNamed(kind))) {
        return Core::tr("'{}' is given twice", word.name);
    }
    const auto termOf = [&](const DimensionRules* dimension, int degree, bool isAbsent = false) {
        StrategyPattern::Term term{dimension, isAbsent ? 0 : degree, isAbsent};
        if (dimension == &layoutsRules) {
            term.layout = laidOut.layout;
            term.depth = laidOut.depth;
        }
        return term;
    };
    const bool isNone = word.degree > 0 && word.degree < rules->least;  // "tp1"
    pattern.terms.push_back(termOf(rules, word.degree, negated || isNone));
    if (kind != nullptr) {
        pattern.terms.push_back(termOf(kind, 0));
    }
    return {};
}

/// Returns true if the term follows the tensor group's word.
bool isBehind(const StrategyPattern::Term& term)
{
    return isSuffix(*term.dimension) || (term.layout != TensorLayout::Line && term.layout != TensorLayout::Ring);
}

bool has(const StrategyPattern::Term& term, const LayerStrategy& strategy)
{
    const bool isLayout =
        term.layout == TensorLayout::Line || (strategy.layout == term.layout && strategy.depth == term.depth);
    return term.dimension->has(strategy) && isLayout;
}

/// "TP8", "ZeRO1-4", "SDP", "no CP".
std::string nameOf(const StrategyPattern::Term& term)
{
    if (isBehind(term) && term.layout != TensorLayout::Line) {
        LayerStrategy strategy;
        strategy.layout = term.layout;
        strategy.depth = term.depth;
        return layoutWord(strategy);
    }
    const std::string_view word = term.dimension->word;
    const std::string_view bare = word.substr(isSuffix(*term.dimension) ? 1 : 0);
    if (term.isAbsent) {
        return fmt::format("no {}", bare);
    }
    const bool endsInDigit = isDigit(word.back());
    return term.degree == 0 ? std::string(bare) : fmt::format("{}{}{}", bare, endsInDigit ? "-" : "", term.degree);
}

}  // namespace

bool StrategyPattern::matches(const LayerStrategy& strategy) const
{
    return std::ranges::all_of(terms, [&](const Term& term) {
        if (term.isAbsent) {
            return !has(term, strategy);
        }
        return has(term, strategy) && (term.degree == 0 || degreeOf(*term.dimension, strategy) == term.degree);
    });
}

Result<StrategyPattern> parsePattern(std::string_view text)
{
    StrategyPattern pattern;
    StrategyReader reader(text);
    StrategyWord word;
    Text wrong;
    bool negated = false;
    while (wrong.empty() && reader.next(word)) {
        if (word.name == "no" && word.degree == 0 && !negated) {
            negated = true;
            continue;
        }
        wrong = takeWord(word, negated, pattern);
        negated = false;
    }
    if (wrong.empty() && (pattern.terms.empty() || negated || !reader.isAtEnd())) {
        wrong = Core::tr("not a strategy");
    }
    if (!wrong.empty()) {
        return badInput(Core::tr("'{}': {}", text.substr(0, 40), wrong), "strategy",
                        Core::tr("Write it as TP2-SDP4-ckpt: groups innermost first, of {}; behind them {}",
                                 strategyWords(false), strategyWords(true)));
    }
    return pattern;
}

std::string shortName(const StrategyPattern& pattern)
{
    std::string name;
    for (const StrategyPattern::Term& term : pattern.terms) {
        const bool follows = isBehind(term) && !term.isAbsent && !name.empty();
        name += follows ? "+" : name.empty() ? "" : hasDegree(*term.dimension) && !term.isAbsent ? "·" : " ";
        name += nameOf(term);
    }
    return name;
}

Space widened(Space space, const StrategyPattern& pattern)
{
    for (const StrategyPattern::Term& term : pattern.terms) {
        if (!term.isAbsent) {
            space.*term.dimension->on = true;
        }
    }
    return space;
}

}  // namespace pgram
