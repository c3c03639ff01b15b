// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/pins.h"

#include "core/base/index.h"

#include <fmt/format.h>

namespace pgram {

Result<PinnedModel> splitAtPins(const Architecture& model, const std::vector<Pin>& pins)
{
    const int layers = model.layerCount();
    std::vector<std::optional<Allowed>> ofLayer(static_cast<std::size_t>(layers));
    for (const Pin& pin : pins) {
        const int end = pin.firstLayer + pin.layerCount;
        if (pin.firstLayer < 0 || pin.layerCount < 1 || end > layers) {
            return badInput(
                Core::tr("layers {} to {} are pinned, and the model has {}", pin.firstLayer, end - 1, layers), "pins",
                Core::tr("Pin layers from 0 to {}", layers - 1));
        }
        for (int layer = pin.firstLayer; layer < end; ++layer) {
            ofLayer[at(layer)] = pin.allowed();
        }
    }
    PinnedModel split{model, {}};
    split.model.runs.clear();
    int layer = 0;
    for (const LayerSpec& run : model.runs) {
        for (int end = layer + run.count; layer < end;) {
            const std::optional<Allowed>& pinned = ofLayer[at(layer)];
            LayerSpec part = run;
            part.count = 0;
            for (; layer < end && ofLayer[at(layer)] == pinned; ++layer) {
                ++part.count;
            }
            split.model.runs.push_back(part);
            split.ofRun.push_back(pinned);
        }
    }
    return split;
}

}  // namespace pgram
