// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// PyTorch's own parts, put together by the Python module that is exported: each layer with its mesh.
#include "core/frameworks/rows/rows.h"

#include <array>

namespace pgram {

namespace {

constexpr std::array schedulesOfFsdp2{Schedule{ScheduleKind::OneFOneB, 1, 1}, Schedule{ScheduleKind::GPipe, 1, 1},
                                      Schedule{ScheduleKind::Interleaved, 1, 2}, Schedule{ScheduleKind::ZbV, 1, 2}};

constexpr std::array precisionsOfFsdp2{Precision::Bf16, Precision::Fp16, Precision::Fp32};

constexpr std::array rulesOfFsdp2{
    TargetRule{
        Core::tr("a tensor group between two data levels"), "init_device_mesh: the exported meshes have two levels",
        [](const TargetCase& c) { return isSpread(c.strategy) && c.strategy.placement == TensorPlacement::Middle; }},
    TargetRule{Core::tr("windows of attention"), "the exported model attends to all tokens",
               [](const TargetCase& c) { return c.layer.window > 0 && c.layer.window < c.sequence; }},
    TargetRule{Core::tr("multi-latent attention"), "the exported model has none",
               [](const TargetCase& c) { return c.layer.keyValueRank > 0; }},
    TargetRule{Core::tr("layers of other kinds than those of an encoder or a decoder of text"),
               "the exported module is one of a language model",
               [](const TargetCase& c) { return c.layer.kind != LayerKind::Encoder && !isOfDecoder(c.layer); }},
};

}  // namespace

constinit const Target fsdp2Target{
    .name = "fsdp2",
    .title = "PyTorch FSDP2",
    .version = "torch 2.6 and later, fully_shard and DTensor",
    .space = {spaceOf({&Space::dp, &Space::sdp, &Space::tp, &Space::sp, &Space::pp, &Space::ckpt}),
              "torch.distributed: fully_shard, parallelize_module, checkpoint_wrapper, pipelining"},
    .reach = {Reach::Layer, "fully_shard and parallelize_module take one module each"},
    .recompute = {SomeBlocks::Any, "checkpoint_wrapper takes one module"},
    .cuts = {Cuts::Any, "PipelineStage takes any module"},
    .schedules = {schedulesOfFsdp2, "torch.distributed.pipelining"},
    .numbers = {{precisionsOfFsdp2, true}, "MixedPrecisionPolicy; the exported script has AdamW"},
    .overheads = "fsdp",
    .rules = rulesOfFsdp2,
};

}  // namespace pgram
