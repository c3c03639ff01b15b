// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/megatron_leaves.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/nested_settings.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/torchtitan_settings.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

bool recognisesPrimus(const ForeignFile& file, const Json& /*json*/)
{
    return hasLineOf(file.text, {"modules:"}) && file.text.find("pre_trainer:") != std::string::npos;
}

/// Replaces "${NAME:default}" in a text by the default.
std::string withDefaults(std::string text)
{
    for (std::size_t at = text.find("${"); at != std::string::npos; at = text.find("${", at + 1)) {
        const std::size_t end = text.find('}', at);
        const std::size_t colon = text.find(':', at);
        if (end != std::string::npos && colon < end) {
            text.replace(at, end - at + 1, text.substr(colon + 1, end - colon - 1));
        }
    }
    return text;
}

void takeDefaults(Json& json)
{
    if (json.is_structured()) {
        for (Json& value : json) {
            takeDefaults(value);
        }
    } else if (json.is_string() && json.get<std::string>().find("${") != std::string::npos) {
        json = valueOfWord(withDefaults(json.get<std::string>()));
    }
}

/// Returns the settings of the trainer that the module runs, Megatron-LM or torchtitan, taken out of the overrides.
Result<PlanSettings> settingsOfModule(Json& overrides, bool isTorchtitan, const std::string& where)
{
    if (isTorchtitan) {
        Json given = std::exchange(overrides, Json::object());
        Json& training = given["training"];  // the least that a file of torchtitan has
        training = training.is_object() ? training : Json::object();
        return settingsOfTorchtitanToml(given, where);
    }
    Json arguments = takeMegatronArguments(overrides, {});
    for (const auto& [name, value] : {std::pair("use_distributed_optimizer", true), std::pair("bf16", true)}) {
        if (!arguments.contains(name) && !arguments.contains("fp16")) {
            arguments[name] = value;
        }
    }
    return settingsOfMegatron(argumentsOfJson(arguments), where, true);
}

Result<Reading> readingOfPrimus(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    Result<Json> json = jsonOfYaml(file.text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    takeDefaults(*json);
    const Json module = valueAtPath(*json, "modules.pre_trainer");
    if (!module.is_object()) {
        return badInput(Core::tr("has no module pre_trainer"), where,
                        Core::tr("Give the YAML of a training run: modules, pre_trainer, overrides"));
    }
    Json overrides = module.value("overrides", Json());
    overrides = overrides.is_object() ? overrides : Json::object();
    const bool isTorchtitan = module.value("framework", Json()) == "torchtitan";
    return settingsOfModule(overrides, isTorchtitan, where).and_then([&](PlanSettings&& settings) -> Result<Reading> {
        setAtPath(*json, "modules.pre_trainer.overrides", overrides);
        settings.method = "primus";
        if (!isTorchtitan) {
            settings.family = "megatron-core";
        }
        SettingReader reader(*json, where, settings, primusTable);
        SettingReader trainer = reader.object("modules").object("pre_trainer");
        (void)trainer.has("framework");
        (void)trainer.has("overrides");
        std::string model = trainer.text("model");
        model = model.substr(model.rfind('/') + 1);
        settings.preset = model.substr(0, model.rfind(".yaml"));
        std::ranges::replace(settings.preset, '_', '-');
        if (const Result<void> finished = reader.finish(); !finished) {
            return tl::unexpected(finished.error());
        }
        return planOfSettings(std::move(settings), where, context);
    });
}

}  // namespace

constinit const Format primusFormat{
    .name = "primus",
    .title = Core::tr("Primus configuration"),
    .what = "The YAML of a training run of Primus, on Megatron-LM or torchtitan.",
    .holds = Content::Plan,
    .usualName = "pretrain.yaml",
    .limits = "What its base configurations set beside the file is taken as Megatron-LM's or torchtitan's own.",
    .knownBy = "modules with pre_trainer",
    .recognises = recognisesPrimus,
    .read = readingOfPrimus,
};

}  // namespace pgram
