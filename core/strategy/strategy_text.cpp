// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/strategy_text.h"

#include "core/strategy/dimensions/dimensions.h"
#include "core/strategy/strategy_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace pgram {

namespace {

struct DataLevel {
    int zero = 0;
    int degree = 1;
};

/// Meaning of the words before their levels are combined.
struct WordLevels {
    LayerStrategy strategy;
    std::vector<DataLevel> data;       ///< innermost first
    std::optional<std::size_t> inner;  ///< data levels inside the tensor group; none = no tensor group
    bool ringInside = false;           ///< the ring is named before the tensor group
};

void takeTensor(const StrategyWord& word, const DimensionRules& rules, WordLevels& levels)
{
    levels.strategy.tensor = word.degree;
    const bool isLayout = !word.suffix.empty() && readLayout(word.suffix, levels.strategy);
    const DimensionRules* kind = word.suffix.empty() || isLayout ? &rules : strategySuffix(word.suffix);
    levels.inner = levels.data.size();
    levels.ringInside = levels.strategy.context > 1;
    if (kind->set != nullptr) {
        kind->set(levels.strategy, true);
    }
}

/// Adds the word's degree to the levels. Returns the problem with the word; empty if there is none.
Text takeDegree(const StrategyWord& word, const DimensionRules& rules, WordLevels& levels)
{
    const bool isData = rules.zero >= 0;
    const bool overTokens = word.degree == 0 && rules.zero > 0;
    if (!overTokens && (word.degree < rules.least || word.degree > mostStrategyDegree)) {
        return Core::tr("'{}' needs a degree from {} to {}", word.name, rules.least, mostStrategyDegree);
    }
    LayerStrategy layout;
    const bool isSuffixed = !word.suffix.empty();
    const bool isKnown = isSuffixed && (readLayout(word.suffix, layout) || strategySuffix(word.suffix) != nullptr);
    if (isSuffixed && (&rules != &tpRules || !isKnown)) {
        return Core::tr("unknown '{}' after '{}'", word.suffix, fmt::format("{}{}", word.name, word.degree));
    }
    if (isData) {
        levels.data.push_back({rules.zero, std::max(1, word.degree)});
        return {};
    }
    if (levels.strategy.*rules.degree >= rules.least) {
        return Core::tr("'{}' is given twice", word.name);
    }
    if (rules.degree == &LayerStrategy::tensor) {
        takeTensor(word, rules, levels);
    } else {
        levels.strategy.*rules.degree = word.degree;
    }
    return {};
}

/// "sp" as a word of its own, behind the tensor group's.
Text takeSuffix(const StrategyWord& word, const DimensionRules& rules, WordLevels& levels)
{
    if (word.degree > 0) {
        return Core::tr("unknown word '{}'", word.name);
    }
    if (!tpRules.has(levels.strategy)) {
        return Core::tr("'{}' may only follow a tensor group", word.name);
    }
    rules.set(levels.strategy, true);
    return {};
}

Text takeWord(const StrategyWord& word, WordLevels& levels)
{
    if (word.degree == 0 && word.name == "single") {
        return {};
    }
    const DimensionRules* rules = strategyWord(word.name);
    if (rules != nullptr && isSuffix(*rules)) {
        return takeSuffix(word, *rules, levels);
    }
    if (rules != nullptr && !isSwitch(*rules)) {
        return takeDegree(word, *rules, levels);
    }
    if (rules == nullptr || word.degree > 0) {
        return Core::tr("unknown word '{}'", word.name);
    }
    rules->set(levels.strategy, true);
    return {};
}

/// All degrees together; more than mostStrategyDegree is as good as any such number.
std::int64_t groupSizeOf(const WordLevels& levels)
{
    std::int64_t size = 1;
    const auto multiply = [&size](int degree) { size = std::min<std::int64_t>(mostStrategyDegree + 1, size * degree); };
    multiply(levels.strategy.tensor);
    multiply(levels.strategy.context);
    std::ranges::for_each(levels.data, multiply, &DataLevel::degree);
    return size;
}

Text putTogether(WordLevels& levels)
{
    LayerStrategy& s = levels.strategy;
    if (levels.data.size() > 2) {
        return Core::tr("more than two data levels");
    }
    if (const auto refused = shapeRefusal(s)) {
        return explain(*refused);
    }
    if (groupSizeOf(levels) > mostStrategyDegree) {
        return Core::tr("more than {} devices", mostStrategyDegree);
    }
    for (const DataLevel& level : levels.data) {
        s.data *= level.degree;
        s.zero = std::max(s.zero, level.zero);
    }
    setExpertParts(s, s.expertTensor > 0 ? s.expertTensor : usualExpertParts(s));
    const auto isWithoutDegree = [](const DataLevel& level) { return level.degree == 1; };
    if (std::ranges::any_of(levels.data, isWithoutDegree) && (levels.data.size() > 1 || tokenRanks(s) == 1)) {
        return Core::tr("a data level needs a degree from 2 to {}", mostStrategyDegree);
    }
    if (levels.data.size() == 2) {
        if (levels.data[0].zero + levels.data[1].zero != 3 || s.zero != 3) {
            return Core::tr("two data levels are one of DP and one of SDP");
        }
        const bool shardInside = levels.data[0].zero == 3;
        s.shard = levels.data[shardInside ? 0 : 1].degree;
        s.shardPlacement = shardInside ? ShardPlacement::Inner : ShardPlacement::Outer;
    }
    if (levels.inner.value_or(0) > 0) {
        s.placement = *levels.inner < levels.data.size() ? TensorPlacement::Middle : TensorPlacement::Strided;
    } else if (levels.ringInside) {
        if (!levels.data.empty()) {
            return Core::tr("a tensor group inside of the data levels lies inside of the ring too");
        }
        s.placement = TensorPlacement::Strided;
    }
    return {};
}

}  // namespace

Result<LayerStrategy> parseStrategy(std::string_view text)
{
    WordLevels levels;
    StrategyReader reader(text);
    StrategyWord word;
    int words = 0;
    Text wrong;
    while (wrong.empty() && reader.next(word)) {
        wrong = takeWord(word, levels);
        ++words;
    }
    if (wrong.empty() && (words == 0 || !reader.isAtEnd())) {
        wrong = Core::tr("not a strategy");
    }
    if (wrong.empty()) {
        wrong = putTogether(levels);
    }
    if (!wrong.empty()) {
        return badInput(Core::tr("'{}': {}", text.substr(0, 40), wrong), "strategy",
                        Core::tr("Write it as TP2-SDP4-ckpt: groups innermost first, of {}; behind them {}",
                                 strategyWords(false), strategyWords(true)));
    }
    return levels.strategy;
}

}  // namespace pgram
