// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/worst_case.h"

#include "core/cluster/stage_clusters.h"

#include <algorithm>

namespace pgram {

Plan withSlowDevice(Plan plan, int stage, double slowdown)
{
    const int first = plan.firstDevice(stage);
    int slowest = first;
    for (const SlowDevices& slow : plan.cluster.slow) {
        const int device = std::max(first, slow.first);
        if (device < std::min(first + plan.stageDevices(), slow.first + slow.devices) &&
            speedOf(plan.cluster, device) < speedOf(plan.cluster, slowest)) {
            slowest = device;
        }
    }
    plan.cluster.slow.push_back({slowest, 1, 1 - slowdown});
    return plan;
}

WorstCase worstCase(const Plan& plan, double slowdown, Seconds enough)
{
    WorstCase worst;
    for (int stage = 0; stage < plan.pipeline() && worst.step <= enough; ++stage) {
        const Seconds step = stepAndMemory(withSlowDevice(plan, stage, slowdown)).step;
        if (step > worst.step) {
            worst = {step, stage};
        }
    }
    return worst;
}

}  // namespace pgram
