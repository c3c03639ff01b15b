// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/decoder_model.h"

#include "core/model/layer_role.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns true if two blocks agree in everything but their experts.
bool isAlike(const LayerSpec& a, const LayerSpec& b)
{
    const auto shared = [](LayerSpec layer) {
        layer.name.clear();
        layer.count = 1;
        layer.window = 0;
        layer.ffn = layer.experts = layer.topK = layer.expertGroups = layer.topGroups = layer.sharedFfn =
            layer.expertWidth = layer.extraParameters = 0;
        layer.measured.reset();
        return layer;
    };
    return shared(a) == shared(b);
}

/// The block of a prediction layer.
LayerSpec blockOf(LayerSpec layer)
{
    layer.kind = LayerKind::Decoder;
    layer.predictions = 0;
    layer.tied = false;
    layer.vocabulary = layer.tableWidth = 0;
    return layer;
}

/// Returns true if two blocks with as many experts have the same shape.
bool isSame(const LayerSpec& a, const LayerSpec& b)
{
    return a.ffn == b.ffn && a.experts == b.experts && a.topK == b.topK && a.expertGroups == b.expertGroups &&
           a.topGroups == b.topGroups && a.sharedFfn == b.sharedFfn && a.expertWidth == b.expertWidth;
}

/// Returns the block with the sizes of `like`'s mixer in place of its own.
LayerSpec withMixerOf(LayerSpec block, const LayerSpec& like)
{
    block.mixer = like.mixer;
    block.heads = like.heads;
    block.kvHeads = like.kvHeads;
    block.headDim = like.headDim;
    block.valueDim = like.valueDim;
    block.keyValueRank = like.keyValueRank;
    block.queryRank = like.queryRank;
    block.ropeDim = like.ropeDim;
    block.convolution = like.convolution;
    block.outputGate = like.outputGate;
    block.qkvBias = like.qkvBias;
    return block;
}

/// Returns the first block of attention, with experts or without them.
std::optional<LayerSpec> firstWithAttention(const Architecture& model, bool hasExperts)
{
    const auto found = std::ranges::find_if(model.runs, [hasExperts](const LayerSpec& run) {
        return isTransformerBlock(run) && run.mixer == Mixer::Attention && (run.experts > 0) == hasExperts &&
               !isPrediction(run);
    });
    return found != model.runs.end() ? std::optional(*found) : std::nullopt;
}

}  // namespace

Result<DecoderModel> decoderModelOf(const Architecture& model, bool (*builds)(const LayerSpec& layer))
{
    DecoderModel found;
    const LayerSpec* linear = nullptr;
    std::optional<LayerSpec> dense = firstWithAttention(model, false);
    std::optional<LayerSpec> sparse = firstWithAttention(model, true);
    LayerSpec before;  // the last block
    for (const LayerSpec& own : model.runs) {
        if (!builds(own)) {
            return badInput(Core::tr("has blocks that the exported program cannot build: {}", own.name), model.name);
        }
        const bool isLinear = own.mixer == Mixer::GatedDelta;
        linear = isLinear && linear == nullptr ? &own : linear;
        // Blocks of linear attention are compared as if they had the mixer of the others.
        const std::optional<LayerSpec>& attention = dense ? dense : sparse;
        const bool isKnown = isLinear && attention && isAlike(withMixerOf(own, *linear), own);
        const LayerSpec run = isKnown ? withMixerOf(own, *attention) : own;
        const bool isFirst = &own == &model.runs.front();
        const bool isLast = &own == &model.runs.back();
        if (isFirst && run.kind == LayerKind::Embedding && run.count == 1) {
            found.embedding = run;
            continue;
        }
        if (isLast && run.kind == LayerKind::Head && run.count == 1) {
            found.head = run;
            continue;
        }
        if (isPrediction(run) && isSame(run, before) && isAlike(blockOf(run), before)) {
            ++found.predictions;
            continue;
        }
        const bool isBlock = run.kind == LayerKind::Decoder || run.kind == LayerKind::Encoder;
        std::optional<LayerSpec>& known = run.experts > 0 ? sparse : dense;
        const std::optional<LayerSpec>& other = known ? known : run.experts > 0 ? dense : sparse;
        const bool isAlone = isLinear && !isKnown;
        if (!isBlock || isAlone || (known && !isSame(run, *known)) || (other && !isAlike(run, *other))) {
            return badInput(
                Core::tr("has layers that are no blocks of one shape between an embedding and a head: {}", run.name),
                model.name);
        }
        known = known ? known : std::optional(run);
        before = run;
        found.blocks += run.count;
        found.causal = run.kind == LayerKind::Decoder;
        found.hasExperts.insert(found.hasExperts.end(), static_cast<std::size_t>(run.count), run.experts > 0);
        found.windows.insert(found.windows.end(), static_cast<std::size_t>(run.count), run.window);
        found.isLinear.insert(found.isLinear.end(), static_cast<std::size_t>(run.count), isLinear);
    }
    if (found.blocks == 0 || found.embedding.vocabulary == 0 || found.head.vocabulary == 0) {
        return badInput(Core::tr("has no blocks between an embedding and a head"), model.name);
    }
    found.dense = dense ? *dense : *sparse;
    found.sparse = sparse ? *sparse : *dense;
    found.linear = linear != nullptr ? *linear : LayerSpec();
    return found;
}

}  // namespace pgram
