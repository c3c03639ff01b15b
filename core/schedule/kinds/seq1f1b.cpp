// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

namespace pgram {

namespace {

std::vector<ScheduledOp> orderOfSeq1F1B(const Schedule& schedule, int stages, int stage)
{
    return orderOfSlices(SliceOrder::Seq1F1B, schedule, stages, stage);
}

int inFlightOfSeq1F1B(const Schedule& schedule, int stages, int stage)
{
    return slicesInFlight(SliceOrder::Seq1F1B, stages, stage, schedule.microbatches, schedule.slices);
}

}  // namespace

constinit const ScheduleRules seq1f1bRules{
    .kind = ScheduleKind::Seq1F1B,
    .usual = "seq1f1b:4",
    .title = Core::tr("Seq1F1B"),
    .what = "1F1B of slices of tokens: bubbles of one slice, hardly more than a micro-batch in flight.",
    .fillIs = Core::tr("t / slices"),
    .slices = 4,
    .choosesSlices = true,
    .slack = 1.05,
    .order = orderOfSeq1F1B,
    .inFlight = inFlightOfSeq1F1B,
    .fillShare = shareOfSlice,
};

}  // namespace pgram
