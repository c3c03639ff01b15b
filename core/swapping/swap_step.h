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

/// Treatment of a block's kept tensors between its forward and its backward. The order decides ties.
enum class Keeping : std::uint8_t { Keep, Swap, Recompute };
/// Choice per block, front to back.
using KeepingPlan = std::vector<Keeping>;

/// Writes the plan as "KSR", block 1 first.
[[nodiscard]] std::string toString(const KeepingPlan& plan);
/// Reads the text of toString(); empty if a letter is unknown.
[[nodiscard]] KeepingPlan parseKeeping(std::string_view text);

struct SwapBlock {
    Seconds forward = 0;
    Seconds backward = 0;
    double kept = 0;   ///< bytes, a
    double input = 0;  ///< bytes, x: what a recomputed block keeps
    bool operator==(const SwapBlock&) const = default;
};

/// Memory of the device, and its connection to the host: one link per direction, used at the same time.
struct SwapDevice {
    double bytes = 0;     ///< room for kept tensors
    Bandwidth link = 1;   ///< bytes/s per direction
    Seconds latency = 0;  ///< start of a transfer
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
    std::vector<SwapEvent> events;  ///< by start; in program order at equal starts
    std::vector<SwapMemory> memory;
};

/// Simulates the step of `plan`, event by event. Requests for memory form one queue in program order: the forwards,
/// then every swapped and recomputed block from the last to the first. A request is granted once those before it are
/// granted and its bytes are free; memory that is freed at a time is free for grants at that time.
///
/// A forward needs a (recomputed: a + x) at its start; recomputed blocks free a at its end. A swap-out starts when the
/// forward has ended and the link is free, and frees a at its end. After the last forward swap-ins are granted, each
/// after its own swap-out, and recomputations, which run right before their backward. A backward frees everything that
/// its block holds.
class SwapStep {
public:
    SwapStep(std::span<const SwapBlock> blocks, const SwapDevice& device);

    /// Returns the seconds of the step; infinity if some request is never granted.
    [[nodiscard]] Seconds seconds(std::span<const Keeping> plan);
    [[nodiscard]] SwapTimeline timeline(std::span<const Keeping> plan);

private:
    struct Freed {
        Seconds at;
        double bytes;
    };
    void forwards(std::span<const Keeping> plan);
    void backwards(std::span<const Keeping> plan);
    /// Takes `bytes` at the earliest time, not before `from`, at which they are free and every earlier request is
    /// granted. Returns that time.
    Seconds grant(double bytes, Seconds from);
    void takeFreed(Seconds until);
    void note(SwapEventKind kind, std::size_t block, Seconds start, Seconds end);

    std::span<const SwapBlock> m_blocks;
    SwapDevice m_device;
    std::vector<Freed> m_byCompute;  ///< by time: memory that the compute stream frees
    std::vector<Freed> m_byLink;     ///< by time: memory that swap-outs free
    std::size_t m_takenOfCompute = 0;
    std::size_t m_takenOfLink = 0;
    std::vector<Seconds> m_swappedOut;  ///< end of the swap-out per block
    double m_free = 0;
    Seconds m_granted = 0;  ///< time of the last grant
    Seconds m_now = 0;      ///< current time of the compute stream
    SwapTimeline* m_timeline = nullptr;
};

/// Returns the seconds of a step with enough memory: Σ (f + b).
[[nodiscard]] Seconds inCoreSeconds(std::span<const SwapBlock> blocks);

}  // namespace pgram
