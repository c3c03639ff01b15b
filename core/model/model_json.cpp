// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/model_json.h"

#include "core/model/measured_json.h"

#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-model";
constexpr std::int64_t mostLayers = 4096;
constexpr std::int64_t longestSequence = 1 << 24;
constexpr std::int64_t defaultVocabularyMultiple = 128;
constexpr std::int64_t largestVocabulary = 1 << 24;
constexpr double mostParameters = 1e15;

const std::vector<std::string_view>& kindNames()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (int kind = 0; kind <= static_cast<int>(LayerKind::Classifier); ++kind) {
            all.emplace_back(nameOf(static_cast<LayerKind>(kind)));
        }
        return all;
    }();
    return names;
}

const std::vector<std::string_view> normNames = {"layer-norm", "rms-norm", "none"};

constexpr unsigned bit(LayerKind kind)
{
    return 1u << static_cast<unsigned>(kind);
}

constexpr unsigned blocks =
    bit(LayerKind::Encoder) | bit(LayerKind::Decoder) | bit(LayerKind::CrossDecoder) | bit(LayerKind::Swin);
constexpr unsigned convolutions = bit(LayerKind::ConvStem) | bit(LayerKind::Bottleneck);
constexpr unsigned images = bit(LayerKind::PatchEmbedding) | bit(LayerKind::Swin) | bit(LayerKind::PatchMerging);
constexpr unsigned everyTransformerLayer = ~convolutions;

/// A size of a run: its key, its limit, and the kinds of layer that cannot do without it.
struct SizeField {
    const char* key;
    std::int64_t LayerSpec::*member;
    std::int64_t most;
    unsigned requiredBy = 0;
};

constexpr SizeField sizeFields[] = {
    {"hidden", &LayerSpec::hidden, 1 << 18, everyTransformerLayer},
    {"heads", &LayerSpec::heads, 1 << 14, blocks},
    {"kv_heads", &LayerSpec::kvHeads, 1 << 14},
    {"head_dim", &LayerSpec::headDim, 1 << 14},
    {"value_dim", &LayerSpec::valueDim, 1 << 14},
    {"kv_rank", &LayerSpec::keyValueRank, 1 << 20},
    {"query_rank", &LayerSpec::queryRank, 1 << 20},
    {"rope_dim", &LayerSpec::ropeDim, 1 << 14},
    {"ffn", &LayerSpec::ffn, 1 << 20, blocks},
    {"experts", &LayerSpec::experts, 1 << 14},
    {"top_k", &LayerSpec::topK, 1 << 14},
    {"shared_ffn", &LayerSpec::sharedFfn, 1 << 20},
    {"tokens", &LayerSpec::tokens, longestSequence, images},
    {"source_tokens", &LayerSpec::sourceTokens, longestSequence},
    {"window", &LayerSpec::window, longestSequence, bit(LayerKind::Swin)},
    {"learned_positions", &LayerSpec::learnedPositions, longestSequence},
    {"input_channels", &LayerSpec::inputChannels, 1 << 20,
     convolutions | bit(LayerKind::PatchEmbedding) | bit(LayerKind::PatchMerging)},
    {"mid_channels", &LayerSpec::midChannels, 1 << 16, bit(LayerKind::Bottleneck)},
    {"output_channels", &LayerSpec::outputChannels, 1 << 16, convolutions},
    {"spatial", &LayerSpec::spatial, 1 << 14, convolutions},
    {"stride", &LayerSpec::stride, 64},
    {"kernel", &LayerSpec::kernel, 64, bit(LayerKind::ConvStem)},
    {"extra_parameters", &LayerSpec::extraParameters, std::int64_t{1} << 40},
};

struct SwitchField {
    const char* key;
    bool LayerSpec::*member;
};

constexpr SwitchField switchFields[] = {
    {"gated_mlp", &LayerSpec::gatedMlp}, {"linear_bias", &LayerSpec::linearBias},
    {"qkv_bias", &LayerSpec::qkvBias},   {"dropout", &LayerSpec::dropout},
    {"tied", &LayerSpec::tied},
};

std::int64_t padded(std::int64_t vocabulary, std::int64_t multiple)
{
    return (vocabulary + multiple - 1) / multiple * multiple;
}

/// A multiple that pads the published vocabulary to the run's.
std::int64_t vocabularyMultiple(const LayerSpec& run)
{
    if (run.publishedVocabulary == 0) {
        return run.vocabulary % defaultVocabularyMultiple == 0 ? defaultVocabularyMultiple : 1;
    }
    const auto pads = [&run](std::int64_t multiple) {
        return padded(run.publishedVocabulary, multiple) == run.vocabulary;
    };
    if (pads(defaultVocabularyMultiple)) {
        return defaultVocabularyMultiple;
    }
    for (std::int64_t multiple = 2; multiple <= largestVocabulary; multiple *= 2) {
        if (pads(multiple)) {
            return multiple;
        }
    }
    return run.vocabulary;
}

// --- writing --------------------------------------------------------------------------------------------------------

void writeVocabulary(Json& json, const LayerSpec& run)
{
    if (run.kind == LayerKind::Classifier) {
        json["classes"] = run.vocabulary;
        return;
    }
    if (run.vocabulary == 0) {
        return;
    }
    json["vocabulary"] = run.publishedVocabulary > 0 ? run.publishedVocabulary : run.vocabulary;
    if (const std::int64_t multiple = vocabularyMultiple(run); multiple != defaultVocabularyMultiple) {
        json["vocabulary_multiple"] = multiple;
    }
}

/// What a reader assumes where the file says nothing.
std::int64_t impliedSize(const SizeField& field, const LayerSpec& run)
{
    if (field.member == &LayerSpec::kvHeads) {
        return run.heads;
    }
    if (field.member == &LayerSpec::headDim) {
        return run.heads > 0 && run.hidden % run.heads == 0 ? run.hidden / run.heads : 0;
    }
    return LayerSpec().*field.member;
}

Json toJson(const LayerSpec& run)
{
    Json json = Json::object();
    json["kind"] = nameOf(run.kind);
    json["name"] = run.name;
    if (run.count != 1) {
        json["count"] = run.count;
    }
    for (const SizeField& field : sizeFields) {
        if (run.*field.member != impliedSize(field, run)) {
            json[field.key] = run.*field.member;
        }
    }
    writeVocabulary(json, run);
    for (const SwitchField& field : switchFields) {
        if (run.*field.member != LayerSpec().*field.member) {
            json[field.key] = run.*field.member;
        }
    }
    if (run.norm != LayerSpec().norm) {
        json["norm"] = normNames[static_cast<std::size_t>(run.norm)];
    }
    if (run.measured) {
        json["measured"] = toJson(*run.measured);
    }
    return json;
}

// --- reading --------------------------------------------------------------------------------------------------------

void readVocabulary(JsonObject& object, LayerSpec& run)
{
    if (run.kind == LayerKind::Classifier) {
        run.vocabulary = object.integer("classes", 1, largestVocabulary);
        return;
    }
    const bool required = run.kind == LayerKind::Embedding || run.kind == LayerKind::Head;
    if (!required && !object.has("vocabulary")) {
        return;
    }
    const std::int64_t published = object.integer("vocabulary", 1, largestVocabulary);
    const std::int64_t multiple =
        object.integerOr("vocabulary_multiple", defaultVocabularyMultiple, 1, largestVocabulary);
    run.vocabulary = padded(published, multiple);
    run.publishedVocabulary = run.vocabulary == published ? 0 : published;
}

void checkHeads(JsonObject& object, const LayerSpec& run)
{
    if (run.heads == 0) {
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
    if (run.keyValueRank == 0 && (run.queryRank != 0 || run.ropeDim != 0 || run.valueDim != 0)) {
        object.fail("kv_rank", Core::tr("is missing beside query_rank, rope_dim or value_dim"));
    }
    if (run.keyValueRank > 0 && (run.ropeDim >= run.headDim || run.kvHeads != run.heads)) {
        object.fail("kv_rank", Core::tr("asks for as many key heads as heads, and a rope_dim below head_dim"));
    }
}

void checkExperts(JsonObject& object, const LayerSpec& run)
{
    if (run.experts == 0 && run.topK == 0 && run.sharedFfn == 0) {
        return;
    }
    if (run.experts == 0) {
        object.fail("experts", Core::tr("is missing beside top_k or shared_ffn"));
    }
    if (run.topK < 1 || run.topK > run.experts) {
        object.fail("top_k", Core::tr("is {}, expected from 1 to the {} expert(s)", run.topK, run.experts));
    }
}

void checkShape(JsonObject& object, const LayerSpec& run)
{
    checkHeads(object, run);
    checkLatent(object, run);
    checkExperts(object, run);
    const auto side = static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(run.window))));
    if (run.kind == LayerKind::Swin && side * side != run.window) {
        object.fail("window", Core::tr("is {}, expected the tokens of a square window", run.window));
    }
    const bool changes = run.stride != 1 || run.inputChannels != run.outputChannels;
    if (run.kind == LayerKind::Bottleneck && run.count > 1 && changes) {
        object.fail("count", Core::tr("is {}, but a block that changes its width or its map stands alone", run.count),
                    Core::tr("Write the first block as a run of its own"));
    }
}

LayerSpec readRun(JsonObject& object, UnknownKeys* unknown)
{
    LayerSpec run;
    run.kind = static_cast<LayerKind>(object.oneOf("kind", kindNames()));
    run.name = object.stringOr("name", nameOf(run.kind));
    run.count = static_cast<int>(object.integerOr("count", 1, 1, mostLayers));
    for (const SizeField& field : sizeFields) {
        const bool required = (field.requiredBy & bit(run.kind)) != 0;
        const std::int64_t least = required || field.member == &LayerSpec::stride ? 1 : 0;
        run.*field.member = required ? object.integer(field.key, least, field.most)
                                     : object.integerOr(field.key, impliedSize(field, run), least, field.most);
    }
    readVocabulary(object, run);
    for (const SwitchField& field : switchFields) {
        run.*field.member = object.booleanOr(field.key, LayerSpec().*field.member);
    }
    run.norm = static_cast<Norm>(object.oneOfOr("norm", static_cast<int>(run.norm), normNames));
    if (object.has("measured")) {
        JsonObject measured = object.object("measured");
        run.measured = measuredFromJson(measured, unknown);
    }
    checkShape(object, run);
    return run;
}

/// Width that a run reads; none where it begins a model.
std::optional<std::int64_t> widthIn(const LayerSpec& run)
{
    switch (run.kind) {
    case LayerKind::Embedding:
    case LayerKind::PatchEmbedding:
    case LayerKind::ConvStem:
        return std::nullopt;
    case LayerKind::PatchMerging:
        return run.inputChannels / 4;
    case LayerKind::Bottleneck:
        return run.inputChannels;
    default:
        return run.hidden;
    }
}

std::int64_t widthOut(const LayerSpec& run)
{
    return (bit(run.kind) & convolutions) != 0 ? run.outputChannels : run.hidden;
}

/// What a run needs of the runs before it.
void checkJoint(JsonObject& object, const std::vector<LayerSpec>& before, const LayerSpec& run)
{
    for (const LayerSpec& other : before) {
        if (other.name == run.name) {
            object.fail("name", Core::tr("'{}' is the name of two runs", run.name.substr(0, 40)));
        }
    }
    const std::optional<std::int64_t> width = widthIn(run);
    if (!before.empty() && width && *width != widthOut(before.back())) {
        object.fail({},
                    Core::tr("reads a width of {}, but the run before it writes {}", *width, widthOut(before.back())));
    }
    const LayerSpec* table = before.empty() ? nullptr : &before.front();
    const bool shared = table != nullptr && table->kind == LayerKind::Embedding && table->hidden == run.hidden &&
                        table->vocabulary == run.vocabulary;
    if (run.kind == LayerKind::Head && run.tied && !shared) {
        object.fail("tied",
                    Core::tr("asks for the table of an embedding of the same width and vocabulary, and there is none"));
    }
}

void readRuns(JsonObject& object, Architecture& model, UnknownKeys* unknown)
{
    std::int64_t layers = 0;
    for (JsonObject& element : object.objects("runs", mostLayers)) {
        const LayerSpec run = readRun(element, unknown);
        checkJoint(element, model.runs, run);
        collectUnknown(element, unknown);
        layers += run.count;
        model.runs.push_back(run);
        if (element.error()) {
            return;
        }
    }
    if (layers < 1 || layers > mostLayers) {
        object.fail("runs", Core::tr("have {} layers in all, expected from 1 to {}", layers, mostLayers));
    }
}

}  // namespace

Json toJson(const Architecture& model)
{
    Json json = formatHeader(formatName, modelVersion);
    json["name"] = model.name;
    json["title"] = model.title;
    json["family"] = model.family;
    json["sequence_length"] = model.sequenceLength;
    json["source"] = model.source;
    json["runs"] = Json::array();
    for (const LayerSpec& run : model.runs) {
        json["runs"].push_back(toJson(run));
    }
    return json;
}

Result<Architecture> architectureFromJson(JsonObject& object, UnknownKeys* unknown)
{
    checkFormat(object, formatName, modelVersion);
    Architecture model;
    model.name = object.string("name");
    model.title = object.stringOr("title", model.name);
    model.family = object.stringOr("family", {});
    model.sequenceLength = object.integer("sequence_length", 1, longestSequence);
    model.source = object.stringOr("source", {});
    readRuns(object, model, unknown);
    collectUnknown(object, unknown);
    if (const double count = parameterCount(model); count > mostParameters) {
        object.fail("runs", Core::tr("have {} parameters, at most {} are planned for", fmt::format("{:.3g}", count),
                                     fmt::format("{:.0e}", mostParameters)));
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return model;
}

Result<Architecture> parseArchitecture(std::string_view text, const std::string& where)
{
    return parseJson(text, where).and_then([&where](const Json& json) {
        JsonObject object(json, where);
        return architectureFromJson(object);
    });
}

Result<Architecture> loadArchitecture(const std::filesystem::path& file)
{
    return readTextFile(file).and_then(
        [&file](const std::string& text) { return parseArchitecture(text, file.string()); });
}

Result<void> saveArchitecture(const Architecture& model, const std::filesystem::path& file)
{
    return writeTextFile(file, dumped(toJson(model), 2) + '\n');
}

}  // namespace pgram
