// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate systems: other systems' golden cases beside what our rules of them give.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "core/systems/case_file.h"

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
    std::string text = systems.empty() ? std::string() : table.text();
    for (const std::string& kind : report.skipped) {
        text += fmt::format("Skipped, a kind that is not known: {}\n", kind);
    }
    return text + (differ.empty() ? "All agree.\n" : "These differ:\n" + differ);
}

Result<ExitCode> run(const std::string& cases, bool json)
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
    command->callback(
        [cases, &invocation] { invocation.run = [cases, &invocation] { return run(*cases, invocation.json); }; });
}

}  // namespace pgram::cli
