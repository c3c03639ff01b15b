// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan and its estimate as text for people: what every command that has one prints.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <string>

namespace pgram::cli {

/// "MODEL on CLUSTER", the names of those without titles; on one line, whatever the titles hold.
[[nodiscard]] std::string titlesOf(const Architecture& model, const Cluster& cluster);

/// What is trained on what, and the plan's shape: two lines.
[[nodiscard]] std::string headline(const Plan& plan);
/// The figures of the whole step, whether it fits, and how far they are expected to be from a run.
[[nodiscard]] std::string figuresText(const Plan& plan, const Estimate& estimate, const ErrorBands& bands);
/// "1.77 TiB", of a node; "–" where nothing is kept in host memory.
[[nodiscard]] std::string hostText(const HostNeed& host);
/// Time and memory of each stage, against the budget.
[[nodiscard]] std::string stagesText(const Plan& plan, const Estimate& estimate);
/// What the memory of each stage is used for.
[[nodiscard]] std::string memoryText(const Estimate& estimate);
/// The strategy of every layer, run by run.
[[nodiscard]] std::string strategiesText(const Plan& plan, const Estimate& estimate);
/// Traffic by kind, group and link.
[[nodiscard]] std::string volumesText(const Plan& plan, const Estimate& estimate);
/// What is wrong, if anything.
[[nodiscard]] std::string issuesText(const Estimate& estimate);

/// All of the above.
[[nodiscard]] std::string planText(const Plan& plan, const Estimate& estimate, const ErrorBands& bands);

/// The strategies of most layers, in short: "SDP8 ×31, TP4·DP2 ×3".
[[nodiscard]] std::string strategiesInShort(const Plan& plan);

/// "1 stage", "8 stages", "4 micro-batches".
[[nodiscard]] std::string counted(std::int64_t count, const std::string& noun);
/// "7.31 GiB".
[[nodiscard]] std::string bytesText(Bytes count);
/// "3", "3–7".
[[nodiscard]] std::string rangeText(int first, int count);

}  // namespace pgram::cli
