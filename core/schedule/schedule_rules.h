// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is particular to each schedule: one file of schedule/kinds/ each, with one row. Who holds which chunk, and with
// that who receives from whom, is derived from the way of the chunks (stageOfChunk()).
#pragma once

#include "core/base/units.h"
#include "core/schedule/schedule.h"

#include <span>
#include <vector>

namespace pgram {

/// How a micro-batch goes through the chunks of all stages.
enum class ChunkPath {
    Around,  ///< down the stages, and from the last one to the next chunk of the first
    Turns,   ///< down the stages by one chunk, and up again by the next: the first stage has both ends
};

struct ScheduleRules {
    ScheduleKind kind;
    const char* usual;  ///< as parseSchedule takes it, with its usual chunks: "interleaved:2"
    Phrase title;
    const char* what;  ///< one sentence
    Phrase fillIs;     ///< c in words, t being a stage's time for a micro-batch; empty: all of t
    int chunks = 1;    ///< usual chunks a stage
    bool choosesChunks = false;
    int slices = 1;  ///< usual slices of a micro-batch
    bool choosesSlices = false;
    ChunkPath path = ChunkPath::Around;
    bool splitsBackward = false;  ///< into input and weight gradients
    /// How far the objective was seen above the simulator on nine of ten random pipelines whose stages are as even as
    /// those of plans (tests/core/test_objective.cpp); 1: it is never above, a bound.
    double slack = 1;

    std::vector<ScheduledOp> (*order)(const Schedule& schedule, int stages, int stage);
    int (*inFlight)(const Schedule& schedule, int stages, int stage);
    /// Of chunks: no more forwards of each earlier chunk of a stage stand before the first of its chunk `own`, and no
    /// more backwards of it behind the last of `own`.
    int (*before)(int stages, int stage, int own) = nullptr;
    /// c of a second of work of which nothing is put off (Objective); null: all of it, the whole forward on the way in
    /// and the whole backward on the way out.
    double (*fillShare)(const Schedule& schedule, int stages) = nullptr;
    /// c of a layer; null: fillShare of its time.
    Seconds (*fill)(const Schedule& schedule, int stages, Seconds forward, Seconds backward,
                    Seconds weightGradient) = nullptr;
    /// Beyond what no schedule can do; empty = possible. Null: nothing.
    Phrase (*problem)(const Schedule& schedule, int stages) = nullptr;
};

[[nodiscard]] const ScheduleRules& rulesOf(ScheduleKind kind);
/// By kind.
[[nodiscard]] std::span<const ScheduleRules* const> scheduleRules();
/// Its name in files, without chunks: "interleaved".
[[nodiscard]] std::string_view nameOf(const ScheduleRules& rules);

}  // namespace pgram
