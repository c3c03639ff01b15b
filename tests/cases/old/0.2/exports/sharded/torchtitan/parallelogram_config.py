# Llama 3.1 8B on DGX H100, 8 × H100 80 GB
# Written by Parallelogram for torchtitan b5bcd76c (2026-08-21):
# --module parallelogram_config --config parallelogram
from dataclasses import dataclass

from torchtitan.config import ParallelismConfig, TrainingConfig
from torchtitan.distributed.activation_checkpoint import FullAC
from torchtitan.models.llama3 import model_registry
from torchtitan.models.llama3.config_registry import llama3_8b
from torchtitan.trainer import Trainer


def parallelogram() -> Trainer.Config:
    base = llama3_8b()
    return Trainer.Config(
        loss=base.loss,
        hf_assets_path=base.hf_assets_path,
        model_spec=model_registry("8B"),
        dataloader=base.dataloader,
        optimizer=base.optimizer,
        lr_scheduler=base.lr_scheduler,
        checkpoint=base.checkpoint,
        training=TrainingConfig(
            num_tokens_per_microbatch_per_dp_rank=1 * 8192,
            num_tokens_per_train_step=32 * 8192,
            max_context_length=8192,
            mixed_precision_param="bfloat16",
            disable_cuda_graphs=False,
            steps=1000,
        ),
        parallelism=ParallelismConfig(
            data_parallel_replicate_degree=1,
            data_parallel_shard_degree=8,
            fsdp_reshard_after_forward="always",
            tensor_parallel_degree=1,
            enable_sequence_parallel=False,
            context_parallel_degree=1,
            expert_parallel_degree=1,
            pipeline_parallel_degree=1,
        ),
        activation_checkpoint=None,
    )
