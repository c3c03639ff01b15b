#!/usr/bin/env bash
# GPT-2 small on 2 × 8 A100 40 GB, NVLink, InfiniBand 100 Gb/s: written by Parallelogram for Megatron-Bridge (main branch, 067f987d of 2026-08-22).
# README.md says what to expect of the run and what to fill in.
# Start on each of the 2 machines: NODE_RANK=<0 to 1> MASTER_ADDR=<the first machine> ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

# Megatron-LM demands it of tensor and context parallelism on devices before Blackwell
export CUDA_DEVICE_MAX_CONNECTIONS=1

export MODEL="${MODEL:-}"
export DATA="${DATA:-}" TRAIN_ITERS="${TRAIN_ITERS:-100}"

torchrun --nnodes 2 --nproc-per-node 8 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    train_bridge.py
