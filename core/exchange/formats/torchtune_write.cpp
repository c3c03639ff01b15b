// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan as the YAML of torchtune's recipes of fine-tuning.
#include "core/exchange/formats/torchtune_write.h"

#include "core/base/json.h"
#include "core/exchange/foreign_syntax.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/program_text.h"
#include "core/exchange/setting_reader.h"
#include "core/exchange/uniform_plan.h"
#include "core/frameworks/rows/torchtune_models.h"
#include "core/model/tuning.h"

#include <fmt/format.h>

namespace pgram {

namespace {

bool hasTorchtuneAdapters(const Plan& plan)
{
    return plan.training.tuning.method != TuningMethod::All;
}

/// Returns the arguments of the builder: its scale is twice the rank over the rank, as is usual.
std::string adapterLines(const Tuning& tuning)
{
    const bool isAttention = isTarget(tuning.targets, LayerPart::Attention);
    return fmt::format("  lora_attn_modules: [{}]\n"
                       "  apply_lora_to_mlp: {}\n"
                       "  lora_rank: {}\n"
                       "  lora_alpha: {}\n"
                       "  lora_dropout: 0.0\n",
                       isAttention ? "q_proj, k_proj, v_proj, output_proj" : "",
                       isTarget(tuning.targets, LayerPart::Mlp), tuning.rank, 2 * tuning.rank);
}

std::string yamlOfTorchtune(const Plan& plan)
{
    const UniformPlan uniform = uniformOf(plan);
    const LayerStrategy& strategy = uniform.strategy;
    const Training& training = plan.training;
    const TorchtuneModel& model = *torchtuneModelOf(plan.model);
    const bool adapts = hasTorchtuneAdapters(plan);
    const char* prefix = training.tuning.method == TuningMethod::Qlora ? "qlora_" : adapts ? "lora_" : "";
    const int copies = strategy.replicas();
    // Tied tables are one with the whole model, whose forward needs them first and last.
    const bool isTied = plan.model.runs.back().tied;
    return programText(torchtuneName, plan,
                       {{"builder", fmt::format("{}.{}{}", model.module, prefix, model.builder)},
                        {"adapters", adapts ? adapterLines(training.tuning) : ""},
                        {"tokenizer", model.tokenizer},
                        {"kind", model.kind},
                        {"loss", training.loss == LossKind::Chunked ? "torchtune.modules.loss.LinearCrossEntropyLoss"
                                                                    : "torch.nn.CrossEntropyLoss"},
                        {"number", training.precision == Precision::Bf16 ? "bf16" : "fp32"},
                        {"copies", copies},
                        {"shards", strategy.data / copies},
                        {"layers", isTied ? "" : "custom_sharded_layers: [tok_embeddings, output]\n"},
                        {"recomputes", uniform.kept == KeptPart::Input ? "true" : "false"}});
}

}  // namespace

Result<std::vector<NamedFile>> filesOfTorchtune(const Plan& plan, const WriteContext& /*context*/)
{
    std::string text = yamlOfTorchtune(plan);
    return jsonOfYaml(text, torchtuneName)
        .and_then([](const Json& written) { return checkWritten(torchtuneTable, written); })
        .map([&text] {
            return std::vector<NamedFile>{{torchtuneName, std::move(text)},
                                          {requirementsName, "torch>=2.6\ntorchao>=0.9\n"
                                                             "torchtune @ git+https://github.com/pytorch/torchtune@"
                                                             "bd2a0fc7\n"}};
        });
}

Launch launchOfTorchtune(const Plan& plan)
{
    const Machines machines = machinesOf(plan.cluster);
    const bool adapts = hasTorchtuneAdapters(plan);
    Launch launch{.framework = "torchtune (main branch, bd2a0fc7 of 2026-04-23)"};
    launch.setup = {"MODEL=\"${MODEL:?name a folder with a checkpoint of Hugging Face}\"",
                    "DATA=\"${DATA:?name a data set with a column text}\"",
                    fmt::format("WORDS=\"${{WORDS:-$MODEL/{}}}\"", torchtuneModelOf(plan.model)->words),
                    "shopt -s nullglob",
                    "PARTS=(\"$MODEL\"/*.safetensors)",
                    "FILES=\"$(IFS=,; echo \"${PARTS[*]##*/}\")\""};
    launch.lists = {{"ARGUMENTS",
                     {"\"checkpointer.checkpoint_dir=$MODEL\"", "\"checkpointer.checkpoint_files=[$FILES]\"",
                      "\"tokenizer.path=$WORDS\"", "\"dataset.source=$DATA\""}}};
    launch.command = fmt::format("tune run --nnodes {} --nproc-per-node {} --node-rank \"$NODE_RANK\" \\\n"
                                 "    --master-addr \"$MASTER_ADDR\" --master-port \"$MASTER_PORT\" \\\n"
                                 "    {} --config {}",
                                 machines.count, machines.devices,
                                 adapts ? "lora_finetune_distributed" : "full_finetune_distributed", torchtuneName);
    launch.fillIn = {
        fmt::format("Packages: `pip install -r {}`, which has their versions.", requirementsName),
        "`MODEL`: a folder with the checkpoint, as `tune download` or `huggingface-cli download` makes it, in the "
        "environment of `train.sh`; `WORDS` where the file of its tokenizer is elsewhere.",
        "`DATA`: a data set with a column `text`, in the environment of `train.sh`.",
        fmt::format("Training: `{}` has steps, learning rate and its schedule; the batch there is the plan's.{}",
                    torchtuneName,
                    adapts ? " `lora_alpha` and `lora_dropout` change no figure of the plan but for the mask that "
                             "dropout keeps."
                           : "")};
    launch.pretrained = "The run starts from the weights of `MODEL`: torchtune has no other way.";
    launch.isPretrained = true;
    launch.remarks = {"The files were written against the sources and have not been run on devices: try them for a few "
                      "steps first (`max_steps_per_epoch`)."};
    return launch;
}

}  // namespace pgram
