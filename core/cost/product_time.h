// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of one matrix product, from its shape (docs/method/time.md, Measured products).
#pragma once

#include "core/cluster/cluster.h"

namespace pgram {

/// A result of rows × columns, each element of which is a sum over `inner` products.
struct ProductShape {
    double rows = 0;
    double inner = 0;
    double columns = 0;
    double groups = 1;  ///< products of this shape in one launch, whose tiles share the waves
};

/// Returns the share of the device's best rate at which a product of this shape runs. The result is cut into tiles,
/// which are assigned to the multiprocessors wave by wave: tiles beyond the edge of the result and multiprocessors
/// without a tile in the last wave waste work. Libraries choose among several tiles: large ones read less per
/// computation, small ones waste less. If the result has fewer tiles than there are multiprocessors, the sum is split
/// among them (NVIDIA, Matrix Multiplication Background User's Guide; the relative rates of the tiles are guessed from
/// its figures). Returns 1 for a device whose number of multiprocessors is unknown.
[[nodiscard]] double shapeEfficiency(const Device& device, const ProductShape& shape);

/// Seconds of a product by constants that are measured for the device's products of this type (docs/method/time.md,
/// Measured products; our form, as kernels of inference frameworks show it):
///
///     start + (compute^norm + memory^norm)^(1/norm) + cast
///
/// Compute goes through the tiles wave by wave, each tile as long as inner + tileInner of its elements; of the last
/// wave's idle part only partialWave is paid. The sum may be split, which costs three ends and starts. `bytes`: of an
/// element of the operands; the result has two. `casts`: rows × inner of two bytes are read and written in `bytes`
/// first. `level`: share of `peak`, FLOP/s, that full tiles reach.
[[nodiscard]] Seconds productTime(const Device& device, const ProductConstants& constants, const ProductShape& shape,
                                  FlopRate peak, double level, double bytes, bool casts = true);

}  // namespace pgram
