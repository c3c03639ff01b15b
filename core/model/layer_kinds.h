// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rules of each kind of layers: one row per kind. Parameters, work, roles, checks of models and the editor use the
// rows.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"
#include "core/model/layer_role.h"

namespace pgram {

class WorkCounter;

/// Rules of one kind of layers.
struct LayerKindRules {
    Phrase title;                      ///< name on the screen
    LayerRole role = LayerRole::Body;  ///< role in a training framework
    bool isCausal = false;             ///< each token attends only to itself and the tokens before it
    bool isConvolution = false;        ///< it works on maps, and nothing but data parallelism divides it
    bool hasLayouts = false;           ///< a tensor group can be a grid, a cube or a ring (Colossal-AI's layers)
    /// Returns the width that the layer reads; null: it begins a model, or reads several widths (PatchMerging).
    std::int64_t (*reads)(const LayerSpec& layer) = nullptr;
    /// Returns the parameters that follow from the layer's dimensions.
    double (*parameters)(const LayerSpec& layer) = nullptr;
    /// Counts the operators and tensors of the layer.
    void (*count)(WorkCounter& counter) = nullptr;
};

/// Returns the rules of a kind.
[[nodiscard]] const LayerKindRules& rulesOf(LayerKind kind);

}  // namespace pgram
