// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact dynamic programme over the layers of one stage (docs/method/search.md, One stage): every assignment of
// strategies that is Pareto-minimal in kept memory, backward peak, trip and pace (StepShare). It needs no memory grid.
// Work that a stage does once per step often decides nothing, because earlier stages are still busy; a question may
// leave it out.
#pragma once

#include "core/search/stage/dominance.h"
#include "core/search/stage/stage_bound.h"
#include "core/search/stage/stage_question.h"
#include "core/search/task/task.h"

#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// An answer that no other answer with the same first class dominates.
struct StageAnswer {
    StepShare share;     ///< without the stage's receives
    Bytes memory = 0;    ///< states, kept activations, transient peak
    int firstClass = 0;  ///< receiving class of the first layer's strategy
    int label = 0;       ///< argument of assignmentOf()
};

/// A limit on one linear figure of an answer, and the bound that shows early which labels can stay within it.
struct StageCheck {
    const StageBound* bound = nullptr;
    Seconds limit = 0;
    const Allowance* most = nullptr;  ///< allowance of labels, if this is the only figure; null: the limit decides
};

/// Room for labels. Above this number only the most promising labels of each layer are kept, or the work stops.
struct LabelRoom {
    std::size_t labels = 0;
    bool thenStops = false;
};

/// Returns true for each value that is among the `count` least; of equal values the first ones are.
[[nodiscard]] std::vector<bool> areLeast(std::span<const Seconds> values, std::size_t count);

class StageFrontier {
public:
    /// Solves the question for answers within all limits. Check stopped() if a token was given or the room may stop the
    /// work. With P = 1 the only figure of a share is fill + repeats·pace + once.
    StageFrontier(const Task& task, const StageQuestion& question, std::vector<StageCheck> checks,
                  const LabelRoom& room, const std::stop_token& stop = {});

    /// Evaluates a stage whose layers have one strategy each, front to back: one answer, if it fits.
    StageFrontier(const Task& task, const StageQuestion& question, std::span<const Candidate* const> given);

    [[nodiscard]] const std::vector<StageAnswer>& answers() const { return m_answers; }
    [[nodiscard]] bool stopped() const { return m_stopped; }
    /// Returns true if labels were dropped because there were too many: the answers are good, but better ones may be
    /// missing.
    [[nodiscard]] bool isThinned() const { return m_thinned; }
    /// Returns the strategy of each layer of the stage, front to back.
    [[nodiscard]] std::vector<int> assignmentOf(int label) const;
    /// Returns the number of labels made, for statistics.
    [[nodiscard]] std::size_t labelCount() const { return m_labels.size(); }

private:
    struct Label {
        Bytes memory = 0;     ///< states and kept activations
        Bytes transient = 0;  ///< largest transient of the layers
        StepShare share;
        int next = -1;      ///< index of the label of the layer behind; -1: none
        int strategy = -1;  ///< strategy of this layer
    };
    using Bucket = std::vector<Label>;  ///< labels of one layout of the current layer
    /// A label of the layer behind the current one.
    struct Behind {
        int layout = 0;
        int label = 0;
    };

    /// Work space of run().
    struct Work {
        std::vector<Bucket> buckets;  ///< by layout of the current layer
        std::vector<Behind> behind;
        Bucket arrivals;
        Staircases staircases;
    };

    void run(const StageQuestion& question, const std::stop_token& stop);
    void startWith(const StageQuestion& question, Work& work);
    [[nodiscard]] static Label joined(const Label& own, const Label& behind);
    [[nodiscard]] Label leastOf(std::span<const Candidate> candidates, const StageQuestion& question) const;
    void findArrivals(int layer, int layout, const Label& least, const StageQuestion& question, Work& work) const;
    void prepend(int layer, const StageQuestion& question, Work& work, const std::stop_token& stop);
    void keep(int layer, Work& work);
    void thin(int layer, std::vector<Bucket>& buckets);
    [[nodiscard]] Seconds promise(const Label& label, int layer, int layout) const;
    [[nodiscard]] bool isWanted(const Label& label, int layer, int layout, const StageQuestion& question) const;
    [[nodiscard]] StepShare countedOf(const StepShare& share, bool freeOnce) const;
    [[nodiscard]] Label labelOf(const Candidate& candidate, const StageQuestion& question) const;

    const Task& m_task;
    std::vector<StageCheck> m_checks;
    LabelRoom m_room = {};
    std::vector<Label> m_labels;
    std::vector<Bytes> m_leastBefore;  ///< by layer - first: least memory of the stage's layers before it
    std::vector<StageAnswer> m_answers;
    bool m_stopped = false;
    bool m_thinned = false;
};

}  // namespace pgram
