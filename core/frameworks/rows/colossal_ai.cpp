// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Colossal-AI (2110.14883) as it had the layouts of a tensor group: colossalai/legacy. Its later Shardformer has 1D
// alone.
#include "core/frameworks/rows/rows.h"

#include <array>

namespace pgram {

namespace {

constexpr std::array schedulesOfColossalAi{Schedule{ScheduleKind::OneFOneB, 1, 1},
                                           Schedule{ScheduleKind::Interleaved, 1, 2},
                                           Schedule{ScheduleKind::Interleaved, 1, 4}};

constexpr std::array precisionsOfColossalAi{Precision::Fp16, Precision::Fp32};

constexpr std::array rulesOfColossalAi{
    TargetRule{Core::tr("a tensor group of ranks that do not follow each other"),
               "process_group_initializer/initializer_tensor.py: tensor ranks are neighbours",
               [](const TargetCase& c) { return isSpread(c.strategy); }},
    TargetRule{Core::tr("ZeRO beside a ring of self-attention"),
               "legacy/initialize.py: a ring's gradients are summed over SEQUENCE_DP, ZeRO divides DATA",
               [](const TargetCase& c) { return c.strategy.layout == TensorLayout::Ring && c.strategy.zero > 0; }},
    TargetRule{Core::tr("mixtures of experts"), "legacy/nn/layer: its layers have one feed-forward part",
               [](const TargetCase& c) { return c.layer.experts > 0; }},
    TargetRule{Core::tr("multi-latent attention"), "legacy/nn/layer: there is none",
               [](const TargetCase& c) { return c.layer.keyValueRank > 0; }},
};

}  // namespace

constinit const Target colossalAiTarget{
    .name = "colossal-ai",
    .title = "Colossal-AI",
    .version = "colossalai/legacy, 24d6c58f",
    .space = {spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::pp, &Space::ckpt, &Space::layouts}),
              "parallel_context.py: pipeline, tensor with a mode of 1d, 2d, 2.5d, 3d or sequence, data; zero"},
    .reach = {Reach::Plan, "parallel_context.py: one size and one mode of the tensor groups"},
    .recompute = {SomeBlocks::None, "legacy/utils/activation_checkpoint.py: model code calls checkpoint()"},
    .cuts = {Cuts::Any, "legacy/pipeline/pipelinable.py: a policy may name the layers of each stage"},
    .schedules = {schedulesOfColossalAi, "legacy/engine/schedule: PipelineSchedule, InterleavedPipelineSchedule"},
    .numbers = {{.precisions = precisionsOfColossalAi, .halfGradients = true, .optimizers = adamOrSgd},
                "legacy/amp: fp16 of three kinds; any optimizer of PyTorch's"},
    .rules = rulesOfColossalAi,
};

}  // namespace pgram
