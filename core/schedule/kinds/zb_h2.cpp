// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace pgram {

namespace {

/// ZB-H2 (2401.10241 §2.3): twice the forwards of 1F1B before the first backward, so that the first stage does not wait
/// for it either. Stage i postpones its weight gradients by 2i micro-batches.
std::vector<ScheduledOp> orderOfZbH2(const Schedule& schedule, int stages, int stage)
{
    return postponedOrder(schedule.microbatches, std::min(2 * (stages - stage - 1), schedule.microbatches - 1),
                          2 * stage);
}

int inFlightOfZbH2(const Schedule& schedule, int stages, int /*stage*/)
{
    return std::min(2 * stages - 1, schedule.microbatches);
}

/// Share of the micro-batches that are missing to fill the pipeline.
double lackingOfZbH2(const Schedule& schedule, int stages)
{
    return std::max(0.0, 1 - (schedule.microbatches - 1.0) / (2 * (stages - 1)));
}

/// From 2P - 1 micro-batches on, each stage starts a forward later than the one in front, and no stage waits after its
/// start except for F + B - 2W (B: input gradient). With fewer, the pipeline is filled in part.
Seconds fillOfZbH2(const Schedule& schedule, int stages, Seconds forward, Seconds backward, Seconds weightGradient)
{
    const double lacks = lackingOfZbH2(schedule, stages);
    const Seconds chained = forward + backward - weightGradient;
    return lacks * chained + (1 - lacks) * std::max(forward, chained - 2 * weightGradient);
}

/// Receives of activations count on the way in. Those of gradients count where the pipeline is not filled.
double fillShareOfZbH2(const Schedule& schedule, int stages)
{
    return (1 + lackingOfZbH2(schedule, stages)) / 2;
}

}  // namespace

constinit const ScheduleRules zbH2Rules{
    .kind = ScheduleKind::ZbH2,
    .usual = "zb-h2",
    .title = Core::tr("ZB-H2"),
    .what = "Weight gradients fill all bubbles after a stage's start: twice the micro-batches of 1F1B in flight.",
    .fillIs = Core::tr("a forward, or the chain of forward and input gradient less two weight gradients"),
    .splitsBackward = true,
    .slack = 1.06,
    .order = orderOfZbH2,
    .inFlight = inFlightOfZbH2,
    .fillShare = fillShareOfZbH2,
    .fill = fillOfZbH2,
};

}  // namespace pgram
