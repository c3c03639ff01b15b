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

constexpr Field<TargetRule> refusalRows[] = {
    figure<[](const TargetRule& rule) { return rule.what.english; }>("what").like("."),
    figure<&TargetRule::source>("source"),
};

constexpr Field<TargetProperty> propertyRows[] = {
    figure<[](const TargetProperty& property) { return property.value.english(); }>("value").like("."),
    figure<&TargetProperty::source>("source"),
};

/// Rows of all targets; each has also a member for each of its properties.
constexpr Field<Target> targetRows[] = {
    figure<&Target::name>("name").like(".").column("name"),
    figure<&Target::title>("title").like(".").column("framework"),
    shown("strategies", Measure::Text,
          [](const Target& target) { return std::string(wordsFor(target.reach.value).english); }),
    shown("recomputation", Measure::Text,
          [](const Target& target) { return std::string(wordsFor(target.recompute.value).english); }),
    shown("dimensions", Measure::Text, [](const Target& target) { return toString(target.space.value); }),
    figure<&Target::version>("version").like(".").column("version"),
};

using Targets = std::vector<Target>;

Json writeTargets(const Targets& targets)
{
    Json list = Json::array();
    for (const Target& target : targets) {
        Json json = objectOf(tableOf<targetRows>, target);
        for (const TargetProperty& property : propertiesOf(target)) {
            json[property.name.english] = objectOf(tableOf<propertyRows>, property);
        }
        json["refuses"] = Json::array();
        for (const TargetRule& rule : target.rules) {
            json["refuses"].push_back(objectOf(tableOf<refusalRows>, rule));
        }
        list.push_back(std::move(json));
    }
    return list;
}

Json describeTargets(const FieldRules& rules)
{
    Json target = schemaOf(tableOf<targetRows>);
    target["additionalProperties"] = schemaOf(tableOf<propertyRows>);
    target["properties"]["refuses"] = listSchema(schemaOf(tableOf<refusalRows>), {});
    target["required"].push_back("refuses");
    return listSchema(std::move(target), rules);
}

constexpr Field<Targets> targetsRows[] = {figure<writeTargets>("targets").notEmpty().describedBy(describeTargets)};
constexpr AnswerFormat<Targets> targetsAnswer{
    "targets", "Properties and refusals of each training framework, with their sources.", targetsRows, {"targets"}};

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

Result<ExitCode> runTargets(const std::string& name, const Invocation& invocation)
{
    Targets asked;
    for (const Target* target : targets()) {
        asked.push_back(*target);
    }
    if (!name.empty()) {
        PGRAM_TRY(const Target* target, parseTarget(name));
        asked = {*target};
    }
    if (!invocation.isText()) {
        printAnswer(invocation, targetsAnswer, asked, {});
    } else if (name.empty()) {
        printText(tableWith<targetRows>(asked).text(0));
    } else {
        print(asked.front());
    }
    return ExitOk;
}

}  // namespace

void addTargets(CLI::App& app, Invocation& invocation)
{
    const auto [command, name] = addCommand<std::string, targetsAnswer>(
        app, invocation, runTargets, "targets", "Show what each training framework can run",
        "  pgram targets\n"
        "  pgram targets megatron\n"
        "With a name, each property and refusal with the place where the framework says so.");
    command->add_option("NAME", *name, "one of them")->type_name("TARGET");
}

}  // namespace pgram::cli
