// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/offers_output.h"

#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/base/quoting.h"
#include "core/model/training_json.h"
#include "core/strategy/dimension_rules.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

using Kind = RequestChange::Kind;

/// An option with its value; without a value it is taken away.
struct Option {
    std::string name;
    std::string value;
};

std::string schedulesOf(const SearchRequest& request)
{
    std::vector<std::string> names;
    for (const Schedule& schedule : candidateSchedules(request)) {
        names.push_back(toString(schedule));
    }
    return fmt::format("{}", fmt::join(names, ","));
}

Option optionOf(const RequestChange& change, const SearchRequest& request)
{
    switch (change.kind) {
    case Kind::Dimension:
        return {"--space", toString(request.space)};
    case Kind::Schedule:
        return {"--schedule", schedulesOf(request)};
    case Kind::Microbatches:
        return {"--microbatches", ""};
    case Kind::Nodes:
        return {"--nodes", std::to_string(change.nodes)};
    default:
        return {fmt::format("--{}", nameOf(change.kind)), valueOf(change)};
    }
}

std::vector<Option> optionsOf(const Offer& offer)
{
    std::vector<Option> options;
    for (const RequestChange& change : offer.changes) {
        Option option = optionOf(change, offer.request);
        const auto same = [&option](const Option& other) { return other.name == option.name; };
        if (std::ranges::none_of(options, same)) {
            options.push_back(std::move(option));
        }
    }
    return options;
}

/// Returns the options that keep the search of a request, where the offer's own options do not give them: one of these
/// alone would leave out what chooseUsual() chose.
std::vector<Option> searchOptions(const SearchRequest& request)
{
    return {{"--space", toString(request.space)},
            {"--schedule", schedulesOf(request)},
            {"--method", info(request.method).name}};
}

bool isOption(const std::string& argument, const std::string& name)
{
    return argument == name || argument.starts_with(name + "=");
}

bool hasOption(const std::vector<std::string>& arguments, const std::string& name)
{
    return std::ranges::any_of(arguments, [&name](const std::string& argument) { return isOption(argument, name); });
}

/// Without an option and its value, however it was typed.
void removeOption(std::vector<std::string>& arguments, const std::string& name)
{
    for (std::size_t i = 0; i < arguments.size();) {
        if (!isOption(arguments[i], name)) {
            ++i;
            continue;
        }
        const bool alone = arguments[i] == name;
        const auto first = arguments.begin() + static_cast<std::ptrdiff_t>(i);
        arguments.erase(first, first + (alone && i + 1 < arguments.size() ? 2 : 1));
    }
}

/// "SP, CP", "gradients in 16 bits", "16 nodes".
std::string wordsOf(const RequestChange& change)
{
    switch (change.kind) {
    case Kind::Dimension:
        return change.dimension->title;
    case Kind::Schedule:
        return valueOf(change);
    case Kind::Method:
        return fmt::format("method {}", valueOf(change));
    case Kind::Microbatches:
        return "any micro-batches";
    case Kind::Precision:
        return valueOf(change);
    case Kind::Gradients:
        return "gradients in 16 bits";
    case Kind::Nodes:
        return counted(change.nodes, "node");
    case Kind::Target:
        return fmt::format("target {}", valueOf(change));
    }
    return {};
}

std::string wordsOf(const Offer& offer)
{
    std::vector<std::string> words;
    for (const RequestChange& change : offer.changes) {
        words.push_back(wordsOf(change));
    }
    return fmt::format("{}", fmt::join(words, " + "));
}

std::string hostOf(const Offer& offer)
{
    const HostNeed& host = offer.figures->host;
    if (host.needed == 0) {
        return "";
    }
    return fmt::format("{} per node{}", hostText(host), offer.unknownHost ? " (its size is unknown)" : "");
}

Json toJson(const Offer& offer, const std::vector<std::string>& arguments)
{
    const Estimate& figures = *offer.figures;
    Json json = Json::object();
    json["changes"] = Json::array();
    for (const RequestChange& change : offer.changes) {
        json["changes"].push_back({{"kind", nameOf(change.kind)}, {"value", valueOf(change)}});
    }
    json["step_time_s"] = figures.stepTime;
    json["throughput_samples_per_s"] = figures.throughput;
    json["global_batch"] = offer.plan->training.globalBatch;
    json["devices"] = offer.plan->cluster.devices;
    json["peak_memory_bytes"] = figures.peakMemory;
    json["usable_budget_bytes"] = figures.usableBudget;
    json["host_memory_bytes_per_node"] = figures.host.needed;
    json["host_memory_known"] = !offer.unknownHost;
    json["runs_on"] = Json::array();
    for (const Target* target : offer.runners) {
        json["runs_on"].push_back(target->name);
    }
    json["certificate"] = nameOf(offer.certificate.status);
    json["gap"] = offer.certificate.gap;
    json["command"] = lineToType(arguments, offer);
    return json;
}

}  // namespace

std::string lineToType(const std::vector<std::string>& arguments, const Offer& offer)
{
    std::vector<std::string> line = arguments;
    if (!line.empty()) {
        line.front() = "pgram";
    }
    const bool countsDevices = hasOption(line, "--devices");
    std::vector<Option> options = optionsOf(offer);
    const auto namesSearch = [&line](const char* name) { return hasOption(line, name); };
    constexpr std::array search{"--space", "--schedule", "--method", "--target", "--scenario", "--profile"};
    const auto isSearch = [](const Option& option) {
        return option.name == "--space" || option.name == "--schedule" || option.name == "--method";
    };
    if (std::ranges::none_of(search, namesSearch) && std::ranges::any_of(options, isSearch)) {
        for (Option& option : searchOptions(offer.request)) {
            const auto same = [&option](const Option& other) { return other.name == option.name; };
            if (std::ranges::none_of(options, same)) {
                options.push_back(std::move(option));
            }
        }
    }
    if (std::ranges::count(offer.changes, Kind::Target, &RequestChange::kind) > 0) {
        for (const char* name : {"--space", "--schedule", "--method"}) {  // The target has its own.
            removeOption(line, name);
        }
    }
    for (Option& option : options) {
        if (option.name == "--nodes" && countsDevices) {  // which may be fewer than its nodes have
            option = {"--devices", std::to_string(offer.request.cluster.devices)};
        }
        removeOption(line, option.name);
        if (!option.value.empty()) {
            line.push_back(option.name);
            line.push_back(option.value);
        }
    }
    std::ranges::transform(line, line.begin(), shellQuoted);
    return fmt::format("{}", fmt::join(line, " "));
}

std::string fasterText(const Offer& offer, Seconds rate, const std::vector<std::string>& arguments)
{
    return fmt::format("\nFaster with {}: {} per step, {} less; {}.\n  {}\n", wordsOf(offer),
                       formatSeconds(offer.figures->stepTime), formatPercent(1 - offer.rate() / rate),
                       runnersText(offer.runners).english(), lineToType(arguments, offer));
}

std::string offersText(const Offers& offers, const std::vector<std::string>& arguments)
{
    std::vector<const Offer*> all;
    for (const std::vector<Offer>* group : {&offers.here, &offers.moreNodes}) {
        for (const Offer& offer : *group) {
            all.push_back(&offer);
        }
    }
    const std::string looked = fmt::format("{} looked at, {} planned, in {}{}", counted(offers.tried, "combination"),
                                           offers.plannings, formatSeconds(offers.seconds),
                                           offers.complete ? "" : "; others may be better: --tries asks for more");
    if (all.empty()) {
        return fmt::format("\nNo switch and no two make it fit on this cluster ({}).\n", looked);
    }
    Table table({{"it fits with", Align::Left},
                 {"step"},
                 {"samples/s"},
                 {"peak memory"},
                 {"host memory", Align::Left},
                 {"framework", Align::Left}});
    std::string lines;
    for (const Offer* offer : all) {
        const Estimate& figures = *offer->figures;
        table.addRow({wordsOf(*offer), formatSeconds(figures.stepTime), fmt::format("{:.3g}", figures.throughput),
                      bytesText(figures.peakMemory), hostOf(*offer), runnersText(offer->runners).english()});
        lines += fmt::format("  {}\n", lineToType(arguments, *offer));
    }
    return fmt::format("\n{}  {}\n\n{}", table.text(), looked, lines);
}

Json offersToJson(const Offers& offers, const std::vector<std::string>& arguments)
{
    Json json = Json::object();
    json["offers"] = Json::array();
    for (const Offer& offer : offers.here) {
        json["offers"].push_back(toJson(offer, arguments));
    }
    json["more_nodes"] = Json::array();
    for (const Offer& offer : offers.moreNodes) {
        json["more_nodes"].push_back(toJson(offer, arguments));
    }
    json["combinations"] = offers.tried;
    json["plannings"] = offers.plannings;
    json["complete"] = offers.complete;
    json["seconds"] = offers.seconds;
    return json;
}

}  // namespace pgram::cli
