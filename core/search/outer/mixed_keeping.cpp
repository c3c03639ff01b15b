// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/mixed_keeping.h"

#include "core/plan/stage_keeping.h"

#include <array>

namespace pgram {

WeighedPlan withMixes(Plan plan, bool recomputes, StepRule rule, const std::stop_token& stop)
{
    using enum Keeping;
    constexpr std::array all{Keep, Swap, Recompute};
    const std::span<const Keeping> choices(all.data(), recomputes ? 3 : 2);
    WeighedPlan best{std::move(plan), {}};
    best.figures = estimate(best.plan);
    for (int stage = 0; stage < best.plan.pipeline() && !stop.stop_requested(); ++stage) {
        const Result<StageBlocks> blocks = stageBlocks(best.plan, stage);
        if (!blocks) {
            continue;
        }
        const KeepingAnswer answer = blocks->layers.size() <= fewBlocks
                                         ? exactKeeping(blocks->layers, blocks->device, choices)
                                         : searchKeeping(blocks->layers, blocks->device, choices);
        if (answer.plan.empty()) {
            continue;
        }
        const std::vector<int> single(blocks->layers.size(), 1);
        WeighedPlan mixed{withKeeping(best.plan, stage, single, answer.plan), {}};
        mixed.figures = estimate(mixed.plan);
        if (mixed.isBetterThan(best, rule)) {
            best = std::move(mixed);
        }
    }
    return best;
}

}  // namespace pgram
