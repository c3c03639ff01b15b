// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// DeepSpeed-Ulysses (2309.14509): a group divides the tokens, and inside attention the heads; matrices are whole on
// every rank. The group takes the place of a strategy's tensor group.
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

void setUlysses(LayerStrategy& s, bool on)
{
    s.sequence = on ? SequenceParallel::Ulysses : SequenceParallel::None;
}

void splitUlysses(LayerStrategy& s, TreeLevels levels, std::size_t index)
{
    s.tensor = levels[index].degree;
    setUlysses(s, true);
}

void placeUlysses(const LayerStrategy& /*strategy*/, Sharding& sharding)
{
    sharding.boundary.split(Axis::Tokens, sharding.tensor);
    sharding.inside.split(Axis::Tokens, sharding.tensor);
    sharding.attention.split(Axis::Heads, sharding.tensor);
}

}  // namespace

constinit const DimensionRules ulyssesRules{
    .name = "ulysses",
    .title = "Ulysses",
    .what = Core::tr("tokens divided, heads inside attention, whole matrices"),
    .on = &Space::ulysses,
    .has = [](const LayerStrategy& s) { return s.sequence == SequenceParallel::Ulysses; },
    .degree = &LayerStrategy::tensor,
    .set = setUlysses,
    .fitsInside = [](TreeLevels outer) { return !contains(outer, tpRules); },
    .split = splitUlysses,
    .isInnermost = true,
    .place = placeUlysses,
    .word = "U",
    .otherWord = "ulysses",
    .key = "sequence_parallel",
    .value = "ulysses",
};

}  // namespace pgram
