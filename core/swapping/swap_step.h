// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A training step whose kept tensors do not fit: each block of layers keeps, swaps or recomputes them (KARMA, arXiv
// 2008.11421), by our event rule (docs/method/other-systems.md, Out-of-core training).
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// What happens to a block's kept tensors between its forward and its backward. In the order of ties.
enum class Keeping : std::uint8_t { Keep, Swap, Recompute };
/// Of each block, front to back.
using KeepingPlan = std::vector<Keeping>;

/// "KSR", block 1 first.
[[nodiscard]] std::string toString(const KeepingPlan& plan);
/// Inverse; empty where a letter is another.
[[nodiscard]] KeepingPlan parseKeeping(std::string_view text);

struct SwapBlock {
    Seconds forward = 0;
    Seconds backward = 0;
    double kept = 0;   ///< bytes, a
    double input = 0;  ///< bytes, x: what a recomputed block keeps
    bool operator==(const SwapBlock&) const = default;
};

/// Where the tensors are, and the way to the host: one link each way, used at once.
struct SwapDevice {
    double bytes = 0;     ///< for kept tensors
    Bandwidth link = 1;   ///< each way
    Seconds latency = 0;  ///< of a transfer
    [[nodiscard]] Seconds transfer(double size) const { return latency + size / link; }
    bool operator==(const SwapDevice&) const = default;
};

enum class SwapEventKind { Forward, SwapOut, SwapIn, Recompute, Backward };

struct SwapEvent {
    SwapEventKind kind = SwapEventKind::Forward;
    int block = 0;
    Seconds start = 0;
    Seconds end = 0;
};

/// Bytes of kept tensors from `start` until the next point.
struct SwapMemory {
    Seconds start = 0;
    double bytes = 0;
};

struct SwapTimeline {
    Seconds seconds = 0;            ///< end of the first block's backward; infinity: the plan cannot run
    std::vector<SwapEvent> events;  ///< by start; of one start: in program order
    std::vector<SwapMemory> memory;
};

/// The step of `plan`, event by event. Requests for memory stand in one queue, in program order: the forwards, then
/// from the last block to the first every swapped and recomputed one. A request is granted when those before it are
/// and its bytes are free; what is freed at a time is free for grants of that time.
///
/// A forward needs a (recomputed: a + x) at its start; recomputed blocks free a at its end. A swap-out starts when the
/// forward has ended and the link is free, and frees a at its end. Behind the last forward swap-ins are granted, each
/// after its own swap-out, and recomputations, which run right before their backward. A backward frees what its block
/// holds.
class SwapStep {
public:
    SwapStep(std::span<const SwapBlock> blocks, const SwapDevice& device);

    /// Infinity: some request is never granted.
    [[nodiscard]] Seconds seconds(std::span<const Keeping> plan);
    [[nodiscard]] SwapTimeline timeline(std::span<const Keeping> plan);

private:
    struct Freed {
        Seconds at;
        double bytes;
    };
    void forwards(std::span<const Keeping> plan);
    void backwards(std::span<const Keeping> plan);
    /// The earliest time from `from` on at which `bytes` are free and every earlier request is granted; takes them.
    Seconds grant(double bytes, Seconds from);
    void takeFreed(Seconds until);
    void note(SwapEventKind kind, std::size_t block, Seconds start, Seconds end);

    std::span<const SwapBlock> m_blocks;
    SwapDevice m_device;
    std::vector<Freed> m_byCompute;  ///< by time: what the compute stream frees
    std::vector<Freed> m_byLink;     ///< by time: what swap-outs free
    std::size_t m_takenOfCompute = 0;
    std::size_t m_takenOfLink = 0;
    std::vector<Seconds> m_swappedOut;  ///< by block
    double m_free = 0;
    Seconds m_granted = 0;  ///< time of the last grant
    Seconds m_now = 0;      ///< of the compute stream
    SwapTimeline* m_timeline = nullptr;
};

/// Steps without any want of memory: Σ (f + b).
[[nodiscard]] Seconds inCoreSeconds(std::span<const SwapBlock> blocks);

}  // namespace pgram
