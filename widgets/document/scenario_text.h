// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A scenario in words: what an edit of it changed, and what several schedules are called. Plain functions.
// Titles of presets in the language of the window. Plain functions.
// Batch sizes as one types them: "64", "4k", "8, 16, 32", or first:last:step.
#pragma once

#include "core/presets/cluster_edits.h"
#include "core/search/task/request.h"
#include "widgets/document/scenario_fields.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// One of each kind: what "best of all" searches.
[[nodiscard]] std::vector<Schedule> everySchedule();
/// "best of all", "best of 1f1b, zb-h1".
[[nodiscard]] QString severalText(const std::vector<Schedule>& schedules);

/// "Model BERT-Huge-32 → LLaMA 3 8B"; what follows from another model or cluster is not said.
[[nodiscard]] QString scenarioEditText(const ScenarioState& from, const ScenarioState& to);

/// "Device", "NVLink 4", "Device of kind V100", "Host"; of all: "Cluster".
[[nodiscard]] QString clusterPartText(const Cluster& cluster, ClusterPart part, const PartIndex& index);
/// "GEMM efficiency 54.8 % → 60 %", "NVLink 4: Latency 3 µs → 5 µs"; `of` names links and kinds.
[[nodiscard]] QString clusterChangeText(const ClusterChange& change, const Cluster& of);

/// Of a preset's title or description; a user's own stays as it is, and so do names of models and machines.
[[nodiscard]] QString presetText(const std::string& text);

/// Rising and without doubles; none when the text is no such list, holds anything below 1, or more than 1000 sizes.
[[nodiscard]] std::optional<std::vector<std::int64_t>> parseBatches(const QString& text);
/// Why a text that parseBatches() refuses is no list of sizes.
[[nodiscard]] QString batchProblem(const QString& text);
[[nodiscard]] QString batchText(const std::vector<std::int64_t>& batches);

}  // namespace pgram
