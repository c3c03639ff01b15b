// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/estimate.h"

#include "core/base/index.h"
#include "core/cost/last_layer.h"
#include "core/cost/slice_cost.h"
#include "core/plan/driver_memory.h"
#include "core/plan/issues.h"
#include "core/plan/out_of_core.h"
#include "core/plan/volumes.h"
#include "core/schedule/objective.h"
#include "core/schedule/simulator.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// Results of an earlier estimate that are still valid.
class Earlier {
public:
    Earlier() = default;
    Earlier(const Plan& plan, const Plan& planBefore, const Estimate& before)
    {
        const bool same =
            plan.model == planBefore.model && plan.cluster == planBefore.cluster &&
            plan.training == planBefore.training && plan.pipeline() == planBefore.pipeline() &&
            plan.schedule.microbatches == planBefore.schedule.microbatches &&
            plan.schedule.slices == planBefore.schedule.slices && plan.sliceTokens == planBefore.sliceTokens &&
            endsMeet(plan.schedule, plan.pipeline()) == endsMeet(planBefore.schedule, planBefore.pipeline()) &&
            (!plan.cluster.isMixed() || placedAlike(plan, planBefore));
        // A stage out of core has its waiting in its layers' costs.
        if (same && !leavesToHost(planBefore)) {
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
    /// Every layer has the devices that it had.
    static bool placedAlike(const Plan& plan, const Plan& before)
    {
        return plan.stageBlocks == before.stageBlocks && plan.chunks == before.chunks &&
               plan.schedule.kind == before.schedule.kind;
    }

    const Plan* m_plan = nullptr;
    const Estimate* m_estimate = nullptr;
};

LayerCost costOf(const CostContext& context, const Plan& plan, int layer, const Earlier& earlier,
                 const std::vector<LayerEstimate>& done)
{
    const LayerStrategy& strategy = plan.strategies[at(layer)];
    if (strategy.groupSize() != plan.stageDevices()) {
        return {};  // no place to run on; an issue says so
    }
    if (const LayerCost* known = earlier.cost(layer, strategy)) {
        return *known;
    }
    const bool likeTheLast =
        layer > 0 && (context.stages == nullptr || plan.chunkOf(layer) == plan.chunkOf(layer - 1)) &&
        plan.model.runOf(layer) == plan.model.runOf(layer - 1) && strategy == plan.strategies[at(layer - 1)];
    return likeTheLast ? done.back().cost : layerCost(context, plan.model.layer(layer), strategy);
}

std::vector<LayerEstimate> layerEstimates(const CostContext& context, const Plan& plan, const Earlier& earlier)
{
    std::vector<LayerEstimate> layers;
    layers.reserve(plan.strategies.size());
    for (int chunk = 0; chunk < static_cast<int>(plan.chunks.size()); ++chunk) {
        const CostContext own = ofStage(context, plan.blockOf(plan.stageOfChunk(chunk)));
        const bool staysOnStage = chunk > 0 && !plan.receives(chunk);
        for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
            LayerEstimate estimate;
            estimate.cost = costOf(own, plan, layer, earlier, layers);
            const auto i = static_cast<std::size_t>(layer);
            const bool placed = plan.strategies[i].groupSize() == plan.stageDevices();
            if (placed && (layer > plan.chunk(chunk).firstLayer || staysOnStage)) {
                estimate.transformation = transformationCost(own, plan.model.layer(layer - 1), plan.model.layer(layer),
                                                             plan.strategies[i - 1], plan.strategies[i]);
            }
            layers.push_back(std::move(estimate));
        }
    }
    return layers;
}

/// Adds the contribution of each slice of a micro-batch to its chunk.
void addSlices(const CostContext& context, const Plan& plan, int chunk, const std::vector<LayerEstimate>& layers,
               ChunkLoad& load)
{
    const bool isLast = chunk + 1 == static_cast<int>(plan.chunks.size());
    for (std::size_t slice = 0; slice < context.slices.size(); ++slice) {
        const CostContext own = ofStage(ofSlice(context, slice), plan.blockOf(plan.stageOfChunk(chunk)));
        SliceOfLoad& part = load.slices.emplace_back();
        part.receiveForward = chunkBoundary(own, plan, chunk).seconds;
        part.receiveBackward = isLast ? 0 : chunkBoundary(own, plan, chunk + 1).seconds;
        for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
            const auto i = static_cast<std::size_t>(layer);
            if (layers[i].cost.slices.empty()) {
                continue;  // no place to run on
            }
            const LayerSlice& cost = layers[i].cost.slices[slice];
            part.forward += cost.forward;
            part.backward += cost.backward;
            part.keptBytes = added(part.keptBytes, cost.kept);
            if (layers[i].transformation.time() > 0) {
                const TransformationCost moved =
                    transformationCost(own, plan.model.layer(layer - 1), plan.model.layer(layer),
                                       plan.strategies[i - 1], plan.strategies[i]);
                part.forward += moved.forward;
                part.backward += moved.backward;
            }
        }
    }
}

/// The chunk as simulator and objective see it: sums of its layers, and what it receives.
ChunkLoad chunkLoad(const CostContext& context, const Plan& plan, int chunk, const std::vector<LayerEstimate>& layers)
{
    ChunkLoad load;
    load.keptBytes = carriedIntoChunk(context, plan, chunk);
    if (!hidesReceives(plan.training, plan.schedule, plan.pipeline())) {
        const bool isLast = chunk + 1 == static_cast<int>(plan.chunks.size());
        load.receiveForward = chunkBoundary(context, plan, chunk).seconds;
        load.receiveBackward = isLast ? 0 : chunkBoundary(context, plan, chunk + 1).seconds;
    }
    Bytes freed = 0;
    for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
        const LayerEstimate& estimate = layers[at(layer)];
        const LayerCost& cost = estimate.cost;
        const BackwardMoment moment =
            backwardMoment(context, plan.model, plan.model.runOf(layer), plan.strategies[at(layer)], cost.memory);
        freed = added(freed, moment.freed);
        load.forward += cost.forward + estimate.transformation.forward;
        load.backward += cost.backward + estimate.transformation.backward;
        load.weightGradient += cost.weightGradient;
        load.keptBytes = added(load.keptBytes, cost.memory.kept);
        load.transientBytes = std::max(load.transientBytes, added(moment.transient, moment.freed));
        load.stayingBytes = added(load.stayingBytes, cost.memory.gradientsInPlace);
    }
    load.transientBytes = std::max<Bytes>(0, load.transientBytes - freed);
    addSlices(context, plan, chunk, layers, load);
    return load;
}

/// Chunks and stages; in flight of each chunk when its stage holds most.
struct Loads {
    PipelineLoad pipeline;
    std::vector<int> inFlight;  ///< by chunk
};

void addStage(const Plan& plan, int stage, const std::vector<LayerEstimate>& layers, Loads& loads)
{
    StageLoad& load = loads.pipeline.stages[at(stage)];
    load.fixedBytes = plan.cluster.contextBytes;
    for (const int layer : plan.layersOf(stage)) {
        const LayerCost& cost = layers[at(layer)].cost;
        load.sync += cost.sync;
        load.optimizer += cost.optimizer;
        load.fixedBytes = added(load.fixedBytes, cost.memory.states());
    }
    // Whoever adds up what is in flight stays below largestBytes, too.
    const Bytes most = largestBytes / std::max(1, inFlight(plan.schedule, plan.pipeline(), stage));
    const std::vector<int> own = plan.chunksOf(stage);
    std::vector<Bytes> kept;
    for (const int chunk : own) {
        Bytes& bytes = loads.pipeline.chunks[at(chunk)].keptBytes;
        bytes = std::min(bytes, most);
        Bytes& staying = loads.pipeline.chunks[at(chunk)].stayingBytes;
        staying = std::min(staying, bytes);
        for (SliceOfLoad& slice : loads.pipeline.chunks[at(chunk)].slices) {
            slice.keptBytes = std::min(slice.keptBytes, most);
        }
        kept.push_back(bytes);
    }
    const std::vector<int> counts = inFlightAtPeak(plan.schedule, plan.pipeline(), stage, kept);
    for (std::size_t i = 0; i < own.size(); ++i) {
        loads.inFlight[at(own[i])] = counts[i];
    }
}

Loads loadsOf(const CostContext& context, const Plan& plan, const std::vector<LayerEstimate>& layers)
{
    Loads loads;
    for (int chunk = 0; chunk < static_cast<int>(plan.chunks.size()); ++chunk) {
        loads.pipeline.chunks.push_back(chunkLoad(context, plan, chunk, layers));
    }
    loads.inFlight.resize(plan.chunks.size());
    loads.pipeline.stages.resize(static_cast<std::size_t>(plan.pipeline()));
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        addStage(plan, stage, layers, loads);
    }
    return loads;
}

/// Returns the bytes of all that is in flight through a chunk when its stage holds most.
Bytes heldOf(const Plan& plan, int stage, const ChunkLoad& load, int inFlight)
{
    if (load.slices.empty()) {
        return times(inFlight, load.keptBytes);
    }
    std::vector<Bytes> kept;
    for (const SliceOfLoad& slice : load.slices) {
        kept.push_back(slice.keptBytes);
    }
    return heldOfSlices(plan.schedule, plan.pipeline(), stage, kept);
}

MemoryBreakdown stageMemory(const Plan& plan, int stage, const Loads& loads, const std::vector<LayerEstimate>& layers)
{
    MemoryBreakdown memory;
    for (const int layer : plan.layersOf(stage)) {
        const LayerMemory& part = layers[at(layer)].cost.memory;
        memory.weights = added(memory.weights, part.weights);
        memory.gradients = added(memory.gradients, part.gradients - part.gradientsInPlace);
        memory.optimizer = added(memory.optimizer, part.optimizer);
    }
    for (const int chunk : plan.chunksOf(stage)) {
        const ChunkLoad& load = loads.pipeline.chunks[at(chunk)];
        memory.activations = added(memory.activations, heldOf(plan, stage, load, loads.inFlight[at(chunk)]));
        memory.transient = std::max(memory.transient, load.transientBytes);
    }
    memory.context = plan.cluster.contextBytes;
    return memory;
}

/// In-flight micro-batches and states that the stage's layers leave to the host.
Bytes hostMemory(const Plan& plan, int stage, const std::vector<LayerEstimate>& layers)
{
    Bytes states = 0;
    std::vector<Bytes> kept;
    for (const int chunk : plan.chunksOf(stage)) {
        kept.push_back(0);
        for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
            const LayerMemory& part = layers[at(layer)].cost.memory;
            states = added(states, part.hostStates);
            kept.back() = added(kept.back(), part.hostKept);
        }
    }
    const std::vector<int> counts = inFlightAtPeak(plan.schedule, plan.pipeline(), stage, kept);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        // Slices of a micro-batch have 1/k of it, one with another.
        states = added(states, (times(counts[i], kept[i]) + plan.schedule.slices - 1) / plan.schedule.slices);
    }
    return states;
}

ChunkEstimate chunkEstimate(const Loads& loads, std::size_t chunk)
{
    const ChunkLoad& load = loads.pipeline.chunks[chunk];
    return {load.receiveForward + load.forward, load.receiveBackward + load.backward,
            load.receiveForward + load.receiveBackward, load.keptBytes, loads.inFlight[chunk]};
}

StageEstimate stageEstimate(const Plan& plan, int stage, const Loads& loads, const std::vector<LayerEstimate>& layers)
{
    StageEstimate estimate;
    for (const int index : plan.chunksOf(stage)) {
        const ChunkEstimate chunk = chunkEstimate(loads, static_cast<std::size_t>(index));
        estimate.receive += chunk.receive;
        estimate.forward += chunk.forward;
        estimate.backward += chunk.backward;
        estimate.inFlight += chunk.inFlight;
    }
    const StageLoad& load = loads.pipeline.stages[at(stage)];
    estimate.time = estimate.forward + estimate.backward;
    estimate.sync = load.sync;
    estimate.optimizer = load.optimizer;
    estimate.memory = stageMemory(plan, stage, loads, layers);
    estimate.hostMemory = hostMemory(plan, stage, layers);
    return estimate;
}

/// Runs the schedule where it can run and is of a size to be laid out (scheduleProblem); else an empty timeline.
std::shared_ptr<const Timeline> runSchedule(const Plan& plan, const PipelineLoad& load)
{
    if (!scheduleProblem(plan.schedule, plan.pipeline()).empty()) {
        return std::make_shared<const Timeline>();
    }
    return std::make_shared<const Timeline>(simulate(plan.schedule, load));
}

/// The objective of stages whose forwards and backwards are known.
Seconds objectiveOf(const Plan& plan, const PipelineLoad& loads, const std::vector<LayerEstimate>& layers,
                    StepRule rule)
{
    const Objective objective(plan.schedule, plan.pipeline(), rule);
    StepChain chain;
    for (int i = plan.pipeline() - 1; i >= 0; --i) {
        StagePlace place{i, 0, 0};
        StepShare share;
        for (const int index : plan.chunksOf(i)) {
            const ChunkLoad& load = loads.chunks[at(index)];
            place.leastForward += load.receiveForward + load.forward;
            place.leastBackward += load.receiveBackward + load.backward;
            share += objective.ofTransfer(load.receiveForward + load.receiveBackward);
        }
        for (const int layer : plan.layersOf(i)) {
            const LayerEstimate& figures = layers[at(layer)];
            const LayerCost& cost = figures.cost;
            share += objective.share(cost.forward, cost.backward, cost.weightGradient, cost.sync + cost.optimizer);
            share += objective.ofTransfer(figures.transformation.time());
        }
        chain = objective.inFront(chain, share, place);
    }
    return objective.step(chain);
}

/// Costs of the layers and loads of the stages, from which every figure of a plan follows.
struct Costs {
    CostContext context;
    std::vector<LayerEstimate> layers;
    Loads loads;

    Costs(const Plan& plan, const Earlier& earlier)
        : context(contextOf(plan)), layers(layerEstimates(context, plan, earlier))
    {
        runOutOfCore(context, plan, layers);
        loads = loadsOf(context, plan, layers);
    }

    [[nodiscard]] Bytes usableOf(const Plan& plan, int stage) const
    {
        return usableBudget(stageBudget(context, plan, stage), plan.cluster);
    }

    /// Returns the end of the timeline, or the objective where it is empty.
    [[nodiscard]] Seconds step(const Plan& plan, const Timeline& timeline) const
    {
        return timeline.stages.empty() ? objectiveOf(plan, loads.pipeline, layers, StepRule::Simulated)
                                       : timeline.makespan;
    }
};

void scoreTime(const Plan& plan, const Costs& costs, Estimate& estimate)
{
    estimate.timeline = runSchedule(plan, costs.loads.pipeline);
    estimate.paperStepTime = objectiveOf(plan, costs.loads.pipeline, costs.layers, StepRule::Paper);
    estimate.stepTime = costs.step(plan, *estimate.timeline);
    if (!estimate.timeline->stages.empty()) {
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
    const double tokens = plan.training.tokensOfSample(plan.model.sequenceLength);
    estimate.tokensPerDevice = estimate.throughput * tokens / plan.cluster.devices;
    Flops flops = 0;
    Flops causal = 0;
    for (const LayerEstimate& layer : estimate.layers) {
        flops += layer.cost.modelFlops;
        causal += layer.cost.causalFlops;
    }
    const FlopRate peak = plan.cluster.peak(plan.training.precision);
    estimate.mfu = peak > 0 ? flops / (estimate.stepTime * peak) : 0;
    estimate.causalMfu = peak > 0 ? causal / (estimate.stepTime * peak) : 0;
}

Estimate estimateWith(const Plan& plan, const Earlier& earlier)
{
    Estimate estimate;
    Costs costs(plan, earlier);
    for (std::size_t chunk = 0; chunk < plan.chunks.size(); ++chunk) {
        estimate.chunks.push_back(chunkEstimate(costs.loads, chunk));
    }
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        estimate.stages.push_back(stageEstimate(plan, stage, costs.loads, costs.layers));
        estimate.stages.back().usable = costs.usableOf(plan, stage);
        StageEstimate& last = estimate.stages.back();
        last.driver = driverMemory(costs.context, plan, stage, last.memory, costs.layers);
        estimate.peakMemory = std::max(estimate.peakMemory, last.memory.total());
        estimate.driverMemory = std::max(estimate.driverMemory, last.driver.total);
    }
    estimate.usableBudget = usableBudget(plan.budget(), plan.cluster);
    estimate.fits = std::ranges::all_of(
        estimate.stages, [](const StageEstimate& stage) { return stage.memory.total() <= stage.usable; });
    estimate.host = hostNeed(plan, estimate.stages);
    estimate.issues = legalityIssues(plan);
    estimate.legal =
        std::ranges::none_of(estimate.issues, [](const Issue& issue) { return issue.severity == Severity::Error; });
    const std::vector<Issue> over = budgetIssues(plan, estimate.stages);
    estimate.issues.insert(estimate.issues.end(), over.begin(), over.end());
    const std::vector<Issue> ofKinds = kindIssues(plan);
    estimate.issues.insert(estimate.issues.end(), ofKinds.begin(), ofKinds.end());
    const std::vector<Issue> overDevice = deviceIssues(plan);
    estimate.issues.insert(estimate.issues.end(), overDevice.begin(), overDevice.end());
    const std::vector<Issue> overHost = hostIssues(estimate.host);
    estimate.issues.insert(estimate.issues.end(), overHost.begin(), overHost.end());
    scoreTime(plan, costs, estimate);
    estimate.volumes = collectVolumes(costs.context, plan, costs.layers);
    estimate.exposedCommunication = worstExposed(costs.context, plan, costs.layers);
    estimate.layers = std::move(costs.layers);
    scoreRates(plan, estimate);
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

StepAndMemory stepAndMemory(const Plan& plan)
{
    Costs costs(plan, {});
    StepAndMemory figures;
    figures.fits = true;
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        const Bytes memory = stageMemory(plan, stage, costs.loads, costs.layers).total();
        figures.memory = std::max(figures.memory, memory);
        figures.fits = figures.fits && memory <= costs.usableOf(plan, stage);
    }
    figures.step = costs.step(plan, *runSchedule(plan, costs.loads.pipeline));
    figures.inFlight = std::move(costs.loads.inFlight);
    return figures;
}

Estimate estimate(const Plan& plan, const Plan& planBefore, const Estimate& before)
{
    return estimateWith(plan, Earlier(plan, planBefore, before));
}

}  // namespace pgram
