// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long the slices are that a plan's micro-batches are cut into (docs/method/other-systems.md, Slices in plans).
#pragma once

#include "core/base/names.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pgram {

enum class SliceLengths {
    EqualWork,  ///< Seq1F1B's partition, the default of a plan
    Equal,      ///< equally many tokens per slice
    Optimal,    ///< number and lengths of the slices from TeraPipe's dynamic programme
    Own,        ///< any others
};
template <>
inline constexpr std::array<std::string_view, 4> enumNames<SliceLengths>{"equal-work", "equal", "optimal", "own"};

/// Which the plan has. Optimal ones are Own, unless they are one of the others.
[[nodiscard]] SliceLengths sliceLengthsOf(const Plan& plan);

/// Returns the plan's number of slices with equally many tokens each, in multiples of sliceGrain(). The first slice
/// takes the remainder.
[[nodiscard]] std::vector<std::int64_t> equalSlices(const Plan& plan);

/// The slices of least T = m·Σ t + (P - 1)·max t (slicing/token_slicing.h), t being the time of the plan's slowest
/// stage by our cost model for a slice, forward and backward, on a grid of at most 64 steps a sequence. Under the order
/// of TeraPipe T is the step up to the two phases' longest slices; under Seq1F1B's it is a guide. Empty: no grid that
/// every layer's strategy can split, or the plan's micro-batches cannot be cut.
[[nodiscard]] std::vector<std::int64_t> optimalSlices(const Plan& plan);

/// Returns the plan with slices of these lengths; unchanged if it has no slices, and with Own.
[[nodiscard]] Plan withSliceLengths(Plan plan, SliceLengths lengths);

}  // namespace pgram
