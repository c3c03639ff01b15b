GPUS_PER_NODE=8
NUM_NODES=${N:-2}
TP=2
ARGS=(
 --num-layers 8
 --hidden-size 64 # wide
 --num-attention-heads "4" --seq-length 128 --max-position-embeddings=128
)
torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $NUM_NODES x.py ${ARGS[@]} \
 --tensor-model-parallel-size ${TP} --pipeline-model-parallel-size 2 --num-experts 4 --swiglu \
 --micro-batch-size $((1 + 3 * (2 - 1))) --global-batch-size 128 --moe-layer-freq ([0]*1+[1]*7)
