// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace pgram {

std::vector<ScheduledOp> oneFOneBOrder(int microbatches, int warmup)
{
    return alternate(
        microbatches, warmup,
        [](int k) {
            return ScheduledOp{OpKind::Forward, k, 0};
        },
        [](int k) {
            return ScheduledOp{OpKind::Backward, k, 0};
        });
}

namespace {

/// Returns the number of forwards before the forward whose backward comes first.
int warmupOfOneFOneB(const Schedule& schedule, int stages, int stage)
{
    return std::min(stages - stage - 1, schedule.microbatches - 1);
}

std::vector<ScheduledOp> orderOfOneFOneB(const Schedule& schedule, int stages, int stage)
{
    return oneFOneBOrder(schedule.microbatches, warmupOfOneFOneB(schedule, stages, stage));
}

int inFlightOfOneFOneB(const Schedule& schedule, int stages, int stage)
{
    return warmupOfOneFOneB(schedule, stages, stage) + 1;
}

}  // namespace

constinit const ScheduleRules oneFOneBRules{
    .kind = ScheduleKind::OneFOneB,
    .usual = "1f1b",
    .title = Core::tr("1F1B"),
    .what = "One forward, one backward in turn: few micro-batches in flight.",
    .order = orderOfOneFOneB,
    .inFlight = inFlightOfOneFOneB,
};

}  // namespace pgram
