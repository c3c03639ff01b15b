// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hugging Face Accelerate with Megatron-LM. Of a model's configuration it hands over the number of layers, widths and
// heads: of a GPT-2 nothing else is needed, of a Llama there is.
#include "core/frameworks/rows/rows.h"
#include "core/model/layer_role.h"

#include <array>

namespace pgram {

namespace {

constexpr std::array schedulesOfAccelerateMegatron{Schedule{ScheduleKind::OneFOneB, 1, 1}};

constexpr std::array precisionsOfAccelerateMegatron{Precision::Bf16, Precision::Fp32};

bool isOfGpt2(const LayerSpec& layer)
{
    if (layer.kind == LayerKind::Embedding) {
        return layer.learnedPositions > 0;
    }
    const bool isPlain = layer.norm == Norm::LayerNorm && !layer.gatedMlp && layer.linearBias && layer.experts == 0 &&
                         layer.kvHeads == layer.heads && layer.keyValueRank == 0 && layer.window == 0 &&
                         layer.ffn == 4 * layer.hidden;
    return layer.kind == LayerKind::Head || (layer.kind == LayerKind::Decoder && isPlain);
}

constexpr std::array rulesOfAccelerateMegatron{
    TargetRule{Core::tr("a model other than GPT-2"),
               "utils/dataclasses.py: of a llama neither norm, MLP nor query groups are handed over",
               [](const TargetCase& c) { return !isOfGpt2(c.layer); }},
    TargetRule{Core::tr("a tensor group of ranks that do not follow each other"),
               "parallel_state.py of Megatron-LM: the order of ranks is tp-cp-ep-dp-pp",
               [](const TargetCase& c) { return isSpread(c.strategy); }},
};

}  // namespace

constinit const Target accelerateMegatronTarget{
    .name = "accelerate-megatron",
    .title = "Accelerate with Megatron-LM",
    .version = "16cb6eb8 of 2026-07-24",
    .space = {spaceOf({&Space::dp, &Space::zero1, &Space::tp, &Space::sp, &Space::pp, &Space::ckpt}),
              "megatron_lm_config; the data-parallel degree is worked out without context ranks"},
    .reach = {Reach::Plan, "megatron_lm_config: one degree of each"},
    .recompute = {SomeBlocks::FirstOfChunk,
                  "megatron_lm_recompute_method block: the first recompute_num_layers of each stage"},
    .cuts = {Cuts::Even, "megatron_lm_config has no layout"},
    .schedules = {schedulesOfAccelerateMegatron, "megatron_lm_config has no virtual stages"},
    .numbers = {{precisionsOfAccelerateMegatron, false}, "mixed_precision; the launched example has AdamW"},
    .overheads = "megatron-core",
    .rules = rulesOfAccelerateMegatron,
};

}  // namespace pgram
