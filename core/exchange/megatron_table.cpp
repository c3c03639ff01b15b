// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The names of Megatron-LM's arguments: Megatron-LM d98e8a64, megatron/training/arguments.py with the classes whose
// fields it turns into arguments; ms-swift 36023605, swift/megatron/arguments; sail-sg's zero bubble 39f2c186,
// megatron/core/zbpp_utils.py. Declared in setting_table.h.
#include "core/exchange/setting_table.h"

namespace pgram {

namespace {

constexpr std::array groups{
    SettingNames{.names = "tensor-model-parallel-size pipeline-model-parallel-size context-parallel-size "
                          "expert-model-parallel-size expert-tensor-parallel-size sequence-parallel cp-comm-type "
                          "hierarchical-context-parallel-sizes"},
    SettingNames{.names = "world-size nnodes nodes nproc-per-node gpus-per-node ntasks-per-node"},
    SettingNames{.names = "micro-batch-size global-batch-size seq-length max-length"},
    SettingNames{.names = "num-layers-per-virtual-pipeline-stage num-virtual-stages-per-pipeline-rank "
                          "virtual-pipeline-model-parallel-size decoder-first-pipeline-num-layers "
                          "decoder-last-pipeline-num-layers pipeline-model-parallel-layout "
                          "account-for-embedding-in-pipeline-split account-for-loss-in-pipeline-split "
                          "enable-zero-bubble zero-bubble-v-schedule zero-bubble-v-schedule-mem-setup "
                          "zero-bubble-max-pending-backward"},
    SettingNames{.names = "use-distributed-optimizer use-megatron-fsdp use-custom-fsdp use-torch-fsdp2 "
                          "torch-fsdp2-no-reshard-after-forward data-parallel-sharding-strategy zero-stage "
                          "num-distributed-optimizer-instances optimizer-cpu-offload optimizer-offload-fraction"},
    SettingNames{.names = "recompute-granularity recompute-method recompute-num-layers recompute-modules "
                          "recompute-activations checkpoint-activations deepspeed-activation-checkpointing"},
    SettingNames{.names = "bf16 fp16 params-dtype torch-dtype fp8 fp8-format fp8-recipe fp4 fp4-format fp4-recipe "
                          "grad-reduce-in-bf16 accumulate-allreduce-grads-in-fp32"},
    SettingNames{.names = "optimizer use-precision-aware-optimizer exp-avg-dtype exp-avg-sq-dtype main-params-dtype "
                          "main-grads-dtype"},
    SettingNames{.names = "overlap-grad-reduce tp-comm-overlap moe-token-dispatcher-type moe-enable-deepep "
                          "overlap-moe-expert-parallel-comm moe-shared-expert-overlap cross-entropy-loss-fusion "
                          "attention-backend attn-impl"},
    SettingNames{.names = "num-layers hidden-size ffn-hidden-size num-attention-heads group-query-attention "
                          "num-query-groups kv-channels multi-latent-attention q-lora-rank kv-lora-rank "
                          "qk-pos-emb-head-dim qk-head-dim v-head-dim swiglu quick-geglu disable-bias-linear "
                          "add-bias-linear add-qkv-bias normalization qk-layernorm hidden-dropout attention-dropout "
                          "window-size window-attn-skip-freq padded-vocab-size pad-vocab-size-to vocab-size "
                          "tokenizer-type max-position-embeddings position-embedding-type no-position-embedding "
                          "untie-embeddings-and-output-weights bert-no-binary-head mtp-num-layers"},
    SettingNames{.names = "attention-output-gate experimental-attention-variant linear-attention-freq "
                          "linear-key-head-dim linear-value-head-dim linear-num-key-heads linear-num-value-heads "
                          "linear-conv-kernel-dim dsa-indexer-n-heads dsa-indexer-head-dim dsa-indexer-topk "
                          "dsa-indexer-topk-freq dsa-indexer-skip-topk-offset hybrid-layer-pattern "
                          "hybrid-override-pattern mamba-state-dim mamba-head-dim mamba-num-groups mamba-num-heads "
                          "moe-latent-size moe-shared-expert-gate",
                 .why = Core::tr("of layers that the file does not have")},
    SettingNames{.names = "rotary-base rotary-percent use-rope-scaling rope-scaling-factor rope-type "
                          "rotary-seq-len-interpolation-factor rotary-scaling-factor mscale mscale-all-dim "
                          "yarn-original-max-position-embeddings yarn-beta-fast yarn-beta-slow norm-epsilon "
                          "layernorm-epsilon init-method-std activation-func-clamp-value"},
    SettingNames{.names = "num-experts moe-router-topk moe-router-num-groups moe-router-group-topk "
                          "moe-ffn-hidden-size moe-shared-expert-intermediate-size moe-layer-freq"},
    SettingNames{.names = "load pretrained-checkpoint ref-load", .why = Core::tr("checkpoints")},
    SettingNames{.names = "model-name-or-path hf-model-path tokenizer-model tokenizer-name-or-path",
                 .why = Core::tr("data and tokenizer")},
    SettingNames{.names = "model tuner-type train-type lora-rank target-modules quant-bits rlhf-type"},

    SettingNames{unplanned,
                 "moe-expert-capacity-factor moe-expert-rank-capacity-factor moe-pad-expert-input-to-capacity",
                 Core::tr("plans have experts without a capacity: every token goes to its experts")},
    SettingNames{unplanned, "moe-router-topk-limited-devices moe-layer-recompute",
                 Core::tr("plans have no such experts")},
    SettingNames{unplanned,
                 "hybrid-* mamba-* heterogeneous-* enable-mhc-connections mhc-* mtp-use-repeated-layer "
                 "mtp-hybrid-override-pattern gdp-*",
                 Core::tr("plans have no such layers")},
    SettingNames{unplanned,
                 "distribute-saved-activations cpu-offloading* fine-grained-activation-offloading "
                 "offload-modules activation-offload-fraction moe-paged-stash",
                 Core::tr("plans keep activations on their device, or compute them again")},
    SettingNames{
        unplanned,
        "delay-wgrad-compute defer-embedding-wgrad-compute "
        "overlap-dispatch-backward-with-experts-wgrad no-overlap-p2p-communication "
        "microbatch-group-size-per-vp-stage overlap-param-gather-with-optimizer-step "
        "enable-optimizer-post-validation enable-1f1b-v interleave-group-size num-seq-splits offload-chunk-num "
        "no-pre-communication-optimization",
        Core::tr("plans have another order of the work")},
    SettingNames{unplanned, "fp8-param-gather fp4-param-gather fp8-param fp4-param reuse-grad-buf-for-mxfp8-param-ag",
                 Core::tr("plans gather and keep parameters in 16 bits")},
    SettingNames{unplanned,
                 "first-last-layers-bf16 num-layers-at-start-in-bf16 num-layers-at-end-in-bf16 "
                 "te-precision-config-file kitchen-* fp8-dot-product-attention fp8-multi-head-attention "
                 "fp32-residual-connection",
                 Core::tr("plans have one precision for the products of all layers")},
    SettingNames{unplanned, "rampup-batch-size step-batch-size-schedule decrease-batch-size-if-needed",
                 Core::tr("plans have one batch: the full one")},
    SettingNames{unplanned,
                 "hybrid-context-parallel sequence-packing-scheduler use-tp-pp-dp-mapping gtp-* "
                 "expert-gtp-* tensor-parallel-num-weight-shards expert-tensor-parallel-num-weight-shards "
                 "outer-dp-sharding-strategy enable-full-sharding-in-hsdp model-parallel-size",
                 Core::tr("plans have no such division of ranks")},
    SettingNames{unplanned, "freeze-* trainable-parameters* modules-to-save target-regex quant-method",
                 Core::tr("plans train all parameters, or adapters of whole kinds of matrices")},
    SettingNames{unplanned, "deepspeed-config deepspeed yaml-cfg data-args-path", Core::tr("settings of another file"),
                 "not read"},
    SettingNames{unplanned, "use-checkpoint-args use-mp-args-from-checkpoint-args",
                 Core::tr("settings of the checkpoint"), "not read"},
    SettingNames{unplanned,
                 "encoder-num-layers decoder-num-layers encoder-seq-length decoder-seq-length "
                 "vision-* img-h img-w patch-dim dino-* swin-backbone-type biencoder-* ict-*",
                 Core::tr("only decoders and encoders of text are read of such a file")},
    SettingNames{unplanned, "rl-* grpo-* perform-rl-step teacher-* mcore-ref-* use-vllm vllm-* num-generations",
                 Core::tr("plans have no second model and no sampling")},

    SettingNames{harmless,
                 "enable-zb-runtime zero-bubble-pipeline-timers-* zero-bubble-adaptive-memory-limit-percentile "
                 "enable-exactly-numeric-match allow-padding-num-layers profile-memory-iter",
                 Core::tr("of the search for an order of operations")},
    SettingNames{harmless,
                 "log-* timing-log-* tensorboard-* wandb-* swanlab-* one-logger-* no-one-logger "
                 "enable-one-logger logging-* profile* use-pytorch-profiler use-nsys-profiler "
                 "pytorch-profiler-* nvtx-ranges record-* memory-snapshot-path report-to "
                 "report-theoretical-memory straggler-* disable-straggler-on-startup config-logger-dir "
                 "flight-recorder-* otel-* app-tag-* run-workload-* throughput-* barrier-with-* "
                 "runtime-time-unit filter-warnings save-config-filepath moe-per-layer-logging "
                 "moe-routing-trace-* timers",
                 Core::tr("logging")},
    SettingNames{harmless,
                 "data-path data-cache-path data-impl train-data-path valid-data-path test-data-path "
                 "per-split-data-args-path per-dataset-* split split-dataset-ratio mock-data tokenizer-* "
                 "vocab-file merge-file vocab-extra-ids extra-vocab-size make-vocab-size-divisible-by "
                 "pad-vocab-size dataset dataset-* val-dataset dataloader-* train-dataloader-* num-workers "
                 "num-dataset-builder-threads dataset-num-proc reset-* eod-* create-attention-mask* "
                 "no-create-attention-mask-in-dataloader no-mmap-bin-files mid-level-dataset-surplus fim-* "
                 "tiktoken-* special-tokens trust-remote-code object-storage-* null-tokenizer-* "
                 "short-seq-prob mask-prob mask-type patch-tokenizer-type load-from-cache-file streaming "
                 "sft sft-* template system truncation-strategy columns custom-register-path sample-rate "
                 "chat-template use-gigatoken no-data-sharding data-sharding group-by-length",
                 Core::tr("data and tokenizer")},
    SettingNames{unplanned, "packing padding-free reset-attention-mask", packedSamples, "one document per sample"},
    SettingNames{harmless, "packing-length mlp-padding-free variable-seq-lengths", filledSamples},
    SettingNames{harmless,
                 "save save-* no-save-* load-* no-load-* ckpt-* dist-ckpt-* use-dist-ckpt "
                 "auto-detect-ckpt-format async-* finetune non-persistent-* exit-* "
                 "use-persistent-ckpt-worker override-* output-dir hub-* mcore-model mcore-adapter "
                 "adapters model-type model-revision ref-* use-hf check-model fully-parallel-* "
                 "distrib-optim-fully-reshardable-mem-efficient add-version create-checkpoint-symlink "
                 "strict-fsdp-dtensor-load verify-integrity replication* adlr-* enable-ft-package ft-* "
                 "calc-ft-timeouts inprocess-* resume* ignore-args-error merge-lora",
                 Core::tr("checkpoints")},
    SettingNames{harmless,
                 "lr lr-* min-lr weight-decay weight-decay-* start-weight-decay end-weight-decay "
                 "no-weight-decay-* apply-wd-* wd-incr-steps clip-grad adam-* sgd-momentum muon-* "
                 "adaptive-muon-* lion-* soap-* use-layer-wise-* train-iters train-samples train-sync-* "
                 "epochs num-train-epochs max-epochs max-steps init-* embedding-init-* loss-scale* "
                 "initial-loss-scale min-loss-scale hysteresis decoupled-* warmup* lr-wsd-* wsd-* "
                 "head-lr-mult learning-rate aligner-lr vit-lr phase-transition-iterations qk-clip*",
                 Core::tr("learning rate and length of the run")},
    SettingNames{harmless,
                 "eval-* skip-train full-validation validation-* multiple-validation-sets start-eval-at-iter "
                 "per-device-eval-batch-size",
                 Core::tr("evaluation")},
    SettingNames{harmless,
                 "seed data-parallel-random-init te-rng-tracker inference-rng-tracker deterministic-mode "
                 "rerun-mode check-* no-check-* error-injection-* manual-gc* empty-unused-memory-level "
                 "iterations-to-skip gpu-sniff-test-interval te-rng calculate-per-token-loss "
                 "batch-invariant-*",
                 Core::tr("checks and random numbers")},
    SettingNames{harmless,
                 "master-* rdzv-* node-rank local-rank rank distributed-* ddp-* no-python max-restarts "
                 "monitor-interval start-method module redirects tee container-* export job-name partition "
                 "account time output error exclusive gres mem cpus-per-task cpu-bind mpi hostfile "
                 "include-stack use-gloo-process-groups disable-gloo-process-groups lazy-mpu-init "
                 "nccl-* high-priority-* use-sharp sharp-* use-nccl-ub disable-symmetric-registration "
                 "create-all-gather-group fake-process-group upgrade no-cache-dir host-* hostname "
                 "use-env trace delay force-overwrite capture-range* cuda-memory-usage sample cuda-graph-*",
                 Core::tr("launcher")},
    SettingNames{harmless,
                 "rotary-* rope-* use-rope-* use-rotary-position-embeddings no-rope-* apply-rope-* mrope-* "
                 "yarn-* no-yarn-* mscale* original-max-position-embeddings beta-fast beta-slow "
                 "use-rotary-embeddings layernorm-zero-centered-gamma "
                 "apply-layernorm-1p apply-query-key-layer-scaling no-query-key-layer-scaling "
                 "attention-softmax-in-fp32 softmax-* qk-l2-norm apply-residual-connection-post-layernorm "
                 "squared-relu openai-gelu activation-func-* glu-linear-offset mup-* use-mup "
                 "relative-attention-* classes-fraction",
                 Core::tr("costs as much whatever its value")},
    SettingNames{harmless,
                 "transformer-impl use-mcore-models use-legacy-models use-flash-attn use-flash-attn-* "
                 "no-bias-* bias-dropout-fusion bias-activation-fusion bias-swiglu-fusion no-masked-* "
                 "masked-softmax-fusion no-persist-layer-norm persist-layer-norm memory-efficient-layer-norm "
                 "no-gradient-accumulation-fusion gradient-accumulation-fusion "
                 "dsa-* spec is-hybrid-model "
                 "no-gradient-reduce-div-fusion fused-* mla-down-proj-fusion cache-mla-latents "
                 "cross-entropy-fusion-impl enable-cuda-graph external-cuda-graph moe-permute-fusion* "
                 "moe-router-fusion moe-grouped-gemm moe-use-* moe-single-* use-te-* "
                 "use-transformer-engine-op-fuser disable-jit-fuser enable-experimental "
                 "optimizer-cuda-graph flash-attention-version disable-bf16-reduced-precision-matmul "
                 "use-fused-* fp8-amax-* fp8-margin fp8-interval fp8-wgrad fp8-output-proj tp-only-amax-red "
                 "use-cpu-initialization no-initialization perform-initialization "
                 "init-model-with-meta-device use-kernels use-liger-kernel",
                 Core::tr("kernels are taken to be the framework's fast ones")},
    SettingNames{harmless,
                 "moe-router-* moe-aux-loss-coeff moe-z-loss-coeff moe-input-jitter-eps moe-token-drop-policy "
                 "moe-token-dropping moe-apply-probs-on-input moe-upcycling-* moe-flex-dispatcher-* "
                 "moe-deepep-num-sms moe-hybridep-* moe-ncclep-* moe-mlp-glu-* moe-pad-experts-* "
                 "moe-combine-bwd-dtype moe-dispatch-fwd-dtype moe-enable-routing-replay "
                 "moe-extended-tp mtp-loss-scaling-factor mtp-detach-heads mtp-hsm",
                 Core::tr("routing is taken as balanced, unless --expert-load says otherwise")},
    SettingNames{harmless,
                 "overlap-param-gather align-param-gather align-grad-reduce no-align-param-gather "
                 "overlap-cpu-optimizer-d2h-h2d use-torch-optimizer-for-cpu-offload no-pin-cpu-* pin-cpu-* "
                 "store-param-remainders tp-comm-* overlap-p2p-comm* batch-p2p-* use-ring-exchange-p2p "
                 "deallocate-pipeline-outputs average-in-collective suggested-communication-unit-size "
                 "megatron-fsdp-* fsdp-* keep-fp8-transpose-cache disable-parameter-transpose-cache "
                 "symmetric-ar-type mtp-standalone pipeline-model-parallel-comm-backend "
                 "ep-overlap-early-attn-memory-release use-precision-aware-optimizer-* wgrad-deferral-limit "
                 "lora-alpha lora-dropout lora-bias lora-dtype use-rslora init-lora-weights "
                 "dump-param-to-param-group-map",
                 Core::tr("details of a choice that is read")},
    SettingNames{harmless,
                 "inference-* decode-only-cuda-graphs enable-chunked-prefill flash-decode output-bert-* "
                 "bert-* retriever-* indexer-* titles-data-path evidence-data-path block-data-path "
                 "embedding-path query-in-block-prob onnx-safe use-one-sent-docs max-tokens-to-oom "
                 "num-speculative-tokens refit-method langrl-* logits-* result-rejected-* "
                 "modules-to-filter set-level-for-all-loggers memory-keys",
                 Core::tr("not of training")},
};

}  // namespace

constinit const SettingTable megatronTable{"Megatron-LM", groups};

}  // namespace pgram
