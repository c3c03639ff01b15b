// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace pgram {

namespace {

/// V-Half (2405.15362 §3.2): passes go down a stage in 2 units and up in 1. On an even number of stages the backward
/// waits for 3 units, so that passes do not meet.
VBlock blockOfVHalf(int stages, int stage)
{
    const int wait = stages % 2 == 0 ? 3 : 0;
    return {2 * stage, 3 * stages - stage - 2, 3 * stages + wait + 2 * stage - 1, 6 * stages + wait - stage - 2};
}

/// Peak of the block: about half of the 2P chunks of 1F1B's first stage.
int mostKeptByVHalf(int stages)
{
    return 2 * ((stages + 2) / 2);
}

std::vector<ScheduledOp> orderOfVHalf(const Schedule& schedule, int stages, int stage)
{
    return repeatedV(blockOfVHalf, mostKeptByVHalf(stages), schedule.microbatches, stages, stage);
}

int inFlightOfVHalf(const Schedule& schedule, int stages, int stage)
{
    return countedInFlight(orderOfVHalf(filled(schedule, stages), stages, stage));
}

int beforeVHalf(int stages, int stage, int /*own*/)
{
    return beforeRepeated(blockOfVHalf(stages, stage));
}

/// Wait of all stages for each micro-batch: none while weight gradients make up for the difference of forward and input
/// gradient.
Seconds stallOfVHalf(Seconds forward, Seconds input, Seconds weightGradient)
{
    return std::max({0.0, forward - input, input - forward - weightGradient / 2});
}

/// Fitted to simulated pipelines of equal stages.
Seconds fillOfVHalf(const Schedule& schedule, int stages, Seconds forward, Seconds backward, Seconds weightGradient)
{
    const Seconds input = backward - weightGradient;
    const Seconds stalls = stages > 3 ? schedule.microbatches * stallOfVHalf(forward, input, weightGradient) : 0;
    return 1.5 * std::max(forward, input) + 0.65 * std::max(0.0, forward - weightGradient) + stalls / (stages - 1);
}

/// Holds for a second of work without weight gradients.
double fillShareOfVHalf(const Schedule& /*schedule*/, int /*stages*/)
{
    return 1;
}

}  // namespace

constinit const ScheduleRules vHalfRules{
    .kind = ScheduleKind::VHalf,
    .usual = "v-half",
    .title = Core::tr("V-Half"),
    .what = "Two chunks per stage in a V, spaced so that a stage keeps half as much as the first stage of 1F1B.",
    .fillIs = Core::tr("half of t where its three parts are equal"),
    .chunks = 2,
    .path = ChunkPath::Turns,
    .splitsBackward = true,
    .slack = 1.05,
    .order = orderOfVHalf,
    .inFlight = inFlightOfVHalf,
    .before = beforeVHalf,
    .fillShare = fillShareOfVHalf,
    .fill = fillOfVHalf,
};

}  // namespace pgram
