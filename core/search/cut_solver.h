// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of one task on one cut: the stages' frontiers, joined across their boundaries so that
// Σ (t_i + once_i) + (m - 1)·max t_i is least (METHOD §5, §7).
#pragma once

#include "core/search/stage_frontier.h"

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace pgram {

struct CutSolution {
    Seconds stepTime = 0;
    std::vector<int> strategies;      ///< of each layer, indices into Task::strategies
    std::vector<Seconds> stageTimes;  ///< t_i: one micro-batch, receives inside
    std::vector<Bytes> stageMemory;   ///< context inside
};

/// Solves cuts of one task; stages seen before are not solved again. Refers to the task.
class CutSolver {
public:
    /// `budget`: usable bytes a device.
    CutSolver(const Task& task, Bytes budget, std::stop_token stop = {});

    /// None: no assignment fits and takes at most `limit` seconds a step, or the stop was asked for (see stopped()).
    [[nodiscard]] std::optional<CutSolution> solve(const std::vector<int>& sizes,
                                                   Seconds limit = std::numeric_limits<double>::infinity());
    [[nodiscard]] bool stopped() const { return m_stopped; }

private:
    struct Record;
    /// A stage of the cut in hand.
    struct Part {
        int stage = 0;
        StageQuestion question;
        const StageBound* weighted = nullptr;  ///< of m·time + once
        Seconds least = 0;                     ///< of time + once
        Seconds limit = 0;                     ///< on m·time + once, for a step within the cut's limit
    };
    struct Solved {
        Seconds limit = 0;
        std::unique_ptr<StageFrontier> frontier;
    };

    [[nodiscard]] std::optional<CutSolution> solveWithin(const std::vector<int>& sizes, std::vector<Part>& parts,
                                                         Seconds limit);
    [[nodiscard]] std::vector<Part> partsOf(const std::vector<int>& sizes);
    [[nodiscard]] Seconds nearlyBest(const std::vector<Part>& parts) const;
    const StageBound& bound(const StageQuestion& question, double weight);
    const StageFrontier& frontier(const Part& part, int lastClass);
    [[nodiscard]] Seconds receive(int stage, int layer, int sender, int receiver);
    void openLast(const Part& part, Record& record);
    void openInFront(const Part& part, std::size_t begin, Record& record);
    [[nodiscard]] CutSolution solutionOf(const Record& record, std::size_t best, Seconds stepTime) const;
    void addReceives(const std::vector<int>& sizes, CutSolution& solution);

    const Task& m_task;
    Bytes m_budget;
    std::stop_token m_stop;
    bool m_stopped = false;
    std::map<int, int> m_senderExample;    ///< sending class -> a strategy of it
    std::map<int, int> m_receiverExample;  ///< boundary class -> a strategy of it
    std::map<std::pair<StageQuestion, bool>, std::unique_ptr<StageBound>> m_bounds;  ///< of weight m (true) or 1
    std::map<StageQuestion, Solved> m_frontiers;
    std::map<std::tuple<int, int, int, int>, Seconds> m_receives;  ///< by stage, layer, sender, receiver
};

}  // namespace pgram
