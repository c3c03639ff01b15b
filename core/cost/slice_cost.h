// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs of layers under a schedule of token slices. The same cost model applies to each slice of a micro-batch, with
// the slice's rows in its products and the earlier context in its attention.
#pragma once

#include "core/cost/layer_cost.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// Returns the unit of slice lengths: 64 tokens, or the largest smaller power of two with which a slice has at least
/// four units.
[[nodiscard]] std::int64_t sliceGrain(std::int64_t sequence, int slices);

/// Returns the tokens of `slices` slices of about equal work, front to back: Seq1F1B's partition (slicing/equal_work.h)
/// of the model's blocks, in multiples of sliceGrain(). Empty: there is a single slice, or no block that is cut (kind
/// and number of tokens). Zeros: a sequence has fewer tokens than slices.
[[nodiscard]] std::vector<std::int64_t> sliceLengths(const Architecture& model, std::int64_t sequence, int slices);

/// Returns the context of one slice, as if each slice were a micro-batch: transfers per step count k times those of one
/// slice.
[[nodiscard]] CostContext ofSlice(const CostContext& context, std::size_t slice);

/// Returns the cost over all slices. Seconds, kept bytes and traffic are sums over the slices (weights gathered per
/// micro-batch are gathered per slice); work per step counts once, next to the last slice's backward. One sum of the
/// gradients of keys and values is held while a sequence goes backward: 2·b·c·h_kv·w for the context c of the last
/// slice.
[[nodiscard]] LayerCost slicedLayerCost(const CostContext& context, const LayerSpec& layer,
                                        const LayerStrategy& strategy);

}  // namespace pgram
