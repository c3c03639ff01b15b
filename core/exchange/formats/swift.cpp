// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/fine_tuning.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/launch_doubts.h"
#include "core/exchange/words.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr FineTuningNames swiftNames{.program = "ms-swift",
                                     .model = "model",
                                     .microBatch = "per_device_train_batch_size",
                                     .sequence = "max_length",
                                     .optimizer = "optim",
                                     .rank = "lora_rank",
                                     .targets = "target_modules",
                                     .everywhere = nullptr,
                                     .attention = "attn_impl",
                                     .prefix = "--"};

/// Scripts of its Megatron are Megatron-LM's, whose format comes first.
bool recognisesSwift(const ForeignFile& file, const Json& /*json*/)
{
    return file.text.find("swift ") != std::string::npos && argumentsOfText(file.text).isSwift();
}

Text ofSwift()
{
    return Core::tr("{}'s own where none is said", std::string(swiftNames.program));
}

void readSwiftDevices(const LaunchArguments& arguments, PlanSettings& settings)
{
    constexpr std::int64_t most = 1 << 20;
    const auto numberOf = [&](const char* name) {
        noteDoubt(name, arguments, settings);
        const auto text = arguments.variable(name);
        const auto value = text ? wholeNumber(*text) : std::nullopt;
        return value && *value >= 1 && *value <= most ? value : std::nullopt;
    };
    const auto each = numberOf("NPROC_PER_NODE");
    const auto nodes = numberOf("NNODES");
    const auto visible = arguments.variable("CUDA_VISIBLE_DEVICES");
    if (arguments.hasVariable("NNODES") && !nodes) {
        return;
    }
    if (each && *each * nodes.value_or(1) <= most) {
        settings.devices = *each * nodes.value_or(1);
    } else if (!arguments.hasVariable("NPROC_PER_NODE") && visible && std::ranges::count(*visible, ',') == 0) {
        settings.devices = 1;
    }
}

/// Reads the objective of swift rlhf, which is DPO unless another is named.
void readObjective(SettingReader& reader, bool isRlhf)
{
    const std::string said = reader.text("rlhf_type");
    if (!said.empty() || isRlhf) {
        const std::string objective = said.empty() ? "dpo" : said;
        setPreference(reader.settings(), objective, "--rlhf_type", false);
    }
    if (said.empty() && isRlhf) {
        reader.settings().assume("--rlhf_type", "dpo", ofSwift());
    }
}

void readSwift(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    settings.encoderFrozen = reader.flag("freeze_vit").value_or(true);  // ms-swift's own where none is said
    settings.projectorFrozen = reader.flag("freeze_aligner").value_or(true);
    const std::string newer = reader.text("tuner_type");
    const std::string older = reader.text("train_type");
    const std::string type = newer.empty() ? older : newer;
    const auto bits = reader.number("quant_bits", 0, 16);
    if (type.empty() || type == "lora") {
        readAdapters(reader, swiftNames, bits == 4);
        if (type.empty()) {
            settings.assume("--tuner_type", "lora", ofSwift());
        }
    } else if (type != "full") {
        settings.assume(newer.empty() ? "--train_type" : "--tuner_type", "full",
                        Core::tr("plans have no tuning of the kind {}", type.substr(0, 40)));
    }
    if (bits.value_or(0) > 0 && *bits != 4) {
        settings.assume("--quant_bits", "16", Core::tr("plans have frozen weights of 4 or 16 bits"));
    }
    const auto recomputes = reader.flag("gradient_checkpointing");
    settings.kept = recomputes.value_or(true) ? KeptPart::Input : KeptPart::All;
    if (!recomputes) {
        settings.assume("--gradient_checkpointing", "true", ofSwift());
    }
    if (reader.flag("use_liger_kernel").value_or(false)) {
        settings.loss = LossKind::Chunked;
    }
    const std::string word = reader.text("torch_dtype");
    if (!settings.precision && !word.empty()) {
        settings.precision = word == "float16"   ? Precision::Fp16
                             : word == "float32" ? Precision::Fp32
                                                 : Precision::Bf16;
    }
    settings.ulysses = reader.number("sequence_parallel_size", 1, mostDegree);
    if (!settings.microBatch) {
        settings.microBatch = 1;
        settings.assume("--per_device_train_batch_size", "1", ofSwift());
    }
    if (!settings.microbatches && settings.devices) {
        constexpr std::int64_t samples = 16;
        const std::int64_t step = *settings.microBatch * *settings.devices;
        settings.microbatches = std::max<std::int64_t>(1, (samples + step - 1) / step);
        settings.assume("--gradient_accumulation_steps", std::to_string(*settings.microbatches), ofSwift());
    }
}

Result<Reading> readingOfSwift(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    const LaunchArguments arguments = argumentsOfText(file.text);
    PlanSettings settings;
    settings.method = "ms-swift";
    const Json json = objectOfArguments(arguments, swiftTable, settings);
    SettingReader reader(json, where, settings, swiftTable, swiftNames.prefix);
    readSwiftDevices(arguments, settings);
    readFineTuning(reader, swiftNames, file.path);
    readSwift(reader);
    readObjective(reader, file.text.find("swift rlhf") != std::string::npos);
    if (const Result<void> finished = reader.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return planOfSettings(std::move(settings), where, context);
}

}  // namespace

constinit const Format swiftFormat{
    .name = "ms-swift",
    .title = Core::tr("ms-swift script"),
    .what = "A shell script that starts swift sft, pt or rlhf, with DeepSpeed's file next to it if there is one.",
    .holds = Content::Plan,
    .usualName = "train.sh",
    .limits = "Scripts of megatron sft are read as Megatron-LM's arguments.",
    .knownBy = "swift sft, swift pt or swift rlhf",
    .recognises = recognisesSwift,
    .read = readingOfSwift,
};

}  // namespace pgram
