// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/questions/space_effects.h"

#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace pgram {

namespace {

int strategiesOf(const SearchRequest& request)
{
    int count = 0;
    for (const int pipeline : pipelineDegrees(request.cluster.devices, request.space)) {
        count += static_cast<int>(searchedStrategies(request.cluster.devices, pipeline, request.space).size());
    }
    return count;
}

/// Whether it makes another space of it: some layer's strategies, or the stages, are others.
bool changesAnything(const SearchRequest& request, const SearchRequest& other)
{
    const bool hasExperts =
        std::ranges::any_of(request.model.runs, [](const LayerSpec& run) { return run.experts > 0; });
    return (hasExperts || request.space.ep == other.space.ep) && strategiesOf(request) != strategiesOf(other) &&
           strategiesOf(other) > 0;
}

Result<SpaceEffect> effectOf(const SearchRequest& request, const DimensionRules* dimension, bool isOn,
                             const std::stop_token& stop)
{
    return search(request, stop).map([&](SearchResult result) {
        return SpaceEffect{dimension, isOn, strategiesOf(request), std::move(result)};
    });
}

}  // namespace

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
    const auto add = [&](const SearchRequest& asked, const DimensionRules* dimension, bool isOn) -> Result<void> {
        Result<SpaceEffect> effect = effectOf(asked, dimension, isOn, stop);
        if (!effect) {
            return tl::unexpected(effect.error());
        }
        if (!stop.stop_requested()) {
            effects.push_back(std::move(*effect));
            if (found) {
                found(effects.back());
            }
        }
        return {};
    };
    if (Result<void> added = add(request, nullptr, true); !added) {
        return tl::unexpected(added.error());
    }
    for (const DimensionRules* dimension : dimensionRules()) {
        SearchRequest other = request;
        const bool isOn = request.space.*dimension->on;
        other.space.*dimension->on = !isOn;
        if (stop.stop_requested() || !changesAnything(request, other)) {
            continue;
        }
        if (Result<void> added = add(other, dimension, isOn); !added) {
            return tl::unexpected(added.error());
        }
    }
    return effects;
}

}  // namespace pgram
