// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/stage_fill.h"

#include "core/base/index.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array allParts{MemoryPart::Weights,     MemoryPart::Gradients, MemoryPart::Optimizer,
                              MemoryPart::Activations, MemoryPart::Transient, MemoryPart::Context};
constexpr std::array allReliefs{ReliefKind::SequenceParallel, ReliefKind::ShardStates, ReliefKind::Recompute};

LayerStrategy relieved(LayerStrategy strategy, ReliefKind kind)
{
    switch (kind) {
    case ReliefKind::SequenceParallel:
        if (strategy.tensor > 1 && strategy.sequence == SequenceParallel::None) {
            strategy.sequence = SequenceParallel::Megatron;
        }
        break;
    case ReliefKind::ShardStates:
        if (strategy.data > 1 && strategy.zero < 3) {
            strategy.zero = 3;
            strategy.shard = LayerStrategy{}.shard;
        }
        break;
    case ReliefKind::Recompute:
        strategy.kept.part = KeptPart::Input;
        break;
    }
    return strategy;
}

/// The plan with the change wherever its layer allows it.
Plan relieved(Plan plan, int stage, ReliefKind kind)
{
    for (const int layer : plan.layersOf(stage)) {
        LayerStrategy& strategy = plan.strategies[at(layer)];
        const LayerStrategy next = relieved(strategy, kind);
        if (!refusal(plan.model.layer(layer), next, plan.stageDevices(), plan.training, plan.sequence(),
                     plan.schedule.microbatches)) {
            strategy = next;
        }
    }
    return plan;
}

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

std::vector<Relief> reliefsOf(const Plan& plan, const Estimate& before, int stage, const std::stop_token& token)
{
    const auto needs = [stage](const Estimate& e) { return e.stages[at(stage)].memory.total(); };
    std::vector<Relief> found;
    for (const ReliefKind kind : allReliefs) {
        const Plan next = relieved(plan, stage, kind);
        if (token.stop_requested()) {
            break;
        }
        if (next == plan) {
            continue;
        }
        const Estimate after = estimate(next, plan, before);
        if (needs(after) < needs(before)) {
            found.push_back({kind, needs(before) - needs(after), after.stepTime / before.stepTime - 1});
        }
    }
    std::ranges::sort(found, {}, &Relief::slower);
    return found;
}

}  // namespace pgram
