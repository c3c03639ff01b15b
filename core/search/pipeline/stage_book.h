// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is known of a task's stages: bounds, frontiers and receives, each worked out once. Ranges of layers that look
// alike (as many layers of the same runs) share their entries.
#pragma once

#include "core/search/stage/stage_frontier.h"

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <tuple>

namespace pgram {

/// Work limit of a task.
enum class Effort {
    Little,  ///< as much as most tasks need; a task that needs more has no result
    Full,    ///< labels are thinned where a task needs more
    Wide,    ///< as Full, with room for more labels
    Proof,   ///< as Full; the limit is that of a plan that is likely the best: nothing below it is looked for first
};

/// Refers to the task, whose order of blocks may change; not for several threads at once.
class StageBook {
public:
    /// `budget`: usable bytes a device.
    StageBook(const Task& task, Bytes budget, std::stop_token stop = {}, Effort effort = Effort::Full);

    [[nodiscard]] const Task& task() const { return m_task; }
    [[nodiscard]] Effort effort() const { return m_effort; }
    /// Of the way from the bound to the limit that is searched, one after the other.
    [[nodiscard]] std::span<const double> shares() const;
    [[nodiscard]] bool stopped() const { return m_stopped; }
    /// Where not the stop but the effort ended the work: bounds may be asked for all the same.
    void goOn() { m_stopped = m_stop.stop_requested(); }
    /// Whether some frontier was: what is found is no proven optimum.
    [[nodiscard]] bool isThinned() const { return m_thinned; }
    /// Sending classes of the task's strategies.
    [[nodiscard]] const std::vector<int>& senders() const { return m_senders; }

    /// A stage needs a block, and these layers have none.
    [[nodiscard]] bool isRefused(int first, int end) const;
    /// Only the end with P = 1.
    [[nodiscard]] StageLeast figures(int stage, int first, int end);
    /// Makes better what figures() gave for it.
    void refine(int stage, int first, int end);
    /// Strategies of an assignment that fits and nearly has the least m·t + once; empty = none. Until it is asked
    /// again.
    [[nodiscard]] const std::vector<int>& nearlyBest(int stage, int first, int end);
    /// The share of such an assignment, of least m·t where what the stage does once is left out; where there is none,
    /// none.
    [[nodiscard]] std::optional<StepShare> nearlyBestShare(int stage, int first, int end);
    /// The strategies of it.
    [[nodiscard]] const std::vector<int>& nearlyFastest(int stage, int first, int end);
    /// Whether to look at such stages whose last layer is of the sending class. Where nothing is proven any more those
    /// of the nearly fastest assignment are enough.
    [[nodiscard]] bool mayEnd(int stage, int first, int end, int sender);
    /// Whether what the stage does once counts. What a stage behind the first does once hides behind those in front as
    /// a rule: it is left out until a plan is met in which it decides.
    [[nodiscard]] bool onceCounts(int stage) const { return m_onceCounts[static_cast<std::size_t>(stage)]; }
    void countOnce(int stage) { m_onceCounts[static_cast<std::size_t>(stage)] = true; }
    /// Answers up to the limits; `sender`: the sending class of its last layer, of no account for the last stage.
    [[nodiscard]] std::shared_ptr<const StageFrontier> frontier(int stage, int first, int end, int sender,
                                                                const StageLimits& limits);
    /// One way of the transfer into `stage`, which starts with layer `layer`, between these classes.
    [[nodiscard]] Seconds receive(int stage, int layer, int sender, int receiver);

private:
    /// Linear figures of a stage that are bounded.
    enum Figure { Fill, Pace, Span, Trip, End };
    using Bounds = std::array<std::unique_ptr<StageBound>, 5>;
    /// Where one figure of a stage counts, answers need not go beyond what its classes are known to do with.
    struct Allowed {
        Seconds limit = -std::numeric_limits<double>::infinity();  ///< up to which the allowance is worked out
        bool isWhole = false;                                      ///< a higher limit allows no more
        Allowance most;
    };
    struct Solved {
        std::vector<Seconds> limits;
        std::shared_ptr<const StageFrontier> frontier;
    };

    [[nodiscard]] StageQuestion question(int stage, int first, int end) const;
    [[nodiscard]] const std::shared_ptr<const StageFrontier>& given(const StageQuestion& question);
    [[nodiscard]] StageLeast givenFigures(const StageQuestion& question);
    StageBound& bound(const StageQuestion& question, Figure figure);
    const Allowed& allowed(const StageQuestion& question, const StageCheck& check);
    [[nodiscard]] std::vector<StageCheck> checks(const StageQuestion& question, int stage, const StageLimits& limits);

    const Task& m_task;
    Bytes m_budget;
    std::stop_token m_stop;
    Effort m_effort;
    bool m_stopped = false;
    bool m_thinned = false;
    LabelRoom m_room;  ///< of all frontiers together
    std::size_t m_roomOfFrontier;
    std::vector<int> m_kept;  ///< k of each stage
    std::vector<bool> m_onceCounts;
    std::vector<int> m_runEnd;  ///< of each layer: end of its run
    std::vector<int> m_senders;
    std::map<int, int> m_senderExample;    ///< sending class -> a strategy of it
    std::map<int, int> m_receiverExample;  ///< boundary class -> a strategy of it
    std::vector<int> m_blocks;             ///< of the layers before each, where a part needs one
    std::map<StageQuestion, std::shared_ptr<const StageFrontier>> m_given;
    std::vector<int> m_assignment;  ///< nearlyBest() gives it, of a task with a pattern
    std::map<StageQuestion, Bounds> m_bounds;
    std::map<StageQuestion, Solved> m_frontiers;
    std::map<StageQuestion, Allowed> m_allowed;
    /// By both stages' blocks, layer, sender, receiver.
    std::map<std::tuple<int, int, int, int, int>, Seconds> m_receives;
};

}  // namespace pgram
