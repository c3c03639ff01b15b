// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/loose_json.h"
#include "core/exchange/megatron_settings.h"
#include "core/target/rows/rows.h"

namespace pgram {

namespace {

bool has(const std::string& text, const char* word)
{
    return text.find(word) != std::string::npos;
}

/// By its own words, in whatever the arguments stand.
bool recognisesMegatron(const ForeignFile& file, const Json& /*json*/)
{
    const std::string& text = file.text;
    return has(text, "tensor-model-parallel-size") || has(text, "tensor_model_parallel_size") ||
           (has(text, "--num-layers") && has(text, "--hidden-size"));
}

/// A mapping of flags stands in YAML; anything else of text is a script or a log.
Result<LaunchArguments> argumentsOf(const ForeignFile& file, const std::string& where)
{
    const std::string name = file.path.extension().string();
    const Result<Json> json = parseLooseJson(file.text, where);
    if (json || file.text.starts_with('{')) {
        return json.map(argumentsOfJson);
    }
    if (name == ".yaml" || name == ".yml") {
        return jsonOfYaml(file.text, where).map(argumentsOfJson);
    }
    return argumentsOfText(file.text);
}

Result<Reading> readingOfMegatron(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return argumentsOf(file, where)
        .and_then([&](const LaunchArguments& arguments) -> Result<PlanSettings> {
            if (!arguments.hasAny({"tensor-model-parallel-size", "pipeline-model-parallel-size", "num-layers",
                                   "micro-batch-size", "global-batch-size"})) {
                return badInput(Core::tr("has no arguments of Megatron-LM"), where,
                                Core::tr("Give a script with its flags, or a log that lists the arguments"));
            }
            return settingsOfMegatron(arguments, where, context.model != nullptr);
        })
        .and_then([&](PlanSettings&& settings) { return planOfSettings(std::move(settings), where, context); });
}

Result<std::vector<NamedFile>> filesOfMegatron(const Plan& plan, const WriteContext& /*context*/)
{
    return writeMegatron(plan);
}

}  // namespace

constinit const Format megatronFormat{
    .name = "megatron",
    .title = Core::tr("Megatron-LM arguments"),
    .what = "The arguments of a training run of Megatron-LM: a script, a list of flags, or the dump in its log.",
    .holds = Content::Plan,
    .usualName = "train.sh",
    .limits = "One strategy for all layers; ramped batches and multi-token prediction are not read.",
    .knownBy = "--tensor-model-parallel-size, or --num-layers with --hidden-size",
    .recognises = recognisesMegatron,
    .read = readingOfMegatron,
    .write = filesOfMegatron,
    .launch = launchOfMegatron,
    .target = &megatronTarget,
};

}  // namespace pgram
