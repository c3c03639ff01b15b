// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names of Megatron-Bridge's configuration that plans are written with: Megatron-Bridge 067f987d,
// models/gpt_provider.py, models/mla_provider.py, training/config.py, training/mixed_precision.py, peft/lora.py, with
// the classes of Megatron-LM d98e8a64 that these extend; declared in setting_table.h.
#include "core/exchange/setting_table.h"

namespace pgram {

namespace {

constexpr std::array bridgeGroups{
    SettingNames{.names =
                     "model/num_layers model/hidden_size model/ffn_hidden_size model/num_attention_heads "
                     "model/num_query_groups model/kv_channels model/q_lora_rank model/kv_lora_rank model/qk_head_dim "
                     "model/qk_pos_emb_head_dim model/v_head_dim model/window_size model/window_attn_skip_freq "
                     "model/position_embedding_type model/normalization model/gated_linear_unit model/activation_func "
                     "model/add_bias_linear model/add_qkv_bias model/qk_layernorm model/vocab_size "
                     "model/should_pad_vocab model/share_embeddings_and_output_weights model/mtp_num_layers"},
    SettingNames{.names = "model/rotary_base model/rotary_percent model/rope_scaling model/rope_scaling_factor "
                          "model/seq_len_interpolation_factor model/rope_type model/rotary_scaling_factor model/mscale "
                          "model/mscale_all_dim model/yarn_rotary_scaling_factor model/yarn_mscale "
                          "model/yarn_mscale_all_dim model/yarn_original_max_position_embeddings model/yarn_beta_fast "
                          "model/yarn_beta_slow model/yarn_correction_range_round_to_int model/layernorm_epsilon "
                          "model/init_method_std model/attention_dropout model/hidden_dropout "
                          "model/activation_func_clamp_value"},
    SettingNames{.names = "model/num_moe_experts model/moe_router_topk model/moe_router_num_groups "
                          "model/moe_router_group_topk model/moe_ffn_hidden_size "
                          "model/moe_shared_expert_intermediate_size model/moe_layer_freq model/moe_grouped_gemm "
                          "model/moe_token_dispatcher_type model/moe_flex_dispatcher_backend "
                          "model/overlap_moe_expert_parallel_comm model/moe_shared_expert_overlap"},
    SettingNames{.names = "model/seq_length model/tensor_model_parallel_size model/pipeline_model_parallel_size "
                          "model/sequence_parallel model/tp_comm_overlap model/context_parallel_size "
                          "model/cp_comm_type model/hierarchical_context_parallel_sizes "
                          "model/expert_model_parallel_size model/expert_tensor_parallel_size "
                          "model/pipeline_model_parallel_layout model/virtual_pipeline_model_parallel_size "
                          "model/recompute_granularity model/recompute_method model/recompute_num_layers "
                          "model/recompute_modules"},
    SettingNames{.names = "model/bias_activation_fusion model/bias_dropout_fusion model/apply_rope_fusion "
                          "model/cross_entropy_loss_fusion model/attention_backend"},
    SettingNames{.names = "ddp/use_distributed_optimizer ddp/overlap_grad_reduce ddp/overlap_param_gather"},
    SettingNames{.names = "optimizer/optimizer optimizer/use_distributed_optimizer optimizer/overlap_param_gather "
                          "optimizer/use_precision_aware_optimizer optimizer/exp_avg_dtype "
                          "optimizer/exp_avg_sq_dtype"},
    SettingNames{.names = "mixed_precision/grad_reduce_in_fp32 mixed_precision/fp8_param_gather "
                          "mixed_precision/fp4_param_gather mixed_precision/reuse_grad_buf_for_mxfp8_param_ag"},
    SettingNames{.names = "peft/target_modules peft/dim peft/alpha peft/dropout peft/share_expert_adapters"},
};

}  // namespace

constinit const SettingTable bridgeTable{"Megatron-Bridge", bridgeGroups};

}  // namespace pgram
