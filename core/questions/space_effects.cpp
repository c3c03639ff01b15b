// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/space_effects.h"

#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace pgram {

int strategiesPerLayer(const SearchRequest& request)
{
    int count = 0;
    for (const int pipeline : pipelineDegrees(request.cluster.devices, request.space)) {
        count += static_cast<int>(searchedStrategies(request.cluster.devices, pipeline, request.space).size());
    }
    return count;
}

Seconds SpaceEffect::rate() const
{
    return result.plan ? result.estimate->stepTime / static_cast<double>(result.plan->training.globalBatch)
                       : std::numeric_limits<double>::infinity();
}

std::optional<double> SpaceEffect::gain(const SpaceEffect& asItIs) const
{
    if (!result.plan || !asItIs.result.plan) {
        return std::nullopt;
    }
    const Seconds with = isOn ? asItIs.rate() : rate();
    const Seconds without = isOn ? rate() : asItIs.rate();
    return 1 - with / without;
}

Result<std::vector<SpaceEffect>> spaceEffects(const SearchRequest& request, std::stop_token stop,
                                              const std::function<void(const SpaceEffect&)>& found)
{
    std::vector<SpaceEffect> effects;
    const auto add = [&](const SearchRequest& asked, SpaceEffect effect) -> Result<void> {
        Result<SearchResult> result = search(asked, stop);
        if (!result) {
            return tl::unexpected(result.error());
        }
        // A search that was stopped counts for the request as it is alone: the rest would compare unfinished plans.
        if (!stop.stop_requested() || (effects.empty() && result->plan)) {
            effect.result = std::move(*result);
            effects.push_back(std::move(effect));
            if (found) {
                found(effects.back());
            }
        }
        return {};
    };
    const int strategies = strategiesPerLayer(request);
    Result<void> added = add(request, {nullptr, true, strategies, {}});
    for (const DimensionRules* dimension : dimensionRules()) {
        if (!added || stop.stop_requested()) {
            break;
        }
        SearchRequest other = request;
        const bool isOn = request.space.*dimension->on;
        other.space.*dimension->on = !isOn;
        const int others = strategiesPerLayer(other);
        const bool isOfExperts = dimension->on == &Space::ep || dimension->on == &Space::etp;
        const bool isMoot = isOfExperts && !hasExperts(request.model);
        if (others > 0 && others != strategies && !isMoot) {
            added = add(other, {dimension, isOn, others, {}});
        }
    }
    if (!added) {
        return tl::unexpected(added.error());
    }
    return effects;
}

}  // namespace pgram
