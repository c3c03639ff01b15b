// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/swapping/exchange.h"

#include <algorithm>
#include <vector>

namespace pgram {

namespace {

/// A stream that runs its work items one after another, each as soon as its input is ready.
struct Stream {
    Seconds free = 0;
    Seconds run(Seconds from, Seconds seconds)
    {
        free = std::max(free, from) + seconds;
        return free;
    }
};

struct ExchangeStreams {
    Stream out;
    Stream network;
    Stream update;
    Stream in;

    /// Returns the time at which the updated weights are on the device.
    Seconds run(Seconds from, const ExchangeBlock& block)
    {
        const Seconds summed = network.run(out.run(from, block.toHost), block.sum);
        return in.run(update.run(summed, block.update), block.toDevice);
    }
};

}  // namespace

Seconds exchangePeriod(std::span<const ExchangeBlock> blocks, bool phased, Seconds between)
{
    constexpr int steps = 8;
    std::vector<Seconds> weights(blocks.size(), 0);
    std::vector<Seconds> gradients(blocks.size(), 0);
    ExchangeStreams streams;
    Seconds now = 0;
    Seconds before = 0;
    for (int step = 0; step < steps; ++step) {
        before = now;
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            now = std::max(now, weights[k]) + blocks[k].forward;
        }
        now += between;
        for (std::size_t k = blocks.size(); k-- > 0;) {
            now += blocks[k].backward;
            gradients[k] = now;
        }
        for (std::size_t k = blocks.size(); k-- > 0;) {
            weights[k] = streams.run(phased ? gradients[k] : now, blocks[k]);
        }
    }
    return now - before;
}

}  // namespace pgram
