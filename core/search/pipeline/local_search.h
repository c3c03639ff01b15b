// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Local search over the plans of one task: it shifts cuts and changes the strategies of segments, as long as a move
// makes the plan better.
#pragma once

#include "core/search/pipeline/sampled_plan.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace pgram {

/// Moves from plan to plan of one task, always to one of less value. Refers to the scorer. Not thread-safe.
class LocalSearch {
public:
    /// Returns the figure that is to fall.
    using Value = std::function<Seconds(const SampledPlan& plan)>;
    /// Returns the figure below which the value of the next plan has to be, if the search goes on from a plan of less
    /// value whose sums fit; nothing if it does not.
    using Accept = std::function<std::optional<Seconds>(const SampledPlan& plan)>;

    /// `work`: limit of the work, in nanoseconds on a usual machine, which count operations, not time.
    LocalSearch(SampleScorer& scorer, std::stop_token stop, double work)
        : m_scorer(scorer), m_stop(std::move(stop)), m_work(work)
    {}

    /// Improves the plan until no move does, or the work is done. `movesCuts`: false leaves the cut as it is. `least`:
    /// figure below which the value of the first move has to be.
    void run(SampledPlan& plan, bool movesCuts, Seconds least, const Value& value, const Accept& accept);
    /// Charges the work of a full estimate.
    void chargeEstimate();
    /// Returns true if the work is done, or the search was stopped.
    [[nodiscard]] bool isSpent() const { return m_work <= 0 || m_stop.stop_requested(); }

private:
    bool moveEachCut();
    bool moveCutsTogether(int first, int last, int step);
    bool changeEachSegment();
    bool change(int first, int end, int strategy);
    [[nodiscard]] bool reprice(int stage, int first, int end);
    [[nodiscard]] bool isPromising();
    bool keepNext();
    [[nodiscard]] int endOfSegment(int first) const;

    SampleScorer& m_scorer;
    std::stop_token m_stop;
    double m_work;
    const Value* m_value = nullptr;
    const Accept* m_accept = nullptr;
    Seconds m_least = 0;  ///< below which a value has to be
    SampledPlan m_plan;
    SampledPlan m_next;
};

/// Returns the work of scoring a plan by its sums.
[[nodiscard]] double workOfScore(const SampleScorer& scorer);

/// Returns a plan on the cut that fits, and whose stages nearly have the least m·t + once: each layer takes the
/// candidate of least time plus a price times its memory, and the price of each stage is the least at which the stage
/// fits; what is left over goes to single layers. Layers of a task with a pattern have their given strategies. The
/// choice is empty if no plan fits.
[[nodiscard]] SampledPlan pricedPlan(SampleScorer& scorer, const std::vector<int>& sizes);

}  // namespace pgram
