// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/timeline.h"

namespace pgram {

double Timeline::bubbleFraction() const
{
    if (stages.empty() || makespan <= 0) {
        return 0;
    }
    Seconds idle = 0;
    for (const StageTrack& stage : stages) {
        idle += stage.bubble;
    }
    return idle / (makespan * static_cast<double>(stages.size()));
}

}  // namespace pgram
