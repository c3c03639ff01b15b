// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Slices of sequences through a pipeline of equal stages: TeraPipe's order, Seq1F1B's, and what stages hold of it.
#pragma once

#include "core/base/units.h"

#include <vector>

namespace pgram {

enum class SliceOrder {
    TeraPipe,  ///< all forwards, then all backwards in reverse (2102.07988 §3.2)
    Seq1F1B,   ///< min(P - i + k - 2, m·k) forwards, then one forward and one backward in turn (2406.03488 §3.2)
};

/// A forward or a backward of a slice, by its place in the sequence and the sequence's in the step.
struct SlicePass {
    bool backward = false;
    int sequence = 0;
    int slice = 0;
    bool operator==(const SlicePass&) const = default;
};

/// Returns the passes of stage `stage` of `stages`, in order. The slices of a sequence go backward in reverse, because
/// each collects the gradients of the keys and values that later ones have read.
[[nodiscard]] std::vector<SlicePass> slicePasses(SliceOrder order, int stages, int stage, int sequences, int slices);

/// The most slices that a stage holds at once, from the start of their forward to the end of their backward: m·k, or
/// min(P - i + k - 1, m·k) under Seq1F1B.
[[nodiscard]] int slicesInFlight(SliceOrder order, int stages, int stage, int sequences, int slices);

/// Load of each slice of a sequence, equal on every stage.
struct SliceLoad {
    Seconds forward = 0;
    Seconds backward = 0;
    double share = 0;  ///< share of the sequence's tokens
};

struct SlicePipeline {
    Seconds seconds = 0;            ///< from the first forward's start to the last backward's end
    std::vector<double> sequences;  ///< by stage: the most that it holds at once, in sequences
};

/// Event by event: a pass starts when its stage is free and its neighbour's pass of that slice has ended.
[[nodiscard]] SlicePipeline runSlices(SliceOrder order, int stages, int sequences,
                                      const std::vector<SliceLoad>& slices);

}  // namespace pgram
