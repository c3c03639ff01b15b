// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Role of a layer in a training framework: one of the blocks that the framework counts, or a companion of them.
#pragma once

#include "core/model/architecture.h"

#include <vector>

namespace pgram {

enum class LayerRole {
    Front,       ///< embedding, in front of the first block
    Body,        ///< a block: what "layers" of a framework counts
    Follower,    ///< patch merging: goes with the block before it
    Prediction,  ///< a block behind the last of those that are counted, with the head
    Back,        ///< head, behind the last block
};

[[nodiscard]] LayerRole layerRole(LayerKind kind);
/// Returns the role of each layer, front to back.
[[nodiscard]] std::vector<LayerRole> layerRoles(const Architecture& model);

/// Blocks that a framework counts.
[[nodiscard]] int blockCount(const Architecture& model);

[[nodiscard]] inline bool isBlock(const LayerSpec& layer)
{
    return layerRole(layer.kind) == LayerRole::Body;
}
[[nodiscard]] inline bool isPrediction(const LayerSpec& layer)
{
    return layer.kind == LayerKind::Prediction;
}
/// A block, counted or not: what is adapted, quantised and orthogonalised as one.
[[nodiscard]] inline bool hasBlock(const LayerSpec& layer)
{
    return isBlock(layer) || isPrediction(layer);
}
/// Returns true for a block of a transformer or a hybrid model: it has products of matrices that frameworks adapt,
/// quantise and split. Blocks of convolutions have none.
[[nodiscard]] bool isTransformerBlock(const LayerSpec& layer);
/// Embedding or head.
[[nodiscard]] inline bool isEnd(const LayerSpec& layer)
{
    const LayerRole role = layerRole(layer.kind);
    return role == LayerRole::Front || role == LayerRole::Back;
}

}  // namespace pgram
