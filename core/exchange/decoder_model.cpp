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
            layer.extraParameters = 0;
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
           a.topGroups == b.topGroups && a.sharedFfn == b.sharedFfn;
}

}  // namespace

Result<DecoderModel> decoderModelOf(const Architecture& model)
{
    DecoderModel found;
    const LayerSpec* dense = nullptr;
    const LayerSpec* sparse = nullptr;
    LayerSpec before;  // the last block
    for (const LayerSpec& run : model.runs) {
        const bool isFirst = &run == &model.runs.front();
        const bool isLast = &run == &model.runs.back();
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
        const LayerSpec*& known = run.experts > 0 ? sparse : dense;
        const LayerSpec* other = known != nullptr ? known : run.experts > 0 ? dense : sparse;
        if (!isBlock || (known != nullptr && !isSame(run, *known)) || (other != nullptr && !isAlike(run, *other))) {
            return badInput(
                Core::tr("has layers that are no blocks of one shape between an embedding and a head: {}", run.name),
                model.name);
        }
        known = known != nullptr ? known : &run;
        before = run;
        found.blocks += run.count;
        found.causal = run.kind == LayerKind::Decoder;
        found.hasExperts.insert(found.hasExperts.end(), static_cast<std::size_t>(run.count), run.experts > 0);
        found.windows.insert(found.windows.end(), static_cast<std::size_t>(run.count), run.window);
    }
    if (found.blocks == 0 || found.embedding.vocabulary == 0 || found.head.vocabulary == 0) {
        return badInput(Core::tr("has no blocks between an embedding and a head"), model.name);
    }
    found.dense = dense != nullptr ? *dense : *sparse;
    found.sparse = sparse != nullptr ? *sparse : *dense;
    return found;
}

}  // namespace pgram
