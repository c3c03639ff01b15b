// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan for Accelerate: its YAML, with FSDP2 and the mesh of degrees, DeepSpeed's file or Megatron-LM's degrees, and
// the arguments of the program that it starts.
#include "core/exchange/formats/accelerate_write.h"

#include "core/base/json.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/formats/deepspeed_write.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/open_constants.h"
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

/// Without shards and without a mesh it is PyTorch's own data parallelism.
bool usesFsdp(const LayerStrategy& strategy)
{
    return strategy.zero == 3 || strategy.tensor > 1 || strategy.context > 1;
}

std::string_view precisionOf(const Training& training)
{
    return training.precision == Precision::Bf16 ? "bf16" : training.precision == Precision::Fp16 ? "fp16" : "no";
}

std::string shardingLines(const Plan& plan, const UniformPlan& uniform)
{
    const LayerStrategy& strategy = uniform.strategy;
    const int copies = strategy.zero == 3 ? strategy.replicas() : strategy.data;
    return programText("accelerate_fsdp.yaml", plan,
                       {{"recomputes", uniform.kept == KeptPart::Input && !trainsAdapters(plan) ? "true" : "false"},
                        {"loads_once", plan.training.tuning.method == TuningMethod::Lora ? "true" : "false"},
                        {"copies", copies},
                        {"shards", strategy.data / copies}});
}

/// Returns the YAML: what all kinds of runs have, and then `part`. `precision` is empty if another file sets it.
std::string configurationOf(const Plan& plan, std::string_view type, std::string_view precision, std::string part)
{
    return programText("accelerate_config.yaml", plan,
                       {{"type", type},
                        {"precision", precision.empty() ? "" : fmt::format("mixed_precision: '{}'\n", precision)},
                        {"part", std::move(part)}});
}

std::string configurationOfAccelerate(const Plan& plan, const UniformPlan& uniform)
{
    const bool fsdp = usesFsdp(uniform.strategy);
    const char* type = fsdp ? "FSDP" : plan.cluster.devices > 1 ? "MULTI_GPU" : "'NO'";
    return configurationOf(plan, type, precisionOf(plan.training), fsdp ? shardingLines(plan, uniform) : "");
}

/// Returns the YAML that names DeepSpeed's own file. Ulysses needs the sizes of a mesh besides.
std::string deepSpeedConfigurationOf(const Plan& plan)
{
    const LayerStrategy strategy = uniformOf(plan).strategy;
    std::string part = fmt::format("deepspeed_config:\n"
                                   "  deepspeed_config_file: {}\n"
                                   "  deepspeed_multinode_launcher: standard\n"
                                   "  zero3_init_flag: {}\n",
                                   deepSpeedFormat.usualName, strategy.zero == 3);
    if (strategy.sequence == SequenceParallel::Ulysses) {
        part += fmt::format("parallelism_config:\n"
                            "  parallelism_config_dp_shard_size: {}\n"
                            "  parallelism_config_sp_backend: deepspeed\n"
                            "  parallelism_config_sp_size: {}\n",
                            strategy.data, strategy.tensor);
    }
    return configurationOf(plan, "DEEPSPEED", {}, std::move(part));
}

/// Returns the YAML for Megatron-LM. Values that the file leaves out would be full recomputation of every layer, and
/// two context ranks.
std::string megatronConfigurationOf(const Plan& plan, const UniformPlan& uniform)
{
    const LayerStrategy& strategy = uniform.strategy;
    const bool all = uniform.kept == KeptPart::Input && uniform.recomputesAll;
    const auto word = [](bool is) { return is ? "true" : "false"; };
    return configurationOf(plan, "MEGATRON_LM", precisionOf(plan.training),
                           programText("accelerate_megatron.yaml", plan,
                                       {{"sequence_parallel", word(strategy.sequence == SequenceParallel::Megatron)},
                                        {"shards_states", word(strategy.zero == 1)},
                                        {"method", all ? "uniform" : "block"},
                                        {"recomputed", all ? 1 : uniform.recomputed}}));
}

/// The start of the program, by Accelerate on each machine.
Launch launchOf(const Plan& plan, std::string framework, std::string_view program)
{
    Launch launch{.framework = std::move(framework)};
    launch.setup = {": \"${MODEL:?name a folder or a model of Hugging Face with a config.json}\"",
                    ": \"${DATA:?name a data set with a column text}\"", "export MODEL DATA"};
    launch.command = fmt::format("accelerate launch --config_file {} --machine_rank \"$NODE_RANK\" \\\n"
                                 "    --main_process_ip \"$MASTER_ADDR\" --main_process_port \"$MASTER_PORT\" \\\n"
                                 "    {}",
                                 accelerateFormat.usualName, program);
    launch.fillIn = trainerFillIn(plan.model);
    launch.pretrained = trainerPretrained();
    return launch;
}

Launch launchOfTrainer(const Plan& plan, std::string framework)
{
    Launch launch = launchOf(plan, std::move(framework), fmt::format("train.py {}", trainerArgumentsName));
    launch.remarks = {trainerRemark()};
    addAdapters(plan, launch);
    addPreference(plan, launch);
    return launch;
}

/// Returns the files if the table has all names of the first one, which is Accelerate's own.
Result<std::vector<NamedFile>> checkedFiles(std::vector<NamedFile> files)
{
    return jsonOfYaml(files.front().content, files.front().name)
        .and_then([](const Json& written) { return checkWritten(accelerateTable, written); })
        .map([&files] { return std::move(files); });
}

}  // namespace

Result<std::vector<NamedFile>> writeAccelerate(const Plan& plan, const WriteContext& /*context*/)
{
    const UniformPlan uniform = uniformOf(plan);
    std::vector<NamedFile> files{{accelerateFormat.usualName, configurationOfAccelerate(plan, uniform)}};
    const bool told = uniform.kept == KeptPart::Input && (!usesFsdp(uniform.strategy) || trainsAdapters(plan));
    return withTrainerFiles(std::move(files), plan, nullptr, told).and_then(checkedFiles);
}

Launch launchOfAccelerate(const Plan& plan)
{
    Launch launch = launchOfTrainer(plan, "Accelerate (16cb6eb8 of 2026-07-24) with the Trainer of Transformers");
    if (plan.cluster.devices > 1 && uniformOf(plan).strategy.tensor > 1) {
        launch.remarks.emplace_back("Tensor parallelism follows the plan that the model of Transformers has for itself "
                                    "(`tp_plan`): a model without one is not split.");
    }
    return launch;
}

Result<std::vector<NamedFile>> writeAccelerateDeepSpeed(const Plan& plan, const WriteContext& /*context*/)
{
    std::vector<NamedFile> files{{accelerateFormat.usualName, deepSpeedConfigurationOf(plan)},
                                 {deepSpeedFormat.usualName, deepSpeedConfiguration(plan)}};
    return withTrainerFiles(std::move(files), plan, nullptr, uniformOf(plan).kept == KeptPart::Input)
        .and_then(checkedFiles);
}

Launch launchOfAccelerateDeepSpeed(const Plan& plan)
{
    Launch launch =
        launchOfTrainer(plan, "Accelerate (16cb6eb8 of 2026-07-24) with DeepSpeed (edaa7221 of 2026-08-22) and "
                              "the Trainer of Transformers");
    if (weightParts(uniformOf(plan).strategy) > 1) {
        launch.remarks.emplace_back(
            "AutoTP splits a model of Transformers by the plan that the model has for itself; a "
            "model without one is not split.");
    }
    return launch;
}

Result<std::vector<NamedFile>> writeAccelerateMegatron(const Plan& plan, const WriteContext& /*context*/)
{
    const UniformPlan uniform = uniformOf(plan);
    return checkedFiles({{accelerateFormat.usualName, megatronConfigurationOf(plan, uniform)},
                         {launchScriptName, launchScript(launchOfAccelerateMegatron(plan), plan)}});
}

Launch launchOfAccelerateMegatron(const Plan& plan)
{
    Launch launch = launchOf(plan, "Accelerate (16cb6eb8 of 2026-07-24) with Megatron-LM",
                             "\"$ACCELERATE/examples/by_feature/megatron_lm_gpt_pretraining.py\"");
    launch.environment = environmentOfMegatron(plan, uniformOf(plan).strategy);
    launch.setup.emplace_back("ACCELERATE=\"${ACCELERATE:?name the folder of a checkout of Accelerate}\"");
    launch.lists = {{"ARGUMENTS",
                     {"--config_name \"$MODEL\" --tokenizer_name \"${TOKENIZER:-$MODEL}\"", "--dataset_name \"$DATA\"",
                      fmt::format("{} {}", microBatchOption, uniformOf(plan).microBatch),
                      fmt::format("{} {}", sequenceOption, plan.sequence()), "--output_dir out"}}};
    launch.fillIn = {
        "`ACCELERATE`: the folder of a checkout of Accelerate at the version above, in the environment of "
        "`train.sh`; Megatron-LM has to be installed beside it.",
        "`MODEL`: a folder or a name of Hugging Face with the `config.json` of a GPT-2, in the environment "
        "of `train.sh`; `TOKENIZER` where its tokenizer is another's.",
        "`DATA`: a data set, in the environment of `train.sh`.",
        "Training: `ARGUMENTS` in `train.sh` takes the example's own, such as `--max_train_steps`."};
    std::ranges::copy(
        openConstants(plan.model, {.framework = "Accelerate",
                                   .others = "Accelerate takes its own from `config.json` of `MODEL`: compare them."}),
        std::back_inserter(launch.fillIn));
    launch.pretrained =
        "`checkpoint_reshaping_and_interoperability.py` of Transformers (`models/megatron_gpt2`) converts a checkpoint "
        "of "
        "Hugging Face to Megatron-LM's format. The example loads the converted folder with `--resume_from_checkpoint`.";
    return launch;
}

}  // namespace pgram
