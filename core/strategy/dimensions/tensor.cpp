// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensor parallelism (1909.08053): a group divides each layer's matrices. Megatron's sequence parallelism (2205.05198)
// divides the tokens between the products over the same group.
#include "core/model/convolution.h"
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

namespace {

TensorPlacement placementOf(TreeLevels levels, std::size_t index)
{
    if (index + 1 == levels.size()) {
        return TensorPlacement::Consecutive;
    }
    return index == 0 ? TensorPlacement::Strided : TensorPlacement::Middle;
}

void splitTensor(LayerStrategy& s, TreeLevels levels, std::size_t index)
{
    s.tensor = levels[index].degree;
    s.placement = placementOf(levels, index);
}

std::optional<Verdict> tensorRefusal(const LayerSpec& layer, const LayerStrategy& s, std::int64_t /*sequence*/)
{
    const int t = s.tensor;
    if (layoutsRules.has(s)) {
        return std::nullopt;  // the rule of these dimensions checks what they divide
    }
    if (isConvolution(layer)) {
        return Verdict{Rule::NotSplittable, t, 0};
    }
    const bool holdsVocabulary = layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Head || layer.tied;
    if (holdsVocabulary && layer.vocabulary % t != 0) {
        return Verdict{Rule::Vocabulary, layer.vocabulary, t};
    }
    if (!hasAttention(layer)) {
        return std::nullopt;
    }
    if (layer.heads % t != 0) {
        return Verdict{Rule::Heads, layer.heads, t};
    }
    if (layer.kvHeads % t != 0 && t % layer.kvHeads != 0) {
        return Verdict{Rule::KvHeads, layer.kvHeads, t};
    }
    // Experts that the tensor group does not split have a rule of their own.
    const bool splitsFfn = layer.experts == 0 || !s.foldsExperts();
    for (const std::int64_t width : {splitsFfn ? layer.ffn : 0, layer.sharedFfn}) {
        if (width % t != 0) {
            return Verdict{Rule::Ffn, width, t};
        }
    }
    return std::nullopt;
}

std::optional<Verdict> sequenceProblem(const LayerStrategy& s)
{
    return s.tensor == 1 ? std::optional(Verdict{Rule::SequenceKind, s.tensor, 0}) : std::nullopt;
}

}  // namespace

bool hasAttention(const LayerSpec& layer)
{
    return layer.heads > 0;
}

constinit const DimensionRules tpRules{
    .name = "tp",
    .title = "TP",
    .what = Core::tr("tensor parallel: a layer's matrices divided"),
    .on = &Space::tp,
    .has = [](const LayerStrategy& s) { return s.weightParts() > 1; },
    .degree = &LayerStrategy::tensor,
    .fitsInside = [](TreeLevels /*outer*/) { return true; },
    .split = splitTensor,
    .word = "TP",
    .refusal = tensorRefusal,
};

constinit const DimensionRules spRules{
    .name = "sp",
    .title = "SP",
    .what = Core::tr("Megatron's sequence parallelism on tensor groups"),
    .on = &Space::sp,
    .has = [](const LayerStrategy& s) { return s.sequence == SequenceParallel::Megatron; },
    .set = [](LayerStrategy& s, bool on) { s.sequence = on ? SequenceParallel::Megatron : SequenceParallel::None; },
    .fits = [](const LayerStrategy& s) { return s.tensor > 1 && s.sequence == SequenceParallel::None; },
    .word = "+SP",
    .key = "sequence_parallel",
    .value = "megatron",
    .unsound = sequenceProblem,
    .refusal = tokenRefusal,
};

}  // namespace pgram
