// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best choice of what the layers of a plan's stage keep, swap to the host or recompute if their tensors do not fit
// (KARMA): from our cost model, by the rule of swapping/ (docs/method/other-systems.md, Out-of-core training).
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "core/swapping/swap_search.h"

#include <span>
#include <vector>

namespace pgram {

/// Layers of a stage as blocks of one micro-batch, regardless of how their strategies now keep tensors, and the memory
/// for them: the budget without reserve, states, context and the needs of one backward, divided by the micro-batches in
/// flight.
struct StageBlocks {
    std::vector<SwapBlock> layers;
    SwapDevice device;
    bool operator==(const StageBlocks&) const = default;
};
/// Returns the blocks of a stage. Errors: the cluster has no link to the host, or a layer has no memory to run in.
[[nodiscard]] Result<StageBlocks> stageBlocks(const Plan& plan, int stage);

/// One micro-batch through a stage, out of core.
struct StageKeeping {
    std::vector<int> groups;  ///< layers of each block; one each where these are fewer than fewBlocks
    std::vector<SwapBlock> blocks;
    SwapDevice device;
    Seconds inCore = 0;
    KeepingAnswer best;           ///< best choice per block; without a plan nothing can run
    KeepingAnswer swapOnly;       ///< no block recomputes
    KeepingAnswer recomputeOnly;  ///< no block is swapped
    SwapTimeline timeline;        ///< timeline of the best choice
};
/// Layers are put together into at most `mostBlocks` blocks of about equally many, and those searched exactly; or layer
/// by layer, where that search finds a faster way.
[[nodiscard]] StageKeeping keepingOf(const StageBlocks& stage, std::size_t mostBlocks = 8);

/// The plan with a mix in the `kept` fields of a stage's layers, each block of so many.
[[nodiscard]] Plan withKeeping(Plan plan, int stage, std::span<const int> groups, std::span<const Keeping> mix);

}  // namespace pgram
