// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The data levels: ranks with samples of their own, which divide nothing, the optimizer's states (ZeRO-1, 1910.02054),
// the gradients too (ZeRO-2), or the weights too (ZeRO-3); and two of them as one, hybrid sharding.
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

/// A ring's ranks share the gradients with the data ranks: the ring lies inside.
bool fitsAroundRing(TreeLevels outer)
{
    return !contains(outer, cpRules);
}

void splitCopies(LayerStrategy& s, TreeLevels levels, std::size_t index)
{
    s.data *= levels[index].degree;
    s.shardPlacement = s.zero > 0 ? ShardPlacement::Outer : ShardPlacement::Inner;
}

void splitShards(LayerStrategy& s, TreeLevels levels, std::size_t index)
{
    const TreeLevel& level = levels[index];
    s.data *= level.degree;
    s.zero = level.dimension->zero;
    s.shard = contains(levels, dpRules) ? level.degree : 0;
}

std::optional<Verdict> hybridProblem(const LayerStrategy& s)
{
    if (s.zero != 3 || s.data % s.shard != 0) {
        return Verdict{Rule::ShardDegree, s.data, s.shard};
    }
    return unevenShards(s);
}

}  // namespace

constinit const DimensionRules dpRules{
    .name = "dp",
    .title = "DP",
    .what = Core::tr("data parallel: whole copies, gradients all-reduced"),
    .on = &Space::dp,
    .has = [](const LayerStrategy& s) { return (s.zero == 0 && s.data > 1) || s.isHybrid(); },
    .fitsInside = fitsAroundRing,
    .split = splitCopies,
    .zero = 0,
    .word = "DP",
};

constinit const DimensionRules zero1Rules{
    .name = "zero1",
    .title = "ZeRO-1",
    .what = Core::tr("optimizer states divided over the data group"),
    .on = &Space::zero1,
    .has = [](const LayerStrategy& s) { return s.zero == 1; },
    .fitsInside = fitsAroundRing,
    .split = splitShards,
    .zero = 1,
    .word = "ZeRO1",
};

constinit const DimensionRules zero2Rules{
    .name = "zero2",
    .title = "ZeRO-2",
    .what = Core::tr("gradients divided as well"),
    .on = &Space::zero2,
    .isModern = false,
    .has = [](const LayerStrategy& s) { return s.zero == 2; },
    .fitsInside = fitsAroundRing,
    .split = splitShards,
    .zero = 2,
    .word = "ZeRO2",
};

constinit const DimensionRules sdpRules{
    .name = "sdp",
    .title = "SDP",
    .what = Core::tr("sharded data parallel: ZeRO-3"),
    .on = &Space::sdp,
    .has = [](const LayerStrategy& s) { return s.zero == 3; },
    .fitsInside = fitsAroundRing,
    .split = splitShards,
    .zero = 3,
    .word = "SDP",
    .otherWord = "zero3",
};

constinit const DimensionRules hsdpRules{
    .name = "hsdp",
    .title = "HSDP",
    .what = Core::tr("hybrid sharding: SDP inside, copies outside"),
    .on = &Space::hsdp,
    .has = [](const LayerStrategy& s) { return s.shard > 0; },
    .outer = &dpRules,
    .inner = &sdpRules,
    .unsound = hybridProblem,
};

}  // namespace pgram
