// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/cost_output.h"

#include "app/pgram/console.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pgram::cli {

namespace {

constexpr const char* unknown = "unknown";

/// "$45.3 k", "$0.52".
std::string dollars(const std::optional<double>& value)
{
    if (!value) {
        return unknown;
    }
    return *value < 1000 ? fmt::format("${:.2f}", *value) : fmt::format("${}", formatCount(*value));
}

std::string energy(const std::optional<double>& kilowattHours)
{
    return kilowattHours ? fmt::format("{} kWh", formatCount(*kilowattHours)) : unknown;
}

/// "$2.5 for an hour of NVIDIA H100 …: SOURCE, 2026-04-01".
std::string quoteText(const std::string& what, const Quote& quote)
{
    return fmt::format("  {}: {}{}{}\n", what, quote.source, quote.date.empty() ? "" : ", ", quote.date);
}

/// Each price and each power once, with whose it is.
std::string sourcesText(const CostAnswer& answer)
{
    std::vector<std::string> lines;
    for (const RunRow& row : answer.rows) {
        if (!row.cost) {
            continue;
        }
        const std::string device = row.request.cluster.meanDevice().english();
        const Quote& price = row.cost->hourPrice;
        const Quote& power = row.cost->power;
        for (std::string line :
             {price.isKnown() ? quoteText(fmt::format("${:.4g} an hour, {}", price.value, device), price)
                              : fmt::format("  price of {}: not known; --price gives it\n", device),
              power.isKnown()
                  ? quoteText(fmt::format("{:.4g} W at most, {}, hosts and network left out", power.value, device),
                              power)
                  : fmt::format("  power of {}: not known; --power gives it\n", device)}) {
            if (std::ranges::find(lines, line) == lines.end()) {
                lines.push_back(std::move(line));
            }
        }
    }
    std::string text;
    for (const std::string& line : lines) {
        text += line;
    }
    return text;
}

std::string tokensText(const CostAnswer& answer)
{
    if (answer.question.tokens > 0) {
        return fmt::format("{} tokens", formatCount(answer.question.tokens));
    }
    return fmt::format("{:.4g} tokens per parameter", answer.question.perParameter());
}

std::string interruptionsText(const CostAnswer& answer)
{
    const Interruptions& of = answer.question.interruptions;
    if (of.betweenFailures <= 0) {
        return "  interruptions: none are counted; --failure-hours does\n";
    }
    std::string text =
        fmt::format("  interruptions: a device fails every {:.4g} h, {} for a checkpoint, {} to restart\n",
                    of.betweenFailures / 3600, formatSeconds(of.checkpoint), formatSeconds(of.restart));
    for (const RunRow& row : answer.rows) {
        if (answer.rows.size() == 1 && row.cost) {
            text +=
                fmt::format("  a checkpoint every {} (Daly); {} more time\n", formatSeconds(row.cost->checkpointEvery),
                            formatPercent(row.cost->total / row.cost->training - 1));
        }
    }
    return text;
}

/// "12.1 (11.3 … 13.9)".
std::string daysText(const RunCost& cost, const std::optional<CostBand>& band)
{
    const std::string days = fmt::format("{:.3g}", cost.days());
    return band ? fmt::format("{} ({:.3g} … {:.3g})", days, band->run.low.days(), band->run.high.days()) : days;
}

void addRow(Table& table, const RunRow& row, const std::optional<CostBand>& band, bool withSequence)
{
    const std::int64_t sequence = row.request.training.sequence(row.request.model.sequenceLength);
    const std::string model =
        withSequence ? fmt::format("{}, {} tokens", row.request.model.title, sequence) : row.request.model.title;
    const std::string cluster = row.request.cluster.title;
    if (!row.cost) {
        table.addRow({model, cluster, fmt::format("{}", row.request.cluster.devices), "–", "–", "–", "–", "–", "–",
                      row.why.english()});
        return;
    }
    const RunCost& cost = *row.cost;
    table.addRow({model, cluster, fmt::format("{}", row.request.cluster.devices), formatSeconds(row.figures->stepTime),
                  formatPercent(row.figures->mfu), daysText(cost, band), formatCount(cost.deviceHours),
                  dollars(cost.dollars), energy(cost.kilowattHours), row.within ? "" : "over the limits"});
}

std::string choiceText(const char* what, const RunRow* row, bool withSequence = false)
{
    if (row == nullptr) {
        return fmt::format("  {}: none of these\n", what);
    }
    const std::int64_t sequence = row->request.training.sequence(row->request.model.sequenceLength);
    return fmt::format("  {}: {}{}, {:.3g} days, {}\n", what, withSequence ? fmt::format("{} tokens, ", sequence) : "",
                       titlesOf(row->request.model, row->request.cluster), row->cost->days(),
                       dollars(row->cost->dollars));
}

std::string choicesText(const CostAnswer& answer)
{
    if (answer.rows.size() < 2) {
        return "";
    }
    std::string text = answer.ofModels ? choiceText("largest model", largestModel(answer.rows)) : "";
    text += answer.ofSequences ? choiceText("best sequence", soonestRun(answer.rows), true) : "";
    text += choiceText("fewest devices", smallestCluster(answer.rows));
    text += choiceText("cheapest", cheapestRun(answer.rows));
    return text + choiceText("soonest", soonestRun(answer.rows)) + '\n';
}

/// What the ranges beside the days are; of one run, whose runs they are made of.
std::string bandsText(const CostAnswer& answer)
{
    const auto known = std::ranges::find_if(answer.bands, [](const auto& band) { return band.has_value(); });
    if (known == answer.bands.end()) {
        return "";
    }
    if (answer.bands.size() == 1) {
        return fmt::format("  days, money and energy of a run: {}\n", bandText((*known)->step));
    }
    const auto far =
        std::ranges::count_if(answer.bands, [](const auto& band) { return band.has_value() && !band->step.isNear(); });
    return fmt::format("  ranges of days: {:.0f} % of the measured runs nearest to each{}\n", 100 * bandCoverage,
                       far > 0 ? fmt::format("; {} of them have none that is near", far) : "");
}

Json toJson(const Quote& quote)
{
    if (!quote.isKnown()) {
        return nullptr;
    }
    return {{"value", quote.value}, {"source", quote.source}, {"date", quote.date}};
}

Json toJson(const CostBand& band)
{
    Json json{{"coverage", bandCoverage}, {"runs", band.step.runs}, {"near", band.step.isNear()}};
    for (const auto& [edge, cost] : {std::pair("low", &band.run.low), std::pair("high", &band.run.high)}) {
        json[edge] = {{"days", cost->days()},
                      {"device_hours", cost->deviceHours},
                      {"usd", orNull(cost->dollars)},
                      {"kwh", orNull(cost->kilowattHours)}};
    }
    return json;
}

Json toJson(const RunRow& row, const std::optional<CostBand>& band)
{
    Json json{{"model", row.request.model.name},     {"parameters", parameterCount(row.request.model)},
              {"cluster", row.request.cluster.name}, {"devices", row.request.cluster.devices},
              {"fits", row.plan != nullptr},         {"within", row.within}};
    if (!row.cost) {
        json["reason"] = row.why;
        return json;
    }
    const RunCost& cost = *row.cost;
    json["step_time_s"] = row.figures->stepTime;
    json["mfu"] = row.figures->mfu;
    json["global_batch"] = row.plan->training.globalBatch;
    json["sequence_length"] = row.plan->training.sequence(row.plan->model.sequenceLength);
    json["expected"] = band ? toJson(*band) : Json(nullptr);
    json["tokens"] = cost.tokens;
    json["steps"] = cost.steps;
    json["training_s"] = cost.training;
    json["total_s"] = cost.total;
    json["checkpoint_every_s"] = cost.checkpointEvery > 0 ? Json(cost.checkpointEvery) : Json(nullptr);
    json["days"] = cost.days();
    json["device_hours"] = cost.deviceHours;
    json["usd"] = orNull(cost.dollars);
    json["kwh"] = orNull(cost.kilowattHours);
    json["usd_per_hour"] = toJson(cost.hourPrice);
    json["power_watts"] = toJson(cost.power);
    return json;
}

Json indexOf(const CostAnswer& answer, const RunRow* row)
{
    return row == nullptr ? Json(nullptr) : Json(row - answer.rows.data());
}

}  // namespace

std::string toText(const CostAnswer& answer)
{
    Table table({{"model", Align::Left},
                 {"cluster", Align::Left},
                 {"devices"},
                 {"step"},
                 {"MFU"},
                 {"days"},
                 {"device-hours"},
                 {"money"},
                 {"energy at most"},
                 {"", Align::Left}});
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
        addRow(table, answer.rows[i], answer.bands[i], answer.ofSequences);
    }
    return fmt::format("A run of {}\n\n{}\n{}What it rests on\n{}{}{}", tokensText(answer), table.text(),
                       choicesText(answer), sourcesText(answer), interruptionsText(answer), bandsText(answer));
}

Json toJson(const CostAnswer& answer)
{
    Json json = outputObject("cost");
    json["rows"] = Json::array();
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
        json["rows"].push_back(toJson(answer.rows[i], answer.bands[i]));
    }
    json["smallest_cluster"] = indexOf(answer, smallestCluster(answer.rows));
    json["cheapest"] = indexOf(answer, cheapestRun(answer.rows));
    json["soonest"] = indexOf(answer, soonestRun(answer.rows));
    json["largest_model"] = indexOf(answer, largestModel(answer.rows));
    return json;
}

}  // namespace pgram::cli
