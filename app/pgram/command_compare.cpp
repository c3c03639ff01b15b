// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram compare: compares plans with the first one.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/base/quoting.h"
#include "core/plan/compare.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct Compared {
    std::string file;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    JudgedPlan judged;
};

constexpr Field<Compared> comparedRows[] = {
    figure<&Compared::file>("file"),
    figure<&Compared::plan, &Plan::name>("name"),
    figure<&Compared::judged>(""),
};

Comparison againstFirst(const std::vector<Compared>& plans, std::size_t index)
{
    return compare(*plans.front().plan, *plans.front().estimate, *plans[index].plan, *plans[index].estimate);
}

std::string changeText(const FigureDifference& difference)
{
    const double change = difference.relativeChange();
    if (change == 0) {
        return "=";
    }
    if (!difference.sameAmount) {
        return std::isfinite(change) ? fmt::format("{:+.1f} %", 100 * change) : "";
    }
    const char* mark = difference.verdict() > 0 ? "✓" : "✗";
    return std::isfinite(change) ? fmt::format("{:+.1f} % {}", 100 * change, mark) : mark;
}

/// Returns the objections to the memory of the plans.
std::string remarksText(const std::vector<Compared>& plans)
{
    std::string text;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        for (const Text& remark : remarksOf(plans[i].judged.fit)) {
            text += fmt::format("\n  Plan {}: {}", i + 1, remark.english());
        }
    }
    return text.empty() ? text : text + '\n';
}

/// Returns a line for each plan that does other work than the first.
std::string otherWorkText(const std::vector<Compared>& plans)
{
    std::string text;
    for (std::size_t i = 1; i < plans.size(); ++i) {
        std::string differences;
        for (const Text& difference : againstFirst(plans, i).otherWork) {
            differences += fmt::format("{}{}", differences.empty() ? "" : ", ", difference.english());
        }
        if (!differences.empty()) {
            text += fmt::format("\n  Plans 1 and {} answer different questions: {}.", i + 1, differences);
        }
    }
    return text.empty() ? text : text + '\n';
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
        std::vector<std::string> cells{figure.title.english,
                                       formatFigure(figure, figure.value(*plans.front().estimate))};
        for (std::size_t i = 1; i < plans.size(); ++i) {
            cells.push_back(formatFigure(figure, figure.value(*plans[i].estimate)));
            cells.push_back(changeText(againstFirst(plans, i).figures[row]));
        }
        table.addRow(cells);
    }
    const auto addRow = [&plans, &table](const char* title, const auto& text) {
        std::vector<std::string> cells{title, text(plans.front().judged.fit)};
        for (std::size_t i = 1; i < plans.size(); ++i) {
            cells.insert(cells.end(), {text(plans[i].judged.fit), ""});
        }
        table.addRow(cells);
    };
    if (std::ranges::any_of(plans, [](const Compared& plan) { return plan.judged.fit.host.needed > 0; })) {
        addRow("host memory per node", [](const Fit& fit) { return hostText(fit.host); });
    }
    addRow("fits", [](const Fit& fit) { return std::string(shortText(fit.verdict)); });
    return table.text() + otherWorkText(plans) + remarksText(plans);
}

std::string volumesTable(const Comparison& comparison)
{
    Table table({{"traffic per step", Align::Left}, {"plan 1"}, {"then"}, {"exposed in plan 1"}, {"then"}});
    for (const VolumeDifference& d : comparison.volumes) {
        table.addRow({std::string(name(d.kind)), formatVolume(d.before), formatVolume(d.after),
                      formatSeconds(d.exposedBefore), formatSeconds(d.exposedAfter)});
    }
    return table.isEmpty() ? std::string() : '\n' + table.text();
}

std::string stagesTable(const Comparison& comparison)
{
    Table table({{"stage"}, {"memory in plan 1"}, {"then"}, {"time in plan 1"}, {"then"}});
    for (const StageDifference& d : comparison.stages) {
        const auto memory = [](Bytes bytes) { return bytes > 0 ? bytesText(bytes) : ""; };
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
        text += fmt::format("Plan {}, {}\n{}\n", i + 1, plainLine(plans[i].file), headline(*plans[i].plan));
    }
    text += figuresTable(plans);
    for (std::size_t i = 1; i < plans.size(); ++i) {
        const Comparison comparison = againstFirst(plans, i);
        text += fmt::format("\nPlan 1, then plan {}\n", i + 1);
        text += stagesTable(comparison) + volumesTable(comparison) + strategiesTable(comparison);
    }
    return text;
}

/// The first plan and another one.
struct ComparedPair {
    std::size_t after;
    Comparison comparison;
};
constexpr Field<ComparedPair> comparedPairRows[] = {
    figure<[](const ComparedPair&) { return 0; }>("before").atLeast(0).says("Index into plans"),
    figure<&ComparedPair::after>("after").atLeast(1).says("Index into plans"),
    figure<&ComparedPair::comparison>(""),
};

std::vector<ComparedPair> pairsOf(const std::vector<Compared>& plans)
{
    std::vector<ComparedPair> pairs;
    for (std::size_t i = 1; i < plans.size(); ++i) {
        pairs.push_back({i, againstFirst(plans, i)});
    }
    return pairs;
}

constexpr Field<std::vector<Compared>> compareRows[] = {
    listed<comparedRows, itself<std::vector<Compared>>>("plans").notEmpty(),
    listed<comparedPairRows, pairsOf>("comparisons").notEmpty(),
};
constexpr AnswerFormat<std::vector<Compared>> compareAnswer{
    "compare", "Every plan's estimate, and each later plan against the first.", compareRows, {"plans"}};

Result<ExitCode> run(const std::vector<std::string>& files, const Invocation& invocation)
{
    MeasuredRuns runs(invocation.program);
    std::vector<Compared> plans;
    for (const std::string& file : files) {
        PGRAM_TRY(Plan read, loadPlan(file));
        const auto plan = std::make_shared<const Plan>(std::move(read));
        const auto figures = std::make_shared<const Estimate>(estimate(*plan));
        plans.push_back({file, plan, figures, JudgedPlan(*plan, *figures, runs.bandsOf(*plan, *figures))});
    }
    printAnswer(invocation, compareAnswer, plans, toText(plans));
    return ExitOk;
}

}  // namespace

void addCompare(CLI::App& app, Invocation& invocation)
{
    const auto [command, files] = addCommand<std::vector<std::string>, compareAnswer>(
        app, invocation, run, "compare", "Set plans side by side, each against the first",
        "  pgram compare bert.pgplan.json dppp.pgplan.json");
    command->add_option("PLAN", *files, "plan files, two or more")->required()->expected(2, 1000)->type_name("FILE");
}

}  // namespace pgram::cli
