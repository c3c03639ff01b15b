// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Expert parallelism (GShard, 2006.16668): the data ranks divide the experts.
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

std::optional<Verdict> expertsRefusal(const LayerSpec& layer, const LayerStrategy& s, std::int64_t /*sequence*/)
{
    if (layer.experts % s.expert != 0 || layer.experts == 0) {
        return Verdict{Rule::Experts, layer.experts, s.expert};
    }
    // A hybrid's shards, or all copies; beyond these over what splits the matrices.
    const int copies = s.isHybrid() ? s.shard : s.data * s.context;
    if (s.expert <= copies || s.isHybrid() || s.weightParts() == 1) {
        return copies % s.expert == 0 ? std::nullopt : std::optional(Verdict{Rule::Experts, copies, s.expert});
    }
    if (s.groupSize() % s.expert != 0 || s.expert % copies != 0) {
        return Verdict{Rule::Experts, s.groupSize(), s.expert};
    }
    return std::nullopt;
}

}  // namespace

constinit const DimensionRules epRules{
    .name = "ep",
    .title = "EP",
    .what = Core::tr("expert parallel: experts spread over the data group"),
    .on = &Space::ep,
    .has = [](const LayerStrategy& s) { return s.expert > 1; },
    .degree = &LayerStrategy::expert,
    .fits = [](const LayerStrategy& s) { return s.expert == 1; },
    .divided = [](const LayerStrategy& leaf) { return leaf.isHybrid() ? leaf.shard : leaf.data; },
    .word = "EP",
    .refusal = expertsRefusal,
};

}  // namespace pgram
