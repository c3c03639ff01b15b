#!/usr/bin/env bash
# GPT-2 XL on DGX A100, 8 × A100 80 GB: written by Parallelogram for Megatron-LM (main branch, d98e8a64 of 2026-08-22).
# README.md says what to expect of the run and what to fill in.
# Start: ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

MEGATRON_LM="${MEGATRON_LM:?name the folder of a checkout of Megatron-LM}"
export PYTHONPATH="$MEGATRON_LM:${PYTHONPATH:-}"
TRAIN_ITERS="${TRAIN_ITERS:-100}"

MODEL=(
    --num-layers 48
    --hidden-size 1600
    --ffn-hidden-size 6400
    --num-attention-heads 25
    --kv-channels 64
    --seq-length 1024 --max-position-embeddings 1024
    --position-embedding-type learned_absolute
    --normalization LayerNorm
)

PARALLEL=(
    --tensor-model-parallel-size 1
    --pipeline-model-parallel-size 1
    --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather
)

TRAINING=(
    --micro-batch-size 8 --global-batch-size 64
    --train-iters "$TRAIN_ITERS" --eval-iters 0
    --lr 1.0e-4 --min-lr 1.0e-5 --lr-decay-style cosine --clip-grad 1.0 --weight-decay 0.1
    --optimizer adam
    --bf16
    --log-interval 1 --log-throughput
)

DATA=(
    --mock-data --tokenizer-type NullTokenizer
    --vocab-size 50257 --make-vocab-size-divisible-by 128
)

torchrun --nnodes 1 --nproc-per-node 8 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    "$MEGATRON_LM/pretrain_gpt.py" \
    "${MODEL[@]}" \
    "${PARALLEL[@]}" \
    "${TRAINING[@]}" \
    "${DATA[@]}"
