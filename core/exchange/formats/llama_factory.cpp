// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/fine_tuning.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/loose_json.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr FineTuningNames llamaNames{.program = "LLaMA-Factory",
                                     .model = "model_name_or_path",
                                     .microBatch = "per_device_train_batch_size",
                                     .sequence = "cutoff_len",
                                     .optimizer = "optim",
                                     .rank = "lora_rank",
                                     .targets = "lora_target",
                                     .everywhere = nullptr,
                                     .attention = "flash_attn",
                                     .prefix = "/"};

bool recognisesLlamaFactory(const ForeignFile& file, const Json& json)
{
    const auto has = [&file](const char* word) { return file.text.find(word) != std::string::npos; };
    const bool isYaml = hasLineOf(file.text, {"model_name_or_path:"}) &&
                        hasLineOf(file.text, {"finetuning_type:", "cutoff_len:", "stage:"});
    const bool isJson =
        json.contains("model_name_or_path") && (json.contains("finetuning_type") || json.contains("stage"));
    return isYaml || isJson || (has("--model_name_or_path") && (has("--finetuning_type") || has("--stage ")));
}

void readLlamaFactory(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    const std::string stage = reader.text("stage");
    const std::string loss = reader.text("pref_loss");
    if (!stage.empty() && stage != "sft" && stage != "pt") {
        const bool hasOwnName = stage == "dpo" && (loss == "orpo" || loss == "simpo");
        setPreference(settings, hasOwnName ? loss : stage, "/stage", false);
    }
    // LLaMA-Factory freezes both parts in front of a language model unless it is told otherwise.
    settings.encoderFrozen = reader.flag("freeze_vision_tower").value_or(true);
    const bool onlyProjector = reader.flag("train_mm_proj_only").value_or(false);
    settings.projectorFrozen = reader.flag("freeze_multi_modal_projector").value_or(!onlyProjector);
    if (onlyProjector) {
        settings.assume("/train_mm_proj_only", "false", Core::tr("plans train the language model too"));
    }
    const std::string type = reader.text("finetuning_type");
    const auto bits = reader.number("quantization_bit", 1, 16);
    if (type.empty() || type == "lora") {
        readAdapters(reader, llamaNames, bits.value_or(16) <= 4);
        if (type.empty()) {
            settings.assume("/finetuning_type", "lora",
                            Core::tr("{}'s own where none is said", std::string(llamaNames.program)));
        }
    } else if (type != "full") {
        settings.assume("/finetuning_type", "full",
                        Core::tr("plans have no tuning of the kind {}", type.substr(0, 40)));
    }
    if (bits && *bits != 4) {
        settings.assume("/quantization_bit", "16", Core::tr("plans have frozen weights of 4 or 16 bits"));
    }
    const bool keeps = reader.flag("disable_gradient_checkpointing").value_or(false);
    settings.kept = keeps ? KeptPart::All : KeptPart::Input;
    if (!reader.has("disable_gradient_checkpointing")) {
        settings.assume("/disable_gradient_checkpointing", "false",
                        Core::tr("{}'s own where none is said", std::string(llamaNames.program)));
    }
    const bool liger = reader.flag("enable_liger_kernel").value_or(false);
    const bool unsloth = reader.flag("use_unsloth").value_or(false);
    if (liger || unsloth) {
        settings.loss = LossKind::Chunked;
    }
    if (reader.flag("pure_bf16").value_or(false)) {
        settings.precision = Precision::Bf16;
        settings.masterWeights = false;
        settings.stateBytes = 2;
        settings.gradientBytes = 2;
    }
    const auto takeUsual = [&settings](std::optional<std::int64_t> PlanSettings::*member, std::int64_t usual,
                                       const char* name) {
        if (!(settings.*member)) {
            settings.*member = usual;
            settings.assume(std::string("/") + name, std::to_string(usual),
                            Core::tr("{}'s own where none is said", std::string(llamaNames.program)));
        }
    };
    takeUsual(&PlanSettings::sequence, 2048, llamaNames.sequence);
    takeUsual(&PlanSettings::microBatch, 8, llamaNames.microBatch);
}

Result<Reading> readingOfLlamaFactory(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    PlanSettings settings;
    settings.method = "llama-factory";
    const Result<Json> parsed = parseLooseJson(file.text, where);
    const bool isScript = file.text.find("--model_name_or_path") != std::string::npos;
    const Result<Json> json =
        parsed     ? parsed
        : isScript ? Result<Json>(objectOfArguments(argumentsOfText(file.text), llamaFactoryTable, settings))
                   : jsonOfYaml(file.text, where);
    if (!json) {
        return tl::unexpected(json.error());
    }
    SettingReader reader(*json, where, settings, llamaFactoryTable);
    readFineTuning(reader, llamaNames, file.path);
    readLlamaFactory(reader);
    if (const Result<void> finished = reader.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return planOfSettings(std::move(settings), where, context);
}

}  // namespace

constinit const Format llamaFactoryFormat{
    .name = "llama-factory",
    .title = Core::tr("LLaMA-Factory configuration"),
    .what = "The YAML, JSON or script of LLaMA-Factory, with DeepSpeed's file next to it if there is one.",
    .holds = Content::Plan,
    .usualName = "train.yaml",
    .limits = "The number of devices is that of its launcher: --devices gives it.",
    .knownBy = "model_name_or_path with finetuning_type, cutoff_len or stage",
    .recognises = recognisesLlamaFactory,
    .read = readingOfLlamaFactory,
};

}  // namespace pgram
