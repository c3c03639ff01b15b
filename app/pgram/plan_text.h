// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan and its estimate as text.
#pragma once

#include "app/pgram/expected.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <string>

namespace pgram::cli {

/// Returns "MODEL on CLUSTER" on one line, with names in place of missing titles.
[[nodiscard]] std::string titlesOf(const Architecture& model, const Cluster& cluster);

/// Returns two lines on the model, the cluster and the shape of the plan.
[[nodiscard]] std::string headline(const Plan& plan);
/// Returns the host memory per node: "1.77 TiB"; "–" without offloading.
[[nodiscard]] std::string hostText(const HostNeed& host);
/// Returns the headline, the figures, the stages, the strategies, the traffic and the issues of a plan.
[[nodiscard]] std::string planText(const JudgedPlan& judged);

/// Returns the most frequent strategies: "SDP8 ×31, TP4·DP2 ×3".
[[nodiscard]] std::string strategiesInShort(const Plan& plan);

/// Returns "1 stage", "8 stages", "4 micro-batches".
[[nodiscard]] std::string counted(std::int64_t count, const std::string& noun);
/// Returns "7.31 GiB".
[[nodiscard]] std::string bytesText(Bytes count);
/// Returns "3", "3–7".
[[nodiscard]] std::string rangeText(int first, int count);

}  // namespace pgram::cli
