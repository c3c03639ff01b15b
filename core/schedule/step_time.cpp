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
    }
}

Seconds StepFormula::postponed(Seconds forward, Seconds backward, Seconds weightGradient) const
{
    const Seconds gap = std::min({weightGradient, forward, backward - weightGradient});
    return m_postpones ? weightGradient + m_fillsGaps * gap : 0;
}

int receivesInFront(const Schedule& schedule, int stages, int stage)
{
    const int chunks = schedule.virtualStages;
    const bool isLast = stage + 1 == stages;
    return stage == 0 ? 0 : isLast ? 2 * chunks - 1 : chunks;
}

int receivesBehind(const Schedule& schedule, int stages, int stage)
{
    return receivesInFront(schedule, stages, stages - 1 - stage);
}

}  // namespace pgram
