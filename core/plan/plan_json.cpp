// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/plan_json.h"

#include "core/base/file_format.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/model/training_json.h"
#include "core/plan/strategy_json.h"
#include "core/schedule/schedule_rules.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-plan";
constexpr int formatVersion = 1;
constexpr int mostLayers = 1 << 16;
constexpr Bytes mostMemory = std::int64_t{1} << 53;
/// The one layout of ranks that there is, innermost first; a layer's tensor_placement moves its tensor group.
constexpr const char* rankOrder = "tensor,context,expert,data,pipeline";

const std::vector<std::string_view> scheduleKinds = [] {
    std::vector<std::string_view> names;
    for (const ScheduleRules* rules : scheduleRules()) {
        names.push_back(nameOf(*rules));
    }
    return names;
}();
// --- writing ---------------------------------------------------------------------------------------------------------

Json scheduleToJson(const Plan& plan)
{
    const Schedule& schedule = plan.schedule;
    Json json{{"kind", nameIn(scheduleKinds, schedule.kind)},
              {"microbatches", schedule.microbatches},
              {"virtual_stages", schedule.virtualStages}};
    if (info(schedule.kind).choosesSlices) {
        json["slices"] = schedule.slices;
    }
    if (!plan.sliceTokens.empty()) {
        json["slice_tokens"] = plan.sliceTokens;
    }
    return json;
}

Json strategiesToJson(const std::vector<LayerStrategy>& strategies)
{
    Json runs = Json::array();
    for (std::size_t first = 0; first < strategies.size();) {
        std::size_t end = first + 1;
        while (end < strategies.size() && strategies[end] == strategies[first]) {
            ++end;
        }
        Json& run = runs.emplace_back(Json{{"first_layer", first}, {"layer_count", end - first}});
        addStrategy(run, strategies[first]);
        first = end;
    }
    return runs;
}

Json toJson(const PlanProvenance& provenance)
{
    Json json{{"made_by", provenance.madeBy}, {"version", provenance.version},         {"method", provenance.method},
              {"space", provenance.space},    {"certificate", provenance.certificate}, {"created", provenance.created}};
    if (!provenance.request.empty()) {
        json["request"] = parseJson(provenance.request, "request").value_or(Json::object());
    }
    return json;
}

Json knownToJson(const Plan& plan)
{
    Json json = formatHeader(formatName, formatVersion);
    json["name"] = plan.name;
    json["model"] = toJson(plan.model);
    json["cluster"] = toJson(plan.cluster);
    json["training"] = toJson(plan.training);
    if (plan.memoryBudget > 0) {
        json["memory_budget_bytes"] = plan.memoryBudget;
    }
    json["schedule"] = scheduleToJson(plan);
    json["rank_order"] = rankOrder;
    const bool hasChunks = plan.schedule.virtualStages > 1;
    Json& list = json[hasChunks ? "chunks" : "stages"] = Json::array();
    for (int i = 0; i < static_cast<int>(plan.chunks.size()); ++i) {
        Json& entry = list.emplace_back(Json::object());
        if (hasChunks) {
            entry["stage"] = plan.stageOfChunk(i);
        }
        entry["first_layer"] = plan.chunk(i).firstLayer;
        entry["layer_count"] = plan.chunk(i).layerCount;
    }
    if (!plan.stageBlocks.empty()) {
        json["stage_blocks"] = plan.stageBlocks;
    }
    json["strategies"] = strategiesToJson(plan.strategies);
    json["provenance"] = toJson(plan.provenance);
    return json;
}

// --- reading ---------------------------------------------------------------------------------------------------------

Schedule readSchedule(JsonObject object, std::vector<std::int64_t>& sliceTokens, UnknownKeys& unknown)
{
    Schedule schedule;
    schedule.kind = static_cast<ScheduleKind>(object.oneOf("kind", scheduleKinds));
    schedule.microbatches = static_cast<int>(object.integer("microbatches", 1, 1 << 20));
    schedule.virtualStages = readInt(object, "virtual_stages", usualChunks(schedule.kind), 1, mostLayers);
    schedule.slices = readInt(object, "slices", usualSlices(schedule.kind), 1, mostSlices);
    sliceTokens = object.integersOr("slice_tokens", 1, std::int64_t{1} << 40);
    takeUnknown(object, &unknown);
    return schedule;
}

/// The layers of the next stage, chunk or run, which must start where the one before it ended.
Chunk readLayers(JsonObject& object, int next, int layers)
{
    Chunk stage;
    stage.firstLayer = static_cast<int>(object.integer("first_layer", 0, mostLayers));
    stage.layerCount = static_cast<int>(object.integer("layer_count", 1, mostLayers));
    if (stage.firstLayer != next) {
        object.fail("first_layer",
                    Core::tr("is {}, expected {}: layers follow without gap or overlap", stage.firstLayer, next));
    }
    if (stage.firstLayer + stage.layerCount > layers) {
        object.fail("layer_count", Core::tr("is {}, the model has {} layer(s) and {} are left", stage.layerCount,
                                            layers, layers - next));
    }
    return stage;
}

void readRanges(JsonObject& root, const char* key, bool namesStages, Plan& plan)
{
    const int layers = plan.model.layerCount();
    int next = 0;
    for (JsonObject& object : root.objects(key, mostLayers)) {
        plan.chunks.push_back(readLayers(object, next, layers));
        if (namesStages) {
            object.integerOr("stage", 0, 0, mostLayers);  // checked when the number of chunks is known
        }
        takeUnknown(object, &plan.unknown);
        next += plan.chunks.back().layerCount;
        if (object.error()) {
            return;
        }
    }
    if (next != layers) {
        root.fail(key, Core::tr("cover {} of the model's {} layer(s)", next, layers));
    }
}

/// The stage that each chunk names must be the one that the schedule gives it to.
void checkStages(JsonObject& root, const Plan& plan)
{
    int index = 0;
    for (JsonObject& object : root.objects("chunks", mostLayers)) {
        const int stage = plan.stageOfChunk(index++);
        if (object.integerOr("stage", stage, 0, mostLayers) != stage) {
            object.fail("stage", Core::tr("is {}, expected {}: {} gives chunk {} of {} to that stage",
                                          object.integer("stage", 0, mostLayers), stage, toString(plan.schedule),
                                          index - 1, plan.chunks.size()));
            return;
        }
    }
}

/// Files of before name the layers of stages where they should name those of chunks: no runtime runs that.
void cutAnew(JsonObject& root, Plan& plan)
{
    const std::vector<Chunk> stages = std::exchange(plan.chunks, {});
    const int chunks = static_cast<int>(stages.size()) * plan.schedule.virtualStages;
    plan.chunks = chunksFromSizes(evenCut(plan.model, chunks));
    if (plan.chunks.empty()) {
        const Result<void> problem =
            checkSchedule(plan.schedule, static_cast<int>(stages.size()), plan.model.layerCount());
        root.fail("schedule", problem ? Core::tr("does not suit the stages") : problem.error().what,
                  problem ? Phrase() : problem.error().todo);
        return;
    }
    std::vector<int> sizes;
    std::ranges::transform(stages, std::back_inserter(sizes), &Chunk::layerCount);
    plan.provenance.recut = Core::tr("stages of {} layer(s) in a row, of which {} makes no chunks",
                                     fmt::format("{}", fmt::join(sizes, ", ")), toString(plan.schedule));
}

void readStages(JsonObject& root, Plan& plan)
{
    const bool hasChunks = plan.schedule.virtualStages > 1;
    const bool namesChunks = hasChunks && root.has("chunks");
    const char* key = namesChunks ? "chunks" : "stages";
    readRanges(root, key, namesChunks, plan);
    if (root.error() || plan.chunks.empty()) {
        return;
    }
    const auto count = static_cast<int>(plan.chunks.size());
    if (namesChunks && count % plan.schedule.virtualStages != 0) {
        root.fail(key, Core::tr("are {}, which {} does not divide", count, plan.schedule.virtualStages));
        return;
    }
    const int stages = namesChunks ? plan.pipeline() : count;
    if (plan.cluster.devices % stages != 0) {
        root.fail(key, Core::tr("make {} stages, which do not divide the {} device(s)", stages, plan.cluster.devices));
        return;
    }
    if (namesChunks) {
        checkStages(root, plan);
    } else if (hasChunks) {
        cutAnew(root, plan);
    }
}

/// Runs of one strategy become one run when they are written: their unknown keys move to it.
void keepUnknown(const JsonObject& object, const std::string& writtenAt, UnknownKeys& unknown)
{
    const std::size_t readAt = object.pointer().size();
    for (const auto& [pointer, text] : object.unknown()) {
        unknown.emplace(writtenAt + pointer.substr(readAt), text);
    }
}

void readStrategies(JsonObject& root, Plan& plan)
{
    const int layers = plan.model.layerCount();
    std::size_t runs = 0;
    for (JsonObject& object : root.objects("strategies", mostLayers)) {
        const Chunk run = readLayers(object, static_cast<int>(plan.strategies.size()), layers);
        const LayerStrategy strategy = readStrategy(object);
        if (object.error()) {
            return;
        }
        runs += plan.strategies.empty() || plan.strategies.back() != strategy ? 1 : 0;
        keepUnknown(object, fmt::format("/strategies/{}", runs - 1), plan.unknown);
        plan.strategies.insert(plan.strategies.end(), static_cast<std::size_t>(run.layerCount), strategy);
    }
    if (static_cast<int>(plan.strategies.size()) != layers) {
        root.fail("strategies", Core::tr("cover {} of the model's {} layer(s)", plan.strategies.size(), layers));
    }
}

PlanProvenance readProvenance(JsonObject& root, UnknownKeys& unknown)
{
    PlanProvenance provenance;
    if (!root.has("provenance")) {
        return provenance;
    }
    JsonObject object = root.object("provenance");
    provenance.madeBy = object.stringOr("made_by", "");
    provenance.version = object.stringOr("version", "");
    provenance.method = object.stringOr("method", "");
    provenance.space = object.stringOr("space", "");
    if (object.has("request")) {
        provenance.request = dumped(object.object("request").json());
    }
    provenance.certificate = object.stringOr("certificate", "");
    provenance.created = object.stringOr("created", "");
    takeUnknown(object, &unknown);
    return provenance;
}

/// Fails where the file asks for another layout of ranks than the one that there is.
void checkRankOrder(JsonObject& root)
{
    const std::string order = root.stringOr("rank_order", rankOrder);
    if (order != rankOrder) {
        root.fail("rank_order", Core::tr("is '{}', expected '{}'", order.substr(0, 80), rankOrder));
    }
}

Result<Plan> readPlan(JsonObject& root)
{
    Plan plan;
    checkFormat(root, formatName, formatVersion);
    plan.name = root.stringOr("name", "");
    JsonObject model = root.object("model");
    JsonObject cluster = root.object("cluster");
    if (auto error = root.error()) {
        return tl::unexpected(*error);
    }
    const Result<Architecture> architecture = architectureFromJson(model, &plan.unknown);
    if (!architecture) {
        return tl::unexpected(architecture.error());
    }
    plan.model = *architecture;
    const Result<Cluster> machine = clusterFromJson(cluster, &plan.unknown);
    if (!machine) {
        return tl::unexpected(machine.error());
    }
    plan.cluster = *machine;
    JsonObject training = root.object("training");
    plan.training = trainingFromJson(training, &plan.unknown);
    if (!training.has("global_batch")) {
        constexpr std::string_view key = "global_batch";
        training.fail({}, Core::tr("lacks '{}'", key), Core::tr("Add the member '{}'", key));
    }
    plan.memoryBudget = root.integerOr("memory_budget_bytes", 0, 1, mostMemory);
    plan.schedule = readSchedule(root.object("schedule"), plan.sliceTokens, plan.unknown);
    checkRankOrder(root);
    readStages(root, plan);
    for (const std::int64_t block : root.integersOr("stage_blocks", 0, mostLayers)) {
        plan.stageBlocks.push_back(static_cast<int>(block));
    }
    readStrategies(root, plan);
    const Text recut = std::move(plan.provenance.recut);
    plan.provenance = readProvenance(root, plan.unknown);
    plan.provenance.recut = recut;
    takeUnknown(root, &plan.unknown);
    if (auto error = root.error()) {
        return tl::unexpected(*error);
    }
    return plan;
}

/// Never overwrites; drops unknown members whose parent is gone.
void insertUnknown(Json& json, const UnknownKeys& unknown)
{
    std::map<std::string, std::set<std::string>> names;  // of the members of each parent
    for (const auto& [pointer, text] : unknown) {
        const Json::json_pointer at(pointer);
        if (at.empty() || !json.contains(at.parent_pointer())) {
            continue;
        }
        Json& parent = json[at.parent_pointer()];
        if (!parent.is_object()) {
            continue;
        }
        const auto [known, isNew] = names.try_emplace(at.parent_pointer().to_string());
        if (isNew) {
            for (const auto& [name, value] : parent.items()) {
                known->second.insert(name);
            }
        }
        if (known->second.insert(at.back()).second) {
            parent.get_ref<Json::object_t&>().emplace_back(at.back(), parseJson(text, pointer).value_or(Json()));
        }
    }
}

}  // namespace

std::string planToJson(const Plan& plan)
{
    Json json = knownToJson(plan);
    insertUnknown(json, plan.unknown);
    return dumped(json, 2) + '\n';
}

Result<Plan> planFromJson(std::string_view text, const std::string& where)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonObject root(*json, where);
    Result<Plan> plan = readPlan(root);
    if (!plan) {
        return plan;
    }
    if (const Result<void> structure = checkStructure(*plan); !structure) {
        Error error = structure.error();
        error.where = Core::tr("{} at {}", where, error.where);
        return tl::unexpected(error);
    }
    return plan;
}

Result<Plan> loadPlan(const std::filesystem::path& file)
{
    const Result<std::string> text = readTextFile(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return planFromJson(*text, file.string());
}

Result<void> savePlan(const Plan& plan, const std::filesystem::path& file)
{
    return writeTextFile(file, planToJson(plan));
}

}  // namespace pgram
