// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Any plan of a task, with sums over its stages that are cheap to update when a few layers change. A search by sampling
// scores such plans a hundred thousand times per second. The figures are those of the exact solvers: the task's tables.
#pragma once

#include "core/search/pipeline/stage_join.h"
#include "core/search/task/task.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace pgram {

/// Sums over the layers of a part of the cut, which is a stage or one of its chunks.
struct PartSums {
    StepShare share;     ///< contribution to the objective, including receives
    PathCounts seconds;  ///< the same for the operations of the part
    StagePlace place;
    Bytes held = 0;  ///< states and activations of the micro-batches in flight
    Bytes transient = 0;
};

/// A plain value that refers to the candidates of its task.
struct SampledPlan {
    std::vector<int> ends;                 ///< end of each part of the cut: the layer behind its last one
    std::vector<const Candidate*> choice;  ///< candidate per layer
    std::vector<PartSums> parts;
};

/// Scores plans of one task. Refers to the task. Not thread-safe.
class SampleScorer {
public:
    /// `budget`: usable bytes per device. `inFlight`: micro-batches in flight through each part; empty: the largest
    /// numbers.
    SampleScorer(const Task& task, Bytes budget, std::vector<int> inFlight = {});

    [[nodiscard]] const Task& task() const { return m_task; }
    /// Returns the bytes per device for states, kept activations and backward peaks.
    [[nodiscard]] Bytes budget() const { return m_budget; }
    /// Returns the micro-batches in flight through each part of the cut, which the sums of memory assume.
    [[nodiscard]] const std::vector<int>& inFlight() const { return m_inFlight; }
    /// Returns the layer's candidate with this strategy, or null.
    [[nodiscard]] const Candidate* find(int layer, int strategy) const;
    /// Drops cached receive times. Call it, then sum() for every plan, after the blocks of the task change.
    void forgetBlocks() { m_receives.clear(); }

    /// Updates all sums.
    void sum(SampledPlan& plan);
    /// Updates the sums after a change of the strategies of layers [first, end), or of cuts among them.
    void sum(SampledPlan& plan, int first, int end);

    [[nodiscard]] Seconds objective(const SampledPlan& plan) const;
    /// Returns the objective if it bounds the step. Otherwise simulates the step, within rounding and the share of
    /// re-layouts that is in the forward.
    [[nodiscard]] Seconds step(const SampledPlan& plan);
    /// Returns the number of operations that step() simulates.
    [[nodiscard]] std::size_t operations() const { return m_graph ? m_graph->size() : 0; }
    /// Returns the excess of the fullest stage as a share of the budget; 0 if all stages fit.
    [[nodiscard]] double excess(const SampledPlan& plan) const;

    /// Returns the plan as a cut plan, without its step.
    [[nodiscard]] CutPlan cutOf(const SampledPlan& plan) const;
    /// Returns the plan as a cut plan, including its step.
    [[nodiscard]] CutPlan planOf(const SampledPlan& plan) const;

private:
    [[nodiscard]] PartSums sumOf(const SampledPlan& plan, int part);
    [[nodiscard]] Seconds receive(const SampledPlan& plan, int part, int layer);
    /// Returns the sums over all chunks of a stage.
    [[nodiscard]] PartSums stageOf(const SampledPlan& plan, int stage) const;
    /// Returns the layer's candidate with this strategy on devices of the class, or null.
    [[nodiscard]] const Candidate* onClass(int classOfDevices, int layer, int strategy) const;

    const Task& m_task;
    Bytes m_budget;                                                     ///< without the context
    std::optional<OperationGraph> m_graph;                              ///< none if the objective is a bound
    std::vector<int> m_inFlight;                                        ///< largest number through each part
    std::vector<std::vector<const Candidate*>> m_ofStrategy;            ///< by run and strategy; null: not a candidate
    std::vector<std::vector<std::vector<const Candidate*>>> m_ofClass;  ///< by class of devices, run and strategy
    std::unordered_map<std::uint64_t, Seconds> m_receives;  ///< by part, layer and the strategies on both sides
};

/// Moves the cuts [first, last], each of which is the end of the part with that index, a layer forward (`step` 1) or
/// back (-1). Returns false if the part that shrinks has only one layer.
[[nodiscard]] bool moveCuts(SampleScorer& scorer, SampledPlan& plan, int first, int last, int step);

/// Returns the plan of the task that needs least memory on the given cut; the only one if the task has a pattern.
[[nodiscard]] SampledPlan leastMemoryPlan(SampleScorer& scorer, const std::vector<int>& sizes);

}  // namespace pgram
