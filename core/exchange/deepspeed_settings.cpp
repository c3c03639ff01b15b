// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/deepspeed_settings.h"

#include "core/base/json.h"

#include <fmt/format.h>

namespace pgram {

namespace {

/// An object with its stage; in files of 2020 true or the stage itself.
void readZero(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    if (!reader.has("zero_optimization")) {
        settings.zero = 0;
        settings.assume("zero_optimization.stage", "0", Core::tr("DeepSpeed's own where none is said"));
        return;
    }
    const Json& zero = reader.json()["zero_optimization"];
    if (zero.is_boolean()) {
        settings.zero = zero.get<bool>() ? 1 : 0;
        return;
    }
    if (zero.is_number()) {
        settings.zero = reader.number("zero_optimization", 0, 3);
        return;
    }
    SettingReader inner = reader.object("zero_optimization");
    settings.zero = inner.number("stage", 0, 3);
    if (!settings.zero) {
        settings.zero = 0;
        settings.assume("zero_optimization.stage", "0", Core::tr("DeepSpeed's own where none is said"));
    }
    const auto device = [&inner](const char* name) { return inner.object(name).text("device"); };
    readOffload(reader, inner.flag("cpu_offload").value_or(false) ? "cpu" : device("offload_optimizer"),
                device("offload_param"));
    if (const auto shard = inner.number("mics_shard_size", -1, mostDegree); shard && *shard > 0) {
        settings.shard = *shard;
    }
    if (const auto shard = inner.number("zero_hpz_partition_size", 1, mostDegree); shard && *shard > 1) {
        settings.ignored.emplace_back("/zero_optimization/zero_hpz_partition_size");
    }
}

void readPrecision(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    bool isOpen = false;
    for (const auto& [name, precision] : {std::pair("bf16", Precision::Bf16), std::pair("bfloat16", Precision::Bf16),
                                          std::pair("fp16", Precision::Fp16)}) {
        SettingReader inner = reader.object(name);
        if (inner.flag("enabled").value_or(false) && !settings.precision) {
            settings.precision = precision;
        }
        isOpen = isOpen || inner.isAuto("enabled");
    }
    if (!settings.precision && !isOpen) {
        settings.precision = Precision::Fp32;
    }
}

/// What DeepSpeed's JSON has and does not decide by itself.
void noteIgnored(SettingReader& reader)
{
    for (const char* name : {"activation_checkpointing", "curriculum_learning", "elasticity", "sparse_attention",
                             "autotuning", "compression_training"}) {
        if (reader.has(name)) {
            reader.settings().ignored.push_back(fmt::format("/{}", name));
        }
    }
}

/// Stages, which DeepSpeed takes from its Python side and our scripts from here.
void readPipeline(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    SettingReader pipeline = reader.object("pipeline");
    if (pipeline.isAuto("stages")) {
        return;
    }
    settings.pipeline = pipeline.number("stages", 1, mostDegree);
    if (pipeline.number("activation_checkpoint_interval", 0, 4096).value_or(0) > 0) {
        settings.kept = KeptPart::Input;
    }
    if (!settings.pipeline && reader.has("pipeline")) {
        settings.ignored.emplace_back("/pipeline");
    }
}

/// Our names of what stands as "auto", and all other places of it as ignored.
void noteAutos(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    for (const auto& [ours, key] :
         {std::pair("micro_batch", "train_micro_batch_size_per_gpu"), std::pair("global_batch", "train_batch_size"),
          std::pair("micro_batches", "gradient_accumulation_steps")}) {
        if (reader.isAuto(key)) {
            settings.autoKeys[ours] = key;
        }
    }
    for (const char* name : {"fp16", "bf16"}) {
        if (!settings.precision && reader.object(name).isAuto("enabled")) {
            settings.autoKeys["precision"] = fmt::format("{}.enabled", name);
        }
    }
    for (const char* block : {"zero_optimization", "optimizer", "scheduler"}) {
        if (!reader.has(block) || !reader.json()[block].is_object()) {
            continue;
        }
        for (const auto& [name, value] : reader.json()[block].items()) {
            if (value == "auto") {
                settings.ignored.push_back(fmt::format("/{}/{}: auto", block, name));
            }
        }
    }
}

}  // namespace

void readOffload(SettingReader& reader, const std::string& optimizer, const std::string& weights)
{
    const auto waits = [](const std::string& device) { return device == "cpu" || device == "nvme"; };
    reader.settings().offloadOptimizer = waits(optimizer);
    if (waits(weights)) {
        reader.settings().assume("offload_param", "none",
                                 Core::tr("the file has weights wait on {}, which no plan holds", weights));
    }
}

void readDeepSpeed(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    reader.requireAny({"zero_optimization", "train_batch_size", "train_micro_batch_size_per_gpu",
                       "gradient_accumulation_steps", "bf16", "fp16", "tensor_parallel"});
    readZero(reader);
    readPrecision(reader);
    noteIgnored(reader);
    noteAutos(reader);
    settings.microBatch = reader.number("train_micro_batch_size_per_gpu", 1, mostSamples);
    settings.globalBatch = reader.number("train_batch_size", 1, mostSamples * 64);
    settings.microbatches = reader.number("gradient_accumulation_steps", 1, mostSamples);
    settings.tensor = reader.object("tensor_parallel").number("autotp_size", 0, mostDegree);
    if (settings.tensor && *settings.tensor == 0) {
        settings.tensor.reset();
    }
    settings.ulysses = reader.number("sequence_parallel_size", 1, mostDegree);
    readPipeline(reader);
    const std::string sums = reader.object("data_types").text("grad_accum_dtype");
    const bool isNarrow = settings.precision == Precision::Bf16 || settings.precision == Precision::Fp16;
    settings.gradientBytes = sums == "fp32" || !isNarrow ? 4 : 2;  // else as the weights are
    settings.expert = reader.object("expert_parallel").number("autoep_size", 1, mostDegree);
    if (settings.microBatch && settings.globalBatch && settings.microbatches) {
        const std::int64_t step = *settings.microBatch * *settings.microbatches;
        if (*settings.globalBatch % step != 0) {
            reader.fail("train_batch_size",
                        Core::tr("is {}, which is no multiple of the micro-batch {} times {} step(s)",
                                 *settings.globalBatch, *settings.microBatch, *settings.microbatches));
            return;
        }
        settings.data = *settings.globalBatch / step;
    }
}

}  // namespace pgram
