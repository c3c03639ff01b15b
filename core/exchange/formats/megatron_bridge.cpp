// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan for Megatron-Bridge: a program that builds the model by its sizes or of a checkpoint of Hugging Face, and
// trains all parameters or adapters.
#include "core/exchange/bridge_config.h"
#include "core/exchange/decoder_model.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/launch_folder.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/program_text.h"
#include "core/exchange/uniform_plan.h"
#include "core/frameworks/rows/rows.h"

#include <fmt/format.h>

namespace pgram {

namespace {

constexpr const char* bridgeProgram = "train_bridge.py";

bool hasBridgeAdapters(const Plan& plan)
{
    return plan.training.tuning.method != TuningMethod::All;
}

/// Returns the line that makes the configuration of the precision.
std::string precisionCode(const BridgeConfig& config)
{
    return config.recipe.empty() ? "MixedPrecisionConfig(fp32=True, params_dtype=torch.float32, "
                                   "pipeline_dtype=torch.float32)"
                                 : fmt::format("get_mixed_precision_config(\"{}\")", config.recipe);
}

std::string bridgeProgramOf(const Plan& plan, const BridgeConfig& config, bool isLatent)
{
    constexpr std::string_view indent = "    ";
    const bool adapts = !config.adapters.empty();
    return programText(
        "bridge_train.py", plan,
        {{"module", isLatent ? "mla_provider" : "gpt_provider"},
         {"provider", isLatent ? "MLAModelProvider" : "GPTModelProvider"},
         {"lora", adapts ? "from megatron.bridge.peft.lora import LoRA\n" : ""},
         {"entry", adapts ? "finetune" : "pretrain"},
         {"sizes", dictionaryLines(config.sizes, indent)},
         {"run", dictionaryLines(config.run, indent)},
         {"ddp", argumentLines(config.ddp, "            ")},
         {"optimizer", argumentLines(config.optimizer, "            ")},
         {"recipe", precisionCode(config)},
         {"precision", dictionaryLines(config.precision, indent)},
         {"adapters", adapts ? "LoRA(\n" + argumentLines(config.adapters, "            ") + "        )" : "None"}});
}

Launch launchOfBridge(const Plan& plan)
{
    const Launch ofMegatron = launchOfMegatron(plan);
    Launch launch{.framework = "Megatron-Bridge (main branch, 067f987d of 2026-08-22)"};
    launch.environment = ofMegatron.environment;
    const bool adapts = hasBridgeAdapters(plan);
    launch.setup = {adapts ? "export MODEL=\"${MODEL:?name a folder with a checkpoint of Hugging Face}\""
                           : "export MODEL=\"${MODEL:-}\"",
                    "export DATA=\"${DATA:-}\" TRAIN_ITERS=\"${TRAIN_ITERS:-100}\""};
    launch.command = torchrun(plan) + bridgeProgram;
    launch.fillIn = {
        "Packages: Megatron-Bridge at the commit above with the Megatron-LM of its `3rdparty`, as its README says, or "
        "NVIDIA's container of NeMo.",
        adapts
            ? "`MODEL`: a folder with a checkpoint of Hugging Face (`config.json` and weights) or of Megatron-Bridge, "
              "in the environment of `train.sh`. A name on the hub is not enough."
            : "`MODEL`: a folder with a checkpoint of Hugging Face, in the environment of `train.sh`. Without it the "
              "model is made by the plan's sizes.",
        "`DATA`: paths of tokenised data, as `--data-path` of Megatron-LM has them, in the environment of `train.sh`. "
        "Without them tokens are made up. For samples of instructions put a `GPTSFTDatasetConfig` into "
        "`train_bridge.py`.",
        "Training: `TRAIN_ITERS` in the environment of `train.sh`, learning rate and its schedule in "
        "`train_bridge.py`. Checkpoints: `SAVE`, a folder, in the environment."};
    launch.pretrained = "With `MODEL` the run starts from the weights of that folder: Megatron-Bridge converts them "
                        "when it loads them. "
                        "For many machines convert them once before (`AutoBridge.import_ckpt`), and name the result.";
    launch.isPretrained = adapts;
    launch.remarks = {
        "`train_bridge.py` was written against the sources and has not been run on devices: try it for a few "
        "steps first (`TRAIN_ITERS=3`).",
        "There is no evaluation (`eval_iters`): its batch is not planned."};
    if (adapts) {
        launch.fillIn.emplace_back(
            "Adapters: `alpha` and `dropout` in `train_bridge.py`, which change no figure of the plan "
            "but for the mask that dropout keeps.");
        launch.remarks.emplace_back(
            "Megatron-Core has queries, keys and values in one matrix, and gate and up of a gated MLP: an adapter has "
            "one A for them, where the plan's figures have one for each. `CanonicalLoRA` has one for each.");
    }
    return launch;
}

Result<std::vector<NamedFile>> filesOfBridge(const Plan& plan, const WriteContext& /*context*/)
{
    const Launch ofMegatron = launchOfMegatron(plan);
    return decoderModelOf(plan.model).and_then([&](const DecoderModel& model) {
        return bridgeConfigOf(plan, ofMegatron.lists).map([&](const BridgeConfig& config) {
            return std::vector<NamedFile>{{bridgeProgram, bridgeProgramOf(plan, config, model.dense.keyValueRank > 0)}};
        });
    });
}

}  // namespace

constinit const Format megatronBridgeFormat{
    .name = "megatron-bridge",
    .title = Core::tr("Megatron-Bridge program"),
    .what = "A Python program for Megatron-Bridge: the model by sizes or from Hugging Face, degrees, and LoRA.",
    .holds = Content::Plan,
    .usualName = bridgeProgram,
    .limits = "One strategy for all layers; it is not read.",
    .write = filesOfBridge,
    .launch = launchOfBridge,
    .target = &megatronBridgeTarget,
};

}  // namespace pgram
