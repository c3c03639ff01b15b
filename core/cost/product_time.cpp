// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/product_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// A small tile reads more for what it computes: part of its time, for each side of half the usual 128.
constexpr double smallTile = 0.1;
constexpr double usualSide = 128;
constexpr int mostSplits = 4;
constexpr double leastSplitInner = 128;
constexpr double endsOfSplit = 3;  ///< ends of a tile whose sum is split: its own, and of the sum over the parts
constexpr double resultBytes = 2;
constexpr double castBytes = 2;

/// Products of two numbers, one after the other on a multiprocessor, that the sooner of all tiles and splits takes.
double tileWork(const Device& device, const ProductConstants& constants, const ProductShape& shape)
{
    const double processors = device.multiprocessors;
    double least = std::numeric_limits<double>::infinity();
    for (const Tile& tile : tiles) {
        const double area =
            tile.rows * tile.columns * (1 + smallTile * (usualSide / tile.rows + usualSide / tile.columns - 1));
        const double whole = std::ceil(shape.rows / tile.rows) * std::ceil(shape.columns / tile.columns) * shape.groups;
        for (int split = 1; split <= mostSplits; split *= 2) {
            if (split > 1 && shape.inner < split * leastSplitInner) {
                break;
            }
            const double used = whole * split / processors;
            const double waves = std::max(1.0, used + constants.partialWave * (std::ceil(used) - used));
            const double inner = shape.inner / split + constants.tileInner * (split > 1 ? endsOfSplit : 1);
            least = std::min(least, waves * inner * area);
        }
    }
    return least;
}

/// (a^p + b^p)^(1/p)
double normOf(double a, double b, double p)
{
    const double longer = std::max(a, b);
    return longer <= 0 ? 0 : longer * std::pow(1 + std::pow(std::min(a, b) / longer, p), 1 / p);
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

Seconds productTime(const Device& device, const ProductConstants& constants, const ProductShape& shape, FlopRate peak,
                    double level, double bytes, bool casts)
{
    const double rows = shape.groups * shape.rows;
    const double moved =
        bytes * shape.inner * (rows + shape.groups * shape.columns) + resultBytes * rows * shape.columns;
    const Seconds compute = 2 * device.multiprocessors * tileWork(device, constants, shape) / (peak * level);
    const Seconds memory = moved / (constants.memoryShare * device.memoryBandwidth);
    const Seconds cast = casts && constants.castShare > 0
                             ? (castBytes + bytes) * rows * shape.inner / (constants.castShare * device.memoryBandwidth)
                             : 0;
    return constants.start + normOf(compute, memory, constants.norm) + cast;
}

}  // namespace pgram
