# ours
PLAN = {
    "schedule": "1f1b",
    "micro_batches": 2,
    "global_batch": 16,
    "sequence": 1024,
    "precision": "bf16",
    "gradient_bytes": 4,
    "chunks": [7,7],
    "layers": [
        {"tensor":2,"data":2},
        {"tensor":1,"data":4},
        {"tensor":1,"data":4},
        {"tensor":2,"data":2},
        {"tensor":1,"data":4},
        {"tensor":1,"data":4},
        {"tensor":2,"data":2},
        {"tensor":1,"data":4},
        {"tensor":1,"data":4},
        {"tensor":2,"data":2},
        {"tensor":1,"data":4},
        {"tensor":1,"data":4},
        {"tensor":2,"data":2},
        {"tensor":1,"data":4},
    ]
}
