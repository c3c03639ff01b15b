// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names of torchtune's configuration that plans are written with: torchtune bd2a0fc7,
// recipes/lora_finetune_distributed.py and recipes/full_finetune_distributed.py with the components that they make;
// declared in setting_table.h.
#include "core/exchange/setting_table.h"

namespace pgram {

namespace {

constexpr std::array torchtuneGroups{
    SettingNames{.names = "model model/_component_ model/lora_attn_modules model/apply_lora_to_mlp "
                          "model/apply_lora_to_output model/lora_rank model/lora_alpha model/lora_dropout"},
    SettingNames{.names = "batch_size gradient_accumulation_steps dtype loss loss/_component_ optimizer "
                          "optimizer/_component_ data_parallel_replicate_dim data_parallel_shard_dim "
                          "fsdp_reshard_after_forward custom_sharded_layers enable_activation_checkpointing "
                          "enable_activation_offloading tokenizer/max_seq_len dataset/packed"},
    SettingNames{SettingUse::Harmless,
                 "output_dir tokenizer tokenizer/_component_ tokenizer/path checkpointer checkpointer/_component_ "
                 "checkpointer/checkpoint_dir checkpointer/checkpoint_files checkpointer/recipe_checkpoint "
                 "checkpointer/output_dir checkpointer/model_type resume_from_checkpoint dataset dataset/_component_ "
                 "dataset/source dataset/column seed shuffle",
                 Core::tr("data, tokenizer and checkpoints")},
    SettingNames{SettingUse::Harmless,
                 "epochs max_steps_per_epoch clip_grad_norm optimizer/fused optimizer/lr optimizer/weight_decay "
                 "lr_scheduler lr_scheduler/_component_ lr_scheduler/num_warmup_steps",
                 Core::tr("learning rate and length of the run")},
    SettingNames{SettingUse::Harmless,
                 "device compile metric_logger metric_logger/_component_ metric_logger/log_dir log_every_n_steps "
                 "log_peak_memory_stats log_level",
                 Core::tr("logging")},
};

}  // namespace

constinit const SettingTable torchtuneTable{"torchtune", torchtuneGroups};

}  // namespace pgram
