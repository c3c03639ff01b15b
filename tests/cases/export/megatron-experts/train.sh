#!/usr/bin/env bash
# DeepSeek-V2-Lite on 2 × 8 A100 40 GB, NVLink, InfiniBand 100 Gb/s: written by Parallelogram for Megatron-LM (main branch, d98e8a64 of 2026-08-22).
# README.md says what to expect of the run and what to fill in.
# Start on each of the 2 machines: NODE_RANK=<0 to 1> MASTER_ADDR=<the first machine> ./train.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

NODE_RANK="${NODE_RANK:-0}"
MASTER_ADDR="${MASTER_ADDR:-localhost}"
MASTER_PORT="${MASTER_PORT:-29500}"

# Megatron-LM demands it of tensor and context parallelism on devices before Blackwell
export CUDA_DEVICE_MAX_CONNECTIONS=1

MEGATRON_LM="${MEGATRON_LM:?name the folder of a checkout of Megatron-LM}"
export PYTHONPATH="$MEGATRON_LM:${PYTHONPATH:-}"
TRAIN_ITERS="${TRAIN_ITERS:-100}"

MODEL=(
    --num-layers 27
    --hidden-size 2048
    --ffn-hidden-size 10944
    --num-attention-heads 16
    --multi-latent-attention
    --kv-lora-rank 512
    --qk-head-dim 128
    --qk-pos-emb-head-dim 64
    --v-head-dim 128
    --seq-length 4096 --max-position-embeddings 4096
    --position-embedding-type rope
    --normalization RMSNorm
    --swiglu
    --disable-bias-linear
    --attention-dropout 0 --hidden-dropout 0
    --untie-embeddings-and-output-weights
    --num-experts 64 --moe-router-topk 6
    --moe-ffn-hidden-size 1408
    --moe-shared-expert-intermediate-size 2816
    --moe-layer-freq '([0]*1+[1]*26)'
    --moe-grouped-gemm
)

PARALLEL=(
    --tensor-model-parallel-size 1
    --pipeline-model-parallel-size 2
    --context-parallel-size 2
    --expert-model-parallel-size 8 --expert-tensor-parallel-size 1
    --moe-token-dispatcher-type alltoall
    --pipeline-model-parallel-layout 'Et*14|t*13L'
    --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather
)

TRAINING=(
    --micro-batch-size 2 --global-batch-size 32
    --train-iters "$TRAIN_ITERS" --eval-iters 0
    --lr 1.0e-4 --min-lr 1.0e-5 --lr-decay-style cosine --clip-grad 1.0 --weight-decay 0.1
    --optimizer adam
    --bf16
    --log-interval 1 --log-throughput
)

DATA=(
    --mock-data --tokenizer-type NullTokenizer
    --vocab-size 102400 --make-vocab-size-divisible-by 128
)

torchrun --nnodes 2 --nproc-per-node 8 --node-rank "$NODE_RANK" \
    --master-addr "$MASTER_ADDR" --master-port "$MASTER_PORT" \
    "$MEGATRON_LM/pretrain_gpt.py" \
    "${MODEL[@]}" \
    "${PARALLEL[@]}" \
    "${TRAINING[@]}" \
    "${DATA[@]}"
