// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/step_time.h"

#include <algorithm>

namespace pgram {

StepFormula::StepFormula(const Schedule& schedule, int stages)
{
    const double m = schedule.microbatches;
    m_repeats = m - 1;
    if (stages == 1) {
        return;
    }
    if (schedule.kind == ScheduleKind::Interleaved) {
        m_fill = 1.0 / schedule.virtualStages;
        m_repeats = m - m_fill;
    } else if (schedule.kind == ScheduleKind::ZbH1) {
        m_repeats = m;
        m_pace = (m - 1) / m;
        m_paceOfPostponed = 1 / m;
        m_postpones = true;
        m_fillsGaps = std::min(1.0, (m - 1) / (stages - 1));
    } else if (schedule.kind == ScheduleKind::ZbV) {
        m_repeats = m;
        m_turns = true;
        m_lacks = std::max(0.0, 1 - 2 * (m - 1) / (3 * (stages - 1)));
        // Of forward and backward alike, without weight gradients: c is g/2 of F + B = 2g.
        m_fill = (1 - m_lacks) / 4 + m_lacks;
        m_pace = 1 - m_fill / m;
        m_paceOfPostponed = 1 / m;
    }
}

Seconds StepFormula::postponed(Seconds forward, Seconds backward, Seconds weightGradient) const
{
    const Seconds input = backward - weightGradient;
    if (m_turns) {
        const Seconds longest = std::max(forward, input);
        const Seconds waited =
            (1 - m_lacks) * (longest - std::min(weightGradient, longest / 2)) + m_lacks * (forward + input);
        return m_fill * (forward + backward) - waited;
    }
    const Seconds gap = std::min({weightGradient, forward, input});
    return m_postpones ? weightGradient + m_fillsGaps * gap : 0;
}

int receivesInFront(const Schedule& schedule, int stages, int stage)
{
    const int chunks = schedule.virtualStages;
    const bool isLast = stage + 1 == stages;
    if (schedule.kind == ScheduleKind::ZbV) {
        return stage == 0 ? 0 : 2;
    }
    return stage == 0 ? 0 : isLast ? 2 * chunks - 1 : chunks;
}

int receivesBehind(const Schedule& schedule, int stages, int stage)
{
    return receivesInFront(schedule, stages, stages - 1 - stage);
}

}  // namespace pgram
