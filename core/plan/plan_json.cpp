// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/plan_json.h"

#include "core/base/file_format.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/model/training_json.h"
#include "core/plan/plan_link.h"
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

const std::vector<std::string_view>& scheduleKinds()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const ScheduleRules* rules : scheduleRules()) {
            all.push_back(nameOf(*rules));
        }
        return all;
    }();
    return names;
}

// --- schedule --------------------------------------------------------------------------------------------------------

/// Reads the kind, and takes its usual numbers of chunks and slices.
void readKind(const FieldRules& rules, JsonObject& object, Plan& plan, UnknownKeys*)
{
    Schedule& schedule = plan.schedule;
    schedule.kind = static_cast<ScheduleKind>(object.oneOf(rules.key, scheduleKinds()));
    schedule.virtualStages = usualChunks(schedule.kind);
    schedule.slices = usualSlices(schedule.kind);
}

constexpr Field<Plan> scheduleRows[] = {
    figure<[](const Plan& plan) { return nameIn(scheduleKinds(), plan.schedule.kind); }>("kind")
        .required()
        .readBy(readKind)
        .describedBy([](const FieldRules&) {
            return Json{{"enum", scheduleKinds()}};
        }),
    field<Plan, &Plan::schedule, &Schedule::microbatches>("microbatches")
        .between(1, 1 << 20)
        .required()
        .says("Micro-batches m of a step"),
    field<Plan, &Plan::schedule, &Schedule::virtualStages>("virtual_stages")
        .between(1, mostLayers)
        .says(
            "Chunks of a stage: 2 or more under the interleaved schedule, 2 in a V (zb-v, v-half, v-min, dualpipe-v)"),
    field<Plan, &Plan::schedule, &Schedule::slices>("slices")
        .between(1, mostSlices)
        .when([](const Plan& plan) { return info(plan.schedule.kind).choosesSlices; })
        .says("Slices of tokens that a micro-batch is cut into under terapipe and seq1f1b"),
    field<Plan, &Plan::sliceTokens>("slice_tokens")
        .between(1, static_cast<double>(std::int64_t{1} << 40))
        .sparse()
        .says("Tokens of each slice, front to back, as many as a sequence has in all; absent: of about equal work"),
};

// --- stages and chunks -----------------------------------------------------------------------------------------------

constexpr Field<Chunk> rangeRows[] = {
    field<&Chunk::firstLayer>("first_layer").between(0, mostLayers).required().says("Index of its first layer, from 0"),
    field<&Chunk::layerCount>("layer_count").between(1, mostLayers).required().says("Number of its layers"),
};
constexpr std::span<const Field<Chunk>> ranges(rangeRows);

Json stagesToJson(const Plan& plan)
{
    Json list = Json::array();
    for (int i = 0; i < static_cast<int>(plan.chunks.size()); ++i) {
        Json& entry = list.emplace_back(Json::object());
        if (plan.schedule.virtualStages > 1) {
            entry["stage"] = plan.stageOfChunk(i);
        }
        writeFields(entry, ranges, plan.chunk(i));
    }
    return list;
}

/// Reads the layers of the next stage, chunk or run, which must start where the one before it ended.
Chunk readLayers(JsonObject& object, int next, int layers)
{
    Chunk stage;
    readFields(ranges, object, stage, nullptr);
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

/// Checks that each chunk names the stage that the schedule gives it to.
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

/// Cuts the model evenly: older files name layers of stages under a schedule with chunks, and no runtime runs that.
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

/// Reads the stages or the chunks.
void readStages(const FieldRules&, JsonObject& root, Plan& plan, UnknownKeys*)
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

Json describeRanges(const Json& further)
{
    Json range = schemaOf(ranges);
    for (const auto& [name, member] : further.items()) {
        range["properties"][name] = member;
    }
    return listSchema(std::move(range), FieldRules{.leastElements = 1});
}

// --- strategies ------------------------------------------------------------------------------------------------------

Json strategiesToJson(const Plan& plan)
{
    const std::vector<LayerStrategy>& strategies = plan.strategies;
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

/// Keeps the unknown keys of a run at the place where it will be written: runs of one strategy become one run.
void keepUnknown(const JsonObject& object, const std::string& writtenAt, UnknownKeys& unknown)
{
    const std::size_t readAt = object.pointer().size();
    for (const auto& [pointer, text] : object.unknown()) {
        unknown.emplace(writtenAt + pointer.substr(readAt), text);
    }
}

void readStrategies(const FieldRules&, JsonObject& root, Plan& plan, UnknownKeys*)
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

// --- the file --------------------------------------------------------------------------------------------------------

void readModel(const FieldRules& rules, JsonObject& object, Plan& plan, UnknownKeys* unknown)
{
    JsonObject model = object.object(rules.key);
    if (const Result<Architecture> read = architectureFromJson(model, unknown)) {
        plan.model = *read;
    }
}

void readCluster(const FieldRules& rules, JsonObject& object, Plan& plan, UnknownKeys* unknown)
{
    JsonObject cluster = object.object(rules.key);
    if (const Result<Cluster> read = clusterFromJson(cluster, unknown)) {
        plan.cluster = *read;
    }
}

Json describeFile(const char* format, int version)
{
    return {{"type", "object"},
            {"required", {"format", "version"}},
            {"properties", {{"format", {{"const", format}}}, {"version", {{"const", version}}}}}};
}

void readTraining(const FieldRules& rules, JsonObject& object, Plan& plan, UnknownKeys* unknown)
{
    JsonObject training = object.object(rules.key);
    plan.training = trainingFromJson(training, unknown);
    if (constexpr std::string_view key = "global_batch"; !training.has(key)) {
        training.fail({}, Core::tr("lacks '{}'", key), Core::tr("Add the member '{}'", key));
    }
}

Json describeTraining(const FieldRules&)
{
    Json schema = schemaOf(rowsOf<Training>());
    schema["required"] = {"global_batch"};
    return schema;
}

/// Fails if the file asks for another layout of ranks.
void checkRankOrder(const FieldRules& rules, JsonObject& root, Plan&, UnknownKeys*)
{
    const std::string order = root.stringOr(rules.key, rankOrder);
    if (order != rankOrder) {
        root.fail(rules.key, Core::tr("is '{}', expected '{}'", order.substr(0, 80), rankOrder));
    }
}

void readRequest(const FieldRules& rules, JsonObject& object, Plan& plan, UnknownKeys*)
{
    if (object.has(rules.key)) {
        plan.provenance.request = dumped(object.object(rules.key).json());
    }
}

template <auto member>
constexpr Field<Plan> ofProvenance(std::string_view key)
{
    return field<Plan, &Plan::provenance, member>(key);
}

constexpr Field<Plan> provenanceRows[] = {
    ofProvenance<&PlanProvenance::madeBy>("made_by"),
    ofProvenance<&PlanProvenance::version>("version"),
    ofProvenance<&PlanProvenance::method>("method"),
    ofProvenance<&PlanProvenance::space>("space"),
    ofProvenance<&PlanProvenance::certificate>("certificate"),
    ofProvenance<&PlanProvenance::created>("created").says("ISO 8601"),
    figure<[](const Plan& plan) { return parseJson(plan.provenance.request, "request").value_or(Json::object()); }>(
        "request")
        .readBy(readRequest)
        .when([](const Plan& plan) { return !plan.provenance.request.empty(); })
        .describedBy([](const FieldRules&) {
            return Json{{"type", "object"}};
        })
        .says("The question that the plan answers, less its model and cluster: members as in a scenario"),
};

constexpr Field<Plan> planRows[] = {
    field<&Plan::name>("name"),
    figure<[](const Plan& plan) { return toJson(plan.model); }>("model")
        .required()
        .readBy(readModel)
        .describedBy([](const FieldRules&) { return describeFile("parallelogram-model", modelVersion); })
        .says("Complete, as in model.json"),
    figure<[](const Plan& plan) { return toJson(plan.cluster); }>("cluster")
        .required()
        .readBy(readCluster)
        .describedBy([](const FieldRules&) { return describeFile("parallelogram-cluster", clusterVersion); })
        .says("Complete, as in cluster.json"),
    figure<[](const Plan& plan) { return toJson(plan.training); }>("training")
        .required()
        .readBy(readTraining)
        .describedBy(describeTraining),
    field<&Plan::memoryBudget>("memory_budget_bytes")
        .between(1, mostMemory)
        .sparse()
        .says("Per device; absent = the device's memory"),
    group<scheduleRows>("schedule").required(),
    figure<[](const Plan&) { return std::string_view(rankOrder); }>("rank_order")
        .readBy(checkRankOrder)
        .describedBy([](const FieldRules&) {
            return Json{{"const", rankOrder}};
        })
        .says("Ranks, innermost first"),
    figure<stagesToJson>("stages")
        .readBy(readStages)
        .when([](const Plan& plan) { return plan.schedule.virtualStages == 1; })
        .describedBy([](const FieldRules&) { return describeRanges(Json::object()); })
        .says("Where the schedule has no chunks: front to back, without gap or overlap. Older files name them where it "
              "has; then the chunks are cut evenly on reading"),
    figure<stagesToJson>("chunks")
        .when([](const Plan& plan) { return plan.schedule.virtualStages > 1; })
        .describedBy([](const FieldRules&) {
            return describeRanges(
                {{"stage",
                  {{"type", "integer"},
                   {"minimum", 0},
                   {"description", "The stage that holds the chunk, which the schedule determines"}}}});
        })
        .says("Where the schedule has chunks: virtual_stages of each stage, in the order of the model, without gap or "
              "overlap"),
    field<Plan, &Plan::stageBlocks>("stage_blocks")
        .between(0, mostLayers)
        .sparse()
        .says("By stage, the block of neighbouring devices that it runs on, from 0; absent: in their order"),
    figure<strategiesToJson>("strategies")
        .required()
        .readBy(readStrategies)
        .describedBy([](const FieldRules&) { return describeRanges(schemaOf(rowsOf<LayerStrategy>())["properties"]); })
        .says("Runs of layers with one strategy, front to back, without gap or overlap"),
    group<provenanceRows>("provenance"),
};

constexpr std::span<const Field<Plan>> planTable(planRows);

Result<Plan> readPlan(JsonObject& root)
{
    Plan plan;
    checkFormat(root, formatName, formatVersion);
    (void)root.object("model");
    (void)root.object("cluster");
    if (auto error = root.error()) {
        return tl::unexpected(*error);
    }
    // The other members are checked against the model and the cluster, which must be whole.
    constexpr std::size_t setting = 3;
    static_assert(planRows[setting - 1].key == "cluster");
    readFields(planTable.first(setting), root, plan, &plan.unknown);
    if (auto error = root.error()) {
        return tl::unexpected(*error);
    }
    readFields(planTable.subspan(setting), root, plan, &plan.unknown);
    takeUnknown(root, &plan.unknown);
    if (auto error = root.error()) {
        return tl::unexpected(*error);
    }
    return plan;
}

/// Adds unknown members whose parent still exists, without overwriting others.
void insertUnknown(Json& json, const UnknownKeys& unknown)
{
    std::map<std::string, std::set<std::string>> names;  // names of members, by parent
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

Json planSchema()
{
    Json schema =
        fileSchema("Parallelogram plan, version 1", formatName, formatVersion, openSchema(schemaOf(planTable)));
    schema["description"] = "What pgram and the window save and open. Unknown members are kept through a load and a "
                            "save. Figures are never stored: they are computed again.";
    schema["anyOf"] = {{{"required", {"stages"}}}, {{"required", {"chunks"}}}};
    return schema;
}

std::string planToJson(const Plan& plan)
{
    Json json = formatHeader(formatName, formatVersion);
    writeFields(json, planTable, plan);
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
    const std::string name = file.string();
    std::error_code missing;
    const bool isLink = isPlanLink(name) && !std::filesystem::exists(file, missing);
    const Result<std::string> text = isLink ? Result<std::string>(name) : readTextFile(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (!isPlanLink(*text)) {
        return planFromJson(*text, name);
    }
    const std::string where = isLink ? name.substr(0, 24) + "…" : name;
    return planFileOfLink(*text, where).and_then([&where](const std::string& own) { return planFromJson(own, where); });
}

Result<void> savePlan(const Plan& plan, const std::filesystem::path& file)
{
    return writeTextFile(file, planToJson(plan));
}

}  // namespace pgram
