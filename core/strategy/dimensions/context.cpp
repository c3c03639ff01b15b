// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ring context parallelism (2310.01889): ranks divide the tokens and pass keys and values around.
#include "core/model/convolution.h"
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

/// A tensor group is inside of the ring or outside of a data level, not between.
bool ringFitsInside(TreeLevels outer)
{
    return outer.size() < 2 || outer.back().dimension != &tpRules;
}

}  // namespace

std::optional<Verdict> tokenRefusal(const LayerSpec& layer, const LayerStrategy& s, std::int64_t sequence)
{
    const int parts = tokenParts(s);
    if (parts == 1) {
        return std::nullopt;
    }
    if (isConvolution(layer)) {
        return Verdict{Rule::NotSplittable, parts, 0};
    }
    const std::int64_t tokens = layer.tokens > 0 ? layer.tokens : sequence;
    if (tokens % parts != 0) {
        return Verdict{Rule::Tokens, tokens, parts};
    }
    // Under a causal mask each rank of a ring has one chunk from the front and one from the back: equal work for all.
    const std::int64_t chunks = isCausal(layer) && s.context > 1 ? 2 * s.context : 1;
    return tokens % chunks != 0 ? std::optional(Verdict{Rule::Tokens, tokens, chunks}) : std::nullopt;
}

constinit const DimensionRules cpRules{
    .name = "cp",
    .title = "CP",
    .what = Core::tr("context parallel: tokens divided, keys and values in a ring"),
    .on = &Space::cp,
    .has = [](const LayerStrategy& s) { return s.context > 1; },
    .degree = &LayerStrategy::context,
    .fitsInside = ringFitsInside,
    .split = [](LayerStrategy& s, TreeLevels levels, std::size_t index) { s.context = levels[index].degree; },
    .word = "CP",
    .refusal = tokenRefusal,
};

}  // namespace pgram
