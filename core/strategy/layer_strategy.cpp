// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/layer_strategy.h"

#include "core/base/ascii.h"
#include "core/strategy/dimensions/dimensions.h"

#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace pgram {

namespace {

/// The ranks of a stage as nested levels: sizes, innermost first.
struct RankLevels {
    int innerTensor = 1;
    int context = 1;
    int innerData = 1;
    int middleTensor = 1;
    int outerData = 1;
    int outerTensor = 1;
};

RankLevels levelsOf(const LayerStrategy& s)
{
    RankLevels levels;
    levels.context = s.context;
    levels.innerData = s.data;
    if (s.isHybrid()) {
        const int copies = s.data / s.shard;
        levels.innerData = s.shardPlacement == ShardPlacement::Inner ? s.shard : copies;
        levels.outerData = s.data / levels.innerData;
    }
    switch (s.placement) {
    case TensorPlacement::Consecutive:
        levels.innerTensor = s.tensor;
        break;
    case TensorPlacement::Middle:
        levels.middleTensor = s.tensor;
        break;
    case TensorPlacement::Strided:
        levels.outerTensor = s.tensor;
        break;
    }
    return levels;
}

/// "TP4", "ZeRO1-4".
std::string groupName(const DimensionRules& rules, int degree)
{
    const std::string_view word = rules.word;
    return fmt::format("{}{}{}", word, isDigit(word.back()) ? "-" : "", degree);
}

/// The whole number whose power is nearest.
int rootOf(int number, int power)
{
    const double exact = power == 2 ? std::sqrt(number) : std::cbrt(number);
    return std::max(1, static_cast<int>(std::lround(exact)));
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
    } else if (s.zero > 0 && s.tokenRanks() > 1) {
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
        parts.push_back(groupName(etpRules, s.expertParts()));
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

LayerStrategy withoutDepth(LayerStrategy strategy)
{
    strategy.data *= strategy.depth;
    strategy.tensor /= strategy.depth;
    strategy.depth = 1;
    return strategy;
}

int LayerStrategy::side() const
{
    switch (layout) {
    case TensorLayout::Grid:
        return rootOf(tensor / depth, 2);
    case TensorLayout::Cube:
        return rootOf(tensor, 3);
    case TensorLayout::Line:
    case TensorLayout::Ring:
        break;
    }
    return 1;
}

int LayerStrategy::samplesSplit() const
{
    return layout == TensorLayout::Cube ? side() * side() : depth * side();
}

bool isValidShape(const LayerStrategy& s)
{
    const int q = s.side();
    switch (s.layout) {
    case TensorLayout::Grid:
        return q > 1 && s.depth > 0 && q * q * s.depth == s.tensor;
    case TensorLayout::Cube:
        return q > 1 && s.depth == 1 && q * q * q == s.tensor;
    case TensorLayout::Ring:
        return s.tensor > 1 && s.depth == 1;
    case TensorLayout::Line:
        break;
    }
    return s.depth == 1;
}

StrategyGroups groupsOf(const LayerStrategy& s)
{
    if (s.depth > 1) {
        return groupsOf(withoutDepth(s));
    }
    const RankLevels levels = levelsOf(s);
    const int contextStride = levels.innerTensor;
    const int innerStride = contextStride * levels.context;
    const int middleStride = innerStride * levels.innerData;
    const int outerStride = middleStride * levels.middleTensor;
    const int lastStride = outerStride * levels.outerData;

    StrategyGroups groups;
    switch (s.placement) {
    case TensorPlacement::Consecutive:
        groups.tensor = {s.tensor, 1};
        break;
    case TensorPlacement::Middle:
        groups.tensor = {s.tensor, middleStride};
        break;
    case TensorPlacement::Strided:
        groups.tensor = {s.tensor, lastStride};
        break;
    }
    groups.context = {s.context, contextStride};
    if (s.isHybrid()) {
        const Group inner{levels.innerData, innerStride};
        const Group outer{levels.outerData, outerStride};
        const bool shardInner = s.shardPlacement == ShardPlacement::Inner;
        groups.shard = shardInner ? inner : outer;
        groups.replicate = shardInner ? outer : inner;
        if (s.tokenRanks() > 1) {
            groups.shard = {s.shardDegree(), s.weightParts() > 1 ? contextStride : 1};
        }
        return groups;
    }
    // A Ulysses group, wherever it lies, fills the stage together with the ring and the data levels.
    const Group all{s.data * s.tokenRanks(), s.weightParts() > 1 ? contextStride : 1};
    (s.zero > 0 ? groups.shard : groups.replicate) = all;
    return groups;
}

ExpertGroups expertGroupsOf(const LayerStrategy& s)
{
    const StrategyGroups groups = groupsOf(s);
    const int parts = s.expertParts();
    const int owners = std::max(1, parts * s.expert);  // ranks of one copy of all experts
    if (!s.foldsExperts()) {
        const auto across = [&s](Group group) {
            return Group{std::max(1, group.size / s.expert), group.stride * s.expert};
        };
        const bool sharded = s.zero > 0;
        return {groups.tensor,
                {s.expert, sharded ? groups.shard.stride : groups.replicate.stride},
                sharded ? across(groups.shard) : groups.shard,
                sharded ? groups.replicate : across(groups.replicate)};
    }
    const int replicas = s.isHybrid() ? s.replicas() : 1;
    const int copies = std::max(1, s.groupSize() / replicas / owners);
    ExpertGroups folded{{parts, 1}, {s.expert, parts}, {}, {}};
    if (s.zero == 0) {
        folded.replicate = {copies, owners};
        return folded;
    }
    const bool shardInner = s.shardPlacement == ShardPlacement::Inner;
    folded.shard = {copies, owners * (shardInner ? 1 : replicas)};
    folded.replicate = {replicas, owners * (shardInner ? copies : 1)};
    return folded;
}

bool shardsAreEven(const LayerStrategy& s)
{
    if (!s.isHybrid() || s.tokenRanks() == 1) {
        return true;
    }
    const bool ulysses = s.sequence == SequenceParallel::Ulysses && s.tensor > 1;
    return s.shardPlacement == ShardPlacement::Inner && !(ulysses && s.placement == TensorPlacement::Strided);
}

HeldPart heldPart(const LayerStrategy& s, int rank)
{
    if (s.depth > 1) {
        return heldPart(withoutDepth(s), rank);
    }
    const RankLevels levels = levelsOf(s);
    const auto take = [&rank](int size) {
        const int index = rank % size;
        rank /= size;
        return index;
    };
    const int innerTensor = take(levels.innerTensor);
    const int context = take(levels.context);
    const int innerData = take(levels.innerData);
    const int middleTensor = take(levels.middleTensor);
    const int outerData = take(levels.outerData);
    const int outerTensor = take(levels.outerTensor);

    HeldPart part;
    part.dataIndex = outerData * levels.innerData + innerData;
    part.tokenIndex = context;
    if (s.tokenSplit() > 1) {
        part.tokenIndex = context * s.tensor + innerTensor + middleTensor + outerTensor;
    }
    // In a grid a row has the same samples; in a cube a line of ranks that lie farthest from each other.
    if (const int q = s.side(); q > 1) {
        const int tensor = innerTensor + middleTensor + outerTensor;
        const int samples = s.samplesSplit();
        const bool isCube = s.layout == TensorLayout::Cube;
        part.widthIndex = isCube ? tensor / samples : tensor % q;
        part.dataIndex = part.dataIndex * samples + (isCube ? tensor % samples : tensor / q);
    }
    return part;
}

int tokenParts(const LayerStrategy& s)
{
    return s.context * s.tokenSplit();
}

}  // namespace pgram
