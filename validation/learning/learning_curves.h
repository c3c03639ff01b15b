// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Results of a sampling method over seeds, by the number of scored plans, next to the exact search: a single run of
// such a method proves little.
#pragma once

#include "core/search/search.h"

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

inline constexpr int usualSeeds = 5;

/// One method over several seeds.
struct LearningCurves {
    Method method = Method::AutoMap;
    std::int64_t samples = 0;  ///< plans scored by each
    /// By seed, from 1 on: best plans in the order in which they were found.
    std::vector<std::vector<IncumbentPoint>> seeds;
    Seconds secondsPerSeed = 0;  ///< the mean

    /// Seconds per sample of the best plan of each seed among the first so many, best seed first; a seed that has none
    /// is left out.
    [[nodiscard]] std::vector<Seconds> after(std::int64_t plans) const;
    /// The same by the clock, of a seed's own search.
    [[nodiscard]] std::vector<Seconds> at(Seconds seconds) const;
};
/// The middle one, the lower of two. Of a list in order that is not empty.
[[nodiscard]] inline Seconds medianOf(const std::vector<Seconds>& ordered)
{
    return ordered[(ordered.size() - 1) / 2];
}

/// Seeds 1 to `seeds` of each method, on the request's threads; `request.samples` plans each, 0: each method's usual
/// number. `found` is told each method on the calling thread. Stopped: methods that were not done are left out.
/// Errors: as search(); a method that does not sample; fewer than one seed.
[[nodiscard]] Result<std::vector<LearningCurves>>
learningCurves(const SearchRequest& request, std::span<const Method> methods, int seeds, std::stop_token stop = {},
               const std::function<void(const LearningCurves&)>& found = {});

}  // namespace pgram
