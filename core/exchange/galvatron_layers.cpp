// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/galvatron_layers.h"

namespace pgram {

GalvatronRole galvatronRole(LayerKind kind)
{
    switch (kind) {
    case LayerKind::Embedding:
    case LayerKind::PatchEmbedding:
    case LayerKind::ConvStem:
        return GalvatronRole::Front;
    case LayerKind::Head:
    case LayerKind::Classifier:
        return GalvatronRole::Back;
    case LayerKind::PatchMerging:
        return GalvatronRole::Follower;
    case LayerKind::Encoder:
    case LayerKind::Decoder:
    case LayerKind::CrossDecoder:
    case LayerKind::Swin:
    case LayerKind::Bottleneck:
        break;
    }
    return GalvatronRole::Body;
}

std::vector<GalvatronRole> galvatronRoles(const Architecture& model)
{
    std::vector<GalvatronRole> roles;
    for (const LayerSpec& run : model.runs) {
        roles.insert(roles.end(), static_cast<std::size_t>(run.count), galvatronRole(run.kind));
    }
    return roles;
}

}  // namespace pgram
