// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pareto sets: sets in which no element dominates another.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace pgram {

/// Adds `next` to a Pareto set unless a kept element is at least as good, and removes the elements that `next` is at
/// least as good as. The first of several equal elements stays. `isNoWorse(a, b)`: a is at least as good in all
/// respects.
template <typename T, typename IsNoWorse>
void keepUnbeaten(std::vector<T>& kept, T next, const IsNoWorse& isNoWorse)
{
    if (std::ranges::none_of(kept, [&](const T& other) { return isNoWorse(other, next); })) {
        std::erase_if(kept, [&](const T& other) { return isNoWorse(next, other); });
        kept.push_back(std::move(next));
    }
}

/// Returns the points on the falling part of the lower convex hull of `points`, by rising x and falling y. Points on a
/// line between two others are left out. `x` and `y`: functions or members that give the coordinates.
template <typename T, typename X, typename Y>
[[nodiscard]] std::vector<T> lowerHull(std::vector<T> points, X x, Y y)
{
    const auto xOf = [&x](const T& point) -> double { return std::invoke(x, point); };
    const auto yOf = [&y](const T& point) -> double { return std::invoke(y, point); };
    std::ranges::sort(points,
                      [&](const T& a, const T& b) { return xOf(a) != xOf(b) ? xOf(a) < xOf(b) : yOf(a) < yOf(b); });
    std::vector<T> hull;
    for (const T& next : points) {
        if (!hull.empty() && yOf(next) >= yOf(hull.back())) {
            continue;
        }
        const auto isAbove = [&](const T& before, const T& middle) {
            return (yOf(before) - yOf(middle)) * (xOf(next) - xOf(before)) <=
                   (yOf(before) - yOf(next)) * (xOf(middle) - xOf(before));
        };
        while (hull.size() > 1 && isAbove(hull[hull.size() - 2], hull.back())) {
            hull.pop_back();
        }
        hull.push_back(next);
    }
    return hull;
}

}  // namespace pgram
