// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hugging Face Accelerate with FSDP2 and its parallelism_config.
#include "core/frameworks/rows/rows.h"
#include "core/frameworks/trainer_optimizers.h"

#include <array>

namespace pgram {

namespace {

/// Describes the order alone: without stages there is nothing to schedule.
constexpr std::array schedulesOfAccelerate{Schedule{ScheduleKind::OneFOneB, 1, 1}};

constexpr std::array precisionsOfAccelerate{Precision::Bf16, Precision::Fp16, Precision::Fp32};

constexpr std::array rulesOfAccelerate{
    TargetRule{Core::tr("a tensor group of ranks that do not follow each other"),
               "parallelism_config.py: the mesh is dp_replicate, dp_shard, cp, sp, tp",
               [](const TargetCase& c) { return isSpread(c.strategy); }},
    TargetRule{Core::tr("shards outside of the copies"),
               "parallelism_config.py: the mesh is dp_replicate, dp_shard, cp, sp, tp",
               [](const TargetCase& c) {
                   return c.strategy.isHybrid() && c.strategy.shardPlacement == ShardPlacement::Outer;
               }},
    TargetRule{Core::tr("copies without shards beside tensor or context ranks"),
               "parallelism_config.py: tp_size or cp_size above 1 with dp_replicate_size needs dp_shard_size",
               [](const TargetCase& c) {
                   return c.strategy.zero == 0 && c.strategy.data > 1 && c.strategy.tensor * c.strategy.context > 1;
               }},
    TargetRule{Core::tr("a ring whose ranks do not share the states"),
               "utils/fsdp_utils.py: parameters are sharded over dp_shard and cp together",
               [](const TargetCase& c) { return c.strategy.context > 1 && c.strategy.zero != 3; }},
    TargetRule{Core::tr("linear attention or state-space layers that tensor or sequence ranks divide"),
               "models/qwen3_next of Transformers: linear_attn is colwise_gather_output, each rank computes all of it",
               dividesState},
    TargetRule{Core::tr("preference tuning beside tensor or sequence ranks"),
               "dpo_trainer.py of TRL: the exported program pads whole pairs on each rank", dividesPairs},
    TargetRule{Core::tr("adapters beside tensor parallelism"),
               "PEFT, \"Fully Sharded Data Parallel\": shards alone; the exported program loads whole matrices",
               dividesAdapters},
    TargetRule{Core::tr("adapters at experts"),
               "peft/tuners/lora: target_modules are linear modules; experts of Transformers are not", adaptsExperts},
    TargetRule{Core::tr("experts of 4 bits"), "bitsandbytes quantises linear modules; experts of Transformers are not",
               quantisesExperts},
    TargetRule{
        Core::tr("a base of 4 bits in fp16"),
        "PEFT, \"Fully Sharded Data Parallel\": float16 needs a storage of float32, which shards are not cast to",
        quantisesInFp16},
    TargetRule{Core::tr("layers of other kinds than those of an encoder or a decoder of text"),
               "the exported launch is one of a language model",
               [](const TargetCase& c) { return c.layer.kind != LayerKind::Encoder && !isOfDecoder(c.layer); }},
};

}  // namespace

constinit const Target accelerateTarget{
    .name = "accelerate",
    .title = "Accelerate",
    .version = "16cb6eb8 of 2026-07-24, FSDP2",
    .space = {spaceOf({&Space::dp, &Space::sdp, &Space::hsdp, &Space::tp, &Space::cp, &Space::ckpt}),
              "parallelism_config.py: no stages; sp_size is DeepSpeed's"},
    .reach = {Reach::Plan, "parallelism_config.py: one size of each"},
    .recompute = {SomeBlocks::None, "fsdp_activation_checkpointing"},
    .cuts = {Cuts::Any, "there are no stages"},
    .schedules = {schedulesOfAccelerate, "there are no stages"},
    .numbers = {{.precisions = precisionsOfAccelerate,
                 .optimizers = optimizersOfTrainer,
                 .losses = plainOrChunkedLoss,
                 .tunings = allOrAdapters,
                 .preferences = preferenceOnDevice},
                "utils/dataclasses.py: mixed_precision; the Trainer's optim, use_liger_kernel; LoraConfig of PEFT; "
                "DPOTrainer of TRL"},
    .rules = rulesOfAccelerate,
    .builds = [](const LayerSpec&) { return true; },  // whatever Transformers builds
};

}  // namespace pgram
