// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cache of the solved stage subproblems of one task: bounds, frontiers and receives, each computed once. Ranges of
// layers of the same types, in the same order, share an entry.
#pragma once

#include "core/base/index.h"
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
    Little,  ///< enough for most tasks; a task that needs more has no result
    Full,    ///< drops labels if a task needs more
    Wide,    ///< like Full, with room for more labels
    /// Like Full, but searches up to the limit at once, which is that of a plan that is probably the best.
    Proof,
};

/// Refers to the task, whose order of blocks may change. Not thread-safe.
class StageCache {
public:
    /// `budget`: usable bytes per device.
    StageCache(const Task& task, Bytes budget, std::stop_token stop = {}, Effort effort = Effort::Full);

    [[nodiscard]] const Task& task() const { return m_task; }
    [[nodiscard]] Effort effort() const { return m_effort; }
    [[nodiscard]] bool stopped() const { return m_stopped; }
    /// Clears stopped() unless the stop was requested. When the effort ended the work, bounds can still be computed.
    void resume() { m_stopped = m_stop.stop_requested(); }
    /// Returns true if some frontier dropped labels, so that the result is not a proven optimum.
    [[nodiscard]] bool isThinned() const { return m_thinned; }
    /// Returns the sending classes of the task's strategies.
    [[nodiscard]] const std::vector<int>& senders() const { return m_senders; }

    /// Returns true if a stage needs a block and these layers have none.
    [[nodiscard]] bool isRefused(int first, int end) const;
    /// Returns lower bounds of the stage's figures. With P = 1 only the end is set.
    [[nodiscard]] StageFigures figures(int stage, int first, int end);
    /// Improves the bounds that figures() returned.
    void refine(int stage, int first, int end);
    /// Returns the strategies of an assignment that fits and nearly has the least m·t + once; empty if there is none.
    /// Valid until the next call.
    [[nodiscard]] const std::vector<int>& nearlyBest(int stage, int first, int end);
    /// Returns the share of such an assignment, or of one of nearly least m·t if the stage's work per step does not
    /// count; nothing if there is none.
    [[nodiscard]] std::optional<StepShare> nearlyBestShare(int stage, int first, int end);
    /// Returns the strategies of the assignment of nearlyBestShare().
    [[nodiscard]] const std::vector<int>& nearlyFastest(int stage, int first, int end);
    /// Returns true if stages whose last layer is of the sending class are worth a look. Once nothing can be proven,
    /// the class of nearlyFastest() is enough.
    [[nodiscard]] bool mayEnd(int stage, int first, int end, int sender);
    /// Returns true if the stage's work per step counts. Behind the first stage this work is usually hidden by earlier
    /// stages: it is left out until it decides the step of some plan.
    [[nodiscard]] bool onceCounts(int stage) const { return m_onceCounts[at(stage)]; }
    void countOnce(int stage) { m_onceCounts[at(stage)] = true; }
    /// Returns the answers within the limits. `sender`: sending class of the stage's last layer; ignored for the last
    /// stage.
    [[nodiscard]] std::shared_ptr<const StageFrontier> frontier(int stage, int first, int end, int sender,
                                                                const StageFigures& limits);
    /// Returns the seconds of a one-way transfer into `stage`, which starts with layer `layer`, between these classes.
    [[nodiscard]] Seconds receive(int stage, int layer, int sender, int receiver);

private:
    /// Linear figures of a stage that have bounds.
    enum Figure { Fill, Pace, Span, Trip, End };
    using Bounds = std::array<std::unique_ptr<StageBound>, 5>;
    /// Allowance of labels if a single figure of a stage counts. Answers need not exceed the upper bounds that are
    /// known for its classes.
    struct Allowed {
        Seconds limit = -std::numeric_limits<double>::infinity();  ///< limit for which the allowance was computed
        bool isWhole = false;                                      ///< true if a higher limit allows no more
        Allowance most;
    };
    struct Solved {
        std::vector<Seconds> limits;
        std::shared_ptr<const StageFrontier> frontier;
    };

    [[nodiscard]] StageQuestion question(int stage, int first, int end);
    [[nodiscard]] const std::shared_ptr<const StageFrontier>& given(const StageQuestion& question);
    [[nodiscard]] StageFigures givenFigures(const StageQuestion& question);
    StageBound& bound(const StageQuestion& question, Figure figure);
    const Allowed& allowed(const StageQuestion& question, const StageCheck& check);
    [[nodiscard]] std::vector<StageCheck> checks(const StageQuestion& question, int stage, const StageFigures& limits);

    const Task& m_task;
    Bytes m_budget;
    std::stop_token m_stop;
    Effort m_effort;
    bool m_stopped = false;
    bool m_thinned = false;
    LabelRoom m_room;  ///< for all frontiers together
    std::size_t m_roomOfFrontier;
    std::vector<int> m_kept;  ///< k per stage
    std::vector<bool> m_onceCounts;
    AlikeRanges m_alike;
    std::vector<int> m_senders;
    std::map<int, int> m_senderExample;    ///< a strategy of each sending class
    std::map<int, int> m_receiverExample;  ///< a strategy of each receiving class
    std::vector<int> m_blocks;             ///< number of blocks before each layer; empty unless each part needs a block
    std::map<StageQuestion, std::shared_ptr<const StageFrontier>> m_given;
    std::vector<int> m_assignment;  ///< returned by nearlyBest() for a task with a pattern
    std::map<StageQuestion, Bounds> m_bounds;
    std::map<StageQuestion, Solved> m_frontiers;
    std::map<StageQuestion, Allowed> m_allowed;
    /// By both stages' blocks, layer, sender and receiver.
    std::map<std::tuple<int, int, int, int, int>, Seconds> m_receives;
};

}  // namespace pgram
