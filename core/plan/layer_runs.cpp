// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/layer_runs.h"

namespace pgram {

std::vector<LayerRun> layerRuns(const Plan& plan, const Estimate& estimate)
{
    std::vector<LayerRun> runs;
    for (int layer = 0; layer < plan.model.layerCount(); ++layer) {
        const auto at = static_cast<std::size_t>(layer);
        const bool goesOn = layer > 0 && plan.chunkOf(layer) == plan.chunkOf(layer - 1) &&
                            plan.model.runOf(layer) == plan.model.runOf(layer - 1) &&
                            plan.strategies[at] == plan.strategies[at - 1];
        if (!goesOn) {
            runs.push_back({.firstLayer = layer, .stage = plan.stageOf(layer)});
        }
        LayerRun& run = runs.back();
        const LayerCost& cost = estimate.layers[at].cost;
        ++run.layerCount;
        run.forward += cost.forward;
        run.backward += cost.backward;
        run.sync += cost.sync;
        run.states += cost.memory.states();
        run.kept += cost.memory.kept;
    }
    return runs;
}

}  // namespace pgram
