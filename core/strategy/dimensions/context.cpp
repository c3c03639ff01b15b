// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Context parallelism: ranks divide the tokens, and pass keys and values around a ring (2310.01889) or gather them
// before attention (2407.21783 §3.3.2).
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

/// A tensor group is inside of the ring or outside of a data level, not between.
bool ringFitsInside(TreeLevels outer)
{
    return outer.size() < 2 || outer.back().dimension != &tpRules;
}

/// While a chunk of keys and values is on its way around the ring, attention works on the one before, except for the
/// last (our definition: chunks take equally long, as when a causal model deals each rank one from the front and one
/// from the back).
void placeRing(const LayerStrategy& s, Sharding& sharding)
{
    sharding.keys = sharding.context;
    sharding.keysBeside = 1 - 1.0 / s.context;
    for (Placement* activation : {&sharding.boundary, &sharding.inside, &sharding.attention}) {
        activation->splitOutside(Axis::Tokens, sharding.context);
    }
}

}  // namespace

constinit const DimensionRules cpRules{
    .name = "cp",
    .title = "CP",
    .what = Core::tr("context parallel: tokens divided, keys and values in a ring"),
    .on = &Space::cp,
    .has = [](const LayerStrategy& s) { return s.context > 1; },
    .degree = &LayerStrategy::context,
    .fitsInside = ringFitsInside,
    .split = [](LayerStrategy& s, TreeLevels levels, std::size_t index) { s.context = levels[index].degree; },
    .place = placeRing,
    .word = "CP",
};

/// The gather waits for the projections in front of attention, and attention for the gather. By our costs a ring is
/// hardly ever slower, so that searches leave the gather out unless it is asked for.
constinit const DimensionRules gatherKeysRules{
    .name = "cp-gather",
    .title = "CP-AG",
    .what = Core::tr("context parallel, keys and values gathered before attention"),
    .on = &Space::gatherKeys,
    .isModern = false,
    .has = [](const LayerStrategy& s) { return s.gathersKeys; },
    .set = [](LayerStrategy& s, bool on) { s.gathersKeys = on; },
    .fits = [](const LayerStrategy& s) { return s.context > 1 && !s.gathersKeys; },
    .place = [](const LayerStrategy& /*strategy*/, Sharding& sharding) { sharding.keysBeside = 0; },
    .word = "kv-gather",
    .key = "keys",
    .value = "gather",
    .unsound = [](const LayerStrategy& s) -> std::optional<Verdict> {
        return s.context > 1 ? std::nullopt : std::optional(Verdict{Rule::GatheredKeys, s.context, 0});
    },
};

}  // namespace pgram
