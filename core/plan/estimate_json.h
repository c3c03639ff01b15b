// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Estimate, comparison and timeline as JSON, which is only written: an estimate is computed anew. The tables of fields
// also make the schemas of the answers that contain them (presets/schemas).
#pragma once

#include "core/base/json_fwd.h"
#include "core/plan/compare.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <span>

namespace pgram {

template <typename Owner>
struct Field;

/// A plan with its estimate. A figure that is not finite becomes null.
struct EstimatedPlan {
    const Plan& plan;
    const Estimate& estimate;
};
[[nodiscard]] std::span<const Field<EstimatedPlan>> fieldsOf(const EstimatedPlan*);
[[nodiscard]] std::span<const Field<Comparison>> fieldsOf(const Comparison*);

/// The simulated step of a plan: makespan, and every stage's busy time, bubbles, peaks and operations.
struct SimulatedPlan {
    const Timeline& timeline;
    bool hasSlices;  ///< operations name their slices
};
[[nodiscard]] std::span<const Field<SimulatedPlan>> fieldsOf(const SimulatedPlan*);

[[nodiscard]] Json estimateToJson(const Plan& plan, const Estimate& estimate);
[[nodiscard]] Json comparisonToJson(const Comparison& comparison);

}  // namespace pgram
