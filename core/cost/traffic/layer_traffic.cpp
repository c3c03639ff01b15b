// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_traffic.h"

#include <algorithm>

namespace pgram {

void Overlap::charge(TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once, double times,
                     Seconds seconds, Seconds exposed)
{
    charges.push_back(
        {kind, how, group, once.route, once.link, times, once.bytesPerRank, std::max(0.0, seconds - exposed), exposed});
}

void Overlap::chargeEach(double m, TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once,
                         double times, Seconds seconds, Seconds exposed)
{
    charges.push_back({kind, how, group, once.route, once.link, times * m, once.bytesPerRank,
                       m * std::max(0.0, seconds - exposed), m * exposed});
}

void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               Volume buffer, int transfers)
{
    addPasses(scene, overlap, kind, how, group, scene.collective(how, group, buffer), transfers, false);
}

void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               const CollectiveCost& once, int transfers, bool beside)
{
    const auto put = [beside](Lane& lane, Seconds seconds) {
        if (beside) {
            return lane.beside(seconds);
        }
        lane.after(seconds);
        return seconds;
    };
    const int backward = (scene.backwards() + (scene.repeatsAll() ? 1 : 0)) * transfers;
    const double times = static_cast<double>(transfers + backward) * scene.microbatches;
    const Seconds inForward = put(overlap.forward, transfers * once.seconds);
    const Seconds inBackward = put(overlap.backward, backward * once.seconds);
    overlap.charge(kind, how, group, once, times, times * once.seconds,
                   beside ? scene.microbatches * (inForward + inBackward) : times * once.seconds);
}

}  // namespace pgram
