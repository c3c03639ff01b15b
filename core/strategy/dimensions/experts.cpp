// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Expert parallelism (GShard, 2006.16668): ranks divide the experts. Expert tensor parallelism of another degree than
// the tensor group's (Megatron-Core's parallel folding, 2504.14960): the ranks of a stage form groups for the experts
// that do not depend on the tensor, context and data groups of the other matrices.
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

/// Experts inside the data group, and those that a wider group without a degree of its own spreads further.
std::optional<Verdict> spreadRefusal(const LayerStrategy& s, const Sharding& sharding)
{
    // A hybrid's shards, or all copies; beyond these over what splits the matrices.
    const int copies = s.isHybrid() ? s.shard : s.data * s.context;
    if (s.expert <= copies || s.isHybrid() || sharding.weights.split.size == 1) {
        return copies % s.expert == 0 ? std::nullopt : std::optional(Verdict{Rule::ExpertRanks, copies, s.expert});
    }
    if (s.groupSize() % s.expert != 0 || s.expert % copies != 0) {
        return Verdict{Rule::ExpertRanks, s.groupSize(), s.expert};
    }
    return std::nullopt;
}

/// An expert tensor degree of its own. Without sequence parallelism the ranks of a tensor group would dispatch the same
/// tokens: Megatron-Core refuses that, too (moe_layer.py).
std::optional<Verdict> foldingRefusal(const LayerStrategy& s, const Sharding& sharding)
{
    const int parts = s.expertTensor;
    const int ofWeights = sharding.weights.split.size;
    if (ofWeights % parts != 0) {
        return Verdict{Rule::ExpertTensor, ofWeights, parts};
    }
    const int ranks = s.groupSize() / (s.isHybrid() ? s.replicas() : 1);
    const std::int64_t owners = std::int64_t{parts} * s.expert;
    if (ranks % owners != 0) {
        return Verdict{Rule::ExpertFolding, ranks, owners};
    }
    const bool sharesTokens = parts != ofWeights && s.sequence != SequenceParallel::Megatron;
    return sharesTokens ? std::optional(Verdict{Rule::ExpertTokens, parts, ofWeights}) : std::nullopt;
}

std::optional<Verdict> expertsRefusal(const LayerSpec& layer, const LayerStrategy& s, const Sharding& sharding)
{
    if (layer.experts % s.expert != 0 || layer.experts == 0) {
        return Verdict{Rule::Experts, layer.experts, s.expert};
    }
    if (const auto refused = s.expertTensor > 0 ? foldingRefusal(s, sharding) : spreadRefusal(s, sharding)) {
        return refused;
    }
    const int parts = sharding.experts.split.size;
    const bool dividesWidth = parts == sharding.weights.split.size || layer.ffn % parts == 0;
    return dividesWidth ? std::nullopt : std::optional(Verdict{Rule::Ffn, layer.ffn, parts});
}

/// Returns the strategy with whole experts on the ranks that hold split ones: an expert degree that is t times as large
/// keeps as many bytes per device. From experts over the whole data group it goes on over context ranks. Tensor degrees
/// between 1 and t are legal and not searched: at the same bytes they send more and compute narrower products.
std::vector<LayerStrategy> wholeExperts(const LayerStrategy& leaf)
{
    std::vector<LayerStrategy> found;
    const bool canFold = weightParts(leaf) > 1 && leaf.sequence == SequenceParallel::Megatron;
    const int rings = leaf.expert == epRules.divided(leaf) ? leaf.context : 1;
    for (int ring = 1; canFold && ring <= rings; ++ring) {
        if (rings % ring == 0) {
            LayerStrategy other = leaf;
            other.expert *= leaf.tensor * ring;
            setExpertParts(other, 1);
            found.push_back(other);
        }
    }
    return found;
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

constinit const DimensionRules etpRules{
    .name = "etp",
    .title = "ETP",
    .what = Core::tr("expert tensor parallel: experts whole, and spread over the tensor group, too"),
    .on = &Space::etp,
    .has = [](const LayerStrategy& s) { return foldsExperts(s); },
    .degree = &LayerStrategy::expertTensor,
    .others = wholeExperts,
    .word = "ETP",
    .least = 1,
    .refusal = expertsRefusal,
};

}  // namespace pgram
