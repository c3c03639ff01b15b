NPROC_PER_NODE=8
accelerate launch --num_processes $NPROC_PER_NODE sft.py --config c.yaml \
  --model_name_or_path Qwen/Qwen2.5-7B --use_peft true --lora_target_modules q_proj v_proj \
  --fsdp "full_shard auto_wrap" --max_length 2048 --bf16 2>&1 | tee log
