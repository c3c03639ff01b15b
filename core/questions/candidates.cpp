// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/candidates.h"

#include "core/base/check.h"
#include "core/questions/space_effects.h"
#include "core/questions/sweep.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>

namespace pgram {

namespace {

Seconds perSample(const PlanCandidate& candidate)
{
    return candidate.figures.stepTime / static_cast<double>(candidate.plan.training.globalBatch);
}

/// Returns the request, and what it becomes with one number of stages alone or without one dimension.
std::vector<SearchRequest> variantsOf(const SearchRequest& request)
{
    std::vector<SearchRequest> variants{request};
    for (const int pipeline : pipelineDegrees(request.cluster.devices, request.space)) {
        if (request.pipelines.empty() || std::ranges::find(request.pipelines, pipeline) != request.pipelines.end()) {
            variants.push_back(request);
            variants.back().pipelines = {pipeline};
        }
    }
    const int strategies = strategiesPerLayer(request);
    for (const DimensionRules* dimension : dimensionRules()) {
        SearchRequest less = request;
        less.space.*dimension->on = false;
        const int left = strategiesPerLayer(less);
        if (left > 0 && left < strategies) {
            variants.push_back(std::move(less));
        }
    }
    return variants;
}

/// Keeps the plan if it is the fastest of its kind.
void keep(std::vector<PlanCandidate>& plans, PlanCandidate found)
{
    const auto same = std::ranges::find(plans, found.kind, &PlanCandidate::kind);
    if (same == plans.end()) {
        plans.push_back(std::move(found));
    } else if (perSample(found) < perSample(*same)) {
        *same = std::move(found);
    }
}

}  // namespace

Result<PlanCandidates> planCandidates(const SearchRequest& request, int count, std::stop_token stop,
                                      const ProgressSink& progress)
{
    PlanCandidates candidates;
    for (const SearchRequest& variant : variantsOf(request)) {
        if (stop.stop_requested()) {
            break;
        }
        PGRAM_TRY(const SearchResult result, search(variant, stop, progress));
        ++candidates.searches;
        if (result.plan) {
            keep(candidates.plans, {kindOf(*result.plan), *result.plan, *result.estimate});
        }
    }
    candidates.isStopped = stop.stop_requested();
    std::ranges::stable_sort(candidates.plans, {}, perSample);
    if (candidates.plans.size() > static_cast<std::size_t>(count)) {
        candidates.plans.resize(static_cast<std::size_t>(count));
    }
    return candidates;
}

}  // namespace pgram
