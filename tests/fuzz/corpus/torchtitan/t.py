from torchtitan.config import ParallelismConfig
recomputed=["layers.0", "layers.3"]
def ours():
    base = llama3_8b()
    return Trainer.Config(training=TrainingConfig(
        num_tokens_per_microbatch_per_dp_rank=2 * 128,
        num_tokens_per_train_step=32 * 128,
        max_context_length=128,
    ), parallelism=ParallelismConfig(
        data_parallel_shard_degree=2,
        tensor_parallel_degree=2,
        pipeline_parallel_degree=2,
        pipeline_parallel_schedule="1F1B",
        module_fqns_per_model_part=[
            ["tok_embeddings", "layers.0"],
            ["layers.1", "norm", "lm_head"],
        ],
    ))
