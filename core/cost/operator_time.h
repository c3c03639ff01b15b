// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of one operator, by the rules that layer profiles are made of (docs/method/time.md, A layer on one device).
#pragma once

#include "core/cost/layer_profile.h"
#include "core/cost/product_time.h"

namespace pgram {

/// Seconds of the operator's forward.
[[nodiscard]] Seconds forwardSeconds(const Operator& op, const Device& device, const Training& training);

/// Which of the three products that a product of weights is in training: all take as many FLOP. The backward of other
/// operators is that of their input.
enum class Pass { Forward, InputGradient, WeightGradient };

/// Seconds of one launch of a matrix product's pass. By the constants that are measured for the device's products of
/// its type; without them FLOP/(peak·efficiency of the shape), its operands' bytes and a launch.
[[nodiscard]] Seconds productSeconds(const Operator& op, Pass pass, const Device& device, const Training& training);

/// Seconds of a pass of an operator that is no matrix product: fused attention by the constants that are measured for
/// the device, without them FLOP/(peak·efficiency) and a launch; element-wise work bytes/(memory bandwidth·efficiency)
/// and a launch.
[[nodiscard]] Seconds operatorSeconds(const Operator& op, Pass pass, const Device& device, const Training& training);

}  // namespace pgram
