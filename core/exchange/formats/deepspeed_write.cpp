// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan for DeepSpeed: its JSON, and the Trainer's arguments; of a pipeline, whose stages DeepSpeed takes from Python
// alone, a script with the model.
#include "core/exchange/formats/deepspeed_write.h"

#include "core/base/json.h"
#include "core/exchange/language_model.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/program_text.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/transformers_run.h"
#include "core/exchange/uniform_plan.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace pgram {

namespace {

Json zeroOf(const Plan& plan, const LayerStrategy& strategy)
{
    constexpr std::int64_t bucket = 500'000'000;  // elements: DeepSpeed's own, written so that they are seen
    // Without ZeRO weights and gradients have one type. A lone device has nothing to divide.
    const bool mixes = plan.training.elementBytes() == 2 && plan.training.gradientBytes == 4;
    Json zero{{"stage", strategy.zero == 0 && mixes ? 1 : strategy.zero},
              {"overlap_comm", plan.training.framework.overlapGradients},
              {"contiguous_gradients", true},
              {"reduce_bucket_size", bucket},
              {"allgather_bucket_size", bucket}};
    if (strategy.offloadOptimizer) {
        zero["offload_optimizer"] = {{"device", "cpu"}, {"pin_memory", true}};
    }
    if (strategy.offloadWeights) {
        zero["offload_param"] = {{"device", "cpu"}, {"pin_memory", true}};
    }
    return zero;
}

Json configurationOfDeepSpeed(const Plan& plan, const UniformPlan& uniform)
{
    const LayerStrategy& strategy = uniform.strategy;
    Json json{{"train_batch_size", plan.training.globalBatch},
              {"train_micro_batch_size_per_gpu", uniform.microBatch},
              {"gradient_accumulation_steps", plan.schedule.microbatches},
              {"gradient_clipping", 1.0}};
    if (plan.training.elementBytes() == 2) {
        const char* type = plan.training.precision == Precision::Bf16 ? "bf16" : "fp16";
        json[type] = {{"enabled", true}};
        json["data_types"] = {{"grad_accum_dtype", plan.training.gradientBytes == 2 ? type : "fp32"}};
    }
    json["zero_optimization"] = zeroOf(plan, strategy);
    if (weightParts(strategy) > 1) {
        json["tensor_parallel"] = {{"autotp_size", weightParts(strategy)}};
    }
    if (strategy.sequence == SequenceParallel::Ulysses) {
        json["sequence_parallel_size"] = strategy.tensor;
    }
    if (plan.pipeline() > 1) {
        json["pipeline"] = {{"stages", plan.pipeline()},
                            {"partition", "type:Block"},
                            {"activation_checkpoint_interval", uniform.kept == KeptPart::Input ? 1 : 0}};
    }
    return json;
}

}  // namespace

std::string deepSpeedConfiguration(const Plan& plan)
{
    return dumped(configurationOfDeepSpeed(plan, uniformOf(plan)), 2) + '\n';
}

Result<std::vector<NamedFile>> writeDeepSpeed(const Plan& plan, const WriteContext& /*context*/)
{
    const UniformPlan uniform = uniformOf(plan);
    if (const auto names = checkWritten(deepSpeedTable, configurationOfDeepSpeed(plan, uniform)); !names) {
        return tl::unexpected(names.error());
    }
    std::vector<NamedFile> files{{deepSpeedFormat.usualName, deepSpeedConfiguration(plan)}};
    if (plan.pipeline() == 1) {
        return withTrainerFiles(std::move(files), plan, deepSpeedFormat.usualName, uniform.kept == KeptPart::Input);
    }
    return languageModel(plan).map([&](const std::string& model) {
        files.push_back({"model.py", model});
        files.push_back({"train.py", programText("deepspeed_train.py")});
        return files;
    });
}

Launch launchOfDeepSpeed(const Plan& plan)
{
    const bool pipeline = plan.pipeline() > 1;
    Launch launch{.framework = "DeepSpeed (main branch, edaa7221 of 2026-08-22)"};
    if (!pipeline) {
        launch.framework += " with the Trainer of Transformers";
        launch.setup = {": \"${MODEL:?name a folder or a model of Hugging Face with a config.json}\"",
                        ": \"${DATA:?name a data set with a column text}\"", "export MODEL DATA"};
        launch.fillIn = trainerFillIn(plan.model);
        launch.pretrained = trainerPretrained();
    } else {
        launch.fillIn = {
            "Data: `samples` in `train.py` makes tokens up.",
            "Model: `model.py` is a plain one with the dimensions of the plan's, without its trained weights.",
            "Training: `STEPS` in the environment, the optimizer in `train.py`; checkpoints: "
            "`engine.save_checkpoint`."};
        std::ranges::copy(openConstantsOfModule(plan.model), std::back_inserter(launch.fillIn));
        launch.pretrained = pretrainedModule();
    }
    launch.remarks = {pipeline ? "`train.py` was written against the documentation and has not been run on devices: "
                                 "try it for a few steps first (`STEPS=3`)."
                               : trainerRemark()};
    if (const LayerStrategy& strategy = uniformOf(plan).strategy; strategy.sequence == SequenceParallel::Ulysses) {
        launch.environment = {
            {"ACCELERATE_USE_PARALLELISM_CONFIG", "true",
             "The Trainer's Accelerate takes Ulysses from its environment"},
            {"PARALLELISM_CONFIG_SP_BACKEND", "deepspeed", "The same"},
            {"PARALLELISM_CONFIG_SP_SIZE", fmt::format("{}", strategy.tensor), "The same: the ranks of a group"},
            {"PARALLELISM_CONFIG_DP_SHARD_SIZE", fmt::format("{}", strategy.data), "The same: groups"}};
    }
    addAdapters(plan, launch);
    addPreference(plan, launch);
    launch.command = torchrun(plan) + (pipeline ? "train.py" : fmt::format("train.py {}", trainerArgumentsName));
    if (weightParts(uniformOf(plan).strategy) > 1) {
        launch.remarks.emplace_back("AutoTP splits a model of Transformers by the plan that the model has for itself; "
                                    "a model without one is not split.");
    }
    return launch;
}

}  // namespace pgram
