// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/task.h"

#include "core/base/index.h"
#include "core/base/pareto.h"
#include "core/cost/relayout.h"
#include "core/cost/slice_cost.h"
#include "core/model/layer_work.h"
#include "core/plan/estimate.h"
#include "core/plan/volumes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace pgram {

namespace {

/// Returns the path option of a layer. If no schedule splits backward, paths count backward as one operation.
PathOption pathOptionOf(const LayerFigures& cost, bool splitsBackward)
{
    const Seconds putOff = splitsBackward ? cost.weightGradient : 0;
    return {static_cast<double>(cost.states),
            static_cast<double>(cost.kept),
            {cost.forward, cost.backward - putOff, putOff, cost.once}};
}

Candidate candidateOf(const Task& task, const LayerFigures& cost, std::size_t index)
{
    Candidate candidate;
    candidate.strategy = static_cast<int>(index);
    candidate.layout = task.layoutOf(candidate.strategy);
    candidate.states = cost.states;
    candidate.kept = cost.kept;
    candidate.transient = cost.transient;
    candidate.share = task.objective.share(cost.forward, cost.backward, cost.weightGradient, cost.once);
    candidate.seconds = pathOptionOf(cost, splitsBackward(task.schedule.kind)).seconds;
    return candidate;
}

bool isNoWorse(const Candidate& a, const Candidate& b)
{
    return a.states <= b.states && a.kept <= b.kept && a.transient <= b.transient && a.share.pace <= b.share.pace &&
           a.share.fill <= b.share.fill && a.share.trip() <= b.share.trip();
}

/// Drops strategies that another one of the same layout beats in every figure, and orders the rest by layout.
void dropDominated(std::vector<Candidate>& candidates)
{
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.layout < b.layout; });
    std::vector<Candidate> kept;
    std::vector<Candidate> alike;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        keepUnbeaten(alike, candidates[i], isNoWorse);
        if (i + 1 == candidates.size() || candidates[i + 1].layout != candidates[i].layout) {
            kept.insert(kept.end(), alike.begin(), alike.end());
            alike.clear();
        }
    }
    candidates = std::move(kept);
}

/// Returns the candidates that are Pareto-minimal in memory. They alone decide what fits.
std::vector<Candidate> memoryMinimalOf(const std::vector<Candidate>& candidates)
{
    std::vector<Candidate> memoryMinimal;
    for (const Candidate& candidate : candidates) {
        keepUnbeaten(memoryMinimal, candidate, [](const Candidate& a, const Candidate& b) {
            return a.transient <= b.transient && a.states <= b.states && a.kept <= b.kept;
        });
    }
    return memoryMinimal;
}

/// Returns true if layers of the run may try the strategy: one of the searched strategies, or one that the pin allows.
bool mayTry(const Task& task, std::size_t index, const LayerSpec& run, const std::optional<Allowed>& pinned)
{
    const StrategySet& set = *task.set;
    if (task.family && !task.family->mayRun(run, set.strategies[index])) {
        return false;
    }
    return pinned ? (*pinned)(set.strategies[index]) : static_cast<int>(index) < set.searched;
}

bool isNoWorse(const PathOption& a, const PathOption& b)
{
    return a.states <= b.states && a.kept <= b.kept && a.seconds.forward <= b.seconds.forward &&
           a.seconds.inputGradient <= b.seconds.inputGradient && a.seconds.weightGradient <= b.seconds.weightGradient &&
           a.seconds.once <= b.seconds.once;
}

/// Returns false after a stop.
bool fillCandidates(Task& task, const TaskSource& source, LayerCosts& costs, TaskUse use)
{
    const bool asksPaths = use == TaskUse::BoundsByPaths;
    const bool splits = splitsBackward(task.schedule.kind);
    const std::optional<Allowed> notPinned;
    const CostContext context = task.context();
    std::vector<std::shared_ptr<const LayerCosts::OfTypes>> ofStrategy;
    for (const LayerStrategy& strategy : task.strategies()) {
        if (source.stop.stop_requested()) {
            return false;
        }
        ofStrategy.push_back(costs.of(context, task.model, *task.types, strategy));
    }
    task.leastForward = task.leastBackward = {0};
    std::ranges::transform(task.types->runs, std::back_inserter(task.carried),
                           [&](int run) { return carriedBytes(context, task.model.runs[at(run)]); });
    if (std::ranges::all_of(task.carried, [](Bytes own) { return own == 0; })) {
        task.carried.clear();
    }
    std::vector<Seconds> leastForward;  // per type
    std::vector<Seconds> leastBackward;
    for (std::size_t type = 0; type < task.types->size(); ++type) {
        if (source.stop.stop_requested()) {
            return false;
        }
        const std::size_t run = at(task.types->runs[type]);
        const std::optional<Allowed>& pin = source.pinned.empty() ? notPinned : source.pinned[run];
        std::vector<Candidate> candidates;
        std::vector<PathOption> options;
        WorkShares& shares = task.shares.emplace_back();
        Seconds forward = infinity;
        Seconds backward = infinity;
        for (std::size_t s = 0; s < task.strategies().size(); ++s) {
            if (!mayTry(task, s, task.model.runs[run], pin) || ofStrategy[s] == nullptr || !(*ofStrategy[s])[type]) {
                continue;
            }
            const LayerFigures& cost = *(*ofStrategy[s])[type];
            candidates.push_back(candidateOf(task, cost, s));
            forward = std::min(forward, cost.forward);
            backward = std::min(backward, cost.backward);
            shares.add(cost.forward, cost.backward, cost.weightGradient);
            if (asksPaths) {
                keepUnbeaten(options, pathOptionOf(cost, splits),
                             [](const PathOption& a, const PathOption& b) { return isNoWorse(a, b); });
            }
        }
        if (asksPaths) {
            task.pathOptions.push_back(std::move(options));
        }
        leastForward.push_back(forward);
        leastBackward.push_back(backward);
        if (!task.family || task.family->patterns.empty()) {
            dropDominated(candidates);
        }
        task.memoryMinimal.push_back(memoryMinimalOf(candidates));
        task.candidates.push_back(std::move(candidates));
    }
    for (const int type : task.types->ofLayer) {
        task.leastForward.push_back(task.leastForward.back() + leastForward[at(type)]);
        task.leastBackward.push_back(task.leastBackward.back() + leastBackward[at(type)]);
    }
    return true;
}

/// Returns a figure per part of a cut. `ofStage(stage)` returns the figure of each chunk of a stage.
template <typename OfStage>
std::vector<int> byPart(const Schedule& schedule, int stages, const OfStage& ofStage)
{
    std::vector<int> parts(static_cast<std::size_t>(schedule.virtualStages * stages));
    for (int stage = 0; stage < stages; ++stage) {
        const std::vector<int> own = ofStage(stage);
        for (int i = 0; i < schedule.virtualStages; ++i) {
            parts[at(chunkOfStage(schedule, stages, stage, i))] = own[at(i)];
        }
    }
    return parts;
}

/// Returns the micro-batches in flight through the chunks of one stage, if all chunks keep equally many bytes.
std::vector<int> inFlightOf(const Schedule& schedule, int stages)
{
    const std::vector<Bytes> alike(static_cast<std::size_t>(schedule.virtualStages), 1);
    return byPart(schedule, stages, [&](int stage) { return inFlightAtPeak(schedule, stages, stage, alike); });
}

/// Tables of re-layout times. Pairs of layers that pass on equally many bytes share a table.
class RelayoutTables {
public:
    RelayoutTables(Task& task, std::stop_token stop) : m_task(task), m_context(task.context()), m_stop(std::move(stop))
    {}

    /// Returns the index of the table, which is not complete after a stop.
    int between(const LayerSpec& from, const LayerSpec& to)
    {
        const double elements = boundaryElements(from, to, m_context.sequence);
        const auto [entry, isNew] = m_known.try_emplace(elements, static_cast<int>(m_task.tables.size()));
        if (isNew) {
            // A round trip takes equally long in both directions.
            RelayoutTimes times(m_context, from, to);
            const int layouts = m_task.set->layouts;
            std::vector<Seconds> table(at(layouts) * at(layouts), 0);
            std::unordered_map<const Relayout*, Seconds> known;
            for (int a = 0; a < layouts && !m_stop.stop_requested(); ++a) {
                const std::span<const Relayout* const> earlier = m_task.set->relayouts->toEarlier(a);
                for (int b = 0; b < a; ++b) {
                    const auto [seconds, isFirst] = known.try_emplace(earlier[at(b)], 0);
                    if (isFirst) {
                        seconds->second = times.of(*seconds->first);
                    }
                    table[at(a * layouts + b)] = table[at(b * layouts + a)] = seconds->second;
                }
            }
            m_task.tables.push_back(std::move(table));
        }
        return entry->second;
    }

private:
    Task& m_task;
    CostContext m_context;
    std::stop_token m_stop;
    std::map<double, int> m_known;  ///< index of the table, by elements per sample
};

}  // namespace

std::vector<int> InFlightCounts::of(const Schedule& schedule, int stages)
{
    const std::tuple key(schedule.kind, schedule.virtualStages, schedule.slices, stages, schedule.microbatches);
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto known = m_known.find(key); known != m_known.end()) {
            return known->second;
        }
    }
    std::vector<int> counts = inFlightOf(schedule, stages);
    const std::scoped_lock lock(m_mutex);
    return m_known.emplace(key, std::move(counts)).first->second;
}

Seconds Task::receive(int part, int layer, int strategyBefore, int strategyAfter) const
{
    const StagePair stages{stageOf(part - 1), stageOf(part)};
    const StagePair on{blockOf(stages.from), blockOf(stages.to)};
    if (stages.from == stages.to || hidesReceives(training, schedule, key.pipeline)) {
        return 0;
    }
    return boundaryCost(context(), on, specOf(layer - 1), specOf(layer), strategy(strategyBefore),
                        strategy(strategyAfter))
        .seconds;
}

Schedule scheduleOf(const TaskSource& source, const TaskKey& key)
{
    Schedule schedule = onStages(source.schedules[at(key.schedule)], key.pipeline);
    if (source.target != nullptr && key.pipeline == 1) {
        schedule = {};  // frameworks without stages run micro-batches one after the other, whatever the schedule
    }
    schedule.microbatches = key.microbatches;
    return schedule;
}

namespace {

/// Returns the task without anything that depends on layer costs.
Task frameOf(const TaskSource& source, const Subproblem& subproblem)
{
    const TaskKey& key = subproblem.key;
    Task task;
    task.key = key;
    task.model = *source.model;
    task.cluster = *source.cluster;
    task.training = source.training;
    task.training.globalBatch = key.batch;
    task.budget = source.budget;
    task.schedule = scheduleOf(source, key);
    task.slices = sliceLengths(task.model, task.training.sequence(task.model.sequenceLength), task.schedule.slices);
    task.objective = Objective(task.schedule, key.pipeline, source.rule);
    task.inFlight = source.inFlight->of(task.schedule, key.pipeline);
    task.set = subproblem.strategies;
    task.family = subproblem.family;
    task.needsBlocks = source.target != nullptr && source.target->cuts.value == Cuts::WithBlocks;
    task.boundaryClasses = task.set->boundaryClasses;
    task.types = std::make_shared<const LayerTypes>(task.model, source.pinned);
    return task;
}

/// Returns nothing after a stop.
std::optional<Task> costed(Task task, const TaskSource& source, LayerCosts& costs, TaskUse use)
{
    if (!fillCandidates(task, source, costs, use)) {
        return std::nullopt;
    }
    const bool isOfOne = task.key.pipeline == 1 && use == TaskUse::Bounds;
    if (use != TaskUse::Plans && !isOfOne) {
        return task;
    }
    RelayoutTables tables(task, source.stop);
    task.tableOf.assign(task.types->size() * task.types->size(), -1);
    for (int layer = 1; layer < task.layers(); ++layer) {
        int& table = task.tableOf[task.typeOf(layer - 1) * task.types->size() + task.typeOf(layer)];
        table = table < 0 ? tables.between(task.specOf(layer - 1), task.specOf(layer)) : table;
    }
    return source.stop.stop_requested() ? std::nullopt : std::optional(std::move(task));
}

/// Returns `frame`, which has its places, with the costs for stages of one class.
std::optional<Task> costedAs(Task frame, int placeClass, const TaskSource& source, TaskUse use)
{
    const Bytes has = usableBudget(frame.places->clusters->budgetOf(placeClass, source.budget), frame.cluster);
    frame.placeClass = placeClass;
    frame.memoryDeficit = usableBudget(source.budget, frame.cluster) - has;
    LayerCosts& costs = *frame.places->costs[at(placeClass)];
    return costed(std::move(frame), source, costs, use);
}

/// Collects the candidates of all classes, so that no stage does better than this task's candidates.
void joinClasses(Task& task)
{
    const std::size_t types = task.types->size();
    task.candidates.resize(types);
    task.memoryMinimal.resize(types);
    task.shares.resize(types);
    const bool hasPaths = !task.classes.empty() && !task.classes.front()->pathOptions.empty();
    task.pathOptions.resize(hasPaths ? types : 0);
    for (const std::shared_ptr<const Task>& own : task.classes) {
        for (std::size_t type = 0; type < types; ++type) {
            task.candidates[type].insert(task.candidates[type].end(), own->candidates[type].begin(),
                                         own->candidates[type].end());
            task.memoryMinimal[type].insert(task.memoryMinimal[type].end(), own->memoryMinimal[type].begin(),
                                            own->memoryMinimal[type].end());
            task.shares[type].add(own->shares[type]);
            if (!own->pathOptions.empty()) {
                task.pathOptions[type].insert(task.pathOptions[type].end(), own->pathOptions[type].begin(),
                                              own->pathOptions[type].end());
            }
        }
        task.carried = own->carried;
    }
}

}  // namespace

std::optional<Task> makeTask(const TaskSource& source, const Subproblem& subproblem, TaskUse use)
{
    Task task = frameOf(source, subproblem);
    if (source.mixed == nullptr) {
        return costed(std::move(task), source, *source.costs, use);
    }
    task.places = source.mixed->of(task.key.pipeline);
    task.blocks = task.places->orders.front();
    const int classes = task.places->clusters->classes();
    if (classes == 1) {
        return costedAs(std::move(task), 0, source, use);
    }
    std::vector<std::shared_ptr<const Task>> ofClasses;
    for (int index = 0; index < classes; ++index) {
        std::optional<Task> own = costedAs(task, index, source, use);
        if (!own) {
            return std::nullopt;
        }
        ofClasses.push_back(std::make_shared<const Task>(std::move(*own)));
    }
    task.classes = std::move(ofClasses);
    joinClasses(task);
    return task;
}

Task withPattern(Task task, const RecomputePattern& pattern)
{
    task.pattern = pattern;
    for (std::shared_ptr<const Task>& own : task.classes) {
        own = std::make_shared<const Task>(withPattern(*own, pattern));
    }
    return task;
}

std::vector<int> mostInFlight(const Task& task)
{
    return byPart(task.schedule, task.key.pipeline,
                  [&task](int stage) { return mostInFlight(task.schedule, task.key.pipeline, stage); });
}

bool isComplete(const Task& task)
{
    return std::none_of(task.candidates.begin(), task.candidates.end(),
                        [](const std::vector<Candidate>& list) { return list.empty(); });
}

std::vector<StageWork> stageWork(const Task& task, const std::vector<int>& sizes, const std::vector<int>& strategies)
{
    const auto strategyOf = [&strategies](int layer) { return strategies[at(layer)]; };
    std::vector<StageWork> stages(sizes.size());
    int first = 0;
    for (std::size_t stage = 0; stage < sizes.size(); ++stage) {
        const int end = first + sizes[stage];
        StageWork& own = stages[stage];
        const int here = static_cast<int>(stage);
        Seconds received = 0;
        for (int layer = first; layer < end; ++layer) {
            const std::vector<Candidate>& candidates = task.at(here).of(layer);
            const auto chosen = std::find_if(candidates.begin(), candidates.end(),
                                             [&](const Candidate& c) { return c.strategy == strategyOf(layer); });
            own.share += chosen->share;
            if (layer > first) {
                const int before = task.layoutOf(strategyOf(layer - 1));
                own.share += task.objective.ofTransfer(task.at(here).relayout(layer, before, chosen->layout));
            } else if (stage > 0) {
                received = task.receive(here, layer, strategyOf(layer - 1), strategyOf(layer));
                own.share += task.objective.ofTransfer(received);
                stages[stage - 1].share += task.objective.ofTransfer(received);
                stages[stage - 1].place.leastBackward += received;
            }
        }
        own.place = task.place(here, first, end, received);
        first = end;
    }
    return stages;
}

Seconds objectiveOf(const Task& task, const std::vector<int>& sizes, const std::vector<int>& strategies)
{
    const std::vector<StageWork> stages = stageWork(task, sizes, strategies);
    StepChain chain;
    for (std::size_t stage = stages.size(); stage-- > 0;) {
        chain = task.objective.inFront(chain, stages[stage].share, stages[stage].place);
    }
    return task.objective.step(chain);
}

}  // namespace pgram
