// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace pgram {

std::vector<ScheduledOp> postponedOrder(int microbatches, int warmup, int delay)
{
    std::vector<ScheduledOp> order;
    order.reserve(3 * static_cast<std::size_t>(microbatches));
    for (const ScheduledOp& op : oneFOneBOrder(microbatches, warmup)) {
        if (op.kind == OpKind::Forward) {
            order.push_back(op);
            continue;
        }
        order.push_back({OpKind::BackwardInput, op.microbatch, 0});
        if (op.microbatch >= delay) {
            order.push_back({OpKind::WeightGradient, op.microbatch - delay, 0});
        }
    }
    for (int i = std::max(0, microbatches - delay); i < microbatches; ++i) {
        order.push_back({OpKind::WeightGradient, i, 0});
    }
    return order;
}

namespace {

/// ZB-H1 (2401.10241 §2.3): 1F1B whose stage i postpones its weight gradients by i micro-batches, so that every stage
/// holds as many micro-batches as the first one and the input gradients reach it sooner.
std::vector<ScheduledOp> orderOfZbH1(const Schedule& schedule, int stages, int stage)
{
    return postponedOrder(schedule.microbatches, std::min(stages - stage - 1, schedule.microbatches - 1), stage);
}

int inFlightOfZbH1(const Schedule& schedule, int stages, int /*stage*/)
{
    return std::min(stages, schedule.microbatches);
}

/// Weight gradients are not on the way out. Postponed ones fill the gap before the next gradient arrives, at most as
/// long as a forward or an input gradient; this takes effect on all stages after P - 1 more micro-batches.
Seconds fillOfZbH1(const Schedule& schedule, int stages, Seconds forward, Seconds backward, Seconds weightGradient)
{
    const double fillsGaps = std::min(1.0, (schedule.microbatches - 1.0) / (stages - 1));
    const Seconds gap = std::min({weightGradient, forward, backward - weightGradient});
    return forward + backward - weightGradient - fillsGaps * gap;
}

}  // namespace

constinit const ScheduleRules zbH1Rules{
    .kind = ScheduleKind::ZbH1,
    .usual = "zb-h1",
    .title = Core::tr("ZB-H1"),
    .what = "Weight gradients fill the bubbles: every stage keeps as much as the first.",
    .fillIs = Core::tr("t less weight gradients off the critical path"),
    .splitsBackward = true,
    .slack = 1.03,
    .order = orderOfZbH1,
    .inFlight = inFlightOfZbH1,
    .fill = fillOfZbH1,
};

}  // namespace pgram
