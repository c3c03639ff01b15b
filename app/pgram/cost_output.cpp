// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/cost_output.h"

#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pgram::cli {

namespace {

constexpr const char* unknown = "unknown";

/// Returns "$45.3 k", "$0.52".
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

/// Returns "$2.5 for an hour of NVIDIA H100 …: SOURCE, 2026-04-01".
std::string quoteText(const std::string& what, const Quote& quote)
{
    return fmt::format("  {}: {}{}{}\n", what, quote.source, quote.date.empty() ? "" : ", ", quote.date);
}

/// Returns each price and each power once, with its source.
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

/// Returns "12.1 (11.3 … 13.9)".
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

/// Explains the ranges of the days; for one run, names its measured runs.
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

/// A row with its error band.
struct BandedRow {
    const RunRow* row;
    std::optional<CostBand> band;
};

constexpr Field<Quote> quoteRows[] = {
    figure<&Quote::value>("value").atLeast(0),
    figure<&Quote::source>("source"),
    figure<&Quote::date>("date").says("Empty if the value does not change with time"),
};
std::optional<Quote> ifKnown(const Quote& quote)
{
    return onlyIf(quote.isKnown(), quote);
}
constexpr Field<RunCost> totalRows[] = {
    figure<&RunCost::days>("days").atLeast(0),
    figure<&RunCost::deviceHours>("device_hours").atLeast(0),
    figure<&RunCost::dollars>("usd").atLeast(0).says("null: the price is unknown"),
    figure<&RunCost::kilowattHours>("kwh").atLeast(0).says(
        "Upper limit without hosts and network; null: the power is unknown"),
};
constexpr Field<CostBand> costBandRows[] = {
    figure<[](const CostBand&) { return bandCoverage; }>("coverage")
        .between(0, 1)
        .says("Share of runs between low and high"),
    figure<&CostBand::step, &ErrorBand::runs>("runs").atLeast(1).says("Measured runs of the range"),
    figure<&CostBand::step, &ErrorBand::isNear>("near").says("A measured run is similar"),
    nested<totalRows, &CostBand::run, &RunRange::low>("low"),
    nested<totalRows, &CostBand::run, &RunRange::high>("high"),
};
constexpr Field<RunCost> costRows[] = {
    figure<&RunCost::tokens>("tokens").atLeast(0),
    figure<&RunCost::steps>("steps").atLeast(0),
    figure<&RunCost::training>("training_s").atLeast(0).says("Without interruptions"),
    figure<&RunCost::total>("total_s").atLeast(0).says("Expected, with interruptions"),
    figure<&RunCost::checkpointEvery>("checkpoint_every_s")
        .atLeast(0)
        .zeroIsNull()
        .says("null: interruptions are not counted"),
    nested<totalRows, itself<RunCost>>(""),
    nested<quoteRows, [](const RunCost& cost) { return ifKnown(cost.hourPrice); }>("usd_per_hour").says("Per device"),
    nested<quoteRows, [](const RunCost& cost) { return ifKnown(cost.power); }>("power_watts")
        .says("Upper limit of one device"),
};
constexpr Field<BandedRow> pricedRows[] = {
    figure<&BandedRow::row, &RunRow::figures, &Estimate::stepTime>("step_time_s").atLeast(0),
    figure<&BandedRow::row, &RunRow::figures, &Estimate::mfu>("mfu").atLeast(0),
    figure<&BandedRow::row, &RunRow::plan, &Plan::training, &Training::globalBatch>("global_batch").atLeast(1),
    figure<&BandedRow::row, &RunRow::plan, &Plan::sequence>("sequence_length").atLeast(1),
    nested<costBandRows, &BandedRow::band>("expected").says("null without measured runs"),
    nested<costRows, [](const BandedRow& banded) { return *banded.row->cost; }>(""),
};
bool isPriced(const BandedRow& banded)
{
    return banded.row->cost.has_value();
}
constexpr Field<BandedRow> bandedRowRows[] = {
    figure<&BandedRow::row, &RunRow::request, &SearchRequest::model, &Architecture::name>("model"),
    figure<[](const BandedRow& banded) { return parameterCount(banded.row->request.model); }>("parameters").atLeast(0),
    figure<&BandedRow::row, &RunRow::request, &SearchRequest::cluster, &Cluster::name>("cluster"),
    figure<&BandedRow::row, &RunRow::request, &SearchRequest::cluster, &Cluster::devices>("devices").atLeast(1),
    figure<[](const BandedRow& banded) { return banded.row->plan != nullptr; }>("fits"),
    figure<&BandedRow::row, &RunRow::within>("within").says("The run keeps to the limits"),
    figure<&BandedRow::row, &RunRow::why>("reason").when([](const BandedRow& banded) { return !isPriced(banded); }),
    nested<pricedRows, itself<BandedRow>>("").when(isPriced),
};

std::vector<BandedRow> bandedRows(const CostAnswer& answer)
{
    std::vector<BandedRow> rows;
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
        rows.push_back({&answer.rows[i], answer.bands[i]});
    }
    return rows;
}

/// Returns the index of the row that `choose` finds.
template <auto choose>
std::optional<std::ptrdiff_t> chosen(const CostAnswer& answer)
{
    const RunRow* row = choose(answer.rows);
    return row == nullptr ? std::nullopt : std::optional(row - answer.rows.data());
}

constexpr Field<CostAnswer> costAnswerRows[] = {
    listed<bandedRowRows, bandedRows>("rows"),
    figure<chosen<smallestCluster>>("smallest_cluster").atLeast(0).says("Index of the row with the fewest devices"),
    figure<chosen<cheapestRun>>("cheapest").atLeast(0).says("Index of the row that costs least"),
    figure<chosen<soonestRun>>("soonest").atLeast(0).says("Index of the row that ends first"),
    figure<chosen<largestModel>>("largest_model").atLeast(0).says("Index of the row with most parameters"),
};

}  // namespace

const AnswerFormat<CostAnswer> costAnswer{
    "cost", "Duration and cost of runs, and the rows that the limits allow.", costAnswerRows, {"rows"}};

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

}  // namespace pgram::cli
