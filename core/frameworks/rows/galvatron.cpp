// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hetu-Galvatron (2211.13878, 2307.02031).
#include "core/frameworks/rows/rows.h"

#include <array>
#include <bit>

namespace pgram {

namespace {

constexpr std::array schedulesOfGalvatron{Schedule{ScheduleKind::OneFOneB, 1, 1}, Schedule{ScheduleKind::GPipe, 1, 1}};

constexpr std::array precisionsOfGalvatron{Precision::Bf16, Precision::Fp16, Precision::Fp32};

constexpr std::array rulesOfGalvatron{
    TargetRule{Core::tr("multi-latent attention"),
               "runtime/transformer: the switch is read, and no such attention is built of it",
               [](const TargetCase& c) { return c.layer.keyValueRank > 0; }},
    TargetRule{Core::tr("a tensor group of ranks that do not follow each other"),
               "hybrid_parallel_config.py: tp_consecutive_flags is read, and no group is made of it since 3.0",
               [](const TargetCase& c) { return isSpread(c.strategy); }},
    TargetRule{Core::tr("a tensor group whose size is not a power of two"),
               "comm_groups.py: between layers the larger group is taken apart by the smaller one",
               [](const TargetCase& c) { return std::popcount(static_cast<unsigned>(c.strategy.tensor)) > 1; }},
    TargetRule{
        Core::tr("tensor parallelism without sequence parallelism"),
        "runtime/transformer/attention.py: asserts sequence_parallel",
        [](const TargetCase& c) { return c.strategy.tensor > 1 && c.strategy.sequence == SequenceParallel::None; }},
};

}  // namespace

constinit const Target galvatronTarget{
    .name = "galvatron",
    .title = "Hetu-Galvatron",
    .version = "3.0, cea12ffb of 2026-06-16",
    .space = {spaceOf({&Space::dp, &Space::zero2, &Space::sdp, &Space::tp, &Space::sp, &Space::ulysses, &Space::pp,
                       &Space::ckpt}),
              "hybrid_parallel_config.py: dp_types_enc, tp_sizes_enc, use_sp, checkpoint"},
    .reach = {Reach::Layer, "hybrid_parallel_config.py: a list of each, by layer"},
    .recompute = {SomeBlocks::Any, "hybrid_parallel_config.py: checkpoint, by layer"},
    .cuts = {Cuts::WithBlocks, "hybrid_parallel_config.py: pp_division counts the blocks"},
    .schedules = {schedulesOfGalvatron, "pipeline_type: gpipe or pipedream_flush"},
    .numbers = {{precisionsOfGalvatron, true},
                "args_schema.py: mixed_precision, reduce_in_fp32; optimizer/utils.py: Adam alone"},
    .oneKindOfCopies = true,
    .endsAlike = true,
    .rules = rulesOfGalvatron,
};

}  // namespace pgram
