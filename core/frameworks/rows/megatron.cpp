// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Megatron-LM (1909.08053, 2104.04473, 2205.05198).
#include "core/frameworks/rows/rows.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array schedulesOfMegatron{
    Schedule{ScheduleKind::OneFOneB, 1, 1}, Schedule{ScheduleKind::Interleaved, 1, 2},
    Schedule{ScheduleKind::Interleaved, 1, 4}, Schedule{ScheduleKind::Interleaved, 1, 8}};

constexpr std::array precisionsOfMegatron{Precision::Bf16, Precision::Fp16,     Precision::Fp32, Precision::Fp8,
                                          Precision::Fp4,  Precision::Fp8Block, Precision::MxFp8};

constexpr std::array optimizersOfMegatron{Optimizer::Adam, Optimizer::Sgd, Optimizer::Muon};

constexpr std::array lossesOfMegatron{LossKind::Plain, LossKind::Fused};

constexpr std::array rulesOfMegatron{
    TargetRule{Core::tr("optimizer states of 16 bits that are not sharded"),
               "distrib_optimizer.py: the precision-aware optimizer is a part of the distributed optimizer",
               [](const TargetCase& c) { return c.training.stateBytes == 2 && c.strategy.zero == 0; }},
    TargetRule{
        Core::tr("optimizer states of 16 bits beside SGD or Muon"),
        "optimizer/__init__.py: the precision-aware optimizer is Transformer Engine's Adam",
        [](const TargetCase& c) { return c.training.stateBytes == 2 && c.training.optimizer != Optimizer::Adam; }},
    TargetRule{Core::tr("a tensor group of ranks that do not follow each other"),
               "parallel_state.py: the order of ranks is tp-cp-ep-dp-pp",
               [](const TargetCase& c) { return isSpread(c.strategy); }},
    TargetRule{
        Core::tr("Ulysses beside gathered keys"), "--cp-comm-type: a2a+p2p, not a2a beside allgather",
        [](const TargetCase& c) { return c.strategy.sequence == SequenceParallel::Ulysses && c.strategy.gathersKeys; }},
    TargetRule{Core::tr("an optimizer on the host without sharded states"),
               "arguments.py: --optimizer-cpu-offload needs the precision-aware optimizer, of the distributed one",
               [](const TargetCase& c) { return c.strategy.offloadOptimizer && c.strategy.zero == 0; }},
    TargetRule{Core::tr("an optimizer on the host other than Adam with states of 32 bits"),
               "optimizer_config.py: adam alone; hybrid_optimizer.py: the host's updates are of fp32",
               [](const TargetCase& c) {
                   const bool isPlainAdam = c.training.optimizer == Optimizer::Adam && c.training.stateBytes == 4;
                   return c.strategy.offloadOptimizer && !isPlainAdam;
               }},
    TargetRule{Core::tr("experts on ranks of the tensor group without sequence parallelism"),
               "moe_layer.py: training of experts with tensor parallelism needs --sequence-parallel",
               [](const TargetCase& c) {
                   return c.layer.experts > 0 && foldsExperts(c.strategy) &&
                          c.strategy.sequence != SequenceParallel::Megatron;
               }},
    TargetRule{Core::tr("recomputation of modules in FP8 of one scale a tensor"),
               "transformer_config.py: delayed scaling does not support recomputing moe_act and layernorm",
               [](const TargetCase& c) {
                   return c.training.precision == Precision::Fp8 && c.strategy.kept.part == KeptPart::WithoutModules;
               }},
    TargetRule{Core::tr("recomputation of all operations but those that are listed"),
               "transformer_config.py: recompute_modules lists modules",
               [](const TargetCase& c) {
                   return c.strategy.kept.part == KeptPart::WithoutModules &&
                          c.training.recomputedModules.has(Module::Operations);
               }},
    TargetRule{Core::tr("linear attention with fewer key heads than tensor and context ranks"),
               "transformer_config.py: linear_num_key_heads is a multiple of both degrees' product",
               [](const TargetCase& c) {
                   const bool isLinear = c.layer.mixer == Mixer::GatedDelta;
                   return isLinear && c.layer.kvHeads % (std::int64_t{c.strategy.tensor} * c.strategy.context) != 0;
               }},
    TargetRule{Core::tr("sparse attention beside a ring or Ulysses"),
               "transformer_config.py: DSAttention has context parallelism by all-gather alone",
               [](const TargetCase& c) {
                   const bool isRing = c.strategy.context > 1 && !c.strategy.gathersKeys;
                   const bool isDivided = c.strategy.sequence == SequenceParallel::Ulysses || isRing;
                   return c.layer.selected > 0 && isDivided;
               }},
    TargetRule{Core::tr("a model other than a decoder"),
               "pretrain_gpt.py: pretrain_bert.py and pretrain_t5.py were removed",
               [](const TargetCase& c) { return !isOfDecoder(c.layer); }},
};

constexpr std::array rulesOfBridgeAlone{
    TargetRule{Core::tr("a table of more positions than a sample has tokens"),
               "gpt_provider.py of Megatron-Bridge: max_sequence_length is seq_length",
               [](const TargetCase& c) { return c.layer.learnedPositions > c.sequence; }},
};

/// Megatron-LM's own, and more.
constexpr auto rulesOfBridge = [] {
    std::array<TargetRule, rulesOfMegatron.size() + rulesOfBridgeAlone.size()> rules{};
    std::ranges::copy(rulesOfBridgeAlone, std::ranges::copy(rulesOfMegatron, rules.begin()).out);
    return rules;
}();

}  // namespace

constinit const Target megatronTarget{
    .name = "megatron",
    .title = "Megatron-LM",
    .version = "core, d98e8a64 of 2026-08-22",
    .space = {spaceOf({&Space::dp, &Space::zero1, &Space::tp, &Space::sp, &Space::ulysses, &Space::cp,
                       &Space::gatherKeys, &Space::ep, &Space::etp, &Space::pp, &Space::ckpt, &Space::selective,
                       &Space::modules, &Space::offloadOptimizer}),
              "arguments.py: no flag for ZeRO-2 or 3 beside a pipeline but Megatron-FSDP; --optimizer-cpu-offload"},
    .reach = {Reach::Plan, "arguments.py: one --tensor-model-parallel-size, one --use-distributed-optimizer"},
    .recompute = {SomeBlocks::FirstOfChunk,
                  "--recompute-method block: the first --recompute-num-layers of each virtual stage"},
    .cuts = {Cuts::Any, "--pipeline-model-parallel-layout"},
    .schedules = {schedulesOfMegatron, "schedules.py: 1F1B, and interleaved with virtual stages"},
    .numbers = {{precisionsOfMegatron, true, true, true, optimizersOfMegatron, lossesOfMegatron},
                "arguments.py: --bf16, --fp16, --fp8-format, --fp8-recipe, --fp4-format, --grad-reduce-in-bf16, "
                "--optimizer, --use-precision-aware-optimizer, --attention-backend, --cross-entropy-loss-fusion"},
    .overheads = "megatron-core",
    .predicts = true,
    .rules = rulesOfMegatron,
    .builds = isOfMegatron,
};

constinit const Target megatronBridgeTarget{
    .name = "megatron-bridge",
    .title = "Megatron-Bridge",
    .version = "067f987d of 2026-08-22",
    .space = {spaceOf({&Space::dp, &Space::zero1, &Space::tp, &Space::sp, &Space::ulysses, &Space::cp,
                       &Space::gatherKeys, &Space::ep, &Space::etp, &Space::pp, &Space::ckpt, &Space::selective,
                       &Space::modules}),
              "models/transformer_config.py: the fields of Megatron-Core; Megatron-FSDP is not planned"},
    .reach = {Reach::Plan, "models/transformer_config.py: one tensor_model_parallel_size"},
    .recompute = {SomeBlocks::FirstOfChunk,
                  "recompute_method block: the first recompute_num_layers of each virtual stage"},
    .cuts = {Cuts::Any, "pipeline_model_parallel_layout"},
    .schedules = {schedulesOfMegatron, "schedules.py of Megatron-Core: 1F1B, and interleaved with virtual stages"},
    .numbers = {{.precisions = precisionsOfMegatron,
                 .halfGradients = true,
                 .halfStates = true,
                 .storedAttention = true,
                 .optimizers = adamOrSgd,
                 .losses = lossesOfMegatron,
                 .tunings = allOrLora},
                "training/mixed_precision.py, OptimizerConfig; peft/lora.py: LoRA; the exported program has no Muon"},
    .overheads = "megatron-core",
    .predicts = true,
    .rules = rulesOfBridge,
};

}  // namespace pgram
