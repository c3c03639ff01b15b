// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/tuning.h"

#include "core/model/layer_role.h"

#include <algorithm>

namespace pgram {

Trains trainsIn(const LayerSpec& layer, const Training& training)
{
    if (layer.frozen) {
        return Trains::Nothing;
    }
    if (training.tuning.method == TuningMethod::All) {
        return Trains::All;
    }
    return isTransformerBlock(layer) ? Trains::Adapters : Trains::Nothing;
}

bool hasBackward(const LayerSpec& layer, const Training& training)
{
    const bool isFirst = layerRole(layer.kind) == LayerRole::Front;
    return !layer.frozenBelow && (!isFirst || trainsIn(layer, training) != Trains::Nothing);
}

bool isQuantised(const LayerSpec& layer, const Training& training)
{
    return training.tuning.method == TuningMethod::Qlora && isTransformerBlock(layer);
}

bool isTarget(AdapterTargets targets, LayerPart part)
{
    switch (part) {
    case LayerPart::Attention:
        return targets != AdapterTargets::Mlp;
    case LayerPart::Mlp:
        return targets != AdapterTargets::Attention;
    case LayerPart::Other:
        break;
    }
    return false;
}

Result<Architecture> withFrozen(const Architecture& model, int blocks)
{
    const int all = blockCount(model);
    if (blocks < 0 || blocks > all) {
        return badInput(Core::tr("cannot freeze {} blocks: the model has {}", blocks, all), {},
                        Core::tr("Give a number from 0 to {}", all));
    }
    Architecture frozen = model;
    frozen.runs.clear();
    int left = blocks;
    for (LayerSpec run : model.runs) {
        run.frozen = run.frozen || left > 0 || (run.tied && !isPrediction(run) && blocks > 0);
        if (!isBlock(run) || left <= 0 || left >= run.count) {
            left -= isBlock(run) ? run.count : 0;
            frozen.runs.push_back(run);
            continue;
        }
        if (run.sharedBy > 0) {
            return badInput(Core::tr("cannot freeze {} of the {} layers of {}: they share their parameters", left,
                                     run.count, run.name),
                            {}, Core::tr("Freeze all of them, or none"));
        }
        LayerSpec front = run;
        front.count = left;
        front.name += " (frozen)";
        run.count -= left;
        run.frozen = false;
        frozen.runs.push_back(front);
        frozen.runs.push_back(run);
        left = 0;
    }
    resolveFrozen(frozen);
    return frozen;
}

void resolveFrozen(Architecture& model)
{
    bool below = true;
    for (LayerSpec& run : model.runs) {
        below = below && run.frozen;
        run.frozenBelow = below;
    }
}

}  // namespace pgram
