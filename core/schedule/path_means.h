// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths through the order of a schedule's operations. A step takes no less than any of them, whatever the cut, and so
// no less than any mean of them: a linear bound. Here is the mean that counts work about alike wherever it stands.
// Pure.
#pragma once

#include "core/schedule/schedule.h"

#include <vector>

namespace pgram {

/// How often the forward, the input gradient and the weight gradient of a chunk for one micro-batch are counted, and
/// what its stage does once a step behind all of them.
struct PathCounts {
    double forward = 0;
    double inputGradient = 0;
    double weightGradient = 0;
    double once = 0;
    void add(const PathCounts& other, double times)
    {
        forward += times * other.forward;
        inputGradient += times * other.inputGradient;
        weightGradient += times * other.weightGradient;
        once += times * other.once;
    }
    /// Of work of these parts.
    [[nodiscard]] double of(const PathCounts& parts) const
    {
        return forward * parts.forward + inputGradient * parts.inputGradient + weightGradient * parts.weightGradient +
               once * parts.once;
    }
};

/// Of each chunk, in model order.
using PathMeans = std::vector<PathCounts>;

/// The mean of paths of which the chunk whose work of these `parts` counts least counts most: the value of a game
/// between one who spreads work over the chunks and one who picks paths, by column generation. Within a hundredth of
/// the best, or, of long schedules, as near as `operations` looks at an operation bring it.
[[nodiscard]] PathMeans evenPaths(const Schedule& schedule, int stages, const PathCounts& parts, double operations);

}  // namespace pgram
