// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which blocks keep, swap or recompute: exactly for few blocks, by local search for many, with a bound
// (docs/method/other-systems.md, Out-of-core training).
#pragma once

#include "core/swapping/swap_step.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pgram {

/// Plans whose steps differ by no more are equally good. Relative.
inline constexpr double equallyGood = 1e-9;
/// The most blocks that are searched exactly by default.
inline constexpr std::size_t fewBlocks = 12;

struct KeepingAnswer {
    Seconds seconds = 0;     ///< infinity: no plan can run
    KeepingPlan plan;        ///< of the best the first, Keep before Swap before Recompute; empty: none
    Seconds lowerBound = 0;  ///< of any plan's seconds
    std::int64_t count = 0;  ///< of the best plans; 1 of a local search
    std::int64_t tried = 0;  ///< steps simulated
    [[nodiscard]] double gap() const { return seconds > 0 ? seconds / lowerBound - 1 : 0; }
};

/// The best of all plans of `choices`: branch and bound over the 3ⁿ. `each`, where given, gets every best plan, first
/// to last.
[[nodiscard]] KeepingAnswer exactKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device,
                                         std::span<const Keeping> choices, std::vector<KeepingPlan>* each = nullptr);
[[nodiscard]] KeepingAnswer exactKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// Patterns of swapped and recomputed blocks in front of kept ones or behind, then the best of them changed in one or
/// two blocks as long as that is faster, for at most `mostSteps` simulated steps. Of `choices` alone.
[[nodiscard]] KeepingAnswer searchKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device,
                                          std::span<const Keeping> choices, std::int64_t mostSteps = 200'000);
[[nodiscard]] KeepingAnswer searchKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// No plan takes less. With R seconds recomputed and V the bytes that must then leave by the link for the last forward
/// to start: max(Σ f, f₁ + V/link + f_n) + max(Σ b + R, V/link + min b), least over R, blocks taken in parts.
[[nodiscard]] Seconds keepingBound(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// Exact for few blocks, else searched.
[[nodiscard]] KeepingAnswer bestKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// Runs of layers as blocks: times and kept bytes add up, the input is the first layer's.
[[nodiscard]] std::vector<SwapBlock> grouped(std::span<const SwapBlock> layers, std::span<const int> counts);

}  // namespace pgram
