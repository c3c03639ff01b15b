// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/out_of_core.h"

#include "core/base/index.h"
#include "core/plan/volumes.h"
#include "core/swapping/swap_step.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// One micro-batch through a stage, layer by layer.
struct StageOutOfCore {
    std::vector<int> layers;
    std::vector<SwapBlock> blocks;
    KeepingPlan mix;
    std::vector<Bytes> transient;  ///< per layer, in addition to what its block holds
    SwapDevice device;
};

/// Seconds that a layer waits, and bytes that it holds.
struct Waits {
    Seconds forward = 0;
    Seconds backward = 0;
    Bytes held = 0;
};

Keeping keepingOf(const Kept& kept)
{
    return kept.isOnHost() ? Keeping::Swap : kept.recomputesAll() ? Keeping::Recompute : Keeping::Keep;
}

/// The strategy without the copies or the recomputation that the event rule sees to.
LayerStrategy onDevice(LayerStrategy strategy)
{
    if (!strategy.kept.isOnHost() && strategy.kept.recomputesAll()) {
        strategy.kept.part = KeptPart::All;
    }
    strategy.kept.on = KeptOn::Device;
    return strategy;
}

StageOutOfCore stageOf(const CostContext& context, const Plan& plan, int stage,
                       const std::vector<LayerEstimate>& layers)
{
    StageOutOfCore all;
    all.layers = plan.layersOf(stage);
    Bytes fixed = plan.cluster.contextBytes;
    Bytes lasting = carriedInto(context, plan, stage);  // per micro-batch: stays with any mix
    LayerCost whole;
    for (std::size_t i = 0; i < all.layers.size(); ++i) {
        const int layer = all.layers[i];
        const LayerEstimate& figures = layers[at(layer)];
        const LayerStrategy& strategy = plan.strategies[at(layer)];
        const Keeping keeping = keepingOf(strategy.kept);
        const int before = i > 0 ? all.layers[i - 1] : -1;
        const bool likeTheLast = before >= 0 && plan.model.runOf(layer) == plan.model.runOf(before) &&
                                 strategy == plan.strategies[at(before)];
        if (keeping == Keeping::Keep) {
            whole = figures.cost;
        } else if (!likeTheLast) {
            whole = layerCost(context, plan.model.layer(layer), onDevice(strategy));
        }
        const Bytes kept = whole.memory.kept - whole.memory.lasting;
        all.blocks.push_back(
            {whole.forward + figures.transformation.forward, whole.backward + figures.transformation.backward,
             static_cast<double>(kept),
             static_cast<double>(std::min(kept, figures.cost.memory.kept - figures.cost.memory.lasting))});
        lasting = added(lasting, whole.memory.lasting);
        all.mix.push_back(keeping);
        all.transient.push_back(whole.memory.transient);
        fixed = added(fixed, whole.memory.wholeStates());
    }
    const Bytes free =
        usableBudget(stageBudget(context, plan, stage), plan.cluster) - added(fixed, std::ranges::max(all.transient));
    const int inFlight = std::max(1, pgram::inFlight(plan.schedule, plan.pipeline(), stage));
    all.device.bytes = static_cast<double>(std::max<Bytes>(0, std::max<Bytes>(0, free) / inFlight - lasting));
    all.device.link = 1 / plan.cluster.host.copySeconds(1);
    return all;
}

/// The least memory in which the mix runs, where that is more than there is.
double leastBytes(const StageOutOfCore& stage)
{
    const auto runsIn = [&](double bytes) {
        SwapDevice device = stage.device;
        device.bytes = bytes;
        return std::isfinite(SwapStep(stage.blocks, device).seconds(stage.mix));
    };
    double below = stage.device.bytes;
    double above = 1;
    for (const SwapBlock& block : stage.blocks) {
        above += block.kept + block.input;
    }
    while (above - below > 1) {
        const double middle = std::floor((below + above) / 2);
        (runsIn(middle) ? above : below) = middle;
    }
    return above;
}

Waits waitsOf(StageOutOfCore& stage)
{
    SwapTimeline timeline = SwapStep(stage.blocks, stage.device).timeline(stage.mix);
    if (!std::isfinite(timeline.seconds)) {
        stage.device.bytes = leastBytes(stage);
        timeline = SwapStep(stage.blocks, stage.device).timeline(stage.mix);
    }
    Seconds turn = 0;
    for (const SwapEvent& event : timeline.events) {
        turn = event.kind == SwapEventKind::Forward ? std::max(turn, event.end) : turn;
    }
    Waits waits{turn, timeline.seconds - turn, 0};
    for (std::size_t i = 0; i < stage.blocks.size(); ++i) {
        waits.forward -= stage.blocks[i].forward;
        waits.backward -= stage.blocks[i].backward + (stage.mix[i] == Keeping::Recompute ? stage.blocks[i].forward : 0);
    }
    // A remainder of sums in another order is rounding, and does not count as waiting.
    const Seconds rounding = 1e-12 * timeline.seconds;
    waits.forward = waits.forward > rounding ? waits.forward : 0;
    waits.backward = waits.backward > rounding ? waits.backward : 0;
    double held = 0;
    for (const SwapMemory& point : timeline.memory) {
        held = std::max(held, point.bytes);
    }
    waits.held = static_cast<Bytes>(std::min(held, stage.device.bytes));
    return waits;
}

void charge(const Plan& plan, const StageOutOfCore& stage, const Waits& waits, std::vector<LayerEstimate>& layers)
{
    double copied = 0;
    Bytes least = 0;
    for (std::size_t i = 0; i < stage.layers.size(); ++i) {
        copied += stage.mix[i] == Keeping::Swap ? stage.blocks[i].kept : 0;
        const LayerMemory& memory = layers[at(stage.layers[i])].cost.memory;
        least = added(least, memory.kept - memory.lasting);
    }
    const auto more = static_cast<double>(std::max<Bytes>(0, waits.held - least));
    double before = 0;
    for (std::size_t i = 0; i < stage.layers.size(); ++i) {
        LayerCost& cost = layers[at(stage.layers[i])].cost;
        if (stage.mix[i] == Keeping::Keep) {
            continue;
        }
        cost.memory.transient = stage.transient[i];
        if (stage.mix[i] == Keeping::Recompute || copied <= 0) {
            continue;
        }
        const double share = stage.blocks[i].kept / copied;
        cost.forward += share * waits.forward;
        cost.backward += share * waits.backward;
        const double upTo = before + stage.blocks[i].kept;
        cost.memory.kept = added(cost.memory.kept, static_cast<Bytes>(std::round(more * (upTo / copied))) -
                                                       static_cast<Bytes>(std::round(more * (before / copied))));
        before = upTo;
        const Seconds exposed = plan.schedule.microbatches * share * (waits.forward + waits.backward);
        const auto copies = std::ranges::find(cost.charges, TrafficKind::HostTransfer, &Charge::kind);
        if (copies != cost.charges.end()) {
            copies->hidden = std::max(0.0, copies->hidden - exposed);
            copies->exposed += exposed;
        }
    }
}

}  // namespace

bool leavesToHost(const Plan& plan)
{
    return std::ranges::any_of(plan.strategies, [](const LayerStrategy& s) { return s.kept.isOnHost(); });
}

void runOutOfCore(const CostContext& context, const Plan& plan, std::vector<LayerEstimate>& layers)
{
    if (!leavesToHost(plan) || !plan.cluster.host.isKnown()) {
        return;
    }
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        const std::vector<int> own = plan.layersOf(stage);
        const auto strategyOf = [&](int layer) { return plan.strategies[at(layer)]; };
        const bool placed =
            std::ranges::all_of(own, [&](int layer) { return strategyOf(layer).groupSize() == plan.stageDevices(); });
        if (!placed || std::ranges::none_of(own, [&](int layer) { return strategyOf(layer).kept.isOnHost(); })) {
            continue;
        }
        StageOutOfCore run = stageOf(ofStage(context, plan.blockOf(stage)), plan, stage, layers);
        charge(plan, run, waitsOf(run), layers);
    }
}

}  // namespace pgram
