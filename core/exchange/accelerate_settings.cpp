// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/accelerate_settings.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/deepspeed_settings.h"
#include "core/exchange/foreign_syntax.h"
#include "core/frameworks/rows/rows.h"

namespace pgram {

namespace {

/// ZeRO's stage by the names of both versions of FSDP.
std::int64_t fsdpStage(SettingReader& fsdp)
{
    const std::string strategy = fsdp.text("fsdp_sharding_strategy").empty() ? fsdp.text("fsdp_reshard_after_forward")
                                                                             : fsdp.text("fsdp_sharding_strategy");
    const std::int64_t number = strategy.empty() ? fsdp.number("fsdp_sharding_strategy", 1, 5).value_or(0) : 0;
    if (strategy == "NO_SHARD" || strategy == "3" || number == 3) {
        return 0;
    }
    const bool gradients = strategy == "SHARD_GRAD_OP" || strategy == "HYBRID_SHARD_ZERO2" || strategy == "2" ||
                           strategy == "5" || number == 2 || number == 5;
    const bool isFlag = fsdp.has("fsdp_reshard_after_forward") && fsdp.text("fsdp_reshard_after_forward").empty();
    const bool never = isFlag && !fsdp.flag("fsdp_reshard_after_forward").value_or(true);
    return gradients || never ? 2 : 3;
}

void readFsdp(SettingReader& reader)
{
    SettingReader fsdp = reader.object("fsdp_config");
    PlanSettings& settings = reader.settings();
    settings.zero = fsdpStage(fsdp);
    const auto recomputes = fsdp.flag("fsdp_activation_checkpointing");
    settings.kept = recomputes.value_or(false) ? KeptPart::Input : KeptPart::All;
    settings.leavesRecompute = !recomputes;
    if (fsdp.flag("fsdp_offload_params").value_or(false)) {
        readOffload(reader, "cpu", "cpu");
    }
}

void readDeepSpeedPart(SettingReader& reader, const std::filesystem::path& where)
{
    SettingReader part = reader.object("deepspeed_config");
    PlanSettings& settings = reader.settings();
    const std::filesystem::path file = part.text("deepspeed_config_file");
    if (!file.empty() && readDeepSpeedFile(reader, where.parent_path() / file.filename())) {
        return;
    }
    settings.zero = part.number("zero_stage", 0, 3);
    settings.microbatches = part.number("gradient_accumulation_steps", 1, mostSamples);
    readOffload(reader, part.text("offload_optimizer_device"), part.text("offload_param_device"));
    if (!settings.zero && part.has("deepspeed_config_file")) {
        settings.ask("zero_stage", Core::tr("it is set in {}: import that file in place of this one",
                                            part.text("deepspeed_config_file").substr(0, 80)));
    } else if (!settings.zero) {
        settings.assume("zero_stage", "2", Core::tr("Accelerate's own where none is said"));
        settings.zero = 2;
    }
}

void readMegatronPart(SettingReader& reader)
{
    SettingReader part = reader.object("megatron_lm_config");
    PlanSettings& settings = reader.settings();
    settings.tensor = part.number("megatron_lm_tp_degree", 1, mostDegree);
    settings.pipeline = part.number("megatron_lm_pp_degree", 1, mostDegree);
    settings.context = part.number("megatron_lm_context_parallel_size", 1, mostDegree);
    settings.expert = part.number("megatron_lm_expert_model_parallel_size", 1, mostDegree);
    settings.microbatches = part.number("megatron_lm_num_micro_batches", 1, mostSamples);
    settings.sequenceParallel = part.flag("megatron_lm_sequence_parallelism").value_or(false);
    settings.zero = part.flag("megatron_lm_use_distributed_optimizer").value_or(false) ? 1 : 0;
    settings.lastLayers = part.number("megatron_lm_decoder_last_pipeline_num_layers", 1, 4096);
    const bool full = part.text("megatron_lm_recompute_granularity") == "full";
    if (full && part.text("megatron_lm_recompute_method") == "block") {
        settings.recomputeFirst = part.number("megatron_lm_recompute_num_layers", 0, 4096);
    }
    settings.family = accelerateMegatronTarget.overheads;
    settings.isMegatron = true;
    const bool selective = part.flag("megatron_lm_recompute_activations").value_or(false);
    settings.kept = full ? KeptPart::Input : selective ? KeptPart::WithoutAttention : KeptPart::All;
}

/// Sizes of the mesh, with the prefix that the file gives them or without.
void readMesh(SettingReader& reader)
{
    SettingReader mesh = reader.object("parallelism_config");
    PlanSettings& settings = reader.settings();
    const auto size = [&mesh](const std::string& name) {
        const auto long_ = mesh.number(("parallelism_config_" + name).c_str(), 1, mostDegree);
        return long_ ? long_ : mesh.number(name.c_str(), 1, mostDegree);
    };
    settings.tensor = size("tp_size");
    settings.context = size("cp_size");
    settings.ulysses = size("sp_size");
    const auto copies = size("dp_replicate_size");
    const auto shards = size("dp_shard_size");
    if (copies && shards && reader.text("distributed_type") != "DEEPSPEED") {
        settings.data = *copies * *shards;
        settings.shard = *copies > 1 && *shards > 1 ? shards : std::nullopt;
        // The ring's ranks are shards, too.
        const bool alone = *shards == 1 && settings.context.value_or(1) == 1;
        settings.zero = alone ? std::int64_t{0} : settings.zero.value_or(3);
    }
}

void readMixedPrecision(SettingReader& reader)
{
    const std::string word = reader.text("mixed_precision");
    PlanSettings& settings = reader.settings();
    if (word == "bf16" || word == "fp16" || word == "fp8" || word == "no") {
        settings.precision = word == "bf16"   ? Precision::Bf16
                             : word == "fp16" ? Precision::Fp16
                             : word == "fp8"  ? Precision::Fp8
                                              : Precision::Fp32;
    } else if (reader.flag("mixed_precision") == false) {
        settings.precision = Precision::Fp32;
    }
}

}  // namespace

void readAccelerate(SettingReader& reader, const std::filesystem::path& where)
{
    PlanSettings& settings = reader.settings();
    reader.requireAny({"distributed_type", "compute_environment"});
    const std::string type = reader.text("distributed_type");
    settings.zero = 0;
    settings.leavesRecompute = type != "MEGATRON_LM";
    if (type == "FSDP") {
        readFsdp(reader);
    } else if (type == "DEEPSPEED") {
        readDeepSpeedPart(reader, where);
    } else if (type == "MEGATRON_LM") {
        readMegatronPart(reader);
    } else if (!type.empty() && type != "MULTI_GPU" && type != "NO" && type != "TP") {
        reader.fail("distributed_type", Core::tr("is '{}', which no plan holds", type.substr(0, 40)));
    }
    if (reader.has("parallelism_config")) {
        readMesh(reader);
    }
    settings.devices = reader.number("num_processes", 1, 1 << 20);
    if (const auto accumulation = reader.number("gradient_accumulation_steps", 1, mostSamples)) {
        settings.microbatches = accumulation;
    }
    if (!settings.precision) {
        readMixedPrecision(reader);
    }
}

bool readAccelerateFile(SettingReader& reader, const std::filesystem::path& file)
{
    constexpr std::size_t largest = 1 << 20;
    const Result<std::string> text = readTextFile(file, largest);
    const Result<Json> json = text ? jsonOfYaml(*text, file.string()) : Result<Json>(Json());
    if (!json || !json->is_object()) {
        return false;
    }
    SettingReader inner(*json, file.string(), reader.settings(), accelerateTable);
    readAccelerate(inner, file);
    reader.adopt(inner.finish());
    return true;
}

}  // namespace pgram
