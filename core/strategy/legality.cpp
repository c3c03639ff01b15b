// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/legality.h"

#include <fmt/format.h>

namespace pgram {

namespace {

bool hasAttention(const LayerSpec& layer)
{
    return layer.heads > 0;
}

bool isConvolution(const LayerSpec& layer)
{
    return layer.kind == LayerKind::ConvStem || layer.kind == LayerKind::Bottleneck;
}

bool isCausal(const LayerSpec& layer)
{
    return layer.kind == LayerKind::Decoder || layer.kind == LayerKind::CrossDecoder;
}

bool holdsVocabulary(const LayerSpec& layer)
{
    return layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Head;
}

/// All of the matrices are on every rank of a Ulysses group: nothing but heads must divide. Key and value heads that
/// are fewer are sent to several ranks.
std::optional<Verdict> ulyssesRefusal(const LayerSpec& layer, int degree)
{
    if (!hasAttention(layer)) {
        return std::nullopt;
    }
    if (layer.heads % degree != 0) {
        return Verdict{Rule::UlyssesHeads, layer.heads, degree};
    }
    if (layer.kvHeads % degree != 0 && degree % layer.kvHeads != 0) {
        return Verdict{Rule::UlyssesKv, layer.kvHeads, degree};
    }
    return std::nullopt;
}

std::optional<Verdict> tensorRefusal(const LayerSpec& layer, const LayerStrategy& s)
{
    const int t = s.tensor;
    if (t == 1) {
        return std::nullopt;
    }
    if (isConvolution(layer)) {
        return Verdict{Rule::NotSplittable, t, 0};
    }
    if (s.sequence == SequenceParallel::Ulysses) {
        return ulyssesRefusal(layer, t);
    }
    if (holdsVocabulary(layer) && layer.vocabulary % t != 0) {
        return Verdict{Rule::Vocabulary, layer.vocabulary, t};
    }
    if (!hasAttention(layer)) {
        return std::nullopt;
    }
    if (layer.heads % t != 0) {
        return Verdict{Rule::Heads, layer.heads, t};
    }
    if (layer.kvHeads % t != 0 && t % layer.kvHeads != 0) {
        return Verdict{Rule::KvHeads, layer.kvHeads, t};
    }
    for (const std::int64_t width : {layer.ffn, layer.sharedFfn}) {
        if (width % t != 0) {
            return Verdict{Rule::Ffn, width, t};
        }
    }
    return std::nullopt;
}

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
    if (tokens % chunks != 0) {
        return Verdict{Rule::Tokens, tokens, chunks};
    }
    return std::nullopt;
}

std::optional<Verdict> expertRefusal(const LayerSpec& layer, const LayerStrategy& s)
{
    if (s.expert == 1) {
        return std::nullopt;
    }
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

const char* code(Rule rule)
{
    switch (rule) {
    case Rule::GroupSize:
        return "group-size";
    case Rule::Batch:
        return "batch";
    case Rule::Heads:
        return "heads";
    case Rule::KvHeads:
        return "kv-heads";
    case Rule::Ffn:
        return "ffn";
    case Rule::Vocabulary:
        return "vocabulary";
    case Rule::Tokens:
        return "tokens";
    case Rule::NotSplittable:
        return "not-splittable";
    case Rule::Experts:
        return "experts";
    case Rule::UlyssesHeads:
        return "ulysses-heads";
    case Rule::UlyssesKv:
        return "ulysses-kv-heads";
    case Rule::ShardDegree:
        return "shard-degree";
    case Rule::ShardPlacement:
        return "shard-placement";
    case Rule::SequenceKind:
        return "sequence-kind";
    case Rule::HostLink:
        return "host-link";
    case Rule::Takeaway2:
        return "takeaway-2";
    case Rule::Takeaway3:
        return "takeaway-3";
    }
    return "";
}

std::string explain(const Verdict& v)
{
    switch (v.rule) {
    case Rule::GroupSize:
        return fmt::format("degrees multiply to {}, the stage has {} devices", v.left, v.right);
    case Rule::Batch:
        return fmt::format("the batch of {} samples does not divide by {} micro-batch shares", v.left, v.right);
    case Rule::Heads:
        return fmt::format("{} attention heads do not divide by tensor degree {}", v.left, v.right);
    case Rule::KvHeads:
        return fmt::format("{} key/value heads neither divide by tensor degree {} nor divide it", v.left, v.right);
    case Rule::Ffn:
        return fmt::format("FFN width {} does not divide by tensor degree {}", v.left, v.right);
    case Rule::Vocabulary:
        return fmt::format("vocabulary {} does not divide by tensor degree {}", v.left, v.right);
    case Rule::Tokens:
        return fmt::format("{} tokens do not divide by {} parts", v.left, v.right);
    case Rule::NotSplittable:
        return fmt::format("a convolution is not split by tensor or sequence parallelism (degree {})", v.left);
    case Rule::Experts:
        return fmt::format("{} does not divide by expert degree {}", v.left, v.right);
    case Rule::UlyssesHeads:
        return fmt::format("{} attention heads do not divide by Ulysses degree {}", v.left, v.right);
    case Rule::UlyssesKv:
        return fmt::format("{} key/value heads neither divide by Ulysses degree {} nor divide it", v.left, v.right);
    case Rule::ShardPlacement:
        return fmt::format("{} copies lie between the {} ranks that split the states of one", v.left, v.right);
    case Rule::ShardDegree:
        return fmt::format("a data group of {} does not divide by sharding degree {}", v.left, v.right);
    case Rule::SequenceKind:
        return "sequence parallelism needs a tensor group";
    case Rule::HostLink:
        return "the cluster names no link to host memory";
    case Rule::Takeaway2:
        return fmt::format("groups of {} and {} devices are not equal", v.left, v.right);
    case Rule::Takeaway3:
        return fmt::format("DP of {} and SDP of {} in one tree: never better than SDP of {} alone (Takeaway 3)", v.left,
                           v.right, v.left * v.right);
    }
    return "";
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
    if (s.sequence == SequenceParallel::Megatron && s.tensor == 1) {
        return Verdict{Rule::SequenceKind, s.tensor, 0};
    }
    if (s.shard > 0 && (s.zero != 3 || s.data % s.shard != 0)) {
        return Verdict{Rule::ShardDegree, s.data, s.shard};
    }
    if (!shardsAreEven(s)) {
        return Verdict{Rule::ShardPlacement, s.replicas(), s.shardDegree()};
    }
    if (auto refused = tensorRefusal(layer, s)) {
        return refused;
    }
    if (auto refused = tokenRefusal(layer, s, sequence)) {
        return refused;
    }
    return expertRefusal(layer, s);
}

std::optional<Verdict> hostRefusal(const LayerStrategy& s, const Cluster& cluster)
{
    return s.usesHost() && !cluster.host.isKnown() ? std::optional(Verdict{Rule::HostLink, 0, 0}) : std::nullopt;
}

}  // namespace pgram
