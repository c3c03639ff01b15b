// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram compare: plans side by side, each against the first.
#include "app/pgram/command.h"
#include "app/pgram/plain_text.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/plan/compare.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct Compared {
    std::string file;
    Plan plan;
    Estimate estimate;
};

Comparison againstFirst(const std::vector<Compared>& plans, std::size_t index)
{
    return compare(plans.front().plan, plans.front().estimate, plans[index].plan, plans[index].estimate);
}

std::string changeText(const FigureDifference& difference)
{
    const double change = difference.relativeChange();
    if (difference.verdict() == 0) {
        return "=";
    }
    const char* mark = difference.verdict() > 0 ? "✓" : "✗";
    return std::isfinite(change) ? fmt::format("{:+.1f} % {}", 100 * change, mark) : mark;
}

std::string figuresTable(const std::vector<Compared>& plans)
{
    std::vector<Column> columns{{"figure", Align::Left}, {"plan 1"}};
    for (std::size_t i = 1; i < plans.size(); ++i) {
        columns.push_back({fmt::format("plan {}", i + 1)});
        columns.push_back({"change"});
    }
    Table table(columns);
    for (std::size_t row = 0; row < figures().size(); ++row) {
        const Figure& figure = figures()[row];
        std::vector<std::string> cells{figure.title, formatFigure(figure, figure.value(plans.front().estimate))};
        for (std::size_t i = 1; i < plans.size(); ++i) {
            cells.push_back(formatFigure(figure, figure.value(plans[i].estimate)));
            cells.push_back(changeText(againstFirst(plans, i).figures[row]));
        }
        table.addRow(cells);
    }
    std::vector<std::string> fits{"fits", plans.front().estimate.fits ? "yes" : "no"};
    for (std::size_t i = 1; i < plans.size(); ++i) {
        fits.insert(fits.end(), {plans[i].estimate.fits ? "yes" : "no", ""});
    }
    table.addRow(fits);
    return table.text();
}

std::string volumesTable(const Comparison& comparison)
{
    Table table({{"traffic a step", Align::Left}, {"plan 1"}, {"then"}, {"exposed in plan 1"}, {"then"}});
    for (const VolumeDifference& d : comparison.volumes) {
        table.addRow({code(d.kind), formatVolume(d.before), formatVolume(d.after), formatSeconds(d.exposedBefore),
                      formatSeconds(d.exposedAfter)});
    }
    return table.isEmpty() ? std::string() : '\n' + table.text();
}

std::string stagesTable(const Comparison& comparison)
{
    Table table({{"stage"}, {"memory in plan 1"}, {"then"}, {"time in plan 1"}, {"then"}});
    for (const StageDifference& d : comparison.stages) {
        const auto memory = [](Bytes bytes) { return bytes > 0 ? formatBytes(static_cast<double>(bytes)) : ""; };
        const auto time = [](Seconds seconds) { return seconds > 0 ? formatSeconds(seconds) : ""; };
        table.addRow({fmt::format("{}", d.stage), memory(d.memoryBefore), memory(d.memoryAfter), time(d.timeBefore),
                      time(d.timeAfter)});
    }
    return '\n' + table.text();
}

std::string strategiesTable(const Comparison& comparison)
{
    if (!comparison.sameLayers) {
        return "\n  The models differ in their number of layers; strategies are not compared.\n";
    }
    if (comparison.strategies.empty()) {
        return "\n  Every layer has the same strategy.\n";
    }
    Table table({{"layers", Align::Left}, {"plan 1", Align::Left}, {"then", Align::Left}});
    for (const StrategyDifference& d : comparison.strategies) {
        table.addRow({rangeText(d.firstLayer, d.layerCount), shortName(d.before), shortName(d.after)});
    }
    return '\n' + table.text();
}

std::string toText(const std::vector<Compared>& plans)
{
    std::string text;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        text += fmt::format("Plan {}, {}\n{}\n", i + 1, plainLine(plans[i].file), headline(plans[i].plan));
    }
    text += figuresTable(plans);
    for (std::size_t i = 1; i < plans.size(); ++i) {
        const Comparison comparison = againstFirst(plans, i);
        text += fmt::format("\nPlan 1, then plan {}\n", i + 1);
        text += stagesTable(comparison) + volumesTable(comparison) + strategiesTable(comparison);
    }
    return text;
}

Json toJson(const std::vector<Compared>& plans)
{
    Json json = outputObject("compare");
    json["plans"] = Json::array();
    json["comparisons"] = Json::array();
    for (const Compared& compared : plans) {
        Json object{{"file", compared.file}, {"name", compared.plan.name}};
        object.update(estimateToJson(compared.plan, compared.estimate));
        json["plans"].push_back(std::move(object));
    }
    for (std::size_t i = 1; i < plans.size(); ++i) {
        Json object{{"before", 0}, {"after", i}};
        object.update(comparisonToJson(againstFirst(plans, i)));
        json["comparisons"].push_back(std::move(object));
    }
    return json;
}

Result<ExitCode> run(const std::vector<std::string>& files, bool json)
{
    std::vector<Compared> plans;
    for (const std::string& file : files) {
        const Result<Plan> plan = loadPlan(file);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        plans.push_back({file, *plan, estimate(*plan)});
    }
    if (json) {
        printJson(toJson(plans));
    } else {
        printText(toText(plans));
    }
    return ExitOk;
}

}  // namespace

void addCompare(CLI::App& app, Invocation& invocation)
{
    const auto files = std::make_shared<std::vector<std::string>>();
    CLI::App* command = addCommand(app, invocation, "compare", "Set plans side by side, each against the first",
                                   "  pgram compare bert.pgplan.json dppp.pgplan.json");
    command->add_option("PLAN", *files, "plan files, two or more")->required()->expected(2, 1000)->type_name("FILE");
    command->callback(
        [files, &invocation] { invocation.run = [files, &invocation] { return run(*files, invocation.json); }; });
}

}  // namespace pgram::cli
