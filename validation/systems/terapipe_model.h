// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// TeraPipe's own models of time and memory, and a law of t from measured runs (arXiv 2102.07988 §3.3 and its code).
#pragma once

#include "core/base/error.h"
#include "core/slicing/slice_times.h"

#include <optional>
#include <span>

namespace pgram {

/// Seconds that context adds to a layer's slice: constant + perLength·b·l + perContext·b·c + perPair·b·l·c.
struct ContextLaw {
    Seconds constant = 0;
    Seconds perLength = 0;
    Seconds perContext = 0;
    Seconds perPair = 0;
    [[nodiscard]] Seconds operator()(int sequences, int tokens, int context) const;
};

struct ContextSample {
    int sequences = 1;
    int tokens = 0;
    int context = 0;
    Seconds seconds = 0;  ///< with the context less without
};

/// Least squares; of fewer than four independent samples the shortest law.
[[nodiscard]] ContextLaw fitContextLaw(std::span<const ContextSample> samples);

/// A run of equal slices: `slices` of each of the sequences.
struct UniformRun {
    int slices = 1;
    Seconds seconds = 0;
};

/// t(l) = max(flat, fixed + perToken·l) fitted to runs of `sequences` sequences of `tokens` tokens on `stages` stages,
/// as T = (sequences·slices + stages - 1)·t (our definition): least squares of relative errors, whichever slices are
/// in the flat part. Nothing, where fewer than three runs are given or no line rises.
[[nodiscard]] std::optional<SliceLaw> fitUniformRuns(std::span<const UniformRun> runs, int tokens, int sequences,
                                                     int stages);

/// A layer stack as TeraPipe's memory model sees it, alike on all stages.
struct TeraPipeStage {
    double layers = 1;  ///< layers per stage
    double hidden = 1;
    double heads = 1;
    double tokens = 1;     ///< tokens per sequence
    double sequences = 1;  ///< sequences per replica
    double tensor = 1;     ///< degree of tensor parallelism
};

/// Bytes of a device at the turn, of its code: layers·(14n + C(2 + 5/M) + C(2 + 4/M) + 6A/M) + 2C with n = (12h² +
/// 9h)/M + 4h, C = 2·b·L·h, A = b·heads·L².
[[nodiscard]] double teraPipeBytes(const TeraPipeStage& stage);

}  // namespace pgram
