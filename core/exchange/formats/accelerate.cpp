// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/accelerate_settings.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/accelerate_write.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/transformers_run.h"
#include "core/exchange/words.h"
#include "core/frameworks/rows/rows.h"

namespace pgram {

namespace {

bool recognisesAccelerate(const ForeignFile& file, const Json& /*json*/)
{
    return hasLineOf(file.text, {"distributed_type:", "compute_environment:"});
}

/// The arguments of the example that Megatron-LM's form starts, in our own script.
void readScript(const std::filesystem::path& file, PlanSettings& settings)
{
    constexpr std::size_t largest = 1 << 20;
    const Result<std::string> script = readTextFile(file.parent_path() / launchScriptName, largest);
    if (!script) {
        return;
    }
    const auto numberBehind = [&script](const char* option) { return wholeNumber(wordBehind(*script, option)); };
    const auto microBatch = numberBehind(microBatchOption);
    const auto sequence = numberBehind(sequenceOption);
    if (microBatch && *microBatch > 0 && *microBatch <= mostSamples) {
        settings.microBatch = microBatch;
    }
    if (sequence && *sequence > 0 && *sequence <= 1 << 24) {
        settings.sequence = sequence;
    }
}

Result<PlanSettings> settingsOfAccelerate(const Json& json, const std::string& where)
{
    PlanSettings settings;
    settings.method = "accelerate";
    SettingReader reader(json, where, settings, accelerateTable);
    readAccelerate(reader, where);
    if (reader.text("distributed_type") == "MEGATRON_LM") {
        readScript(where, settings);
    }
    return reader.finish().map([&settings] { return settings; });
}

Result<Reading> readingOfAccelerate(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return jsonOfYaml(file.text, where)
        .and_then([&where](const Json& json) { return settingsOfAccelerate(json, where); })
        .and_then([&](PlanSettings&& settings) {
            return readTrainerArguments(where, settings).and_then([&] {
                return planOfSettings(std::move(settings), where, context);
            });
        });
}

constexpr const char* configurationName = "accelerate_config.yaml";

}  // namespace

constinit const Format accelerateFormat{
    .name = "accelerate",
    .title = Core::tr("Accelerate configuration"),
    .what = "The YAML of Hugging Face Accelerate: FSDP, DeepSpeed, Megatron-LM, or a mesh of degrees.",
    .holds = Content::Plan,
    .usualName = configurationName,
    .limits = "It has no batch, which is read of training_args.json beside it or assumed; no pipeline but "
              "Megatron-LM's.",
    .knownBy = "distributed_type or compute_environment",
    .recognises = recognisesAccelerate,
    .read = readingOfAccelerate,
    .write = writeAccelerate,
    .launch = launchOfAccelerate,
    .target = &accelerateTarget,
};

constinit const Format accelerateDeepSpeedFormat{
    .name = "accelerate-deepspeed",
    .title = Core::tr("Accelerate configuration with DeepSpeed"),
    .what = "The YAML of Hugging Face Accelerate with the JSON of DeepSpeed beside it.",
    .holds = Content::Plan,
    .usualName = configurationName,
    .limits = "The batch of a run by the Trainer is also in training_args.json next to it.",
    .read = readingOfAccelerate,
    .write = writeAccelerateDeepSpeed,
    .launch = launchOfAccelerateDeepSpeed,
    .target = &accelerateDeepSpeedTarget,
};

constinit const Format accelerateMegatronFormat{
    .name = "accelerate-megatron",
    .title = Core::tr("Accelerate configuration with Megatron-LM"),
    .what = "The YAML of Hugging Face Accelerate with the degrees of Megatron-LM.",
    .holds = Content::Plan,
    .usualName = configurationName,
    .limits = "Stages of equal size, one chunk each; the micro-batch is read of train.sh beside it or assumed.",
    .read = readingOfAccelerate,
    .write = writeAccelerateMegatron,
    .launch = launchOfAccelerateMegatron,
    .target = &accelerateMegatronTarget,
};

}  // namespace pgram
