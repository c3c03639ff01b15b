// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/model_json.h"

#include "core/model/convolution.h"
#include "core/model/measured_json.h"
#include "core/model/run_rules.h"

#include <fmt/format.h>

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
constexpr unsigned plain =
    bit(LayerKind::ConvStem) | bit(LayerKind::Convolution) | bit(LayerKind::UpConvolution);  // one convolution
constexpr unsigned convolutions = plain | bit(LayerKind::BasicBlock) | bit(LayerKind::Bottleneck);
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
    {"kernel", &LayerSpec::kernel, 64, plain},
    {"pool", &LayerSpec::pool, 64},
    {"table_width", &LayerSpec::tableWidth, 1 << 18},
    {"extra_parameters", &LayerSpec::extraParameters, std::int64_t{1} << 40},
};

struct SwitchField {
    const char* key;
    bool LayerSpec::*member;
};

constexpr SwitchField switchFields[] = {
    {"gated_mlp", &LayerSpec::gatedMlp},
    {"linear_bias", &LayerSpec::linearBias},
    {"qkv_bias", &LayerSpec::qkvBias},
    {"dropout", &LayerSpec::dropout},
    {"tied", &LayerSpec::tied},
    {"padded", &LayerSpec::padded},
    {"pre_activation", &LayerSpec::preActivation},
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
    if (run.sharedBy > 0) {
        json["shares_parameters"] = true;
    }
    if (!run.skipFrom.empty()) {
        json["skip_from"] = run.skipFrom;
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

LayerSpec readRun(JsonObject& object, UnknownKeys* unknown)
{
    LayerSpec run;
    run.kind = static_cast<LayerKind>(object.oneOf("kind", kindNames()));
    run.name = object.stringOr("name", nameOf(run.kind));
    run.count = static_cast<int>(object.integerOr("count", 1, 1, mostLayers));
    for (const SizeField& field : sizeFields) {
        const bool required = (field.requiredBy & bit(run.kind)) != 0;
        const bool divides = field.member == &LayerSpec::stride || field.member == &LayerSpec::pool;
        const std::int64_t least = required || divides ? 1 : 0;
        run.*field.member = required ? object.integer(field.key, least, field.most)
                                     : object.integerOr(field.key, impliedSize(field, run), least, field.most);
    }
    readVocabulary(object, run);
    for (const SwitchField& field : switchFields) {
        run.*field.member = object.booleanOr(field.key, LayerSpec().*field.member);
    }
    run.norm = static_cast<Norm>(object.oneOfOr("norm", static_cast<int>(run.norm), normNames));
    run.sharedBy = object.booleanOr("shares_parameters", false) ? run.count : 0;
    run.skipFrom = object.stringOr("skip_from", {});
    if (object.has("measured")) {
        JsonObject measured = object.object("measured");
        run.measured = measuredFromJson(measured, unknown);
    }
    checkShape(object, run);
    return run;
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
    resolveSkips(model);
    collectUnknown(object, unknown);
    if (const double count = object.error() ? 0 : parameterCount(model); count > mostParameters) {
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
