// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The points of a sweep, each planned with what those beside it have shown: their plans are where its search starts,
// and their bounds, which most of its tasks need no better one than. Each is the plan of a search of its own all the
// same. Our definition: a task's least step only falls as a link gets faster or the budget larger, and by no more than
// the link's own share, for every figure of a step is a sum, a least or a most of times of which each falls so.
#pragma once

#include "core/questions/sweep.h"
#include "core/search/outer/warm_start.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace pgram {

struct KnownPoint {
    SweepPoint point;
    std::shared_ptr<const WarmStart> warmStart;  ///< null: nothing on which other searches may rest
};

/// Another point of the same request, one number aside.
struct Beside {
    const KnownPoint* known = nullptr;
    double share = 0;  ///< no plan takes less than so much of its time there
};

/// Returns the least ratio of step times; nothing if a point at `there` proves nothing for the value `here`.
[[nodiscard]] std::optional<double> leastShare(const std::string& what, double here, double there);

/// Plans a point with the results of its neighbours. Errors: as search().
[[nodiscard]] Result<KnownPoint> plannedBeside(const SearchRequest& request, std::span<const Beside> besides,
                                               const std::stop_token& stop);

/// The same with a number at a value; one that the request cannot have is a point without a plan.
[[nodiscard]] Result<KnownPoint> plannedAt(const SearchRequest& request, const std::string& what, double value,
                                           std::span<const Beside> besides, const std::stop_token& stop);

/// Adds a neighbouring point if its result bounds that for the value `here`.
void addBeside(std::vector<Beside>& besides, const std::string& what, double here, double there,
               const KnownPoint& known);

/// Order in which the values of an axis are planned: the last, the first, then again and again the middle of a
/// remaining gap.
struct Halving {
    std::size_t index = 0;
    std::optional<std::size_t> below;  ///< the nearest before it
    std::optional<std::size_t> above;
};
[[nodiscard]] std::vector<Halving> inHalves(std::size_t count);

/// The points on either side of one of the values.
void addBesides(std::vector<Beside>& besides, const std::string& what, const std::vector<double>& values,
                const Halving& place, const std::function<const KnownPoint*(std::size_t)>& at);

using SweepClock = std::chrono::steady_clock;
[[nodiscard]] Seconds secondsSince(SweepClock::time_point start);
[[nodiscard]] Progress progressOf(std::size_t done, std::size_t total, SweepClock::time_point start);

}  // namespace pgram
