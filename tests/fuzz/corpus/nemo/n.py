import nemo_run as run
tp = 4
recipe = llm.llama3_8b.pretrain_recipe(
    num_nodes=2,
    num_gpus_per_node=8,
)
recipe.trainer.strategy.tensor_model_parallel_size = tp
recipe.data.global_batch_size = 64
recipe.data.micro_batch_size = 1
recipe.data.seq_length = 4096
