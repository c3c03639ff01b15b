// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram list: lists the names that other commands understand.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "core/exchange/format.h"
#include "core/fidelity/framework.h"
#include "core/presets/preset_store.h"
#include "core/search/search.h"
#include "core/strategy/dimension_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

/// The answer of the command: a table as text, and entries as JSON.
struct Listing {
    Table table;
    Json entries;
    std::string what{};
};

template <const auto& rows>
Listing listingOf(const auto& elements)
{
    Json entries = Json::array();
    for (const auto& element : elements) {
        entries.push_back(objectOf<RowOwner<rows>>(rows, element));
    }
    return {tableWith<rows>(elements), std::move(entries)};
}

/// A preset with its content; empty if the file is broken.
template <typename Preset>
struct Listed {
    PresetEntry entry;
    std::optional<Preset> preset;

    [[nodiscard]] std::string file() const { return entry.file.string(); }
};
using ListedModel = Listed<Architecture>;
using ListedCluster = Listed<Cluster>;
using ListedDevice = Listed<Device>;

/// Returns the presets with their content, and prints a message for each broken one.
template <typename Preset>
std::vector<Listed<Preset>> read(const PresetStore& store, const std::vector<PresetEntry>& entries,
                                 Result<Preset> (PresetStore::*reader)(std::string_view) const)
{
    std::vector<Listed<Preset>> all;
    for (const PresetEntry& entry : entries) {
        Result<Preset> preset = (store.*reader)(entry.name);
        if (!preset) {
            printMessage(preset.error().text());
        }
        all.push_back({entry, preset ? std::optional(std::move(*preset)) : std::nullopt});
    }
    return all;
}

template <typename Preset>
bool isRead(const Listed<Preset>& listed)
{
    return listed.preset.has_value();
}

std::string linksText(const ListedCluster& listed)
{
    std::vector<std::string> links;
    for (const LinkLevel& link : listed.preset ? listed.preset->links : std::vector<LinkLevel>()) {
        links.push_back(fmt::format("{} × {}", link.span, link.name));
    }
    return fmt::format("{}", fmt::join(links, ", "));
}

constexpr Field<ListedModel> modelRows[] = {
    figure<&ListedModel::entry, &PresetEntry::name>("name").column("name"),
    figure<&ListedModel::entry, &PresetEntry::title>("title").column("model"),
    figure<&ListedModel::file>("file"),
    figure<&ListedModel::preset, &Architecture::family>("family").when(isRead).column("family"),
    figure<&ListedModel::preset, &Architecture::layerCount>("layers").atLeast(1).when(isRead).column("layers",
                                                                                                     Measure::Count),
    figure<[](const ListedModel& listed) { return parameterCount(*listed.preset); }>("parameters")
        .atLeast(0)
        .when(isRead)
        .column("parameters", Measure::Peak),
    figure<&ListedModel::preset, &Architecture::sequenceLength>("sequence_length")
        .atLeast(1)
        .when(isRead)
        .column("tokens", Measure::Count),
};
constexpr Field<ListedCluster> clusterRows[] = {
    figure<&ListedCluster::entry, &PresetEntry::name>("name").column("name"),
    figure<&ListedCluster::entry, &PresetEntry::title>("title").column("cluster"),
    figure<&ListedCluster::file>("file"),
    figure<&ListedCluster::preset, &Cluster::devices>("devices").atLeast(1).when(isRead).column("devices",
                                                                                                Measure::Count),
    figure<&ListedCluster::preset, &Cluster::device, &Device::name>("device").when(isRead).column("device"),
    figure<&ListedCluster::preset, &Cluster::device, &Device::memory>("memory_bytes")
        .atLeast(1)
        .when(isRead)
        .column("memory", Measure::Memory),
    shown("links", Measure::Text, linksText),
};
constexpr Field<ListedDevice> deviceRows[] = {
    figure<&ListedDevice::entry, &PresetEntry::name>("name").column("name"),
    figure<&ListedDevice::entry, &PresetEntry::title>("title").column("device"),
    figure<&ListedDevice::file>("file"),
    figure<&ListedDevice::preset, &Device::memory>("memory_bytes")
        .atLeast(1)
        .when(isRead)
        .column("memory", Measure::Memory),
    figure<&ListedDevice::preset, &Device::memoryBandwidth>("memory_bytes_per_s")
        .atLeast(1)
        .when(isRead)
        .column("memory bandwidth", Measure::Rate),
    figure<[](const ListedDevice& listed) { return listed.preset->peak(Precision::Bf16); }>("peak_16_bit_flop_per_s")
        .atLeast(0)
        .when(isRead)
        .column("FLOP/s in 16 bits", Measure::Peak),
};
constexpr Field<PresetEntry> scenarioRows[] = {
    figure<&PresetEntry::name>("name").column("name"),
    figure<&PresetEntry::title>("title").column("scenario"),
    figure<[](const PresetEntry& entry) { return entry.file.string(); }>("file"),
};
constexpr Field<MethodInfo> methodInfoRows[] = {
    figure<&MethodInfo::name>("name").column("name"),
    figure<&MethodInfo::title, &Phrase::english>("title").column("method"),
    figure<&MethodInfo::what, &Phrase::english>("description").column(""),
};
constexpr Field<ScheduleInfo> scheduleRows[] = {
    figure<&ScheduleInfo::name>("name").column("name"),
    figure<&ScheduleInfo::title, &Phrase::english>("title").column("schedule"),
    figure<&ScheduleInfo::what>("description").column(""),
};

using Dimension = const DimensionRules*;
bool isDefault(const Dimension& rules)
{
    return Space().*rules->on;
}
constexpr Field<Dimension> dimensionRows[] = {
    figure<[](const Dimension& rules) { return rules->name; }>("name").column("name"),
    figure<[](const Dimension& rules) { return rules->title; }>("title").column("dimension"),
    figure<isDefault>("default").column(
        "default", Measure::Text, [](const Dimension& rules) -> std::string { return isDefault(rules) ? "on" : ""; }),
    figure<[](const Dimension& rules) { return rules->what.english; }>("description").column(""),
};

using ListedFormat = const Format*;
bool reads(const ListedFormat& format)
{
    return format->read != nullptr;
}
bool writes(const ListedFormat& format)
{
    return format->write != nullptr;
}
constexpr Field<ListedFormat> formatRows[] = {
    figure<[](const ListedFormat& format) { return format->name; }>("name").column("name"),
    shown("read", Measure::Text,
          [](const ListedFormat& format) -> std::string { return reads(format) ? "yes" : "no"; }),
    shown("written", Measure::Text,
          [](const ListedFormat& format) -> std::string { return writes(format) ? "yes" : "no"; }),
    shown("holds", Measure::Text, [](const ListedFormat& format) { return std::string(name(format->holds)); }),
    figure<[](const ListedFormat& format) { return format->title.english; }>("title").column("format"),
    figure<[](const ListedFormat& format) { return format->what; }>("description").column(""),
    figure<[](const ListedFormat& format) { return name(format->holds); }>("holds").says(
        "plan, model, cluster, profile (a model and its cluster) or timeline"),
    figure<reads>("reads"),
    figure<writes>("writes"),
    figure<[](const ListedFormat& format) { return format->usualName; }>("usual_name"),
    figure<[](const ListedFormat& format) {
        return format->limits != nullptr ? std::optional<std::string_view>(format->limits) : std::nullopt;
    }>("limits")
        .says("Plans and settings that the format does not have"),
};
constexpr Field<FrameworkFamily> frameworkRows[] = {
    figure<&FrameworkFamily::name>("name").column("name"),
    figure<&FrameworkFamily::title>("title").column("framework"),
    figure<&FrameworkFamily::what>("description").column(""),
};

Json describeEntries(const FieldRules& rules)
{
    Json all = schemaOf(tableOf<modelRows>);
    for (const Json& schema : {schemaOf(tableOf<clusterRows>), schemaOf(tableOf<deviceRows>),
                               schemaOf(tableOf<dimensionRows>), schemaOf(tableOf<formatRows>)}) {
        all["properties"].update(schema["properties"]);
    }
    all["required"] = {"name", "title"};
    return listSchema(std::move(all), rules);
}

constexpr std::string_view listKinds[]{"models",    "clusters",   "devices",    "scenarios", "methods",
                                       "schedules", "dimensions", "frameworks", "formats"};
constexpr Field<Listing> listRows[] = {
    figure<&Listing::what>("of").oneOf(listKinds),
    figure<&Listing::entries>("entries").describedBy(describeEntries),
};
constexpr AnswerFormat<Listing> listAnswer{"list", "Names that the other commands understand.", listRows, {"entries"}};

Result<Listing> listingOf(const std::string& what, const std::filesystem::path& program)
{
    if (what == "methods") {
        return listingOf<methodInfoRows>(methods());
    }
    if (what == "schedules") {
        return listingOf<scheduleRows>(schedules());
    }
    if (what == "dimensions") {
        return listingOf<dimensionRows>(dimensionRules());
    }
    if (what == "formats") {
        return listingOf<formatRows>(formats());
    }
    PGRAM_TRY(const PresetStore store, PresetStore::find(program));
    if (what == "frameworks") {
        return loadFrameworks(store).map([](const auto& families) { return listingOf<frameworkRows>(families); });
    }
    return what == "models"     ? listingOf<modelRows>(read(store, store.models(), &PresetStore::model))
           : what == "clusters" ? listingOf<clusterRows>(read(store, store.clusters(), &PresetStore::cluster))
           : what == "devices"  ? listingOf<deviceRows>(read(store, store.devices(), &PresetStore::device))
                                : listingOf<scenarioRows>(store.scenarios());
}

Result<ExitCode> runList(const std::string& what, const Invocation& invocation)
{
    PGRAM_TRY(Listing list, listingOf(what, invocation.program));
    list.what = what;
    printAnswer(invocation, listAnswer, list, list.table.text(0));
    return ExitOk;
}

}  // namespace

void addList(CLI::App& app, Invocation& invocation)
{
    const auto [command, what] = addCommand<std::string, listAnswer>(
        app, invocation, runList, "list",
        "List the models, clusters, devices, scenarios, methods, schedules, dimensions, frameworks or formats there "
        "are",
        "  pgram list models\n"
        "  pgram list methods --json");
    command
        ->add_option("WHAT", *what,
                     "models, clusters, devices, scenarios, methods, schedules, dimensions, frameworks or formats")
        ->required()
        ->type_name("")
        ->check(CLI::IsMember(std::vector<std::string>(std::begin(listKinds), std::end(listKinds))));
}

}  // namespace pgram::cli
