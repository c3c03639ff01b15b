// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan for Accelerate: its YAML, with FSDP2 and the mesh of degrees, and the Trainer's arguments.
#include "core/exchange/formats/accelerate_write.h"

#include "core/exchange/launch_folder.h"
#include "core/exchange/quoting.h"
#include "core/exchange/transformers_run.h"
#include "core/exchange/uniform_plan.h"

#include <fmt/format.h>

namespace pgram {

namespace {

/// Without shards and without a mesh it is PyTorch's own data parallelism.
bool usesFsdp(const LayerStrategy& strategy)
{
    return strategy.zero == 3 || strategy.tensor > 1 || strategy.context > 1;
}

/// Empty: Accelerate has no such format.
std::string_view precisionOf(const Training& training)
{
    switch (training.precision) {
    case Precision::Bf16:
        return "bf16";
    case Precision::Fp16:
        return "fp16";
    case Precision::Fp32:
        return "no";
    case Precision::Tf32:
    case Precision::Fp8:
    case Precision::Fp4:
        break;
    }
    return {};
}

std::string shardingLines(const UniformPlan& uniform)
{
    const LayerStrategy& strategy = uniform.strategy;
    const int copies = strategy.zero == 3 ? strategy.replicas() : strategy.data;
    return fmt::format("fsdp_config:\n"
                       "  fsdp_version: 2\n"
                       "  fsdp_reshard_after_forward: true\n"
                       "  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP\n"
                       "  fsdp_activation_checkpointing: {}\n"
                       "  fsdp_cpu_ram_efficient_loading: false\n"
                       "  fsdp_offload_params: false\n"
                       "  fsdp_state_dict_type: SHARDED_STATE_DICT\n"
                       "parallelism_config:\n"
                       "  parallelism_config_dp_replicate_size: {}\n"
                       "  parallelism_config_dp_shard_size: {}\n"
                       "  parallelism_config_tp_size: {}\n"
                       "  parallelism_config_cp_size: {}\n",
                       uniform.kept == KeptPart::Input ? "true" : "false", copies, strategy.data / copies,
                       strategy.tensor, strategy.context);
}

std::string configurationOf(const Plan& plan, const UniformPlan& uniform)
{
    const Machines machines = machinesOf(plan.cluster);
    const bool fsdp = usesFsdp(uniform.strategy);
    const char* type = fsdp ? "FSDP" : plan.cluster.devices > 1 ? "MULTI_GPU" : "'NO'";
    return fmt::format("# {}\n"
                       "# Written by Parallelogram for Accelerate 16cb6eb8 (2026-07-24). train.sh names the machine.\n"
                       "compute_environment: LOCAL_MACHINE\n"
                       "distributed_type: {}\n"
                       "num_machines: {}\n"
                       "num_processes: {}\n"
                       "machine_rank: 0\n"
                       "main_training_function: main\n"
                       "mixed_precision: '{}'\n"
                       "rdzv_backend: static\n"
                       "same_network: true\n"
                       "use_cpu: false\n"
                       "{}",
                       oneLine(plan.name), type, machines.count, plan.cluster.devices, precisionOf(plan.training),
                       fsdp ? shardingLines(uniform) : "");
}

}  // namespace

Result<std::vector<NamedFile>> writeAccelerate(const Plan& plan, const WriteContext& /*context*/)
{
    if (precisionOf(plan.training).empty()) {
        return badInput(Core::tr("Accelerate trains this model in bf16, fp16 or fp32"), plan.name);
    }
    const UniformPlan uniform = uniformOf(plan);
    std::vector<NamedFile> files{{accelerateFormat.usualName, configurationOf(plan, uniform)}};
    const bool told = uniform.kept == KeptPart::Input && !usesFsdp(uniform.strategy);
    for (NamedFile& file : trainerFiles(plan, nullptr, told)) {
        files.push_back(std::move(file));
    }
    return files;
}

Launch launchOfAccelerate(const Plan& plan)
{
    Launch launch{.framework = "Accelerate (16cb6eb8 of 2026-07-24) with the Trainer of Transformers"};
    launch.setup = {": \"${MODEL:?name a folder or a model of Hugging Face with a config.json}\"",
                    ": \"${DATA:?name a data set with a column text}\"", "export MODEL DATA"};
    launch.command = fmt::format("accelerate launch --config_file {} --machine_rank \"$NODE_RANK\" \\\n"
                                 "    --main_process_ip \"$MASTER_ADDR\" --main_process_port \"$MASTER_PORT\" \\\n"
                                 "    train.py {}",
                                 accelerateFormat.usualName, trainerArgumentsName);
    launch.fillIn = trainerFillIn();
    if (plan.cluster.devices > 1 && uniformOf(plan).strategy.tensor > 1) {
        launch.remarks = {"Tensor parallelism follows the plan that the model of Transformers has for itself "
                          "(`tp_plan`): a model without one is not split."};
    }
    return launch;
}

}  // namespace pgram
