// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/exhaustive_search.h"

#include "core/plan/volumes.h"
#include "core/schedule/chunk_share.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgram::test {

namespace {

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

template <typename T>
bool isAskedFor(const std::vector<T>& wanted, T value)
{
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

const Pin* pinOf(const std::vector<Pin>& pins, int layer)
{
    const Pin* found = nullptr;
    for (const Pin& pin : pins) {
        found = pin.firstLayer <= layer && layer < pin.firstLayer + pin.layerCount ? &pin : found;
    }
    return found;
}

int chunksOf(ScheduleKind kind, const SearchRequest& request)
{
    return kind == request.schedule.kind ? request.schedule.virtualStages : usualChunks(kind);
}

}  // namespace

std::vector<TaskShape> taskShapes(const SearchRequest& request, const PlanSpace& plans)
{
    std::vector<TaskShape> shapes;
    const std::vector<std::int64_t> own{request.training.globalBatch};
    for (const std::int64_t batch : request.batches.empty() ? own : request.batches) {
        for (const DecisionTree& tree : decisionTrees(request.cluster.devices, plans.space)) {
            std::vector<LayerStrategy> strategies = keptStrategies(tree);
            std::erase_if(strategies,
                          [&](const LayerStrategy& s) { return plans.tensor > 0 && s.tensor != plans.tensor; });
            const bool isWanted = isAskedFor(request.pipelines, tree.pipeline) &&
                                  (plans.pipeline == 0 || plans.pipeline == tree.pipeline);
            if (!isWanted || strategies.empty()) {
                continue;
            }
            for (int m = 1; m <= batch; ++m) {
                const Schedule schedule{plans.schedule, m, chunksOf(plans.schedule, request)};
                if (batch % m == 0 && isAskedFor(request.microbatches, m) &&
                    scheduleProblem(schedule, tree.pipeline).empty()) {
                    shapes.push_back({batch, tree.pipeline, m, strategies});
                }
            }
        }
    }
    return shapes;
}

ExhaustiveSearch::ExhaustiveSearch(const SearchRequest& request, ScheduleKind schedule, TaskShape shape)
    : m_request(request), m_shape(std::move(shape)), m_layers(request.model.layerCount())
{
    m_frame.model = request.model;
    m_frame.cluster = request.cluster;
    m_frame.training = request.training;
    m_frame.training.globalBatch = m_shape.batch;
    m_frame.schedule = {schedule, m_shape.microbatches, chunksOf(schedule, request)};
    m_frame.memoryBudget = request.memoryBudget;
    // As many stages as the task has: what contextOf and stageDevices count.
    m_frame.stages.resize(at(m_shape.pipeline));
    for (const Pin& pin : request.pins) {
        m_shape.strategies.push_back(pin.strategy);
    }
    for (int layer = 0; layer < m_layers; ++layer) {
        addOptions(layer, request.pins);
    }
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Seconds> pairs(m_shape.strategies.size() * m_shape.strategies.size(), unknown);
    m_relayouts.assign(at(m_layers), std::vector<std::optional<TransformationCost>>(pairs.size()));
    m_loads.resize(at(m_shape.pipeline));
    m_receives.assign(at(m_layers * m_shape.pipeline), pairs);
    m_choice.assign(at(m_layers), 0);
}

void ExhaustiveSearch::addOptions(int layer, const std::vector<Pin>& pins)
{
    const CostContext context = contextOf(m_frame);
    const LayerSpec& spec = m_request.model.layer(layer);
    const Pin* pin = pinOf(pins, layer);
    const std::size_t searched = m_shape.strategies.size() - pins.size();
    std::vector<Option> options;
    for (std::size_t s = 0; s < m_shape.strategies.size(); ++s) {
        const LayerStrategy& strategy = m_shape.strategies[s];
        const bool mayUse = pin == nullptr ? s < searched : pin == &pins[0] + (s - searched);
        if (!mayUse || refusal(spec, strategy, m_frame.stageDevices(), m_frame.training, m_frame.sequence(),
                               m_shape.microbatches)) {
            continue;
        }
        const LayerCost cost = layerCost(context, spec, strategy);
        const Bytes kept = chunkShare(m_frame.schedule, m_shape.pipeline, spec.kind, cost.memory.kept);
        StageLoad load;
        load.forward = cost.forward;
        load.backward = cost.backward;
        load.weightGradient = cost.weightGradient;
        load.sync = cost.sync;
        load.optimizer = cost.optimizer;
        options.push_back({static_cast<int>(s), cost.memory.states(), kept, cost.memory.transient, load});
    }
    m_options.push_back(std::move(options));
}

double ExhaustiveSearch::planCount() const
{
    double count = 1;
    for (int stage = 1; stage < m_shape.pipeline; ++stage) {
        count *= static_cast<double>(m_layers - stage) / stage;
    }
    for (const std::vector<Option>& options : m_options) {
        count *= static_cast<double>(options.size());
    }
    return std::max(0.0, count);
}

const TransformationCost& ExhaustiveSearch::relayout(int layer, int before, int after)
{
    std::optional<TransformationCost>& known =
        m_relayouts[at(layer)][at(before) * m_shape.strategies.size() + at(after)];
    if (!known) {
        known = transformationCost(contextOf(m_frame), m_request.model.layer(layer - 1), m_request.model.layer(layer),
                                   m_shape.strategies[at(before)], m_shape.strategies[at(after)]);
    }
    return *known;
}

Seconds ExhaustiveSearch::receive(int stage, int layer, int before, int after)
{
    Seconds& known = m_receives[at(stage * m_layers + layer)][at(before) * m_shape.strategies.size() + at(after)];
    if (std::isnan(known) && hidesReceives(m_frame.training, m_frame.schedule, m_shape.pipeline)) {
        known = 0;
    }
    if (std::isnan(known)) {
        known = boundaryCost(contextOf(m_frame), stage, m_request.model.layer(layer - 1), m_request.model.layer(layer),
                             m_shape.strategies[at(before)], m_shape.strategies[at(after)])
                    .seconds;
    }
    return known;
}

Bytes ExhaustiveSearch::bytesOf(const Placed& placed) const
{
    return std::max(placed.fullest, placed.held + placed.transient + m_request.cluster.contextBytes);
}

/// Under any schedule a stage works all its micro-batches behind the first chunk's way through the stages in front, and
/// what it does once behind that.
Seconds ExhaustiveSearch::atLeast(const Placed& placed) const
{
    const StageLoad& load = placed.load;
    const Seconds work = m_shape.microbatches * (load.forward + load.backward) + load.sync + load.optimizer;
    return std::max(placed.closed, placed.head + work);
}

Seconds ExhaustiveSearch::simulated(const Placed& last)
{
    m_loads[at(last.stage)] = last.load;
    std::vector<StageLoad> loads = m_loads;
    for (std::size_t i = 0; i + 1 < loads.size(); ++i) {
        loads[i].receiveBackward = loads[i + 1].receiveForward;
    }
    if (m_frame.schedule.kind == ScheduleKind::Interleaved && loads.size() > 1) {
        // Chunks go around.
        loads.front().receiveForward = loads.front().receiveBackward;
        loads.back().receiveBackward = loads.back().receiveForward;
    }
    return simulate(m_frame.schedule, loads).makespan;
}

ExhaustiveSearch::Placed ExhaustiveSearch::goOn(const Placed& placed, int layer, const Option& option)
{
    Placed next = placed;
    ++next.stageSize;
    next.load.forward += option.load.forward;
    next.load.backward += option.load.backward;
    next.load.weightGradient += option.load.weightGradient;
    next.load.sync += option.load.sync;
    next.load.optimizer += option.load.optimizer;
    if (placed.stageSize > 0) {
        const TransformationCost& move = relayout(layer, m_choice[at(layer - 1)], option.strategy);
        next.load.forward += move.forward;
        next.load.backward += move.backward;
    }
    next.held += option.states + inFlight(m_frame.schedule, m_shape.pipeline, next.stage) * option.kept;
    next.transient = std::max(next.transient, option.transient);
    return next;
}

/// The layer starts the next stage: activations are received there, their gradients here.
ExhaustiveSearch::Placed ExhaustiveSearch::cutAndGoOn(const Placed& placed, int layer, const Option& option)
{
    const Seconds received = receive(placed.stage + 1, layer, m_choice[at(layer - 1)], option.strategy);
    Placed next;
    next.stage = placed.stage + 1;
    next.head = placed.head + placed.load.forward / m_frame.schedule.virtualStages;
    next.closed = atLeast(placed);
    next.fullest = bytesOf(placed);
    next.load.receiveForward = received;
    m_loads[at(placed.stage)] = placed.load;
    return goOn(next, layer, option);
}

/// Calls visit(placed) for every way to place `layer`.
template <typename Visit>
void ExhaustiveSearch::forEachPlacing(const Placed& placed, int layer, const Visit& visit)
{
    const int stagesLeft = m_shape.pipeline - 1 - placed.stage;
    const int least = m_frame.schedule.virtualStages;
    const bool isLongEnough = placed.stageSize >= least;
    const bool isFull = !m_onlySizes.empty() && placed.stageSize == m_onlySizes[at(placed.stage)];
    for (const Option& option : m_options[at(layer)]) {
        const auto place = [&](const Placed& next) {
            m_choice[at(layer)] = option.strategy;
            m_sizes.resize(at(next.stage) + 1);
            m_sizes[at(next.stage)] = next.stageSize;
            visit(next);
        };
        if (m_layers - 1 - layer >= stagesLeft * least && !isFull) {
            place(goOn(placed, layer, option));
        }
        if (stagesLeft > 0 && isLongEnough && (isFull || m_onlySizes.empty())) {
            m_sizes.resize(at(placed.stage) + 1);
            m_sizes[at(placed.stage)] = placed.stageSize;
            place(cutAndGoOn(placed, layer, option));
        }
    }
}

Plan ExhaustiveSearch::currentPlan() const
{
    Plan plan = m_frame;
    plan.stages = stagesFromSizes(m_sizes);
    for (const int strategy : m_choice) {
        plan.strategies.push_back(m_shape.strategies[at(strategy)]);
    }
    return plan;
}

void ExhaustiveSearch::searchFastest(const Placed& placed, int layer)
{
    // Time and memory only grow on the way: what is over already stays over.
    const auto isSlower = [this](Seconds step) {
        return m_best->has_value() && step / static_cast<double>(m_shape.batch) >= (*m_best)->perSample();
    };
    if (bytesOf(placed) > m_usable || isSlower(atLeast(placed))) {
        return;
    }
    if (layer == m_layers) {
        const bool isLongEnough = placed.stageSize >= m_frame.schedule.virtualStages;
        const Seconds step = isLongEnough ? simulated(placed) : std::numeric_limits<double>::infinity();
        if (isLongEnough && !isSlower(step)) {
            *m_best = FastestPlan{currentPlan(), step};
        }
        return;
    }
    forEachPlacing(placed, layer, [&](const Placed& next) { searchFastest(next, layer + 1); });
}

void ExhaustiveSearch::searchLeastMemory(const Placed& placed, int layer)
{
    const Bytes bytes = bytesOf(placed);
    if (m_least->has_value() && bytes > (*m_least)->bytes) {
        return;
    }
    if (layer < m_layers) {
        forEachPlacing(placed, layer, [&](const Placed& next) { searchLeastMemory(next, layer + 1); });
        return;
    }
    if (placed.stageSize < m_frame.schedule.virtualStages) {
        return;
    }
    if (!m_least->has_value() || bytes < (*m_least)->bytes) {
        *m_least = LeastMemory{bytes, {}};
    }
    int first = 0;
    for (int stage = 0; stage < m_shape.pipeline; ++stage) {
        Placed alone;
        alone.stage = stage;
        for (int i = first; i < first + m_sizes[at(stage)]; ++i) {
            const std::vector<Option>& options = m_options[at(i)];
            alone = goOn(alone, i, *std::find_if(options.begin(), options.end(), [&](const Option& option) {
                             return option.strategy == m_choice[at(i)];
                         }));
        }
        first += m_sizes[at(stage)];
        if (bytesOf(alone) == bytes) {
            (*m_least)->places.insert({m_shape.batch, m_shape.pipeline, m_shape.microbatches, stage});
        }
    }
}

void ExhaustiveSearch::findFastest(Bytes usable, std::optional<FastestPlan>& best, const std::vector<int>& sizes)
{
    m_usable = usable;
    m_best = &best;
    m_onlySizes = sizes;
    if (m_layers >= m_shape.pipeline) {
        searchFastest({}, 0);
    }
    m_onlySizes.clear();
}

void ExhaustiveSearch::findLeastMemory(std::optional<LeastMemory>& least)
{
    m_least = &least;
    if (m_layers >= m_shape.pipeline) {
        searchLeastMemory({}, 0);
    }
}

double planCount(const SearchRequest& request, const PlanSpace& plans)
{
    double count = 0;
    for (TaskShape& shape : taskShapes(request, plans)) {
        count += ExhaustiveSearch(request, plans.schedule, std::move(shape)).planCount();
    }
    return count;
}

std::optional<FastestPlan> fastestPlan(const SearchRequest& request, const PlanSpace& plans, Bytes usable)
{
    std::optional<FastestPlan> best;
    for (TaskShape& shape : taskShapes(request, plans)) {
        ExhaustiveSearch(request, plans.schedule, std::move(shape)).findFastest(usable, best);
    }
    return best;
}

std::optional<LeastMemory> leastMemory(const SearchRequest& request, const PlanSpace& plans)
{
    std::optional<LeastMemory> least;
    for (TaskShape& shape : taskShapes(request, plans)) {
        ExhaustiveSearch(request, plans.schedule, std::move(shape)).findLeastMemory(least);
    }
    return least;
}

}  // namespace pgram::test
