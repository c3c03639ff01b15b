// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/scenario.h"

#include "core/base/check.h"
#include "core/base/fields.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/model/training_json.h"
#include "core/plan/strategy_json.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view formatName = "parallelogram-scenario";
constexpr std::int64_t largestBatch = 1 << 24;
constexpr std::int64_t mostMicrobatches = 1 << 20;
constexpr std::int64_t mostStages = 1 << 16;
constexpr std::int64_t mostSamples = std::int64_t{1} << 53;  // each a number that JSON readers keep
constexpr std::int64_t mostLayers = 1 << 20;

/// A path starts from the scenario's folder; a name is left as it is.
std::string resolved(const std::string& nameOrFile, const fs::path& folder)
{
    const bool isPath = nameOrFile.find('/') != std::string::npos || nameOrFile.ends_with(".json");
    return isPath ? (folder / nameOrFile).string() : nameOrFile;
}

/// The value, or its default after an error, which sticks to the object under `key`.
template <typename T>
T take(JsonObject& object, std::string_view key, Result<T> value)
{
    if (value) {
        return std::move(*value);
    }
    object.fail(key, value.error().what, value.error().todo);
    return T();
}

/// As take(); an error inside the file that the member names is said of that file.
template <typename T>
T takeFile(JsonObject& object, std::string_view key, Result<T> value)
{
    if (!value && value.error().where != key) {
        value.error().what = Core::tr("the file {}: {}", value.error().where, value.error().what);
    }
    return take(object, key, std::move(value));
}

/// Reads a text by `parse` into the place that `access` finds.
template <auto parse, auto access>
void readText(const FieldRules& rules, JsonObject& object, SearchRequest& request, UnknownKeys*)
{
    if (object.has(rules.key)) {
        access(request) = take(object, rules.key, parse(object.string(rules.key)));
    }
}

constexpr const char* anyText = ".";
constexpr std::int64_t mostSeed = std::numeric_limits<std::int64_t>::max();

void readTarget(const FieldRules& rules, JsonObject& object, SearchRequest& request, UnknownKeys*)
{
    if (const std::string target = object.stringOr(rules.key, {}); !target.empty()) {
        request.target = take(object, rules.key, parseTarget(target));
    }
}

Json describeTarget(const FieldRules&)
{
    Json schema{{"enum", Json::array()}};
    for (const Target* target : targets()) {
        schema["enum"].push_back(target->name);
    }
    return schema;
}

void readSchedules(const FieldRules& rules, JsonObject& object, SearchRequest& request, UnknownKeys*)
{
    for (const std::string& name : object.stringsOr(rules.key)) {
        request.schedules.push_back(take(object, rules.key, parseSchedule(name)));
    }
}

std::vector<std::string> schedulesOf(const SearchRequest& request)
{
    std::vector<std::string> names;
    std::ranges::transform(request.schedules, std::back_inserter(names),
                           [](const Schedule& schedule) { return toString(schedule); });
    return names;
}

void readSeed(const FieldRules& rules, JsonObject& object, SearchRequest& request, UnknownKeys*)
{
    request.seed = static_cast<std::uint64_t>(object.integerOr(rules.key, 1, 0, mostSeed));
}

constexpr Field<Pin> pinRows[] = {
    field<&Pin::firstLayer>("first_layer").between(0, mostLayers).required().says("First layer of the run, from 0"),
    field<&Pin::layerCount>("layer_count").between(1, mostLayers).required().says("Layers of the run"),
    figure<[](const Pin& pin) { return pin.pattern ? shortName(*pin.pattern) : std::string(); }>("pattern")
        .sparse()
        .readBy([](const FieldRules& rules, JsonObject& object, Pin& pin, UnknownKeys*) {
            if (object.has(rules.key)) {
                pin.pattern = take(object, rules.key, parsePattern(object.string(rules.key)));
            }
        })
        .says("Terms that the strategies have, as in \"tp8 no ckpt\", in place of one strategy"),
};
constexpr std::span<const Field<Pin>> pinTable = pinRows;

void readPins(const FieldRules& rules, JsonObject& object, SearchRequest& request, UnknownKeys* unknown)
{
    for (JsonObject& element : object.has(rules.key) ? object.objects(rules.key) : std::vector<JsonObject>()) {
        Pin& pin = request.pins.emplace_back();
        readFields(pinTable, element, pin, unknown);
        if (!pin.pattern) {
            pin.strategy = readStrategy(element);
        }
    }
}

Json writePins(const SearchRequest& request)
{
    Json pins = Json::array();
    for (const Pin& pin : request.pins) {
        Json& own = pins.emplace_back(Json::object());
        writeFields(own, pinTable, pin);
        if (!pin.pattern) {
            addStrategy(own, pin.strategy);
        }
    }
    return pins;
}

Json describePins(const FieldRules&)
{
    Json pin = openSchema(schemaOf(pinTable));
    pin["properties"].update(schemaOf(rowsOf<LayerStrategy>())["properties"]);
    return {{"type", "array"}, {"items", std::move(pin)}};
}

constexpr Field<SearchRequest> questionRows[] = {
    field<&SearchRequest::memoryBudget>("memory_budget_bytes")
        .between(0, largestMemory)
        .says("Per device; 0 = the device's memory"),
    field<&SearchRequest::fit>("fit").sparse().says(
        "Figure that has to fit the budget: the estimate (formula, where absent), or the upper end of what similar "
        "measured runs needed"),
    field<&SearchRequest::training>("training").required(),
    field<&SearchRequest::batches>("batches")
        .between(1, largestBatch)
        .sparse()
        .says("Candidates of the global batch; empty = the one of the training"),
    figure<[](const SearchRequest& request) { return toString(request.space); }>("space")
        .readBy(readText<parseSpace, [](SearchRequest& request) -> auto& { return request.space; }>)
        .like("^[a-z0-9-]+(,[a-z0-9-]+)*$")
        .says("Dimensions to search: dp,sdp,tp,pp,ckpt,…"),
    figure<[](const SearchRequest& request) { return !request.space.takeaway3; }>("mixed")
        .sparse()
        .readBy([](const FieldRules& rules, JsonObject& object, SearchRequest& request, UnknownKeys*) {
            request.space.takeaway3 = !object.booleanOr(rules.key, false);
        })
        .says("Takeaway 3 off: DP and SDP may stand in one tree"),
    field<&SearchRequest::space, &Space::anyDivisor>("any_divisor").sparse().says("Degrees beyond powers of two"),
    figure<[](const SearchRequest& request) { return request.rule == StepRule::Paper; }>("paper_rule")
        .sparse()
        .readBy([](const FieldRules& rules, JsonObject& object, SearchRequest& request, UnknownKeys*) {
            request.rule = object.booleanOr(rules.key, false) ? StepRule::Paper : StepRule::Simulated;
        })
        .says("Plans are ranked by the paper's own sum instead of the simulated step"),
    figure<[](const SearchRequest& request) {
        return request.target != nullptr ? std::string_view(request.target->name) : std::string_view();
    }>("target")
        .sparse()
        .readBy(readTarget)
        .describedBy(describeTarget)
        .says("The training framework that has to run the plan; without it any"),
    figure<[](const SearchRequest& request) { return info(request.method).name; }>("method")
        .readBy(readText<parseMethod, [](SearchRequest& request) -> auto& { return request.method; }>)
        .like(anyText)
        .says("bmw, base, dp+tp, …"),
    field<&SearchRequest::slowdown>("slowdown")
        .between(leastSlowdown, greatestSlowdown)
        .when([](const SearchRequest& request) {
            return request.method == Method::Robust || request.slowdown != SearchRequest().slowdown;
        })
        .says("Of robust: the share of its speed that any one device may lose; 0.2 where absent"),
    field<&SearchRequest::samples>("samples")
        .between(0, mostSamples)
        .sparse()
        .says("Plans that a method that samples scores; 0 = the method's own number"),
    figure<[](const SearchRequest& request) { return request.seed; }>("seed")
        .sparse()
        .readBy(readSeed)
        .describedBy([](const FieldRules&) {
            return Json{{"type", "integer"}, {"minimum", 0}, {"maximum", mostSeed}};
        })
        .says("Seed of methods that sample; 1 where absent"),
    figure<[](const SearchRequest& request) { return toString(request.schedule); }>("schedule")
        .readBy(readText<parseSchedule, [](SearchRequest& request) -> auto& { return request.schedule; }>)
        .like(anyText)
        .says("1f1b, gpipe, interleaved:2, zb-h1, v-half, …: pgram list schedules"),
    figure<[](const SearchRequest& request) { return schedulesOf(request); }>("schedules")
        .sparse()
        .readBy(readSchedules)
        .like(anyText)
        .says("Candidates in place of the one schedule; of equal plans the first one's wins"),
    field<&SearchRequest::microbatches>("microbatches")
        .between(1, mostMicrobatches)
        .sparse()
        .says("Candidates of the micro-batches of a step; empty = all that divide the batch"),
    field<&SearchRequest::pipelines>("pipelines")
        .between(1, mostStages)
        .sparse()
        .says("Candidates of the pipeline stages; empty = all"),
    figure<[](const SearchRequest& request) { return writePins(request); }>("pins")
        .sparse()
        .readBy(readPins)
        .describedBy(describePins)
        .says("Layers whose strategy is given; of two for one layer the later holds"),
};

/// A part of a scenario: a name or path, or the object itself.
template <std::string Scenario::*name>
void readPart(const FieldRules& rules, JsonObject& object, Scenario& scenario, UnknownKeys*)
{
    if (!object.has(rules.key) || !object.json()[rules.key].is_object()) {
        scenario.*name = object.string(rules.key);
    }
}

template <std::string Scenario::*name, auto SearchRequest::*part>
Json writePart(const Scenario& scenario)
{
    return (scenario.*name).empty() ? toJson(scenario.request.*part) : Json(scenario.*name);
}

Json describePart(const FieldRules&)
{
    return {{"type", {"string", "object"}}};
}

/// Reads the object of a part, or the file that the scenario names. Errors of the file stick to the scenario.
template <typename Part>
Result<Part> partOf(JsonObject& object, const char* key, const std::string& nameOrFile,
                    Result<Part> (*read)(JsonObject&, UnknownKeys*),
                    Result<Part> (PresetStore::*load)(std::string_view) const, const PresetStore& store)
{
    if (nameOrFile.empty()) {
        JsonObject own = object.object(key);
        return read(own, nullptr);
    }
    return takeFile(object, key, checkIsNoPipe(nameOrFile).and_then([&] { return (store.*load)(nameOrFile); }));
}

constexpr Field<Scenario> scenarioRows[] = {
    field<&Scenario::name>("name").required().like("^[a-z0-9][a-z0-9.-]*$").says("Name of the preset and of its file"),
    field<&Scenario::title>("title"),
    field<&Scenario::description>("description").says("What there is to see, in a sentence or two"),
    figure<writePart<&Scenario::model, &SearchRequest::model>>("model")
        .required()
        .readBy(readPart<&Scenario::model>)
        .describedBy(describePart)
        .says("Name of a model preset, a path relative to the scenario, or the object of a model file"),
    figure<writePart<&Scenario::cluster, &SearchRequest::cluster>>("cluster")
        .required()
        .readBy(readPart<&Scenario::cluster>)
        .describedBy(describePart)
        .says("Name of a cluster preset, a path relative to the scenario, or the object of a cluster file"),
};

constexpr std::span<const Field<SearchRequest>> questionTable = questionRows;
constexpr std::span<const Field<Scenario>> scenarioTable = scenarioRows;

}  // namespace

SearchRequest questionFromJson(JsonObject& object, UnknownKeys* unknown)
{
    SearchRequest request;
    readFields(questionTable, object, request, unknown);
    return request;
}

Json toJson(const Scenario& scenario)
{
    Json json = formatHeader(formatName, scenarioVersion);
    writeFields(json, scenarioTable, scenario);
    writeFields(json, questionTable, scenario.request);
    return json;
}

Json questionToJson(const SearchRequest& request)
{
    Json json = Json::object();
    writeFields(json, questionTable, request);
    return json;
}

Json toJson(const SearchRequest& request)
{
    Json json;
    json["model"] = toJson(request.model);
    json["cluster"] = toJson(request.cluster);
    writeFields(json, questionTable, request);
    return json;
}

Result<SearchRequest> requestFromJson(JsonObject& object)
{
    UnknownKeys ofAnotherRelease;
    SearchRequest request = questionFromJson(object, &ofAnotherRelease);
    JsonObject model = object.object("model");
    JsonObject cluster = object.object("cluster");
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    auto readModel = architectureFromJson(model, &ofAnotherRelease);
    if (!readModel) {
        return tl::unexpected(readModel.error());
    }
    auto readCluster = clusterFromJson(cluster, &ofAnotherRelease);
    if (!readCluster) {
        return tl::unexpected(readCluster.error());
    }
    request.model = std::move(*readModel);
    request.cluster = std::move(*readCluster);
    return request;
}

Json scenarioSchema()
{
    Json schema = schemaOf(scenarioTable);
    const Json question = schemaOf(questionTable);
    schema["properties"].update(question["properties"]);
    schema["required"].insert(schema["required"].end(), question["required"].begin(), question["required"].end());
    return fileSchema("Parallelogram scenario, version 1", formatName, scenarioVersion, schema);
}

Result<Scenario> parseScenario(std::string_view text, const std::string& where, const fs::path& folder,
                               const PresetStore& store)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject object(*json, where);
    checkFormat(object, formatName, scenarioVersion);
    Scenario scenario;
    readFields(scenarioTable, object, scenario, nullptr);
    scenario.title = object.has("title") ? scenario.title : scenario.name;
    if (!object.error()) {
        scenario.request = questionFromJson(object, nullptr);
        PGRAM_TRY(Architecture model, partOf(object, "model", resolved(scenario.model, folder), architectureFromJson,
                                             &PresetStore::model, store));
        scenario.request.model = std::move(model);
        PGRAM_TRY(Cluster cluster, partOf(object, "cluster", resolved(scenario.cluster, folder), clusterFromJson,
                                          &PresetStore::cluster, store));
        scenario.request.cluster = std::move(cluster);
        takeUnknown(object, nullptr);
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return scenario;
}

Result<Scenario> loadScenario(const PresetStore& store, std::string_view nameOrFile)
{
    return store.locate(PresetKind::Scenario, nameOrFile).and_then([&store](const fs::path& file) {
        return readTextFile(file).and_then(
            [&](const std::string& text) { return parseScenario(text, file.string(), file.parent_path(), store); });
    });
}

Result<void> saveScenario(const Scenario& scenario, const fs::path& file)
{
    return writeTextFile(file, dumped(toJson(scenario), 2) + '\n');
}

}  // namespace pgram
