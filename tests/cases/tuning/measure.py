# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Peak memory and time of fine-tuning steps on one GPU, as runs.json beside it has them.

Models of Hugging Face's transformers with random weights, adapters and optimizer of PyTorch. Prints one JSON object a
run: python3 measure.py > runs.jsonl
"""

import gc
import json
import statistics
import sys
import time

import torch
import transformers
from torch import nn
from transformers import LlamaConfig, LlamaForCausalLM

MODELS = {
    "llama2-7b": dict(hidden_size=4096, intermediate_size=11008, num_hidden_layers=32, num_attention_heads=32,
                      num_key_value_heads=32, vocab_size=32000),
    "llama2-13b": dict(hidden_size=5120, intermediate_size=13824, num_hidden_layers=40, num_attention_heads=40,
                       num_key_value_heads=40, vocab_size=32000),
    "llama3.1-8b": dict(hidden_size=4096, intermediate_size=14336, num_hidden_layers=32, num_attention_heads=32,
                        num_key_value_heads=8, vocab_size=128256, rope_theta=500000.0),
    "llama3.2-1b": dict(hidden_size=2048, intermediate_size=8192, num_hidden_layers=16, num_attention_heads=32,
                        num_key_value_heads=8, head_dim=64, vocab_size=128256, tie_word_embeddings=True),
    "llama3.2-3b": dict(hidden_size=3072, intermediate_size=8192, num_hidden_layers=28, num_attention_heads=24,
                        num_key_value_heads=8, head_dim=128, vocab_size=128256, tie_word_embeddings=True),
}
ATTENTION = ("q_proj", "k_proj", "v_proj", "o_proj")
MLP = ("gate_proj", "up_proj", "down_proj")
TARGETS = {"attention": ATTENTION, "linear": ATTENTION + MLP}

# id, model, samples of a micro-batch, tokens of each, how: weights in 32 bits under autocast ("mixed") or all in 16
# ("bf16"), whether blocks are computed again, blocks frozen, adapters' targets and rank, micro-batches (else one)
RUNS = [
    ("llama2-7b-full-1", "llama2-7b", 1, 4096, "bf16", True, 0, None, 0),
    ("llama2-7b-full-4", "llama2-7b", 4, 4096, "bf16", True, 0, None, 0),
    ("llama2-7b-lora-4", "llama2-7b", 4, 4096, "bf16", True, 0, "attention", 16),
    ("llama2-7b-lora-kept-1", "llama2-7b", 1, 4096, "bf16", False, 0, "attention", 16),
    ("llama2-7b-lora-linear-4", "llama2-7b", 4, 4096, "bf16", True, 0, "linear", 64),
    ("llama2-7b-lora-linear-kept-1", "llama2-7b", 1, 4096, "bf16", False, 0, "linear", 64),
    ("llama2-7b-frozen16-kept-1", "llama2-7b", 1, 4096, "bf16", False, 16, None, 0),
    ("llama2-7b-frozen24-4", "llama2-7b", 4, 4096, "bf16", True, 24, None, 0),
    ("llama2-7b-frozen24-kept-2", "llama2-7b", 2, 4096, "bf16", False, 24, None, 0),
    ("llama2-13b-lora-4", "llama2-13b", 4, 4096, "bf16", True, 0, "attention", 16),
    ("llama3.1-8b-lora-2", "llama3.1-8b", 2, 2048, "bf16", True, 0, "linear", 8),
    ("llama3.1-8b-lora-4", "llama3.1-8b", 4, 4096, "bf16", True, 0, "linear", 8),
    ("llama3.1-8b-frozen28-1", "llama3.1-8b", 1, 8192, "bf16", True, 28, None, 0),
    ("llama3.2-1b-full-kept-2", "llama3.2-1b", 2, 4096, "bf16", False, 0, None, 0),
    ("llama3.2-1b-mixed-kept-2", "llama3.2-1b", 2, 4096, "mixed", False, 0, None, 0),
    ("llama3.2-1b-mixed-8", "llama3.2-1b", 8, 2048, "mixed", True, 0, None, 0),
    ("llama3.2-3b-full-4", "llama3.2-3b", 4, 4096, "bf16", True, 0, None, 0),
    ("llama2-7b-full-2x2", "llama2-7b", 2, 4096, "bf16", True, 0, None, 0, 2),
    ("llama3.2-1b-full-kept-2x2", "llama3.2-1b", 2, 4096, "bf16", False, 0, None, 0, 2),
    ("llama3.2-3b-full-4x2", "llama3.2-3b", 4, 4096, "bf16", True, 0, None, 0, 2),
    ("llama3.2-3b-mixed-1", "llama3.2-3b", 1, 4096, "mixed", True, 0, None, 0),
]


class Adapted(nn.Module):
    """A frozen matrix and a low-rank adapter beside it (arXiv 2106.09685)."""

    def __init__(self, base, rank):
        super().__init__()
        self.base = base
        self.down = nn.Linear(base.in_features, rank, bias=False, device="cuda", dtype=base.weight.dtype)
        self.up = nn.Linear(rank, base.out_features, bias=False, device="cuda", dtype=base.weight.dtype)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


def model_of(name, how, again, frozen, targets, rank):
    config = LlamaConfig(max_position_embeddings=8192, attn_implementation="sdpa", use_cache=False, **MODELS[name])
    torch.set_default_dtype(torch.float32 if how == "mixed" else torch.bfloat16)
    with torch.device("cuda"):
        model = LlamaForCausalLM(config)
    if again:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        if frozen and hasattr(model, "_require_grads_hook"):
            model.disable_input_require_grads()  # else backward runs through the frozen blocks
    if frozen:
        model.model.embed_tokens.requires_grad_(False)
        for block in model.model.layers[:frozen]:
            block.requires_grad_(False)
    if targets:
        model.requires_grad_(False)
        for block in model.model.layers:
            for part in (block.self_attn, block.mlp):
                for key, layer in list(part.named_children()):
                    if key in TARGETS[targets]:
                        setattr(part, key, Adapted(layer, rank))
    model.train()
    return model


def run(id, name, samples, tokens, how, again, frozen, targets, rank, microbatches=1):
    model = model_of(name, how, again, frozen, targets, rank)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-5, fused=True)
    ids = torch.randint(0, MODELS[name]["vocab_size"], (samples, tokens), device="cuda")
    seconds, computing, updating = [], 0, 0
    for step in range(6):
        if step == 2:
            torch.cuda.reset_peak_memory_stats()
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(microbatches):
            with torch.autocast("cuda", torch.bfloat16, enabled=how == "mixed"):
                loss = model(input_ids=ids, labels=ids).loss
            loss.backward()
        if step >= 2:
            computing = max(computing, torch.cuda.max_memory_allocated())
            torch.cuda.reset_peak_memory_stats()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        torch.cuda.synchronize()
        if step >= 2:
            updating = max(updating, torch.cuda.max_memory_allocated())
            torch.cuda.reset_peak_memory_stats()
            seconds.append(time.perf_counter() - start)
    return {"id": id, "model": name, "micro_batch": samples, "microbatches": microbatches, "sequence": tokens,
            "how": how, "again": again, "frozen": frozen, "targets": targets, "rank": rank, "trained": sum(p.numel() for p in trained),
            "peak_bytes": max(computing, updating), "computing_bytes": computing, "updating_bytes": updating,
            "step_s": round(statistics.median(seconds), 5)}


def main():
    print(json.dumps({"device": torch.cuda.get_device_name(), "torch": torch.__version__,
                      "transformers": transformers.__version__}), flush=True)
    wanted = sys.argv[1:]
    for row in RUNS:
        if wanted and row[0] not in wanted:
            continue
        try:
            print(json.dumps(run(*row)), flush=True)
        except Exception as error:  # the next run may still fit
            print(json.dumps({"id": row[0], "failed": str(error)[:300]}), flush=True)
        gc.collect()
        torch.cuda.empty_cache()


main()
