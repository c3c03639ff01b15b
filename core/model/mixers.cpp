// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/mixers.h"

#include "core/model/attention.h"

#include <algorithm>

namespace pgram {

namespace {

// Shapes: Hugging Face transformers, models/{qwen3_next,kimi_linear,minimax,nemotron_h}; Megatron-LM d98e8a64,
// core/ssm. FLOP of a token: Megatron-LM d98e8a64, training/training.py (gated delta net: KK', VK', S(a(I-bKK')) and
// SQ, two FLOP each; Mamba: 7). Kept squares: flash-linear-attention, ops/gated_delta_rule and ops/kda
// (save_for_backward).
constexpr StateMixer gatedDelta{
    .gates = 1, .scalars = 2, .vectors = 2, .stateFlops = 8, .isDelta = true, .chunk = 64, .keptSquares = 1};
constexpr StateMixer kimiDelta{
    .scalars = 1, .lowRankGates = true, .vectors = 1, .stateFlops = 8, .isDelta = true, .chunk = 64, .keptSquares = 2};
constexpr StateMixer lightning{.gates = 1, .normsAll = true, .activates = true, .stateFlops = 4, .chunk = 256};
constexpr StateMixer mamba2{.gates = 1,
                            .scalars = 1,
                            .vectors = 3,
                            .normsAll = true,
                            .convolutionBias = true,
                            .keepsActivated = false,
                            .stateFlops = 7,
                            .chunk = 128};

const StateMixer* rowOf(Mixer mixer)
{
    switch (mixer) {
    case Mixer::GatedDelta:
        return &gatedDelta;
    case Mixer::KimiDelta:
        return &kimiDelta;
    case Mixer::Lightning:
        return &lightning;
    case Mixer::Mamba2:
        return &mamba2;
    case Mixer::Attention:
    case Mixer::None:
        break;
    }
    return nullptr;
}

double latentMatrices(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double values = asDouble(layer.heads * valueWidthOf(layer));
    const double query = asDouble(layer.heads * layer.headDim);
    const double keys = asDouble(layer.heads * (layer.headDim - layer.ropeDim));
    const double queryRank = asDouble(layer.queryRank);
    const double keyValueRank = asDouble(layer.keyValueRank);
    const double queries = layer.queryRank > 0 ? queryRank * (h + query) : h * query;
    return queries + h * (keyValueRank + asDouble(layer.ropeDim)) + keyValueRank * (keys + values) + values * h;
}

double attentionMatrices(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double values = asDouble(layer.heads * valueWidthOf(layer));
    const double gate = layer.outputGate ? h * values : 0;
    if (layer.keyValueRank > 0) {
        return latentMatrices(layer) + gate + indexerMatrices(layer);
    }
    const double query = asDouble(layer.heads * layer.headDim);
    const double keyValue = asDouble(layer.kvHeads * (layer.headDim + (layer.valuesAreKeys ? 0 : valueWidthOf(layer))));
    return h * (query + keyValue) + values * h + gate + indexerMatrices(layer);
}

/// Returns the parameters of attention beside its matrices: biases, norms of the ranks and of the indexer's keys.
double attentionVectors(const LayerSpec& layer)
{
    const double indexer = layer.indexHeads > 0 ? 2 * asDouble(layer.indexWidth) : 0;
    if (layer.keyValueRank > 0) {
        return asDouble(layer.queryRank + layer.keyValueRank) + indexer;
    }
    const double query = asDouble(layer.heads * layer.headDim);
    const double keyValue = (layer.valuesAreKeys ? 1 : 2) * asDouble(layer.kvHeads * layer.headDim);
    return (layer.qkvBias ? query + keyValue : 0) + (layer.linearBias ? asDouble(layer.hidden) : 0) + indexer;
}

double stateMatrices(const LayerSpec& layer, const StateMixer& mixer)
{
    const double h = asDouble(layer.hidden);
    const StateWidths widths = stateWidthsOf(layer, mixer);
    const double valueDim = asDouble(valueWidthOf(layer));
    const double keyDim = asDouble(layer.headDim);
    const double gate = layer.outputGate ? h * widths.values : valueDim * (h + widths.values);
    const double lowRank = mixer.lowRankGates ? keyDim * (h + widths.keys) + gate : 0;
    return h * widths.projected + lowRank + widths.values * h;
}

double stateVectors(const LayerSpec& layer, const StateMixer& mixer)
{
    const StateWidths widths = stateWidthsOf(layer, mixer);
    const double taps = asDouble(layer.convolution) + (mixer.convolutionBias && layer.convolution > 0 ? 1 : 0);
    const double decays = mixer.lowRankGates ? widths.keys : 0;  // biases of the decay of each channel
    return widths.convolved * taps + asDouble(mixer.vectors * layer.heads) + decays +
           (mixer.normsAll ? widths.values : asDouble(valueWidthOf(layer)));
}

}  // namespace

const StateMixer* stateMixerOf(const LayerSpec& layer)
{
    return rowOf(layer.mixer);
}

bool hasStates(const Architecture& model)
{
    return std::ranges::any_of(model.runs, [](const LayerSpec& run) { return stateMixerOf(run) != nullptr; });
}

void clearMixer(LayerSpec& block)
{
    block.mixer = Mixer::None;
    block.heads = block.kvHeads = block.headDim = block.valueDim = block.convolution = 0;
    block.keyValueRank = block.queryRank = block.ropeDim = 0;
    block.window = block.selected = block.indexHeads = block.indexWidth = 0;
    block.outputGate = block.valuesAreKeys = block.qkvBias = false;
}

Phrase titleOf(Mixer mixer)
{
    switch (mixer) {
    case Mixer::Attention:
        return Core::tr("attention");
    case Mixer::GatedDelta:
        return Core::tr("gated delta net");
    case Mixer::KimiDelta:
        return Core::tr("Kimi delta attention");
    case Mixer::Lightning:
        return Core::tr("lightning attention");
    case Mixer::Mamba2:
        return Core::tr("Mamba-2");
    case Mixer::None:
        return Core::tr("none");
    }
    return {};
}

StateWidths stateWidthsOf(const LayerSpec& layer, const StateMixer& mixer)
{
    StateWidths widths;
    widths.keys = asDouble(layer.kvHeads * layer.headDim);
    widths.values = asDouble(layer.heads * valueWidthOf(layer));
    widths.convolved = 2 * widths.keys + widths.values;
    widths.projected = widths.convolved + mixer.gates * widths.values + asDouble(mixer.scalars * layer.heads);
    return widths;
}

double mixerMatrices(const LayerSpec& layer)
{
    if (const StateMixer* mixer = stateMixerOf(layer)) {
        return stateMatrices(layer, *mixer);
    }
    return layer.mixer == Mixer::None ? 0 : attentionMatrices(layer);
}

double mixerParameters(const LayerSpec& layer)
{
    if (const StateMixer* mixer = stateMixerOf(layer)) {
        return stateMatrices(layer, *mixer) + stateVectors(layer, *mixer);
    }
    return layer.mixer == Mixer::None ? 0 : attentionMatrices(layer) + attentionVectors(layer);
}

double stateElements(const LayerSpec& layer)
{
    return stateMixerOf(layer) == nullptr ? 0 : asDouble(layer.heads * layer.headDim * valueWidthOf(layer));
}

double chunkFlops(const LayerSpec& layer, const StateMixer& mixer)
{
    const double keys = asDouble(layer.headDim);
    const double values = asDouble(valueWidthOf(layer));
    // Within a chunk: scores of queries and keys, and their sum of values; the delta rule also has scores of keys among
    // themselves, and the two products that solve for what to write. Between chunks: the state is written and read, by
    // the delta rule read twice.
    const double inside = mixer.isDelta ? 2 * (3 * keys + 2 * values) : 2 * (keys + values);
    return mixer.chunk * inside + (mixer.isDelta ? 6 : 4) * keys * values;
}

double indexerMatrices(const LayerSpec& layer)
{
    if (layer.indexHeads == 0) {
        return 0;
    }
    const double h = asDouble(layer.hidden);
    const double from = layer.queryRank > 0 ? asDouble(layer.queryRank) : h;
    return from * asDouble(layer.indexHeads * layer.indexWidth) + h * asDouble(layer.indexWidth + layer.indexHeads);
}

}  // namespace pgram
