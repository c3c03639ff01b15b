// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/model_json.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/model/convolution.h"
#include "core/model/layer_role.h"
#include "core/model/measured_json.h"
#include "core/model/run_fields.h"
#include "core/model/run_rules.h"
#include "core/model/tuning.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-model";

std::int64_t padded(std::int64_t vocabulary, std::int64_t multiple)
{
    return (vocabulary + multiple - 1) / multiple * multiple;
}

/// Returns a multiple that pads the published vocabulary to the run's.
std::int64_t vocabularyMultiple(const LayerSpec& run)
{
    if (run.publishedVocabulary == 0) {
        return run.vocabulary % usualVocabularyMultiple == 0 ? usualVocabularyMultiple : 1;
    }
    const auto pads = [&run](std::int64_t multiple) {
        return padded(run.publishedVocabulary, multiple) == run.vocabulary;
    };
    if (pads(usualVocabularyMultiple)) {
        return usualVocabularyMultiple;
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
    if (const std::int64_t multiple = vocabularyMultiple(run); multiple != usualVocabularyMultiple) {
        json["vocabulary_multiple"] = multiple;
    }
}

/// Returns the run without values that its reader derives and that its kind has no field for.
LayerSpec withoutResolved(LayerSpec run)
{
    if (isPrediction(run)) {
        run.tied = false;
        run.vocabulary = run.tableWidth = 0;
    }
    return run;
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
        object.integerOr("vocabulary_multiple", usualVocabularyMultiple, 1, largestVocabulary);
    run.vocabulary = padded(published, multiple);
    run.publishedVocabulary = run.vocabulary == published ? 0 : published;
}

LayerSpec readRun(JsonObject& object, UnknownKeys* unknown)
{
    LayerSpec run;
    run.kind = static_cast<LayerKind>(object.oneOf("kind", namesOf<LayerKind>()));
    run.name = object.stringOr("name", std::string(name(run.kind)));
    run.count = static_cast<int>(object.integerOr("count", 1, 1, mostModelLayers));
    run.mixer = static_cast<Mixer>(object.oneOfOr("mixer", static_cast<int>(run.mixer), namesOf<Mixer>()));
    for (const RunField& field : runFields()) {
        if (field.size != nullptr) {
            const std::int64_t least = field.leastIn(run.kind);
            run.*field.size = field.isRequiredBy(run.kind)
                                  ? object.integer(field.key, least, field.most)
                                  : object.integerOr(field.key, impliedSize(field, run), least, field.most);
        }
    }
    readVocabulary(object, run);
    for (const RunField& field : runFields()) {
        if (field.flag != nullptr) {
            run.*field.flag = object.booleanOr(field.key, LayerSpec().*field.flag);
        }
    }
    run.norm = static_cast<Norm>(object.oneOfOr("norm", static_cast<int>(run.norm), namesOf<Norm>()));
    run.sharedBy = object.booleanOr("shares_parameters", false) ? run.count : 0;
    run.skipFrom = object.stringOr("skip_from", {});
    Codec<std::optional<MeasuredLayer>>::read(FieldRules{.key = "measured"}, object, run.measured, unknown);
    checkShape(object, run);
    return run;
}

void readRuns(const FieldRules& rules, JsonObject& object, Architecture& model, UnknownKeys* unknown)
{
    std::int64_t layers = 0;
    for (JsonObject& element : object.objects(rules.key, mostModelLayers)) {
        const LayerSpec run = readRun(element, unknown);
        checkJoint(element, model.runs, run);
        takeUnknown(element, unknown);
        layers += run.count;
        model.runs.push_back(run);
        if (element.error()) {
            return;
        }
    }
    if (layers < 1 || layers > mostModelLayers) {
        object.fail(rules.key, Core::tr("have {} layers in all, expected from 1 to {}", layers, mostModelLayers));
    }
}

Json runsToJson(const Architecture& model)
{
    Json runs = Json::array();
    for (const LayerSpec& run : model.runs) {
        runs.push_back(toJson(run));
    }
    return runs;
}

void readConstants(const FieldRules& rules, JsonObject& object, Architecture& model, UnknownKeys* unknown)
{
    if (object.has(rules.key)) {
        JsonObject constants = object.object(rules.key);
        model.constants = constantsFromJson(constants);
        takeUnknown(constants, unknown);
    }
}

// --- schema ---------------------------------------------------------------------------------------------------------

Json wholeNumber(std::int64_t least, std::int64_t most)
{
    return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

Json describeField(const RunField& field)
{
    Json schema;
    switch (field.type) {
    case RunField::Type::Name:
    case RunField::Type::Run:
        schema = {{"type", "string"}};
        break;
    case RunField::Type::Count:
    case RunField::Type::Vocabulary:
        schema = wholeNumber(1, field.most);
        break;
    case RunField::Type::Size: {
        std::int64_t least = 1;
        for (const LayerKind kind : layerKinds()) {
            least = std::min(least, field.leastIn(kind));
        }
        schema = wholeNumber(least, field.most);
        break;
    }
    case RunField::Type::Switch:
    case RunField::Type::Sharing:
        schema = {{"type", "boolean"}};
        break;
    case RunField::Type::Norm:
        schema = {{"enum", enumNames<Norm>}};
        break;
    case RunField::Type::Mixer:
        schema = {{"enum", enumNames<Mixer>}};
        break;
    }
    schema["description"] = field.meaning.english;
    return schema;
}

Json describeRun()
{
    Json run{{"type", "object"}, {"additionalProperties", false}, {"required", {"kind"}}};
    run["properties"]["kind"] = {{"enum", namesOf<LayerKind>()}};
    std::map<std::vector<std::string_view>, std::vector<std::string_view>> kindsThatRequire;
    for (const RunField& field : runFields()) {
        run["properties"][field.key] = describeField(field);
    }
    run["properties"]["measured"] = Codec<MeasuredLayer>::schema({});
    for (const LayerKind kind : layerKinds()) {
        std::vector<std::string_view> required;
        for (const RunField& field : runFields()) {
            if (field.isRequiredBy(kind)) {
                required.emplace_back(field.key);
            }
        }
        kindsThatRequire[required].push_back(name(kind));
    }
    for (const auto& [required, kinds] : kindsThatRequire) {
        run["allOf"].push_back({{"if", {{"properties", {{"kind", {{"enum", kinds}}}}}, {"required", {"kind"}}}},
                                {"then", {{"required", required}}}});
    }
    return run;
}

constexpr Field<Architecture> modelRows[] = {
    field<&Architecture::name>("name").required().says("Name of the preset and of its file: lower case with dashes"),
    field<&Architecture::title>("title")
        .readBy([](const FieldRules& rules, JsonObject& object, Architecture& model, UnknownKeys*) {
            model.title = object.stringOr(rules.key, model.name);
        })
        .says("Name on the screen; absent = the name"),
    field<&Architecture::family>("family").says("bert, gpt3, llama, …"),
    field<&Architecture::sequenceLength>("sequence_length")
        .between(1, longestSequence)
        .required()
        .says("Tokens per sample, if the training does not give them"),
    field<&Architecture::source>("source").says("Source of the dimensions"),
    figure<runsToJson>("runs")
        .required()
        .readBy(readRuns)
        .describedBy([](const FieldRules&) { return listSchema(describeRun(), FieldRules{.leastElements = 1}); })
        .says("Runs of equal layers, front to back"),
    figure<[](const Architecture& model) { return toJson(model.constants); }>("constants")
        .sparse()
        .readBy(readConstants)
        .describedBy([](const FieldRules&) { return constantsSchema(); })
        .says("Constants that change no figure; exports write them"),
};
constexpr std::span<const Field<Architecture>> modelTable(modelRows);

}  // namespace

Json toJson(const LayerSpec& spec)
{
    const LayerSpec run = withoutResolved(spec);
    Json json = Json::object();
    json["kind"] = name(run.kind);
    json["name"] = run.name;
    if (run.count != 1) {
        json["count"] = run.count;
    }
    if (run.mixer != LayerSpec().mixer) {
        json["mixer"] = name(run.mixer);
    }
    for (const RunField& field : runFields()) {
        const bool isSaid =
            field.size != nullptr && (run.*field.size != impliedSize(field, run) || field.isRequiredBy(run.kind));
        if (isSaid) {
            json[field.key] = run.*field.size;
        }
    }
    writeVocabulary(json, run);
    for (const RunField& field : runFields()) {
        if (field.flag != nullptr && run.*field.flag != LayerSpec().*field.flag) {
            json[field.key] = run.*field.flag;
        }
    }
    if (run.norm != LayerSpec().norm) {
        json["norm"] = name(run.norm);
    }
    if (run.sharedBy > 0) {
        json["shares_parameters"] = true;
    }
    if (!run.skipFrom.empty()) {
        json["skip_from"] = run.skipFrom;
    }
    if (run.measured) {
        json["measured"] = Codec<MeasuredLayer>::write(*run.measured);
    }
    return json;
}

Json toJson(const Architecture& model)
{
    Json json = formatHeader(formatName, modelVersion);
    writeFields(json, modelTable, model);
    return json;
}

Json modelSchema()
{
    return fileSchema("Parallelogram model, version 1", formatName, modelVersion, schemaOf(modelTable));
}

Result<Architecture> architectureFromJson(JsonObject& object, UnknownKeys* unknown)
{
    checkFormat(object, formatName, modelVersion);
    Architecture model;
    readFields(modelTable, object, model, unknown);
    resolveSkips(model);
    resolveFrozen(model);
    resolvePredictions(model);
    takeUnknown(object, unknown);
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
