// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One task of the outer search: batch, stages and micro-batches are fixed, and a table holds the cost of every strategy
// of every layer. Memory in bytes, times in seconds.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/frameworks/family.h"
#include "core/schedule/objective.h"
#include "core/schedule/operation_graph.h"
#include "core/search/task/layer_costs.h"
#include "core/search/task/layer_types.h"
#include "core/search/task/pins.h"
#include "core/search/task/stage_places.h"
#include "core/search/task/strategy_set.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <tuple>
#include <vector>

namespace pgram {

/// Key of a task: (B, P, m, schedule), and the family of a target's strategies.
struct TaskKey {
    std::int64_t batch = 1;
    int pipeline = 1;
    int microbatches = 1;
    int schedule = 0;  ///< index among the candidates; the lower index wins between equal plans
    int family = 0;
    auto operator<=>(const TaskKey&) const = default;
};

/// Largest number of bytes that is counted per layer: above any budget, and small enough that a sum over all layers of
/// a model does not overflow.
inline constexpr Bytes beyondBudgets = 16 * largestMemory;

/// A strategy that a layer may use, and its cost.
struct Candidate {
    int strategy = 0;     ///< index into the task's strategies
    int layout = 0;       ///< layout of that strategy
    Bytes states = 0;     ///< O_ms, without what the last layer frees first (BackwardMoment)
    Bytes kept = 0;       ///< O_f per micro-batch in flight
    Bytes transient = 0;  ///< O_b, including what the last layer frees first
    StepShare share;      ///< contribution to the objective
    PathCounts seconds;   ///< per micro-batch; once: per step

    /// Returns the bytes held with `inFlight` micro-batches in flight.
    [[nodiscard]] Bytes heldWith(int inFlight) const
    {
        return std::min(added(states, times(inFlight, kept)), beyondBudgets);
    }
};

/// A strategy in terms of a path through the order of operations.
struct PathOption {
    double states = 0;  ///< bytes, as in Candidate
    double kept = 0;
    PathCounts seconds;  ///< per micro-batch; once: per step
};

struct Task {
    TaskKey key;
    Architecture model;
    Cluster cluster;
    Training training;                 ///< including the task's batch
    Bytes budget = 0;                  ///< budget of the largest devices; 0 = their memory
    Schedule schedule;                 ///< including the task's micro-batches
    std::vector<std::int64_t> slices;  ///< tokens of each slice of a micro-batch; empty: micro-batches are not sliced
    Objective objective;
    std::shared_ptr<const StrategySet> set;
    std::vector<BoundaryClass> boundaryClasses;  ///< per strategy
    std::shared_ptr<const LayerTypes> types;
    /// k_i: micro-batches in flight through each part of a cut. The parts are the stages or, if the schedule has
    /// chunks, the chunks in model order. Counts for chunks are taken when their stage holds most, if all chunks keep
    /// equally many bytes.
    std::vector<int> inFlight;
    std::shared_ptr<const StrategyFamily> family;       ///< strategy family of a target; null: any strategy of the set
    std::optional<RecomputePattern> pattern;            ///< prescribes the strategy of every layer (given_strategies.h)
    bool needsBlocks = false;                           ///< true if each part needs at least one block
    std::vector<std::vector<Candidate>> candidates;     ///< per type; empty: no strategy is legal
    std::vector<std::vector<Candidate>> memoryMinimal;  ///< per type: those Pareto-minimal in memory
    /// Per type: bytes of skip connections per micro-batch in flight that a part keeps if it begins with such a layer.
    /// Empty: the model has no skip connections.
    std::vector<Bytes> carried;
    /// Per layer: least forward and backward time of one micro-batch through the layers before it.
    std::vector<Seconds> leastForward;
    std::vector<Seconds> leastBackward;
    std::vector<WorkShares> shares;  ///< per type
    /// Per type, made for path bounds: the Pareto-minimal options among all strategies, dominated candidates included,
    /// by everything that a path counts.
    std::vector<std::vector<PathOption>> pathOptions;
    /// Seconds of the re-layout from layout a to layout b, at a·layouts + b; one table per size of activation.
    std::vector<std::vector<Seconds>> tables;
    std::vector<int> tableOf;  ///< index of the table between neighbours, at (type in front)·types + type behind
    /// Places of the stages on a mixed cluster; null if all devices are alike.
    std::shared_ptr<const StagePlaces> places;
    int placeClass = -1;      ///< class of all stages; -1: `classes` has a task per class
    Bytes memoryDeficit = 0;  ///< memory that the task's devices lack compared with the largest devices
    /// Tasks with the costs of each class, if stages are of several classes. This task then has the candidates of all
    /// classes.
    std::vector<std::shared_ptr<const Task>> classes;
    std::vector<int> blocks;  ///< block of each stage, in the current order

    [[nodiscard]] int classAt(int stage) const
    {
        return classes.empty() ? 0 : places->clusters->classOf(blocks[static_cast<std::size_t>(stage)]);
    }
    /// Returns the task as a stage of the class sees it.
    [[nodiscard]] const Task& ofClass(int index) const
    {
        return classes.empty() ? *this : *classes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] const Task& at(int stage) const { return ofClass(classAt(stage)); }
    [[nodiscard]] int blockOf(int stage) const
    {
        return blocks.empty() ? stage : blocks[static_cast<std::size_t>(stage)];
    }
    /// Returns the bytes that each device needs whatever its layers.
    [[nodiscard]] Bytes fixedBytes() const { return cluster.contextBytes + memoryDeficit; }
    [[nodiscard]] const std::vector<LayerStrategy>& strategies() const { return set->strategies; }
    [[nodiscard]] const LayerStrategy& strategy(int index) const
    {
        return set->strategies[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] int layoutOf(int index) const { return set->layoutOf[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const BoundaryClass& boundaryClass(int index) const
    {
        return boundaryClasses[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] int layers() const { return static_cast<int>(types->ofLayer.size()); }
    /// Returns the type of a layer: the place of its candidates and other figures.
    [[nodiscard]] std::size_t typeOf(int layer) const
    {
        return static_cast<std::size_t>(types->ofLayer[static_cast<std::size_t>(layer)]);
    }
    /// Returns what a layer computes. Its name and its count are those of the first run of its type.
    [[nodiscard]] const LayerSpec& specOf(int layer) const
    {
        return model.runs[static_cast<std::size_t>(types->runs[typeOf(layer)])];
    }
    [[nodiscard]] const std::vector<Candidate>& of(int layer) const { return candidates[typeOf(layer)]; }
    [[nodiscard]] const std::vector<Candidate>& memoryMinimalOf(int layer) const
    {
        return memoryMinimal[typeOf(layer)];
    }
    [[nodiscard]] CostContext context() const
    {
        return {placeClass < 0 ? &cluster : &places->clusters->ofClass(placeClass),
                training,
                training.sequence(model.sequenceLength),
                key.pipeline,
                key.microbatches,
                endsMeet(schedule, key.pipeline),
                freesLastFirst(schedule),
                0,
                slices,
                places ? places->clusters : nullptr};
    }
    /// Returns the bytes of skip connections that a part keeps if it begins with `layer`, with `microbatches` in
    /// flight.
    [[nodiscard]] Bytes carriedInto(int part, int layer, int microbatches) const
    {
        if (carried.empty()) {
            return 0;
        }
        const bool comesIn = part > 0 && stageOf(part - 1) != stageOf(part);
        const Bytes own = carried[typeOf(layer)];
        return comesIn ? std::min(times(microbatches, own), beyondBudgets) : 0;
    }
    /// Returns the seconds of the re-layout before layer `layer` of layout `to`, behind a layer of layout `from`.
    [[nodiscard]] Seconds relayout(int layer, int from, int to) const
    {
        const int table = tableOf[typeOf(layer - 1) * types->size() + typeOf(layer)];
        return tables[static_cast<std::size_t>(table)][static_cast<std::size_t>(from * set->layouts + to)];
    }
    /// Returns the seconds of a one-way transfer before layer `layer` if the layer starts part `part` of a cut, with
    /// these strategies on the two sides; 0 if the transfer is hidden or stays on its stage.
    [[nodiscard]] Seconds receive(int part, int layer, int strategyBefore, int strategyAfter) const;
    /// Returns the place of stage `stage` with layers [first, end). `inFront` and `behind`: seconds of one transfer at
    /// either end.
    [[nodiscard]] StagePlace place(int stage, int first, int end, Seconds inFront = 0, Seconds behind = 0) const
    {
        const auto a = static_cast<std::size_t>(first);
        const auto b = static_cast<std::size_t>(end);
        const Task& own = at(stage);
        return {stage, own.leastForward[b] - own.leastForward[a] + inFront,
                own.leastBackward[b] - own.leastBackward[a] + behind};
    }
    /// Returns linear lower bounds of the step.
    [[nodiscard]] std::vector<PooledBound> pooled() const { return objective.pooled(shares, types->usual()); }
    /// Returns the number of parts of a cut.
    [[nodiscard]] int parts() const { return static_cast<int>(inFlight.size()); }
    [[nodiscard]] bool hasChunks() const { return parts() > key.pipeline; }
    [[nodiscard]] int kept(int part) const { return inFlight[static_cast<std::size_t>(part)]; }
    [[nodiscard]] int leastKept() const { return std::ranges::min(inFlight); }
    [[nodiscard]] int stageOf(int part) const
    {
        return hasChunks() ? stageOfChunk(schedule, key.pipeline, part) : part;
    }
};

/// Cache of the micro-batches in flight through each part of a cut, for all tasks of a search. Thread-safe.
class InFlightCounts {
public:
    [[nodiscard]] std::vector<int> of(const Schedule& schedule, int stages);

private:
    std::mutex m_mutex;
    std::map<std::tuple<ScheduleKind, int, int, int, int>, std::vector<int>> m_known;
};

/// Parts of the request that all tasks share.
struct TaskSource {
    const Architecture* model = nullptr;
    const Cluster* cluster = nullptr;
    Training training;
    std::vector<Schedule> schedules;  ///< candidates, with kind and chunks
    StepRule rule = StepRule::Simulated;
    /// Per run of the model: what the run is pinned to. Empty: nothing is pinned.
    std::vector<std::optional<Allowed>> pinned;
    const Target* target = nullptr;
    std::shared_ptr<LayerCosts> costs = std::make_shared<LayerCosts>();
    std::shared_ptr<InFlightCounts> inFlight = std::make_shared<InFlightCounts>();
    std::shared_ptr<MixedStages> mixed = nullptr;  ///< null unless the cluster is mixed
    Bytes budget = 0;                              ///< budget of the largest devices; 0 = their memory
    std::stop_token stop{};                        ///< ends the making of a task
};

/// Returns the schedule for `stages` stages. Chunks and slices gain nothing on a single stage, and runtimes do not
/// offer them there: the order is that of 1F1B.
[[nodiscard]] inline Schedule onStages(const Schedule& schedule, int stages)
{
    return stages == 1 && (schedule.virtualStages > 1 || schedule.slices > 1)
               ? Schedule{ScheduleKind::OneFOneB, schedule.microbatches, 1}
               : schedule;
}
/// Returns the schedule of the key, with its micro-batches.
[[nodiscard]] Schedule scheduleOf(const TaskSource& source, const TaskKey& key);

/// Purpose of a task. A bound needs re-layouts only if it has a single stage, and a bound for any memory never does.
/// Path bounds also need `pathOptions`.
enum class TaskUse { Plans, Bounds, BoundsOfAnyMemory, BoundsByPaths };

/// A part of a search: the key and the strategies of a task, and what is known of its plans. The tables of the task are
/// made when its turn comes, and dropped afterwards: a request may have many thousands of subproblems.
struct Subproblem {
    /// Next step in the queue of a search.
    enum class Step {
        Bound,       ///< its own bounds; it has a bound from few strategies
        Solve,       ///< the method's plans; with little effort, if they prove something
        SolveFully,  ///< with full effort
        SolveAgain,  ///< labels were dropped: under a lower limit, or with more room
        Walk,        ///< a walk as BMW's, if it is still open
        None,        ///< done
    };

    TaskKey key;
    std::shared_ptr<const StrategySet> strategies;
    std::shared_ptr<const StrategyFamily> family = nullptr;
    Seconds bound = 0;      ///< lower bound in seconds per sample; infinity: no plan fits
    Bytes need = 0;         ///< lower bound of the bytes per device
    std::size_t index = 0;  ///< index among the incumbent's tasks
    Step step = Step::Solve;
    Seconds limit = 0;  ///< limit under which it was solved last, in seconds per sample
};

/// Returns the task with its cost tables over the strategies of P. A strategy that a layer refuses is not among the
/// layer's candidates. Returns nothing after a stop of the source: large tables take seconds.
[[nodiscard]] std::optional<Task> makeTask(const TaskSource& source, const Subproblem& subproblem,
                                           TaskUse use = TaskUse::Plans);

/// Returns the task with the strategy of every layer prescribed by the pattern.
[[nodiscard]] Task withPattern(Task task, const RecomputePattern& pattern);

/// Returns the largest number of micro-batches in flight through each part of a cut.
[[nodiscard]] std::vector<int> mostInFlight(const Task& task);

/// Returns true if every layer has a candidate.
[[nodiscard]] bool isComplete(const Task& task);

/// Stage of an assignment on a cut without chunks, in terms of the objective. Assignments are indices into the task's
/// strategies.
struct StageWork {
    StepShare share;  ///< including receives
    StagePlace place;
};
[[nodiscard]] std::vector<StageWork> stageWork(const Task& task, const std::vector<int>& sizes,
                                               const std::vector<int>& strategies);

/// Returns the objective of an assignment on a cut without chunks.
[[nodiscard]] Seconds objectiveOf(const Task& task, const std::vector<int>& sizes, const std::vector<int>& strategies);

}  // namespace pgram
