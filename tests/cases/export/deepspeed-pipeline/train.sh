#!/usr/bin/env bash
# GPT-2 XL on 8 × A100 40 GB, NVLink: written by Parallelogram for DeepSpeed (main branch, edaa7221 of 2026-08-22).
# README.md says what to expect of the run and what to fill in.
# Start: ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

torchrun --nnodes 1 --nproc-per-node 8 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    train.py
