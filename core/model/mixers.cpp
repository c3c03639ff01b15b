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

// Shapes: Hugging Face transformers, models/jamba (JambaMambaMixer). FLOP: the 9 of each element of the state that
// VMamba (vmamba.py, flops_selective_scan_fn) and state-spaces/mamba issue 110 count. Backward scans again.
constexpr StateMixer mamba1{
    .gates = 1, .vectors = 2, .hasNorm = false, .convolutionBias = true, .scansChannels = true, .stateFlops = 9};

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
    case Mixer::Mamba1:
        return &mamba1;
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
    return queries + h * (keyValueRank + asDouble(layer.ropeDim)) + keyValueRank * (keys + values);
}

/// Returns the parameters of the products behind attention: one, or a product of each group of heads and one of all.
double outputMatrices(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double values = asDouble(layer.heads * valueWidthOf(layer));
    const double rank = asDouble(layer.outputRank);
    return layer.outputRank > 0 ? values * rank + asDouble(layer.outputGroups) * rank * h : values * h;
}

double attentionMatrices(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double values = asDouble(layer.heads * valueWidthOf(layer));
    const double beside = (layer.outputGate ? h * values : 0) + outputMatrices(layer) + indexerMatrices(layer);
    if (layer.keyValueRank > 0) {
        return latentMatrices(layer) + beside;
    }
    const double query = asDouble(layer.heads * layer.headDim);
    const double keyValue = asDouble(layer.kvHeads * (layer.headDim + (layer.valuesAreKeys ? 0 : valueWidthOf(layer))));
    const double rank = asDouble(layer.queryRank);
    const double queries = layer.queryRank > 0 ? rank * (h + query) : h * query;
    return queries + h * keyValue + compressorMatrices(layer) + beside;
}

/// Returns the weights of the places in a compressed key and the norm of the key, `width` channels wide.
double compressorVectors(const LayerSpec& layer, std::int64_t width)
{
    return asDouble(layer.compression * compressorColumns(layer, width) / 2 + width);
}

/// Returns the parameters of attention beside its matrices: biases, norms of the ranks and of the indexer's keys, and
/// those of compressed keys.
double attentionVectors(const LayerSpec& layer)
{
    double beside = asDouble(layer.queryRank + layer.keyValueRank);
    if (isCompressed(layer)) {
        beside += compressorVectors(layer, layer.headDim);
        beside += layer.indexHeads > 0 ? compressorVectors(layer, layer.indexWidth) : 0;
    } else if (layer.indexHeads > 0) {
        beside += 2 * asDouble(layer.indexWidth);
    }
    if (layer.keyValueRank > 0) {
        return beside;
    }
    const double query = asDouble(layer.heads * layer.headDim);
    const double keyValue = (layer.valuesAreKeys ? 1 : 2) * asDouble(layer.kvHeads * layer.headDim);
    return (layer.qkvBias ? query + keyValue : 0) + (layer.linearBias ? asDouble(layer.hidden) : 0) + beside;
}

double stateMatrices(const LayerSpec& layer, const StateMixer& mixer)
{
    const double h = asDouble(layer.hidden);
    const StateWidths widths = stateWidthsOf(layer, mixer);
    const double valueDim = asDouble(valueWidthOf(layer));
    const double keyDim = asDouble(layer.headDim);
    const double gate = layer.outputGate ? h * widths.values : valueDim * (h + widths.values);
    const double lowRank = mixer.lowRankGates ? keyDim * (h + widths.keys) + gate : 0;
    const double late =
        widths.values * (asDouble(layer.stepRank) + 2 * widths.keys) + asDouble(layer.stepRank) * widths.values;
    return h * widths.projected + lowRank + (mixer.scansChannels ? late : 0) + widths.values * h;
}

double stateVectors(const LayerSpec& layer, const StateMixer& mixer)
{
    const StateWidths widths = stateWidthsOf(layer, mixer);
    const double taps = asDouble(layer.convolution) + (mixer.convolutionBias && layer.convolution > 0 ? 1 : 0);
    const double decays = mixer.lowRankGates ? widths.keys : 0;  // biases of the decay of each channel
    const double norm = mixer.normsAll ? widths.values : asDouble(valueWidthOf(layer));
    const double decayed = mixer.scansChannels ? stateElements(layer) : 0;  // a decay for each element of the states
    return widths.convolved * taps + asDouble(mixer.vectors * layer.heads) + decays + decayed +
           (mixer.hasNorm ? norm : 0);
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
    block.keyValueRank = block.queryRank = block.ropeDim = block.stepRank = block.outputRank = block.outputGroups = 0;
    block.window = block.compression = block.selected = block.indexHeads = block.indexWidth = 0;
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
    case Mixer::Mamba1:
        return Core::tr("Mamba-1");
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
    widths.convolved = widths.values + (mixer.scansChannels ? 0 : 2 * widths.keys);
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
    if (mixer.scansChannels) {
        return mixer.stateFlops * stateElements(layer) / asDouble(layer.heads);
    }
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
    const std::int64_t keys = isCompressed(layer) ? compressorColumns(layer, layer.indexWidth) : layer.indexWidth;
    return from * asDouble(layer.indexHeads * layer.indexWidth) + h * asDouble(keys + layer.indexHeads);
}

double compressorMatrices(const LayerSpec& layer)
{
    return isCompressed(layer) ? asDouble(layer.hidden * compressorColumns(layer, layer.headDim)) : 0;
}

}  // namespace pgram
