// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lower bound of a stage, and a plan of it that is nearly as good, from Lagrangian relaxation: memory has a price λ per
// byte, so that a layer-by-layer dynamic programme without a memory dimension solves the rest exactly. Its value less
// λ·budget is a lower bound of every assignment that fits; the best λ makes the bound tight.
#pragma once

#include "core/search/stage/stage_question.h"
#include "core/search/task/task.h"

#include <limits>
#include <vector>

namespace pgram {

/// Largest cost that labels may have, less what their bytes cost at the price; by programme of a bound, then by layer
/// and layout.
using Allowance = std::vector<std::vector<Seconds>>;

class StageBound {
public:
    /// Computes the bound. Stops improving it above `enough`.
    StageBound(const Task& task, const StageQuestion& question, const StepWeights& weights,
               Seconds enough = std::numeric_limits<double>::infinity());

    /// Returns a lower bound of the weighted seconds of every assignment that fits; infinity if none fits.
    [[nodiscard]] Seconds atLeast() const { return m_atLeast; }
    /// Raises atLeast(), and may improve nearlyBest(). Instead of assuming the least transient that some layer cannot
    /// do without, bounds assignments separately by the interval in which their largest transient lies, and halves the
    /// interval of the least bound again and again.
    void refine();
    [[nodiscard]] const StepWeights& weights() const { return m_weights; }
    /// Returns an assignment that fits (strategies front to back), near the bound; empty if none was found.
    [[nodiscard]] const std::vector<int>& nearlyBest() const { return m_nearlyBest; }
    /// Return the weighted seconds of nearlyBest(), and its figures.
    [[nodiscard]] Seconds nearlyBestCost() const { return m_nearlyBestCost; }
    [[nodiscard]] const StepShare& nearlyBestShare() const { return m_nearlyBestShare; }

    /// Returns a lower bound of every assignment whose layers from `layer` on cost `cost` (weighted), hold `held`
    /// bytes, start with `layout` and have `transient` as their largest transient.
    [[nodiscard]] Seconds completed(int layer, int layout, Seconds cost, Bytes held, Bytes transient) const;

    /// Returns an upper bound: the cost of some assignment that fits, whose first layer is of this receiving class and
    /// whose last layer is of this sending class (-1: any). Infinity: none was found.
    [[nodiscard]] Seconds atMost(int firstClass, int lastClass) const;
    /// Returns the allowance of labels such that assignments whose first layer is of a receiving class cost at most
    /// that class's limit. Minus infinity: no assignment may be of use.
    [[nodiscard]] Allowance allowance(const std::vector<Seconds>& limits) const;
    /// Returns true if the allowance admits such labels as completed() bounds.
    [[nodiscard]] bool isAllowed(const Allowance& most, int layer, int layout, Seconds cost, Bytes held,
                                 Bytes transient) const;

private:
    /// The dynamic programme at one price: least priced cost of the layers before a layer, by its layout.
    struct Priced {
        double price = 0;
        std::vector<Seconds> before;  ///< at (layer - first)·layouts + layout, including the re-layout to it
    };
    /// Choice of the programme at one layer and layout.
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
    /// Interval in which the largest transient of an assignment lies.
    struct Peak {
        Bytes least = 0;
        Bytes most = std::numeric_limits<Bytes>::max();
    };
    /// Cost line of an assignment over the price, and the bound at its price.
    struct Line {
        Seconds cost = 0;
        Bytes held = 0;
        bool fits = false;
        Assignment choice;
        Seconds atLeast = 0;
        Priced priced;
    };
    /// The highest bound over all prices.
    struct Dual {
        Seconds atLeast = 0;
        double price = 0;
    };
    /// A range of the layers' transients, and the bound of assignments whose largest transient is in it.
    struct PeakRange {
        std::size_t first = 0;
        std::size_t end = 0;
        Dual bound;
    };
    /// Figures of an assignment's layers from the first up to a layer, or from a layer up to the last.
    struct Section {
        Seconds cost = 0;
        Bytes held = 0;
        Bytes transient = 0;
    };

    [[nodiscard]] Line tryPrice(double price, const Peak& peak);
    [[nodiscard]] Arrival arrive(int layer, int layout, const std::vector<Seconds>& done,
                                 const std::vector<int>& order) const;
    /// Seconds to subtract from the first layer, by its receiving class; empty: nothing.
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
    [[nodiscard]] std::vector<int> layersOfTypes() const;
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
    double m_moveWeight;  ///< weight of a second of re-layout
    /// By layer - first: least bytes of the layers before it. Prices apply to bytes above this least, so that sums stay
    /// exact if memory is tight.
    std::vector<Bytes> m_leastBefore;
    Bytes m_leastTransient = 0;  ///< transient that every assignment needs
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
