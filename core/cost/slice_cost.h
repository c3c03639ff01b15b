// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs of layers under a schedule of token slices. The cost model is applied to each slice of a micro-batch: matrix
// products cover the tokens of the slice, attention all earlier tokens of the sequence, too.
#pragma once

#include "core/cost/layer_cost.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// Returns the unit of slice lengths, in tokens: the largest power of two up to 64 of which a mean slice has at least
/// four units.
[[nodiscard]] std::int64_t sliceGrain(std::int64_t sequence, int slices);

/// Returns the tokens of each slice, front to back, so that all have about equal work: Seq1F1B's partition
/// (slicing/equal_work.h) of the model's blocks, in multiples of sliceGrain(). Returns an empty list for one slice and
/// for a model without blocks of a sliceable kind, and zeros for a sequence with fewer tokens than slices.
[[nodiscard]] std::vector<std::int64_t> sliceLengths(const Architecture& model, std::int64_t sequence, int slices);

/// Returns the cost context of slice number `slice`, from 0, as if each slice were a micro-batch: a step has as many
/// times the transfers of one slice as there are slices.
[[nodiscard]] CostContext ofSlice(const CostContext& context, std::size_t slice);

/// Returns the cost of a layer for all slices of a micro-batch. Seconds, bytes kept for backward and traffic are sums
/// over the slices, so weights that are gathered per micro-batch are gathered per slice. Work once per step counts
/// once, hidden by the last slice's backward. Memory includes a buffer for the gradients of keys and values of a
/// sequence: 2·b·c·h_kv·w bytes, with b samples of a micro-batch, the c tokens before the last slice, the width h_kv of
/// keys and w bytes per element.
[[nodiscard]] LayerCost slicedLayerCost(const CostContext& context, const LayerSpec& layer,
                                        const LayerStrategy& strategy);

}  // namespace pgram
