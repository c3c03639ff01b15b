// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules of each schedule: one row per schedule, in the files of schedule/kinds/. The path of the chunks determines
// which stage holds a chunk, and from which stage it receives (stageOfChunk()).
#pragma once

#include "core/base/units.h"
#include "core/schedule/schedule.h"

#include <span>
#include <vector>

namespace pgram {

/// Path of a micro-batch through the chunks of all stages.
enum class ChunkPath {
    Around,  ///< down the stages, and from the last one to the next chunk of the first
    Turns,   ///< down the stages by one chunk, and up again by the next: the first stage has both ends
};

/// The rules of one schedule: one row per kind.
struct ScheduleRules {
    ScheduleKind kind;                   ///< which schedule
    const char* usual;                   ///< name in files, with the default chunks: "interleaved:2"
    Phrase title;                        ///< name on the screen
    const char* what;                    ///< one sentence
    Phrase fillIs;                       ///< c in words, t being a stage's time for a micro-batch; empty: all of t
    int chunks = 1;                      ///< default chunks per stage
    bool choosesChunks = false;          ///< the number of chunks is free
    int slices = 1;                      ///< default slices per micro-batch
    bool choosesSlices = false;          ///< the number of slices is free
    ChunkPath path = ChunkPath::Around;  ///< path through the chunks
    bool splitsBackward = false;         ///< backward consists of input and weight gradients
    /// How far the objective was seen above the simulator on nine of ten random pipelines whose stages are as even as
    /// those of plans (tests/core/test_objective.cpp); 1: it is never above, a bound.
    double slack = 1;

    /// Computes the order of a stage (stageOrder()).
    std::vector<ScheduledOp> (*order)(const Schedule& schedule, int stages, int stage);
    /// Computes the passes in flight (inFlight()).
    int (*inFlight)(const Schedule& schedule, int stages, int stage);
    /// For schedules with chunks: computes the largest number of forwards of each earlier chunk of a stage before the
    /// first forward of chunk `own`, and of their backwards behind the last backward of `own`.
    int (*before)(int stages, int stage, int own) = nullptr;
    /// Computes the fill c (Objective) of a second of work of which no part can run later; null: all of it, the whole
    /// forward on the way in and the whole backward on the way out.
    double (*fillShare)(const Schedule& schedule, int stages) = nullptr;
    /// Computes the fill c of a layer; null: fillShare times its time.
    Seconds (*fill)(const Schedule& schedule, int stages, Seconds forward, Seconds backward,
                    Seconds weightGradient) = nullptr;
    /// Returns the reason why this schedule is impossible, beyond the rules for all schedules; empty = possible. Null:
    /// no further rule.
    Phrase (*problem)(const Schedule& schedule, int stages) = nullptr;
};

/// Returns the rules of a schedule.
[[nodiscard]] const ScheduleRules& rulesOf(ScheduleKind kind);
/// Returns the rules of all schedules, by kind.
[[nodiscard]] std::span<const ScheduleRules* const> scheduleRules();
/// Returns the name in files, without chunks: "interleaved".
[[nodiscard]] std::string_view nameOf(const ScheduleRules& rules);

}  // namespace pgram
