// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths through the order of a schedule's operations. A step takes at least as long as any path, whatever the cut, and
// so at least as long as any mean of paths: a linear bound. This file computes a mean, and prices of bytes, under which
// work costs about as much on any stage. Pure.
#pragma once

#include "core/schedule/schedule.h"

#include <memory>
#include <span>
#include <vector>

namespace pgram {

class PathGame;

/// Number of times that a path counts the forward, the input gradient and the weight gradient of a chunk for one
/// micro-batch, and the work per step of its stage behind them; or the seconds of these operations.
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
    /// Returns the seconds of a micro-batch.
    [[nodiscard]] double time() const { return forward + inputGradient + weightGradient; }
};

/// A choice for a layer: a chunk, and time and bytes in it.
struct LayerInChunk {
    int chunk = 0;  ///< index in model order
    PathCounts seconds;
    double bytes = 0;  ///< bytes of the stage's room that the layer takes
};

/// T ≥ Σ over layers of (counts of its chunk · its seconds + price of its stage · its bytes) - Σ over stages of price ·
/// room. For plans that crowd a stage, which have at least `crowd` of the layers there, each of these layers counts
/// `relief` seconds less, and the sum counts crowd·relief more.
struct PathMeans {
    std::vector<PathCounts> counts;  ///< per chunk, in model order
    std::vector<double> prices;      ///< seconds per byte, per stage
    double relief = 0;
};

/// The largest such bounds for this many layers, each of which takes any of `choices` (at least one per chunk), with
/// the same room in bytes per stage. It is the value of a game between a player who spreads layers over the choices and
/// one who picks paths and prices, solved by column generation: within a hundredth of the best, or beyond `enough` or,
/// for long schedules, as close as visits of `operations` operations allow. Every result is a bound. Refers to the
/// choices.
class EvenPaths {
public:
    EvenPaths(const Schedule& schedule, int stages, std::span<const LayerInChunk> choices, double layers, double room,
              Seconds enough, double operations);
    ~EvenPaths();
    EvenPaths(const EvenPaths&) = delete;
    EvenPaths& operator=(const EvenPaths&) = delete;

    [[nodiscard]] const PathMeans& means() const { return m_means; }
    /// Returns the bound for plans with at least this many of the layers on one stage.
    [[nodiscard]] PathMeans crowded(int stage, double layers) const;

private:
    std::unique_ptr<const PathGame> m_game;
    double m_layers;
    PathMeans m_means;
};

}  // namespace pgram
