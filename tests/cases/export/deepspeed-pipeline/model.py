# GPT-2 XL: a plain model of its dimensions, in PyTorch. Written by Parallelogram.
import math

import torch
import torch.nn.functional as F
from torch import nn

MODEL = {
    "vocabulary": 50304,
    "positions": 1024,
    "sequence": 1024,
    "blocks": 48,
    "hidden": 1600,
    "heads": 25,
    "kv_heads": 25,
    "head_width": 64,
    "ffn": 6400,
    "gated": False,
    "bias": True,
    "qkv_bias": True,
    "rms_norm": False,
    "causal": True,
    "rotary_base": 10000.0,
    "rotary_share": 1.0,
    "norm_epsilon": 1e-05,
    "initial_deviation": None,
    "attention_dropout": 0.1,
    "hidden_dropout": 0.1,
    "activation_limit": None,
    "rotary_scaling": "none",
    "experts": 0,
    "chosen": 0,
    "expert_width": 6400,
    "shared_width": 0,
    "has_experts": [False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False, False],
}


def norm():
    kind = nn.RMSNorm if MODEL["rms_norm"] else nn.LayerNorm
    return kind(MODEL["hidden"], eps=MODEL["norm_epsilon"])


def initialize(module):
    """Draws matrices and tables with the model's standard deviation; without one PyTorch's own values stay."""
    for part in module.modules():
        if MODEL["initial_deviation"] and isinstance(part, (nn.Linear, nn.Embedding)):
            nn.init.normal_(part.weight, std=MODEL["initial_deviation"])


def dropped(x, training):
    """Ranks of a tensor group drop the same elements, as all start with one seed."""
    return F.dropout(x, MODEL["hidden_dropout"], training) if MODEL["hidden_dropout"] else x


def frequencies(half, device):
    """Radians per token of each pair of rotary dimensions."""
    radians = MODEL["rotary_base"] ** -(torch.arange(half, device=device, dtype=torch.float32) / half)
    if MODEL["rotary_scaling"] == "linear":
        return radians / MODEL["scaling_factor"]
    if MODEL["rotary_scaling"] == "llama3":
        turns = MODEL["scaling_length"] * radians / (2 * math.pi)
        kept = ((turns - MODEL["low_frequency"]) / (MODEL["high_frequency"] - MODEL["low_frequency"])).clamp(0, 1)
        return radians * (kept + (1 - kept) / MODEL["scaling_factor"])
    return radians


def rotated(x):
    """Rotary positions of (batch, heads, tokens, width)."""
    half = int(x.shape[-1] * MODEL["rotary_share"]) // 2
    angles = torch.arange(x.shape[-2], device=x.device, dtype=torch.float32)[:, None] * frequencies(half, x.device)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., :half], x[..., half : 2 * half]
    return torch.cat((a * cos - b * sin, a * sin + b * cos, x[..., 2 * half :]), dim=-1)


class Embedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(MODEL["vocabulary"], MODEL["hidden"])
        self.positions = nn.Embedding(MODEL["positions"], MODEL["hidden"]) if MODEL["positions"] else None
        initialize(self)

    def forward(self, tokens):
        x = self.tokens(tokens)
        if self.positions is not None:
            x = x + self.positions(torch.arange(tokens.shape[1], device=tokens.device))
        return dropped(x, self.training)


class Attention(nn.Module):
    """Heads are counted by what the matrices give, so that a tensor-parallel rank may have a part of them."""

    def __init__(self):
        super().__init__()
        width, bias = MODEL["head_width"], MODEL["qkv_bias"]
        self.q = nn.Linear(MODEL["hidden"], MODEL["heads"] * width, bias=bias)
        self.k = nn.Linear(MODEL["hidden"], MODEL["kv_heads"] * width, bias=bias)
        self.v = nn.Linear(MODEL["hidden"], MODEL["kv_heads"] * width, bias=bias)
        self.out = nn.Linear(MODEL["heads"] * width, MODEL["hidden"], bias=MODEL["bias"])

    def forward(self, x):
        batch, tokens = x.shape[:2]
        q, k, v = (part(x).view(batch, tokens, -1, MODEL["head_width"]).transpose(1, 2) for part in (self.q, self.k, self.v))
        if not MODEL["positions"]:
            q, k = rotated(q), rotated(k)
        if k.shape[1] != q.shape[1]:
            k, v = (part.repeat_interleave(q.shape[1] // part.shape[1], dim=1) for part in (k, v))
        share = MODEL["attention_dropout"] if self.training else 0.0
        x = F.scaled_dot_product_attention(q, k, v, dropout_p=share, is_causal=MODEL["causal"])
        return self.out(x.transpose(1, 2).reshape(batch, tokens, -1))


class Mlp(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.Linear(MODEL["hidden"], width, bias=MODEL["bias"]) if MODEL["gated"] else None
        self.up = nn.Linear(MODEL["hidden"], width, bias=MODEL["bias"])
        self.down = nn.Linear(width, MODEL["hidden"], bias=MODEL["bias"])

    def forward(self, x):
        up, gate, limit = self.up(x), self.gate(x) if self.gate is not None else None, MODEL["activation_limit"]
        if limit and gate is not None:
            up, gate = up.clamp(-limit, limit), gate.clamp(max=limit)
        return self.down(F.gelu(up) if gate is None else F.silu(gate) * up)


class Experts(nn.Module):
    """Each token goes through a few of the experts, and through what all share."""

    def __init__(self):
        super().__init__()
        self.router = nn.Linear(MODEL["hidden"], MODEL["experts"], bias=False)
        self.experts = nn.ModuleList(Mlp(MODEL["expert_width"]) for _ in range(MODEL["experts"]))
        self.shared = Mlp(MODEL["shared_width"]) if MODEL["shared_width"] else None

    def forward(self, x):
        scores, chosen = self.router(x).softmax(dim=-1).topk(MODEL["chosen"], dim=-1)
        result = self.shared(x) if self.shared is not None else torch.zeros_like(x)
        for index, expert in enumerate(self.experts):
            share = (scores * (chosen == index)).sum(dim=-1, keepdim=True)
            mask = share.squeeze(-1) > 0
            result = result.masked_scatter(
                mask[..., None].expand_as(result), (result[mask] + share[mask] * expert(x[mask])).to(result.dtype)
            )
        return result


class Block(nn.Module):
    def __init__(self, index):
        super().__init__()
        self.attention_norm, self.attention = norm(), Attention()
        self.mlp_norm = norm()
        self.mlp = Experts() if MODEL["has_experts"][index] else Mlp(MODEL["ffn"])
        initialize(self)

    def forward(self, x):
        x = x + dropped(self.attention(self.attention_norm(x)), self.training)
        return x + dropped(self.mlp(self.mlp_norm(x)), self.training)


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = norm()
        self.out = nn.Linear(MODEL["hidden"], MODEL["vocabulary"], bias=False)
        initialize(self)

    def forward(self, x):
        return self.out(self.norm(x))


def loss_of(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1).float(), labels.flatten())
