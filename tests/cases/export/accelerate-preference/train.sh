#!/usr/bin/env bash
# Llama 3.1 8B on DGX H100, 8 × H100 80 GB: written by Parallelogram for Accelerate (16cb6eb8 of 2026-07-24) with the Trainer of Transformers.
# README.md says what to expect of the run and what to fill in.
# Start: ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

: "${MODEL:?name a folder or a model of Hugging Face with a config.json}"
: "${DATA:?name a data set with columns prompt, chosen and rejected}"
export MODEL DATA

accelerate launch --config_file accelerate_config.yaml --machine_rank "$NODE_RANK" \
    --main_process_ip "$MASTER_ADDR" --main_process_port "$MASTER_PORT" \
    train.py training_args.json
