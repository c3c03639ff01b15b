// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram targets: what each training framework can run, and where it says so.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "app/pgram/wrapped_list.h"
#include "core/frameworks/properties.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

Json toJson(const Target& target)
{
    Json json{{"name", target.name}, {"title", target.title}, {"version", target.version}};
    for (const TargetProperty& property : propertiesOf(target)) {
        json[property.name.english] = {{"value", property.value.english()}, {"source", property.source}};
    }
    json["refuses"] = Json::array();
    for (const TargetRule& rule : target.rules) {
        json["refuses"].push_back({{"what", rule.what.english}, {"source", rule.source}});
    }
    return json;
}

void print(const Target& target)
{
    printText(fmt::format("{} ({})\n", target.title, target.version));
    Table table({{"", Align::Left}, {"", Align::Left}, {"source", Align::Left}});
    for (const TargetProperty& property : propertiesOf(target)) {
        const std::vector<std::string> lines = wrappedList(property.value.english(), 60);
        table.addRow({property.name.english, lines.front(), property.source});
        for (std::size_t i = 1; i < lines.size(); ++i) {
            table.addRow({"", lines[i], ""});
        }
    }
    for (const TargetRule& rule : target.rules) {
        table.addRow({"refuses", rule.what.english, rule.source});
    }
    printText(table.text());
}

void print(std::span<const Target* const> all)
{
    Table table({{"name", Align::Left},
                 {"framework", Align::Left},
                 {"strategies", Align::Left},
                 {"recomputation", Align::Left},
                 {"dimensions", Align::Left},
                 {"version", Align::Left}});
    for (const Target* target : all) {
        table.addRow({target->name, target->title, wordsFor(target->reach.value).english,
                      wordsFor(target->recompute.value).english, toString(target->space.value), target->version});
    }
    printText(table.text(0));
}

Result<ExitCode> runTargets(const std::string& name, bool json)
{
    std::vector<const Target*> asked(targets().begin(), targets().end());
    if (!name.empty()) {
        const Result<const Target*> target = parseTarget(name);
        if (!target) {
            return tl::unexpected(target.error());
        }
        asked = {*target};
    }
    if (json) {
        Json object = outputObject("targets");
        object["targets"] = Json::array();
        for (const Target* target : asked) {
            object["targets"].push_back(toJson(*target));
        }
        printJson(object);
    } else if (name.empty()) {
        print(asked);
    } else {
        print(*asked.front());
    }
    return ExitOk;
}

}  // namespace

void addTargets(CLI::App& app, Invocation& invocation)
{
    const auto name = std::make_shared<std::string>();
    CLI::App* command =
        addCommand(app, invocation, "targets", "Show what each training framework can run",
                   "  pgram targets\n"
                   "  pgram targets megatron\n"
                   "With a name, each property and refusal with the place where the framework says so.");
    command->add_option("NAME", *name, "one of them")->type_name("TARGET");
    command->callback(
        [name, &invocation] { invocation.run = [name, &invocation] { return runTargets(*name, invocation.json); }; });
}

}  // namespace pgram::cli
