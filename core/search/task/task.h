// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One task of the outer search: batch, stages and micro-batches are fixed, and every layer's every strategy has its
// cost in a table. Memory in bytes, times in seconds.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/frameworks/family.h"
#include "core/schedule/objective.h"
#include "core/schedule/path_means.h"
#include "core/search/task/layer_costs.h"
#include "core/search/task/pins.h"
#include "core/search/task/stage_places.h"
#include "core/search/task/strategy_set.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

namespace pgram {

/// (B, P, m, schedule), and which of a target's families of strategies.
struct TaskKey {
    std::int64_t batch = 1;
    int pipeline = 1;
    int microbatches = 1;
    int schedule = 0;  ///< place among the candidates: of equal plans the first one's wins
    int family = 0;
    auto operator<=>(const TaskKey&) const = default;
};

/// What a layer holds is counted up to here: above any budget, and a sum over all layers of a model does not wrap.
inline constexpr Bytes beyondBudgets = 16 * largestMemory;

/// A strategy that a layer may use, with what it costs.
struct Candidate {
    int strategy = 0;     ///< index into the task's strategies
    int layout = 0;       ///< of that strategy
    Bytes states = 0;     ///< O_ms, less what the last layer frees first (BackwardMoment)
    Bytes kept = 0;       ///< O_f of one micro-batch in flight
    Bytes transient = 0;  ///< O_b, with what the last layer frees first
    StepShare share;      ///< of the objective

    /// Bytes held with so many micro-batches in flight.
    [[nodiscard]] Bytes heldWith(int inFlight) const
    {
        return std::min(added(states, times(inFlight, kept)), beyondBudgets);
    }
};

/// A strategy as a path through the order of operations sees it.
struct PathOption {
    double states = 0;  ///< bytes, as of the candidate
    double kept = 0;
    PathCounts seconds;  ///< of one micro-batch; once: of a step
};

/// How a strategy looks from the other side of a stage boundary: strategies of one class send, or receive, alike.
struct BoundaryClass {
    int sending = 0;
    int receiving = 0;
};

struct Task {
    TaskKey key;
    Architecture model;
    Cluster cluster;
    Training training;                 ///< with the task's batch
    Bytes budget = 0;                  ///< budget of the largest devices; 0 = their memory
    Schedule schedule;                 ///< with the task's micro-batches
    std::vector<std::int64_t> slices;  ///< tokens of each slice of a micro-batch; empty: it goes in one
    Objective objective;
    std::shared_ptr<const StrategySet> set;
    std::vector<BoundaryClass> boundaryClasses;  ///< of each strategy
    std::vector<int> runOf;                      ///< of each layer
    /// Micro-batches in flight through each part of a cut: k_i. The parts are the stages or, where the schedule has
    /// chunks, these, in model order; through them are in flight as many as when their stage holds most of
    /// them, kept bytes taken as equal.
    std::vector<int> inFlight;
    std::shared_ptr<const StrategyFamily> family;    ///< of a target; null: any of the set
    std::optional<RecomputePattern> pattern;         ///< which leaves no layer a choice (given_strategies.h)
    bool needsBlocks = false;                        ///< each part has one
    bool receivesInside = false;                     ///< candidates hold what stages receive (staged_task.h)
    std::vector<std::vector<Candidate>> candidates;  ///< of each run; empty = the layer has no legal strategy
    std::vector<std::vector<Candidate>> lean;        ///< of each run, those that no other one beats in bytes
    /// Of each run: by a part that begins with it, a micro-batch in flight. Empty: nothing skips a layer.
    std::vector<Bytes> carried;
    /// By layer: the least forwards and backwards of one micro-batch through the layers before it.
    std::vector<Seconds> leastForward;
    std::vector<Seconds> leastBackward;
    std::vector<WorkShares> shares;  ///< of each run
    /// Of each run, made for bounds by paths: of all strategies, candidates or beaten, those that no
    /// other one beats in anything that a path counts.
    std::vector<std::vector<PathOption>> pathOptions;
    /// Seconds of the re-layout from layout a to layout b (at a·layouts + b), one table for each size of activation.
    std::vector<std::vector<Seconds>> tables;
    std::vector<int> within;  ///< table of two neighbouring layers of run r
    std::vector<int> across;  ///< table of the last layer of run r and the first of run r + 1
    /// On a mixed cluster; null: its devices are alike.
    std::shared_ptr<const StagePlaces> places;
    int placeClass = -1;  ///< the one that all stages are of; -1: `classes` has a task for each
    Bytes lacks = 0;      ///< what its devices have less than the largest may use
    /// Where stages are of several classes: what each costs. This task's own candidates are those of all classes then.
    std::vector<std::shared_ptr<const Task>> classes;
    std::vector<int> blocks;  ///< of each stage, in the order in hand

    [[nodiscard]] int classAt(int stage) const
    {
        return classes.empty() ? 0 : places->clusters->classOf(blocks[static_cast<std::size_t>(stage)]);
    }
    /// As a stage of the class sees it.
    [[nodiscard]] const Task& ofClass(int index) const
    {
        return classes.empty() ? *this : *classes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] const Task& at(int stage) const { return ofClass(classAt(stage)); }
    [[nodiscard]] int blockOf(int stage) const
    {
        return blocks.empty() ? stage : blocks[static_cast<std::size_t>(stage)];
    }
    /// Of each device, whatever its layers are.
    [[nodiscard]] Bytes fixedBytes() const { return cluster.contextBytes + lacks; }
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
    [[nodiscard]] int layers() const { return static_cast<int>(runOf.size()); }
    [[nodiscard]] const std::vector<Candidate>& of(int layer) const
    {
        return candidates[static_cast<std::size_t>(runOf[static_cast<std::size_t>(layer)])];
    }
    [[nodiscard]] const std::vector<Candidate>& leanOf(int layer) const
    {
        return lean[static_cast<std::size_t>(runOf[static_cast<std::size_t>(layer)])];
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
    /// Skips that a part which begins with the layer keeps, of so many micro-batches in flight.
    [[nodiscard]] Bytes carriedInto(int part, int layer, int microbatches) const
    {
        if (carried.empty()) {
            return 0;
        }
        const bool comesIn = part > 0 && stageOf(part - 1) != stageOf(part);
        const Bytes own = carried[static_cast<std::size_t>(runOf[static_cast<std::size_t>(layer)])];
        return comesIn ? std::min(times(microbatches, own), beyondBudgets) : 0;
    }
    /// Re-layout before layer `layer`, which has layout `to` behind a layer of layout `from`.
    [[nodiscard]] Seconds relayout(int layer, int from, int to) const
    {
        const auto run = static_cast<std::size_t>(runOf[static_cast<std::size_t>(layer)]);
        const auto before = static_cast<std::size_t>(runOf[static_cast<std::size_t>(layer - 1)]);
        const int table = run == before ? within[run] : across[before];
        return tables[static_cast<std::size_t>(table)][static_cast<std::size_t>(from * set->layouts + to)];
    }
    /// One way of the transfer before layer `layer` when it starts part `part` of a cut, with these strategies on its
    /// two sides; 0 where it is hidden, or goes to no other stage.
    [[nodiscard]] Seconds receive(int part, int layer, int strategyBefore, int strategyAfter) const;
    /// Stage `stage` of layers [first, end), of which one transfer in front of it and one behind it take so long.
    [[nodiscard]] StagePlace place(int stage, int first, int end, Seconds inFront = 0, Seconds behind = 0) const
    {
        const auto a = static_cast<std::size_t>(first);
        const auto b = static_cast<std::size_t>(end);
        const Task& own = at(stage);
        return {stage, own.leastForward[b] - own.leastForward[a] + inFront,
                own.leastBackward[b] - own.leastBackward[a] + behind};
    }
    /// Linear bounds of the step.
    [[nodiscard]] std::vector<PooledBound> pooled() const
    {
        const auto most = std::ranges::max_element(model.runs, {}, &LayerSpec::count);
        return objective.pooled(shares, static_cast<std::size_t>(most - model.runs.begin()));
    }
    /// Of a cut.
    [[nodiscard]] int parts() const { return static_cast<int>(inFlight.size()); }
    [[nodiscard]] bool hasChunks() const { return parts() > key.pipeline; }
    [[nodiscard]] int kept(int part) const { return inFlight[static_cast<std::size_t>(part)]; }
    [[nodiscard]] int leastKept() const { return std::ranges::min(inFlight); }
    [[nodiscard]] int stageOf(int part) const
    {
        return hasChunks() ? stageOfChunk(schedule, key.pipeline, part) : part;
    }
};

/// Micro-batches in flight through each part of a cut, worked out once for all tasks of a search. For several threads
/// at once.
class InFlightCounts {
public:
    [[nodiscard]] std::vector<int> of(const Schedule& schedule, int stages);

private:
    std::mutex m_mutex;
    std::map<std::tuple<ScheduleKind, int, int, int, int>, std::vector<int>> m_known;
};

/// The request's parts that tasks share.
struct TaskSource {
    const Architecture* model = nullptr;
    const Cluster* cluster = nullptr;
    Training training;
    std::vector<Schedule> schedules;  ///< candidates; kind and chunks
    StepRule rule = StepRule::Simulated;
    /// Of each run of the model: what it is pinned to. Empty = nothing is pinned.
    std::vector<std::optional<Allowed>> pinned;
    const Target* target = nullptr;
    std::shared_ptr<LayerCosts> costs = std::make_shared<LayerCosts>();
    std::shared_ptr<InFlightCounts> inFlight = std::make_shared<InFlightCounts>();
    std::shared_ptr<MixedStages> mixed = nullptr;  ///< of a mixed cluster
    Bytes budget = 0;                              ///< budget of the largest devices; 0 = their memory
};

/// The schedule on so many stages: on one nothing is gained by chunks or slices, and runtimes have none: 1F1B's order.
[[nodiscard]] inline Schedule onStages(const Schedule& schedule, int stages)
{
    return stages == 1 && (schedule.virtualStages > 1 || schedule.slices > 1)
               ? Schedule{ScheduleKind::OneFOneB, schedule.microbatches, 1}
               : schedule;
}
/// Of the key, with its micro-batches.
[[nodiscard]] Schedule scheduleOf(const TaskSource& source, const TaskKey& key);

/// What a task is made for: bounds ask for no re-layout between layers of several stages, those of any memory for none,
/// those by paths for `pathOptions` besides.
enum class TaskUse { Plans, Bounds, BoundsOfAnyMemory, BoundsByPaths };

/// The task's tables over the strategies of P; a strategy that a layer refuses is no candidate of it.
[[nodiscard]] Task makeTask(const TaskSource& source, const TaskKey& key, std::shared_ptr<const StrategySet> set,
                            std::shared_ptr<const StrategyFamily> family = nullptr, TaskUse use = TaskUse::Plans);

/// The task with every layer's strategy given by the pattern.
[[nodiscard]] Task withPattern(Task task, const RecomputePattern& pattern);

/// Through each part of a cut at any time.
[[nodiscard]] std::vector<int> mostInFlight(const Task& task);

/// Every layer has a candidate.
[[nodiscard]] bool isComplete(const Task& task);

/// The stages of an assignment (indices into the task's strategies) on a cut without chunks, as the objective sees
/// them.
struct StageWork {
    StepShare share;  ///< receives inside
    StagePlace place;
};
[[nodiscard]] std::vector<StageWork> stageWork(const Task& task, const std::vector<int>& sizes,
                                               const std::vector<int>& strategies);

/// The objective of an assignment on a cut without chunks.
[[nodiscard]] Seconds objectiveOf(const Task& task, const std::vector<int>& sizes, const std::vector<int>& strategies);

}  // namespace pgram
