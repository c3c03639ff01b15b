// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_traffic.h"
#include "core/model/attention.h"
#include "core/model/mixers.h"

#include <algorithm>

namespace pgram {

namespace {

/// Sends what a mixer with a state reads of this rank's tokens to the ranks of a group that share its heads out, and
/// the output back. Megatron-LM does so in groups of context parallelism, too (d98e8a64,
/// core/ssm/mamba_context_parallel.py).
void addStates(const LayerScene& scene, Overlap& overlap, TrafficKind kind, Group group, int tensor)
{
    const StateMixer* mixer = stateMixerOf(scene.layer);
    if (mixer == nullptr) {
        return;
    }
    const StateWidths widths = stateWidthsOf(scene.layer, *mixer);
    const double gates = mixer->lowRankGates ? widths.keys + widths.values : 0;
    for (const double width : {widths.projected + gates, widths.values}) {
        addPasses(scene, overlap, kind, CollectiveKind::AllToAll, group,
                  scene.bytesOf(scene.tokensHere() * width / tensor), 1);
    }
}

/// Queries, keys and values go from all heads of a rank's tokens to its share of the heads of all tokens, and
/// attention's output comes back (2309.14509). Key and value heads fewer than ranks go to all that need them.
void addUlysses(const LayerScene& scene, Overlap& overlap)
{
    const auto send = [&](double elements) {
        addPasses(scene, overlap, TrafficKind::SequenceParallel, CollectiveKind::AllToAll, scene.sharding.tensor,
                  scene.bytesOf(elements), 1);
    };
    const int ranks = scene.shard.ulysses;
    const auto heads = static_cast<double>(scene.layer.heads);
    for (const Attention attention : attentionsOf(scene.layer)) {
        const double keyTokens = scene.here(keyTokensOf(scene.layer, attention, scene.sequence));
        const KeyValueElements share = keyValueElements(scene.layer, attention, ranks);
        send(scene.tokensHere() * heads * static_cast<double>(scene.layer.headDim));
        send(keyTokens * ranks * share.keys);
        send(keyTokens * ranks * share.values);
        send(scene.tokensHere() * heads * static_cast<double>(valueWidthOf(scene.layer)));
    }
}

/// Returns the elements of this rank's keys and values for one attention.
double keyElements(const LayerScene& scene, const Attention& attention)
{
    const int heads = scene.sharding.attention.parts(Axis::Heads);
    const double tokens =
        scene.shard.samples * static_cast<double>(keyTokensOf(scene.layer, attention, scene.sequence));
    return tokens * keyValueElements(scene.layer, attention, heads).both();
}

/// Keys and values go to all ranks of their group (around a ring: 2310.01889) once in forward, and with their gradients
/// in backward. Those of two attentions share the compute that hides them.
void addKeys(const LayerScene& scene, Overlap& overlap)
{
    const double hides = scene.sharding.keysBeside;
    const double slowdown = scene.cluster.overlapSlowdown.value;
    Lane forward(hides * scene.profile.attentionForward, slowdown);
    Lane backward(hides * scene.profile.attentionBackward, slowdown);
    const double mirrors = scene.backwards();
    const double repeats = scene.profile.backward && scene.strategy.kept.recomputes() ? 1 : 0;
    const double m = scene.microbatches;
    for (const Attention attention : attentionsOf(scene.layer)) {
        const CollectiveCost gather = scene.collective(CollectiveKind::AllGather, scene.sharding.keys,
                                                       scene.bytesOf(keyElements(scene, attention)));
        const Seconds once = forward.beside(gather.seconds);
        const Seconds twice = mirrors * backward.beside(2 * gather.seconds);
        const Seconds exposed = (1 + repeats) * once + twice;
        overlap.chargeEach(m, TrafficKind::ContextParallel, CollectiveKind::AllGather, scene.sharding.keys, gather,
                           1 + 2 * mirrors + repeats, (1 + 2 * mirrors + repeats) * gather.seconds, exposed);
        overlap.forward.after(once);
        overlap.backward.after(twice + repeats * once);
    }
}

}  // namespace

double gatheredKeyBytes(const LayerScene& scene)
{
    if (!scene.strategy.gathersKeys || scene.sharding.keys.size == 1) {
        return 0;
    }
    double most = 0;
    for (const Attention attention : attentionsOf(scene.layer)) {
        most = std::max(most, scene.bytesOf(keyElements(scene, attention)));
    }
    return (1 + scene.backwards()) * most;
}

void tokenTraffic(const LayerScene& scene, Overlap& overlap)
{
    if (scene.shard.ulysses > 1) {
        addUlysses(scene, overlap);
        addStates(scene, overlap, TrafficKind::SequenceParallel, scene.sharding.tensor, 1);
    }
    if (scene.sharding.keys.size > 1) {
        addKeys(scene, overlap);
        addStates(scene, overlap, TrafficKind::ContextParallel, scene.sharding.keys, scene.shard.tensor);
    }
}

}  // namespace pgram
