// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The search objective of stages as the simulator sees them, each taken as one layer.
#pragma once

#include "core/schedule/simulator.h"
#include "core/schedule/step_time.h"

#include <algorithm>
#include <span>

namespace pgram::test {

inline Seconds formulaStepTime(const Schedule& schedule, std::span<const StageLoad> stages)
{
    const int count = static_cast<int>(stages.size());
    const StepFormula formula(schedule, count);
    Seconds sum = 0;
    Seconds slowest = 0;
    for (int i = 0; i < count; ++i) {
        const StageLoad& stage = stages[static_cast<std::size_t>(i)];
        const StageReceives received = receivesOf(schedule, count, i, stage);
        const Seconds time = stage.forward + stage.backward + received.forward + received.backward;
        const Seconds postponed = formula.postponed(stage.forward, stage.backward, stage.weightGradient);
        sum += formula.fill(time, postponed) + stage.sync + stage.optimizer;
        slowest = std::max(slowest, formula.pace(time, postponed));
    }
    return sum + formula.repeats() * slowest;
}

}  // namespace pgram::test
