// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pipeline schedules: the order of each stage's operations.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <span>
#include <string_view>
#include <vector>

namespace pgram {

/// In the order of lists.
enum class ScheduleKind { OneFOneB, GPipe, Interleaved, ZbH1, ZbV, DualPipeV, TeraPipe, Seq1F1B };

struct Schedule {
    ScheduleKind kind = ScheduleKind::OneFOneB;
    int microbatches = 1;   ///< m
    int virtualStages = 1;  ///< v chunks a stage: 1, from 2 on under Interleaved, 2 under ZbV
    int slices = 1;         ///< k slices of tokens of a micro-batch: 1, any number under TeraPipe and Seq1F1B
    bool operator==(const Schedule&) const = default;
};

/// Chunks a stage where nothing else is said.
[[nodiscard]] int usualChunks(ScheduleKind kind);

/// Slices of a micro-batch where nothing else is said.
[[nodiscard]] int usualSlices(ScheduleKind kind);

/// The most slices of a micro-batch.
inline constexpr int mostSlices = 256;

/// What goes through the pipeline in one piece: micro-batches, or the slices of each, one after another.
[[nodiscard]] inline int passesOf(const Schedule& schedule)
{
    return schedule.microbatches * schedule.slices;
}

/// Backward comes in two operations: zero bubble.
[[nodiscard]] bool splitsBackward(ScheduleKind kind);

/// Chunks are the v·P ranges of layers in model order, each held by a stage, of which it is the `own`-th chunk: under
/// Interleaved chunk g is stage g mod P's, so that the last stage hands on to the first; under ZbV the first P go down
/// the stages and the others come back up, so that the last stage hands on to itself and the loss is the first one's.
[[nodiscard]] int stageOfChunk(const Schedule& schedule, int stages, int chunk);
/// Inverse: the `own`-th chunk of a stage.
[[nodiscard]] int chunkOfStage(const Schedule& schedule, int stages, int stage, int own);

/// The first chunk and the last are one stage's.
[[nodiscard]] inline bool endsMeet(const Schedule& schedule, int stages)
{
    return stageOfChunk(schedule, stages, schedule.virtualStages * stages - 1) == 0;
}

enum class OpKind { Forward, Backward, BackwardInput, WeightGradient };

/// One entry of a stage's order. `Backward` is the whole backward; zero bubble splits it into the two others.
struct ScheduledOp {
    OpKind kind = OpKind::Forward;
    int microbatch = 0;
    int chunk = 0;  ///< of the stage's own
    int slice = 0;  ///< of the micro-batch
    bool operator==(const ScheduledOp&) const = default;
};

/// The order of stage `stage` of `stages`. Interleaved needs m a multiple of the stages (Megatron's rule).
[[nodiscard]] std::vector<ScheduledOp> stageOrder(const Schedule& schedule, int stages, int stage);

/// Passes of micro-batches, or of their slices, through one of its chunks that stage `stage` holds at most: the closed
/// forms of docs/method/memory.md, Micro-batches in flight; min(2P, 2m, m + i + 1) under ZbV, counted on its order.
[[nodiscard]] int inFlight(const Schedule& schedule, int stages, int stage);

/// The most bytes that stage `stage` holds of slices at once, of which it keeps `kept` by slice of a micro-batch; from
/// the start of its forward to the end of its backward. Counted on the order.
[[nodiscard]] Bytes heldOfSlices(const Schedule& schedule, int stages, int stage, std::span<const Bytes> kept);

/// Micro-batches in flight through each of the stage's own chunks when they hold most bytes together, of which one
/// micro-batch keeps `kept` by chunk. Counted on the order where there are chunks.
[[nodiscard]] std::vector<int> inFlightAtPeak(const Schedule& schedule, int stages, int stage,
                                              std::span<const Bytes> kept);
/// With no more micro-batches than it takes to fill the pipeline: what is in flight at its peak is the same with more.
[[nodiscard]] Schedule filled(Schedule schedule, int stages);
/// The counts that inFlightAtPeak() chooses among, by stage: none is less than another in all chunks.
using InFlightPeaks = std::vector<std::vector<std::vector<int>>>;
[[nodiscard]] InFlightPeaks inFlightPeaks(const Schedule& schedule, int stages);
/// Of a stage's peaks.
[[nodiscard]] const std::vector<int>& fullest(std::span<const std::vector<int>> peaks, std::span<const Bytes> kept);
/// The most through each chunk at any time, whether or not at once.
[[nodiscard]] std::vector<int> mostInFlight(const Schedule& schedule, int stages, int stage);

/// What makes the schedule impossible on `stages`, in words; empty = possible.
[[nodiscard]] Phrase scheduleProblem(const Schedule& schedule, int stages);
/// The same of a model of `layers`, each chunk of which has one at least, with the nearest schedule that can run.
[[nodiscard]] Result<void> checkSchedule(const Schedule& schedule, int stages, int layers);

/// "gpipe", "1f1b", "interleaved:2", "zb-h1", "zb-v", "seq1f1b:4" (micro-batches are set by the caller).
[[nodiscard]] Result<Schedule> parseSchedule(std::string_view text);
[[nodiscard]] std::string toString(const Schedule& schedule);
/// Names between commas, each schedule once.
[[nodiscard]] Result<std::vector<Schedule>> parseSchedules(std::string_view text);

struct ScheduleInfo {
    ScheduleKind kind;
    const char* name;  ///< as parseSchedule takes it
    Phrase title;      ///< "Interleaved 1F1B"
    const char* what;  ///< one sentence
    /// The part of a stage's time t that fill and drain pay, in words; empty: all of it.
    Phrase fillIs;
    bool choosesChunks = false;
    bool choosesSlices = false;
};
[[nodiscard]] const std::vector<ScheduleInfo>& schedules();
[[nodiscard]] const ScheduleInfo& info(ScheduleKind kind);
/// All of them: "1f1b, gpipe, …".
[[nodiscard]] std::string scheduleNames();

}  // namespace pgram
