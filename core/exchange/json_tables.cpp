// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names of DeepSpeed's JSON (deepspeed.ai/docs/config-json, runtime/config.py and zero/config.py of edaa7221), of
// Accelerate's YAML (16cb6eb8, commands/config), of torchtitan's TOML (v0.2.2, config/job_config.py), of its Python
// (b5bcd76c), and of the Trainer's arguments; declared in setting_table.h.
#include "core/exchange/setting_table.h"

namespace pgram {

namespace {

constexpr std::array deepSpeedGroups{
    SettingNames{.names = "train_batch_size train_micro_batch_size_per_gpu gradient_accumulation_steps"},
    SettingNames{.names = "zero_optimization zero_optimization/stage zero_optimization/cpu_offload "
                          "zero_optimization/offload_optimizer zero_optimization/offload_optimizer/device "
                          "zero_optimization/offload_optimizer/ratio "
                          "zero_optimization/offload_param zero_optimization/offload_param/device "
                          "zero_optimization/mics_shard_size zero_optimization/overlap_comm"},
    SettingNames{.names =
                     "bf16 bf16/enabled bf16/bf16_master_weights_and_grads bf16/bf16_optimizer_states bfloat16 "
                     "bfloat16/enabled bfloat16/bf16_master_weights_and_grads "
                     "bfloat16/bf16_optimizer_states fp16 fp16/enabled fp16/fp16_master_weights_and_grads data_types "
                     "data_types/grad_accum_dtype"},
    SettingNames{.names = "optimizer optimizer/type"},
    SettingNames{.names =
                     "tensor_parallel tensor_parallel/autotp_size sequence_parallel_size expert_parallel "
                     "expert_parallel/autoep_size pipeline pipeline/stages pipeline/activation_checkpoint_interval"},

    SettingNames{unplanned,
                 "zero_optimization/zero_quantized_weights zero_optimization/zero_quantized_gradients "
                 "zero_optimization/zero_quantized_nontrainable_weights zero_optimization/zeropp_*",
                 Core::tr("plans send weights and gradients in their own format")},
    SettingNames{unplanned, "zero_optimization/zero_hpz_partition_size",
                 Core::tr("plans have no second copy of the weights inside a node"), "1"},
    SettingNames{unplanned, "communication_data_type seq_parallel_communication_data_type",
                 Core::tr("plans send gradients in the format in which they are summed"), "as gradients"},
    SettingNames{unplanned,
                 "compression_training sparse_attention quantize_training weight_quantization "
                 "sparse_gradients",
                 Core::tr("plans have no such training")},
    SettingNames{unplanned, "curriculum_learning data_efficiency", Core::tr("plans have one sequence length")},
    SettingNames{unplanned, "elasticity autotuning", Core::tr("the program that starts the run sets the batch by it")},
    SettingNames{unplanned,
                 "activation_checkpointing/cpu_checkpointing activation_checkpointing/partition_activations "
                 "activation_checkpointing/number_checkpoints",
                 Core::tr("plans keep the input of each layer on its device, whole")},
    SettingNames{unplanned, "progressive_layer_drop eigenvalue", Core::tr("plans run all layers")},
    SettingNames{unplanned, "amp fp8 torch_autocast", Core::tr("plans have no such precision")},
    SettingNames{unplanned, "hybrid_engine domino compile/offload* zero_optimization/super_offload",
                 Core::tr("plans have no such order of the work")},

    SettingNames{harmless, "activation_checkpointing/*",
                 Core::tr("the program that starts the run turns recomputation on")},
    SettingNames{harmless,
                 "steps_per_print wall_clock_breakdown dump_state memory_breakdown tensorboard wandb "
                 "csv_monitor comet flops_profiler comms_logger monitor_config timers",
                 Core::tr("logging")},
    SettingNames{harmless,
                 "optimizer/* scheduler gradient_clipping prescale_gradients gradient_predivide_factor "
                 "fp16/* bf16/* bfloat16/* zero_allow_untested_optimizer zero_force_ds_cpu_optimizer "
                 "gradient_average disable_allgather",
                 Core::tr("learning rate and scaling")},
    SettingNames{harmless,
                 "zero_optimization/reduce_* zero_optimization/allgather_* "
                 "zero_optimization/contiguous_gradients zero_optimization/round_robin_gradients "
                 "zero_optimization/stage3_* zero_optimization/sub_group_size "
                 "zero_optimization/prefetch_bucket_size zero_optimization/param_persistence_threshold "
                 "zero_optimization/model_persistence_threshold zero_optimization/max_* "
                 "zero_optimization/gather_* zero_optimization/offload_optimizer/* "
                 "zero_optimization/offload_param/* zero_optimization/ignore_unused_parameters "
                 "zero_optimization/elastic_checkpoint zero_optimization/load_from_fp32_weights "
                 "zero_optimization/use_multi_rank_bucket_allreduce zero_optimization/mics_* "
                 "zero_optimization/use_all_reduce_for_fetch_params zero_optimization/legacy_stage1 "
                 "zero_optimization/module_granularity_threshold zero_optimization/override_* "
                 "zero_optimization/log_trace_cache_warnings zero_optimization/memory_efficient_linear "
                 "zero_optimization/pipeline_loading_checkpoint zero_optimization/grad_hooks "
                 "zero_optimization/cpu_offload_* zero_optimization/leaf_module "
                 "zero_optimization/allow_* tensor_parallel/* expert_parallel/* pipeline/* compile* aio nebula",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "checkpoint communication_timeout dataloader_drop_last use_data_before_expert_parallelism "
                 "graph_harvesting use_node_local_storage load_universal data_parallel_size",
                 Core::tr("data, checkpoints and launcher")},
};

constexpr std::array accelerateGroups{
    SettingNames{.names = "distributed_type num_processes mixed_precision gradient_accumulation_steps"},
    SettingNames{.names = "fsdp_config fsdp_config/fsdp_sharding_strategy fsdp_config/fsdp_reshard_after_forward "
                          "fsdp_config/fsdp_activation_checkpointing fsdp_config/fsdp_offload_params"},
    SettingNames{.names = "deepspeed_config deepspeed_config/deepspeed_config_file deepspeed_config/zero_stage "
                          "deepspeed_config/gradient_accumulation_steps deepspeed_config/offload_optimizer_device "
                          "deepspeed_config/offload_param_device"},
    SettingNames{.names = "megatron_lm_config megatron_lm_config/megatron_lm_tp_degree "
                          "megatron_lm_config/megatron_lm_pp_degree "
                          "megatron_lm_config/megatron_lm_context_parallel_size "
                          "megatron_lm_config/megatron_lm_expert_model_parallel_size "
                          "megatron_lm_config/megatron_lm_num_micro_batches "
                          "megatron_lm_config/megatron_lm_sequence_parallelism "
                          "megatron_lm_config/megatron_lm_use_distributed_optimizer "
                          "megatron_lm_config/megatron_lm_decoder_last_pipeline_num_layers "
                          "megatron_lm_config/megatron_lm_recompute_granularity "
                          "megatron_lm_config/megatron_lm_recompute_method "
                          "megatron_lm_config/megatron_lm_recompute_num_layers "
                          "megatron_lm_config/megatron_lm_recompute_activations"},
    SettingNames{.names =
                     "parallelism_config parallelism_config/parallelism_config_tp_size parallelism_config/tp_size "
                     "parallelism_config/parallelism_config_cp_size parallelism_config/cp_size "
                     "parallelism_config/parallelism_config_sp_size parallelism_config/sp_size "
                     "parallelism_config/parallelism_config_dp_replicate_size parallelism_config/dp_replicate_size "
                     "parallelism_config/parallelism_config_dp_shard_size parallelism_config/dp_shard_size"},

    SettingNames{unplanned, "mpirun_config ipex_config ipex_plugin tp_config tpu_* use_xpu",
                 Core::tr("settings of devices that are not planned for")},
    SettingNames{unplanned, "fp8_config", Core::tr("8-bit products are taken with one scale a tensor"), "fp8"},
    SettingNames{unplanned, "deepspeed_config/deepspeed_moe_layer_cls_names", Core::tr("plans gather experts singly")},

    SettingNames{harmless,
                 "compute_environment debug main_* machine_rank num_machines rdzv_* same_network use_cpu "
                 "downcast_bf16 dynamo_config dynamo_backend enable_cpu_affinity gpu_ids commands "
                 "command_file fp16 megatron_lm_config/other_megatron_args num_cpu_threads_per_process "
                 "deepspeed_config/deepspeed_multinode_launcher deepspeed_config/deepspeed_hostfile "
                 "deepspeed_config/deepspeed_exclusion_filter deepspeed_config/deepspeed_inclusion_filter",
                 Core::tr("launcher")},
    SettingNames{harmless, "fsdp_config/* deepspeed_config/* megatron_lm_config/* parallelism_config/*",
                 Core::tr("details of a choice that is read")},
};

constexpr std::array torchtitanTomlGroups{
    SettingNames{.names = "model model/name model/flavor model/converters"},
    SettingNames{.names = "training training/local_batch_size training/batch_size training/global_batch_size "
                          "training/seq_len training/mixed_precision_param training/mixed_precision_reduce "
                          "training/enable_cpu_offload training/tensor_parallel_degree "
                          "training/pipeline_parallel_degree training/context_parallel_degree "
                          "training/expert_parallel_degree"},
    SettingNames{.names = "experimental experimental/tensor_parallel_degree experimental/pipeline_parallel_degree "
                          "experimental/context_parallel_degree experimental/expert_parallel_degree"},
    SettingNames{.names = "parallelism parallelism/data_parallel_shard_degree "
                          "parallelism/data_parallel_replicate_degree parallelism/fsdp_reshard_after_forward "
                          "parallelism/tensor_parallel_degree parallelism/enable_async_tensor_parallel "
                          "parallelism/pipeline_parallel_degree parallelism/pipeline_parallel_schedule "
                          "parallelism/pipeline_parallel_layers_per_stage "
                          "parallelism/pipeline_parallel_microbatch_size parallelism/module_fqns_per_model_part "
                          "parallelism/context_parallel_degree parallelism/expert_parallel_degree "
                          "parallelism/expert_tensor_parallel_degree parallelism/expert_parallel_comm_backend"},
    SettingNames{.names = "activation_checkpoint activation_checkpoint/mode activation_checkpoint/selective_ac_option"},
    SettingNames{.names = "compile compile/enable compile/components optimizer optimizer/name float8 "
                          "float8/enable_float8_linear quantize "
                          "quantize/linear quantize/linear/float8 quantize/linear/float8/recipe_name"},

    SettingNames{unplanned,
                 "parallelism/pipeline_parallel_first_stage_less_layers "
                 "parallelism/pipeline_parallel_last_stage_less_layers "
                 "parallelism/pipeline_parallel_split_points experimental/pipeline_parallel_split_points",
                 Core::tr("plans cut blocks evenly unless the file lists the parts"), "0"},
    SettingNames{unplanned, "parallelism/pipeline_parallel_schedule_csv", Core::tr("schedules of files are not read")},
    SettingNames{unplanned, "parallelism/disable_loss_parallel", Core::tr("plans divide the loss by the tensor group")},
    SettingNames{unplanned, "training/dtype", Core::tr("plans update weights in 32 bits"), "float32"},
    SettingNames{unplanned, "optimizer/early_step_in_backward", Core::tr("plans update after the last backward")},
    SettingNames{unplanned, "activation_checkpoint/memory_budget fault_tolerance memory_estimation/enable",
                 Core::tr("plans have nothing of the kind")},

    SettingNames{harmless, "job* profiling* metrics* comm* debug* memory_estimation*", Core::tr("logging")},
    SettingNames{harmless, "model/* training/dataset* training/dataloader* validation* checkpoint*",
                 Core::tr("data, tokenizer and checkpoints")},
    SettingNames{harmless,
                 "optimizer/* lr_scheduler* training/max_norm training/steps training/warmup_steps "
                 "training/seed training/deterministic training/gc_* training/compile "
                 "experimental/custom_*",
                 Core::tr("learning rate and length of the run")},
    SettingNames{
        harmless,
        "parallelism/context_parallel_* parallelism/pipeline_parallel_expert_* "
        "experimental/context_parallel_* experimental/enable_* activation_checkpoint/* compile/* "
        "quantize/linear/float8/* quantize/linear/mx quantize/grouped_mm mx* float8/* training/data_parallel_*",
        Core::tr("details of a choice that is read")},
};

constexpr std::array torchtitanGroups{
    SettingNames{.names = "tensor_parallel_degree pipeline_parallel_degree context_parallel_degree "
                          "expert_parallel_degree enable_sequence_parallel data_parallel_shard_degree "
                          "data_parallel_replicate_degree fsdp_reshard_after_forward pipeline_parallel_schedule "
                          "pipeline_parallel_layers_per_stage module_fqns_per_model_part num_pp_microbatches"},
    SettingNames{.names = "max_context_length num_tokens_per_microbatch_per_dp_rank num_tokens_per_train_step "
                          "mixed_precision_param mixed_precision_reduce enable_cpu_offload recomputed"},

    SettingNames{unplanned, "pipeline_parallel_first_stage_less_layers pipeline_parallel_last_stage_less_layers",
                 Core::tr("plans cut blocks evenly unless the file lists the parts"), "0"},
    SettingNames{unplanned, "pipeline_parallel_schedule_csv", Core::tr("schedules of files are not read")},
    SettingNames{unplanned, "disable_loss_parallel", Core::tr("plans divide the loss by the tensor group")},
    SettingNames{unplanned, "memory_budget", Core::tr("plans have nothing of the kind")},

    SettingNames{harmless,
                 "steps max_norm seed deterministic gc_* lr beta1 beta2 eps weight_decay warmup_* decay_* "
                 "min_lr_factor total_steps",
                 Core::tr("learning rate and length of the run")},
    SettingNames{harmless,
                 "loss base model_spec hf_assets_path dataloader dataset* optimizer lr_scheduler checkpoint "
                 "training parallelism activation_checkpoint metrics profiler validator config interval "
                 "enable* folder log_freq last_* async_mode model_part* frozen kw_only slots name flavor "
                 "base_fqn",
                 Core::tr("parts of the configuration, data and checkpoints")},
    SettingNames{harmless, "disable_cuda_graphs context_parallel_* pipeline_parallel_expert_*",
                 Core::tr("details of a choice that is read")},
};

constexpr std::array trainerGroups{
    SettingNames{.names = "per_device_train_batch_size gradient_accumulation_steps sequence_length optim "
                          "gradient_checkpointing use_liger_kernel adapter_rank adapter_targets quantised_base "
                          "preference_pairs precompute_ref_log_probs"},
    SettingNames{unplanned, "torch_compile", Core::tr("kernels are taken as --framework has them"), "as the framework"},
    SettingNames{unplanned, "auto_find_batch_size", Core::tr("plans have one batch")},
    SettingNames{unplanned, "group_by_length", filledSamples},
    SettingNames{harmless,
                 "output_dir max_steps num_train_epochs learning_rate lr_* weight_decay warmup_* adam_* "
                 "adapter_alpha adapter_dropout beta loss_type max_length max_prompt_length max_grad_norm logging_* "
                 "save_* eval_* evaluation_* seed data_seed "
                 "report_to run_name "
                 "dataloader_* remove_unused_columns bf16 fp16 tf32 deepspeed fsdp* ddp_* do_* push_to_hub "
                 "hub_* gradient_checkpointing_kwargs overwrite_output_dir use_cache local_rank "
                 "load_best_model_at_end metric_for_best_model greater_is_better per_device_eval_batch_size",
                 Core::tr("learning rate, data, checkpoints and launcher")},
};

// Readers of families ask for the members that describe layers; these are the others of transformers' configurations.
constexpr std::array huggingFaceGroups{
    SettingNames{unplanned, "quantization_config expert_dtype",
                 Core::tr("the file's weights are quantised, which training does not keep"), "bf16"},
    SettingNames{unplanned, "num_nextn_predict_layers mtp_*", Core::tr("plans have no such layers")},
    SettingNames{harmless,
                 "architectures model_type auto_map _name_or_path _attn* transformers_version "
                 "tokenizer_class torch_dtype dtype use_bfloat16 language gradient_checkpointing "
                 "return_* output_* use_cache cache_implementation pruned_heads problem_type "
                 "task_specific_params finetuning_task label2id id2label num_labels summary_* "
                 "is_decoder is_encoder_decoder add_cross_attention torchscript tf_legacy_loss chunk_size* "
                 "bos_* eos_* pad_* sep_* unk_* cls_* mask_token* decoder_start_token_id "
                 "prefix forced_* begin_suppress_tokens suppress_tokens max_length min_length do_sample "
                 "num_beams* temperature top_k top_p repetition_penalty length_penalty no_repeat_ngram_size "
                 "early_stopping diversity_penalty num_return_sequences remove_invalid_values typical_p "
                 "encoder_no_repeat_ngram_size exponential_decay_length_penalty bad_words_ids sampling* "
                 "tie_encoder_decoder cross_attention_hidden_size onnx* quantizer* num_logits_to_keep image_token* "
                 "video_token* vision_start* vision_end* boi_token* eoi_token* audio_token* boa_token* eoa_token* "
                 "vision_soft_tokens* vocab_size_per_layer_input image_placeholder media_placeholder* ignore_index "
                 "num_beam_groups use_mtp vision_token* image_seq_length "
                 "vision_config/model_type vision_config/architectures vision_config/torch_dtype "
                 "vision_config/dtype vision_config/transformers_version vision_config/projection_dim "
                 "vision_config/vocab_size vision_config/out_hidden_size vision_config/hidden_size "
                 "vision_config/image_token*",
                 Core::tr("not of the layers")},
    SettingNames{
        harmless,
        "initializer_* init_* use_mup mup_* rms_norm_eps layer_norm_* norm_eps norm_epsilon "
        "layernorm_* hidden_act hidden_activation activation_function activation act_fn "
        "hc_* compress_rope_theta rope_* rotary* partial_rotary_factor original_max_position_embeddings alibi* "
        "position_embedding_type use_pos_* max_window_layers pretraining_tp scale_* "
        "attn_logit_softcapping final_logit_softcapping query_pre_attn_scalar "
        "softmax_* clip_qkv normalize* reorder_and_upcast_attn attention_multiplier "
        "logits_scaling residual_multiplier embedding_multiplier lm_head_multiplier attention_in_multiplier "
        "attention_out_multiplier key_multiplier ssm_* mlp_multipliers projectors_bias mamba_rms_norm "
        "mamba_norm_before_gate mamba_use_mlp mamba_expand apply_residual_* "
        "norm_topk_prob routed_scaling_factor scoring_func topk_method seq_aux aux_loss_alpha "
        "router_* moe_router_dtype moe_router_scaling_factor activation_situ_* swiglu_alpha use_gemma_norm "
        "mla_use_nope "
        "use_grouped_topk use_bidirectional_attention qk_head_dim output_router_logits ep_size use_qk_norm* "
        "swiglu_limit layer_types "
        "moe_norm_min use_routing_bias qk_norm_type attn_type_list block_type activation_type norm_head norm_softmax "
        "use_rmsnorm use_dynamic_ntk use_logn_attn use_flash_attn num_key_value_heads head_dim classifier_dropout "
        "drop_path_rate encoder_stride qkv_bias_* slow_but_exact n_ctx "
        "time_step_* mamba_hidden_act mamba_ssm_* mamba_proj_bias mamba_conv_bias mamba_chunk_size mlp_hidden_act "
        "use_conv_bias use_bias use_mamba_kernels residual_in_fp32 rescale_prenorm_residual conv_bias d_ssm "
        "full_attention_interval mlp_only_layers index_* indexer_* moe_renormalize moe_router_activation_func "
        "postnorm shared_moe_mode attn_temperature_tuning attn_scale floor_scale no_rope_layers "
        "num_hidden_layers vision_config/hidden_act vision_config/initializer_* vision_config/layer_norm_eps "
        "vision_config/norm_eps vision_config/rms_norm_eps vision_config/tokens_per_second vision_config/rope_* "
        "vision_config/vision_use_head vision_config/attention_dropout vision_config/spatial_patch_size "
        "vision_config/drop_path_rate vision_config/dropout vision_config/use_flash_attn "
        "vision_config/use_mask_token vision_config/use_absolute_position_embeddings vision_config/use_mean_pooling "
        "vision_config/layer_scale_init_value vision_config/projection_dropout vision_config/hidden_dropout_prob "
        "vision_config/multi_modal_projector_bias vision_config/vision_feature_* vision_config/projector_dropout "
        "vision_config/vision_output_dim vision_config/initializer_range vision_config/output_* "
        "vision_config/use_cache vision_config/num_classes vision_config/qkv_bias "
        "vision_feature_* projector_hidden_act downsample_ratio ps_version select_layer template use_thumbnail "
        "dynamic_image_size force_image_size min_dynamic_patch max_dynamic_patch use_backbone_lora use_llm_lora "
        "pad2square "
        "max_position_embeddings n_positions seq_length",
        Core::tr("costs as much whatever its value")},
};

}  // namespace

constinit const SettingTable huggingFaceTable{"Transformers", huggingFaceGroups};
constinit const SettingTable deepSpeedTable{"DeepSpeed", deepSpeedGroups};
constinit const SettingTable accelerateTable{"Accelerate", accelerateGroups};
constinit const SettingTable torchtitanTomlTable{"torchtitan", torchtitanTomlGroups};
constinit const SettingTable torchtitanTable{"torchtitan", torchtitanGroups};
constinit const SettingTable trainerTable{"Transformers", trainerGroups};

}  // namespace pgram
