// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram schema: the JSON schema of a file or of an answer.
#include "app/pgram/command.h"
#include "core/base/nearest.h"
#include "core/cluster/cluster_json.h"
#include "core/fidelity/record.h"
#include "core/lessons/lesson.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"
#include "core/presets/device_presets.h"
#include "core/search/task/scenario.h"
#include "core/serving/edge.h"
#include "studies/study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

/// Returns the schemas of files and answers by name.
std::map<std::string, Json (*)()> namedSchemas(const Invocation& invocation)
{
    std::map<std::string, Json (*)()> schemas{{"cluster", clusterSchema}, {"device", deviceFileSchema},
                                              {"fidelity", recordSchema}, {"lesson", lessonSchema},
                                              {"model", modelSchema},     {"pgram-error", errorSchema},
                                              {"plan", planSchema},       {"scenario", scenarioSchema},
                                              {"study", studySchema},     {"tiers", tiersSchema}};
    for (const auto& [name, schema] : invocation.schemas) {
        schemas.emplace(fmt::format("pgram-{}", name), schema);
    }
    return schemas;
}

Result<ExitCode> run(const std::string& name, const Invocation& invocation)
{
    std::vector<std::string> names;
    for (const auto& [each, schema] : namedSchemas(invocation)) {
        if (each == name) {
            printFile(dumped(schema(), 2) + '\n');
            return ExitOk;
        }
        names.push_back(each);
    }
    if (name.empty()) {
        printText(fmt::format("{}\n", fmt::join(names, "\n")));
        return ExitOk;
    }
    const std::vector<std::string> nearest = nearestNames(name, names);
    return badInput(fmt::format("there is no schema '{}'", name.substr(0, 40)), "NAME",
                    nearest.empty() ? "See pgram schema" : nearestText(nearest).english());
}

}  // namespace

void addSchema(CLI::App& app, Invocation& invocation)
{
    const auto [command, name] =
        addCommand<std::string>(app, invocation, run, "schema", "Print the JSON schema of a file or of an answer",
                                "  pgram schema\n"
                                "  pgram schema cluster\n"
                                "Without a name, the names. A schema is JSON, with and without --json.");
    command->add_option("NAME", *name, "one of them")->type_name("SCHEMA");
}

}  // namespace pgram::cli
