# BERT-base, 3 layers on 2 × RTX TITAN, PCIe 3.0: the strategy of each layer, the embedding first and the head last.
# Written by Parallelogram; train.py runs it.
PLAN = {
    "devices": 2,
    "stages": 1,
    "schedule": "1f1b",
    "micro_batches": 4,
    "global_batch": 4,
    "sequence": 512,
    "precision": "bf16",
    "gradient_bytes": 4,
    "chunks": [5],
    "layers": [
        {"tensor":2,"data":1,"zero":0,"context":1,"expert":1,"sequence_parallel":"none","tensor_placement":"consecutive","recompute":"none"},
        {"tensor":2,"data":1,"zero":0,"context":1,"expert":1,"sequence_parallel":"none","tensor_placement":"consecutive","recompute":"none"},
        {"tensor":2,"data":1,"zero":0,"context":1,"expert":1,"sequence_parallel":"none","tensor_placement":"consecutive","recompute":"none"},
        {"tensor":2,"data":1,"zero":0,"context":1,"expert":1,"sequence_parallel":"none","tensor_placement":"consecutive","recompute":"none"},
        {"tensor":2,"data":1,"zero":0,"context":1,"expert":1,"sequence_parallel":"none","tensor_placement":"consecutive","recompute":"none"},
    ]
}
