// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two estimates set side by side, figure by figure, with the layers whose strategy differs. Pure; plain values.
#pragma once

#include "core/base/text.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <span>
#include <string>
#include <vector>

namespace pgram {

enum class Quantity { Time, Rate, Memory, Share };
enum class Better { Lower, Higher };

/// A figure that every estimate has.
struct Figure {
    const char* key;  ///< as in the estimate's JSON: "step_time_s"
    Phrase title;     ///< "step time"
    Phrase unit;      ///< after a Rate: "samples/s"; empty for the quantities that the formatter names
    Quantity quantity;
    Better better;
    double (*value)(const Estimate&);
};
/// In the order in which they are shown.
[[nodiscard]] std::span<const Figure> figures();
/// For people: "1.24 s", "51.6 samples/s", "7.31 GiB", "12.3 %".
[[nodiscard]] std::string formatFigure(const Figure& figure, double value);

struct FigureDifference {
    const Figure* figure = nullptr;
    double before = 0;
    double after = 0;
    [[nodiscard]] double change() const { return after - before; }
    /// (after - before) / before; 0 where both are equal, infinity where only `before` is 0.
    [[nodiscard]] double relativeChange() const;
    /// +1 better, -1 worse, 0 equal.
    [[nodiscard]] int verdict() const;
};

/// A run of layers with one strategy before and another one after.
struct StrategyDifference {
    int firstLayer = 0;
    int layerCount = 0;
    LayerStrategy before;
    LayerStrategy after;
};

struct StageDifference {
    int stage = 0;
    Bytes memoryBefore = 0;  ///< 0 where that plan has no such stage
    Bytes memoryAfter = 0;
    Seconds timeBefore = 0;  ///< one micro-batch without sync
    Seconds timeAfter = 0;
};

struct VolumeDifference {
    TrafficKind kind = TrafficKind::TensorParallel;
    Volume before = 0;
    Volume after = 0;
    Seconds exposedBefore = 0;
    Seconds exposedAfter = 0;
    Seconds hiddenBefore = 0;
    Seconds hiddenAfter = 0;
};

struct Comparison {
    std::vector<FigureDifference> figures;
    bool sameLayers = true;                      ///< both models have as many layers; else `strategies` is empty
    std::vector<StrategyDifference> strategies;  ///< by layer
    std::vector<StageDifference> stages;         ///< as many as the deeper pipeline has
    std::vector<VolumeDifference> volumes;       ///< kinds that either plan has, summed over groups and links
};
[[nodiscard]] Comparison compare(const Plan& planBefore, const Estimate& before, const Plan& planAfter,
                                 const Estimate& after);

}  // namespace pgram
