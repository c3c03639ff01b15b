// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram schema: the JSON schema of a file or of an answer.
#include "app/pgram/command.h"
#include "app/pgram/schemas.h"
#include "core/base/nearest.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

Result<ExitCode> run(const std::string& name)
{
    if (name.empty()) {
        for (const NamedSchema& one : schemas()) {
            printText(fmt::format("{}\n", one.name));
        }
        return ExitOk;
    }
    const auto found = std::ranges::find(schemas(), name, &NamedSchema::name);
    if (found == schemas().end()) {
        std::vector<std::string> names;
        for (const NamedSchema& one : schemas()) {
            names.emplace_back(one.name);
        }
        const std::vector<std::string> nearest = nearestNames(name, names);
        return badInput(fmt::format("there is no schema '{}'", name.substr(0, 40)), "NAME",
                        nearest.empty() ? "See pgram schema" : nearestText(nearest).english());
    }
    printFile(dumped(found->schema(), 2) + '\n');
    return ExitOk;
}

}  // namespace

void addSchema(CLI::App& app, Invocation& invocation)
{
    const auto name = std::make_shared<std::string>();
    CLI::App* command = addCommand(app, invocation, "schema", "Print the JSON schema of a file or of an answer",
                                   "  pgram schema\n"
                                   "  pgram schema cluster\n"
                                   "Without a name, the names. A schema is JSON, with and without --json.");
    command->add_option("NAME", *name, "one of them")->type_name("SCHEMA");
    command->callback([name, &invocation] { invocation.run = [name] { return run(*name); }; });
}

}  // namespace pgram::cli
