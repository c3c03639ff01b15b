// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/row_model.h"

#include "core/base/index.h"
#include "core/model/attention.h"
#include "core/model/layer_role.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace pgram {

namespace {

constexpr std::int64_t vocabularyMultiple = 128;  // times the tensor degree, as Megatron pads

bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

LayerSpec part(const Measurement& row, LayerKind kind, std::string name)
{
    LayerSpec spec;
    spec.kind = kind;
    spec.name = std::move(name);
    spec.hidden = row.hidden;
    // Llama-like models have neither biases nor dropout; MPT neither, with LayerNorm.
    const bool llama = row.activation == "swiglu";
    const bool plain = llama || row.activation == "relu2" || contains(row.model, "MPT");
    spec.dropout = !plain;
    spec.linearBias = !plain;
    spec.qkvBias = !plain;
    spec.norm = llama ? Norm::RmsNorm : Norm::LayerNorm;
    return spec;
}

void padVocabulary(LayerSpec& spec, std::int64_t published, int tensor)
{
    const std::int64_t multiple = vocabularyMultiple * tensor;
    spec.vocabulary = (published + multiple - 1) / multiple * multiple;
    spec.publishedVocabulary = spec.vocabulary == published ? 0 : published;
}

bool hasDimensions(const Measurement& row)
{
    return row.layers > 0 && row.hidden > 0 && row.heads > 0 && row.ffn > 0 && row.vocabulary > 0 &&
           (!row.isMoe || row.experts > 0);
}

Architecture fromDimensions(const Measurement& row)
{
    LayerSpec embedding = part(row, LayerKind::Embedding, "embedding");
    padVocabulary(embedding, row.vocabulary, row.tensor);
    embedding.learnedPositions = row.activation == "gelu" ? row.sequence : 0;
    LayerSpec block = part(row, LayerKind::Decoder, "decoder");
    block.count = static_cast<int>(row.layers);
    block.heads = row.heads;
    block.kvHeads = row.kvHeads > 0 ? row.kvHeads : row.heads;
    block.headDim = row.hidden / row.heads;
    block.gatedMlp = row.activation == "swiglu";
    block.ffn = row.ffn;
    if (row.experts > 0) {
        block.experts = row.experts;
        block.topK = row.topK;
        block.ffn = row.expertFfn > 0 ? row.expertFfn : row.ffn;
    }
    LayerSpec head = part(row, LayerKind::Head, "head");
    padVocabulary(head, row.vocabulary, row.tensor);
    head.tied = row.tied;
    Architecture model;
    model.runs = {embedding, block, head};
    return model;
}

/// The first blocks of a model of which `layers` are left: one block of each run, and the rest of the last.
void cutTo(Architecture& model, std::int64_t layers)
{
    const std::size_t last = model.runs.size() - 2;
    for (std::size_t i = 1; i < last; ++i) {
        model.runs[i].count = 1;
    }
    model.runs[last].count = static_cast<int>(layers) - static_cast<int>(last - 1);
}

/// Multiply-adds of one token's forward, a causal half of attention inside: a sixth of what sources count as the FLOP
/// of a token's step.
double forwardProducts(const Architecture& model, std::int64_t sequence)
{
    double sum = 0;
    for (const LayerSpec& run : model.runs) {
        double used = run.kind == LayerKind::Embedding ? 0 : parameterCount(run);
        if (run.experts > 0) {
            const double matrices = run.gatedMlp ? 3 : 2;
            used -= matrices * static_cast<double>((run.experts - run.topK) * expertWidthOf(run) * run.ffn);
        }
        used += attentionsOf(run).empty()
                    ? 0
                    : static_cast<double>(run.heads * (run.headDim + valueWidthOf(run)) * sequence) / 2;
        sum += run.count * (run.kind == LayerKind::Head ? 1 + run.predictions : 1) * used;
    }
    return sum;
}

/// DeepSeek-V3's module that predicts one token more.
void addTokenPrediction(Architecture& model)
{
    LayerSpec layer = model.runs[model.runs.size() - 2];
    layer.kind = LayerKind::Prediction;
    layer.name = "prediction";
    layer.count = 1;
    model.runs.insert(model.runs.end() - 1, layer);
    resolvePredictions(model);
}

/// Returns true if the source's own count of FLOP is nearer to the model with the module than to the model without it.
bool countsTokenPrediction(const Measurement& row, const Architecture& model)
{
    if (row.flopsPerToken == 0 || model.name != "deepseek-v3") {
        return false;
    }
    Architecture longer = model;
    addTokenPrediction(longer);
    const double published = row.flopsPerToken / 6;
    return published > (forwardProducts(model, row.sequence) + forwardProducts(longer, row.sequence)) / 2;
}

}  // namespace

tl::expected<Architecture, Text> modelOf(const Measurement& row, const DeviceCatalogue& shipped,
                                         std::vector<Text>& assumptions)
{
    if (row.latentAttention) {
        return tl::unexpected<Text>(Core::tr("multi-latent attention whose ranks are not published"));
    }
    Architecture model;
    if (hasDimensions(row)) {
        model = fromDimensions(row);
    } else {
        const Architecture* named = shipped.model(row.model.substr(0, row.model.find(" cut to")));
        if (named == nullptr) {
            return tl::unexpected<Text>(Core::tr("model dimensions not published"));
        }
        model = *named;
        assumptions.push_back(Core::tr("model dimensions not published: taken from the preset {}", model.name));
        if (row.layers > 0 && row.layers != blockCount(model)) {
            cutTo(model, row.layers);
            assumptions.emplace_back(
                Core::tr("which layers were left is not published: taken as one without experts, if any"));
        }
        if (countsTokenPrediction(row, model)) {
            addTokenPrediction(model);
            assumptions.emplace_back(
                Core::tr("a module that predicts one more token is trained: the source's FLOP count includes it"));
        }
        for (LayerSpec& run : model.runs) {
            if (run.vocabulary > 0) {
                padVocabulary(run, run.publishedVocabulary > 0 ? run.publishedVocabulary : run.vocabulary, row.tensor);
            }
        }
    }
    model.name = row.model;
    model.title = row.model;
    model.sequenceLength = row.sequence;
    return model;
}

std::vector<int> blocksBesideHead(const Architecture& model, int stages)
{
    LayerSpec table = model.runs.back();
    table.tied = false;
    std::vector<double> costs;
    for (const LayerSpec& run : model.runs) {
        costs.insert(costs.end(), isTransformerBlock(run) ? static_cast<std::size_t>(run.count) : 0,
                     parameterCount(run));
    }
    const double share = (std::accumulate(costs.begin(), costs.end(), 0.0) + parameterCount(table)) / stages;
    std::vector<int> sizes(static_cast<std::size_t>(stages), 0);
    std::size_t stage = 0;
    double before = 0;
    for (const double cost : costs) {
        if (stage + 1 < sizes.size() && before >= static_cast<double>(stage + 1) * share) {
            ++stage;
        }
        ++sizes[stage];
        before += cost;
    }
    return sizes;
}

std::vector<int> blocksBeforeHeads(int blocks, int heads, int stages)
{
    const int most = (blocks + heads + stages - 1) / stages;
    std::vector<int> sizes(static_cast<std::size_t>(stages), most);
    sizes.back() = blocks - most * (stages - 1);
    return sizes;
}

std::vector<int> blocksPerStage(int blocks, int stages)
{
    std::vector<int> sizes(static_cast<std::size_t>(stages), blocks / stages);
    if (blocks % stages == 0) {
        return sizes;
    }
    if ((blocks + 2) % stages == 0) {
        std::ranges::fill(sizes, (blocks + 2) / stages);
        --sizes.front();
        --sizes.back();
        return sizes;
    }
    const int extra = blocks % stages;
    const int first = (stages - extra) / 2;
    for (int i = first; i < first + extra; ++i) {
        ++sizes[at(i)];
    }
    return sizes;
}

}  // namespace pgram
