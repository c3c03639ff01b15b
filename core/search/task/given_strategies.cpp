// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/given_strategies.h"

#include "core/base/index.h"
#include "core/model/layer_role.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns true if the pattern recomputes all blocks. Prediction layers, which the pattern does not count, then
/// recompute, too.
bool recomputesAll(const Task& task)
{
    return task.pattern->recomputes(std::max(0, blockCount(task.model) - 1));
}

/// Returns the candidate that the pattern prescribes. `block`: place of the layer among the blocks that the pattern
/// counts.
const Candidate& given(const Task& task, int layer, int block)
{
    const std::vector<Candidate>& own = task.of(layer);
    const LayerSpec& spec = task.specOf(layer);
    const bool recomputes = isPrediction(spec) ? recomputesAll(task) : isBlock(spec) && task.pattern->recomputes(block);
    const auto found = std::ranges::find_if(
        own, [&](const Candidate& c) { return task.strategy(c.strategy).kept.recomputes() == recomputes; });
    return found != own.end() ? *found : own.front();
}

}  // namespace

std::vector<const Candidate*> givenOf(const Task& task, int first, int end)
{
    std::vector<const Candidate*> candidates;
    int block = 0;
    for (int layer = first; layer < end; ++layer) {
        candidates.push_back(&given(task, layer, block));
        block += isBlock(task.specOf(layer)) ? 1 : 0;
    }
    return candidates;
}

std::vector<int> givenStrategies(const Task& task, const std::vector<int>& sizes)
{
    std::vector<int> strategies;
    std::vector<int> blocks(static_cast<std::size_t>(task.key.pipeline), 0);  // number of blocks so far, by stage
    int layer = 0;
    for (int part = 0; part < static_cast<int>(sizes.size()); ++part) {
        int& block = blocks[at(task.stageOf(part))];
        block = task.pattern->blocks == SomeBlocks::FirstOfChunk ? 0 : block;
        for (int own = 0; own < sizes[at(part)]; ++own, ++layer) {
            strategies.push_back(given(task, layer, block).strategy);
            block += isBlock(task.specOf(layer)) ? 1 : 0;
        }
    }
    return strategies;
}

}  // namespace pgram
