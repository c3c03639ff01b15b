// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pipeline schedules: the order of each stage's operations.
#pragma once

#include "core/base/error.h"

#include <string_view>
#include <vector>

namespace pgram {

/// In the order of lists.
enum class ScheduleKind { OneFOneB, GPipe, Interleaved, ZbH1, ZbV };

struct Schedule {
    ScheduleKind kind = ScheduleKind::OneFOneB;
    int microbatches = 1;   ///< m
    int virtualStages = 1;  ///< v chunks a stage: 1, from 2 on under Interleaved, 2 under ZbV
    bool operator==(const Schedule&) const = default;
};

/// Chunks a stage where nothing else is said.
[[nodiscard]] int usualChunks(ScheduleKind kind);

/// Backward comes in two operations: zero bubble.
[[nodiscard]] bool splitsBackward(ScheduleKind kind);

/// A stage's chunks: under Interleaved the last stage hands on to the first, under ZbV chunk 0 goes down the stages and
/// chunk 1 comes back up, so that the last stage hands on to itself, and the loss is the first one's. A plan names the
/// layers of a stage, not of its chunks; each chunk is taken as 1/v of the stage.
enum class OpKind { Forward, Backward, BackwardInput, WeightGradient };

/// One entry of a stage's order. `Backward` is the whole backward; zero bubble splits it into the two others.
struct ScheduledOp {
    OpKind kind = OpKind::Forward;
    int microbatch = 0;
    int chunk = 0;
    bool operator==(const ScheduledOp&) const = default;
};

/// The order of stage `stage` of `stages`. Interleaved needs m a multiple of the stages (Megatron's rule).
[[nodiscard]] std::vector<ScheduledOp> stageOrder(const Schedule& schedule, int stages, int stage);

/// Micro-batches (chunks of 1/v stage where the schedule has chunks) that stage `stage` holds at most: METHOD §3's
/// closed forms; min(2P, 2m, m + i + 1) chunks under ZbV, counted on its order.
[[nodiscard]] int inFlight(const Schedule& schedule, int stages, int stage);

/// What makes the schedule impossible on `stages`, in words; empty = possible.
[[nodiscard]] std::string_view scheduleProblem(const Schedule& schedule, int stages);

/// "gpipe", "1f1b", "interleaved:2", "zb-h1", "zb-v" (micro-batches are set by the caller).
[[nodiscard]] Result<Schedule> parseSchedule(std::string_view text);
[[nodiscard]] std::string toString(const Schedule& schedule);
/// Names between commas, each schedule once.
[[nodiscard]] Result<std::vector<Schedule>> parseSchedules(std::string_view text);

struct ScheduleInfo {
    ScheduleKind kind;
    const char* name;   ///< as parseSchedule takes it
    const char* title;  ///< "Interleaved 1F1B"
    const char* what;   ///< one sentence
};
[[nodiscard]] const std::vector<ScheduleInfo>& schedules();

}  // namespace pgram
