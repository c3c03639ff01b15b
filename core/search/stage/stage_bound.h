// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How good a stage can be at best, and a plan of it that is nearly as good, from Lagrangian relaxation: memory gets a
// price λ a byte, so that a layer-by-layer programme without any memory dimension solves the rest exactly. Its value
// less λ·budget bounds every assignment that fits from below; the best λ makes the bound tight.
#pragma once

#include "core/search/stage/stage_question.h"
#include "core/search/task/task.h"

#include <limits>
#include <vector>

namespace pgram {

/// What labels may cost at most, less what they hold at its price: by programme of a bound, then by layer and layout.
using Allowance = std::vector<std::vector<Seconds>>;

class StageBound {
public:
    /// A bound above `enough` is not made better.
    StageBound(const Task& task, const StageQuestion& question, const StepWeights& weights,
               Seconds enough = std::numeric_limits<double>::infinity());

    /// No assignment that fits weighs less. Infinity: none fits.
    [[nodiscard]] Seconds atLeast() const { return m_atLeast; }
    /// Raises atLeast(), and may better nearlyBest(): of the largest transient no longer the least that some layer
    /// cannot do without is taken. Assignments whose largest transients lie in one interval are bounded by themselves,
    /// and the interval of the least bound is halved.
    void refine();
    [[nodiscard]] const StepWeights& weights() const { return m_weights; }
    /// An assignment that fits (strategies front to back), near the bound; empty when none was met.
    [[nodiscard]] const std::vector<int>& nearlyBest() const { return m_nearlyBest; }
    /// What it weighs, and its figures.
    [[nodiscard]] Seconds nearlyBestCost() const { return m_nearlyBestCost; }
    [[nodiscard]] const StepShare& nearlyBestShare() const { return m_nearlyBestShare; }

    /// Bound for every assignment whose layers from `layer` on cost `cost` (weighted), hold `held` bytes and start with
    /// `layout`, `transient` being their largest.
    [[nodiscard]] Seconds completed(int layer, int layout, Seconds cost, Bytes held, Bytes transient) const;

    /// An assignment that fits, with a first layer of the boundary class and a last one of the sending class (-1: any),
    /// weighs no more. Infinity: none was met.
    [[nodiscard]] Seconds atMost(int firstClass, int lastClass) const;
    /// What assignments need of which the first layer is of a receiving class, by which they may weigh `limits` at
    /// most. Minus infinity: none is of use.
    [[nodiscard]] Allowance allowance(const std::vector<Seconds>& limits) const;
    /// Whether such labels as completed() bounds are allowed.
    [[nodiscard]] bool isAllowed(const Allowance& most, int layer, int layout, Seconds cost, Bytes held,
                                 Bytes transient) const;

private:
    /// The programme at one price: least price-weighted cost of the layers before a layer, by its layout.
    struct Priced {
        double price = 0;
        std::vector<Seconds> before;  ///< at (layer - first)·layouts + layout, re-layout to it inside
    };
    /// What the programme chose at one layer and layout.
    struct Choice {
        const Candidate* candidate = nullptr;
        int layoutBefore = -1;
    };
    struct Arrival {
        Seconds cost = std::numeric_limits<double>::infinity();
        int from = -1;  ///< layout of the layer before
    };

    struct Cheapest {
        Seconds cost = std::numeric_limits<double>::infinity();
        const Candidate* candidate = nullptr;
    };

    using Assignment = std::vector<const Candidate*>;  ///< front to back
    /// What the largest transient of an assignment lies between.
    struct Peak {
        Bytes least = 0;
        Bytes most = std::numeric_limits<Bytes>::max();
    };
    /// An assignment, as searchPrice() sees it, and what its price gave.
    struct Line {
        Seconds cost = 0;
        Bytes held = 0;
        bool fits = false;
        Assignment choice;
        Seconds atLeast = 0;
        Priced priced;
    };
    /// The highest bound that prices give.
    struct Dual {
        Seconds atLeast = 0;
        double price = 0;
    };
    /// Some of the transients that layers may have, and the bound of assignments whose largest is one of them.
    struct PeakRange {
        std::size_t first = 0;
        std::size_t end = 0;
        Dual bound;
    };
    /// Layers from the first to one behind them, or from one to the last.
    struct Section {
        Seconds cost = 0;
        Bytes held = 0;
        Bytes transient = 0;
    };

    [[nodiscard]] Line tryPrice(double price, const Peak& peak);
    [[nodiscard]] Arrival arrive(int layer, int layout, const std::vector<Seconds>& done,
                                 const std::vector<int>& order) const;
    /// Seconds that the first layer counts less, by its receiving class; none: the same for all.
    using Discounts = std::vector<Seconds>;
    [[nodiscard]] std::vector<Cheapest> cheapestOf(int layer, double price, const Peak& peak,
                                                   const Discounts& discounts) const;
    [[nodiscard]] Priced programme(double price, const Peak& peak, const Discounts& discounts,
                                   std::vector<Choice>& choices, Seconds& value) const;
    [[nodiscard]] std::size_t indexOf(int layer, int layout) const
    {
        return static_cast<std::size_t>((layer - m_question.first) * m_task.set->layouts + layout);
    }
    [[nodiscard]] double over(int layer, Bytes held, Bytes transient) const;
    [[nodiscard]] Seconds costOf(const Candidate& candidate) const { return m_weights.of(candidate.share); }
    [[nodiscard]] Bytes heldBy(const Candidate& candidate) const { return candidate.heldWith(m_question.kept); }
    [[nodiscard]] Seconds move(int layer, int from, int to) const
    {
        return m_moveWeight * m_task.relayout(layer, from, to);
    }
    /// Layers of one run.
    struct RunPart {
        int run = 0;
        int count = 0;
    };
    [[nodiscard]] std::vector<RunPart> partsInQuestion() const;
    [[nodiscard]] std::vector<const Candidate*> stepsOf(const std::vector<Candidate>& candidates) const;
    [[nodiscard]] Dual searchPrice(const Peak& peak, Seconds enough, double firstPrice, std::vector<Priced>* kept);
    [[nodiscard]] Bytes spareOf(const Peak& peak) const
    {
        return m_question.budget - peak.least - m_leastBefore.back();
    }
    void keepLeastMemory();
    void keepIfBetter(const Assignment& choice);
    void mix(const Assignment& front, const Assignment& back);
    void add(Section& section, const Assignment& choice, std::size_t layer, std::size_t inFront) const;

    const Task& m_task;
    StageQuestion m_question;
    StepWeights m_weights;
    double m_moveWeight;  ///< of a second of re-layout
    /// By layer - first: least bytes of the layers before it. Prices are put on what is above the least, so that sums
    /// of them stay exact where memory is tight.
    std::vector<Bytes> m_leastBefore;
    Bytes m_leastTransient = 0;  ///< that no assignment does without
    Seconds m_enough;
    bool m_isRefined = false;
    Seconds m_atLeast = 0;
    double m_bestPrice = 0;
    Seconds m_nearlyBestCost = 0;
    Bytes m_nearlyBestHeld = 0;
    StepShare m_nearlyBestShare;
    Assignment m_nearlyBestChoice;
    std::vector<int> m_nearlyBest;
    std::vector<Priced> m_priced;  ///< the programmes that bound completions
};

}  // namespace pgram
