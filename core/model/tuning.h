// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Trained part of a model: everything, or low-rank adapters of frozen matrices; never layers that are frozen.
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"
#include "core/model/training.h"

namespace pgram {

enum class Trains {
    All,       ///< every parameter of the layer
    Adapters,  ///< those of its adapters
    Nothing,
};

/// Adapters stand in transformer blocks: embedding, head and convolutions stay as they are.
[[nodiscard]] Trains trainsIn(const LayerSpec& layer, const Training& training);

/// Returns true if a gradient reaches the layer: it or a layer below it trains.
[[nodiscard]] bool hasBackward(const LayerSpec& layer, const Training& training);

/// Returns true if the layer's matrices have 4 bits: blocks of a QLoRA base. bitsandbytes leaves embedding and head.
[[nodiscard]] bool isQuantised(const LayerSpec& layer, const Training& training);

/// Bytes per parameter of a matrix in NF4: 4 bits, and of each block of 64 a scale in 8 bits, and of each 256 scales
/// one in 32 bits (double quantisation, arXiv 2305.14314 §3).
inline constexpr double quantisedBytes = 0.5 + (1 + 4.0 / 256) / 64;

/// Which matrices of a block a part of its work belongs to.
enum class LayerPart { Attention, Mlp, Other };
/// Returns true if the matrices of a part have adapters in a layer that trains adapters.
[[nodiscard]] bool isTarget(AdapterTargets targets, LayerPart part);

/// The model with its first `blocks` blocks frozen, and the embedding in front of them: runs are divided where the
/// border falls in one. A head that reads the embedding's table is frozen with it. Errors: more blocks than there are;
/// a border inside of layers that share parameters.
[[nodiscard]] Result<Architecture> withFrozen(const Architecture& model, int blocks);

/// Marks the runs behind which nothing trains further down. Called by whoever makes a model of runs.
void resolveFrozen(Architecture& model);

inline constexpr int mostRank = 4096;

}  // namespace pgram
