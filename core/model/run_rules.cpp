// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/run_rules.h"

#include "core/base/json.h"
#include "core/model/convolution.h"
#include "core/model/encoder.h"
#include "core/model/layer_kinds.h"
#include "core/model/layer_role.h"
#include "core/model/mixers.h"
#include "core/model/run_fields.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

void checkHeads(JsonObject& object, const LayerSpec& run)
{
    if (run.heads == 0) {
        if (runField("heads")->isUsedBy(run)) {
            object.fail("heads", Core::tr("is 0, expected at least 1 beside the mixer '{}'", name(run.mixer)));
        }
        return;
    }
    if (run.kvHeads < 1 || run.heads % run.kvHeads != 0) {
        object.fail("kv_heads", Core::tr("is {}, which does not divide the {} head(s)", run.kvHeads, run.heads));
    }
    if (!object.has("head_dim") && run.hidden % run.heads != 0) {
        object.fail("heads", Core::tr("is {}, which does not divide the width {}", run.heads, run.hidden),
                    Core::tr("Give head_dim"));
    }
    if (run.headDim < 1) {
        object.fail("head_dim", Core::tr("is {}, expected at least 1", run.headDim));
    }
}

void checkLatent(JsonObject& object, const LayerSpec& run)
{
    if (run.keyValueRank == 0 && run.ropeDim != 0) {
        object.fail("kv_rank", Core::tr("is missing beside rope_dim"));
    }
    if (run.kind == LayerKind::CrossDecoder && run.keyValueRank == 0 && run.queryRank != 0) {
        object.fail("query_rank", Core::tr("is for decoders with cross-attention beside kv_rank alone"));
    }
    if (run.kind == LayerKind::CrossDecoder && run.valueDim != 0 && run.valueDim != run.headDim) {
        object.fail("value_dim",
                    Core::tr("is {}, and decoders with cross-attention have values as wide as keys", run.valueDim));
    }
    if (run.keyValueRank > 0 && (run.ropeDim >= run.headDim || run.kvHeads != run.heads)) {
        object.fail("kv_rank", Core::tr("asks for as many key heads as heads, and a rope_dim below head_dim"));
    }
}

/// Checks compressed keys, the output in groups and the step of Mamba-1.
void checkRanks(JsonObject& object, const LayerSpec& run)
{
    const bool isShared = run.valuesAreKeys && run.kvHeads == 1 && run.queryRank > 0 && run.keyValueRank == 0;
    if (run.compression > 0 && (run.compression < 2 || run.window == 0 || !isShared)) {
        object.fail("compression",
                    Core::tr("asks for at least 2 tokens, a window, query_rank without kv_rank, and values_are_keys "
                             "with one key head"));
    }
    if ((run.outputRank > 0) != (run.outputGroups > 0) || (run.outputGroups > 0 && run.heads % run.outputGroups != 0)) {
        object.fail("output_groups",
                    Core::tr("asks for output_rank, and for a number that divides the {} head(s)", run.heads));
    }
    if (run.mixer == Mixer::Mamba1 && (run.stepRank == 0 || run.valueDim != 1 || run.kvHeads != 1)) {
        object.fail("step_rank",
                    Core::tr("is missing, or value_dim or kv_heads is not 1, beside the mixer '{}'", name(run.mixer)));
    }
}

/// Checks that fields of one mixer are not given beside another one, and that a block has one of its two parts.
void checkMixer(JsonObject& object, const LayerSpec& run)
{
    if (!runField("mixer")->isUsedBy(run.kind) && run.mixer != Mixer::Attention) {
        object.fail("mixer", Core::tr("'{}' is for encoders, decoders and predictions", name(run.mixer)));
    }
    if (run.ffn == 0 && runField("ffn")->isUsedBy(run.kind) && (run.mixer == Mixer::None || run.experts > 0)) {
        object.fail("ffn", Core::tr("is 0, which is for blocks with a mixer and without experts"));
    }
    for (const RunField& field : runFields()) {
        const bool isSaid = (field.size != nullptr && run.*field.size != impliedSize(field, run)) ||
                            (field.flag == &LayerSpec::outputGate && run.outputGate);
        const bool isOfMixers = field.isUsedBy(LayerKind::Decoder) && !field.isUsedBy(LayerKind::CrossDecoder);
        if (isSaid && !field.isUsedBy(run) && (field.isUsedBy(run.kind) || isOfMixers)) {
            object.fail(field.key, Core::tr("is not a member of the kind '{}' with the mixer '{}'", name(run.kind),
                                            name(run.mixer)));
        }
    }
    if ((run.indexHeads > 0) != (run.indexWidth > 0) || (run.indexHeads > 0 && run.selected == 0)) {
        object.fail("index_heads", Core::tr("asks for index_width and selected"));
    }
    if (run.expertWidth > 0 && run.experts == 0) {
        object.fail("expert_width", Core::tr("is for layers with experts"));
    }
}

void checkExperts(JsonObject& object, const LayerSpec& run)
{
    if (run.experts == 0 && run.topK == 0 && run.sharedFfn == 0 && run.expertGroups == 0 && run.topGroups == 0) {
        return;
    }
    if (run.experts == 0) {
        object.fail("experts", Core::tr("is missing beside top_k, shared_ffn or groups of experts"));
    }
    if (run.topK < 1 || run.topK > run.experts) {
        object.fail("top_k", Core::tr("is {}, expected from 1 to the {} expert(s)", run.topK, run.experts));
    }
    if (run.expertGroups > 0 && run.experts % run.expertGroups != 0) {
        object.fail("expert_groups", Core::tr("does not divide the {} expert(s)", run.experts));
    }
    if ((run.topGroups > 0) != (run.expertGroups > 0) || run.topGroups > run.expertGroups) {
        object.fail("top_groups",
                    Core::tr("is {}, expected from 1 to the {} group(s)", run.topGroups, run.expertGroups));
    }
}

void checkSharing(JsonObject& object, const LayerSpec& run)
{
    if (run.sharedBy > 0 && !isTransformerBlock(run)) {
        object.fail("shares_parameters", Core::tr("is for blocks only"));
    }
}

/// Sides up to here are counted without overflow.
constexpr std::int64_t longestSide = 1 << 20;

void checkPooling(JsonObject& object, const LayerSpec& run)
{
    if (!isConvolution(run)) {
        return;
    }
    if (run.pool > 1 && run.kind != LayerKind::Convolution) {
        object.fail("pool", Core::tr("is for the kind 'convolution' only"));
    }
    if (run.kind == LayerKind::UpConvolution && (run.kernel < 1 || run.spatial % run.kernel != 0)) {
        object.fail("spatial", Core::tr("is {}, which does not divide by the kernel {}", run.spatial, run.kernel));
    } else if (inputSide(run) > longestSide) {
        object.fail("spatial", Core::tr("asks for an input of {} to a side, at most {} are planned for", inputSide(run),
                                        longestSide));
    }
}

std::int64_t widthOut(const LayerSpec& run)
{
    return isConvolution(run) ? run.outputChannels : run.hidden;
}

/// Checks a skip connection: it leads past another run, over convolutions alone, and its channels fit.
void checkSkip(JsonObject& object, const std::vector<LayerSpec>& before, const LayerSpec& run)
{
    const auto source = std::ranges::find(before, run.skipFrom, &LayerSpec::name);
    if (source == before.end() || source + 1 == before.end() ||
        !std::all_of(source, before.end(), [](const LayerSpec& over) { return isConvolution(over); }) ||
        (run.kind != LayerKind::Convolution && run.kind != LayerKind::UpConvolution)) {
        object.fail(
            "skip_from",
            Core::tr("is '{}', expected a run of convolutions before the last run, with only convolutions since",
                     run.skipFrom.substr(0, 40)));
        return;
    }
    if (run.count > 1 || (source + 1)->count > 1) {
        object.fail("skip_from", Core::tr("asks for one layer in this run and in the run behind '{}'", source->name));
    }
    const std::int64_t joined =
        ownChannels(run) < run.outputChannels ? run.outputChannels - ownChannels(run) : run.outputChannels;
    if (source->outputChannels != joined || source->spatial < run.spatial) {
        object.fail("skip_from", Core::tr("is '{}', whose {} channels of {} to a side do not fit here", source->name,
                                          source->outputChannels, source->spatial));
    }
}

/// The map that a convolution reads is the one that the convolution before it writes; networks of blocks have poolings
/// that are no layers.
void checkMap(JsonObject& object, const LayerSpec& before, const LayerSpec& run)
{
    const bool isPlain = run.kind == LayerKind::Convolution || run.kind == LayerKind::UpConvolution;
    if (isPlain && isConvolution(before) && inputSide(run) != before.spatial) {
        object.fail("spatial", Core::tr("asks for a map of {} to a side in front, but the run before it writes {}",
                                        inputSide(run), before.spatial));
    }
}

/// Checks the merged widths of a patch merging and the width that an encoder hands to a language model.
void checkEncoder(JsonObject& object, const std::vector<LayerSpec>& runs, const LayerSpec& run)
{
    const std::int64_t width = widthOut(runs.back());
    if (run.kind == LayerKind::PatchMerging && (width < 1 || run.inputChannels % width != 0)) {
        object.fail("input_channels", Core::tr("is {}, which is not a multiple of the width {} that the run before it "
                                               "writes",
                                               run.inputChannels, width));
    }
    if (run.kind == LayerKind::Embedding && width != run.hidden) {
        object.fail("hidden", Core::tr("is {}, but the run before it writes a width of {}", run.hidden, width),
                    Core::tr("Put a projector in front: a patch merging of the embedding's width"));
    }
    const auto other = std::find_if(runs.rbegin(), runs.rend(), [](const LayerSpec& before) {
        return before.kind == LayerKind::Encoder || before.kind == LayerKind::Embedding;
    });
    const bool isJoined = run.kind == LayerKind::Encoder && other != runs.rend() && other->kind == run.kind;
    if (isJoined && run.images != other->images) {
        object.fail("images", Core::tr("is {}, but the run '{}' has {}", run.images, other->name, other->images));
    }
}

/// A prediction layer reads the table that the model begins with, and hands on to others and to the head alone.
void checkPredictions(JsonObject& object, const std::vector<LayerSpec>& before, const LayerSpec& run)
{
    if (isPrediction(run) && run.count > 1) {
        object.fail("count", Core::tr("is {}, but each prediction layer is a run of its own", run.count));
    }
    if (isPrediction(run) &&
        (before.size() < 2 || embeddingOf(before) == nullptr || embeddingOf(before) == &before.back())) {
        object.fail("kind", Core::tr("'prediction' asks for an embedding at the front and blocks behind it"));
    }
    if (!before.empty() && isPrediction(before.back()) && !isPrediction(run) && run.kind != LayerKind::Head) {
        object.fail("kind", Core::tr("'{}' is behind a prediction layer, where only further ones and the head may be",
                                     name(run.kind)));
    }
}

/// The first block makes the residual streams of its input, and the head sums them.
void checkStreams(JsonObject& object, const std::vector<LayerSpec>& before, const LayerSpec& run)
{
    const bool begins = before.empty() || (layerRole(before.back().kind) != LayerRole::Body && isBlock(run));
    const std::int64_t written = before.empty() ? 1 : before.back().streams;
    if (begins ? run.streams > 1 && !isBlock(run) : run.streams != written) {
        object.fail("streams", Core::tr("is {}, but the run before it writes {}", run.streams, written));
    }
}

}  // namespace

void checkShape(JsonObject& object, const LayerSpec& run)
{
    checkMixer(object, run);
    checkHeads(object, run);
    checkLatent(object, run);
    checkRanks(object, run);
    checkExperts(object, run);
    const auto side = static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(run.window))));
    if (run.kind == LayerKind::Swin && side * side != run.window) {
        object.fail("window", Core::tr("is {}, expected the tokens of a square window", run.window));
    }
    if (run.images != 1 && (run.tokens == 0 || run.tokens % run.images != 0)) {
        object.fail("images", Core::tr("is {}, which does not divide the {} token(s)", run.images, run.tokens));
    }
    checkSharing(object, run);
    checkPooling(object, run);
    const bool changes = run.stride != 1 || run.pool != 1 || !run.padded || run.kind == LayerKind::UpConvolution ||
                         run.inputChannels != run.outputChannels;
    if (isConvolution(run) && run.count > 1 && changes) {
        object.fail("count",
                    Core::tr("is {}, but a block that changes its width or its map is a run of its own", run.count),
                    Core::tr("Write the first block as a run of its own"));
    }
}

void checkJoint(JsonObject& object, const std::vector<LayerSpec>& before, const LayerSpec& run)
{
    for (const LayerSpec& other : before) {
        if (other.name == run.name) {
            object.fail("name", Core::tr("'{}' is the name of two runs", run.name.substr(0, 40)));
        }
    }
    const auto reads = rulesOf(run.kind).reads;
    if (!before.empty() && reads != nullptr && reads(run) != widthOut(before.back())) {
        object.fail(
            {}, Core::tr("reads a width of {}, but the run before it writes {}", reads(run), widthOut(before.back())));
    }
    if (!before.empty()) {
        checkMap(object, before.back(), run);
        checkEncoder(object, before, run);
    }
    checkStreams(object, before, run);
    checkPredictions(object, before, run);
    if (!run.skipFrom.empty()) {
        checkSkip(object, before, run);
    }
    const LayerSpec* table = embeddingOf(before);
    const bool shared = table != nullptr && table->hidden == run.hidden && table->vocabulary == run.vocabulary &&
                        table->tableWidth == run.tableWidth;
    if (run.kind == LayerKind::Head && run.tied && !shared) {
        object.fail("tied",
                    Core::tr("asks for the table of an embedding of the same width and vocabulary, and there is none"));
    }
}

}  // namespace pgram
