// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/dispatch.h"

#include <cmath>

namespace pgram {

namespace {

double othersVisited(const Dispatch& dispatch, int ranks)
{
    return placesHit(ranks, dispatch.topK) * (ranks - 1) / ranks;
}

}  // namespace

double placesHit(double all, double draws)
{
    return all * (1 - std::pow(1 - 1 / all, draws));
}

Volume dispatchedBytes(const Dispatch& dispatch, int ranks)
{
    return dispatch.tokens * dispatch.tokenBytes * othersVisited(dispatch, ranks);
}

std::optional<Seconds> dispatchTime(const Cluster& cluster, int ranks, const Dispatch& dispatch, bool back)
{
    const LinkLevel& link = cluster.links.front();
    if (!link.collectives || !link.collectives->dispatch[back ? 1 : 0]) {
        return std::nullopt;
    }
    const DispatchConstants& constants = *link.collectives->dispatch[back ? 1 : 0];
    if (ranks > constants.ranks) {
        return std::nullopt;
    }
    const double others = othersVisited(dispatch, ranks) * dispatch.load;
    const Bandwidth own = constants.ownShare * cluster.device.memoryBandwidth;
    const Bandwidth between = constants.rate * link.bandwidth * link.efficiency.value;
    return constants.start + dispatch.tokens * dispatch.tokenBytes * (1 / own + others / between) +
           dispatch.tokens * (1 + others) * constants.perCopy;
}

}  // namespace pgram
