// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/layer_role.h"

#include "core/model/layer_kinds.h"

namespace pgram {

LayerRole layerRole(LayerKind kind)
{
    return rulesOf(kind).role;
}

bool isTransformerBlock(const LayerSpec& layer)
{
    return hasBlock(layer) && !rulesOf(layer.kind).isConvolution;
}

int blockCount(const Architecture& model)
{
    int blocks = 0;
    for (const LayerSpec& run : model.runs) {
        blocks += isBlock(run) ? run.count : 0;
    }
    return blocks;
}

std::vector<LayerRole> layerRoles(const Architecture& model)
{
    std::vector<LayerRole> roles;
    for (const LayerSpec& run : model.runs) {
        roles.insert(roles.end(), static_cast<std::size_t>(run.count), layerRole(run.kind));
    }
    return roles;
}

}  // namespace pgram
