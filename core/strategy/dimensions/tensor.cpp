// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensor parallelism (1909.08053): a group divides each layer's matrices. Megatron's sequence parallelism (2205.05198)
// divides the tokens between the products over the same group.
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

/// Returns true if the group divides the matrices. Under Ulysses and in a ring it divides the tokens alone.
bool dividesMatrices(const LayerStrategy& s)
{
    return s.tensor > 1 && s.sequence != SequenceParallel::Ulysses && s.layout != TensorLayout::Ring;
}

void placeLine(const LayerStrategy& s, Sharding& sharding)
{
    if (!layoutsRules.has(s)) {
        sharding.weights.split = sharding.tensor;
        sharding.inside.split(Axis::Width, sharding.tensor);
        sharding.attention.split(Axis::Heads, sharding.tensor);
    }
}

std::optional<Verdict> sequenceProblem(const LayerStrategy& s)
{
    return s.tensor == 1 ? std::optional(Verdict{Rule::SequenceKind, s.tensor, 0}) : std::nullopt;
}

}  // namespace

constinit const DimensionRules tpRules{
    .name = "tp",
    .title = "TP",
    .what = Core::tr("tensor parallel: a layer's matrices divided"),
    .on = &Space::tp,
    .has = dividesMatrices,
    .degree = &LayerStrategy::tensor,
    .fitsInside = [](TreeLevels /*outer*/) { return true; },
    .split = splitTensor,
    .place = placeLine,
    .word = "TP",
};

constinit const DimensionRules spRules{
    .name = "sp",
    .title = "SP",
    .what = Core::tr("Megatron's sequence parallelism on tensor groups"),
    .on = &Space::sp,
    .has = [](const LayerStrategy& s) { return s.sequence == SequenceParallel::Megatron; },
    .set = [](LayerStrategy& s, bool on) { s.sequence = on ? SequenceParallel::Megatron : SequenceParallel::None; },
    .fits = [](const LayerStrategy& s) { return s.tensor > 1 && s.sequence == SequenceParallel::None; },
    .place = [](const LayerStrategy&, Sharding& sharding) { sharding.boundary.split(Axis::Tokens, sharding.tensor); },
    .word = "+SP",
    .key = "sequence_parallel",
    .value = "megatron",
    .unsound = sequenceProblem,
};

}  // namespace pgram
