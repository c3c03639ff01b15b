// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/index.h"
#include "core/cluster/dispatch.h"
#include "core/cost/traffic/layer_traffic.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns the largest number of islands for the experts of a token, if routing first chooses among groups of experts
/// and these occupy as few islands as possible (DeepSeek-V3, 2412.19437 §2.1.2).
double islandsAllowed(const LayerSpec& layer, double islands)
{
    return layer.topGroups == 0 ? islands
                                : static_cast<double>(layer.topGroups) *
                                      std::max(1.0, islands / static_cast<double>(layer.expertGroups));
}

/// Returns the number of copies sent of a token: one to each of its experts, or one to each island of the group's
/// widest links that holds some of them, for experts drawn with equal probability.
double copiesSent(const LayerScene& scene, Group group)
{
    const auto experts = static_cast<double>(scene.layer.topK);
    if (!scene.training.framework.fusedDispatch) {
        return experts;
    }
    const int level = linkLevel(scene.cluster, group);
    const int inside = level == 0 ? 1 : scene.cluster.links[at(level - 1)].span / group.stride;
    const double islands = std::max(1.0, static_cast<double>(group.size) / std::max(1, inside));
    return std::min(placesHit(islands, experts), islandsAllowed(scene.layer, islands));
}

Beside besideDispatch(const LayerScene& scene)
{
    const Framework& framework = scene.training.framework;
    return framework.overlapsDispatch                                           ? Beside::Layer
           : framework.overlapsSharedExperts && scene.profile.sharedForward > 0 ? Beside::SharedExperts
                                                                                : Beside::Nothing;
}

/// Returns the bytes of one element on its way to its experts.
double bytesThere(const LayerScene& scene)
{
    const PrecisionRow& numbers = precisionRow(scene.training.precision);
    return scene.training.framework.narrowDispatch && numbers.isNarrow() ? numbers.inputBytes()
                                                                         : scene.training.elementBytes();
}

/// Returns the cost of fused dispatch within an island in which it was measured: the mean of dispatch and combine,
/// which are equally many.
std::optional<CollectiveCost> fusedInside(const LayerScene& scene, Group group, double tokens)
{
    if (!scene.training.framework.fusedDispatch || group.stride != 1 || linkLevel(scene.cluster, group) > 0) {
        return std::nullopt;
    }
    const double width = asDouble(expertWidthOf(scene.layer));
    const Dispatch forth{tokens, width * bytesThere(scene), asDouble(scene.layer.topK), scene.training.expertLoad};
    Dispatch combine = forth;
    combine.tokenBytes = scene.bytesOf(width);
    const auto there = dispatchTime(scene.cluster, group.size, forth, false);
    const auto back = dispatchTime(scene.cluster, group.size, combine, true);
    if (!there || !back) {
        return std::nullopt;
    }
    CollectiveCost cost;
    cost.seconds = (*there + *back) / 2 / scene.training.framework.collectiveShare;
    cost.bytesPerRank = (dispatchedBytes(forth, group.size) + dispatchedBytes(combine, group.size)) / 2;
    cost.route = Route::Pairwise;
    return cost;
}

}  // namespace

/// Adds dispatch and combine: in each direction, top-k copies of every token between its rank and the ranks of its
/// experts. If tokens are split over ranks that share an expert, these ranks gather the tokens of the others, and
/// scatter the sums.
void expertTraffic(const LayerScene& scene, Overlap& overlap)
{
    if (scene.layer.experts == 0) {
        return;
    }
    const Group splitting = scene.sharding.experts.split;
    const Group owning = scene.sharding.experts.experts;
    const int ways = scene.shard.tokensSplit ? scene.sharding.tensor.size : 1;
    const double tokens = scene.tokensHere();
    const double one = scene.bytesOf(tokens * asDouble(expertWidthOf(scene.layer)));
    const double copies = one * static_cast<double>(scene.layer.topK);
    if (owning.size > 1) {
        const double mean = (1 + bytesThere(scene) / scene.training.elementBytes()) / 2;  // average of both directions
        const CollectiveCost once =
            fusedInside(scene, owning, tokens / ways)
                .value_or(scene.collective(CollectiveKind::AllToAll, owning,
                                           mean * one / ways * copiesSent(scene, owning) * scene.training.expertLoad));
        addPasses(scene, overlap, TrafficKind::ExpertParallel, CollectiveKind::AllToAll, owning, once, 2,
                  besideDispatch(scene));
    }
    if (ways > 1 && splitting.size > 1) {
        addPasses(scene, overlap, TrafficKind::ExpertParallel, CollectiveKind::AllGather, splitting,
                  copies * splitting.size / ways, 2);
    }
}

}  // namespace pgram
