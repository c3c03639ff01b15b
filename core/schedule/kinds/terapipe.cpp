// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

namespace pgram {

namespace {

std::vector<ScheduledOp> orderOfTeraPipe(const Schedule& schedule, int stages, int stage)
{
    return orderOfSlices(SliceOrder::TeraPipe, schedule, stages, stage);
}

int inFlightOfTeraPipe(const Schedule& schedule, int stages, int stage)
{
    return slicesInFlight(SliceOrder::TeraPipe, stages, stage, schedule.microbatches, schedule.slices);
}

}  // namespace

std::vector<ScheduledOp> orderOfSlices(SliceOrder slices, const Schedule& schedule, int stages, int stage)
{
    std::vector<ScheduledOp> order;
    order.reserve(2 * static_cast<std::size_t>(passesOf(schedule)));
    for (const SlicePass& pass : slicePasses(slices, stages, stage, schedule.microbatches, schedule.slices)) {
        order.push_back({pass.backward ? OpKind::Backward : OpKind::Forward, pass.sequence, 0, pass.slice});
    }
    return order;
}

double shareOfSlice(const Schedule& schedule, int /*stages*/)
{
    return 1.0 / schedule.slices;
}

constinit const ScheduleRules teraPipeRules{
    .kind = ScheduleKind::TeraPipe,
    .usual = "terapipe:4",
    .title = Core::tr("TeraPipe"),
    .what = "Slices of tokens, all forwards and then all backwards: bubbles of one slice, everything in flight.",
    .fillIs = Core::tr("t / slices"),
    .slices = 4,
    .choosesSlices = true,
    .slack = 1.05,
    .order = orderOfTeraPipe,
    .inFlight = inFlightOfTeraPipe,
    .fillShare = shareOfSlice,
};

}  // namespace pgram
