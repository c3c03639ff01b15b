// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/legality.h"

#include "core/base/index.h"
#include "core/model/attention.h"
#include "core/model/convolution.h"
#include "core/model/layer_role.h"
#include "core/model/mixers.h"
#include "core/strategy/dimensions/dimensions.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

namespace pgram {

namespace {

using Rules = std::vector<const DimensionRules*>;

/// A search asks them of every strategy of every layer: those that say nothing are left out once.
Rules rulesWith(bool (*says)(const DimensionRules* rules))
{
    Rules rules;
    std::ranges::copy_if(dimensionRules(), std::back_inserter(rules), says);
    return rules;
}

/// Refuses ranks that divide the tokens of a compressed key. Frameworks gather such keys in a context group
/// (NeMo Automodel, components/models/deepseek_v4/cp.py; Megatron-LM 009276bb, csa_utils/cp_utils.py): no ring passes
/// them on, and no group exchanges their heads.
std::optional<Verdict> brokenKeys(const LayerSpec& layer, const LayerStrategy& s, std::int64_t tokens)
{
    const bool isRing = s.context > 1 && !s.gathersKeys;
    if (isRing || s.sequence == SequenceParallel::Ulysses) {
        return Verdict{Rule::CompressedKeys, isRing ? s.context : s.tensor, 0};
    }
    if (s.context > 1 && tokens % layer.compression != 0) {
        return Verdict{Rule::CompressedKeys, tokens, layer.compression};
    }
    return std::nullopt;
}

/// Returns the first size of a layer that the ranks of a placement do not divide. Key and value heads fewer than ranks
/// are on several of them.
std::optional<Verdict> indivisible(const LayerSpec& layer, const LayerStrategy& s, const Sharding& sharding,
                                   std::int64_t sequence)
{
    const int widths = sharding.inside.parts(Axis::Width);
    // A ring of context parallelism exchanges the heads of a mixer with a state.
    const int heads = sharding.attention.parts(Axis::Heads) * (stateMixerOf(layer) != nullptr ? s.context : 1);
    const int tokenParts = sharding.boundary.parts(Axis::Tokens);
    if (isConvolution(layer) && std::max(widths, tokenParts) > 1) {
        return Verdict{Rule::NotSplittable, widths > 1 ? widths : tokenParts, 0};
    }
    const bool holdsVocabulary = layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Head || layer.tied;
    if (holdsVocabulary && layer.vocabulary % widths != 0) {
        return Verdict{Rule::Vocabulary, layer.vocabulary, widths};
    }
    if (layer.heads % heads != 0) {
        return Verdict{Rule::Heads, layer.heads, heads};
    }
    if (layer.heads > 0 && layer.kvHeads % heads != 0 && heads % layer.kvHeads != 0) {
        return Verdict{Rule::KvHeads, layer.kvHeads, heads};
    }
    if (layer.outputGroups % widths != 0) {
        return Verdict{Rule::OutputGroups, layer.outputGroups, widths};
    }
    // Experts that the tensor group does not split have a rule of their own.
    const bool splitsFfn = layer.experts == 0 || sharding.experts.split.size == sharding.weights.split.size;
    for (const std::int64_t width : {splitsFfn ? layer.ffn : 0, layer.sharedFfn}) {
        if (isTransformerBlock(layer) && width % widths != 0) {
            return Verdict{Rule::Ffn, width, widths};
        }
    }
    // Under a causal mask each rank of a ring has one chunk from the front and one from the back: equal work for all.
    const std::int64_t tokens = layer.tokens > 0 ? layer.tokens : sequence;
    const int chunks = isCausal(layer) && s.context > 1 ? 2 * s.context : 1;
    for (const int parts : {tokenParts, chunks}) {
        if (tokens % parts != 0) {
            return Verdict{Rule::Tokens, tokens, parts};
        }
    }
    return isCompressed(layer) ? brokenKeys(layer, s, tokens / chunks) : std::nullopt;
}

}  // namespace

Text explain(const Verdict& v)
{
    switch (v.rule) {
    case Rule::GroupSize:
        return Core::tr("degrees multiply to {}, the stage has {} device(s)", v.left, v.right);
    case Rule::Batch:
        return Core::tr("the batch of {} sample(s) does not divide by {} micro-batch shares", v.left, v.right);
    case Rule::Heads:
        return Core::tr("{} heads do not divide among {} ranks", v.left, v.right);
    case Rule::KvHeads:
        return Core::tr("{} key/value heads neither divide among {} ranks nor the reverse", v.left, v.right);
    case Rule::Ffn:
        return Core::tr("FFN width {} does not divide among {} ranks", v.left, v.right);
    case Rule::Vocabulary:
        return Core::tr("vocabulary {} does not divide by tensor degree {}", v.left, v.right);
    case Rule::Tokens:
        return Core::tr("{} tokens do not divide by {} parts", v.left, v.right);
    case Rule::NotSplittable:
        return Core::tr("a convolution is not split by tensor or sequence parallelism (degree {})", v.left);
    case Rule::Experts:
        return v.left == 0 ? Core::tr("it has no experts, and expert degree is {}", v.right)
                           : Core::tr("{} experts do not divide by expert degree {}", v.left, v.right);
    case Rule::ExpertRanks:
        return Core::tr("the {} rank(s) that share out the experts do not divide by expert degree {}", v.left, v.right);
    case Rule::ExpertTensor:
        return Core::tr("tensor degree {} does not divide by expert tensor degree {}", v.left, v.right);
    case Rule::ExpertFolding:
        return Core::tr("{} rank(s) do not divide by {}, the expert degree times the expert tensor degree", v.left,
                        v.right);
    case Rule::ExpertTokens:
        return Core::tr("expert tensor degree {} below tensor degree {} needs sequence parallelism", v.left, v.right);
    case Rule::Modules:
        return Core::tr("the layer has none of the modules that are computed again");
    case Rule::ShardPlacement:
        return Core::tr("{} copies lie between the {} ranks that split the states of one", v.left, v.right);
    case Rule::ShardDegree:
        return Core::tr("a data group of {} does not divide by sharding degree {}", v.left, v.right);
    case Rule::SequenceKind:
        return Core::tr("sequence parallelism needs a tensor group");
    case Rule::Slices:
        return Core::tr("only sequences of a causal decoder are cut into slices, each of at least one token");
    case Rule::SlicesPadded:
        return Core::tr("samples that are padded to the longest of a micro-batch have no slices of a fixed length");
    case Rule::SlicesOnHost:
        return Core::tr("slices keep their tensors on the device: only those of whole micro-batches are swapped");
    case Rule::SharedStages:
        return Core::tr("{} layers share one set of parameters: {} stages would each have a copy and sum its gradients "
                        "between them, which is not planned",
                        v.left, v.right);
    case Rule::SharedAlike:
        return Core::tr("layers that share parameters run alike, but for what they keep");
    case Rule::LayoutShape:
        return v.right == 0   ? Core::tr("{} devices are no cube", v.left)
               : v.right == 1 ? Core::tr("{} devices are no square", v.left)
                              : Core::tr("{} devices are not {} squares", v.left, v.right);
    case Rule::LayoutPlacement:
        return Core::tr("the {} devices of a grid, a cube or a ring follow each other", v.left);
    case Rule::LayoutBeside:
        return Core::tr("{} is not there beside a grid, a cube or a ring", dimensionRules()[at(v.left)]->title);
    case Rule::LayoutSlices:
        return Core::tr("slices of tokens are not there beside a grid, a cube or a ring");
    case Rule::LayoutLayer:
        return Core::tr("a layer of this kind is not laid out over a grid, a cube or a ring of {}", v.left);
    case Rule::LayoutBatch:
        return Core::tr("{} sample(s) of a micro-batch do not divide by the {} parts of the tensor group", v.left,
                        v.right);
    case Rule::LayoutWidth:
        return Core::tr("a width of {} does not divide by {} parts of the tensor group", v.left, v.right);
    case Rule::OutputGroups:
        return Core::tr("{} groups of heads in front of the output do not divide among {} ranks", v.left, v.right);
    case Rule::CompressedKeys:
        return v.right > 0 ? Core::tr("{} tokens of a rank are not whole compressed keys of {} tokens", v.left, v.right)
                           : Core::tr("compressed keys are gathered in a context group: {} ranks are a ring, or "
                                      "exchange heads",
                                      v.left);
    case Rule::GatheredKeys:
        return Core::tr("keys and values are gathered in a context group, and the context degree is {}", v.left);
    case Rule::WeightsOnHost:
        return Core::tr("weights wait on the host under ZeRO-3 with the optimizer there, and the ZeRO stage is {}",
                        v.left);
    case Rule::HostLink:
        return Core::tr("the cluster names no link to host memory");
    case Rule::Takeaway2:
        return Core::tr("groups of {} and {} devices are not equal", v.left, v.right);
    case Rule::Takeaway3:
        return Core::tr("DP of {} and SDP of {} in one tree: never better than SDP of {} alone (Takeaway 3)", v.left,
                        v.right, v.left * v.right);
    }
    return {};
}

std::optional<Verdict> refusal(const LayerSpec& layer, const LayerStrategy& s, int stageDevices,
                               const Training& training, std::int64_t sequence, int microbatches)
{
    if (s.groupSize() != stageDevices) {
        return Verdict{Rule::GroupSize, s.groupSize(), stageDevices};
    }
    const std::int64_t shares = static_cast<std::int64_t>(microbatches) * s.data;
    if (training.globalBatch % shares != 0) {
        return Verdict{Rule::Batch, training.globalBatch, shares};
    }
    static const Rules ofAnyLayer = rulesWith([](const DimensionRules* rules) { return rules->unsound != nullptr; });
    for (const DimensionRules* rules : ofAnyLayer) {
        if (auto refused = rules->has(s) ? rules->unsound(s) : std::nullopt) {
            return refused;
        }
    }
    const Sharding sharding = shardingOf(s);
    const int tensorParts = sharding.boundary.parts(Axis::Samples) / s.data;
    if (training.globalBatch / shares % tensorParts != 0) {
        return Verdict{Rule::LayoutBatch, training.globalBatch / shares, tensorParts};
    }
    if (s.kept.part == KeptPart::WithoutModules && !hasModules(layer, training.recomputedModules)) {
        return Verdict{Rule::Modules, 0, 0};
    }
    if (auto refused = indivisible(layer, s, sharding, sequence)) {
        return refused;
    }
    static const Rules ofLayers = rulesWith([](const DimensionRules* rules) { return rules->refusal != nullptr; });
    for (const DimensionRules* rules : ofLayers) {
        if (auto refused = rules->has(s) ? rules->refusal(layer, s, sharding) : std::nullopt) {
            return refused;
        }
    }
    return std::nullopt;
}

std::optional<Verdict> sliceRefusal(const LayerSpec& layer, const LayerStrategy& strategy, int stageDevices,
                                    const Training& training, std::span<const std::int64_t> slices, int microbatches)
{
    const bool isCut =
        layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Decoder || layer.kind == LayerKind::Head;
    if (!slices.empty() && training.documents.isPadded()) {
        return Verdict{Rule::SlicesPadded, 0, 0};
    }
    if (!slices.empty() && strategy.kept.isOnHost()) {
        return Verdict{Rule::SlicesOnHost, 0, 0};
    }
    if (!slices.empty() && layoutsRules.has(strategy)) {
        return Verdict{Rule::LayoutSlices, 0, 0};
    }
    for (const std::int64_t tokens : slices) {
        if (!isCut || layer.tokens > 0 || tokens < 1) {
            return Verdict{Rule::Slices, tokens, static_cast<std::int64_t>(slices.size())};
        }
        if (auto refused = refusal(layer, strategy, stageDevices, training, tokens, microbatches)) {
            return refused;
        }
    }
    return std::nullopt;
}

LayerStrategy asRunBy(const LayerSpec& layer, LayerStrategy strategy, const ModuleSet& modules)
{
    if (layer.experts == 0) {
        strategy.expert = 1;
        strategy.expertTensor = 0;
    }
    if (strategy.kept.part == KeptPart::WithoutModules && !hasModules(layer, modules)) {
        strategy.kept = {};
    }
    return strategy;
}

std::optional<Verdict> sharingRefusal(const LayerSpec& layer, const LayerStrategy& strategy, int pipeline,
                                      const LayerStrategy& alike)
{
    if (layer.sharedBy == 0) {
        return std::nullopt;
    }
    if (pipeline > 1) {
        return Verdict{Rule::SharedStages, layer.sharedBy, pipeline};
    }
    return agreed(strategy) != agreed(alike) ? std::optional(Verdict{Rule::SharedAlike, 0, 0}) : std::nullopt;
}

std::optional<Verdict> unevenShards(const LayerStrategy& s)
{
    const Sharding sharding = shardingOf(s);
    return sharding.shardsAreEven
               ? std::nullopt
               : std::optional(Verdict{Rule::ShardPlacement, s.replicas(), sharding.weights.shard.size});
}

std::optional<Verdict> hostRefusal(const LayerStrategy& s, const Cluster& cluster)
{
    return s.usesHost() && !cluster.host.isKnown() ? std::optional(Verdict{Rule::HostLink, 0, 0}) : std::nullopt;
}

}  // namespace pgram
