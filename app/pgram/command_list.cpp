// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram list: the names that other commands understand.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/exchange/format.h"
#include "core/fidelity/framework.h"
#include "core/presets/preset_store.h"
#include "core/search/search.h"
#include "core/strategy/dimension_rules.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

/// What a command prints: a table for people, entries for programs.
struct Listing {
    Table table;
    Json entries = Json::array();
};

Json entryToJson(const PresetEntry& entry)
{
    return Json{{"name", entry.name}, {"title", entry.title}, {"file", entry.file.string()}};
}

/// A broken preset is still listed; what is wrong with it is said on stderr.
template <typename T>
bool isReadable(const Result<T>& preset)
{
    if (!preset) {
        printMessage(preset.error().text());
    }
    return preset.has_value();
}

Listing listModels(const PresetStore& store)
{
    Listing list{Table({{"name", Align::Left},
                        {"model", Align::Left},
                        {"family", Align::Left},
                        {"layers"},
                        {"parameters"},
                        {"tokens"}})};
    for (const PresetEntry& entry : store.models()) {
        Json json = entryToJson(entry);
        std::vector<std::string> cells{entry.name, entry.title};
        if (const Result<Architecture> model = store.model(entry.name); isReadable(model)) {
            const double parameters = parameterCount(*model);
            json["family"] = model->family;
            json["layers"] = model->layerCount();
            json["parameters"] = parameters;
            json["sequence_length"] = model->sequenceLength;
            cells.insert(cells.end(), {model->family, fmt::format("{}", model->layerCount()), formatCount(parameters),
                                       fmt::format("{}", model->sequenceLength)});
        }
        list.table.addRow(cells);
        list.entries.push_back(std::move(json));
    }
    return list;
}

Listing listClusters(const PresetStore& store)
{
    Listing list{Table({{"name", Align::Left},
                        {"cluster", Align::Left},
                        {"devices"},
                        {"device", Align::Left},
                        {"memory"},
                        {"links", Align::Left}})};
    for (const PresetEntry& entry : store.clusters()) {
        Json json = entryToJson(entry);
        std::vector<std::string> cells{entry.name, entry.title};
        if (const Result<Cluster> cluster = store.cluster(entry.name); isReadable(cluster)) {
            std::string links;
            for (const LinkLevel& link : cluster->links) {
                links += fmt::format("{}{} × {}", links.empty() ? "" : ", ", link.span, link.name);
            }
            json["devices"] = cluster->devices;
            json["device"] = cluster->device.name;
            json["memory_bytes"] = cluster->device.memory;
            cells.insert(cells.end(), {fmt::format("{}", cluster->devices), cluster->device.name,
                                       formatBytes(static_cast<double>(cluster->device.memory)), links});
        }
        list.table.addRow(cells);
        list.entries.push_back(std::move(json));
    }
    return list;
}

Listing listDevices(const PresetStore& store)
{
    Listing list{Table(
        {{"name", Align::Left}, {"device", Align::Left}, {"memory"}, {"memory bandwidth"}, {"FLOP/s in 16 bits"}})};
    for (const PresetEntry& entry : store.devices()) {
        Json json = entryToJson(entry);
        std::vector<std::string> cells{entry.name, entry.title};
        if (const Result<Device> device = store.device(entry.name); isReadable(device)) {
            const FlopRate peak = device->peak(Precision::Bf16);
            json["memory_bytes"] = device->memory;
            json["memory_bytes_per_s"] = device->memoryBandwidth;
            json["peak_16_bit_flop_per_s"] = peak;
            cells.insert(cells.end(), {formatBytes(static_cast<double>(device->memory)),
                                       formatBandwidth(device->memoryBandwidth), formatCount(peak)});
        }
        list.table.addRow(cells);
        list.entries.push_back(std::move(json));
    }
    return list;
}

Listing listScenarios(const PresetStore& store)
{
    Listing list{Table({{"name", Align::Left}, {"scenario", Align::Left}})};
    for (const PresetEntry& entry : store.scenarios()) {
        list.table.addRow({entry.name, entry.title});
        list.entries.push_back(entryToJson(entry));
    }
    return list;
}

Listing listMethods()
{
    Listing list{Table({{"name", Align::Left}, {"method", Align::Left}, {"", Align::Left}})};
    for (const MethodInfo& method : methods()) {
        list.table.addRow({method.name, method.title.english, method.what.english});
        list.entries.push_back(
            {{"name", method.name}, {"title", method.title.english}, {"description", method.what.english}});
    }
    return list;
}

Listing listSchedules()
{
    Listing list{Table({{"name", Align::Left}, {"schedule", Align::Left}, {"", Align::Left}})};
    for (const ScheduleInfo& schedule : schedules()) {
        list.table.addRow({schedule.name, schedule.title.english, schedule.what});
        list.entries.push_back(
            {{"name", schedule.name}, {"title", schedule.title.english}, {"description", schedule.what}});
    }
    return list;
}

Listing listDimensions()
{
    Listing list{
        Table({{"name", Align::Left}, {"dimension", Align::Left}, {"default", Align::Left}, {"", Align::Left}})};
    for (const DimensionRules* rules : dimensionRules()) {
        const bool on = Space().*rules->on;
        list.table.addRow({rules->name, rules->title, on ? "on" : "", rules->what.english});
        list.entries.push_back(
            {{"name", rules->name}, {"title", rules->title}, {"default", on}, {"description", rules->what.english}});
    }
    return list;
}

Listing listFormats()
{
    Listing list{Table({{"name", Align::Left},
                        {"read", Align::Left},
                        {"written", Align::Left},
                        {"holds", Align::Left},
                        {"format", Align::Left},
                        {"", Align::Left}})};
    for (const Format* format : formats()) {
        const bool reads = format->read != nullptr;
        const bool writes = format->write != nullptr;
        list.table.addRow({format->name, reads ? "yes" : "no", writes ? "yes" : "no", std::string(name(format->holds)),
                           format->title.english, format->what});
        list.entries.push_back({{"name", format->name},
                                {"title", format->title.english},
                                {"description", format->what},
                                {"holds", name(format->holds)},
                                {"reads", reads},
                                {"writes", writes},
                                {"usual_name", format->usualName},
                                {"limits", format->limits != nullptr ? Json(format->limits) : Json(nullptr)}});
    }
    return list;
}

Listing listFrameworks(const std::vector<FrameworkFamily>& families)
{
    Listing list{Table({{"name", Align::Left}, {"framework", Align::Left}, {"", Align::Left}})};
    for (const FrameworkFamily& family : families) {
        list.table.addRow({family.name, family.title, family.what});
        list.entries.push_back({{"name", family.name}, {"title", family.title}, {"description", family.what}});
    }
    return list;
}

Result<Listing> listPresets(const std::string& what, const std::filesystem::path& program)
{
    const Result<PresetStore> store = PresetStore::find(program);
    if (!store) {
        return tl::unexpected(store.error());
    }
    if (what == "frameworks") {
        return loadFrameworks(*store).map(listFrameworks);
    }
    return what == "models"     ? listModels(*store)
           : what == "clusters" ? listClusters(*store)
           : what == "devices"  ? listDevices(*store)
                                : listScenarios(*store);
}

Result<ExitCode> runList(const std::string& what, const Invocation& invocation)
{
    const Result<Listing> list = what == "methods"      ? listMethods()
                                 : what == "schedules"  ? listSchedules()
                                 : what == "dimensions" ? listDimensions()
                                 : what == "formats"    ? listFormats()
                                                        : listPresets(what, invocation.program);
    if (!list) {
        return tl::unexpected(list.error());
    }
    if (invocation.json) {
        Json json = outputObject("list");
        json["of"] = what;
        json["entries"] = list->entries;
        printJson(json);
    } else {
        printText(list->table.text(0));
    }
    return ExitOk;
}

}  // namespace

void addList(CLI::App& app, Invocation& invocation)
{
    const auto what = std::make_shared<std::string>();
    CLI::App* command = addCommand(
        app, invocation, "list",
        "List the models, clusters, devices, scenarios, methods, schedules, dimensions, frameworks or formats there "
        "are",
        "  pgram list models\n"
        "  pgram list methods --json");
    command
        ->add_option("WHAT", *what,
                     "models, clusters, devices, scenarios, methods, schedules, dimensions, frameworks or formats")
        ->required()
        ->type_name("")
        ->check(CLI::IsMember({"models", "clusters", "devices", "scenarios", "methods", "schedules", "dimensions",
                               "frameworks", "formats"}));
    command->callback(
        [what, &invocation] { invocation.run = [what, &invocation] { return runList(*what, invocation); }; });
}

}  // namespace pgram::cli
