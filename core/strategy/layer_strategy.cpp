// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/layer_strategy.h"

#include "core/base/ascii.h"
#include "core/strategy/dimensions/dimensions.h"
#include "core/strategy/sharding.h"

#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace pgram {

namespace {

/// "TP4", "ZeRO1-4".
std::string groupName(const DimensionRules& rules, int degree)
{
    const std::string_view word = rules.word;
    return fmt::format("{}{}{}", word, isDigit(word.back()) ? "-" : "", degree);
}

/// Returns the name of the tensor group with the suffixes of its degree; empty without a tensor group.
std::string tensorName(const LayerStrategy& s)
{
    if (s.tensor == 1) {
        return {};
    }
    if (layoutsRules.has(s)) {
        const bool isRing = s.layout == TensorLayout::Ring;
        return isRing ? groupName(layoutsRules, s.tensor) : groupName(tpRules, s.tensor) + '+' + layoutWord(s);
    }
    const bool isUlysses = ulyssesRules.has(s);
    return groupName(isUlysses ? ulyssesRules : tpRules, s.tensor) + (spRules.has(s) ? spRules.word : "");
}

}  // namespace

std::string shortName(const LayerStrategy& s)
{
    const std::string tensor = tensorName(s);
    std::vector<std::string> parts;
    if (s.placement == TensorPlacement::Consecutive && !tensor.empty()) {
        parts.push_back(tensor);
    }
    if (s.context > 1) {
        parts.push_back(groupName(cpRules, s.context));
    }
    if (s.isHybrid()) {
        const std::string shard = groupName(sdpRules, s.shard);
        const std::string copies = groupName(dpRules, s.data / s.shard);
        const bool shardFirst = s.shardPlacement == ShardPlacement::Inner;
        parts.push_back(shardFirst ? shard : copies);
        if (s.placement == TensorPlacement::Middle && !tensor.empty()) {
            parts.push_back(tensor);
        }
        parts.push_back(shardFirst ? copies : shard);
    } else if (s.data > 1) {
        parts.push_back(groupName(dataRules(s.zero), s.data));
    } else if (s.zero > 0 && tokenRanks(s) > 1) {
        parts.emplace_back(dataRules(s.zero).word);
    }
    const bool placedInside =
        s.placement == TensorPlacement::Consecutive || (s.placement == TensorPlacement::Middle && s.isHybrid());
    if (!placedInside && !tensor.empty()) {
        parts.push_back(tensor);
    }
    if (s.expert > 1) {
        parts.push_back(groupName(epRules, s.expert));
    }
    if (etpRules.has(s)) {
        parts.push_back(groupName(etpRules, expertParts(s)));
    }
    std::string name = parts.empty() ? "single" : fmt::format("{}", fmt::join(parts, "·"));
    for (const DimensionRules* rules : treeOrder()) {
        if (isSwitch(*rules) && rules->has(s)) {
            name += ' ';
            name += rules->word;
        }
    }
    return name;
}

}  // namespace pgram
