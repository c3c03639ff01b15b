// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names of torchtune's configurations (recipes/configs, recipes/*.py) and of verl's (verl/trainer/config), and
// those of NeMo, Megatron-Bridge and Primus beside the arguments of Megatron-LM, and of MaxText's configs/base.yml;
// declared in setting_table.h.
#include "core/exchange/setting_table.h"

#include <array>

namespace pgram {

namespace {

constexpr std::array torchtuneGroups{
    SettingNames{.names = "model model/_component_ model/lora_attn_modules model/apply_lora_to_mlp model/lora_rank "
                          "model/quantize_base"},
    SettingNames{.names = "tokenizer tokenizer/max_seq_len dataset dataset/packed batch_size "
                          "gradient_accumulation_steps dtype"},
    SettingNames{.names = "optimizer optimizer/_component_ loss loss/_component_ compile compile/model compile/loss"},
    SettingNames{.names = "enable_activation_checkpointing ac_mode ac_option enable_fp8_training fsdp_cpu_offload "
                          "fsdp_reshard_after_forward"},
    SettingNames{.names =
                     "tensor_parallel_dim context_parallel_dim data_parallel_shard_dim data_parallel_replicate_dim "
                     "nproc_per_node nnodes config"},

    SettingNames{unplanned, "optimizer_in_bwd", Core::tr("plans update after the last backward")},
    SettingNames{unplanned, "enable_activation_offloading",
                 Core::tr("plans keep activations on their device, or compute them again")},
    SettingNames{unplanned, "model/use_dora model/apply_lora_to_output model/quantization_kwargs*",
                 Core::tr("plans have no such training")},
    SettingNames{unplanned,
                 "teacher_model* teacher_checkpointer* kd_loss* kd_ratio ref_model* ref_checkpointer* "
                 "reference_model* reward_and_value_model* policy_model* value_model* reward_functions* "
                 "base_model_path ref_policy_checkpointer* value_checkpointer* reward_checkpointer* ppo_* "
                 "forward_batch_size grpo_samples max_generated_tokens num_steps kl_coeff kl_loss_coeff "
                 "vllm* orchestration* inference*",
                 Core::tr("plans train on given samples alone, without answers that the model makes, pairs of samples "
                          "or other models"),
                 "sft"},
    SettingNames{unplanned, "quantizer* fake_quant*", Core::tr("plans have no such training")},
    SettingNames{unplanned,
                 "model/decoder_trainable model/encoder_trainable model/fusion_trainable model/image_size "
                 "model/max_num_tiles tokenizer/image_size tokenizer/max_num_tiles collate_fn*",
                 Core::tr("plans have text alone")},
    SettingNames{unplanned, "data_parallel_dim fsdp*", Core::tr("plans divide the states over all devices")},

    SettingNames{harmless,
                 "custom_sharded_layers tensor_parallel_plan* context_parallel_rotate_method fp8_recipe_name "
                 "cpu_offload low_cpu_ram activation_offloading_use_streams enable_async_checkpointing",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless, "model/lora_alpha model/lora_dropout", Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "tokenizer/* dataset/* dataset_val* shuffle batch_size_val prompt_template seed "
                 "cudnn_deterministic_mode resize_token_embeddings stop_token_ids packed_train",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless,
                 "optimizer/* lr_scheduler* epochs max_steps_per_epoch clip_grad_norm loss/* lr num_warmup_steps",
                 Core::tr("learning rate and length of the run")},
    SettingNames{harmless, "metric_logger* log_* profiler* name", Core::tr("logging")},
    SettingNames{harmless,
                 "checkpointer* output_dir resume_from_checkpoint save_* adapter_checkpoint checkpoint_dir "
                 "should_load_recipe_state",
                 Core::tr("checkpoints")},
    SettingNames{harmless, "run_val_every_n_steps", Core::tr("evaluation")},
    SettingNames{harmless, "device node_rank rdzv_* master_* standalone", Core::tr("launcher")},
    SettingNames{harmless,
                 "compile/* enable_kv_cache temperature top_k min_response_length penalise_no_eos reward_penalty gamma "
                 "lmbda value_coeff epsilon whiten_rewards",
                 Core::tr("details of a choice that is read")},
};

constexpr Phrase besideTheUpdate = Core::tr("a part of the step beside the actor's update, which plans do not have");

constexpr std::array verlGroups{
    SettingNames{.names = "data data/train_batch_size data/max_prompt_length data/max_response_length data/max_length "
                          "data/micro_batch_size data/micro_batch_size_per_gpu data/use_dynamic_bsz "
                          "data/max_token_len_per_gpu"},
    SettingNames{.names = "trainer trainer/nnodes trainer/n_gpus_per_node nnodes nproc_per_node"},
    SettingNames{.names = "actor_rollout_ref actor_rollout_ref/model actor_rollout_ref/model/path "
                          "actor_rollout_ref/model/enable_gradient_checkpointing actor_rollout_ref/model/lora_rank "
                          "actor_rollout_ref/model/target_modules actor_rollout_ref/model/use_liger "
                          "actor_rollout_ref/model/use_fused_kernels"},
    SettingNames{.names = "actor_rollout_ref/rollout actor_rollout_ref/rollout/n actor_rollout_ref/actor "
                          "actor_rollout_ref/actor/strategy actor_rollout_ref/actor/ppo_mini_batch_size "
                          "actor_rollout_ref/actor/ppo_micro_batch_size actor_rollout_ref/actor/use_dynamic_bsz "
                          "actor_rollout_ref/actor/ppo_micro_batch_size_per_gpu "
                          "actor_rollout_ref/actor/ppo_max_token_len_per_gpu "
                          "actor_rollout_ref/actor/ulysses_sequence_parallel_size actor_rollout_ref/actor/optim "
                          "actor_rollout_ref/actor/optim/optimizer"},
    SettingNames{.names = "actor_rollout_ref/actor/fsdp_config actor_rollout_ref/actor/fsdp_config/offload_policy "
                          "actor_rollout_ref/actor/fsdp_config/reshard_after_forward "
                          "actor_rollout_ref/actor/fsdp_config/fsdp_size "
                          "actor_rollout_ref/actor/fsdp_config/ulysses_sequence_parallel_size"},
    SettingNames{.names = "model model/partial_pretrain model/path model/enable_gradient_checkpointing model/lora_rank "
                          "model/target_modules model/use_liger model/fsdp_config model/fsdp_config/cpu_offload "
                          "model/fsdp_config/offload_params ulysses_sequence_parallel_size optim optim/optimizer"},
    SettingNames{.names = "engine engine/strategy engine/offload_policy engine/reshard_after_forward engine/fsdp_size "
                          "engine/ulysses_sequence_parallel_size"},

    SettingNames{unplanned, "actor_rollout_ref/model/enable_activation_offload model/enable_activation_offload",
                 Core::tr("plans keep activations on their device, or compute them again")},
    SettingNames{unplanned,
                 "actor_rollout_ref/model/override_config actor_rollout_ref/model/mtp "
                 "actor_rollout_ref/model/tiled_mlp model/override_config",
                 Core::tr("plans have the layers of the model's configuration"), "as the model"},
    SettingNames{unplanned, "actor_rollout_ref/model/lora* model/lora/*", Core::tr("plans have no such training")},
    SettingNames{unplanned, "actor_rollout_ref/actor/freeze_vision_tower", Core::tr("plans have text alone")},
    SettingNames{harmless,
                 "actor_rollout_ref/actor/fsdp_config/param_offload "
                 "actor_rollout_ref/actor/fsdp_config/optimizer_offload engine/param_offload engine/optimizer_offload",
                 Core::tr("moves states off the device between the parts of a step, and back for the update")},
    SettingNames{harmless,
                 "actor_rollout_ref/model/lora_alpha actor_rollout_ref/model/exclude_modules "
                 "actor_rollout_ref/model/fused_kernel_options* model/lora_alpha model/fsdp_config/* model/strategy",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless, "actor_rollout_ref/model/use_remove_padding model/use_remove_padding use_remove_padding",
                 filledSamples},
    SettingNames{harmless,
                 "actor_rollout_ref/rollout/* actor_rollout_ref/ref* actor_rollout_ref/hybrid_engine rollout* critic* "
                 "reward_model* reward* custom_reward_function* algorithm* async_training* env* global_profiler* "
                 "actor_rollout_ref/nccl_timeout trainer/critic_warmup",
                 besideTheUpdate},
    SettingNames{harmless,
                 "actor_rollout_ref/actor/optim/* actor_rollout_ref/actor/* optim/* trainer/total_* trainer/seed",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless, "engine/*", Core::tr("details of a choice that is read")},
    SettingNames{harmless, "data/*", Core::tr("data and tokenizer")},
    SettingNames{harmless, "trainer/* checkpoint*", Core::tr("logging")},
    SettingNames{harmless, "actor_rollout_ref/model/* model/*", Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "config_path config_name defaults hydra* ray_* ray_init* transfer_queue* node_rank master_* "
                 "standalone address working_dir runtime_env* no_wait profiler* num_gpus head",
                 Core::tr("launcher")},
};

constexpr std::array nemoGroups{
    SettingNames{.names = "trainer trainer/devices trainer/precision trainer/plugins mixed_precision precision"},
    SettingNames{.names = "model model/restore_from_path model/hf_model_id model/pretrained_checkpoint hf_model_id "
                          "model/optim model/optim/name recipe factory hf_path"},
    SettingNames{.names = "peft peft_scheme peft/dim peft/target_modules peft/peft_scheme model/peft "
                          "model/peft/peft_scheme model/peft/lora_tuning model/peft/lora_tuning/adapter_dim "
                          "model/peft/lora_tuning/target_modules"},

    SettingNames{unplanned, "model/megatron_amp_O2", Core::tr("plans update weights in 32 bits")},
    SettingNames{unplanned, "model/transformer_block_type model/kv_channels_* model/rotary_scaling* model/window_size",
                 Core::tr("plans have the layers of the model's configuration"), "as the model"},
    SettingNames{unplanned, "packed_sequence performance_mode dataset/packed_sequence* data/packed_sequence*",
                 packedSamples, "one document per sample"},
    SettingNames{unplanned,
                 "model/activations_checkpoint_layers_per_pipeline model/fsdp* model/num_micro_batches_with_*",
                 Core::tr("plans have nothing of the kind")},
    SettingNames{
        harmless,
        "exp_manager* logger* log log/* profiling* nemo_enabled* nsys* trainer/log* trainer/enable_* "
        "trainer/callbacks* trainer/logger* name run_name model/nsys_profile* wandb* straggler* tensor_inspect*",
        Core::tr("logging")},
    SettingNames{harmless,
                 "data* dataset* tokenizer* model/tokenizer* model/data* model/vocab_* model/make_vocab* "
                 "model/merge_* peft_data*",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless,
                 "checkpoint* resume* restore_* ckpt* dir load_* save_* model/resume* trainer/strategy/ckpt_*",
                 Core::tr("checkpoints")},
    SettingNames{
        harmless,
        "trainer/max_* trainer/val_* trainer/limit_* trainer/gradient_clip_val trainer/accumulate_grad_batches "
        "trainer/num_sanity_val_steps trainer/benchmark trainer/check_val_every_n_epoch scheduler* optim* "
        "optimizer* train* validation* rng* model/optim/* model/seed max_steps",
        Core::tr("learning rate and length of the run")},
    SettingNames{harmless,
                 "trainer/* dist* launcher* cluster* executor* step_func no_* mode kill_on_bad_exit wait config_path "
                 "config_name config_file hydra* "
                 "defaults comm_overlap* ddp* inprocess_restart* ft* nvrx* rerun_* _target_ model/_target_",
                 Core::tr("launcher")},
    SettingNames{harmless,
                 "model/precision model/mcore_gpt model/name model/transformer_engine model/ub_* model/tp_comm_* "
                 "model/use_cpu_initialization model/native_amp_* model/hysteresis model/gradient_as_bucket_view "
                 "model/grad_* model/sync_batch_comm model/overlap_* model/init_* "
                 "model/answer_only_loss model/onnx_safe model/apex_* model/fp8_* model/layernorm_* "
                 "model/persist_layer_norm model/bias* model/masked_* model/apply_* model/activation* "
                 "model/normalize_* model/pre_process model/post_process model/headscale model/do_layer_norm* "
                 "model/cpu_offloading* model/rampup_batch_size model/transfer* model/reduce_amax model/share_*",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless, "peft/* model/peft/*", Core::tr("details of a choice that is read")},
};

constexpr std::array primusGroups{
    SettingNames{.names = "modules modules/pre_trainer modules/pre_trainer/framework modules/pre_trainer/model "
                          "modules/pre_trainer/overrides"},
    SettingNames{harmless,
                 "modules/pre_trainer/overrides/enable_primus_turbo modules/pre_trainer/overrides/use_turbo_* "
                 "modules/pre_trainer/overrides/primus_turbo* modules/pre_trainer/overrides/turbo_* "
                 "modules/pre_trainer/overrides/moe_use_* modules/pre_trainer/overrides/enable_turbo_*",
                 Core::tr("kernels are taken to be the framework's fast ones")},
    SettingNames{harmless,
                 "modules/pre_trainer/overrides/sink_level "
                 "modules/pre_trainer/overrides/log_* modules/pre_trainer/overrides/disable_* "
                 "modules/pre_trainer/overrides/stderr_sink_level modules/pre_trainer/overrides/file_sink_level "
                 "modules/pre_trainer/overrides/profile* modules/pre_trainer/overrides/use_pytorch_profiler "
                 "modules/pre_trainer/overrides/wandb_* modules/pre_trainer/overrides/dump_*",
                 Core::tr("logging")},
    SettingNames{harmless,
                 "modules/pre_trainer/overrides/train_data_path "
                 "modules/pre_trainer/overrides/valid_data_path modules/pre_trainer/overrides/test_data_path",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless,
                 "modules/pre_trainer/overrides/auto_continue_train "
                 "modules/pre_trainer/overrides/no_* modules/pre_trainer/overrides/save*",
                 Core::tr("checkpoints")},
    SettingNames{harmless, "modules/pre_trainer/config work_group user_name exp_name workspace platform*",
                 Core::tr("launcher")},
};

constexpr std::array maxTextGroups{
    SettingNames{.names = "model_name per_device_batch_size max_target_length gradient_accumulation_steps "
                          "remat_policy dtype weight_dtype grad_dtype quantization opt_type"},
    SettingNames{.names = "ici_data_parallelism ici_fsdp_parallelism ici_fsdp_transpose_parallelism "
                          "ici_tensor_parallelism ici_tensor_transpose_parallelism ici_tensor_sequence_parallelism "
                          "ici_sequence_parallelism ici_context_parallelism ici_context_usp_ulysses_parallelism "
                          "ici_expert_parallelism ici_pipeline_parallelism"},
    SettingNames{.names = "dcn_data_parallelism dcn_fsdp_parallelism dcn_fsdp_transpose_parallelism "
                          "dcn_tensor_parallelism dcn_tensor_transpose_parallelism dcn_tensor_sequence_parallelism "
                          "dcn_sequence_parallelism dcn_context_parallelism dcn_context_usp_ulysses_parallelism "
                          "dcn_expert_parallelism dcn_pipeline_parallelism"},
    SettingNames{.names = "shard_optimizer_over_data optimizer_memory_host_offload parameter_memory_host_offload "
                          "num_pipeline_microbatches num_layers_per_pipeline_stage"},

    SettingNames{unplanned,
                 "global_parameter_scale base_* scale decoder_block head_dim vocab_size num_experts "
                 "num_experts_per_tok sliding_window_size attention_type mtp_num_layers override_model_config",
                 Core::tr("plans have the layers of the model's configuration"), "as the model"},
    SettingNames{unplanned, "use_dpo use_grpo lora_* enable_lora use_sft_lora freeze_*",
                 Core::tr("plans have no such training")},
    SettingNames{unplanned, "packing", packedSamples, "one document per sample"},
    SettingNames{unplanned, "use_multimodal image_*", Core::tr("plans have text alone")},
    SettingNames{unplanned,
                 "num_pipeline_repeats pipeline_parallel_layers custom_mesh* mesh_axes logical_axis_rules "
                 "enable_rampup_batch_size ici_autoregressive_parallelism dcn_autoregressive_parallelism "
                 "ici_context_autoregressive_parallelism dcn_context_autoregressive_parallelism "
                 "ici_diloco_parallelism dcn_diloco_parallelism enable_diloco use_batch_split_schedule",
                 Core::tr("plans have nothing of the kind")},
    SettingNames{harmless,
                 "dataset* hf_* grain_* tfds_* tokenizer_* tokenize_* add_bos add_eos train_split "
                 "train_data_columns data_* shuffle* enable_data_shuffling reuse_example_batch "
                 "max_corpus_chars use_truncation expansion_factor_real_data chat_template* use_sft "
                 "sft_* generate_padding_* max_segments_per_seq",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless,
                 "steps learning_rate* warmup_* cosine_* adam_* opt_* gradient_clipping_threshold weight_decay "
                 "init_weights_seed num_epoch lr_* mu_dtype stop_* enable_dropout dropout_rate z_loss*",
                 Core::tr("learning rate and length of the run")},
    SettingNames{harmless,
                 "run_name log_* metrics_file gcs_metrics enable_wandb wandb_* profiler* enable_profiler "
                 "enable_goodput* enable_tensorboard tensorboard_* monitor_* report_* record_* upload_* "
                 "skip_first_n_steps_for_profiler save_config_to_gcs dump_* enable_pathways_goodput",
                 Core::tr("logging")},
    SettingNames{harmless,
                 "enable_checkpointing async_checkpointing checkpoint_* load_* save_* max_num_checkpoints* "
                 "base_output_directory enable_emergency_checkpoint enable_single_* enable_multi_* local_checkpoint_* "
                 "force_unroll enable_continuous_* enable_auto* replicator_* multi_tier_*",
                 Core::tr("checkpoints")},
    SettingNames{harmless, "eval_*", Core::tr("evaluation")},
    SettingNames{harmless,
                 "attention* fused_qkv fused_mlp megablox sparse_matmul capacity_factor use_iota_embed scan_layers "
                 "param_scan_axis wi_* wo_* use_tokamax_* sa_* use_ragged_* matmul_precision num_vocab_tiling "
                 "context_sharding context_parallel_* mlp_* te_* use_qwix_quantization use_splash* use_jax_splash",
                 Core::tr("kernels are taken to be the framework's fast ones")},
    SettingNames{
        harmless,
        "logits_* normalize_* rope_* load_balance_loss_weight use_random_routing routed_* n_routing_groups "
        "decoder_layer_input query_proj key_proj value_proj qkv_proj out_proj mlpwi* mlpwo context "
        "scan_pipeline_* set_remat_* shared_experts first_num_dense_layers quant_cfg_path allow_split_physical_*",
        Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "hardware compile_* num_slices internal_compile* jax_* skip_jax_* enable_jax_* base_config "
                 "hf_access_token shard_mode xla_* libtpu* workload cluster zone project device_type docker_image "
                 "priority command tpu_type nnodes nproc_per_node enable_single_controller "
                 "sharding_tolerance use_vertex_tensorboard",
                 Core::tr("launcher")},
};

}  // namespace

constinit const SettingTable nemoTable{"NeMo", nemoGroups};
constinit const SettingTable primusTable{"Primus", primusGroups};
constinit const SettingTable maxTextTable{"MaxText", maxTextGroups};
constinit const SettingTable torchtuneTable{"torchtune", torchtuneGroups};
constinit const SettingTable verlTable{"verl", verlGroups};

}  // namespace pgram
