// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hugging Face Accelerate with DeepSpeed: a model of Transformers under ZeRO, AutoTP or Ulysses.
#include "core/frameworks/rows/rows.h"
#include "core/frameworks/trainer_optimizers.h"

#include <array>

namespace pgram {

namespace {

/// Describes the order alone: without stages there is nothing to schedule.
constexpr std::array schedulesOfAccelerateDeepSpeed{Schedule{ScheduleKind::OneFOneB, 1, 1}};

constexpr std::array precisionsOfAccelerateDeepSpeed{Precision::Bf16, Precision::Fp16, Precision::Fp32};

constexpr std::array rulesOfAccelerateDeepSpeed{
    TargetRule{Core::tr("a tensor group of ranks that do not follow each other"),
               "utils/groups.py of DeepSpeed: tensor ranks are neighbours",
               [](const TargetCase& c) { return isSpread(c.strategy); }},
    TargetRule{Core::tr("an optimizer on the host without ZeRO"),
               "zero/config.py of DeepSpeed: offload_optimizer is a part of ZeRO", isOnHostWithoutZero},
    TargetRule{Core::tr("whole copies with gradients of 32 bits beside weights of 16"),
               "runtime/engine.py of DeepSpeed: without ZeRO both have one type", mixesTypesOfCopies},
    TargetRule{Core::tr("linear attention or state-space layers that tensor or sequence ranks divide"),
               "models/qwen3_next of Transformers: linear_attn is colwise_gather_output, each rank computes all of it",
               dividesState},
    TargetRule{Core::tr("preference tuning beside tensor or sequence ranks"),
               "dpo_trainer.py of TRL: the exported program pads whole pairs on each rank", dividesPairs},
    TargetRule{Core::tr("adapters beside tensor parallelism or Ulysses"), "PEFT, \"DeepSpeed\": ZeRO alone",
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

constinit const Target accelerateDeepSpeedTarget{
    .name = "accelerate-deepspeed",
    .title = "Accelerate with DeepSpeed",
    .version = "16cb6eb8 of 2026-07-24, DeepSpeed edaa7221",
    .space = {spaceOf({&Space::dp, &Space::zero1, &Space::zero2, &Space::sdp, &Space::tp, &Space::ulysses, &Space::ckpt,
                       &Space::offloadOptimizer, &Space::offloadWeights}),
              "deepspeed_config_file: what DeepSpeed's JSON has; no stages"},
    .reach = {Reach::Plan, "runtime/config.py of DeepSpeed: one ZeRO stage, one autotp_size"},
    .recompute = {SomeBlocks::None, "gradient_checkpointing of the Trainer"},
    .cuts = {Cuts::Any, "there are no stages"},
    .schedules = {schedulesOfAccelerateDeepSpeed, "there are no stages"},
    .numbers = {{.precisions = precisionsOfAccelerateDeepSpeed,
                 .halfGradients = true,
                 .optimizers = optimizersOfTrainer,
                 .losses = plainOrChunkedLoss,
                 .tunings = allOrAdapters,
                 .preferences = preferenceOnDevice},
                "runtime/config.py of DeepSpeed: bf16, fp16, data_types.grad_accum_dtype; the Trainer's optim, "
                "use_liger_kernel; LoraConfig of PEFT; DPOTrainer of TRL"},
    .keeps = {deepSpeedBuckets, "zero/config.py of DeepSpeed: reduce_bucket_size and allgather_bucket_size"},
    .rules = rulesOfAccelerateDeepSpeed,
    .builds = [](const LayerSpec&) { return true; },  // whatever Transformers builds
};

}  // namespace pgram
