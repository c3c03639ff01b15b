// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/stage_exchange.h"

#include "core/base/index.h"
#include "core/plan/volumes.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// Compute's time of each block in a direction, with what it waits for before.
void addTimes(const SwapTimeline& timeline, SwapEventKind kind, Seconds ExchangeBlock::*part,
              std::vector<ExchangeBlock>& blocks, Seconds& now)
{
    for (const SwapEvent& event : timeline.events) {
        if (event.kind == kind) {
            blocks[at(event.block)].*part = event.end - now;
            now = event.end;
        }
    }
}

/// Seconds of one step's exchange of a layer whose kept tensors stay where they are.
void addExchange(const LayerCost& cost, ExchangeBlock& block)
{
    bool isBack = false;
    for (const Charge& charge : cost.charges) {
        const Seconds seconds = charge.hidden + charge.exposed;
        if (charge.kind == TrafficKind::HostTransfer) {
            // Gradients out, where they leave in each micro-batch the last one's; then the weights back.
            (isBack ? block.toDevice : block.toHost) += seconds / charge.times;
            isBack = true;
        } else if (charge.kind == TrafficKind::GradientSync) {
            block.sum += seconds;
        } else if (charge.kind == TrafficKind::WeightGather && charge.times == 1) {
            block.toDevice += seconds;
        }
    }
}

}  // namespace

std::optional<StageExchange> stageExchange(const Plan& plan, std::span<const int> groups, const SwapTimeline& timeline)
{
    const bool onHost = std::ranges::any_of(plan.strategies, &LayerStrategy::offloadOptimizer);
    // Gradients of layers that share parameters are whole at the end alone: no phase of them goes earlier.
    const bool shares = std::ranges::any_of(plan.model.runs, &LayerSpec::sharedBy);
    if (plan.pipeline() > 1 || !onHost || shares || !plan.cluster.host.isKnown() || !std::isfinite(timeline.seconds)) {
        return std::nullopt;
    }
    const CostContext context = ofStage(contextOf(plan), 0);
    StageExchange exchange;
    exchange.microbatches = plan.schedule.microbatches;
    exchange.blocks.resize(groups.size());
    Seconds now = 0;
    addTimes(timeline, SwapEventKind::Forward, &ExchangeBlock::forward, exchange.blocks, now);
    addTimes(timeline, SwapEventKind::Backward, &ExchangeBlock::backward, exchange.blocks, now);
    int layer = 0;
    Seconds onDevice = 0;  // updates on the device, for which compute pauses
    for (std::size_t block = 0; block < groups.size(); ++block) {
        for (int i = 0; i < groups[block]; ++i, ++layer) {
            LayerStrategy strategy = plan.strategies[at(layer)];
            strategy.kept = {};
            exchange.copies = std::max(exchange.copies, strategy.data * tokenRanks(strategy));
            const LayerCost cost = layerCost(context, plan.model.layer(layer), strategy);
            addExchange(cost, exchange.blocks[block]);
            (strategy.offloadOptimizer ? exchange.blocks[block].update : onDevice) += cost.optimizer;
        }
        for (const auto part : {&ExchangeBlock::forward, &ExchangeBlock::backward, &ExchangeBlock::toHost,
                                &ExchangeBlock::sum, &ExchangeBlock::update, &ExchangeBlock::toDevice}) {
            exchange.total.*part += exchange.blocks[block].*part;
        }
    }
    const Seconds microbatch = exchange.total.forward + exchange.total.backward;
    exchange.compute = microbatch * exchange.microbatches + onDevice;
    const Seconds between = exchange.compute - microbatch;
    exchange.phased = exchangePeriod(exchange.blocks, true, between);
    exchange.bulk = exchangePeriod(exchange.blocks, false, between);
    return exchange;
}

}  // namespace pgram
