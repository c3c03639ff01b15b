#!/usr/bin/env bash
# GPT-3 13B on 8 × DGX H100, InfiniBand NDR: written by Parallelogram for Accelerate (16cb6eb8 of 2026-07-24) with Megatron-LM.
# README.md says what to expect of the run and what to fill in.
# Start on each of the 8 machines: NODE_RANK=<0 to 7> MASTER_ADDR=<the first machine> ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

# Megatron-LM demands it of tensor and context parallelism on devices before Blackwell
export CUDA_DEVICE_MAX_CONNECTIONS=1

: "${MODEL:?name a folder or a model of Hugging Face with a config.json}"
: "${DATA:?name a data set with a column text}"
export MODEL DATA
ACCELERATE="${ACCELERATE:?name the folder of a checkout of Accelerate}"

ARGUMENTS=(
    --config_name "$MODEL" --tokenizer_name "${TOKENIZER:-$MODEL}"
    --dataset_name "$DATA"
    --per_device_train_batch_size 1
    --block_size 2048
    --output_dir out
)

accelerate launch --config_file accelerate_config.yaml --machine_rank "$NODE_RANK" \
    --main_process_ip "$MASTER_ADDR" --main_process_port "$MASTER_PORT" \
    "$ACCELERATE/examples/by_feature/megatron_lm_gpt_pretraining.py" \
    "${ARGUMENTS[@]}"
