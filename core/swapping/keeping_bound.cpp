// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// keepingBound(). When the last forward starts, everything that is neither recomputed nor swapped out is on the device,
// including the last block's own tensors. The excess must go by recomputing (a - x bytes for f seconds of compute
// behind the turn) or over the link, which may start at the end of the first forward and must bring everything back
// before the last backward.
#include "core/swapping/swap_search.h"

#include <algorithm>
#include <functional>

namespace pgram {

namespace {

/// A block, by the bytes that its recomputation frees per second.
struct Saving {
    Seconds forward;
    double bytes;
};

/// Returns the most bytes that recomputing for `seconds` frees, if blocks can be divided. `savings`: by falling bytes
/// per second.
double freedBy(const std::vector<Saving>& savings, Seconds seconds)
{
    double bytes = 0;
    for (const Saving& saving : savings) {
        if (saving.forward > seconds) {
            return bytes + saving.bytes * seconds / saving.forward;
        }
        bytes += saving.bytes;
        seconds -= saving.forward;
    }
    return bytes;
}

/// Returns the minimum of a convex function from 0 to `most`.
Seconds leastOf(const std::function<Seconds(Seconds)>& of, Seconds most)
{
    Seconds below = 0;
    Seconds above = most;
    for (int i = 0; i < 100; ++i) {
        const Seconds third = (above - below) / 3;
        if (of(below + third) > of(above - third)) {
            below += third;
        } else {
            above -= third;
        }
    }
    return std::min({of(0), of(most), of((below + above) / 2)});
}

}  // namespace

Seconds keepingBound(std::span<const SwapBlock> blocks, const SwapDevice& device)
{
    const Seconds inCore = inCoreSeconds(blocks);
    double kept = 0;
    Seconds forwards = 0;
    Seconds leastBackward = blocks.empty() ? 0 : blocks.front().backward;
    std::vector<Saving> savings;
    for (const SwapBlock& block : blocks) {
        kept += block.kept;
        forwards += block.forward;
        leastBackward = std::min(leastBackward, block.backward);
        if (block.kept > block.input) {
            savings.push_back({block.forward, block.kept - block.input});
        }
    }
    const double excess = kept - device.bytes;
    if (excess <= 0) {
        return inCore;
    }
    std::ranges::stable_sort(
        savings, [](const Saving& a, const Saving& b) { return a.bytes * b.forward > b.bytes * a.forward; });
    const Seconds ends = blocks.front().forward + (blocks.size() > 1 ? blocks.back().forward : 0);
    const auto least = [&](Seconds recomputed) {
        const Seconds link = std::max(0.0, excess - freedBy(savings, recomputed)) / device.link;
        const Seconds turn = std::max(forwards, link > 0 ? ends + link : 0);
        return turn + std::max(inCore - forwards + recomputed, link > 0 ? link + leastBackward : 0);
    };
    return leastOf(least, forwards) * (1 - 1e-12);
}

}  // namespace pgram
