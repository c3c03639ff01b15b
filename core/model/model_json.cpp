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

#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-model";

std::int64_t padded(std::int64_t vocabulary, std::int64_t multiple)
{
    return (vocabulary + multiple - 1) / multiple * multiple;
}

/// A multiple that pads the published vocabulary to the run's.
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

/// Without what its reader works out and its kind has no field for.
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
    run.kind = static_cast<LayerKind>(object.oneOf("kind", kindNames()));
    run.name = object.stringOr("name", nameOf(run.kind));
    run.count = static_cast<int>(object.integerOr("count", 1, 1, mostModelLayers));
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
    run.norm = static_cast<Norm>(object.oneOfOr("norm", static_cast<int>(run.norm), normNames()));
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
    for (JsonObject& element : object.objects("runs", mostModelLayers)) {
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
        object.fail("runs", Core::tr("have {} layers in all, expected from 1 to {}", layers, mostModelLayers));
    }
}

}  // namespace

Json toJson(const LayerSpec& spec)
{
    const LayerSpec run = withoutResolved(spec);
    Json json = Json::object();
    json["kind"] = nameOf(run.kind);
    json["name"] = run.name;
    if (run.count != 1) {
        json["count"] = run.count;
    }
    for (const RunField& field : runFields()) {
        if (field.size != nullptr && run.*field.size != impliedSize(field, run)) {
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
        json["norm"] = normNames()[static_cast<std::size_t>(run.norm)];
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
    if (Json constants = toJson(model.constants); !constants.empty()) {
        json["constants"] = std::move(constants);
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
    if (object.has("constants")) {
        JsonObject constants = object.object("constants");
        model.constants = constantsFromJson(constants);
        takeUnknown(constants, unknown);
    }
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
