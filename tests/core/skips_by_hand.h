// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What skips between layers add to the memory of a stage, layer by layer from the names in the model.
#pragma once

#include "core/plan/plan.h"

namespace pgram::test {

/// Of each map that a layer of the chunk or behind it joins, where it comes in with what the stage receives and is not
/// what the chunk's first layer reads.
inline Bytes skipsInto(const Plan& plan, int chunk)
{
    const int first = plan.chunk(chunk).firstLayer;
    if (chunk == 0 || plan.stageOfChunk(chunk - 1) == plan.stageOfChunk(chunk)) {
        return 0;
    }
    const std::int64_t shares = std::int64_t{plan.schedule.microbatches} * plan.stageDevices();
    const std::int64_t width = plan.training.elementBytes();
    Bytes bytes = 0;
    for (int writer = 0; writer + 1 < first; ++writer) {
        const LayerSpec& map = plan.model.layer(writer);
        bool joined = false;
        for (int reader = first; reader < plan.model.layerCount(); ++reader) {
            joined = joined || plan.model.layer(reader).skipFrom == map.name;
        }
        const std::int64_t sequences = plan.training.globalBatch * plan.training.sequencesPerSample();
        bytes += joined ? sequences * map.spatial * map.spatial * map.outputChannels * width / shares : 0;
    }
    return bytes;
}

}  // namespace pgram::test
