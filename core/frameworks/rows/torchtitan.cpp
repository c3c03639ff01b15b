// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// torchtitan (2410.06511): its Python configuration, and the last release that reads TOML.
#include "core/frameworks/rows/rows.h"
#include "core/frameworks/rows/torchtitan_models.h"
#include "core/model/layer_role.h"
#include "core/strategy/sharding.h"

#include <array>

namespace pgram {

namespace {

constexpr std::array schedulesOfTorchtitan{Schedule{ScheduleKind::OneFOneB, 1, 1}, Schedule{ScheduleKind::GPipe, 1, 1},
                                           Schedule{ScheduleKind::Interleaved, 1, 2}, Schedule{ScheduleKind::ZbV, 1, 2},
                                           Schedule{ScheduleKind::DualPipeV, 1, 2}};

constexpr std::array precisionsOfTorchtitan{Precision::Bf16, Precision::Fp32};

constexpr TargetRule spread{Core::tr("a tensor group of ranks that do not follow each other"),
                            "parallel_dims.py: the mesh is pp, dp_replicate, dp_shard, cp, tp",
                            [](const TargetCase& c) { return isSpread(c.strategy); }};
constexpr TargetRule outerShards{
    Core::tr("shards outside of the copies"), "parallel_dims.py: dp_replicate lies outside of dp_shard",
    [](const TargetCase& c) { return c.strategy.isHybrid() && c.strategy.shardPlacement == ShardPlacement::Outer; }};
constexpr TargetRule tokens{Core::tr("tokens that do not divide by the tensor degree times twice the ring's"),
                            "parallel_dims.py: seq_len_divisor", [](const TargetCase& c) {
                                const int ring = c.strategy.context > 1 ? 2 * c.strategy.context : 1;
                                const int tensor =
                                    c.strategy.sequence == SequenceParallel::Megatron ? c.strategy.tensor : 1;
                                return c.sequence % (static_cast<std::int64_t>(ring) * tensor) != 0;
                            }};
constexpr TargetRule copies{Core::tr("copies without shards beside another dimension"),
                            "models/llama3/infra/parallelize.py: DDP excludes other dimensions",
                            [](const TargetCase& c) {
                                const bool isPlainCopies = c.strategy.zero == 0 && c.strategy.data > 1;
                                const bool isAlone = c.pipeline == 1 && c.strategy.tensor == 1 &&
                                                     c.strategy.context == 1 && c.strategy.expert == 1;
                                return isPlainCopies && !isAlone;
                            }};
constexpr TargetRule ring{Core::tr("a ring whose ranks do not share the states"),
                          "distributed/fsdp.py: the ring's ranks are shards too",
                          [](const TargetCase& c) { return c.strategy.context > 1 && c.strategy.zero != 3; }};
constexpr TargetRule farExperts{Core::tr("experts spread over ranks that do not divide the shards"),
                                "parallel_dims.py: ep divides dp_shard, cp and tp together", [](const TargetCase& c) {
                                    const LayerStrategy& s = c.strategy;
                                    const int shards = s.zero == 3 ? s.data / s.replicas() : 1;
                                    return shards * s.context * s.tensor % s.expert != 0;
                                }};
constexpr TargetRule splitExperts{
    Core::tr("experts whose matrices are split"), "parallel_dims.py: no tensor parallelism of experts since #3167",
    [](const TargetCase& c) { return c.strategy.expert > 1 && expertParts(c.strategy) > 1; }};
constexpr TargetRule wholeExperts{
    Core::tr("experts that are whole without expert parallelism"),
    "models/llama4/infra/parallelize.py: the tensor group splits them then",
    [](const TargetCase& c) { return c.layer.experts > 0 && c.strategy.expert == 1 && foldsExperts(c.strategy); }};
constexpr std::array rulesOfTorchtitan{spread, outerShards, tokens, ring, farExperts, splitExperts, wholeExperts};
constexpr std::array rulesOfTorchtitanToml{
    spread,
    outerShards,
    tokens,
    ring,
    copies,
    farExperts,
    wholeExperts,
    TargetRule{Core::tr("experts split over other ranks than the tensor group"),
               "expert_tensor_parallel_degree: 1, or the tensor degree",
               [](const TargetCase& c) {
                   const int parts = expertParts(c.strategy);
                   return c.strategy.expert > 1 && parts > 1 && parts != c.strategy.tensor;
               }},
    TargetRule{Core::tr("tensor parallelism without sequence parallelism"),
               "models/llama3/infra/parallelize.py: the tensor plan divides the tokens between products",
               [](const TargetCase& c) {
                   return weightParts(c.strategy) > 1 && c.strategy.sequence == SequenceParallel::None;
               }},
};

constexpr Space space = spaceOf({&Space::dp, &Space::sdp, &Space::hsdp, &Space::tp, &Space::sp, &Space::cp, &Space::ep,
                                 &Space::etp, &Space::pp, &Space::ckpt});
constexpr const char* sourceOfSpace = "job configuration: no ZeRO-1 or 2, no Ulysses, no selective recomputation of "
                                      "attention alone";
constexpr const char* sourceOfReach = "job configuration: one degree of each for the whole model";
constexpr const char* sourceOfCuts = "module_fqns_per_model_part";
constexpr const char* sourceOfNumbers =
    "training: mixed_precision_param and mixed_precision_reduce; optimizer: Adam or AdamW";
/// A loss in one kernel is one that torch.compile makes: compile.components of job_config.py.
constexpr std::array lossesOfToml{LossKind::Plain, LossKind::Fused};
constexpr const char* sourceOfSchedules = "torch.distributed.pipelining: by name";

/// Returns the presets that torchtitan has, in the current release or with its TOML.
std::vector<std::string_view> presetsOf(bool today)
{
    std::vector<std::string_view> names;
    for (const TorchtitanModel& model : torchtitanModels()) {
        if (!today || model.function != nullptr) {
            names.emplace_back(model.preset);
        }
    }
    return names;
}

}  // namespace

constinit const Target torchtitanTarget{
    .name = "torchtitan",
    .title = "torchtitan",
    .version = "b5bcd76c of 2026-08-21, Python configuration",
    .space = {space, sourceOfSpace},
    .reach = {Reach::Plan, sourceOfReach},
    .recompute = {SomeBlocks::Any, "a policy class of activation checkpointing has each block's name (#3674)"},
    .cuts = {Cuts::Any, sourceOfCuts},
    .schedules = {schedulesOfTorchtitan, sourceOfSchedules},
    .numbers =
        {{.precisions = precisionsOfTorchtitan, .losses = plainOrChunkedLoss},
         "training: mixed_precision_param and mixed_precision_reduce; optimizer: Adam or AdamW; components/loss.py: "
         "CrossEntropyLoss, ChunkedLossWrapper"},
    .models = {[] { return presetsOf(true); }, "models/*/__init__.py: model_registry"},
    .overheads = "fsdp",
    .rules = rulesOfTorchtitan,
};

constinit const Target torchtitanTomlTarget{
    .name = "torchtitan-toml",
    .title = "torchtitan 0.2",
    .version = "v0.2.2 of 2026-02-20, TOML",
    .space = {space, sourceOfSpace},
    .reach = {Reach::Plan, sourceOfReach},
    .recompute = {SomeBlocks::EveryNth, "activation_checkpointing.py: selective_ac_option counts a rank's blocks"},
    .cuts = {Cuts::Any, sourceOfCuts},
    .schedules = {schedulesOfTorchtitan, sourceOfSchedules},
    .numbers = {{.precisions = precisionsOfTorchtitan, .losses = lossesOfToml}, sourceOfNumbers},
    .models = {[] { return presetsOf(false); }, "models/*/__init__.py: flavors"},
    .overheads = "fsdp",
    .rules = rulesOfTorchtitanToml,
};

}  // namespace pgram
