// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/product_time.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

struct Tile {
    double rows;
    double columns;
    double rate;  ///< in units of the largest one's
};

constexpr Tile tiles[] = {{256, 128, 1}, {128, 256, 1}, {128, 128, 0.95}, {128, 64, 0.8}, {64, 64, 0.65}};

/// Multiprocessor-tiles of `tile` that the product takes.
double tilesSpent(const ProductShape& shape, const Tile& tile, double multiprocessors)
{
    const double needed = std::ceil(shape.rows / tile.rows) * std::ceil(shape.columns / tile.columns) * shape.groups;
    if (needed < multiprocessors) {
        return multiprocessors / std::floor(multiprocessors / needed);
    }
    return std::ceil(needed / multiprocessors) * multiprocessors;
}

}  // namespace

double shapeEfficiency(const Device& device, const ProductShape& shape)
{
    if (device.multiprocessors == 0) {
        return 1;
    }
    double best = 0;
    for (const Tile& tile : tiles) {
        const double spent = tilesSpent(shape, tile, device.multiprocessors) * tile.rows * tile.columns / tile.rate;
        best = std::max(best, shape.groups * shape.rows * shape.columns / spent);
    }
    return best;
}

}  // namespace pgram
