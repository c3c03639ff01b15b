// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Answers "Why not this strategy?" for some layers of a plan: whether the search space contains it, whether it is
// legal, whether any plan with it fits, and the cost of the best plan that contains it (pins.h). Pure; runs on the
// calling thread and on workers, and stops as a search does.
#pragma once

#include "core/plan/compare.h"
#include "core/plan/step_parts.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"

#include <memory>
#include <optional>

namespace pgram {

/// A strategy for some layers, and the plan to compare it with.
struct WhyNotQuestion {
    /// The question that the reference answers: its space, budget and method. It is asked for the reference's batch
    /// (without one: for training.globalBatch), and a baseline's rules, which would forbid most of what is asked about,
    /// give way to Galvatron-Base.
    SearchRequest request;
    std::shared_ptr<const Plan> reference;  ///< null = nothing to compare with: only the cost of the strategy
    std::shared_ptr<const Estimate> referenceEstimate;  ///< estimate of the reference; null without one
    int firstLayer = 0;                                 ///< index of the first layer
    int layerCount = 1;                                 ///< number of layers
    LayerStrategy strategy;                             ///< strategy of these layers
    /// Replaces `strategy`: "TP8, the rest free". Each of the layers runs a strategy that it matches, on any number of
    /// stages.
    std::optional<StrategyPattern> pattern = {};
};

/// Position of a strategy in the decision trees of a space.
struct SpacePlace {
    /// Kinds of positions.
    enum class Kind {
        Kept,     ///< a leaf that the search tries
        Pruned,   ///< a leaf that a rule cut
        NoLeaf,   ///< no leaf: one of its dimensions or degrees is not in the space
        NoStage,  ///< no number of stages leaves a stage of its size
    };
    Kind kind = Kind::Kept;       ///< kind of position
    int pipeline = 0;             ///< P = N / group size; 0 = the group size does not divide the devices, or a pattern
    std::optional<Verdict> rule;  ///< for Pruned and NoStage; empty if no strategy matches a pattern
};
/// Returns the position of a strategy in the trees of `space` on `devices`.
[[nodiscard]] SpacePlace placeOf(const LayerStrategy& strategy, const Space& space, int devices);

/// The answer: the cost of the strategy, or the reason why it is impossible.
struct WhyNot {
    /// Kinds of answers.
    enum class Outcome {
        Costed,      ///< `plan` is the best one found that contains the strategy
        NoStage,     ///< no plan of these devices can hold it, or nothing matches the pattern
        Illegal,     ///< the layers refuse it, whatever the micro-batches
        Infeasible,  ///< nothing fits with it
        Stopped,     ///< before anything was found
    };
    Outcome outcome = Outcome::Costed;  ///< kind of answer
    /// Position in the space. For a pattern: Kept if it matches a leaf that the search tries, NoLeaf if only further
    /// dimensions produce a match.
    SpacePlace place;
    bool used = false;  ///< the reference runs the strategy, or a match of the pattern, on all of the layers
    std::optional<Verdict> refusal;              ///< for Illegal
    int refusedLayer = -1;                       ///< layer that refuses the strategy; -1: none
    std::optional<Infeasibility> infeasibility;  ///< for Infeasible

    // For Costed; `comparison`, `before` and `recomputedElsewhere` need a reference.
    std::shared_ptr<const Plan> plan;          ///< the best plan with the strategy
    std::shared_ptr<const Estimate> estimate;  ///< estimate of that plan
    Certificate certificate;                   ///< certificate of the search with the layers pinned
    Comparison comparison;                     ///< the reference, and `plan`
    StepParts before;                          ///< parts of the step of the reference
    StepParts after;                           ///< parts of the step of `plan`
    int recomputedElsewhere = 0;               ///< other layers that recompute, beyond those of the reference

    /// Returns the cost of the strategy: seconds per step beyond the reference; negative = it is faster.
    [[nodiscard]] Seconds extra() const { return after.total() - before.total(); }
    /// Returns the cost relative to the step of the reference.
    [[nodiscard]] double relativeExtra() const { return extra() / before.total(); }
};

/// Returns the request that whyNot() searches: that of the question, with the layers pinned.
[[nodiscard]] SearchRequest pinnedRequest(const WhyNotQuestion& question);

/// Answers a question. Errors: a reference without its estimate, layers outside of the model, a plan of another model,
/// those of search().
[[nodiscard]] Result<WhyNot> whyNot(const WhyNotQuestion& question, std::stop_token stop = {},
                                    const ProgressSink& progress = {});

}  // namespace pgram
