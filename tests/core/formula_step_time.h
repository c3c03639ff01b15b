// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The paper's sum of stages as the simulator sees them, each taken as one layer.
#pragma once

#include "core/schedule/objective.h"
#include "core/schedule/simulator.h"

#include <span>

namespace pgram::test {

inline Seconds formulaStepTime(const Schedule& schedule, std::span<const StageLoad> stages)
{
    const int count = static_cast<int>(stages.size());
    const Objective objective(schedule, count, StepRule::Paper);
    StepChain chain;
    for (int i = count - 1; i >= 0; --i) {
        const StageLoad& stage = stages[static_cast<std::size_t>(i)];
        const StageReceives received = receivesOf(schedule, count, i, stage);
        StepShare share = objective.ofTransfer(received.forward + received.backward);
        share += objective.share(stage.forward, stage.backward, stage.weightGradient, stage.sync + stage.optimizer);
        chain = objective.inFront(chain, share, StagePlace{i, 0, 0});
    }
    return objective.step(chain);
}

}  // namespace pgram::test
