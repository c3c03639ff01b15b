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

/// Pipeline schedules, in the order of lists.
enum class ScheduleKind { OneFOneB, GPipe, Interleaved, ZbH1, ZbH2, ZbV, VHalf, VMin, DualPipeV, TeraPipe, Seq1F1B };

/// A schedule with its numbers of micro-batches, chunks and slices.
struct Schedule {
    ScheduleKind kind = ScheduleKind::OneFOneB;  ///< order of the operations
    int microbatches = 1;                        ///< m
    int virtualStages = 1;                       ///< v chunks per stage: 1; 2 or more under Interleaved, 2 in a V
    int slices = 1;  ///< k slices of tokens per micro-batch: 1; any number under TeraPipe and Seq1F1B
    bool operator==(const Schedule&) const = default;
};

/// Returns the default number of chunks per stage.
[[nodiscard]] int usualChunks(ScheduleKind kind);

/// Returns the default number of slices per micro-batch.
[[nodiscard]] int usualSlices(ScheduleKind kind);

/// Largest number of slices per micro-batch.
inline constexpr int mostSlices = 256;

/// Returns the number of passes through the pipeline in one step: micro-batches times slices.
[[nodiscard]] inline int passesOf(const Schedule& schedule)
{
    return schedule.microbatches * schedule.slices;
}

/// Returns true if backward consists of two operations (zero bubble).
[[nodiscard]] bool splitsBackward(ScheduleKind kind);

/// Returns the stage of a chunk. Chunks are the v·P ranges of layers in model order, each of which is the `own`-th
/// chunk of a stage. Under Interleaved chunk g belongs to stage g mod P, so that the last stage passes on to the first.
/// In a V (ZbV, VHalf, VMin, DualPipeV) the first P chunks go down the stages and the others come back up, so that the
/// last stage passes on to itself and the loss is on the first stage.
[[nodiscard]] int stageOfChunk(const Schedule& schedule, int stages, int chunk);
/// Returns the inverse: the `own`-th chunk of a stage.
[[nodiscard]] int chunkOfStage(const Schedule& schedule, int stages, int stage, int own);

/// Returns true if the first and the last chunk are on the same stage.
[[nodiscard]] inline bool endsMeet(const Schedule& schedule, int stages)
{
    return stageOfChunk(schedule, stages, schedule.virtualStages * stages - 1) == 0;
}

/// Returns true if the backward of the last layer frees what this layer keeps of a micro-batch before another layer of
/// its stage runs backward: a stage is one chunk, its micro-batches go whole, and backward is one operation.
[[nodiscard]] inline bool freesLastFirst(const Schedule& schedule)
{
    return schedule.virtualStages == 1 && schedule.slices == 1 && !splitsBackward(schedule.kind);
}

/// Kinds of operations of a schedule.
enum class OpKind { Forward, Backward, BackwardInput, WeightGradient };

/// One entry of a stage's order. `Backward` is the whole backward; zero bubble splits it into the two others.
struct ScheduledOp {
    OpKind kind = OpKind::Forward;  ///< kind of operation
    int microbatch = 0;             ///< 0 … m-1
    int chunk = 0;                  ///< index among the chunks of the stage
    int slice = 0;                  ///< index among the slices of the micro-batch
    bool operator==(const ScheduledOp&) const = default;
};

/// Returns the order of operations of stage `stage` of `stages`. Interleaved needs m a multiple of the stages
/// (Megatron's rule).
[[nodiscard]] std::vector<ScheduledOp> stageOrder(const Schedule& schedule, int stages, int stage);

/// Returns the largest number of passes in flight through one chunk of stage `stage`: the
/// closed forms of docs/method/memory.md, Micro-batches in flight; counted on the order under VHalf and VMin.
[[nodiscard]] int inFlight(const Schedule& schedule, int stages, int stage);

/// Returns the largest sum of bytes that stage `stage` keeps for slices at any time. A slice of index i keeps `kept[i]`
/// bytes from the start of its forward to the end of its backward. Counted on the order.
[[nodiscard]] Bytes heldOfSlices(const Schedule& schedule, int stages, int stage, std::span<const Bytes> kept);

/// Returns the micro-batches in flight through each chunk of the stage at the moment when they keep most bytes. One
/// micro-batch keeps `kept[i]` bytes in chunk i of the stage. Counted on the order when there are chunks.
[[nodiscard]] std::vector<int> inFlightAtPeak(const Schedule& schedule, int stages, int stage,
                                              std::span<const Bytes> kept);
/// Returns the schedule with just enough micro-batches to fill the pipeline: more of them do not change the peaks.
[[nodiscard]] Schedule filled(Schedule schedule, int stages);
/// The counts among which inFlightAtPeak() chooses, by stage. No count is smaller than another in all chunks.
using InFlightPeaks = std::vector<std::vector<std::vector<int>>>;
/// Returns the candidates for the peak of each stage.
[[nodiscard]] InFlightPeaks inFlightPeaks(const Schedule& schedule, int stages);
/// Returns the peak of a stage at which it keeps most bytes.
[[nodiscard]] const std::vector<int>& fullest(std::span<const std::vector<int>> peaks, std::span<const Bytes> kept);
/// Returns the largest number in flight through each chunk of a stage, at any time, not necessarily the same time.
[[nodiscard]] std::vector<int> mostInFlight(const Schedule& schedule, int stages, int stage);

/// Returns the reason why the schedule is impossible on `stages`; empty if it is possible.
[[nodiscard]] Phrase scheduleProblem(const Schedule& schedule, int stages);
/// Checks the same for a model of `layers`, with one layer or more per chunk. Errors propose the nearest possible
/// schedule.
[[nodiscard]] Result<void> checkSchedule(const Schedule& schedule, int stages, int layers);

/// Reads "gpipe", "1f1b", "interleaved:2", "zb-h1", "v-half", "seq1f1b:4" (micro-batches are set by the caller).
[[nodiscard]] Result<Schedule> parseSchedule(std::string_view text);
/// Returns the text that parseSchedule() reads.
[[nodiscard]] std::string toString(const Schedule& schedule);
/// Reads names between commas, each schedule once.
[[nodiscard]] Result<std::vector<Schedule>> parseSchedules(std::string_view text);

/// Name and description of a schedule.
struct ScheduleInfo {
    ScheduleKind kind;  ///< which schedule
    const char* name;   ///< name in files and options
    Phrase title;       ///< "Interleaved 1F1B"
    const char* what;   ///< one sentence
    /// Part of a stage's time t that fill and drain cost, in words; empty: all of t.
    Phrase fillIs;
    bool choosesChunks = false;  ///< the number of chunks is free
    bool choosesSlices = false;  ///< the number of slices is free
};
/// Returns all schedules, in the order of lists.
[[nodiscard]] const std::vector<ScheduleInfo>& schedules();
/// Returns name and description of a schedule.
[[nodiscard]] const ScheduleInfo& info(ScheduleKind kind);
/// Returns the names of all schedules: "1f1b, gpipe, …".
[[nodiscard]] std::string scheduleNames();

}  // namespace pgram
