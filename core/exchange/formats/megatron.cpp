// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/loose_json.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/python_arguments.h"
#include "core/frameworks/rows/rows.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

bool has(const std::string& text, const char* word)
{
    return text.find(word) != std::string::npos;
}

/// By its own words, in whatever the arguments stand.
bool recognisesMegatron(const ForeignFile& file, const Json& json)
{
    const std::string& text = file.text;
    if (verlFormat.recognises(file, json) || nemoFormat.recognises(file, json) || primusFormat.recognises(file, json)) {
        return false;
    }
    constexpr std::array words{"tensor-model-parallel-size",
                               "tensor_model_parallel_size",
                               "--pipeline-model-parallel-size",
                               "--pipeline_model_parallel_size",
                               "--expert-model-parallel-size",
                               "--expert_model_parallel_size",
                               "megatron sft ",
                               "megatron pt ",
                               "megatron rlhf "};
    return std::ranges::any_of(words, [&text](const char* word) { return has(text, word); }) ||
           (has(text, "--num-layers") && has(text, "--hidden-size"));
}

/// Returns the arguments of a file: YAML has a mapping of flags, any other text is a script or a log.
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
                                   "micro-batch-size", "global-batch-size", "expert-model-parallel-size", "model",
                                   "load"})) {
                return badInput(isPython(file.text)
                                    ? Core::tr("is a program in Python that gives Megatron-LM's arguments no values")
                                    : Core::tr("has no arguments of Megatron-LM"),
                                where, Core::tr("Give a script with its flags, or a log that lists the arguments"));
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
    .limits = "One strategy for all layers; ramped batches are not read.",
    .knownBy =
        "--tensor-model-parallel-size or another degree of its, --num-layers with --hidden-size, or megatron sft",
    .recognises = recognisesMegatron,
    .read = readingOfMegatron,
    .write = filesOfMegatron,
    .launch = launchOfMegatron,
    .target = &megatronTarget,
};

}  // namespace pgram
