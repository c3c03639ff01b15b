#!/usr/bin/env bash
# Llama 3.1 8B on DGX H100, 8 × H100 80 GB: written by Parallelogram for Hetu-Galvatron 3.0 (cea12ffb of 2026-06-16).
# README.md says what to expect of the run and what to fill in.
# Start: ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

# As Galvatron's own train_yaml.sh has it: kernels start in the order of their launch
export CUDA_DEVICE_MAX_CONNECTIONS=1

# The same: buffers of collectives are freed early
export TORCH_NCCL_AVOID_RECORD_STREAMS=1

PLAN="$PWD"
GALVATRON="${GALVATRON:?name the folder of a checkout of Hetu-Galvatron}"
MODEL_CONFIG="${MODEL_CONFIG:?name the YAML of the model, as those of galvatron/models/model_configs}"
export PYTHONPATH="$GALVATRON:${PYTHONPATH:-}"
cd "$GALVATRON/galvatron/models/gpt"

OVERRIDES=(
    runtime.parallel.galvatron_config_path="$PLAN/galvatron_config.json"
    runtime.train.global_batch_size=32
    runtime.train.seq_length=8192
    runtime.parallel.mixed_precision=bf16
    runtime.parallel.reduce_in_fp32=true
    runtime.profile.profile=0
    paths.model_config_path="$MODEL_CONFIG"
)

torchrun --nnodes 1 --nproc-per-node 8 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    train_dist.py scripts/train_dist.yaml \
    "${OVERRIDES[@]}"
