// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/scenario.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/model/training_json.h"
#include "core/plan/strategy_json.h"

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

Pin readPin(JsonObject& object)
{
    Pin pin;
    pin.firstLayer = static_cast<int>(object.integer("first_layer", 0, mostLayers));
    pin.layerCount = static_cast<int>(object.integer("layer_count", 1, mostLayers));
    if (object.has("pattern")) {
        pin.pattern = take(object, "pattern", parsePattern(object.string("pattern")));
    } else {
        pin.strategy = readStrategy(object);
    }
    return pin;
}

std::vector<int> narrowed(const std::vector<std::int64_t>& numbers)
{
    return {numbers.begin(), numbers.end()};
}

}  // namespace

SearchRequest questionFromJson(JsonObject& object, UnknownKeys* unknown)
{
    SearchRequest request;
    request.memoryBudget = object.integerOr("memory_budget_bytes", 0, 0, largestMemory);
    request.fit = static_cast<FitRule>(object.oneOfOr("fit", 0, fitRuleNames()));
    JsonObject training = object.object("training");
    request.training = trainingFromJson(training, unknown);
    request.batches = object.integersOr("batches", 1, largestBatch);
    request.space = take(object, "space", parseSpace(object.stringOr("space", toString(Space()))));
    request.space.takeaway3 = !object.booleanOr("mixed", false);
    request.space.anyDivisor = object.booleanOr("any_divisor", false);
    request.rule = object.booleanOr("paper_rule", false) ? StepRule::Paper : StepRule::Simulated;
    if (const std::string target = object.stringOr("target", {}); !target.empty()) {
        request.target = take(object, "target", parseTarget(target));
    }
    request.method = take(object, "method", parseMethod(object.stringOr("method", info(request.method).name)));
    request.slowdown = object.numberOr("slowdown", request.slowdown, leastSlowdown, greatestSlowdown);
    request.schedule = take(object, "schedule", parseSchedule(object.stringOr("schedule", toString(Schedule()))));
    for (const std::string& name : object.stringsOr("schedules")) {
        request.schedules.push_back(take(object, "schedules", parseSchedule(name)));
    }
    request.microbatches = narrowed(object.integersOr("microbatches", 1, mostMicrobatches));
    request.pipelines = narrowed(object.integersOr("pipelines", 1, mostStages));
    request.samples = object.integerOr("samples", 0, 0, mostSamples);
    request.seed = static_cast<std::uint64_t>(object.integerOr("seed", 1, 0, std::numeric_limits<std::int64_t>::max()));
    if (object.has("pins")) {
        for (JsonObject& pin : object.objects("pins")) {
            request.pins.push_back(readPin(pin));
        }
    }
    return request;
}

namespace {

void writeQuestion(Json& json, const SearchRequest& request)
{
    json["memory_budget_bytes"] = request.memoryBudget;
    if (request.fit != FitRule::Formula) {
        json["fit"] = fitRuleNames()[static_cast<std::size_t>(request.fit)];
    }
    json["training"] = toJson(request.training);
    if (!request.batches.empty()) {
        json["batches"] = request.batches;
    }
    json["space"] = toString(request.space);
    if (!request.space.takeaway3) {
        json["mixed"] = true;
    }
    if (request.space.anyDivisor) {
        json["any_divisor"] = true;
    }
    if (request.rule == StepRule::Paper) {
        json["paper_rule"] = true;
    }
    if (request.target != nullptr) {
        json["target"] = request.target->name;
    }
    json["method"] = info(request.method).name;
    if (request.method == Method::Robust || request.slowdown != SearchRequest().slowdown) {
        json["slowdown"] = request.slowdown;
    }
    if (request.samples > 0) {
        json["samples"] = request.samples;
    }
    if (request.seed != SearchRequest().seed) {
        json["seed"] = request.seed;
    }
    json["schedule"] = toString(request.schedule);
    for (const Schedule& schedule : request.schedules) {
        json["schedules"].push_back(toString(schedule));
    }
    if (!request.microbatches.empty()) {
        json["microbatches"] = request.microbatches;
    }
    if (!request.pipelines.empty()) {
        json["pipelines"] = request.pipelines;
    }
    for (const Pin& pin : request.pins) {
        Json& own = json["pins"].emplace_back(Json{{"first_layer", pin.firstLayer}, {"layer_count", pin.layerCount}});
        if (pin.pattern) {
            own["pattern"] = shortName(*pin.pattern);
        } else {
            addStrategy(own, pin.strategy);
        }
    }
}

}  // namespace

Json toJson(const Scenario& scenario)
{
    Json json = formatHeader(formatName, scenarioVersion);
    json["name"] = scenario.name;
    json["title"] = scenario.title;
    json["description"] = scenario.description;
    json["model"] = scenario.model;
    json["cluster"] = scenario.cluster;
    writeQuestion(json, scenario.request);
    return json;
}

Json questionToJson(const SearchRequest& request)
{
    Json json = Json::object();
    writeQuestion(json, request);
    return json;
}

Json toJson(const SearchRequest& request)
{
    Json json;
    json["model"] = toJson(request.model);
    json["cluster"] = toJson(request.cluster);
    writeQuestion(json, request);
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
    scenario.name = object.string("name");
    scenario.title = object.stringOr("title", scenario.name);
    scenario.description = object.stringOr("description", {});
    scenario.model = object.string("model");
    scenario.cluster = object.string("cluster");
    if (!object.error()) {
        scenario.request = questionFromJson(object, nullptr);
        const std::string model = resolved(scenario.model, folder);
        const std::string cluster = resolved(scenario.cluster, folder);
        scenario.request.model =
            takeFile(object, "model", checkIsNoPipe(model).and_then([&] { return store.model(model); }));
        scenario.request.cluster =
            takeFile(object, "cluster", checkIsNoPipe(cluster).and_then([&] { return store.cluster(cluster); }));
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
