// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/case_file.h"

#include "core/base/json.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram::galvatron {

namespace {

constexpr std::int64_t mostLayers = 4096;
constexpr std::int64_t mostDevices = 65536;
constexpr std::int64_t mostCaseStages = 64;
constexpr std::int64_t mostSamples = 1 << 24;
constexpr std::int64_t largestExtent = 1 << 30;

/// A whole number, or an array of them, one a layer type.
std::vector<std::int64_t> numbers(JsonObject& object, std::string_view key, std::int64_t most)
{
    const bool many = object.json().contains(key) && object.json()[key].is_array();
    std::vector<std::int64_t> values =
        many ? object.integersOr(key, 1, most) : std::vector{object.integer(key, 1, most)};
    if (values.empty()) {
        object.fail(key, Core::tr("names no layer type"));
        values.push_back(1);
    }
    return values;
}

std::vector<LayerType> readModel(JsonObject model)
{
    const auto counts = numbers(model, "layers", mostLayers);
    const auto hidden = numbers(model, "hidden", largestExtent);
    const auto sequences = numbers(model, "sequence", largestExtent);
    const auto of = [](const std::vector<std::int64_t>& values, std::size_t type) {
        return values[values.size() == 1 ? 0 : type];
    };
    std::vector<LayerType> types;
    for (const auto* list : {&hidden, &sequences}) {
        if (list->size() != 1 && list->size() != counts.size()) {
            model.fail({}, Core::tr("has lists of different lengths"), Core::tr("Give one figure per layer type"));
            return types;
        }
    }
    for (std::size_t type = 0; type < counts.size(); ++type) {
        types.push_back({static_cast<int>(counts[type]), of(hidden, type), of(sequences, type)});
    }
    return types;
}

Setting readSetting(JsonObject& object)
{
    Setting setting;
    setting.layers = readModel(object.object("model"));
    if (setting.layerCount() > mostLayers) {
        object.fail("model", Core::tr("has {} layers, at most {} are read", setting.layerCount(), mostLayers));
    }
    setting.devices = static_cast<int>(object.integer("devices", 1, mostDevices));
    setting.memoryGb = object.number("memory_gb", 0, 1e6);
    setting.timeMode = static_cast<TimeMode>(object.oneOfOr("time_mode", 0, {"batch", "static", "sequence"}));
    setting.memoryMode = static_cast<MemoryMode>(object.oneOfOr("memory_mode", 0, {"static", "sequence"}));
    setting.defaultData = static_cast<DataParallel>(object.oneOfOr("default_data_type", 1, {"ddp", "zero2", "zero3"}));
    setting.gpipe = object.oneOfOr("pipeline", 0, {"pipedream_flush", "gpipe"}) == 1;
    setting.asyncGradients = object.booleanOr("async_grad_reduce", true);
    return setting;
}

std::optional<double> costOr(JsonObject& task, std::string_view key)
{
    const bool known = task.has(key) && !task.json()[key].is_null();
    return known ? std::optional(task.number(key, 0, 1e12)) : std::nullopt;
}

Strategy readEnds(JsonObject ends, int group)
{
    const auto degree = static_cast<int>(ends.integer("degree", 1, mostDevices));
    Strategy strategy;
    (ends.integerOr("ulysses", 0, 0, 1) == 1 ? strategy.ulysses : strategy.tensor) = degree;
    strategy.zero3 = ends.integerOr("zero3", 0, 0, 1) == 1;
    strategy.data = std::max(1, group / degree);
    return strategy;
}

std::vector<Strategy> readLayers(JsonObject& task, int pipeline)
{
    std::vector<Strategy> layers;
    for (const Json& text : task.json()["peer_layers"]) {
        const auto named = parseStrategy(text.is_string() ? text.get<std::string>() : dumped(text), "");
        if (!named || named->pipeline != pipeline) {
            task.fail("peer_layers",
                      named ? Core::tr("has a strategy of {} stage(s)", named->pipeline) : named.error().what);
            break;
        }
        layers.push_back(named->strategy);
    }
    return layers;
}

/// Reads the peer's result of a task that it found feasible.
void readPeer(JsonObject& task, int devices, CaseTask& read)
{
    Plan plan;
    plan.layers = readLayers(task, read.key.pipeline);
    for (const std::int64_t layers : task.integersOr("peer_stages", 1, mostLayers)) {
        plan.stages.push_back(static_cast<int>(layers));
    }
    if (plan.stages.empty()) {
        plan.stages = evenStages(static_cast<int>(plan.layers.size()), read.key.pipeline);
    }
    plan.ends = readEnds(task.object("peer_embedding"), devices / read.key.pipeline);
    for (const Json& mebibytes : task.json().value("peer_memory_mib", Json::array())) {
        if (mebibytes.is_number() && mebibytes.get<double>() >= 0 && mebibytes.get<double>() < 1e15) {
            read.peerMemory.push_back(static_cast<std::int64_t>(mebibytes.get<double>()));
        }
    }
    read.peerPlan = std::move(plan);
}

CaseTask readTask(JsonObject& task, int devices)
{
    CaseTask read;
    read.key.batch = task.integer("batch", 1, mostSamples);
    read.key.microbatches = task.integer("microbatches", 1, mostSamples);
    read.key.pipeline = static_cast<int>(task.integer("pp", 1, mostCaseStages));
    read.key.cap = static_cast<int>(task.integer("tensor_cap", 1, mostDevices));
    read.key.mode = static_cast<Mode>(task.oneOf("mode", namesOf<Mode>()));
    read.peerCost = costOr(task, "peer_cost_s");
    read.exactCost = costOr(task, "exact_cost_s");
    const auto layers = task.json().find("peer_layers");
    if (read.peerCost && layers != task.json().end() && layers->is_array() && !layers->empty()) {
        readPeer(task, devices, read);
    }
    return read;
}

}  // namespace

Result<Case> readCase(std::string_view text, const std::string& where)
{
    const Result<Json> json = parseJson(text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (!json->is_object()) {
        return badInput(Core::tr("is not a JSON object"), where, Core::tr("Give a case file"));
    }
    JsonObject object(*json, where);
    Case read;
    read.name = object.string("name");
    read.profile = object.string("profile");
    read.setting = readSetting(object);
    read.devicesPerNode = static_cast<int>(object.integerOr("devices_per_node", read.setting.devices, 1, mostDevices));
    if (read.setting.devices % read.devicesPerNode != 0) {
        object.fail("devices_per_node", Core::tr("does not divide the devices"));
    }
    read.nodes = std::max(1, read.setting.devices / read.devicesPerNode);
    constexpr const char* precisions[] = {"bf16", "fp16", "fp32"};
    const int precision = object.oneOfOr("precision", 0, {precisions[0], precisions[1], precisions[2]});
    read.precision = precisions[precision];
    read.setting.elementBytes = precision == 2 ? 4 : 2;
    for (JsonObject& task : object.objects("tasks")) {
        read.tasks.push_back(readTask(task, read.setting.devices));
    }
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return read;
}

Result<Case> loadCase(const std::filesystem::path& file)
{
    return readTextFile(file).and_then([&](const std::string& text) { return readCase(text, file.string()); });
}

Result<std::vector<std::filesystem::path>> caseFiles(const std::filesystem::path& folder)
{
    auto files = filesIn(folder, ".json");
    if (files && files->empty()) {
        return badInput(Core::tr("holds no case file *.json"), folder.string());
    }
    return files;
}

Result<Rules> rulesOf(const Case& question, const std::filesystem::path& profiles)
{
    const std::filesystem::path folder = profiles / question.profile;
    const auto model = loadModelProfile(folder, question.precision);
    if (!model) {
        return tl::unexpected(model.error());
    }
    const auto hardware = loadHardwareProfile(folder, question.nodes, question.devicesPerNode);
    if (!hardware) {
        return tl::unexpected(hardware.error());
    }
    return figuresOf(*model, *hardware, question.setting, folder.string()).map([&](Figures figures) {
        return Rules(std::move(figures), question.setting);
    });
}

}  // namespace pgram::galvatron
