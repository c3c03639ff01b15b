// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths through the order of a schedule's operations. A step takes no less than any of them, whatever the cut, and so
// no less than any mean of them: a linear bound. Here are the mean, and the prices of bytes, under which work comes to
// about as much wherever it stands. Pure.
#pragma once

#include "core/schedule/schedule.h"

#include <memory>
#include <span>
#include <vector>

namespace pgram {

class PathGame;

/// How often the forward, the input gradient and the weight gradient of a chunk for one micro-batch are counted, and
/// what its stage does once a step behind all of them; or the seconds that they take.
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
    [[nodiscard]] double of(const PathCounts& seconds) const
    {
        return forward * seconds.forward + inputGradient * seconds.inputGradient +
               weightGradient * seconds.weightGradient + once * seconds.once;
    }
    /// Of a micro-batch.
    [[nodiscard]] double time() const { return forward + inputGradient + weightGradient; }
};

/// A layer as it may be in a chunk.
struct LayerInChunk {
    int chunk = 0;  ///< in model order
    PathCounts seconds;
    double bytes = 0;  ///< that it takes of its stage's
};

/// T ≥ Σ over layers of (counts of its chunk · its seconds + price of its stage · its bytes) - Σ over stages of price ·
/// room; of plans that crowd a stage, of which they have at least so many of the layers there, each of these counts
/// `relief` seconds less, and so many times it more in all.
struct PathMeans {
    std::vector<PathCounts> counts;  ///< of each chunk, in model order
    std::vector<double> prices;      ///< seconds a byte, of each stage
    double relief = 0;
};

/// The bounds that are largest for so many layers, each any of `choices` (of each chunk one at least), where each stage
/// has so many bytes of room: the value of a game between one who spreads layers over the choices and one who picks
/// paths and prices, by column generation. Within a hundredth of the best, or beyond what is `enough`, or, of long
/// schedules, as near as `operations` looks at an operation bring it; a bound however near. Refers to the choices.
class EvenPaths {
public:
    EvenPaths(const Schedule& schedule, int stages, std::span<const LayerInChunk> choices, double layers, double room,
              Seconds enough, double operations);
    ~EvenPaths();
    EvenPaths(const EvenPaths&) = delete;
    EvenPaths& operator=(const EvenPaths&) = delete;

    [[nodiscard]] const PathMeans& means() const { return m_means; }
    /// Of plans that have at least so many of the layers on one stage.
    [[nodiscard]] PathMeans crowded(int stage, double layers) const;

private:
    std::unique_ptr<const PathGame> m_game;
    double m_layers;
    PathMeans m_means;
};

}  // namespace pgram
