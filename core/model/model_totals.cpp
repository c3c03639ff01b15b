// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/model_totals.h"

#include "core/model/layer_work.h"

namespace pgram {

ModelTotals modelTotals(const Architecture& model, const Training& training)
{
    ModelTotals totals;
    totals.tokens = training.sequence(model.sequenceLength);
    const double tokens = static_cast<double>(totals.tokens);
    for (const LayerSpec& run : model.runs) {
        const LayerWork work = layerWork(run, {.samples = 1, .sequence = totals.tokens}, training, 1);
        const double share = run.count / tokens;
        totals.flops += share * work.modelFlops;
        totals.keptBytes += share * work.kept.whole;
        for (const Operator& op : work.operators) {
            totals.movedBytes += share * op.steps * op.bytes * (1 + op.backwardFactor);
        }
    }
    return totals;
}

}  // namespace pgram
