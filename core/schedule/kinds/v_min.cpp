// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace pgram {

namespace {

/// V-Min (2405.15362 §3.2): each pass follows the one before at once. If the number of stages is a multiple of 3, the
/// backward waits for 2 units, so that passes do not meet.
VBlock blockOfVMin(int stages, int stage)
{
    const int wait = stages % 3 == 0 ? 2 : 0;
    return {stage, 2 * stages - stage - 1, 2 * stages + wait + stage, 4 * stages + wait - stage - 1};
}

/// Peak of the block: about a third of the 2P chunks of 1F1B's first stage.
int mostKeptByVMin(int stages)
{
    return 2 * ((stages + 4) / 3);
}

std::vector<ScheduledOp> orderOfVMin(const Schedule& schedule, int stages, int stage)
{
    return repeatedV(blockOfVMin, mostKeptByVMin(stages), schedule.microbatches, stages, stage);
}

int inFlightOfVMin(const Schedule& schedule, int stages, int stage)
{
    return countedInFlight(orderOfVMin(filled(schedule, stages), stages, stage));
}

int beforeVMin(int stages, int stage, int /*own*/)
{
    return beforeRepeated(blockOfVMin(stages, stage));
}

/// Wait of all stages for each micro-batch: passes follow one another without slack, so that each takes as long as the
/// longer of forward and input gradient.
Seconds stallOfVMin(int stages, Seconds forward, Seconds input, Seconds weightGradient)
{
    const Seconds work = forward + input + weightGradient;
    const Seconds period = stages > 2 ? 3 * std::max(forward, input)
                                      : std::max(2 * input + (forward + weightGradient) / 2, 2 * forward + input);
    return std::max(0.0, period - work);
}

/// Fitted to simulated pipelines of equal stages.
Seconds fillOfVMin(const Schedule& schedule, int stages, Seconds forward, Seconds backward, Seconds weightGradient)
{
    const Seconds input = backward - weightGradient;
    const Seconds stalls = schedule.microbatches * stallOfVMin(stages, forward, input, weightGradient);
    return 1.25 * forward + 0.7 * input + stalls / (stages - 1);
}

/// Holds for a second of work without weight gradients.
double fillShareOfVMin(const Schedule& /*schedule*/, int /*stages*/)
{
    return 1;
}

}  // namespace

constinit const ScheduleRules vMinRules{
    .kind = ScheduleKind::VMin,
    .usual = "v-min",
    .title = Core::tr("V-Min"),
    .what =
        "Two chunks per stage in the tightest V: a third of 1F1B's micro-batches in flight, and waits if forward and "
        "backward differ.",
    .fillIs = Core::tr("two thirds of t where its three parts are equal, and a wait per micro-batch where not"),
    .chunks = 2,
    .path = ChunkPath::Turns,
    .splitsBackward = true,
    .slack = 1.08,
    .order = orderOfVMin,
    .inFlight = inFlightOfVMin,
    .before = beforeVMin,
    .fillShare = fillShareOfVMin,
    .fill = fillOfVMin,
};

}  // namespace pgram
