// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram targets: what each training framework can run, and where it says so.
#include "app/pgram/command.h"
#include "app/pgram/plain_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/model/training_json.h"
#include "core/target/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

std::string schedulesOf(const Target& target)
{
    std::vector<std::string> names;
    for (const Schedule& schedule : target.schedules.value) {
        names.push_back(toString(schedule));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

/// "bf16, fp32; gradients of 16 or 32 bits; Adam".
std::string numbersOf(const Numbers& numbers)
{
    std::vector<std::string_view> names;
    for (const Precision precision : numbers.precisions) {
        names.push_back(precisionNames()[static_cast<std::size_t>(precision)]);
    }
    return fmt::format("{}; gradients of {}32 bits; Adam{}", fmt::join(names, ", "),
                       numbers.halfGradients ? "16 or " : "", numbers.sgd ? " or SGD" : "");
}

struct Property {
    const char* name;
    std::string value;
    const char* source;
};

/// What a target can run, one line each.
std::vector<Property> propertiesOf(const Target& target)
{
    std::vector<Property> list{{"dimensions", toString(target.space.value), target.space.source},
                               {"strategies", wordsFor(target.reach.value).english, target.reach.source},
                               {"recomputation", wordsFor(target.recompute.value).english, target.recompute.source},
                               {"stages", wordsFor(target.cuts.value).english, target.cuts.source},
                               {"schedules", schedulesOf(target), target.schedules.source},
                               {"trains in", numbersOf(target.numbers.value), target.numbers.source}};
    if (target.models.value != nullptr) {
        list.push_back({"models", fmt::format("{}", fmt::join(target.models.value(), ", ")), target.models.source});
    }
    if (target.keeps.value > 0) {
        list.push_back(
            {"keeps", formatBytes(static_cast<double>(target.keeps.value)) + " per device", target.keeps.source});
    }
    return list;
}

Json toJson(const Target& target)
{
    Json json{{"name", target.name}, {"title", target.title}, {"version", target.version}};
    for (const Property& property : propertiesOf(target)) {
        json[property.name] = {{"value", property.value}, {"source", property.source}};
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
    for (const Property& property : propertiesOf(target)) {
        const std::vector<std::string> lines = wrappedList(property.value, 60);
        table.addRow({property.name, lines.front(), property.source});
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

Result<ExitCode> run(const std::string& name, bool json)
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
        [name, &invocation] { invocation.run = [name, &invocation] { return run(*name, invocation.json); }; });
}

}  // namespace pgram::cli
