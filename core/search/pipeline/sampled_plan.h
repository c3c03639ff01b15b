// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Any plan of a task, with sums of its stages that are cheap to bring up to date when a few layers change: what a
// search by sampling scores a hundred thousand times a second. Same figures as the exact solvers: the task's tables.
#pragma once

#include "core/search/pipeline/stage_join.h"
#include "core/search/task/task.h"

#include <unordered_map>
#include <vector>

namespace pgram {

/// What the layers of a part of the cut, a stage or one of its chunks, come to.
struct PartSums {
    StepShare share;  ///< of the objective, receives inside
    StagePlace place;
    Bytes held = 0;  ///< states and the micro-batches in flight
    Bytes transient = 0;
};

/// A value; refers to the candidates of its task.
struct SampledPlan {
    std::vector<int> ends;                 ///< of each part of the cut, the layer behind its last
    std::vector<const Candidate*> choice;  ///< of each layer
    std::vector<PartSums> parts;
};

/// Scores plans of one task. Refers to the task; not for several threads at once.
class SampleScorer {
public:
    /// `budget`: usable bytes a device.
    SampleScorer(const Task& task, Bytes budget);

    [[nodiscard]] const Task& task() const { return m_task; }
    /// Bytes per device for states, what is kept and backward peaks.
    [[nodiscard]] Bytes budget() const { return m_budget; }
    /// Of each part of the cut.
    [[nodiscard]] const std::vector<int>& inFlight() const { return m_inFlight; }
    /// Returns the layer's candidate with this strategy, or null.
    [[nodiscard]] const Candidate* find(int layer, int strategy) const;
    /// Drops cached receive times. Call it, then sum() for every plan, after the blocks of the task change.
    void forgetBlocks() { m_receives.clear(); }

    /// Brings all sums up to date.
    void sum(SampledPlan& plan);
    /// After a change of the strategies of layers [first, end), or of cuts among them.
    void sum(SampledPlan& plan, int first, int end);

    [[nodiscard]] Seconds objective(const SampledPlan& plan) const;
    /// By which share of the budget the fullest stage is over it; 0 = all fit.
    [[nodiscard]] double excess(const SampledPlan& plan) const;

    /// With its step worked out.
    [[nodiscard]] CutPlan planOf(const SampledPlan& plan) const;

private:
    [[nodiscard]] PartSums sumOf(const SampledPlan& plan, int part);
    [[nodiscard]] Seconds receive(const SampledPlan& plan, int part, int layer);
    /// Of all chunks of a stage.
    [[nodiscard]] PartSums stageOf(const SampledPlan& plan, int stage) const;
    /// Returns the layer's candidate with this strategy on devices of the class, or null.
    [[nodiscard]] const Candidate* onClass(int classOfDevices, int layer, int strategy) const;

    const Task& m_task;
    Bytes m_budget;                                                     ///< context taken off
    std::vector<int> m_inFlight;                                        ///< through each part, at the most
    std::vector<std::vector<const Candidate*>> m_ofStrategy;            ///< by run and strategy
    std::vector<std::vector<std::vector<const Candidate*>>> m_ofClass;  ///< by class of devices, run and strategy
    std::unordered_map<std::uint64_t, Seconds> m_receives;  ///< by part, layer and the strategies on both sides
};

/// Moves the cuts [first, last], those behind these parts, a layer forward (`step` 1) or back (-1). False: the part
/// that shrinks has no layer to give.
[[nodiscard]] bool moveCuts(SampleScorer& scorer, SampledPlan& plan, int first, int last, int step);

/// The plan of the task that needs least memory, on the cut given.
[[nodiscard]] SampledPlan leanestPlan(SampleScorer& scorer, const std::vector<int>& sizes);

}  // namespace pgram
