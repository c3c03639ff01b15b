// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of one operator, the building block of layer profiles (docs/method/time.md, A layer on one device).
#pragma once

#include "core/cost/layer_profile.h"
#include "core/cost/product_time.h"

namespace pgram {

/// Returns the seconds of the operator's forward.
[[nodiscard]] Seconds forwardSeconds(const Operator& op, const Device& device, const Training& training);

/// The three products of a product with weights in training, which all take equally many FLOP. The backward of any
/// other operator is that of its input.
enum class Pass { Forward, InputGradient, WeightGradient };

/// Returns the seconds of one launch of a matrix product's pass: from the constants measured for the device's products
/// of this type, or else from FLOP/(peak·efficiency of the shape), the bytes of its operands and a launch.
[[nodiscard]] Seconds productSeconds(const Operator& op, Pass pass, const Device& device, const Training& training);

/// Returns the seconds of a pass of an operator other than a matrix product. Fused attention: from the constants
/// measured for the device, or else from FLOP/(peak·efficiency) and a launch. Kernels of states: from the FLOP of whole
/// chunks over (peak·efficiency) and a launch. Element-wise work: bytes/(memory
/// bandwidth·efficiency) and a launch.
[[nodiscard]] Seconds operatorSeconds(const Operator& op, Pass pass, const Device& device, const Training& training);

}  // namespace pgram
