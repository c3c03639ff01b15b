// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The host memory that a plan's nodes need, declared in estimate.h.
#include "core/base/index.h"
#include "core/plan/estimate.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns the host memory for `count` devices from `first` on. All devices of a stage keep equally much.
HostNeed needOf(const Plan& plan, const std::vector<StageEstimate>& stages, int first, int count)
{
    HostNeed need;
    need.devices = count;
    Bytes most = 0;
    const int end = first + count;
    for (int block = first / plan.stageDevices(); block * plan.stageDevices() < end; ++block) {
        const int from = std::max(first, block * plan.stageDevices());
        const int to = std::min(end, (block + 1) * plan.stageDevices());
        const int stage = plan.stageAtBlock(block);
        const Bytes kept = stages[at(stage)].hostMemory;
        need.needed = added(need.needed, times(to - from, kept));
        need.stage = kept > most ? stage : need.stage;
        most = std::max(most, kept);
    }
    need.available = times(count, plan.cluster.host.memory);
    return need;
}

}  // namespace

HostNeed hostNeed(const Plan& plan, const std::vector<StageEstimate>& stages)
{
    HostNeed most;
    if (std::ranges::all_of(stages, [](const StageEstimate& stage) { return stage.hostMemory == 0; })) {
        return most;
    }
    const int devices = static_cast<int>(stages.size()) * plan.stageDevices();
    const int node = plan.cluster.nodeDevices();
    for (int first = 0; first < devices; first += node) {
        const HostNeed need = needOf(plan, stages, first, std::min(node, devices - first));
        most = need.needed > most.needed ? need : most;
    }
    return most;
}

}  // namespace pgram
