// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The paper's sum of stages as the simulator sees them, each taken as one layer.
#pragma once

#include "core/schedule/objective.h"
#include "tests/core/even_stages.h"

#include <span>

namespace pgram::test {

inline Seconds formulaStepTime(const Schedule& schedule, const std::vector<EvenStage>& stages)
{
    const int count = static_cast<int>(stages.size());
    const Objective objective(schedule, count, StepRule::Paper);
    StepChain chain;
    for (int i = count - 1; i >= 0; --i) {
        const EvenStage& stage = stages[static_cast<std::size_t>(i)];
        StepShare share = objective.ofTransfer(receivedBy(schedule, stages, i));
        share += objective.share(stage.forward, stage.backward, stage.weightGradient, stage.sync + stage.optimizer);
        chain = objective.inFront(chain, share, StagePlace{i, 0, 0});
    }
    return objective.step(chain);
}

}  // namespace pgram::test
