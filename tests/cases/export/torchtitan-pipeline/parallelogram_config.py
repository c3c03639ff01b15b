# Llama 3.1 8B on 2 × 8 A100 40 GB, NVLink, InfiniBand 100 Gb/s
# Written by Parallelogram for torchtitan b5bcd76c (2026-08-21):
# --module parallelogram_config --config parallelogram
from dataclasses import dataclass

from torchtitan.components.loss import CrossEntropyLoss
from torchtitan.config import ParallelismConfig, TrainingConfig
from torchtitan.distributed.activation_checkpoint import FullAC
from torchtitan.models.llama3 import model_registry
from torchtitan.models.llama3.config_registry import llama3_8b
from torchtitan.trainer import Trainer


def parallelogram() -> Trainer.Config:
    base = llama3_8b()
    return Trainer.Config(
        loss=CrossEntropyLoss.Config(),
        hf_assets_path=base.hf_assets_path,
        model_spec=model_registry("8B"),
        dataloader=base.dataloader,
        optimizer=base.optimizer,
        lr_scheduler=base.lr_scheduler,
        checkpoint=base.checkpoint,
        training=TrainingConfig(
            num_tokens_per_microbatch_per_dp_rank=2 * 2048,
            num_tokens_per_train_step=32 * 2048,
            max_context_length=2048,
            mixed_precision_param="bfloat16",
            disable_cuda_graphs=True,
            steps=1000,
        ),
        parallelism=ParallelismConfig(
            data_parallel_replicate_degree=1,
            data_parallel_shard_degree=4,
            fsdp_reshard_after_forward="always",
            tensor_parallel_degree=2,
            enable_sequence_parallel=True,
            context_parallel_degree=1,
            expert_parallel_degree=1,
            pipeline_parallel_degree=2,
            pipeline_parallel_schedule="ZBVZeroBubble",
            num_pp_microbatches=4,
            module_fqns_per_model_part=[
                ["tok_embeddings", "layers.0", "layers.1", "layers.2", "layers.3", "layers.4", "layers.5", "layers.6", "layers.7", "layers.8"],
                ["layers.9", "layers.10", "layers.11", "layers.12", "layers.13"],
                ["layers.14", "layers.15", "layers.16", "layers.17", "layers.18", "layers.19", "layers.20", "layers.21", "layers.22", "layers.23", "layers.24", "layers.25"],
                ["layers.26", "layers.27", "layers.28", "layers.29", "layers.30", "layers.31", "norm", "lm_head"],
            ],
        ),
        activation_checkpoint=None,
    )
