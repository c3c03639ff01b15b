// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/command_table.h"

#include "core/base/ascii.h"

#include <algorithm>

namespace pgram::cli {

namespace {

bool namesFile(const CLI::Option& option)
{
    const auto files = {"FILE", "DIR", "FOLDER", "PATH"};
    return std::ranges::any_of(
        files, [&](const char* name) { return option.get_type_name().find(name) != std::string::npos; });
}

Json describeArgument(const CLI::Option& option)
{
    const bool isPositional = option.get_positional() && option.get_lnames().empty();
    return {{"name", isPositional ? lowered(option.get_name(true)) : option.get_lnames().front()},
            {"type", option.get_items_expected_max() == 0 ? "flag"
                     : namesFile(option)                  ? "file"
                                                          : "value"},
            {"many", option.get_items_expected_max() > 1},
            {"positional", isPositional},
            {"required", option.get_required()},
            {"help", option.get_description()}};
}

void addCommands(const CLI::App& app, const std::vector<std::string>& words, Json& commands)
{
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        std::vector<std::string> own = words;
        own.push_back(command->get_name());
        // A group such as `validate` has no call of its own.
        if (command->get_require_subcommand_min() == 0) {
            Json arguments = Json::array();
            for (const CLI::Option* option : command->get_options()) {
                if (!changesFormAlone(*option)) {
                    arguments.push_back(describeArgument(*option));
                }
            }
            commands.push_back({{"words", own}, {"summary", command->get_description()}, {"arguments", arguments}});
        }
        addCommands(*command, own, commands);
    }
}

}  // namespace

bool changesFormAlone(const CLI::Option& option)
{
    const auto forms = {"help", "json", "csv", "markdown", "man-page"};
    return option.get_group().empty() ||
           std::ranges::any_of(forms, [&](const char* form) { return option.check_lname(form); });
}

Json describeCommands(const CLI::App& app)
{
    Json commands = Json::array();
    addCommands(app, {}, commands);
    return commands;
}

}  // namespace pgram::cli
