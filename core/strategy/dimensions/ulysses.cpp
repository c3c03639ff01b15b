// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// DeepSpeed-Ulysses (2309.14509): a group divides the tokens, and inside attention the heads; matrices are whole on
// every rank. The group takes the place of a strategy's tensor group.
#include "core/model/convolution.h"
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

/// Nothing but heads must divide. Key and value heads that are fewer are sent to several ranks.
std::optional<Verdict> ulyssesRefusal(const LayerSpec& layer, const LayerStrategy& s, std::int64_t sequence)
{
    const int degree = s.tensor;
    if (degree > 1 && isConvolution(layer)) {
        return Verdict{Rule::NotSplittable, degree, 0};
    }
    if (hasAttention(layer) && layer.heads % degree != 0) {
        return Verdict{Rule::UlyssesHeads, layer.heads, degree};
    }
    if (hasAttention(layer) && layer.kvHeads % degree != 0 && degree % layer.kvHeads != 0) {
        return Verdict{Rule::UlyssesKv, layer.kvHeads, degree};
    }
    return tokenRefusal(layer, s, sequence);
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
    .word = "U",
    .otherWord = "ulysses",
    .key = "sequence_parallel",
    .value = "ulysses",
    .refusal = ulyssesRefusal,
};

}  // namespace pgram
