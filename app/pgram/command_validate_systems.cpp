// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate systems: other systems' golden cases beside what our rules of them give.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "validation/systems/case_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>

namespace pgram::cli {

namespace {

using systems::CaseReport;
using systems::Check;

constexpr Field<Check> checkRows[] = {
    figure<&Check::system>("system"),
    figure<&Check::name>("name").says("Name of the case").column("measured row"),
    figure<&Check::quantity>("quantity").column("quantity"),
    figure<&Check::expected>("expected")
        .says("Value in the file; null: no plan can run")
        .column("measured", Measure::Factor),
    figure<&Check::got>("got")
        .says("Our value. Of several equally good plans it may be another than expected, and ok")
        .column("ours", Measure::Factor),
    figure<&Check::ok>("ok"),
    figure<[](const Check& check) { return check.error.value_or(0); }>("error")
        .when([](const Check& check) { return check.error.has_value(); })
        .says("ours/measured - 1 of a measured row. Such a row is ok; the mean or the median of its kind is judged")
        .column("error", Measure::Share,
                [](const Check& check) { return fmt::format("{:+.1f} %", 100 * check.error.value_or(0)); }),
};

constexpr Field<CaseReport> systemsRows[] = {
    listed<checkRows, &CaseReport::checks>("cases"),
    figure<&CaseReport::skipped>("skipped").says("Unknown kinds of cases, as FILE: GROUP/KIND"),
};
constexpr AnswerFormat<CaseReport> systemsAnswer{
    "validate-systems",
    "Golden cases of other systems and what our rules give, one entry per checked quantity.",
    systemsRows,
    {"cases"}};

std::string shortText(const Json& value)
{
    constexpr std::size_t most = 60;
    const std::string text = dumped(value);
    return text.size() > most ? text.substr(0, most) + "…" : text;
}

/// Returns the measured rows with their errors; empty if there are none.
std::string measuredText(const CaseReport& report)
{
    std::vector<Check> measured = report.checks;
    std::erase_if(measured, [](const Check& check) { return !check.error; });
    return measured.empty() ? std::string() : tableWith<checkRows>(measured).text() + '\n';
}

/// Limits that rows of a kind are judged by together.
std::string judgedText(const CaseReport& report)
{
    std::string text;
    for (const Check& check : report.checks) {
        if (check.quantity.ends_with("_error_at_most")) {
            const std::string figure = check.quantity.starts_with("mean") ? "mean" : "median";
            text += fmt::format("{}: {} error {} of at most {}{}\n", check.name, figure,
                                formatPercent(check.got.get<double>()), formatPercent(check.expected.get<double>()),
                                check.ok ? "" : ", which is more");
        }
    }
    return text;
}

std::string toText(const CaseReport& report)
{
    struct Counts {
        int checked = 0;
        int ok = 0;
    };
    std::map<std::string, Counts> systems;
    std::string differ;
    for (const Check& check : report.checks) {
        Counts& counts = systems[check.system];
        ++counts.checked;
        counts.ok += check.ok ? 1 : 0;
        if (!check.ok) {
            differ += fmt::format("  {}, {}, {}: expected {}, got {}\n", check.system, check.name, check.quantity,
                                  shortText(check.expected), shortText(check.got));
        }
    }
    Table table({{"system", Align::Left}, {"quantities"}, {"agree"}});
    for (const auto& [system, counts] : systems) {
        table.addRow({system, fmt::format("{}", counts.checked), fmt::format("{}", counts.ok)});
    }
    std::string text = measuredText(report) + (systems.empty() ? std::string() : table.text()) + judgedText(report);
    for (const std::string& kind : report.skipped) {
        text += fmt::format("Skipped, a kind that is not known: {}\n", kind);
    }
    return text + (differ.empty() ? "All agree.\n" : "These differ:\n" + differ);
}

Result<ExitCode> runSystems(const std::string& cases, const Invocation& invocation)
{
    PGRAM_TRY(const CaseReport report, systems::checkCases(std::filesystem::path(cases)));
    printAnswer(invocation, systemsAnswer, report, toText(report));
    return std::ranges::all_of(report.checks, &Check::ok) ? ExitOk : ExitInfeasible;
}

}  // namespace

void addValidateSystems(CLI::App& app, Invocation& invocation)
{
    const auto [command, cases] =
        addCommand<std::string, systemsAnswer>(validations(app), invocation, runSystems, "systems",
                                               "Hold our rules of other systems against their golden cases",
                                               "  pgram validate systems --cases cases/karma.json\n"
                                               "  pgram validate systems --cases cases --json\n"
                                               "Exit code 1 where a quantity differs.");
    command->add_option("--cases", *cases, "a file of cases, or a folder of them")->required()->type_name("PATH");
}

}  // namespace pgram::cli
