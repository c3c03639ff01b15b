// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/estimate.h"

#include "core/plan/issues.h"
#include "core/plan/volumes.h"
#include "core/schedule/chunk_share.h"
#include "core/schedule/objective.h"
#include "core/schedule/simulator.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// What an earlier estimate worked out, where it still holds.
class Earlier {
public:
    Earlier() = default;
    Earlier(const Plan& plan, const Plan& planBefore, const Estimate& before)
    {
        const bool same = plan.model == planBefore.model && plan.cluster == planBefore.cluster &&
                          plan.training == planBefore.training && plan.pipeline() == planBefore.pipeline() &&
                          plan.schedule.microbatches == planBefore.schedule.microbatches;
        if (same) {
            m_plan = &planBefore;
            m_estimate = &before;
        }
    }

    [[nodiscard]] const LayerCost* cost(int layer, const LayerStrategy& strategy) const
    {
        const auto i = static_cast<std::size_t>(layer);
        return m_plan != nullptr && m_plan->strategies[i] == strategy ? &m_estimate->layers[i].cost : nullptr;
    }

private:
    const Plan* m_plan = nullptr;
    const Estimate* m_estimate = nullptr;
};

LayerCost costOf(const CostContext& context, const Plan& plan, int layer, const Earlier& earlier,
                 const std::vector<LayerEstimate>& done)
{
    const LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(layer)];
    if (strategy.groupSize() != plan.stageDevices()) {
        return {};  // no place to run on; an issue says so
    }
    if (const LayerCost* known = earlier.cost(layer, strategy)) {
        return *known;
    }
    const bool likeTheLast = layer > 0 && plan.model.runOf(layer) == plan.model.runOf(layer - 1) &&
                             strategy == plan.strategies[static_cast<std::size_t>(layer - 1)];
    return likeTheLast ? done.back().cost : layerCost(context, plan.model.layer(layer), strategy);
}

std::vector<LayerEstimate> layerEstimates(const CostContext& context, const Plan& plan, const Earlier& earlier)
{
    std::vector<LayerEstimate> layers;
    layers.reserve(plan.strategies.size());
    for (const Stage& stage : plan.stages) {
        for (int layer = stage.firstLayer; layer < stage.firstLayer + stage.layerCount; ++layer) {
            LayerEstimate estimate;
            estimate.cost = costOf(context, plan, layer, earlier, layers);
            const auto i = static_cast<std::size_t>(layer);
            const bool placed = plan.strategies[i].groupSize() == plan.stageDevices();
            if (placed && layer > stage.firstLayer) {
                estimate.transformation =
                    transformationCost(context, plan.model.layer(layer - 1), plan.model.layer(layer),
                                       plan.strategies[i - 1], plan.strategies[i]);
            }
            layers.push_back(std::move(estimate));
        }
    }
    return layers;
}

int chunksOf(const Plan& plan)
{
    return std::max(1, plan.schedule.virtualStages);
}

/// The stage as simulator and objective see it: sums of its layers, and what it receives.
StageLoad stageLoad(const CostContext& context, const Plan& plan, int stage, const std::vector<LayerEstimate>& layers)
{
    StageLoad load;
    load.receiveForward = stageBoundary(context, plan, stage).seconds;
    load.receiveBackward = stage + 1 < plan.pipeline() ? stageBoundary(context, plan, stage + 1).seconds : 0;
    if (hidesReceives(plan.training, plan.schedule, plan.pipeline())) {
        load.receiveForward = load.receiveBackward = 0;
    } else if (plan.schedule.virtualStages > 1 && rulesOf(plan.schedule.kind).path == ChunkPath::Around) {
        // Chunks go around: the first stage receives from the last, and the last its gradients from the first, each
        // charged as the boundary that it has.
        load.receiveForward = stage == 0 ? load.receiveBackward : load.receiveForward;
        load.receiveBackward = stage + 1 == plan.pipeline() ? load.receiveForward : load.receiveBackward;
    }
    load.fixedBytes = plan.cluster.contextBytes;
    const int chunks = chunksOf(plan);
    const Stage& range = plan.stages[static_cast<std::size_t>(stage)];
    for (int layer = range.firstLayer; layer < range.firstLayer + range.layerCount; ++layer) {
        const LayerEstimate& estimate = layers[static_cast<std::size_t>(layer)];
        const LayerCost& cost = estimate.cost;
        load.forward += cost.forward + estimate.transformation.forward;
        load.backward += cost.backward + estimate.transformation.backward;
        load.weightGradient += cost.weightGradient;
        load.sync += cost.sync;
        load.optimizer += cost.optimizer;
        load.fixedBytes = added(load.fixedBytes, cost.memory.states());
        const Bytes share = chunkShare(plan.schedule, plan.pipeline(), plan.model.layer(layer).kind, cost.memory.kept);
        load.keptBytes = added(load.keptBytes, times(chunks, share));
        load.transientBytes = std::max(load.transientBytes, cost.memory.transient);
    }
    // Whoever adds up what is in flight stays below largestBytes, too.
    load.keptBytes =
        std::min(load.keptBytes, largestBytes / std::max(1, inFlight(plan.schedule, plan.pipeline(), stage)));
    return load;
}

MemoryBreakdown stageMemory(const Plan& plan, int stage, const StageLoad& load,
                            const std::vector<LayerEstimate>& layers)
{
    MemoryBreakdown memory;
    const Stage& range = plan.stages[static_cast<std::size_t>(stage)];
    for (int layer = range.firstLayer; layer < range.firstLayer + range.layerCount; ++layer) {
        const LayerMemory& part = layers[static_cast<std::size_t>(layer)].cost.memory;
        memory.weights = added(memory.weights, part.weights);
        memory.gradients = added(memory.gradients, part.gradients);
        memory.optimizer = added(memory.optimizer, part.optimizer);
    }
    const Bytes chunk = chunkBytes(load.keptBytes, chunksOf(plan));
    memory.activations = times(inFlight(plan.schedule, plan.pipeline(), stage), chunk);
    memory.transient = load.transientBytes;
    memory.context = plan.cluster.contextBytes;
    return memory;
}

/// In-flight micro-batches (chunks) and states that the stage's layers leave to the host.
Bytes hostMemory(const Plan& plan, int stage, const std::vector<LayerEstimate>& layers)
{
    const Stage& range = plan.stages[static_cast<std::size_t>(stage)];
    Bytes states = 0;
    Bytes kept = 0;
    for (int layer = range.firstLayer; layer < range.firstLayer + range.layerCount; ++layer) {
        const LayerMemory& part = layers[static_cast<std::size_t>(layer)].cost.memory;
        states = added(states, part.hostStates);
        kept = added(kept, chunkShare(plan.schedule, plan.pipeline(), plan.model.layer(layer).kind, part.hostKept));
    }
    return added(states, times(inFlight(plan.schedule, plan.pipeline(), stage), kept));
}

StageEstimate stageEstimate(const Plan& plan, int stage, const StageLoad& load,
                            const std::vector<LayerEstimate>& layers)
{
    StageEstimate estimate;
    const StageReceives receives = receivesOf(plan.schedule, plan.pipeline(), stage, load);
    estimate.receive = receives.forward + receives.backward;
    estimate.forward = receives.forward + load.forward;
    estimate.backward = receives.backward + load.backward;
    estimate.time = estimate.forward + estimate.backward;
    estimate.sync = load.sync;
    estimate.optimizer = load.optimizer;
    estimate.memory = stageMemory(plan, stage, load, layers);
    estimate.hostMemory = hostMemory(plan, stage, layers);
    estimate.inFlight = inFlight(plan.schedule, plan.pipeline(), stage);
    return estimate;
}

/// Runs the schedule where it can run and is of a size to be laid out (scheduleProblem); else an empty timeline.
std::shared_ptr<const Timeline> runSchedule(const Plan& plan, const std::vector<StageLoad>& loads)
{
    if (!scheduleProblem(plan.schedule, plan.pipeline()).empty()) {
        return std::make_shared<const Timeline>();
    }
    return std::make_shared<const Timeline>(simulate(plan.schedule, loads));
}

/// The objective of stages whose forwards and backwards are known.
Seconds objectiveOf(const Plan& plan, const std::vector<StageLoad>& loads, const std::vector<LayerEstimate>& layers,
                    StepRule rule)
{
    const Objective objective(plan.schedule, plan.pipeline(), rule);
    StepChain chain;
    for (int i = plan.pipeline() - 1; i >= 0; --i) {
        const StageLoad& load = loads[static_cast<std::size_t>(i)];
        const Stage& stage = plan.stages[static_cast<std::size_t>(i)];
        const StageReceives receives = receivesOf(plan.schedule, plan.pipeline(), i, load);
        StepShare share = objective.ofTransfer(receives.forward + receives.backward);
        for (int layer = stage.firstLayer; layer < stage.firstLayer + stage.layerCount; ++layer) {
            const LayerEstimate& figures = layers[static_cast<std::size_t>(layer)];
            const LayerCost& cost = figures.cost;
            share += objective.share(cost.forward, cost.backward, cost.weightGradient, cost.sync + cost.optimizer);
            share += objective.ofTransfer(figures.transformation.time());
        }
        const StagePlace place{i, receives.forward + load.forward, receives.backward + load.backward};
        chain = objective.inFront(chain, share, place);
    }
    return objective.step(chain);
}

void scoreTime(const Plan& plan, const std::vector<StageLoad>& loads, Estimate& estimate)
{
    estimate.timeline = runSchedule(plan, loads);
    const bool simulated = !estimate.timeline->stages.empty();
    estimate.paperStepTime = objectiveOf(plan, loads, estimate.layers, StepRule::Paper);
    estimate.stepTime =
        simulated ? estimate.timeline->makespan : objectiveOf(plan, loads, estimate.layers, StepRule::Simulated);
    if (simulated) {
        estimate.bubbleFraction = estimate.timeline->bubbleFraction();
        for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
            estimate.stages[i].bubble = estimate.timeline->stages[i].bubble;
        }
    }
}

void scoreRates(const Plan& plan, Estimate& estimate)
{
    if (estimate.stepTime <= 0) {
        return;
    }
    const double batch = static_cast<double>(plan.training.globalBatch);
    estimate.throughput = batch / estimate.stepTime;
    estimate.tokensPerDevice = estimate.throughput * static_cast<double>(plan.sequence()) / plan.cluster.devices;
    Flops flops = 0;
    for (const LayerEstimate& layer : estimate.layers) {
        flops += layer.cost.modelFlops;
    }
    const FlopRate peak = plan.cluster.device.peak(plan.training.precision) * plan.cluster.devices;
    estimate.mfu = peak > 0 ? flops / (estimate.stepTime * peak) : 0;
}

Estimate estimateWith(const Plan& plan, const Earlier& earlier)
{
    Estimate estimate;
    const CostContext context = contextOf(plan);
    estimate.layers = layerEstimates(context, plan, earlier);
    std::vector<StageLoad> loads;
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        loads.push_back(stageLoad(context, plan, stage, estimate.layers));
        estimate.stages.push_back(stageEstimate(plan, stage, loads.back(), estimate.layers));
        estimate.peakMemory = std::max(estimate.peakMemory, estimate.stages.back().memory.total());
    }
    estimate.usableBudget = usableBudget(plan.budget(), plan.cluster);
    estimate.fits = estimate.peakMemory <= estimate.usableBudget;
    estimate.issues = legalityIssues(plan);
    estimate.legal = estimate.issues.empty();
    const std::vector<Issue> over = budgetIssues(plan, estimate.stages, estimate.usableBudget);
    estimate.issues.insert(estimate.issues.end(), over.begin(), over.end());
    const std::vector<Issue> overHost = hostIssues(plan, estimate.stages);
    estimate.issues.insert(estimate.issues.end(), overHost.begin(), overHost.end());
    scoreTime(plan, loads, estimate);
    scoreRates(plan, estimate);
    estimate.volumes = collectVolumes(context, plan, estimate.layers);
    estimate.exposedCommunication = worstExposed(context, plan, estimate.layers);
    return estimate;
}

}  // namespace

Bytes usableBudget(Bytes budget, const Cluster& cluster)
{
    return budget - static_cast<Bytes>(std::ceil(static_cast<double>(budget) * cluster.reserve.value));
}

Bytes budgetFor(Bytes usable, const Cluster& cluster)
{
    if (usable > largestMemory) {
        return largestBytes;
    }
    auto budget = static_cast<Bytes>(static_cast<double>(usable) / (1 - cluster.reserve.value));
    while (usableBudget(budget, cluster) < usable) {
        ++budget;
    }
    while (budget > 0 && usableBudget(budget - 1, cluster) >= usable) {
        --budget;
    }
    return budget;
}

Bytes askableBudgetFor(Bytes usable, const Cluster& cluster)
{
    const Bytes budget = budgetFor(usable, cluster);
    return budget <= largestMemory ? budget : 0;
}

Estimate estimate(const Plan& plan)
{
    return estimateWith(plan, {});
}

Seconds simulatedStep(const Plan& plan)
{
    const CostContext context = contextOf(plan);
    const std::vector<LayerEstimate> layers = layerEstimates(context, plan, {});
    std::vector<StageLoad> loads;
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        loads.push_back(stageLoad(context, plan, stage, layers));
    }
    const std::shared_ptr<const Timeline> timeline = runSchedule(plan, loads);
    return timeline->stages.empty() ? objectiveOf(plan, loads, layers, StepRule::Simulated) : timeline->makespan;
}

Estimate estimate(const Plan& plan, const Plan& planBefore, const Estimate& before)
{
    return estimateWith(plan, Earlier(plan, planBefore, before));
}

}  // namespace pgram
