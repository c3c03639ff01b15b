// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/kinds/kinds.h"

#include <algorithm>

namespace pgram {

namespace {

std::vector<ScheduledOp> orderOfGPipe(const Schedule& schedule, int /*stages*/, int /*stage*/)
{
    const int microbatches = schedule.microbatches;
    std::vector<ScheduledOp> order;
    order.reserve(2 * static_cast<std::size_t>(microbatches));
    for (int i = 0; i < microbatches; ++i) {
        order.push_back({OpKind::Forward, i, 0});
    }
    for (int i = 0; i < microbatches; ++i) {
        order.push_back({OpKind::Backward, i, 0});
    }
    return order;
}

int inFlightOfGPipe(const Schedule& schedule, int /*stages*/, int /*stage*/)
{
    return schedule.microbatches;
}

}  // namespace

constinit const ScheduleRules gpipeRules{
    .kind = ScheduleKind::GPipe,
    .usual = "gpipe",
    .title = Core::tr("GPipe"),
    .what = "All forwards, then all backwards: every micro-batch in flight.",
    .order = orderOfGPipe,
    .inFlight = inFlightOfGPipe,
};

}  // namespace pgram
