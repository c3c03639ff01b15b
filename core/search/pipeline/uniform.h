// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Uniform plans: one strategy for all layers, on the even cut. Computes the estimator's step time and memory of such a
// plan from sums over runs of equal layers and groups of equal chunks, without a pass over all layers.
#pragma once

#include "core/base/index.h"
#include "core/cost/relayout.h"
#include "core/search/task/task.h"

#include <limits>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace pgram {

/// The even cut of a model into the chunks of all stages. Chunks of a group hold equally many layers of the same
/// types, and receive the same over the same links.
class UniformCut {
public:
    /// `schedule`: kind and chunks. `pinned`: as for LayerTypes. The cut has no groups if there are fewer layers than
    /// chunks.
    UniformCut(const Architecture& model, const Cluster& cluster, int pipeline, const Schedule& schedule,
               std::span<const std::optional<Allowed>> pinned = {});
    /// Computes the micro-batches in flight for the schedule's number of micro-batches.
    void prepare(const Schedule& schedule);

    struct Part {
        std::size_t type = 0;
        int count = 0;
        bool operator==(const Part&) const = default;
    };
    /// Boundary between two chunks of different stages.
    struct Boundary {
        int lastRun = 0;  ///< first run of the type of the layer in front
        int nextRun = 0;
        int link = 0;
        StagePair stages;  ///< stages of the first boundary of this kind
    };
    struct Group {
        int before = -1;  ///< index into boundaries(); -1: the chunk receives nothing
        int after = -1;
        std::vector<Part> parts;
    };

    [[nodiscard]] const LayerTypes& types() const { return m_types; }
    [[nodiscard]] int pipeline() const { return m_pipeline; }
    [[nodiscard]] const std::vector<int>& sizes() const { return m_sizes; }
    [[nodiscard]] const std::vector<Boundary>& boundaries() const { return m_boundaries; }
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }
    /// Kind of a stage: the groups of its chunks, in their order.
    using StageKind = std::vector<std::size_t>;
    [[nodiscard]] const std::vector<StageKind>& kinds() const { return m_kinds; }
    /// Returns the index of the stage's kind.
    [[nodiscard]] std::size_t kindOf(int stage) const { return m_kindOf[at(stage)]; }
    /// Micro-batches in flight through the chunks of a stage at a moment at which it may be the fullest of its kind.
    struct Peak {
        int stage = 0;
        std::vector<int> counts;
    };
    using Peaks = std::vector<std::vector<Peak>>;  ///< per kind
    [[nodiscard]] Peaks peaksOf(const Schedule& schedule) const;
    /// Returns the peaks prepared for the schedule's micro-batches; null if prepare() was not called for them.
    [[nodiscard]] const Peaks* peaks(const Schedule& schedule) const;

private:
    [[nodiscard]] int boundaryBefore(const Architecture& model, const Cluster& cluster, const StagePair& stages,
                                     int layer);
    void sortStages(const Schedule& schedule, const std::vector<std::size_t>& groupOf);

    LayerTypes m_types;
    int m_pipeline;
    std::vector<int> m_sizes;
    std::vector<Boundary> m_boundaries;
    std::vector<Group> m_groups;
    std::vector<StageKind> m_kinds;
    std::vector<std::size_t> m_kindOf;
    std::map<int, Peaks> m_peaks;  ///< by micro-batches of the filled() schedule
};

struct UniformScore {
    Seconds objective = 0;  ///< by schedule and rule, from the seconds of forward and backward
    Bytes memory = 0;       ///< bytes of the fullest stage, including the context
    int fullest = 0;        ///< index of that stage
};

/// Scores one strategy on one cut under one schedule. Costs depend on batch and micro-batches only through the samples
/// that a device has at once, so that they are cached by that number. Refers to the cut and to what the source refers
/// to. Not thread-safe.
class UniformScorer {
public:
    /// `schedule`: kind and chunks.
    UniformScorer(const TaskSource& source, const Schedule& schedule, const UniformCut& cut,
                  const LayerStrategy& strategy);

    /// Returns the score; nothing if the plan is not legal, or if its objective is above `most`.
    [[nodiscard]] std::optional<UniformScore> score(std::int64_t batch, int microbatches,
                                                    Seconds most = std::numeric_limits<double>::infinity());

private:
    /// Cost of a chunk of a group.
    struct ChunkCost {
        Bytes states = 0;
        Bytes transient = 0;
        Bytes kept = 0;       ///< per micro-batch
        Seconds forward = 0;  ///< including receives
        Seconds backward = 0;
        Seconds received = 0;
        Seconds once = 0;
    };
    struct Costs {
        std::vector<LayerFigures> types;  ///< empty: some layer refuses the strategy
        std::vector<ChunkCost> chunks;    ///< per group
    };

    [[nodiscard]] const Costs& costsOf(std::int64_t samples, int microbatches);
    [[nodiscard]] Costs makeCosts(std::int64_t samples, int microbatches) const;
    [[nodiscard]] std::vector<Seconds> transfers(const CostContext& context) const;
    [[nodiscard]] StepShare shareOf(const Objective& objective, const Costs& costs, std::size_t group) const;
    [[nodiscard]] Seconds objectiveOf(const Objective& objective, const Costs& costs);
    void findFullest(const Costs& costs, UniformScore& score) const;

    TaskSource m_source;
    Schedule m_schedule;
    const UniformCut& m_cut;
    LayerStrategy m_strategy;
    std::unordered_map<std::int64_t, Costs> m_known;  ///< keyed by samples and, where costs depend on it, micro-batches
    std::vector<StageWork> m_kinds;                   ///< per kind of stage, for the current plan
};

}  // namespace pgram
