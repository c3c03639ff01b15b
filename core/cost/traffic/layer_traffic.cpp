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
    addPasses(scene, overlap, kind, how, group, scene.collective(how, group, buffer), transfers, Beside::Nothing);
}

void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               const CollectiveCost& once, int transfers, Beside beside)
{
    const auto put = [&](Lane& lane, Seconds shared, Seconds seconds) {
        if (beside == Beside::Layer) {
            return lane.beside(seconds);
        }
        if (beside == Beside::SharedExperts) {
            seconds = overlapped(shared, seconds, scene.cluster.overlapSlowdown.value) - shared;
        }
        lane.after(seconds);
        return seconds;
    };
    const bool again = kind == TrafficKind::ExpertParallel ? scene.repeatsExperts() : scene.repeatsAll();
    const Seconds repeated = again ? scene.profile.sharedForward : 0;
    const int backward = (scene.backwards() + (again ? 1 : 0)) * transfers;
    const double times = static_cast<double>(transfers + backward) * scene.microbatches;
    const Seconds inForward = put(overlap.forward, scene.profile.sharedForward, transfers * once.seconds);
    const Seconds inBackward = put(overlap.backward, scene.profile.sharedBackward + repeated, backward * once.seconds);
    overlap.charge(kind, how, group, once, times, times * once.seconds,
                   beside == Beside::Nothing ? times * once.seconds : scene.microbatches * (inForward + inBackward));
}

}  // namespace pgram
