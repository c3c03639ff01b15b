// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names of LLaMA-Factory's arguments (src/llamafactory/hparams), of axolotl's YAML (utils/schemas), of ms-swift's
// arguments (36023605, swift/arguments), and of TRL's (trl/trainer, trl/scripts/utils.py) with those of the Trainer of
// Transformers (training_args.py); declared in setting_table.h.
#include "core/exchange/setting_table.h"

#include <array>

namespace pgram {

namespace {

/// Reason why another reference model is taken as a copy of the trained one.
constexpr Phrase otherReference = Core::tr("plans have a reference model of the same layers");

/// Reason why the sizes of images are those of the model's runs.
constexpr Phrase imagesOfModel = Core::tr("plans have the images of the model; --images gives their number");

constexpr std::string_view fsdpNames = "fsdp fsdp_config fsdp_config/offload_params fsdp_config/fsdp_offload_params "
                                       "fsdp_config/activation_checkpointing "
                                       "fsdp_config/fsdp_activation_checkpointing fsdp_config/reshard_after_forward "
                                       "fsdp_config/fsdp_sharding_strategy";
constexpr std::string_view fsdpDetails = "fsdp_config/* fsdp_version fsdp_final_state_dict_type";
constexpr std::string_view trainerRun =
    "output_dir max_steps num_train_epochs num_epochs learning_rate lr_* cosine_* weight_decay warmup_* adam_* "
    "max_grad_norm seed data_seed full_determinism overwrite_output_dir";
constexpr std::string_view trainerLogs = "logging_* report_to run_name plot_loss wandb_* mlflow_* comet_* swanlab_* "
                                         "use_wandb use_swanlab include_num_input_tokens_seen include_tokens_*";
constexpr std::string_view trainerCheckpoints =
    "save_* resume_from_checkpoint auto_resume_from_checkpoints push_to_hub "
    "hub_* hf_use_auth_token load_best_model_at_end metric_for_best_model "
    "greater_is_better";
constexpr std::string_view trainerEvaluation = "do_eval do_predict do_train eval_* evaluation_* evals_per_epoch val_* "
                                               "per_device_eval_batch_size eval_batch_size compute_accuracy "
                                               "predict_with_generate early_stopping_* test_datasets";
constexpr std::string_view adapterDetails = "lora_alpha lora_dropout lora_bias use_rslora peft_use_rslora "
                                            "lora_dtype bnb_* quantization_method quantization_type "
                                            "double_quantization gradient_checkpointing_kwargs "
                                            "use_reentrant_gc";

constexpr std::array llamaFactoryGroups{
    SettingNames{.names = "model_name_or_path per_device_train_batch_size gradient_accumulation_steps cutoff_len optim "
                          "bf16 fp16 pure_bf16 flash_attn deepspeed"},
    SettingNames{.names = fsdpNames},
    SettingNames{.names = "stage pref_loss finetuning_type lora_rank lora_target quantization_bit"},
    SettingNames{.names = "disable_gradient_checkpointing enable_liger_kernel use_unsloth"},

    SettingNames{unplanned,
                 "use_dora use_galore galore_* use_apollo apollo_* use_badam badam_* use_muon "
                 "use_adam_mini use_llama_pro pissa_* loraplus_* use_fouriergft",
                 Core::tr("plans have no such training")},
    SettingNames{unplanned, "additional_target freeze_* num_layer_trainable modules_to_save",
                 Core::tr("plans train adapters alone, or all parameters")},
    SettingNames{unplanned, "mixture_of_depths shift_attn rope_scaling moe_aux_loss_coef",
                 Core::tr("plans have the layers of the model's configuration"), "as the model"},
    SettingNames{unplanned, "upcast_layernorm upcast_lmhead_output",
                 Core::tr("plans have one precision for all layers")},
    SettingNames{unplanned, "torch_compile use_kt use_mca", Core::tr("kernels are taken as --framework has them"),
                 "as the framework"},
    SettingNames{.names = "freeze_vision_tower freeze_multi_modal_projector train_mm_proj_only"},
    SettingNames{unplanned, "image_* video_* audio_* freeze_language_model", imagesOfModel, "as the model"},
    SettingNames{unplanned, "packing neat_packing", packedSamples, "one document per sample"},
    SettingNames{harmless, "group_by_length", filledSamples},
    SettingNames{harmless,
                 "dataset dataset_dir template max_samples preprocessing_* overwrite_cache mask_history "
                 "train_on_prompt streaming buffer_size mix_strategy interleave_probs tokenized_path "
                 "eval_dataset dataloader_* data_shared_file_system default_system enable_thinking "
                 "resize_vocab use_fast_tokenizer split_special_tokens new_special_tokens add_tokens "
                 "remove_unused_columns ignore_pad_token_for_loss media_dir tool_format "
                 "max_source_length max_target_length",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless, trainerRun, Core::tr("learning rate and length of the run")},
    SettingNames{harmless, trainerLogs, Core::tr("logging")},
    SettingNames{harmless, trainerCheckpoints, Core::tr("checkpoints")},
    SettingNames{harmless, trainerEvaluation, Core::tr("evaluation")},
    SettingNames{harmless, adapterDetails, Core::tr("details of a choice that is read")},
    SettingNames{harmless, fsdpDetails, Core::tr("details of a choice that is read")},
    SettingNames{unplanned, "ref_model ref_model_*", otherReference, "as the model"},
    SettingNames{harmless, "pref_* dpo_* kto_* simpo_* ppo_* reward_*", Core::tr("details of a choice that is read")},
    SettingNames{harmless, "infer_* vllm_* export_*", Core::tr("evaluation")},
    SettingNames{harmless,
                 "ddp_* local_rank trust_remote_code cache_dir model_revision adapter_name_or_path "
                 "adapter_folder create_new_adapter checkpoint_dir low_cpu_mem_usage device_map "
                 "use_cache "
                 "ray_* resources_per_worker placement_strategy nproc_per_node nnodes node_rank master_* rdzv_*",
                 Core::tr("launcher")},
};

constexpr std::array axolotlGroups{
    SettingNames{.names = "base_model micro_batch_size gradient_accumulation_steps sequence_len optimizer bf16 fp16 "
                          "attn_implementation deepspeed"},
    SettingNames{.names = fsdpNames},
    SettingNames{.names = "adapter load_in_4bit load_in_8bit lora_r lora_target_modules lora_target_linear"},
    SettingNames{.names = "gradient_checkpointing liger_fused_linear_cross_entropy liger_cross_entropy "
                          "cut_cross_entropy chunked_cross_entropy"},
    SettingNames{.names = "tensor_parallel_size sequence_parallel_degree context_parallel_size dp_replicate_size"},

    SettingNames{.names = "rl precompute_ref_log_probs"},
    SettingNames{unplanned, "reward_model process_reward_model", Core::tr("plans have no such training")},
    SettingNames{harmless, "rl_beta dpo_* orpo_* simpo_* cpo_* rpo_alpha",
                 Core::tr("details of a choice that is read")},
    SettingNames{unplanned,
                 "relora_* lisa_* galore_* optim_target_modules peft_use_dora loraplus_* lora_mlp_kernel "
                 "lora_qkv_kernel lora_o_kernel unsloth_* qat fp8 fp8_*",
                 Core::tr("plans have no such training")},
    SettingNames{unplanned,
                 "lora_modules_to_save lora_layers_to_transform peft_layers_to_transform "
                 "unfrozen_parameters",
                 Core::tr("plans train adapters alone, or all parameters")},
    SettingNames{unplanned, "activation_offloading",
                 Core::tr("plans keep activations on their device, or compute them again")},
    SettingNames{unplanned, "dp_shard_size expert_parallel_size", Core::tr("plans divide the states over all devices")},
    SettingNames{unplanned, "torch_compile torch_compile_*", Core::tr("kernels are taken as --framework has them"),
                 "as the framework"},
    SettingNames{unplanned, "s2_attention rope_scaling overrides_of_model_config* overrides_of_model_kwargs*",
                 Core::tr("plans have the layers of the model's configuration"), "as the model"},
    SettingNames{unplanned, "sample_packing batch_flattening", packedSamples, "one document per sample"},
    SettingNames{harmless,
                 "sample_packing_* pad_to_sequence_len group_by_length eval_sample_packing multipack_real_batches "
                 "curriculum_sampling",
                 filledSamples},
    SettingNames{harmless,
                 "datasets dataset_* datasets/* chat_template* pretraining_dataset shuffle_* train_on_inputs "
                 "special_tokens special_tokens/* tokens tokenizer_* added_tokens_overrides excess_length_strategy "
                 "default_system_message roles_to_train train_on_eos skip_prepare_dataset dataloader_* "
                 "is_falcon_derived_model is_llama_derived_model is_mistral_derived_model is_qwen_derived_model "
                 "resize_token_embeddings_to_32x remove_unused_columns",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless, trainerRun, Core::tr("learning rate and length of the run")},
    SettingNames{harmless, trainerLogs, Core::tr("logging")},
    SettingNames{harmless, trainerCheckpoints, Core::tr("checkpoints")},
    SettingNames{harmless, trainerEvaluation, Core::tr("evaluation")},
    SettingNames{harmless, "saves_per_epoch strict debug loss_watchdog_* use_tensorboard", Core::tr("logging")},
    SettingNames{harmless, adapterDetails, Core::tr("details of a choice that is read")},
    SettingNames{harmless, fsdpDetails, Core::tr("details of a choice that is read")},
    SettingNames{harmless, "lora_fan_in_fan_out lora_model_dir lora_on_cpu peft gptq",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "flash_attention flash_attn_* sdp_attention xformers_attention flex_attention liger_* plugins tf32 "
                 "bfloat16 float16",
                 Core::tr("kernels are taken to be the framework's fast ones")},
    SettingNames{harmless,
                 "base_model_config model_type cls_model_config base_model_ignore_patterns revision_of_model "
                 "trust_remote_code ddp ddp_* local_rank device device_map max_memory gpu_memory_limit "
                 "low_cpu_mem_usage gc_steps use_ray ray_* heads_k_stride ring_attn_func",
                 Core::tr("launcher")},
};

constexpr std::array swiftGroups{
    SettingNames{.names = "model per_device_train_batch_size gradient_accumulation_steps max_length optim bf16 fp16 "
                          "torch_dtype attn_impl deepspeed"},
    SettingNames{.names = fsdpNames},
    SettingNames{.names = "tuner_type train_type lora_rank target_modules quant_bits freeze_vit freeze_aligner"},
    SettingNames{.names = "gradient_checkpointing use_liger_kernel sequence_parallel_size"},

    SettingNames{.names = "rlhf_type"},
    SettingNames{unplanned, "ref_model ref_model_* ref_adapters", otherReference, "as the model"},
    SettingNames{unplanned, "reward_model* num_generations max_completion_length use_vllm vllm_*",
                 Core::tr("plans have no such training")},
    SettingNames{harmless, "beta loss_type label_smoothing rpo_alpha ld_alpha simpo_gamma cpo_alpha",
                 Core::tr("details of a choice that is read")},
    SettingNames{unplanned,
                 "use_dora init_weights lorap_* use_galore galore_* lisa_* optimizer use_logits_to_keep "
                 "adalora_* vera_* reft_* boft_* fourier_* llamapro_* router_aux_loss_coef",
                 Core::tr("plans have no such training")},
    SettingNames{unplanned,
                 "modules_to_save freeze_parameters freeze_parameters_* trainable_parameters "
                 "trainable_parameters_* freeze_llm target_regex "
                 "target_parameters",
                 Core::tr("plans train adapters alone, or all parameters")},
    SettingNames{unplanned, "deepspeed_autotp_size", Core::tr("plans have the tensor degree of DeepSpeed's own file"),
                 "1"},
    SettingNames{unplanned, "zero_hpz_partition_size",
                 Core::tr("plans have no second copy of the weights inside a node"), "1"},
    SettingNames{unplanned, "torch_compile", Core::tr("kernels are taken as --framework has them"), "as the framework"},
    SettingNames{unplanned, "rope_scaling max_model_len",
                 Core::tr("plans have the layers of the model's configuration"), "as the model"},
    SettingNames{unplanned, "vit_gradient_checkpointing vit_lr aligner_lr max_pixels", imagesOfModel, "as the model"},
    SettingNames{unplanned, "packing padding_free", packedSamples, "one document per sample"},
    SettingNames{harmless, "packing_* group_by_length truncation_strategy", filledSamples},
    SettingNames{harmless,
                 "dataset dataset_* val_dataset split_dataset_ratio template template_* system streaming* "
                 "load_from_cache_file columns loss_scale shuffle_buffer_size interleave_prob strict "
                 "lazy_tokenize cached_dataset new_special_tokens model_author model_name custom_* "
                 "remove_unused_columns agent_template response_prefix load_args stopping_strategy dataloader_*",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless, trainerRun, Core::tr("learning rate and length of the run")},
    SettingNames{harmless, trainerLogs, Core::tr("logging")},
    SettingNames{harmless, trainerCheckpoints, Core::tr("checkpoints")},
    SettingNames{harmless, trainerEvaluation, Core::tr("evaluation")},
    SettingNames{harmless, adapterDetails, Core::tr("details of a choice that is read")},
    SettingNames{harmless, fsdpDetails, Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "quant_method create_checkpoint_symlink add_version acc_strategy check_model "
                 "ignore_data_skip",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "model_type task_type adapters external_plugins ddp_* local_rank local_repo_path device_map "
                 "max_memory use_hf use_hf_hub model_revision nproc_per_node nnodes node_rank master_* rdzv_* "
                 "use_cpu trust_remote_code",
                 Core::tr("launcher")},
};

constexpr std::array trlGroups{
    SettingNames{.names = "model_name_or_path per_device_train_batch_size gradient_accumulation_steps optim bf16 fp16 "
                          "dtype torch_dtype attn_implementation deepspeed"},
    SettingNames{.names = "max_length max_seq_length max_seq_len model_max_length cutoff_len block_size",
                 .why = Core::tr("another name in the file gives the length")},
    SettingNames{.names = fsdpNames},
    SettingNames{.names = "use_peft use_lora lora_enable lora_r lora_rank lora_target_modules load_in_4bit "
                          "load_in_8bit"},
    SettingNames{.names = "gradient_checkpointing use_liger_kernel use_liger"},
    SettingNames{.names = "config config_file accelerate_config zero_stage offload_optimizer_device "
                          "offload_param_device use_fsdp fsdp_sharding_strategy fsdp_reshard_after_forward "
                          "fsdp_offload_params fsdp_activation_checkpointing mixed_precision "
                          "parallelism_config_tp_size parallelism_config_cp_size parallelism_config_sp_size "
                          "parallelism_config_dp_replicate_size parallelism_config_dp_shard_size"},
    SettingNames{.names = "num_processes nnodes num_nodes num_machines nodes nproc_per_node num_gpus gpus_per_node "
                          "ntasks_per_node include"},

    SettingNames{unplanned,
                 "num_generations max_completion_length max_new_tokens sync_ref_model reward_funcs reward_model_* "
                 "reward_weights "
                 "teacher_model_* total_episodes kd_* lmbda missing_eos_penalty sft_model_path "
                 "num_ppo_epochs num_mini_batches num_iterations use_vllm",
                 Core::tr("plans train on given samples alone, without answers that the model makes or other models"),
                 "sft"},
    SettingNames{.names = "beta precompute_ref_log_probs"},
    SettingNames{unplanned, "ref_model ref_model_*", otherReference, "as the model"},
    SettingNames{harmless, "max_prompt_length precompute_ref_batch_size reference_free force_use_ref_model",
                 Core::tr("details of a choice that is read")},
    SettingNames{unplanned,
                 "use_dora init_lora_weights optim_target_modules neftune_noise_alpha lora_target_parameters",
                 Core::tr("plans have no such training")},
    SettingNames{unplanned, "lora_modules_to_save modules_to_save tune_mm_mlp_adapter freeze_backbone freeze_vision_*",
                 Core::tr("plans train adapters alone, or all parameters")},
    SettingNames{unplanned, "activation_offloading",
                 Core::tr("plans keep activations on their device, or compute them again")},
    SettingNames{unplanned, "torch_compile torch_compile_* use_unsloth",
                 Core::tr("kernels are taken as --framework has them"), "as the framework"},
    SettingNames{unplanned, "auto_find_batch_size", Core::tr("plans have one batch")},
    SettingNames{unplanned, "rope_scaling config_overrides model_init_kwargs router_aux_loss_coef",
                 Core::tr("plans have the layers of the model's configuration"), "as the model"},
    SettingNames{unplanned, "image_* vision_tower* mm_* max_pixels min_pixels", imagesOfModel, "as the model"},
    SettingNames{unplanned, "packing padding_free", packedSamples, "one document per sample"},
    SettingNames{harmless, "packing_* group_by_length train_sampling_strategy truncation_mode pad_to_multiple_of",
                 filledSamples},
    SettingNames{harmless,
                 "dataset_* dataset datasets datasets/* data_path data_files train_file validation_file streaming "
                 "train_dir eos_token pad_token chat_template* completion_only_loss assistant_only_loss "
                 "shuffle_dataset max_train_samples preprocessing_* overwrite_cache tokenizer_name use_fast_tokenizer "
                 "validation_split_percentage keep_linebreaks line_by_line max_source_length max_target_length "
                 "dataloader_* remove_unused_columns skip_prepare_dataset padding_side ignore_data_skip "
                 "add_special_tokens system_prompt text_column* test_split_size split",
                 Core::tr("data and tokenizer")},
    SettingNames{harmless,
                 "optim_args label_smoothing_factor label_names average_tokens_across_devices lr loss_type "
                 "loss_weights learning_rate_* embedding_learning_rate stop_* disable_dropout beta1 beta2",
                 Core::tr("learning rate and length of the run")},
    SettingNames{harmless,
                 "temperature top_p top_k min_p repetition_penalty vllm_* log_completions num_completions_to_print "
                 "generation_* steps_per_generation epsilon epsilon_high scale_rewards mask_truncated_completions "
                 "label_smoothing ld_alpha f_divergence_type rpo_alpha simpo_gamma cpo_alpha desirable_weight "
                 "undesirable_weight use_weighting",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless, trainerRun, Core::tr("learning rate and length of the run")},
    SettingNames{harmless, trainerLogs, Core::tr("logging")},
    SettingNames{harmless,
                 "log_level* log_on_each_node disable_tqdm project trackio_* tracker* with_tracking "
                 "skip_memory_metrics debug verbose",
                 Core::tr("logging")},
    SettingNames{harmless, trainerCheckpoints, Core::tr("checkpoints")},
    SettingNames{harmless, trainerEvaluation, Core::tr("evaluation")},
    SettingNames{harmless,
                 "batch_eval_metrics bf16_full_eval fp16_full_eval torch_empty_cache_steps include_for_metrics "
                 "prediction_loss_only num_eval* max_eval_samples eval_packing jit_mode_eval",
                 Core::tr("evaluation")},
    SettingNames{harmless, adapterDetails, Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "lora_task_type use_bnb_nested_quant lora_weight_path lora_weights double_quant quant_type "
                 "bits",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless, fsdpDetails, Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "fsdp_auto_wrap_policy fsdp_backward_prefetch* fsdp_forward_prefetch fsdp_cpu_ram_efficient_loading "
                 "fsdp_state_dict_type fsdp_sync_module_states fsdp_use_orig_params fsdp_min_num_params "
                 "fsdp_transformer_layer_cls_to_wrap parallelism_config_* zero3_* use_deepspeed liger_kernel_config",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless, "tf32 use_flash_attention_2 use_flash_attn* flash_attn half_precision_backend",
                 Core::tr("kernels are taken to be the framework's fast ones")},
    SettingNames{harmless,
                 "trust_remote_code model_revision cache_dir token use_auth_token model_type model_family version "
                 "config_name low_cpu_mem_usage use_cache adapter_name_or_path env env/* ignore_bias_buffers ddp_* "
                 "local_rank use_cpu no_cuda accelerator_config accelerator_config/* multi_gpu machine_rank "
                 "main_process_* main_training_function dynamo_* same_network rdzv_* rdzv-* standalone node_rank "
                 "master_* hostfile module max_restarts num_cpu_threads_per_process gpu_ids role enable_cpu_affinity "
                 "downcast_bf16 deepspeed_multinode_launcher deepspeed_hostfile job_name partition account qos time "
                 "output error exclusive mem cpus_per_task gres wait_all_nodes_alive exclude_* export wandb* "
                 "lr_scheduler_kwargs/*",
                 Core::tr("launcher")},
};

}  // namespace

constinit const SettingTable llamaFactoryTable{"LLaMA-Factory", llamaFactoryGroups};
constinit const SettingTable axolotlTable{"axolotl", axolotlGroups};
constinit const SettingTable swiftTable{"ms-swift", swiftGroups};
constinit const SettingTable trlTable{"TRL", trlGroups};

}  // namespace pgram
