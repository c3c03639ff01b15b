# il
# Written by Parallelogram for Megatron-Bridge 067f987d (2026-08-22). train.sh starts it.
# MODEL: a folder with a checkpoint; DATA: paths of tokenised data, else tokens are made up; TRAIN_ITERS: steps; SAVE: a
# folder for checkpoints, else none are saved.
import os

import torch
from megatron.bridge import AutoBridge
from megatron.bridge.models.gpt_provider import GPTModelProvider
from megatron.bridge.training.config import (
    CheckpointConfig,
    ConfigContainer,
    DistributedDataParallelConfig,
    GPTDatasetConfig,
    LoggerConfig,
    OptimizerConfig,
    RNGConfig,
    SchedulerConfig,
    TokenizerConfig,
    TrainingConfig,
    ValidationConfig,
)
from megatron.bridge.training.pretrain import pretrain
from megatron.bridge.training.gpt_step import forward_step
from megatron.bridge.training.mixed_precision import MixedPrecisionConfig, get_mixed_precision_config
from megatron.core.transformer.enums import AttnBackend

MODEL = os.environ.get("MODEL") or None
DATA = os.environ.get("DATA") or None
TRAIN_ITERS = int(os.environ.get("TRAIN_ITERS", "100"))

# The plan's model.
SIZES = {
    "num_layers": 12,
    "hidden_size": 768,
    "ffn_hidden_size": 3072,
    "num_attention_heads": 12,
    "kv_channels": 64,
    "position_embedding_type": "learned_absolute",
    "normalization": "LayerNorm",
    "vocab_size": 50257,
    "should_pad_vocab": True,
}

# How it runs: degrees, recomputation, kernels.
RUN = {
    "seq_length": 1024,
    "tensor_model_parallel_size": 2,
    "pipeline_model_parallel_size": 2,
    "sequence_parallel": True,
    "pipeline_model_parallel_layout": "Et*3|t*4|t*3|t*2L",
    "recompute_granularity": "full",
    "recompute_method": "block",
    "recompute_num_layers": 1,
    "mtp_num_layers": None,
    "bias_activation_fusion": True,
    "bias_dropout_fusion": True,
    "apply_rope_fusion": False,
    "cross_entropy_loss_fusion": False,
    "attention_backend": AttnBackend.auto,
}

PRECISION = {
    "grad_reduce_in_fp32": True,
}


def model():
    """The model of the checkpoint, else by its sizes; both as the plan runs it."""
    if MODEL is not None and os.path.exists(os.path.join(MODEL, "config.json")):
        provider = AutoBridge.from_hf_pretrained(MODEL).to_megatron_provider(load_weights=False)
        for name in ("num_layers", "hidden_size", "num_attention_heads"):
            if getattr(provider, name) != SIZES[name]:
                raise SystemExit(f"{MODEL} has {name} {getattr(provider, name)}, the plan's model {SIZES[name]}")
    else:
        provider = GPTModelProvider(**SIZES)
    for name, value in RUN.items():
        setattr(provider, name, value)
    return provider


def precision():
    chosen = get_mixed_precision_config("bf16_mixed")
    for name, value in PRECISION.items():
        setattr(chosen, name, value)
    return chosen


def tokenizer():
    if MODEL is not None and os.path.exists(os.path.join(MODEL, "config.json")):
        return TokenizerConfig(tokenizer_type="HuggingFaceTokenizer", tokenizer_model=MODEL)
    return TokenizerConfig(tokenizer_type="NullTokenizer", vocab_size=SIZES["vocab_size"])


def config():
    return ConfigContainer(
        model=model(),
        train=TrainingConfig(
            train_iters=TRAIN_ITERS,
            micro_batch_size=4,
            global_batch_size=64,
        ),
        validation=ValidationConfig(eval_iters=0),
        optimizer=OptimizerConfig(
            lr=1.0e-4,
            min_lr=1.0e-5,
            weight_decay=0.1,
            clip_grad=1.0,
            optimizer="adam",
            use_distributed_optimizer=True,
            overlap_param_gather=True,
        ),
        scheduler=SchedulerConfig(
            lr_decay_style="cosine",
            lr_warmup_iters=0,
            lr_decay_iters=TRAIN_ITERS,
            start_weight_decay=0.1,
            end_weight_decay=0.1,
            weight_decay_incr_style="constant",
            override_opt_param_scheduler=True,
        ),
        ddp=DistributedDataParallelConfig(
            use_distributed_optimizer=True,
            overlap_grad_reduce=True,
            overlap_param_gather=True,
        ),
        dataset=GPTDatasetConfig(
            seq_length=1024,
            data_path=DATA,
            random_seed=1234,
            split="99,1,0",
            reset_attention_mask=False,
            reset_position_ids=False,
            eod_mask_loss=False,
            dataloader_type="single",
        ),
        tokenizer=tokenizer(),
        checkpoint=CheckpointConfig(
            pretrained_checkpoint=MODEL,
            save=os.environ.get("SAVE") or None,
            save_interval=100,
            ckpt_format="torch_dist",
        ),
        logger=LoggerConfig(log_interval=1, log_throughput=True),
        rng=RNGConfig(seed=1234),
        mixed_precision=precision(),
        peft=None,
    )


if __name__ == "__main__":
    pretrain(config=config(), forward_step_func=forward_step)
