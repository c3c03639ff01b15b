// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace pgram {

namespace {

int warmupOfInterleaved(const Schedule& schedule, int stages, int stage)
{
    const int chunks = schedule.virtualStages;
    return std::min(2 * (stages - stage - 1) + (chunks - 1) * stages, schedule.microbatches * chunks - 1);
}

/// Megatron-LM's interleaved 1F1B (2104.04473 §2.2): micro-batches go through the chunks in groups of `stages`.
std::vector<ScheduledOp> orderOfInterleaved(const Schedule& schedule, int stages, int stage)
{
    const int chunks = schedule.virtualStages;
    const auto microbatch = [=](int k) { return k / (stages * chunks) * stages + k % stages; };
    const auto chunk = [=](int k) { return k % (stages * chunks) / stages; };
    return alternate(
        schedule.microbatches * chunks, warmupOfInterleaved(schedule, stages, stage),
        [=](int k) {
            return ScheduledOp{OpKind::Forward, microbatch(k), chunk(k)};
        },
        [=](int k) {
            return ScheduledOp{OpKind::Backward, microbatch(k), chunks - 1 - chunk(k)};
        });
}

int inFlightOfInterleaved(const Schedule& schedule, int stages, int stage)
{
    return warmupOfInterleaved(schedule, stages, stage) + 1;
}

/// One group of micro-batches.
int beforeOfInterleaved(int stages, int /*stage*/, int /*own*/)
{
    return stages;
}

/// The time of one of its chunks.
double fillShareOfInterleaved(const Schedule& schedule, int /*stages*/)
{
    return 1.0 / schedule.virtualStages;
}

Phrase problemOfInterleaved(const Schedule& schedule, int stages)
{
    if (schedule.virtualStages < 2) {
        return Core::tr("The interleaved schedule needs at least 2 chunks per stage");
    }
    if (schedule.microbatches % stages != 0) {
        return Core::tr("The interleaved schedule needs micro-batches in multiples of the stages");
    }
    return {};
}

}  // namespace

constinit const ScheduleRules interleavedRules{
    .kind = ScheduleKind::Interleaved,
    .usual = "interleaved:2",
    .title = Core::tr("Interleaved 1F1B"),
    .what = "Stages of 2 or more chunks: bubbles of one chunk, more transfers and activations.",
    .fillIs = Core::tr("t / v"),
    .chunks = 2,
    .choosesChunks = true,
    .slack = 1.05,
    .order = orderOfInterleaved,
    .inFlight = inFlightOfInterleaved,
    .before = beforeOfInterleaved,
    .fillShare = fillShareOfInterleaved,
    .problem = problemOfInterleaved,
};

}  // namespace pgram
