// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every plan of a small request, tried one after another and scored by the simulator alone: the referee of the planner.
// Knows the decision tree, the legality rules, the cost functions and the simulator, and nothing of core/search but the
// request.
#pragma once

#include "core/cost/relayout.h"
#include "core/plan/plan.h"
#include "core/schedule/simulator.h"
#include "core/search/search.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace pgram::test {

/// Micro-batches in flight through each chunk of a stage behind every operation of its order.
template <typename Visit>
void forEachHolding(const Schedule& schedule, int stages, int stage, const Visit& visit)
{
    std::vector<int> counts(static_cast<std::size_t>(schedule.virtualStages), 0);
    for (const ScheduledOp& op : stageOrder(schedule, stages, stage)) {
        const bool frees = op.kind == OpKind::Backward || op.kind == OpKind::WeightGradient;
        counts[static_cast<std::size_t>(op.chunk)] += op.kind == OpKind::Forward ? 1 : frees ? -1 : 0;
        visit(counts);
    }
}

/// Whether a request, which names what it wants of a kind or nothing, wants this.
template <typename T>
[[nodiscard]] bool isAskedFor(const std::vector<T>& wanted, T value)
{
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

/// The plans that are tried.
struct PlanSpace {
    Space space;
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    int pipeline = 0;  ///< the only P; 0 = any
};

/// What a task of the outer search fixes.
struct TaskShape {
    std::int64_t batch = 1;
    int pipeline = 1;
    int microbatches = 1;
    std::vector<LayerStrategy> strategies;  ///< of layers without a pin
};

/// Every (B, P, m) of the request; the strategies are those that the trees of the space keep.
[[nodiscard]] std::vector<TaskShape> taskShapes(const SearchRequest& request, const PlanSpace& plans);

struct FastestPlan {
    Plan plan;
    Seconds stepTime = 0;
    [[nodiscard]] Seconds perSample() const { return stepTime / static_cast<double>(plan.training.globalBatch); }
};

/// (B, P, m, stage).
using Place = std::tuple<std::int64_t, int, int, int>;

/// What the plans that need least memory have in common.
struct LeastMemory {
    Bytes bytes = 0;         ///< of their fullest stage
    std::set<Place> places;  ///< where that stage is, over all of them
};

/// One task's plans: every cut, every legal strategy of every layer. Refers to the request.
class ExhaustiveSearch {
public:
    ExhaustiveSearch(const SearchRequest& request, ScheduleKind schedule, TaskShape shape);

    /// Plans with each layer's strategy legal, counted before any is tried.
    [[nodiscard]] double planCount() const;
    /// Replaces `best` by a plan of less time a sample within `usable` bytes a device. `sizes`: the only cut to try;
    /// empty = all.
    void findFastest(Bytes usable, std::optional<FastestPlan>& best, const std::vector<int>& sizes = {});
    void findLeastMemory(std::optional<LeastMemory>& least);

private:
    struct Option {
        int strategy = 0;
        ChunkLoad chunk;  ///< of the layer, receives aside
        StageLoad once;
    };
    /// What a chunk comes to; without chunks a stage is one.
    struct Part {
        int size = 0;
        ChunkLoad chunk;
        StageLoad once;  ///< states as fixed bytes
    };
    /// Layers [0, layer) placed; `part` holds the last of them.
    struct Placed {
        int index = 0;
        Part part;
        Seconds head = 0;    ///< forwards of closed parts
        Seconds closed = 0;  ///< no plan with the closed parts takes less
        Bytes fullest = 0;   ///< nor does it with less memory
    };

    void addOptions(int layer, const std::vector<Pin>& pins);
    [[nodiscard]] const TransformationCost& relayout(int layer, int before, int after);
    [[nodiscard]] Seconds atLeast(const Placed& placed) const;
    [[nodiscard]] Seconds simulated() const;
    /// Of each stage, when all layers are placed.
    [[nodiscard]] std::vector<Bytes> stageBytes() const;
    [[nodiscard]] int parts() const { return m_shape.pipeline * m_frame.schedule.virtualStages; }
    [[nodiscard]] int stageOf(int part) const { return stageOfChunk(m_frame.schedule, m_shape.pipeline, part); }
    [[nodiscard]] bool changesStage(int part) const { return stageOf(part) != stageOf(part - 1); }
    [[nodiscard]] Seconds receive(int part, int layer, int before, int after);
    [[nodiscard]] Placed extended(const Placed& placed, int layer, const Option& option);
    [[nodiscard]] Placed cutAndGoOn(const Placed& placed, int layer, const Option& option);
    [[nodiscard]] Bytes bytesOf(const Placed& placed) const;
    template <typename Visit>
    void forEachPlacing(const Placed& placed, int layer, const Visit& visit);
    void searchFastest(const Placed& placed, int layer);
    void searchLeastMemory(const Placed& placed, int layer);
    [[nodiscard]] Plan currentPlan() const;

    const SearchRequest& m_request;
    TaskShape m_shape;
    Plan m_frame;  ///< the plans' common part
    int m_layers = 0;
    std::vector<std::vector<Option>> m_options;                               ///< by layer
    std::vector<int> m_choice;                                                ///< by layer, of the placing in hand
    std::vector<int> m_onlySizes;                                             ///< the only cut to try; empty = all
    std::vector<Part> m_parts;                                                ///< of the placing in hand
    std::vector<int> m_most;                                                  ///< by part: in flight at any time
    std::vector<std::vector<std::optional<TransformationCost>>> m_relayouts;  ///< by layer
    std::vector<std::vector<Seconds>> m_receives;  ///< by part·layers + layer; NaN = not yet worked out
    Bytes m_usable = 0;
    std::optional<FastestPlan>* m_best = nullptr;
    std::optional<LeastMemory>* m_least = nullptr;
};

/// Plans of all tasks together.
[[nodiscard]] double planCount(const SearchRequest& request, const PlanSpace& plans);
/// The fastest plan a sample of all tasks within `usable` bytes a device; none = nothing fits.
[[nodiscard]] std::optional<FastestPlan> fastestPlan(const SearchRequest& request, const PlanSpace& plans,
                                                     Bytes usable);
/// None = no plan is legal.
[[nodiscard]] std::optional<LeastMemory> leastMemory(const SearchRequest& request, const PlanSpace& plans);

}  // namespace pgram::test
