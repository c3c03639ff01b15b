// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of one operator's forward, by the rules that layer profiles are made of.
#pragma once

#include "core/cost/layer_profile.h"

namespace pgram {

/// A matrix product: FLOP/(peak·efficiency of its shape) and its operands' bytes; everything else bytes/(memory
/// bandwidth·efficiency); and a launch (METHOD §2).
[[nodiscard]] Seconds forwardSeconds(const Operator& op, const Device& device, const Training& training);

}  // namespace pgram
