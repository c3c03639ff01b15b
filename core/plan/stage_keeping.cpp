// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/stage_keeping.h"

#include "core/base/index.h"
#include "core/plan/volumes.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

Kept keptAs(Keeping keeping)
{
    return {keeping == Keeping::Recompute ? KeptPart::Input : KeptPart::All,
            keeping == Keeping::Swap ? KeptOn::Host : KeptOn::Device};
}

LayerStrategy as(LayerStrategy strategy, Keeping keeping)
{
    strategy.kept = keptAs(keeping);
    return strategy;
}

/// Returns `blocks` numbers with the sum `layers`, as equal as possible.
std::vector<int> equalGroups(std::size_t layers, std::size_t blocks)
{
    std::vector<int> groups(std::min(layers, blocks), static_cast<int>(layers / std::max<std::size_t>(1, blocks)));
    if (layers <= blocks) {
        std::ranges::fill(groups, 1);
        return groups;
    }
    for (std::size_t i = 0; i < layers % blocks; ++i) {
        ++groups[i];
    }
    return groups;
}

}  // namespace

Result<StageBlocks> stageBlocks(const Plan& plan, int stage)
{
    if (!plan.cluster.host.isKnown()) {
        return badInput(explain({Rule::HostLink}), plan.cluster.name);
    }
    const CostContext context = ofStage(contextOf(plan), plan.blockOf(stage));
    StageBlocks all;
    Bytes fixed = plan.cluster.contextBytes;
    Bytes transient = 0;
    Bytes lasting = carriedInto(context, plan, stage);  // per micro-batch
    for (const int layer : plan.layersOf(stage)) {
        const LayerSpec& spec = plan.model.layer(layer);
        const LayerStrategy& strategy = plan.strategies[at(layer)];
        if (const auto refused = refusal(spec, strategy, plan.stageDevices(), plan.training, plan.sequence(),
                                         plan.schedule.microbatches)) {
            return badInput(explain(*refused), plan.model.layerName(layer));
        }
        const LayerCost whole = layerCost(context, spec, as(strategy, Keeping::Keep));
        const LayerCost again = layerCost(context, spec, as(strategy, Keeping::Recompute));
        const Bytes kept = whole.memory.kept - whole.memory.lasting;
        all.layers.push_back({whole.forward, whole.backward, static_cast<double>(kept),
                              static_cast<double>(std::min(kept, again.memory.kept - again.memory.lasting))});
        lasting = added(lasting, whole.memory.lasting);
        fixed = added(fixed, whole.memory.wholeStates());
        transient = std::max(transient, whole.memory.transient);
    }
    const Bytes free = usableBudget(stageBudget(context, plan, stage), plan.cluster) - added(fixed, transient);
    const int passes = std::max(1, pgram::inFlight(plan.schedule, plan.pipeline(), stage));
    all.device.bytes = std::max(0.0, static_cast<double>(std::max<Bytes>(0, free)) * plan.schedule.slices / passes -
                                         static_cast<double>(lasting));
    all.device.link = 1 / plan.cluster.host.copySeconds(1);
    return all;
}

StageKeeping keepingOf(const StageBlocks& stage, std::size_t mostBlocks)
{
    using enum Keeping;
    StageKeeping keeping;
    keeping.device = stage.device;
    keeping.inCore = inCoreSeconds(stage.layers);
    keeping.groups = equalGroups(stage.layers.size(), mostBlocks);
    keeping.blocks = grouped(stage.layers, keeping.groups);
    const bool isGrouped = stage.layers.size() > keeping.blocks.size();
    /// True where the blocks had better be layers.
    const auto answer = [&](KeepingAnswer& best, std::span<const Keeping> choices) {
        best = exactKeeping(keeping.blocks, stage.device, choices);
        if (!isGrouped) {
            return false;
        }
        KeepingAnswer fine = searchKeeping(stage.layers, stage.device, choices);
        const bool finer = !fine.plan.empty() && (best.plan.empty() || fine.seconds < best.seconds);
        if (finer) {
            best = std::move(fine);
        }
        return finer;
    };
    static_cast<void>(answer(keeping.swapOnly, std::array{Keep, Swap}));
    static_cast<void>(answer(keeping.recomputeOnly, std::array{Keep, Recompute}));
    if (answer(keeping.best, std::array{Keep, Swap, Recompute})) {
        keeping.blocks = stage.layers;
        keeping.groups.assign(stage.layers.size(), 1);
    }
    if (isGrouped) {
        // Blocks were put together, or searched in part: others may be faster.
        keeping.best.lowerBound = std::min(keepingBound(stage.layers, stage.device), keeping.best.seconds);
    }
    if (!keeping.best.plan.empty()) {
        keeping.timeline = SwapStep(keeping.blocks, stage.device).timeline(keeping.best.plan);
    }
    return keeping;
}

Plan withKeeping(Plan plan, int stage, std::span<const int> groups, std::span<const Keeping> mix)
{
    const std::vector<int> layers = plan.layersOf(stage);
    std::size_t next = 0;
    for (std::size_t block = 0; block < groups.size(); ++block) {
        for (int i = 0; i < groups[block]; ++i, ++next) {
            plan.strategies[at(layers[next])].kept = keptAs(mix[block]);
        }
    }
    return plan;
}

}  // namespace pgram
