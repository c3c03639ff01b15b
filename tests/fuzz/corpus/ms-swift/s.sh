NPROC_PER_NODE=8 NNODES=2 \
swift sft --model Qwen/Qwen2.5-14B --tuner_type lora --lora_rank 8 \
  --target_modules q_proj v_proj --per_device_train_batch_size 1 --max_length 8192 --deepspeed zero2
