// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// GPipe and 1F1B simulated in the plainest way: an operation starts when its stage's last one has ended and what it
// needs has come. Shares nothing with core/schedule/simulator.cpp but the loads.
#pragma once

#include "tests/core/even_stages.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace pgram::test {

/// (is a backward, micro-batch), in the order of the stage.
inline std::vector<std::pair<bool, int>> smallOrder(const Schedule& schedule, int stages, int stage)
{
    const int m = schedule.microbatches;
    const int ahead = schedule.kind == ScheduleKind::GPipe ? m : std::min(m, stages - stage);
    std::vector<std::pair<bool, int>> order;
    for (int forward = 0, backward = 0; backward < m;) {
        const bool goesForward = forward < m && forward - backward < ahead;
        order.emplace_back(!goesForward, goesForward ? forward++ : backward++);
    }
    return order;
}

inline Seconds smallSimulation(const Schedule& schedule, const std::vector<EvenStage>& loads)
{
    const std::size_t stages = loads.size();
    const auto m = static_cast<std::size_t>(schedule.microbatches);
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::vector<Seconds>> ends(2 * stages, std::vector<Seconds>(m, unknown));
    std::vector<std::size_t> next(stages, 0);
    std::vector<Seconds> now(stages, 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t s = 0; s < stages; ++s) {
            const auto order = smallOrder(schedule, static_cast<int>(stages), static_cast<int>(s));
            for (; next[s] < order.size(); ++next[s]) {
                const auto [backward, batch] = order[next[s]];
                const auto b = static_cast<std::size_t>(batch);
                const bool receives = backward ? s + 1 < stages : s > 0;
                const Seconds sent = !receives ? 0 : backward ? ends[stages + s + 1][b] : ends[s - 1][b];
                if (std::isnan(sent)) {
                    break;
                }
                const Seconds transfer = !receives ? 0 : backward ? loads[s].receiveBackward : loads[s].receiveForward;
                now[s] = std::max(now[s], sent) + transfer + (backward ? loads[s].backward : loads[s].forward);
                ends[backward ? stages + s : s][b] = now[s];
                moved = true;
            }
        }
    }
    Seconds makespan = 0;
    for (std::size_t s = 0; s < stages; ++s) {
        makespan = std::max(makespan, now[s] + loads[s].sync + loads[s].optimizer);
    }
    return makespan;
}

}  // namespace pgram::test
