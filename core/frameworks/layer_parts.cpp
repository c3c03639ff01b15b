// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Questions about a layer and its strategy that the rows of several frameworks ask.
#include "core/frameworks/rows/rows.h"
#include "core/frameworks/target.h"
#include "core/model/layer_role.h"
#include "core/model/mixers.h"

namespace pgram {

bool isSpread(const LayerStrategy& strategy)
{
    return strategy.tensor > 1 && strategy.placement != TensorPlacement::Consecutive;
}

bool dividesState(const TargetCase& layer)
{
    return stateMixerOf(layer.layer) != nullptr && layer.strategy.tensor * layer.strategy.context > 1;
}

namespace {

/// Returns true for attention with a product for values, as wide as keys unless it is latent.
bool hasUsualValues(const LayerSpec& layer)
{
    const bool isWide = layer.valueDim == 0 || layer.valueDim == layer.headDim;
    return !layer.valuesAreKeys && (isWide || layer.keyValueRank > 0 || layer.mixer != Mixer::Attention);
}

/// Returns true for one residual stream, one product behind attention, and queries of a rank in latent attention alone.
bool hasPlainShape(const LayerSpec& layer)
{
    return layer.streams == 1 && layer.outputRank == 0 && (layer.queryRank == 0 || layer.keyValueRank > 0);
}

}  // namespace

bool isPlain(const LayerSpec& layer)
{
    const bool isWhole = !isTransformerBlock(layer) || (layer.ffn > 0 && layer.mixer == Mixer::Attention);
    return isWhole && hasPlainShape(layer) && layer.selected == 0 && !layer.outputGate && hasUsualValues(layer) &&
           layer.expertWidth == 0;
}

bool isOfMegatron(const LayerSpec& layer)
{
    const bool isWhole = !isTransformerBlock(layer) || layer.ffn > 0;
    const bool isMixer = layer.mixer == Mixer::Attention || layer.mixer == Mixer::GatedDelta;
    return isWhole && isMixer && hasPlainShape(layer) && hasUsualValues(layer) &&
           (layer.selected == 0 || (layer.keyValueRank > 0 && layer.indexHeads > 0));
}

bool isOfDecoder(const LayerSpec& layer)
{
    return layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Decoder || layer.kind == LayerKind::Head ||
           isPrediction(layer);
}

}  // namespace pgram
