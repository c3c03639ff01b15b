# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Fused attention, forward and backward, and sustained products on one GPU, as h100.json beside it has them.

Prints one JSON object a line: python3 measure.py > measured.jsonl
"""

import json
import statistics
import time

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

KERNELS = {"cuDNN": SDPBackend.CUDNN_ATTENTION, "FlashAttention-2": SDPBackend.FLASH_ATTENTION}
HIDDEN = 4096
TOKENS = 8192  # at least so many together
PRODUCTS = ((8192, 8192, 8192), (8192, 28672, 8192), (8192, 4096, 4096), (16384, 14336, 4096))  # rows, columns, inner
SUSTAINED_S = 8
TOGETHER = 20


def emit(**row):
    print(json.dumps(row), flush=True)


def seconds(work):
    """Median of ten on the device, three before them left out."""
    taken = []
    for _ in range(13):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        work()
        end.record()
        torch.cuda.synchronize()
        taken.append(begin.elapsed_time(end) / 1e3)
    return statistics.median(taken[3:])


def tensor(*shape, trains=False):
    return torch.randn(*shape, device="cuda", dtype=torch.bfloat16, requires_grad=trains)


def attention(kernel, batch, sequence, heads, kv_heads, head_dim):
    query = tensor(batch, heads, sequence, head_dim, trains=True)
    key, value = (tensor(batch, kv_heads, sequence, head_dim, trains=True) for _ in range(2))

    def forward():
        return scaled_dot_product_attention(query, key, value, is_causal=True, enable_gqa=kv_heads != heads)

    with sdpa_kernel(KERNELS[kernel]):
        ahead = seconds(forward)
        output = forward()
        gradient = torch.randn_like(output)
        back = seconds(lambda: torch.autograd.grad(output, (query, key, value), gradient, retain_graph=True))
    emit(kernel=kernel, batch=batch, sequence=sequence, heads=heads, kv_heads=kv_heads, head_dim=head_dim,
         forward_s=ahead, backward_s=back)


def sustained(rows, columns, inner):
    left, right = tensor(rows, inner), tensor(columns, inner)
    seconds(lambda: left @ right.t())
    rates = []
    began = time.time()
    while time.time() - began < SUSTAINED_S:
        start = time.time()
        for _ in range(TOGETHER):
            left @ right.t()
        torch.cuda.synchronize()
        rates.append(TOGETHER * 2 * rows * columns * inner / (time.time() - start) / 1e12)
    emit(rows=rows, columns=columns, inner=inner, first=rates[0], last=statistics.mean(rates[-5:]))


emit(device=torch.cuda.get_device_name(0), torch=torch.__version__, cudnn=torch.backends.cudnn.version())
for head_dim in (64, 128):
    heads = HIDDEN // head_dim
    for sequence in (512, 1024, 2048, 4096, 8192, 16384, 32768):
        for kv_heads in (heads,) if head_dim == 64 else (heads, heads // 4):
            for name in KERNELS:
                attention(name, max(1, TOKENS // sequence), sequence, heads, kv_heads, head_dim)
for product in PRODUCTS:
    sustained(*product)
