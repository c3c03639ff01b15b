// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/exhaustive_search.h"

#include "core/base/index.h"
#include "core/cost/last_layer.h"
#include "core/plan/volumes.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace pgram::test {

namespace {

const Pin* pinOf(const std::vector<Pin>& pins, int layer)
{
    const Pin* found = nullptr;
    for (const Pin& pin : pins) {
        found = pin.firstLayer <= layer && layer < pin.firstLayer + pin.layerCount ? &pin : found;
    }
    return found;
}

/// One stage has no chunks: 1F1B then.
Schedule scheduleOn(int stages, ScheduleKind kind, int microbatches, const SearchRequest& request)
{
    const int chunks = kind == request.schedule.kind ? request.schedule.virtualStages : usualChunks(kind);
    return stages == 1 && chunks > 1 ? Schedule{ScheduleKind::OneFOneB, microbatches, 1}
                                     : Schedule{kind, microbatches, chunks};
}

}  // namespace

std::vector<TaskShape> taskShapes(const SearchRequest& request, const PlanSpace& plans)
{
    std::vector<TaskShape> shapes;
    const std::vector<std::int64_t> own{request.training.globalBatch};
    for (const std::int64_t batch : request.batches.empty() ? own : request.batches) {
        for (const DecisionTree& tree : decisionTrees(request.cluster.devices, plans.space)) {
            const std::vector<LayerStrategy> strategies = keptStrategies(tree);
            const bool isWanted = isAskedFor(request.pipelines, tree.pipeline) &&
                                  (plans.pipeline == 0 || plans.pipeline == tree.pipeline);
            if (!isWanted || strategies.empty()) {
                continue;
            }
            for (int m = 1; m <= batch; ++m) {
                const Schedule schedule = scheduleOn(tree.pipeline, plans.schedule, m, request);
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
    m_frame.schedule = scheduleOn(m_shape.pipeline, schedule, m_shape.microbatches, request);
    m_frame.memoryBudget = request.memoryBudget;
    // As many as the task has: what contextOf and stageDevices count.
    m_frame.chunks.resize(at(parts()));
    for (const Pin& pin : request.pins) {
        m_shape.strategies.push_back(pin.strategy);
    }
    for (int layer = 0; layer < m_layers; ++layer) {
        addOptions(layer, request.pins);
    }
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Seconds> pairs(m_shape.strategies.size() * m_shape.strategies.size(), unknown);
    m_relayouts.assign(at(m_layers), std::vector<std::optional<TransformationCost>>(pairs.size()));
    m_parts.resize(at(parts()));
    m_receives.assign(at(m_layers * parts()), pairs);
    m_choice.assign(at(m_layers), 0);
    m_most.assign(at(parts()), 0);
    for (int stage = 0; stage < m_shape.pipeline; ++stage) {
        forEachHolding(m_frame.schedule, m_shape.pipeline, stage, [&](const std::vector<int>& counts) {
            for (std::size_t own = 0; own < counts.size(); ++own) {
                const int part = chunkOfStage(m_frame.schedule, m_shape.pipeline, stage, static_cast<int>(own));
                m_most[at(part)] = std::max(m_most[at(part)], counts[own]);
            }
        });
    }
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
        const bool isOwn = pin != nullptr && s >= searched && pin == &pins[0] + (s - searched);
        const bool mayUse = pin == nullptr ? s < searched
                            : pin->pattern ? s < searched && pin->pattern->matches(strategy)
                                           : isOwn;
        if (!mayUse || refusal(spec, strategy, m_frame.stageDevices(), m_frame.training, m_frame.sequence(),
                               m_shape.microbatches)) {
            continue;
        }
        const LayerCost cost = layerCost(context, spec, strategy);
        // Bytes that the last layer frees before another layer runs backward count in its own moment alone.
        const BackwardMoment moment =
            backwardMoment(context, m_request.model, m_request.model.runOf(layer), strategy, cost.memory);
        const ChunkLoad chunk{.forward = cost.forward,
                              .backward = cost.backward,
                              .weightGradient = cost.weightGradient,
                              .keptBytes = cost.memory.kept,
                              .transientBytes = moment.transient + moment.freed};
        options.push_back(
            {static_cast<int>(s), chunk, {cost.sync, cost.optimizer, cost.memory.states() - moment.freed}});
    }
    m_options.push_back(std::move(options));
}

double ExhaustiveSearch::planCount() const
{
    double count = 1;
    for (int part = 1; part < parts(); ++part) {
        count *= static_cast<double>(m_layers - part) / part;
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

Seconds ExhaustiveSearch::receive(int part, int layer, int before, int after)
{
    Seconds& known = m_receives[at(part * m_layers + layer)][at(before) * m_shape.strategies.size() + at(after)];
    if (std::isnan(known) && hidesReceives(m_frame.training, m_frame.schedule, m_shape.pipeline)) {
        known = 0;
    }
    if (std::isnan(known)) {
        known =
            boundaryCost(contextOf(m_frame), {stageOf(part - 1), stageOf(part)}, m_request.model.layer(layer - 1),
                         m_request.model.layer(layer), m_shape.strategies[at(before)], m_shape.strategies[at(after)])
                .seconds;
    }
    return known;
}

/// A stage holds at least what one of its parts does, whatever is in flight through the others.
Bytes ExhaustiveSearch::bytesOf(const Placed& placed) const
{
    const Part& part = placed.part;
    return std::max(placed.fullest, part.once.fixedBytes + m_most[at(placed.index)] * part.chunk.keptBytes +
                                        part.chunk.transientBytes + m_request.cluster.contextBytes);
}

std::vector<Bytes> ExhaustiveSearch::stageBytes() const
{
    std::vector<Bytes> bytes;
    for (int stage = 0; stage < m_shape.pipeline; ++stage) {
        const auto own = [&](std::size_t i) -> const Part& {
            return m_parts[at(chunkOfStage(m_frame.schedule, m_shape.pipeline, stage, static_cast<int>(i)))];
        };
        Bytes fixed = m_request.cluster.contextBytes;
        Bytes transient = 0;
        for (int i = 0; i < m_frame.schedule.virtualStages; ++i) {
            fixed += own(at(i)).once.fixedBytes;
            transient = std::max(transient, own(at(i)).chunk.transientBytes);
        }
        Bytes most = 0;
        forEachHolding(m_frame.schedule, m_shape.pipeline, stage, [&](const std::vector<int>& counts) {
            Bytes held = 0;
            for (std::size_t i = 0; i < counts.size(); ++i) {
                held += counts[i] * own(i).chunk.keptBytes;
            }
            most = std::max(most, held);
        });
        bytes.push_back(fixed + most + transient);
    }
    return bytes;
}

/// Under any schedule a part works all its micro-batches behind the first one's way through the parts in front, and
/// what it does once behind that.
Seconds ExhaustiveSearch::atLeast(const Placed& placed) const
{
    const Part& part = placed.part;
    const Seconds work =
        m_shape.microbatches * (part.chunk.forward + part.chunk.backward) + part.once.sync + part.once.optimizer;
    return std::max(placed.closed, placed.head + work);
}

Seconds ExhaustiveSearch::simulated() const
{
    PipelineLoad load;
    load.stages.resize(at(m_shape.pipeline));
    for (int i = 0; i < parts(); ++i) {
        load.chunks.push_back(m_parts[at(i)].chunk);
        if (i > 0) {
            load.chunks[at(i - 1)].receiveBackward = load.chunks[at(i)].receiveForward;
        }
        load.stages[at(stageOf(i))].sync += m_parts[at(i)].once.sync;
        load.stages[at(stageOf(i))].optimizer += m_parts[at(i)].once.optimizer;
    }
    return simulate(m_frame.schedule, load).makespan;
}

ExhaustiveSearch::Placed ExhaustiveSearch::extended(const Placed& placed, int layer, const Option& option)
{
    Placed next = placed;
    ChunkLoad& chunk = next.part.chunk;
    chunk.forward += option.chunk.forward;
    chunk.backward += option.chunk.backward;
    chunk.weightGradient += option.chunk.weightGradient;
    chunk.keptBytes += option.chunk.keptBytes;
    chunk.transientBytes = std::max(chunk.transientBytes, option.chunk.transientBytes);
    next.part.once.sync += option.once.sync;
    next.part.once.optimizer += option.once.optimizer;
    next.part.once.fixedBytes += option.once.fixedBytes;
    if (placed.part.size > 0 || (next.index > 0 && !changesStage(next.index))) {
        const TransformationCost& move = relayout(layer, m_choice[at(layer - 1)], option.strategy);
        chunk.forward += move.forward;
        chunk.backward += move.backward;
    }
    ++next.part.size;
    return next;
}

/// The layer starts the next part: activations are received there, their gradients here.
ExhaustiveSearch::Placed ExhaustiveSearch::cutAndGoOn(const Placed& placed, int layer, const Option& option)
{
    Placed next;
    next.index = placed.index + 1;
    next.head = placed.head + placed.part.chunk.forward;
    next.closed = atLeast(placed);
    next.fullest = bytesOf(placed);
    if (changesStage(next.index)) {
        next.part.chunk.receiveForward = receive(next.index, layer, m_choice[at(layer - 1)], option.strategy);
        next.part.chunk.keptBytes = carriedBytes(contextOf(m_frame), m_request.model.layer(layer));
    }
    return extended(next, layer, option);
}

/// Calls visit(placed) for every way to place `layer`.
template <typename Visit>
void ExhaustiveSearch::forEachPlacing(const Placed& placed, int layer, const Visit& visit)
{
    const int left = parts() - 1 - placed.index;
    const bool isFull = !m_onlySizes.empty() && placed.part.size == m_onlySizes[at(placed.index)];
    for (const Option& option : m_options[at(layer)]) {
        const auto place = [&](const Placed& next) {
            m_choice[at(layer)] = option.strategy;
            m_parts[at(next.index)] = next.part;
            visit(next);
        };
        if (m_layers - 1 - layer >= left && !isFull) {
            place(extended(placed, layer, option));
        }
        if (left > 0 && placed.part.size > 0 && (isFull || m_onlySizes.empty())) {
            m_parts[at(placed.index)] = placed.part;
            place(cutAndGoOn(placed, layer, option));
        }
    }
}

Plan ExhaustiveSearch::currentPlan() const
{
    Plan plan = m_frame;
    std::vector<int> sizes;
    std::ranges::transform(m_parts, std::back_inserter(sizes), &Part::size);
    plan.chunks = chunksFromSizes(sizes);
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
        const Seconds step = simulated();
        if (!isSlower(step) && std::ranges::max(stageBytes()) <= m_usable) {
            *m_best = FastestPlan{currentPlan(), step};
        }
        return;
    }
    forEachPlacing(placed, layer, [&](const Placed& next) { searchFastest(next, layer + 1); });
}

void ExhaustiveSearch::searchLeastMemory(const Placed& placed, int layer)
{
    if (m_least->has_value() && bytesOf(placed) > (*m_least)->bytes) {
        return;
    }
    if (layer < m_layers) {
        forEachPlacing(placed, layer, [&](const Placed& next) { searchLeastMemory(next, layer + 1); });
        return;
    }
    const std::vector<Bytes> stages = stageBytes();
    const Bytes bytes = std::ranges::max(stages);
    if (m_least->has_value() && bytes > (*m_least)->bytes) {
        return;
    }
    if (!m_least->has_value() || bytes < (*m_least)->bytes) {
        *m_least = LeastMemory{bytes, {}};
    }
    for (int stage = 0; stage < m_shape.pipeline; ++stage) {
        if (stages[at(stage)] == bytes) {
            (*m_least)->places.insert({m_shape.batch, m_shape.pipeline, m_shape.microbatches, stage});
        }
    }
}

void ExhaustiveSearch::findFastest(Bytes usable, std::optional<FastestPlan>& best, const std::vector<int>& sizes)
{
    m_usable = usable;
    m_best = &best;
    m_onlySizes = sizes;
    if (m_layers >= parts()) {
        searchFastest({}, 0);
    }
    m_onlySizes.clear();
}

void ExhaustiveSearch::findLeastMemory(std::optional<LeastMemory>& least)
{
    m_least = &least;
    if (m_layers >= parts()) {
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
