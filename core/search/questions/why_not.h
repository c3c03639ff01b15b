// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "Why this and not that?": a strategy for some layers of a plan, held against the plan. Is it in the space, is it
// legal, does anything fit with it, and what does the best plan cost that contains it (pins.h)? Pure; runs on the
// calling thread and on workers, stops as a search does.
#pragma once

#include "core/plan/compare.h"
#include "core/plan/step_parts.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"

#include <memory>
#include <optional>

namespace pgram {

struct WhyNotQuestion {
    /// The question that the reference answers: its space, budget and method. It is asked for the reference's batch
    /// (without one: for training.globalBatch), and a baseline's rules, which would forbid most of what is asked about,
    /// give way to Galvatron-Base.
    SearchRequest request;
    std::shared_ptr<const Plan> reference;  ///< null = nothing to hold it against: only what it costs itself
    std::shared_ptr<const Estimate> referenceEstimate;
    int firstLayer = 0;
    int layerCount = 1;
    LayerStrategy strategy;
    /// In place of `strategy`: "TP8, the rest free". Each of the layers runs what it matches, on any number of stages.
    std::optional<StrategyPattern> pattern = {};
};

/// Where a strategy stands in the decision trees of a space.
struct SpacePlace {
    enum class Kind {
        Kept,     ///< a leaf that the search tries
        Pruned,   ///< a leaf that a rule cut
        NoLeaf,   ///< no leaf: one of its dimensions or degrees is not in the space
        NoStage,  ///< no number of stages leaves a stage of its size
    };
    Kind kind = Kind::Kept;
    int pipeline = 0;             ///< P = N / group size; 0 = the group size does not divide the devices, or a pattern
    std::optional<Verdict> rule;  ///< of Pruned and NoStage; none where nothing matches a pattern
};
/// Of a pattern: Kept where some leaf that the search tries matches, NoLeaf where only further dimensions make one.
[[nodiscard]] SpacePlace placeOf(const LayerStrategy& strategy, const Space& space, int devices);

struct WhyNot {
    enum class Outcome {
        Costed,      ///< `plan` is the best one found that contains the strategy
        NoStage,     ///< no plan of these devices can hold it, or nothing matches the pattern
        Illegal,     ///< the layers refuse it, whatever the micro-batches
        Infeasible,  ///< nothing fits with it
        Stopped,     ///< before anything was found
    };
    Outcome outcome = Outcome::Costed;
    SpacePlace place;
    bool used = false;               ///< the reference runs it, or what the pattern matches, on all of the layers
    std::optional<Verdict> refusal;  ///< of Illegal
    int refusedLayer = -1;
    std::optional<Infeasibility> infeasibility;

    // Of Costed; `comparison`, `before` and `recomputedElsewhere` where there is a reference.
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Estimate> estimate;
    Certificate certificate;      ///< of the search with the layers pinned
    Comparison comparison;        ///< the reference, then `plan`
    StepParts before;             ///< of the reference's step
    StepParts after;              ///< of the step of `plan`
    int recomputedElsewhere = 0;  ///< layers beside those asked about that recompute, more than in the reference

    /// What the strategy costs: seconds a step beyond the reference; below 0 = it is faster.
    [[nodiscard]] Seconds extra() const { return after.total() - before.total(); }
    [[nodiscard]] double relativeExtra() const { return extra() / before.total(); }
};

/// The request that is searched: the question's, with the layers pinned.
[[nodiscard]] SearchRequest pinnedRequest(const WhyNotQuestion& question);

/// Errors: a reference without its estimate, layers outside of the model, a plan of another model, those of search().
[[nodiscard]] Result<WhyNot> whyNot(const WhyNotQuestion& question, std::stop_token stop = {},
                                    const ProgressSink& progress = {});

}  // namespace pgram
