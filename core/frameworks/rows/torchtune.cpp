// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// torchtune: recipes of fine-tuning with FSDP2, for models by name.
#include "core/frameworks/rows/rows.h"
#include "core/frameworks/rows/torchtune_models.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// Describes the order alone: without stages there is nothing to schedule.
constexpr std::array schedulesOfTorchtune{Schedule{ScheduleKind::OneFOneB, 1, 1}};

constexpr std::array precisionsOfTorchtune{Precision::Bf16, Precision::Fp32};

constexpr std::array rulesOfTorchtune{
    TargetRule{Core::tr("shards outside of the copies"),
               "training/_distributed.py: the mesh is dp_replicate, dp_shard, cp, tp",
               [](const TargetCase& c) {
                   return c.strategy.isHybrid() && c.strategy.shardPlacement == ShardPlacement::Outer;
               }},
};

constexpr std::array modelsOfTorchtune{
    TorchtuneModel{"llama2-7b", "llama2", "llama2_7b", "llama2.llama2_tokenizer", "tokenizer.model", "LLAMA2"},
    TorchtuneModel{"llama2-13b", "llama2", "llama2_13b", "llama2.llama2_tokenizer", "tokenizer.model", "LLAMA2"},
    TorchtuneModel{"llama2-70b", "llama2", "llama2_70b", "llama2.llama2_tokenizer", "tokenizer.model", "LLAMA2"},
    TorchtuneModel{"llama3-8b", "llama3", "llama3_8b", "llama3.llama3_tokenizer", "original/tokenizer.model", "LLAMA3"},
    TorchtuneModel{"llama3-70b", "llama3", "llama3_70b", "llama3.llama3_tokenizer", "original/tokenizer.model",
                   "LLAMA3"},
    TorchtuneModel{"llama3.1-8b", "llama3_1", "llama3_1_8b", "llama3.llama3_tokenizer", "original/tokenizer.model",
                   "LLAMA3"},
    TorchtuneModel{"llama3.1-70b", "llama3_1", "llama3_1_70b", "llama3.llama3_tokenizer", "original/tokenizer.model",
                   "LLAMA3"},
    TorchtuneModel{"llama3.1-405b", "llama3_1", "llama3_1_405b", "llama3.llama3_tokenizer", "original/tokenizer.model",
                   "LLAMA3"},
    TorchtuneModel{"llama3.2-1b", "llama3_2", "llama3_2_1b", "llama3.llama3_tokenizer", "original/tokenizer.model",
                   "LLAMA3_2"},
    TorchtuneModel{"llama3.2-3b", "llama3_2", "llama3_2_3b", "llama3.llama3_tokenizer", "original/tokenizer.model",
                   "LLAMA3_2"},
};

}  // namespace

const TorchtuneModel* torchtuneModelOf(const Architecture& model)
{
    const auto* found = std::ranges::find(modelsOfTorchtune, model.name, &TorchtuneModel::preset);
    return found == modelsOfTorchtune.end() ? nullptr : found;
}

constinit const Target torchtuneTarget{
    .name = "torchtune",
    .title = "torchtune",
    .version = "bd2a0fc7 of 2026-04-23",
    .space = {spaceOf({&Space::sdp, &Space::hsdp, &Space::ckpt}),
              "recipes/lora_finetune_distributed.py: shard_model; no tensor parallelism beside adapters, no stages"},
    .reach = {Reach::Plan, "recipes/lora_finetune_distributed.py: one data_parallel_shard_dim"},
    .recompute = {SomeBlocks::None, "enable_activation_checkpointing"},
    .cuts = {Cuts::Any, "there are no stages"},
    .schedules = {schedulesOfTorchtune, "there are no stages"},
    .numbers = {{.precisions = precisionsOfTorchtune,
                 .halfGradients = true,
                 .halfStates = true,
                 .losses = plainOrChunkedLoss,
                 .tunings = allOrAdapters,
                 .onlyHalf = true},
                "recipes/lora_finetune_distributed.py: dtype, of weights, gradients and states alike; loss"},
    .models = {[] {
                   std::vector<std::string_view> names;
                   for (const TorchtuneModel& model : modelsOfTorchtune) {
                       names.push_back(model.preset);
                   }
                   return names;
               },
               "models/llama2, llama3, llama3_1, llama3_2: builders with and without lora_ and qlora_"},
    .overheads = "fsdp",
    .rules = rulesOfTorchtune,
};

}  // namespace pgram
