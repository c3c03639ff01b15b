// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/worst_case.h"

namespace pgram {

Plan withSlowDevice(Plan plan, int stage, double slowdown)
{
    plan.cluster.slow.push_back({plan.firstDevice(stage), 1, 1 - slowdown});
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
