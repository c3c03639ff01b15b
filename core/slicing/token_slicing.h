// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// TeraPipe's slicing of sequences into tokens (arXiv 2102.07988 §3.3), by its dynamic programme, exactly.
#pragma once

#include "core/slicing/slice_times.h"

#include <vector>

namespace pgram {

/// Sequences that pass through the pipeline together, sliced equally.
struct SlicedPiece {
    int sequences = 1;
    std::vector<int> tokens;  ///< tokens per slice, front to back
    bool operator==(const SlicedPiece&) const = default;
};

struct TokenSlicing {
    std::vector<SlicedPiece> pieces;
    Seconds seconds = 0;  ///< work + (K - 1)·longest
    Seconds work = 0;     ///< Σ t of all slices and repeats, on one stage
    Seconds longest = 0;  ///< the largest t
    int caps = 0;         ///< number of caps on the longest slice that were tried
};

/// T = Σ t + (K - 1)·max t of pieces that go `repeats` times through `stages` stages, t being forward and backward
/// together: a lower bound of the two phases of the schedule, each with a longest slice of its own, and equal to them
/// where one slice is the longest in both.
[[nodiscard]] TokenSlicing withSeconds(std::vector<SlicedPiece> pieces, const SliceTime& time, int stages,
                                       int repeats = 1);

/// The least T over all ways to part the sequences of `times` into pieces and each piece into slices on the grid.
///
/// For a cap on t, f_b(j) = min over slices that end at j, G(n) = min over b of G(n - b) + f_b(all) (§3.3); caps go
/// downwards from none. After G under one cap only slicings whose longest slice is below (best - G)/(K - 1) can be
/// better, and none whose longest slice is below the least possible one exists: no cap that could win is left out. Of
/// slicings of one cost those with the shorter last slices, and with fewer sequences in the last piece, are taken.
/// O(caps·b·(L/g)²).
[[nodiscard]] TokenSlicing bestSlicing(const SliceTimes& times, int stages, int repeats = 1);

}  // namespace pgram
