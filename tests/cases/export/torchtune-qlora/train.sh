#!/usr/bin/env bash
# Llama 3.1 70B on 2 × DGX H100, 8 × H100 80 GB, InfiniBand NDR: written by Parallelogram for torchtune (main branch, bd2a0fc7 of 2026-04-23).
# README.md says what to expect of the run and what to fill in.
# Start on each of the 2 machines: NODE_RANK=<0 to 1> MASTER_ADDR=<the first machine> ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

MODEL="${MODEL:?name a folder with a checkpoint of Hugging Face}"
DATA="${DATA:?name a data set with a column text}"
WORDS="${WORDS:-$MODEL/original/tokenizer.model}"
shopt -s nullglob
PARTS=("$MODEL"/*.safetensors)
FILES="$(IFS=,; echo "${PARTS[*]##*/}")"

ARGUMENTS=(
    "checkpointer.checkpoint_dir=$MODEL"
    "checkpointer.checkpoint_files=[$FILES]"
    "tokenizer.path=$WORDS"
    "dataset.source=$DATA"
)

tune run --nnodes 2 --nproc-per-node 8 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    lora_finetune_distributed --config torchtune.yaml \
    "${ARGUMENTS[@]}"
