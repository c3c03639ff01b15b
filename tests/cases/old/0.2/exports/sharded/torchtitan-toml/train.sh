#!/usr/bin/env bash
# Llama 3.1 8B on DGX H100, 8 × H100 80 GB: written by Parallelogram for torchtitan v0.2.2 (2026-02-20, TOML).
# README.md says what to expect of the run and what to fill in.
# Start: ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

# As torchtitan's own run_train.sh has it: memory is fragmented less
export PYTORCH_ALLOC_CONF=expandable_segments:True

TORCHTITAN="${TORCHTITAN:?name the folder of a checkout of torchtitan}"
export PYTHONPATH="$PWD:$TORCHTITAN:${PYTHONPATH:-}"

torchrun --nnodes 1 --nproc-per-node 8 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    -m torchtitan.train --job.config_file ./train_config.toml
