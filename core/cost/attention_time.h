// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of one fused attention, from its shape (docs/method/time.md, Measured attention).
#pragma once

#include "core/cluster/cluster.h"

namespace pgram {

/// Work of one launch.
struct FusedAttention {
    Flops flops = 0;   ///< FLOP of the query-key pairs that the mask leaves
    double heads = 0;  ///< query heads of all sequences
    double headDim = 0;
    double queries = 0;  ///< queries per head
    double bytes = 0;    ///< bytes of queries, keys, values and output
    double window = 0;   ///< most keys that a query sees, of a causal `sequence`; 0 = all before it
    double sequence = 0;
};

/// Seconds by constants that are measured for the device's attention (docs/method/time.md, Measured attention; our
/// form, as kernels of inference frameworks show it): start + compute·waves + memory. A tile computes the keys of all
/// its queries' windows. A multiprocessor has tileQueries of one head at a time; of the last wave's idle part only
/// partialWave is paid. `level`: share of `peak`, FLOP/s, that heads of usualHeadDim reach; others stand to it as their
/// measured rates do.
[[nodiscard]] Seconds attentionTime(const Device& device, const AttentionConstants& constants,
                                    const FusedAttention& attention, FlopRate peak, double level);

}  // namespace pgram
