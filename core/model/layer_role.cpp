// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/layer_role.h"

namespace pgram {

LayerRole layerRole(LayerKind kind)
{
    switch (kind) {
    case LayerKind::Embedding:
    case LayerKind::PatchEmbedding:
    case LayerKind::ConvStem:
        return LayerRole::Front;
    case LayerKind::Head:
    case LayerKind::Classifier:
        return LayerRole::Back;
    case LayerKind::PatchMerging:
        return LayerRole::Follower;
    case LayerKind::Prediction:
        return LayerRole::Prediction;
    case LayerKind::Encoder:
    case LayerKind::Decoder:
    case LayerKind::CrossDecoder:
    case LayerKind::Swin:
    case LayerKind::Convolution:
    case LayerKind::UpConvolution:
    case LayerKind::BasicBlock:
    case LayerKind::Bottleneck:
        break;
    }
    return LayerRole::Body;
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
