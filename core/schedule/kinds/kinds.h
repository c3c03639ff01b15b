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
extern constinit const ScheduleRules zbH2Rules;
extern constinit const ScheduleRules zbVRules;
extern constinit const ScheduleRules vHalfRules;
extern constinit const ScheduleRules vMinRules;
extern constinit const ScheduleRules dualPipeVRules;
extern constinit const ScheduleRules teraPipeRules;
extern constinit const ScheduleRules seq1f1bRules;

/// Returns the order of 1F1B.
[[nodiscard]] std::vector<ScheduledOp> oneFOneBOrder(int microbatches, int warmup);

/// Returns the order of 1F1B with split backwards, whose weight gradients wait for `delay` further input gradients.
[[nodiscard]] std::vector<ScheduledOp> postponedOrder(int microbatches, int warmup, int delay);

/// One micro-batch in a V with F = B = W = 1 per chunk, of which another starts every 6 units (2405.15362): starts of
/// its passes on a stage. The chunk that comes down is chunk 0.
struct VBlock {
    int forwardDown = 0;
    int forwardUp = 0;
    int backwardUp = 0;    ///< input gradient of chunk 1, down the stages
    int backwardDown = 0;  ///< input gradient of chunk 0, up the stages
};

/// Returns the order of a V that repeats a block. Forwards and input gradients keep the order of their starts. A weight
/// gradient runs when its stage would be idle, or when the stage keeps `mostKept` chunks and a forward is next.
/// `blockOf(stages, stage)` returns the block of a stage.
[[nodiscard]] std::vector<ScheduledOp> repeatedV(VBlock (*blockOf)(int stages, int stage), int mostKept,
                                                 int microbatches, int stages, int stage);
/// Returns the largest number of chunks in flight, counted on an order.
[[nodiscard]] int countedInFlight(const std::vector<ScheduledOp>& order);
/// Computes ScheduleRules::before of a repeated block: forwards that come down before `block` comes up again.
[[nodiscard]] int beforeRepeated(const VBlock& block);

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
