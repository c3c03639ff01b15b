// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Gain and cost of each dimension of a request's space: the request with one dimension more or less, each planned by
// its own search. Runs on the calling thread and on workers, like a search.
#pragma once

#include "core/base/progress.h"
#include "core/search/search.h"
#include "core/strategy/dimension_rules.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace pgram {

/// Returns how many strategies the request's space has for a layer, for all numbers of stages together.
[[nodiscard]] int strategiesPerLayer(const SearchRequest& request);

struct SpaceEffect {
    const DimensionRules* dimension = nullptr;  ///< null: the request as it is
    bool isOn = false;                          ///< in the request, and left out here; else it is added
    int strategies = 0;                         ///< number per layer, for all numbers of stages together
    SearchResult result;

    /// Returns the seconds per sample of its plan; infinity if no plan fits.
    [[nodiscard]] Seconds rate() const;
    /// By how much of its seconds the step of the request with the dimension is shorter than without it; below 0 where
    /// a gap hides it. None: one of both has no plan.
    [[nodiscard]] std::optional<double> gain(const SpaceEffect& asItIs) const;
};

/// The request as it is first, then each dimension in the order in which they are shown. One that no layer can have
/// (experts of a dense model), or that alone makes the space, is left out. `found` is told each on the calling thread.
/// Stopped: those until then. Errors: as search().
[[nodiscard]] Result<std::vector<SpaceEffect>> spaceEffects(const SearchRequest& request, std::stop_token stop = {},
                                                            const std::function<void(const SpaceEffect&)>& found = {});

}  // namespace pgram
