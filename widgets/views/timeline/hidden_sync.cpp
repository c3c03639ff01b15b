// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timeline_picture.h"

#include <algorithm>

namespace pgram {

namespace {

bool isBackward(TimelineKind kind)
{
    return kind == TimelineKind::Backward || kind == TimelineKind::WeightGradient;
}

HiddenSync syncOf(const Plan& plan, const Estimate& estimate, int chunk)
{
    const double m = plan.schedule.microbatches;
    HiddenSync sync;
    for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
        for (const Charge& charge : estimate.layers[layer].cost.charges) {
            if (charge.kind != TrafficKind::GradientSync) {
                continue;
            }
            if (charge.once) {
                sync.once += charge.hidden;
            } else {
                sync.each += charge.hidden / m;
            }
        }
    }
    return sync;
}

}  // namespace

HiddenSyncs hiddenSyncs(const Plan& plan, const Estimate& estimate)
{
    HiddenSyncs syncs(static_cast<std::size_t>(plan.pipeline()));
    for (std::size_t stage = 0; stage < syncs.size() && stage < estimate.timeline->stages.size(); ++stage) {
        for (const int chunk : plan.chunksOf(static_cast<int>(stage))) {
            syncs[stage].push_back(syncOf(plan, estimate, chunk));
        }
        const auto operations = estimate.timeline->ofStage(stage);
        std::size_t open = syncs[stage].size();
        for (auto operation = operations.rbegin(); operation != operations.rend() && open > 0; ++operation) {
            const auto chunk = static_cast<std::size_t>(operation->chunk);
            if (isBackward(operation->kind) && chunk < syncs[stage].size() && syncs[stage][chunk].lastEnd == 0) {
                syncs[stage][chunk].lastEnd = operation->end;
                syncs[stage][chunk].beside = operation->kind;
                --open;
            }
        }
    }
    return syncs;
}

Seconds hiddenBeside(const HiddenSyncs& syncs, std::size_t stage, const Operation& operation)
{
    const auto chunk = static_cast<std::size_t>(operation.chunk);
    if (!isBackward(operation.kind) || stage >= syncs.size() || chunk >= syncs[stage].size()) {
        return 0;
    }
    const HiddenSync& sync = syncs[stage][chunk];
    const Seconds all = operation.kind != sync.beside ? 0 : sync.each + (operation.end == sync.lastEnd ? sync.once : 0);
    return std::min(all, operation.end - operation.start);
}

bool hidesSync(const Estimate& estimate)
{
    return std::ranges::any_of(estimate.layers, [](const LayerEstimate& layer) {
        return std::ranges::any_of(layer.cost.charges, [](const Charge& charge) {
            return charge.kind == TrafficKind::GradientSync && charge.hidden > 0;
        });
    });
}

}  // namespace pgram
