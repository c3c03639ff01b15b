// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layers under a schedule of token slices: what each slice of a micro-batch costs by the same cost model, with as many
// rows in its products and the context before it in its attention.
#pragma once

#include "core/cost/layer_cost.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// What lengths of slices are multiples of: 64 tokens, or the largest power of two below that leaves a slice four.
[[nodiscard]] std::int64_t sliceGrain(std::int64_t sequence, int slices);

/// Tokens of `slices` slices of about equal work, front to back: Seq1F1B's partition (slicing/equal_work.h) of the
/// model's blocks, in multiples of sliceGrain(). Empty: one slice, or none that is cut (kind and count of tokens).
/// Zeros: a sequence has fewer tokens than slices.
[[nodiscard]] std::vector<std::int64_t> sliceLengths(const Architecture& model, std::int64_t sequence, int slices);

/// The surroundings of one slice, as if each slice were a micro-batch: times a step count k times those of one slice.
[[nodiscard]] CostContext ofSlice(const CostContext& context, std::size_t slice);

/// Of all slices: seconds, kept bytes and traffic are sums over them (weights that are gathered for a micro-batch are
/// gathered for each), what is done once a step stands once, beside the last slice's backward. One sum of the gradients
/// of keys and values is held while a sequence goes backward: 2·b·c·h_kv·w of the context c of the last slice.
[[nodiscard]] LayerCost slicedLayerCost(const CostContext& context, const LayerSpec& layer,
                                        const LayerStrategy& strategy);

}  // namespace pgram
