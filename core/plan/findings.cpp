// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/findings.h"

#include "core/base/index.h"
#include "core/plan/plan_edits.h"
#include "core/plan/stage_fill.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array allReliefs{FindingKind::SequenceParallel, FindingKind::ShardStates,
                                FindingKind::RecomputeAttention, FindingKind::Recompute};

LayerStrategy changed(LayerStrategy strategy, FindingKind kind)
{
    switch (kind) {
    case FindingKind::SequenceParallel:
        if (strategy.tensor > 1 && strategy.sequence == SequenceParallel::None) {
            strategy.sequence = SequenceParallel::Megatron;
        }
        break;
    case FindingKind::ShardStates:
        if (strategy.data > 1 && strategy.zero < 3) {
            strategy.zero = 3;
            strategy.shard = LayerStrategy{}.shard;
        }
        break;
    case FindingKind::RecomputeAttention:
        if (strategy.kept.part == KeptPart::All) {
            strategy.kept.part = KeptPart::WithoutAttention;
        }
        break;
    case FindingKind::Recompute:
        strategy.kept.part = KeptPart::Input;
        break;
    case FindingKind::Keep:
        strategy.kept.part = KeptPart::All;
        break;
    case FindingKind::MoveLayer:
    case FindingKind::Microbatches:
        break;
    }
    return strategy;
}

/// Returns the plan with the change in every layer of the stage that allows it.
Plan withChange(Plan plan, int stage, FindingKind kind)
{
    for (const int layer : plan.layersOf(stage)) {
        LayerStrategy& strategy = plan.strategies[at(layer)];
        const LayerStrategy next = changed(strategy, kind);
        if (!refusal(plan.model.layer(layer), next, plan.stageDevices(), plan.training, plan.sequence(),
                     plan.schedule.microbatches)) {
            strategy = next;
        }
    }
    return plan;
}

Bytes needOf(const Estimate& figures, int stage)
{
    return figures.stages[at(stage)].memory.total();
}

/// Returns the changes that may make the step shorter.
std::vector<Finding> speedups(const Plan& plan, const Estimate& before)
{
    std::vector<Finding> found;
    const auto slowest = std::ranges::max_element(before.stages, {}, &StageEstimate::time) - before.stages.begin();
    const auto stage = static_cast<int>(slowest);
    found.push_back({FindingKind::Keep, stage, withChange(plan, stage, FindingKind::Keep)});
    for (const int chunk : plan.chunksOf(stage)) {
        const Chunk& own = plan.chunk(chunk);
        if (own.layerCount > 1 && chunk > 0) {
            found.push_back({FindingKind::MoveLayer, stage, withCut(plan, chunk - 1, own.firstLayer + 1)});
        }
        if (own.layerCount > 1 && chunk + 1 < static_cast<int>(plan.chunks.size())) {
            found.push_back({FindingKind::MoveLayer, stage, withCut(plan, chunk, own.end() - 1)});
        }
    }
    const int count = plan.schedule.microbatches;
    found.push_back({FindingKind::Microbatches, -1, withMicrobatches(plan, 2 * count)});
    if (count % 2 == 0) {
        found.push_back({FindingKind::Microbatches, -1, withMicrobatches(plan, count / 2)});
    }
    return found;
}

/// Sets the figures of the change. Returns false if the plan with it cannot run or is the same.
bool weigh(Finding& finding, const Plan& plan, const Estimate& before)
{
    if (finding.plan == plan || !checkStructure(finding.plan)) {
        return false;
    }
    const Estimate after = estimate(finding.plan, plan, before);
    finding.freed = finding.stage >= 0 ? needOf(before, finding.stage) - needOf(after, finding.stage)
                                       : before.peakMemory - after.peakMemory;
    finding.slower = after.stepTime / before.stepTime - 1;
    return (after.legal || !before.legal) && (after.fits || finding.freed > 0);
}

}  // namespace

std::vector<Finding> reliefsOf(const Plan& plan, const Estimate& before, int stage, const std::stop_token& stop)
{
    std::vector<Finding> found;
    for (const FindingKind kind : allReliefs) {
        Finding relief{kind, stage, withChange(plan, stage, kind)};
        if (stop.stop_requested()) {
            break;
        }
        if (weigh(relief, plan, before) && relief.freed > 0) {
            found.push_back(std::move(relief));
        }
    }
    std::ranges::sort(found, {}, &Finding::slower);
    return found;
}

std::vector<Finding> bestReliefs(const Plan& plan, const Estimate& before, int stage, const std::stop_token& stop)
{
    constexpr std::size_t most = 2;
    constexpr double leastFreed = 0.02;
    std::vector<Finding> found = reliefsOf(plan, before, stage, stop);
    const double least = leastFreed * static_cast<double>(needOf(before, stage));
    std::erase_if(found, [least](const Finding& finding) { return static_cast<double>(finding.freed) < least; });
    found.resize(std::min(found.size(), most));
    return found;
}

std::vector<Finding> findingsOf(const Plan& plan, const Estimate& before, const std::stop_token& stop)
{
    constexpr std::size_t most = 3;
    constexpr double leastFaster = 0.01;  // share of the step
    std::vector<Finding> found;
    const int fullest = fullestStage(before);
    const auto need = static_cast<double>(needOf(before, fullest));
    if (need > fullShare * static_cast<double>(before.stages[at(fullest)].usable)) {
        found = bestReliefs(plan, before, fullest, stop);
    }
    std::vector<Finding> faster;
    for (Finding& finding : speedups(plan, before)) {
        if (!stop.stop_requested() && weigh(finding, plan, before) && finding.slower <= -leastFaster) {
            faster.push_back(std::move(finding));
        }
    }
    std::ranges::sort(faster, {}, &Finding::slower);
    for (Finding& finding : faster) {
        const bool isNew = std::ranges::find(found, finding.kind, &Finding::kind) == found.end();
        if (isNew && found.size() < most) {
            found.push_back(std::move(finding));
        }
    }
    return found;
}

}  // namespace pgram
