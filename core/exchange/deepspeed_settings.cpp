// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/deepspeed_settings.h"

#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/loose_json.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Notes that a part of the optimizer stays on the device, which plans do not have.
void readOffloadShare(SettingReader& zero)
{
    SettingReader offload = zero.object("offload_optimizer");
    const Json& ratio = offload.value("ratio");
    const double share = ratio.is_number() ? ratio.get<double>() : 1;
    if (share > 0 && share < 1) {
        zero.settings().assume("/zero_optimization/offload_optimizer/ratio", "1",
                               Core::tr("plans have all states of a layer in host memory, or none"));
    }
}

/// An object with its stage; in files of 2020 true or the stage itself.
void readZero(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    if (!reader.has("zero_optimization")) {
        settings.zero = 0;
        settings.assume("zero_optimization.stage", "0", Core::tr("DeepSpeed's own where none is said"));
        return;
    }
    const Json& zero = reader.value("zero_optimization");
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
    readOffloadShare(inner);
    readOffload(reader, inner.flag("cpu_offload").value_or(false) ? "cpu" : device("offload_optimizer"),
                device("offload_param"));
    if (const auto shard = inner.number("mics_shard_size", -1, mostDegree); shard && *shard > 0) {
        settings.shard = *shard;
    }
    if (const auto overlaps = inner.flag("overlap_comm")) {
        settings.setHabit(&Framework::overlapGradients, *overlaps);
    }
}

/// Reads whether 16-bit weights are updated themselves, and the format of the optimizer's states then.
void readMasters(SettingReader& half, Precision precision)
{
    PlanSettings& settings = half.settings();
    const bool isBf16 = precision == Precision::Bf16;
    const char* own = isBf16 ? "bf16_master_weights_and_grads" : "fp16_master_weights_and_grads";
    if (!half.flag(own).value_or(false)) {
        return;
    }
    settings.masterWeights = false;
    if (!isBf16 || half.flag("bf16_optimizer_states").value_or(false)) {
        settings.stateBytes = 2;
    }
}

/// Optimizers that DeepSpeed itself makes.
constexpr std::array madeOptimizers{NamedOptimizer{"adam", Optimizer::Adam},
                                    NamedOptimizer{"adamw", Optimizer::Adam},
                                    NamedOptimizer{"sgd", Optimizer::Sgd},
                                    NamedOptimizer{"muon", Optimizer::Muon},
                                    NamedOptimizer{"adafactor", Optimizer::Adafactor},
                                    NamedOptimizer{"adamw8bit", Optimizer::Adam8},
                                    NamedOptimizer{"lion", Optimizer::Sgd, true},
                                    NamedOptimizer{"adagrad", Optimizer::Sgd, true},
                                    NamedOptimizer{"lamb", Optimizer::Adam, true},
                                    NamedOptimizer{"onebitadam", Optimizer::Adam, true},
                                    NamedOptimizer{"zerooneadam", Optimizer::Adam, true},
                                    NamedOptimizer{"onebitlamb", Optimizer::Adam, true}};

void readPrecision(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    bool isOpen = false;
    for (const auto& [name, precision] : {std::pair("bf16", Precision::Bf16), std::pair("bfloat16", Precision::Bf16),
                                          std::pair("fp16", Precision::Fp16)}) {
        SettingReader inner = reader.object(name);
        if (inner.flag("enabled").value_or(false) && !settings.precision) {
            settings.precision = precision;
            readMasters(inner, precision);
        }
        isOpen = isOpen || inner.isAuto("enabled");
    }
    if (!settings.precision && !isOpen) {
        settings.precision = Precision::Fp32;
    }
}

/// Stages, which DeepSpeed takes from its Python side and our scripts from here.
void readPipeline(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    SettingReader pipeline = reader.object("pipeline");
    settings.leavesRecompute = true;
    if (pipeline.isAuto("stages")) {
        return;
    }
    settings.pipeline = pipeline.number("stages", 1, mostDegree);
    const auto interval = pipeline.number("activation_checkpoint_interval", 0, 4096);
    settings.kept = interval.value_or(0) > 0 ? KeptPart::Input : settings.kept;
    settings.leavesRecompute = !interval;
    if (!settings.pipeline && reader.has("pipeline")) {
        settings.assume("/pipeline/stages", "1",
                        Core::tr("DeepSpeed takes its stages from Python where none are said"));
    }
}

/// Notes our names of settings that are "auto".
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
}

}  // namespace

void readOffload(SettingReader& reader, const std::string& optimizer, const std::string& weights)
{
    const auto waits = [](const std::string& device) { return device == "cpu" || device == "nvme"; };
    reader.settings().offloadOptimizer = waits(optimizer);
    if (optimizer == "nvme") {
        reader.settings().assume("offload_optimizer", "cpu",
                                 Core::tr("plans have states wait in host memory, which is faster than NVMe"));
    }
    reader.settings().offloadWeights = waits(weights);
    if (weights == "nvme") {
        reader.settings().assume("offload_param", "cpu",
                                 Core::tr("plans have weights wait in host memory, which is faster than NVMe"));
    }
}

void readDeepSpeed(SettingReader& reader)
{
    PlanSettings& settings = reader.settings();
    reader.requireAny({"zero_optimization", "train_batch_size", "train_micro_batch_size_per_gpu",
                       "gradient_accumulation_steps", "bf16", "fp16", "tensor_parallel"});
    readZero(reader);
    readPrecision(reader);
    if (SettingReader optimizer = reader.object("optimizer"); !optimizer.isAuto("type")) {
        settings.takeOptimizer(optimizer.text("type"), madeOptimizers, "/optimizer/type");
    }
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
            reader.fail(
                "train_batch_size",
                Core::tr("is {}, which is not a multiple of the micro-batch {} times {} step(s), which is {}: "
                         "DeepSpeed stops on any number of devices. Leave one of the three out, or make it a multiple",
                         *settings.globalBatch, *settings.microBatch, *settings.microbatches, step));
            return;
        }
        settings.data = *settings.globalBatch / step;
    }
}

bool readDeepSpeedFile(SettingReader& reader, const std::filesystem::path& file)
{
    constexpr std::size_t largest = 1 << 20;
    const Result<std::string> text = readTextFile(file, largest);
    const Result<Json> json = text ? parseLooseJson(*text, file.string()) : Result<Json>(Json());
    if (!json || !json->is_object()) {
        return false;
    }
    SettingReader inner(*json, file.string(), reader.settings(), deepSpeedTable);
    readDeepSpeed(inner);
    reader.adopt(inner.finish());
    return true;
}

}  // namespace pgram
