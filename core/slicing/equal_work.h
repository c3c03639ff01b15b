// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Slices of equal work: Seq1F1B's partition of a sequence (arXiv 2406.03488 §3.3, as its code solves it).
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// A decoder as Seq1F1B counts its work.
struct SequenceWork {
    std::int64_t layers = 1;
    std::int64_t hidden = 1;
    std::int64_t feedForward = 1;
    std::int64_t heads = 1;
    std::int64_t headSize = 1;
    std::int64_t vocabulary = 0;
};

/// FLOP of the forward of `length` tokens that end at token `end`: layers·(8lh² + 4l·h·f + (4d + 3)·a·(l·e - l²/2)) +
/// 4l·h·V.
[[nodiscard]] Flops sliceWork(const SequenceWork& work, double length, double end);

/// `slices` lengths, front to back, of about equal work, each but the first a multiple of `multiple`: solved from the
/// back and rounded down, so that the first takes what is left. Empty, where some would be left without a token,
/// or there is no work.
[[nodiscard]] std::vector<std::int64_t> equalWorkSlices(const SequenceWork& work, std::int64_t tokens, int slices,
                                                        std::int64_t multiple = 1);

}  // namespace pgram
