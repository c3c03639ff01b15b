// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Estimate, comparison and timeline as JSON: what `pgram --json` prints (schemas in presets/schema). Written only; an
// estimate is never read back, it is computed again.
#pragma once

#include "core/base/json_fwd.h"
#include "core/plan/compare.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"

namespace pgram {

/// The estimate object. A figure that is not finite becomes null.
[[nodiscard]] Json estimateToJson(const Plan& plan, const Estimate& estimate);

[[nodiscard]] Json comparisonToJson(const Comparison& comparison);

/// Makespan, and every stage's busy time, bubbles, peaks and operations.
[[nodiscard]] Json timelineToJson(const Timeline& timeline, bool hasSlices);
[[nodiscard]] const char* code(TimelineKind kind);  ///< "forward", "weight-gradient", …

[[nodiscard]] const char* code(Severity severity);  ///< "note", "warning", "error"

}  // namespace pgram
