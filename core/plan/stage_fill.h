// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why a stage is as full as it is: the kind of memory that takes most. Pure functions.
#pragma once

#include "core/plan/estimate.h"

namespace pgram {

enum class MemoryPart { Weights, Gradients, Optimizer, Activations, Transient, Context };

[[nodiscard]] Bytes partOf(const MemoryBreakdown& memory, MemoryPart part);
[[nodiscard]] MemoryPart largestPart(const MemoryBreakdown& memory);
/// The stage whose devices need most.
[[nodiscard]] int fullestStage(const Estimate& estimate);

}  // namespace pgram
