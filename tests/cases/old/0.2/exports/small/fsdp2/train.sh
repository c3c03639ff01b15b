#!/usr/bin/env bash
# BERT-base, 3 layers on 2 × RTX TITAN, PCIe 3.0: written by Parallelogram for PyTorch 2.6 or later (fully_shard, DTensor, torch.distributed.pipelining).
# README.md says what to expect of the run and what to fill in.
# Start: ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

torchrun --nnodes 1 --nproc-per-node 2 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    train.py
