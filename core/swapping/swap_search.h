// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Chooses which blocks keep, swap or recompute: exactly for few blocks, by local search for many, with a bound
// (docs/method/other-systems.md, Out-of-core training).
#pragma once

#include "core/swapping/swap_step.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pgram {

/// Relative tolerance: plans whose steps differ by at most this are equally good.
inline constexpr double equallyGood = 1e-9;
/// Default limit of the exact search, in blocks.
inline constexpr std::size_t fewBlocks = 12;

struct KeepingAnswer {
    Seconds seconds = 0;     ///< infinity: no plan can run
    KeepingPlan plan;        ///< first of the best plans, in the order Keep, Swap, Recompute; empty: none
    Seconds lowerBound = 0;  ///< lower bound of the seconds of all plans
    std::int64_t count = 0;  ///< number of best plans; 1 after a local search
    std::int64_t tried = 0;  ///< steps simulated
    [[nodiscard]] double gap() const { return seconds > 0 ? seconds / lowerBound - 1 : 0; }
};

/// Returns the best of all plans of `choices`, by branch and bound over the 3ⁿ plans. `each`: if not null, receives
/// every best plan, first to last.
[[nodiscard]] KeepingAnswer exactKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device,
                                         std::span<const Keeping> choices, std::vector<KeepingPlan>* each = nullptr);
[[nodiscard]] KeepingAnswer exactKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// Tries patterns of swapped and recomputed blocks in front of kept ones or behind them, and then changes one or two
/// blocks of the best plan as long as it becomes faster, for at most `mostSteps` simulated steps. Uses only `choices`.
[[nodiscard]] KeepingAnswer searchKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device,
                                          std::span<const Keeping> choices, std::int64_t mostSteps = 200'000);
[[nodiscard]] KeepingAnswer searchKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// Returns a lower bound of the seconds. With R seconds recomputed and V bytes that must then leave over the link
/// before the last forward starts: max(Σ f, f₁ + V/link + f_n) + max(Σ b + R, V/link + min b), minimal over R, if
/// blocks can be divided.
[[nodiscard]] Seconds keepingBound(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// Searches exactly for few blocks, else by local search.
[[nodiscard]] KeepingAnswer bestKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device);

/// Joins runs of layers to blocks: times and kept bytes add up; the input is that of the first layer.
[[nodiscard]] std::vector<SwapBlock> grouped(std::span<const SwapBlock> layers, std::span<const int> counts);

}  // namespace pgram
