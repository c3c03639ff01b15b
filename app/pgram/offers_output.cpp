// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/offers_output.h"

#include "app/pgram/plan_text.h"
#include "app/pgram/report.h"
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

/// An option with its value; an empty value removes it.
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
        return {fmt::format("--{}", name(change.kind)), valueOf(change)};
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

/// Removes an option and its value.
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

/// Returns "SP, CP", "gradients in 16 bits", "16 nodes".
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

constexpr Field<RequestChange> changeRows[] = {
    figure<[](const RequestChange& change) { return name(change.kind); }>("kind"),
    figure<valueOf>("value").says("sp, zb-v, bf16, 8 nodes, …"),
};
constexpr Field<TypedOffer> offerRows[] = {
    shown("it fits with", Measure::Text, [](const TypedOffer& typed) { return wordsOf(typed.offer); }),
    listed<changeRows, &TypedOffer::offer, &Offer::changes>("changes").notEmpty().says("All of them together"),
    figure<&TypedOffer::offer, &Offer::figures, &Estimate::stepTime>("step_time_s")
        .atLeast(0)
        .column("step", Measure::Time),
    figure<&TypedOffer::offer, &Offer::figures, &Estimate::throughput>("throughput_samples_per_s")
        .atLeast(0)
        .column("samples/s", Measure::Rate,
                [](const TypedOffer& typed) { return fmt::format("{:.3g}", typed.offer.figures->throughput); }),
    figure<&TypedOffer::offer, &Offer::plan, &Plan::training, &Training::globalBatch>("global_batch").atLeast(1),
    figure<&TypedOffer::offer, &Offer::plan, &Plan::cluster, &Cluster::devices>("devices").atLeast(1),
    figure<&TypedOffer::offer, &Offer::figures, &Estimate::peakMemory>("peak_memory_bytes")
        .atLeast(0)
        .column("peak memory", Measure::Memory),
    figure<&TypedOffer::offer, &Offer::figures, &Estimate::usableBudget>("usable_budget_bytes").atLeast(0),
    figure<&TypedOffer::offer, &Offer::figures, &Estimate::host, &HostNeed::needed>("host_memory_bytes_per_node")
        .atLeast(0)
        .column("host memory", Measure::Text, [](const TypedOffer& typed) { return hostOf(typed.offer); }),
    figure<[](const TypedOffer& typed) { return !typed.offer.unknownHost; }>("host_memory_known"),
    figure<[](const TypedOffer& typed) {
        std::vector<std::string> names;
        for (const Target* target : typed.offer.runners) {
            names.emplace_back(target->name);
        }
        return names;
    }>("runs_on")
        .says("Targets that can run the plan")
        .column("framework", Measure::Text,
                [](const TypedOffer& typed) { return runnersText(typed.offer.runners).english(); }),
    figure<&TypedOffer::offer, &Offer::certificate, &Certificate::status>("certificate"),
    figure<&TypedOffer::offer, &Offer::certificate, &Certificate::gap>("gap").atLeast(0),
    figure<&TypedOffer::command>("command").says("The line to type"),
};
constexpr Field<OffersAnswer> offersRows[] = {
    listed<offerRows, &OffersAnswer::here>("offers").says("On this cluster, best first"),
    listed<offerRows, &OffersAnswer::moreNodes>("more_nodes")
        .says("The fewest doublings of the nodes that need no other change"),
    figure<&OffersAnswer::offers, &Offers::tried>("combinations").atLeast(0),
    figure<&OffersAnswer::offers, &Offers::plannings>("plannings").atLeast(0),
    figure<&OffersAnswer::offers, &Offers::complete>("complete").says("All combinations were examined"),
    figure<&OffersAnswer::offers, &Offers::seconds>("seconds").atLeast(0),
};

std::vector<TypedOffer> typedOffers(const std::vector<Offer>& offers, const std::vector<std::string>& arguments)
{
    std::vector<TypedOffer> typed;
    for (const Offer& offer : offers) {
        typed.push_back({offer, lineToType(arguments, offer)});
    }
    return typed;
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

OffersAnswer::OffersAnswer(Offers found, const std::vector<std::string>& arguments)
    : offers(std::move(found)),
      here(typedOffers(offers.here, arguments)),
      moreNodes(typedOffers(offers.moreNodes, arguments))
{}

std::span<const Field<OffersAnswer>> fieldsOf(const OffersAnswer*)
{
    return offersRows;
}

std::string offersText(const OffersAnswer& answer)
{
    std::vector<TypedOffer> all = answer.here;
    all.insert(all.end(), answer.moreNodes.begin(), answer.moreNodes.end());
    const std::string looked =
        fmt::format("{} looked at, {} planned, in {}{}", counted(answer.offers.tried, "combination"),
                    answer.offers.plannings, formatSeconds(answer.offers.seconds),
                    answer.offers.complete ? "" : "; others may be better: --tries N asks for more");
    if (all.empty()) {
        return fmt::format("\n{} on this cluster ({}).\n",
                           answer.offers.complete ? "No switch and no two make it fit"
                                                  : "None of the switches that were tried makes it fit",
                           looked);
    }
    std::string lines;
    for (const TypedOffer& typed : all) {
        lines += fmt::format("  {}\n", typed.command);
    }
    return fmt::format("\n{}  {}\n\n{}", tableWith<offerRows>(all).text(), looked, lines);
}

}  // namespace pgram::cli
