// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Uniform plans: one strategy for all layers, on the even cut. What the estimator says of such a plan's step time and
// memory, from sums over runs of equal layers and groups of equal chunks, never layer by layer.
#pragma once

#include "core/cost/relayout.h"
#include "core/search/task/task.h"

#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace pgram {

/// The even cut of a model into the chunks of all stages, with the chunks grouped: those of a group hold as many layers
/// of the same runs, and receive the same over the same links.
class UniformCut {
public:
    /// `schedule`: kind and chunks. No group: fewer layers than chunks.
    UniformCut(const Architecture& model, const Cluster& cluster, int pipeline, const Schedule& schedule);
    /// Works out once what is in flight with so many micro-batches.
    void prepare(const Schedule& schedule);

    struct Part {
        int run = 0;
        int count = 0;
        bool operator==(const Part&) const = default;
    };
    /// Between two chunks of different stages.
    struct Boundary {
        int lastRun = 0;
        int nextRun = 0;
        int link = 0;
        StagePair stages;  ///< of the first that is like this
    };
    struct Group {
        int before = -1;  ///< index into boundaries(); -1 = nothing is received
        int after = -1;
        std::vector<Part> parts;
    };

    [[nodiscard]] int pipeline() const { return m_pipeline; }
    [[nodiscard]] const std::vector<int>& sizes() const { return m_sizes; }
    [[nodiscard]] const std::vector<Boundary>& boundaries() const { return m_boundaries; }
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }
    /// Stages whose chunks are of the same groups, in their order, are of one kind.
    using StageKind = std::vector<std::size_t>;
    [[nodiscard]] const std::vector<StageKind>& kinds() const { return m_kinds; }
    /// Index of the stage's kind.
    [[nodiscard]] std::size_t kindOf(int stage) const { return m_kindOf[static_cast<std::size_t>(stage)]; }
    /// In flight through the chunks of a stage when it may be the fullest of its kind.
    struct Peak {
        int stage = 0;
        std::vector<int> counts;
    };
    using Peaks = std::vector<std::vector<Peak>>;  ///< by kind
    [[nodiscard]] Peaks peaksOf(const Schedule& schedule) const;
    /// What was prepared for the schedule's micro-batches; null: nothing.
    [[nodiscard]] const Peaks* peaks(const Schedule& schedule) const;

private:
    [[nodiscard]] int boundaryBefore(const Architecture& model, const Cluster& cluster, const StagePair& stages,
                                     int layer);
    void sortStages(const Schedule& schedule, const std::vector<std::size_t>& groupOf);

    int m_pipeline;
    std::vector<int> m_sizes;
    std::vector<Boundary> m_boundaries;
    std::vector<Group> m_groups;
    std::vector<StageKind> m_kinds;
    std::vector<std::size_t> m_kindOf;
    std::map<int, Peaks> m_peaks;  ///< by micro-batches of the filled() schedule
};

struct UniformScore {
    Seconds objective = 0;  ///< of the schedule and rule, forwards and backwards known
    Bytes memory = 0;       ///< of the fullest stage, context inside
    int fullest = 0;        ///< that stage
};

/// One strategy on one cut under one schedule. Costs depend on batch and micro-batches only through the samples that a
/// device has at once, so each such number is worked out once. Refers to the cut and to what the source refers to; not
/// for several threads at once.
class UniformScorer {
public:
    /// `schedule`: kind and chunks.
    UniformScorer(const TaskSource& source, const Schedule& schedule, const UniformCut& cut,
                  const LayerStrategy& strategy);

    /// None: the plan is not legal, or its objective is above `most`.
    [[nodiscard]] std::optional<UniformScore> score(std::int64_t batch, int microbatches,
                                                    Seconds most = std::numeric_limits<double>::infinity());

private:
    /// What the chunks of a group are made of.
    struct ChunkCost {
        Bytes states = 0;
        Bytes transient = 0;
        Bytes kept = 0;       ///< by one micro-batch
        Seconds forward = 0;  ///< receives inside
        Seconds backward = 0;
        Seconds received = 0;
        Seconds once = 0;
    };
    struct Costs {
        std::vector<LayerFigures> runs;  ///< none: some layer refuses the strategy
        std::vector<ChunkCost> chunks;   ///< by group
    };

    [[nodiscard]] const Costs& costsOf(std::int64_t samples, int microbatches);
    [[nodiscard]] Costs makeCosts(std::int64_t samples, bool inPlace) const;
    [[nodiscard]] std::vector<Seconds> transfers(const CostContext& context) const;
    [[nodiscard]] StepShare shareOf(const Objective& objective, const Costs& costs, std::size_t group) const;
    [[nodiscard]] Seconds objectiveOf(const Objective& objective, const Costs& costs);
    void findFullest(const Costs& costs, UniformScore& score) const;

    TaskSource m_source;
    Schedule m_schedule;
    const UniformCut& m_cut;
    LayerStrategy m_strategy;
    std::unordered_map<std::int64_t, Costs> m_known;  ///< by samples, and whether gradients are made in place
    std::vector<StageWork> m_kinds;                   ///< of stages, of the plan in hand
};

}  // namespace pgram
