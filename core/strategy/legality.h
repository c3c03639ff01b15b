// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reasons why a strategy is not a candidate for a layer: a code and its numbers, which become a text only for people.
#pragma once

#include "core/base/names.h"
#include "core/base/text.h"
#include "core/cluster/cluster.h"
#include "core/model/architecture.h"
#include "core/model/training.h"
#include "core/strategy/layer_strategy.h"

#include <cstdint>
#include <optional>
#include <span>

namespace pgram {

/// Rules that refuse a strategy.
enum class Rule {
    GroupSize,        ///< t·c·d is not N/P
    Batch,            ///< m·d does not divide B
    Heads,            ///< t does not divide the heads
    KvHeads,          ///< neither t divides the KV heads nor the KV heads t
    Ffn,              ///< t does not divide the FFN width, or that of shared experts
    Vocabulary,       ///< t does not divide the padded vocabulary
    Tokens,           ///< t (sequence parallelism) or c does not divide the tokens, or 2c those of a causal layer
    NotSplittable,    ///< the layer has nothing that tensor or sequence parallelism could split
    Experts,          ///< e does not divide the experts
    ExpertRanks,      ///< e does not divide the ranks that experts spread over
    ExpertTensor,     ///< the expert tensor degree does not divide t
    ExpertFolding,    ///< the ranks of a stage, or of one copy, do not divide by e times the expert tensor degree
    ExpertTokens,     ///< an expert tensor degree below t without Megatron SP: the ranks have the same tokens
    Modules,          ///< recompute of modules in a layer without modules
    ShardDegree,      ///< the sharding degree does not divide the data group
    ShardPlacement,   ///< copies lie between the ranks that share tokens and split one copy of the states
    SequenceKind,     ///< Megatron SP needs t > 1; a Ulysses group needs at least two ranks
    Slices,           ///< slices of tokens in a layer that is not causal, or slices without tokens
    SlicesPadded,     ///< slices of samples that are padded to different lengths
    SlicesOnHost,     ///< slices whose kept tensors are left in host memory: whole micro-batches alone are swapped
    SharedStages,     ///< layers that share parameters, on several stages
    SharedAlike,      ///< layers that share parameters, of which some run otherwise
    LayoutShape,      ///< t is not a square (times the depth) of a grid, or not a cube
    LayoutPlacement,  ///< ranks of a grid, cube or ring of self-attention do not follow each other
    LayoutBeside,     ///< a dimension that such a layout excludes: its place in dimensionRules()
    LayoutSlices,     ///< slices of tokens with such a layout
    LayoutLayer,      ///< a kind of layer that has no such layout
    LayoutBatch,      ///< the grid's parts of the samples do not divide the local micro-batch
    LayoutWidth,      ///< q, or q² of a cube, does not divide the hidden or FFN width or the vocabulary
    OutputGroups,     ///< t does not divide the groups of heads that the output has a product of each of
    CompressedKeys,   ///< a rank would hold part of a compressed key, or a ring or Ulysses group would split them
    GatheredKeys,     ///< keys and values are gathered without a context group
    WeightsOnHost,    ///< weights on the host without ZeRO-3, or without the optimizer there
    HostLink,         ///< offload needs a link to host memory that the cluster does not name
    Takeaway2,        ///< group members are not equal
    Takeaway3,        ///< DP and SDP in one tree
};
template <>
inline constexpr std::array<std::string_view, 36> enumNames<Rule>{
    "group-size",      "batch",          "heads",           "kv-heads",        "ffn",           "vocabulary",
    "tokens",          "not-splittable", "experts",         "expert-ranks",    "expert-tensor", "expert-folding",
    "expert-tokens",   "modules",        "shard-degree",    "shard-placement", "sequence-kind", "slices",
    "slices-padded",   "slices-on-host", "shared-stages",   "shared-alike",    "layout-shape",  "layout-placement",
    "layout-beside",   "layout-slices",  "layout-layer",    "layout-batch",    "layout-width",  "output-groups",
    "compressed-keys", "gathered-keys",  "weights-on-host", "host-link",       "takeaway-2",    "takeaway-3"};

/// A refusal: the rule, and the two numbers that violate it.
struct Verdict {
    Rule rule = Rule::GroupSize;  ///< the rule that refuses
    std::int64_t left = 0;        ///< the first number, in the order of the rule
    std::int64_t right = 0;       ///< the second number
    bool operator==(const Verdict&) const = default;
};

/// Returns the reason of a refusal, one sentence with its numbers.
[[nodiscard]] Text explain(const Verdict& verdict);

/// Returns the first rule that refuses `strategy` for `layer` on stages of `stageDevices` with `microbatches`; nothing
/// if the strategy is legal. A local micro-batch B/(m·d) must be a whole number.
[[nodiscard]] std::optional<Verdict> refusal(const LayerSpec& layer, const LayerStrategy& strategy, int stageDevices,
                                             const Training& training, std::int64_t sequence, int microbatches);

/// Returns the first rule that refuses one of the slices of a micro-batch, given by their tokens. Only causal layers of
/// a decoder can be sliced, and each slice must be divisible as a sequence of its length. No slices: nothing is
/// refused.
[[nodiscard]] std::optional<Verdict> sliceRefusal(const LayerSpec& layer, const LayerStrategy& strategy,
                                                  int stageDevices, const Training& training,
                                                  std::span<const std::int64_t> slices, int microbatches);

/// Returns the part of a strategy that layers with shared parameters must have in common: all but what they keep.
[[nodiscard]] inline LayerStrategy agreed(LayerStrategy strategy)
{
    strategy.kept = {};
    return strategy;
}

/// Returns the strategy of a layer when all layers run `strategy`: experts and modules apply only to layers that have
/// them.
[[nodiscard]] LayerStrategy asRunBy(const LayerSpec& layer, LayerStrategy strategy, const ModuleSet& modules);

/// Refuses a strategy for a layer that shares its parameters with a layer under `alike`: both must be on one stage and
/// equal but for what they keep. Several stages would each have a copy, and would sum its gradients.
[[nodiscard]] std::optional<Verdict> sharingRefusal(const LayerSpec& layer, const LayerStrategy& strategy, int pipeline,
                                                    const LayerStrategy& alike);

/// Refuses a tensor group whose size does not suit its layout: a square, equal squares, a cube, a ring of two or more.
[[nodiscard]] std::optional<Verdict> shapeRefusal(const LayerStrategy& strategy);

/// Refuses hybrid sharding whose copies lie between the ranks that split the states of one.
[[nodiscard]] std::optional<Verdict> unevenShards(const LayerStrategy& strategy);

/// Refuses offload where the cluster names no link to host memory.
[[nodiscard]] std::optional<Verdict> hostRefusal(const LayerStrategy& strategy, const Cluster& cluster);

}  // namespace pgram
