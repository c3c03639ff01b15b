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

Json toJson(const CaseReport& report)
{
    Json object = outputObject("validate-systems");
    object["cases"] = Json::array();
    for (const Check& check : report.checks) {
        object["cases"].push_back({{"system", check.system},
                                   {"name", check.name},
                                   {"quantity", check.quantity},
                                   {"expected", check.expected},
                                   {"got", check.got},
                                   {"ok", check.ok}});
        if (check.error) {
            object["cases"].back()["error"] = *check.error;
        }
    }
    object["skipped"] = report.skipped;
    return object;
}

std::string shortText(const Json& value)
{
    constexpr std::size_t most = 60;
    const std::string text = dumped(value);
    return text.size() > most ? text.substr(0, most) + "…" : text;
}

/// Rows that were measured, with their errors; empty: there are none.
std::string measuredText(const CaseReport& report)
{
    Table table({{"measured row", Align::Left}, {"quantity", Align::Left}, {"measured"}, {"ours"}, {"error"}});
    for (const Check& check : report.checks) {
        if (check.error) {
            table.addRow({check.name, check.quantity, formatNumber(check.expected.get<double>()),
                          formatNumber(check.got.get<double>()), fmt::format("{:+.1f} %", 100 * *check.error)});
        }
    }
    return table.isEmpty() ? std::string() : table.text() + '\n';
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

Result<ExitCode> runSystems(const std::string& cases, bool json)
{
    const Result<CaseReport> report = systems::checkCases(std::filesystem::path(cases));
    if (!report) {
        return tl::unexpected(report.error());
    }
    json ? printJson(toJson(*report)) : printText(toText(*report));
    return std::ranges::all_of(report->checks, &Check::ok) ? ExitOk : ExitInfeasible;
}

}  // namespace

void addValidateSystems(CLI::App& app, Invocation& invocation)
{
    const auto cases = std::make_shared<std::string>();
    CLI::App* command = addCommand(validations(app), invocation, "systems",
                                   "Hold our rules of other systems against their golden cases",
                                   "  pgram validate systems --cases cases/karma.json\n"
                                   "  pgram validate systems --cases cases --json\n"
                                   "Exit code 1 where a quantity differs.");
    command->add_option("--cases", *cases, "a file of cases, or a folder of them")->required()->type_name("PATH");
    command->callback([cases, &invocation] {
        invocation.run = [cases, &invocation] { return runSystems(*cases, invocation.json); };
    });
}

}  // namespace pgram::cli
