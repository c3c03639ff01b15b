// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact dynamic programme over the layers of one stage (docs/method/search.md, One stage): every assignment of
// strategies that no other one beats in memory kept, backward peak, trip and pace (StepShare). No memory grid. What of
// a stage is done once a step often decides nothing, as stages in front are still at work: a question may leave it out.
#pragma once

#include "core/search/stage/dominance.h"
#include "core/search/stage/stage_bound.h"
#include "core/search/stage/stage_question.h"
#include "core/search/task/task.h"

#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// One answer that no other answer of its first class beats.
struct StageAnswer {
    StepShare share;     ///< without what the stage receives
    Bytes memory = 0;    ///< states, kept activations, transient peak
    int firstClass = 0;  ///< receiving class of its first layer's strategy
    int label = 0;       ///< for assignmentOf
};

/// A limit on one linear figure of an answer, with the bound that shows early which labels stay within it.
struct StageCheck {
    const StageBound* bound = nullptr;
    Seconds limit = 0;
    const Allowance* most = nullptr;  ///< of labels, where this is the only figure; null: up to the limit
};

/// Labels that are kept as they come. Beyond them only the most promising ones of each layer are, or the work stops.
struct LabelRoom {
    std::size_t labels = 0;
    bool thenStops = false;
};

/// Returns, per value, whether it is one of the `count` least; of equal values the first ones are.
[[nodiscard]] std::vector<bool> areLeast(std::span<const Seconds> values, std::size_t count);

class StageFrontier {
public:
    /// Solves the question for answers within all limits; check `stopped()` when a token was given or the room may stop
    /// it. With P = 1 a share enters as one figure, fill +
    /// repeats·pace
    /// + once.
    StageFrontier(const Task& task, const StageQuestion& question, std::vector<StageCheck> checks,
                  const LabelRoom& room, const std::stop_token& stop = {});

    /// Of a stage whose layers have one strategy each, front to back: its one answer, if it fits.
    StageFrontier(const Task& task, const StageQuestion& question, std::span<const Candidate* const> given);

    [[nodiscard]] const std::vector<StageAnswer>& answers() const { return m_answers; }
    [[nodiscard]] bool stopped() const { return m_stopped; }
    /// Whether there were too many labels to keep: the answers are good ones, but better ones may be missing.
    [[nodiscard]] bool isThinned() const { return m_thinned; }
    /// Strategy of each layer of the stage, front to back.
    [[nodiscard]] std::vector<int> assignmentOf(int label) const;
    /// Labels made, for the record.
    [[nodiscard]] std::size_t labelCount() const { return m_labels.size(); }

private:
    struct Label {
        Bytes memory = 0;     ///< states and kept activations
        Bytes transient = 0;  ///< largest of its layers
        StepShare share;
        int next = -1;      ///< label of the layer behind
        int strategy = -1;  ///< of this layer
    };
    using Bucket = std::vector<Label>;  ///< of one layout of the layer in hand
    /// Of the layer behind it.
    struct Behind {
        int layout = 0;
        int label = 0;
    };

    /// What run() works in.
    struct Work {
        std::vector<Bucket> buckets;  ///< by layout of the layer in hand
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
    std::vector<Bytes> m_leastBefore;  ///< by layer - first: least memory of the layers before it in the stage
    std::vector<StageAnswer> m_answers;
    bool m_stopped = false;
    bool m_thinned = false;
};

}  // namespace pgram
