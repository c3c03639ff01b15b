// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/language_model.h"

#include "core/base/quoting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

constexpr const char* classes = R"(

def norm():
    return nn.RMSNorm(MODEL["hidden"]) if MODEL["rms_norm"] else nn.LayerNorm(MODEL["hidden"])


def dropped(x, training):
    """Ranks of a tensor group drop the same elements, as all start with one seed."""
    return F.dropout(x, MODEL["dropout"], training) if MODEL["dropout"] else x


def rotated(x):
    """Rotary positions of (batch, heads, tokens, width)."""
    half = x.shape[-1] // 2
    steps = torch.arange(half, device=x.device, dtype=torch.float32) / half
    angles = torch.arange(x.shape[-2], device=x.device, dtype=torch.float32)[:, None] * 10000.0**-steps
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b = x[..., :half], x[..., half : 2 * half]
    return torch.cat((a * cos - b * sin, a * sin + b * cos, x[..., 2 * half :]), dim=-1)


class Embedding(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(MODEL["vocabulary"], MODEL["hidden"])
        self.positions = nn.Embedding(MODEL["positions"], MODEL["hidden"]) if MODEL["positions"] else None

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
        share = MODEL["dropout"] if self.training else 0.0
        x = F.scaled_dot_product_attention(q, k, v, dropout_p=share, is_causal=MODEL["causal"])
        return self.out(x.transpose(1, 2).reshape(batch, tokens, -1))


class Mlp(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.Linear(MODEL["hidden"], width, bias=MODEL["bias"]) if MODEL["gated"] else None
        self.up = nn.Linear(MODEL["hidden"], width, bias=MODEL["bias"])
        self.down = nn.Linear(width, MODEL["hidden"], bias=MODEL["bias"])

    def forward(self, x):
        inner = F.silu(self.gate(x)) * self.up(x) if self.gate is not None else F.gelu(self.up(x))
        return self.down(inner)


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

    def forward(self, x):
        x = x + dropped(self.attention(self.attention_norm(x)), self.training)
        return x + dropped(self.mlp(self.mlp_norm(x)), self.training)


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = norm()
        self.out = nn.Linear(MODEL["hidden"], MODEL["vocabulary"], bias=False)

    def forward(self, x):
        return self.out(self.norm(x))


def loss_of(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1).float(), labels.flatten())
)";

const char* word(bool is)
{
    return is ? "True" : "False";
}

std::string flags(const std::vector<bool>& values)
{
    std::vector<const char*> words;
    for (const bool value : values) {
        words.push_back(word(value));
    }
    return fmt::format("[{}]", fmt::join(words, ", "));
}

}  // namespace

Result<std::string> languageModel(const Plan& plan)
{
    const Result<DecoderModel> found = decoderModelOf(plan.model);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const DecoderModel& model = *found;
    const LayerSpec& block = model.dense;
    return fmt::format(
               "# {}: a plain model of its dimensions, in PyTorch. Written by Parallelogram.\n"
               "import torch\n"
               "import torch.nn.functional as F\n"
               "from torch import nn\n\n"
               "MODEL = {{\n"
               "    \"vocabulary\": {},\n    \"positions\": {},\n    \"sequence\": {},\n    \"blocks\": {},\n"
               "    \"hidden\": {},\n    \"heads\": {},\n    \"kv_heads\": {},\n    \"head_width\": {},\n"
               "    \"ffn\": {},\n    \"gated\": {},\n    \"bias\": {},\n    \"qkv_bias\": {},\n"
               "    \"rms_norm\": {},\n    \"causal\": {},\n    \"dropout\": {},\n"
               "    \"experts\": {},\n    \"chosen\": {},\n    \"expert_width\": {},\n    \"shared_width\": {},\n"
               "    \"has_experts\": {},\n}}\n",
               plainLine(plan.model.title.empty() ? plan.model.name : plan.model.title), model.embedding.vocabulary,
               model.embedding.learnedPositions, plan.sequence(), model.blocks, block.hidden, block.heads,
               block.kvHeads, block.headDim, block.ffn, word(block.gatedMlp), word(block.linearBias),
               word(block.qkvBias), word(block.norm == Norm::RmsNorm), word(model.causal),
               block.dropout ? "0.1" : "0.0", model.sparse.experts, model.sparse.topK, model.sparse.ffn,
               model.sparse.sharedFfn, flags(model.hasExperts)) +
           classes;
}

}  // namespace pgram
