// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/stage_fill.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array allParts{MemoryPart::Weights,     MemoryPart::Gradients, MemoryPart::Optimizer,
                              MemoryPart::Activations, MemoryPart::Transient, MemoryPart::Context};

}  // namespace

Bytes partOf(const MemoryBreakdown& memory, MemoryPart part)
{
    switch (part) {
    case MemoryPart::Weights:
        return memory.weights;
    case MemoryPart::Gradients:
        return memory.gradients;
    case MemoryPart::Optimizer:
        return memory.optimizer;
    case MemoryPart::Activations:
        return memory.activations;
    case MemoryPart::Transient:
        return memory.transient;
    case MemoryPart::Context:
        break;
    }
    return memory.context;
}

MemoryPart largestPart(const MemoryBreakdown& memory)
{
    return *std::ranges::max_element(allParts, {}, [&](MemoryPart part) { return partOf(memory, part); });
}

int fullestStage(const Estimate& estimate)
{
    const auto fullest =
        std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& stage) { return stage.memory.total(); });
    return static_cast<int>(fullest - estimate.stages.begin());
}

}  // namespace pgram
