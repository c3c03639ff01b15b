// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rules of all schedules, and operation orders that several of them share.
#pragma once

#include "core/schedule/schedule_rules.h"
#include "core/slicing/slice_pipeline.h"

namespace pgram {

extern constinit const ScheduleRules gpipeRules;
extern constinit const ScheduleRules oneFOneBRules;
extern constinit const ScheduleRules interleavedRules;
extern constinit const ScheduleRules zbH1Rules;
extern constinit const ScheduleRules zbVRules;
extern constinit const ScheduleRules dualPipeVRules;
extern constinit const ScheduleRules teraPipeRules;
extern constinit const ScheduleRules seq1f1bRules;

/// Returns the order of 1F1B. ZB-H1 splits the backwards of this order.
[[nodiscard]] std::vector<ScheduledOp> oneFOneBOrder(int microbatches, int warmup);

/// Returns the order of a schedule of slices.
[[nodiscard]] std::vector<ScheduledOp> orderOfSlices(SliceOrder slices, const Schedule& schedule, int stages,
                                                     int stage);
/// Computes ScheduleRules::fillShare for slices of equal work: the share of one slice.
[[nodiscard]] double shareOfSlice(const Schedule& schedule, int stages);

/// Computes ScheduleRules::before of the V: the forwards that come down a stage before the first micro-batch comes up
/// again.
[[nodiscard]] int beforeTurned(int stages, int stage, int own);

/// Returns an order of warm-up forwards, then one forward and one backward in turn, then the remaining backwards.
/// `forward(k)` and `backward(k)` return the k-th of each.
template <typename Forward, typename Backward>
std::vector<ScheduledOp> alternate(int count, int warmup, const Forward& forward, const Backward& backward)
{
    std::vector<ScheduledOp> order;
    order.reserve(2 * static_cast<std::size_t>(count));
    for (int k = 0; k < count + warmup; ++k) {
        if (k < count) {
            order.push_back(forward(k));
        }
        if (k >= warmup) {
            order.push_back(backward(k - warmup));
        }
    }
    return order;
}

}  // namespace pgram
