// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/sharding.h"

#include "core/strategy/dimension_rules.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace pgram {

namespace {

/// Data levels of a stage.
struct DataLevels {
    Group inner;
    Group outer;
};

/// Sets the tensor group and the ring. Returns the data levels.
DataLevels orderRanks(const LayerStrategy& s, Sharding& sharding)
{
    DataLevels data{{s.data, 1}, {1, 1}};
    if (s.isHybrid()) {
        data.inner.size = s.shardPlacement == ShardPlacement::Inner ? s.shard : s.replicas();
        data.outer.size = s.data / data.inner.size;
    }
    sharding.tensor.size = s.tensor;
    sharding.context.size = s.context;
    int stride = 1;
    const auto put = [&stride](Group& group) {
        group.stride = stride;
        stride *= group.size;
    };
    const auto putTensor = [&](TensorPlacement place) {
        if (s.placement == place) {
            put(sharding.tensor);
        }
    };
    putTensor(TensorPlacement::Consecutive);
    put(sharding.context);
    put(data.inner);
    putTensor(TensorPlacement::Middle);
    put(data.outer);
    putTensor(TensorPlacement::Strided);
    return data;
}

/// Returns the group of all ranks of several groups. Sets `isEven` to false if other ranks lie between them.
Group joined(std::array<Group, 4> groups, bool& isEven)
{
    std::ranges::sort(groups, {}, &Group::stride);
    Group all;
    for (const Group& group : groups) {
        if (group.size > 1) {
            isEven = isEven && (all.size == 1 || group.stride == all.stride * all.size);
            all = {all.size * group.size, all.size == 1 ? group.stride : all.stride};
        }
    }
    return all;
}

/// Adds the splits of all dimensions of the strategy.
DataLevels place(const LayerStrategy& s, Sharding& sharding)
{
    static const std::vector<const DimensionRules*> placing = [] {
        std::vector<const DimensionRules*> rows;
        std::ranges::copy_if(treeOrder(), std::back_inserter(rows),
                             [](const DimensionRules* rules) { return rules->place != nullptr; });
        return rows;
    }();
    const DataLevels data = orderRanks(s, sharding);
    for (const Group level : {data.outer, data.inner}) {
        for (Placement* activation : {&sharding.boundary, &sharding.inside, &sharding.attention}) {
            activation->split(Axis::Samples, level);
        }
    }
    for (const DimensionRules* rules : placing) {
        if (rules->has(s)) {
            rules->place(s, sharding);
        }
    }
    int parts = 1;
    for (const Axis axis : boundaryAxes) {
        parts *= sharding.boundary.parts(axis);
    }
    sharding.tensorCopiesBoundary = parts == s.data * s.context;
    return data;
}

/// Places the states of the matrices on the ranks that have the same ones.
void placeCopies(const LayerStrategy& s, const DataLevels& data, Sharding& sharding)
{
    // The ranks of the tensor group that do not divide the matrices.
    MatrixPlacement& weights = sharding.weights;
    const Group alike{s.tensor / weights.split.size,
                      weights.split.size > 1 ? weights.split.stride * weights.split.size : sharding.tensor.stride};
    if (!s.isHybrid()) {
        (s.zero > 0 ? weights.shard : weights.replicate) =
            joined({alike, sharding.context, data.inner, data.outer}, sharding.shardsAreEven);
        return;
    }
    const bool shardInner = s.shardPlacement == ShardPlacement::Inner;
    weights.shard =
        joined({alike, sharding.context, shardInner ? data.inner : data.outer, Group()}, sharding.shardsAreEven);
    weights.replicate = shardInner ? data.outer : data.inner;
}

/// Returns usualExpertParts() of a strategy whose matrices are divided over `weightParts` ranks.
int usualParts(const LayerStrategy& s, int weightParts)
{
    return s.expert <= s.data * s.context ? weightParts : std::max(1, s.groupSize() / s.expert);
}

/// Places routed experts on the groups of the other matrices, or on groups of their own.
void placeExperts(const LayerStrategy& s, Sharding& sharding)
{
    const MatrixPlacement& weights = sharding.weights;
    MatrixPlacement& experts = sharding.experts;
    const int parts = s.expertTensor > 0 ? s.expertTensor : usualParts(s, weights.split.size);
    if (parts == weights.split.size) {
        Group MatrixPlacement::*copies = s.zero > 0 ? &MatrixPlacement::shard : &MatrixPlacement::replicate;
        experts = weights;
        experts.experts = {s.expert, (weights.*copies).stride};
        experts.*copies = {std::max(1, (weights.*copies).size / s.expert), (weights.*copies).stride * s.expert};
        return;
    }
    const int owners = std::max(1, parts * s.expert);  // ranks of one copy of all experts
    const int replicas = s.isHybrid() ? s.replicas() : 1;
    const int copies = std::max(1, s.groupSize() / replicas / owners);
    experts = {{parts, 1}, {s.expert, parts}, {}, {}};
    if (s.zero == 0) {
        experts.replicate = {copies, owners};
        return;
    }
    const bool shardInner = s.shardPlacement == ShardPlacement::Inner;
    experts.shard = {copies, owners * (shardInner ? 1 : replicas)};
    experts.replicate = {replicas, owners * (shardInner ? copies : 1)};
}

}  // namespace

void Placement::split(Axis axis, Group ranks)
{
    if (ranks.size > 1) {
        m_splits.at(m_count++) = {axis, ranks};
    }
}

void Placement::splitOutside(Axis axis, Group ranks)
{
    if (ranks.size > 1) {
        split(axis, ranks);
        std::rotate(m_splits.begin(), m_splits.begin() + static_cast<std::ptrdiff_t>(m_count) - 1,
                    m_splits.begin() + static_cast<std::ptrdiff_t>(m_count));
    }
}

int Placement::parts(Axis axis) const
{
    int parts = 1;
    for (std::size_t i = 0; i < m_count; ++i) {
        parts *= m_splits[i].axis == axis ? m_splits[i].ranks.size : 1;
    }
    return parts;
}

int Placement::part(Axis axis, int rank) const
{
    int part = 0;
    for (std::size_t i = 0; i < m_count; ++i) {
        const auto& [splitAxis, ranks] = m_splits[i];
        if (splitAxis == axis) {
            part = part * ranks.size + rank / ranks.stride % ranks.size;
        }
    }
    return part;
}

Sharding shardingOf(const LayerStrategy& strategy)
{
    Sharding sharding;
    const DataLevels data = place(strategy, sharding);
    placeCopies(strategy, data, sharding);
    placeExperts(strategy, sharding);
    return sharding;
}

int weightParts(const LayerStrategy& strategy)
{
    Sharding sharding;
    place(strategy, sharding);
    return sharding.weights.split.size;
}

int tokenRanks(const LayerStrategy& strategy)
{
    return strategy.context * (strategy.tensor / weightParts(strategy));
}

int expertParts(const LayerStrategy& strategy)
{
    return strategy.expertTensor > 0 ? strategy.expertTensor : usualExpertParts(strategy);
}

int usualExpertParts(const LayerStrategy& strategy)
{
    return usualParts(strategy, weightParts(strategy));
}

void setExpertParts(LayerStrategy& strategy, int parts)
{
    strategy.expertTensor = parts == usualExpertParts(strategy) ? 0 : parts;
}

bool foldsExperts(const LayerStrategy& strategy)
{
    if (strategy.expertTensor == 0 && strategy.expert <= strategy.data * strategy.context) {
        return false;
    }
    const int parts = weightParts(strategy);
    return (strategy.expertTensor > 0 ? strategy.expertTensor : usualParts(strategy, parts)) != parts;
}

}  // namespace pgram
