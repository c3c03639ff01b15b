// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// DeepSpeed: ZeRO (1910.02054) with AutoTP and Ulysses, and its pipeline module.
#include "core/frameworks/rows/rows.h"
#include "core/frameworks/trainer_optimizers.h"
#include "core/strategy/sharding.h"

#include <array>

namespace pgram {

namespace {

constexpr std::array schedulesOfDeepSpeed{Schedule{ScheduleKind::OneFOneB, 1, 1}};

constexpr std::array precisionsOfDeepSpeed{Precision::Bf16, Precision::Fp16, Precision::Fp32};

constexpr std::array rulesOfDeepSpeed{
    TargetRule{Core::tr("preference tuning beside tensor or sequence ranks"),
               "dpo_trainer.py of TRL: the exported program pads whole pairs on each rank", dividesPairs},
    TargetRule{Core::tr("preference tuning inside a pipeline"),
               "pipe/engine.py: a batch goes forward and backward through one model",
               [](const TargetCase& c) { return c.pipeline > 1 && c.training.preference != Preference::None; }},
    TargetRule{Core::tr("ZeRO-2 or 3 inside a pipeline"), "pipe/engine.py: asserts a ZeRO stage below 2",
               [](const TargetCase& c) { return c.pipeline > 1 && c.strategy.zero > 1; }},
    TargetRule{Core::tr("tensor parallelism or Ulysses inside a pipeline"),
               "module_inject: AutoTP and the sequence group split a whole model, no PipelineModule",
               [](const TargetCase& c) { return c.pipeline > 1 && c.strategy.tensor > 1; }},
    TargetRule{Core::tr("multi-latent attention inside a pipeline"), "the exported model of a pipeline has none",
               [](const TargetCase& c) { return c.pipeline > 1 && c.layer.keyValueRank > 0; }},
    TargetRule{Core::tr("windows of attention inside a pipeline"), "the exported model of a pipeline has none",
               [](const TargetCase& c) { return c.pipeline > 1 && c.layer.window > 0 && c.layer.window < c.sequence; }},
    TargetRule{Core::tr("another optimizer than AdamW in a pipeline"), "the exported script of a pipeline has AdamW",
               [](const TargetCase& c) { return c.pipeline > 1 && c.training.optimizer != Optimizer::Adam; }},
    TargetRule{Core::tr("a loss in chunks inside a pipeline"), "the exported script of a pipeline has a plain loss",
               [](const TargetCase& c) {
                   return c.pipeline > 1 && c.layer.kind == LayerKind::Head && c.training.loss == LossKind::Chunked;
               }},
    TargetRule{Core::tr("a tensor group of ranks that do not follow each other"),
               "utils/groups.py: tensor ranks are neighbours",
               [](const TargetCase& c) { return isSpread(c.strategy); }},
    TargetRule{Core::tr("an optimizer on the host without ZeRO"), "config.py: offload_optimizer is a part of ZeRO",
               isOnHostWithoutZero},
    TargetRule{Core::tr("whole copies with gradients of 32 bits beside weights of 16"),
               "runtime/engine.py: without ZeRO both have one type", mixesTypesOfCopies},
    TargetRule{Core::tr("adapters inside a pipeline"), "the exported model of a pipeline has none",
               [](const TargetCase& c) { return c.pipeline > 1 && c.training.tuning.method != TuningMethod::All; }},
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

/// A lone device has nothing to divide: ZeRO is free there.
bool isAlone(const LayerStrategy& strategy)
{
    return strategy.data * tokenRanks(strategy) == 1;
}

}  // namespace

bool isOnHostWithoutZero(const TargetCase& layer)
{
    const LayerStrategy& strategy = layer.strategy;
    return strategy.offloadOptimizer && strategy.zero == 0 && !isAlone(strategy);
}

bool mixesTypesOfCopies(const TargetCase& layer)
{
    const Training& training = layer.training;
    return layer.strategy.zero == 0 && !isAlone(layer.strategy) && training.elementBytes() == 2 &&
           training.gradientBytes == 4;
}

constinit const Target deepSpeedTarget{
    .name = "deepspeed",
    .title = "DeepSpeed",
    .version = "edaa7221 of 2026-08-22",
    .space = {spaceOf({&Space::dp, &Space::zero1, &Space::zero2, &Space::sdp, &Space::tp, &Space::ulysses, &Space::pp,
                       &Space::ckpt, &Space::offloadOptimizer, &Space::offloadWeights}),
              "runtime/config.py, zero/config.py: no ring, no Megatron sequence parallelism"},
    .reach = {Reach::Plan, "runtime/config.py: one ZeRO stage, one autotp_size"},
    .recompute = {SomeBlocks::None, "model code calls checkpoint(): all blocks or none"},
    .cuts = {Cuts::Even, "pipe/module.py: partition_method type: gives equal numbers of blocks"},
    .schedules = {schedulesOfDeepSpeed, "pipe/schedule.py: TrainSchedule"},
    .numbers = {{.precisions = precisionsOfDeepSpeed,
                 .halfGradients = true,
                 .optimizers = optimizersOfTrainer,
                 .losses = plainOrChunkedLoss,
                 .tunings = allOrAdapters,
                 .preferences = preferenceOnDevice},
                "runtime/config.py: bf16, fp16, data_types.grad_accum_dtype; the Trainer's optim, use_liger_kernel; "
                "LoraConfig of PEFT; DPOTrainer of TRL"},
    .keeps = {deepSpeedBuckets, "zero/config.py: reduce_bucket_size and allgather_bucket_size"},
    .rules = rulesOfDeepSpeed,
};

}  // namespace pgram
