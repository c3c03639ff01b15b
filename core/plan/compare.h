// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Compares two plans figure by figure, and lists the layers whose strategy differs. Pure; plain values.
#pragma once

#include "core/base/text.h"
#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <span>
#include <string>
#include <vector>

namespace pgram {

/// Kinds of figures, which the formatter distinguishes.
enum class Quantity { Time, Rate, Memory, Share };
/// The better one of two values of a figure.
enum class Better { Lower, Higher };

/// Amount of work that a figure is of. Figures of other amounts are not better or worse.
enum class Amount {
    Step,    ///< one step: another batch or sequence is another amount
    Sample,  ///< one sample: another sequence is another amount
    Any,     ///< a rate of tokens, a share or a size
};

/// A figure that every estimate has.
struct Figure {
    const char* key;                   ///< name in the estimate's JSON: "step_time_s"
    Phrase title;                      ///< "step time"
    Phrase unit;                       ///< after a Rate: "samples/s"; empty for the quantities that the formatter names
    Quantity quantity;                 ///< how it is formatted
    Better better;                     ///< direction of improvement
    Amount amount;                     ///< work that it is of
    double (*value)(const Estimate&);  ///< reads the figure from an estimate
};
/// Returns all figures, in the order in which they are shown.
[[nodiscard]] std::span<const Figure> figures();
/// Returns the value with its unit: "1.24 s", "51.6 samples/s", "7.31 GiB", "12.3 %".
[[nodiscard]] std::string formatFigure(const Figure& figure, double value);

/// One figure of two plans.
struct FigureDifference {
    const Figure* figure = nullptr;  ///< which figure
    double before = 0;               ///< value in the first plan
    double after = 0;                ///< value in the second plan
    bool sameAmount = true;          ///< both are of one amount of work
    /// Returns after - before.
    [[nodiscard]] double change() const { return after - before; }
    /// Returns (after - before) / before; 0 where both are equal, infinity where only `before` is 0.
    [[nodiscard]] double relativeChange() const;
    /// Returns +1 if the second plan is better, -1 if it is worse, 0 if both are equal or of other amounts of work.
    [[nodiscard]] int verdict() const;
};

/// A run of layers with one strategy before and another one after.
struct StrategyDifference {
    int firstLayer = 0;    ///< index of the first layer
    int layerCount = 0;    ///< number of layers
    LayerStrategy before;  ///< in the first plan
    LayerStrategy after;   ///< in the second plan
};

/// One stage of two plans.
struct StageDifference {
    int stage = 0;           ///< index of the stage
    Bytes memoryBefore = 0;  ///< 0 if the first plan has no such stage
    Bytes memoryAfter = 0;   ///< the same of the second plan
    Seconds timeBefore = 0;  ///< one micro-batch without sync
    Seconds timeAfter = 0;   ///< the same of the second plan
};

/// One kind of traffic of two plans, per step.
struct VolumeDifference {
    TrafficKind kind = TrafficKind::TensorParallel;  ///< kind of traffic
    Volume before = 0;                               ///< bytes in the first plan
    Volume after = 0;                                ///< bytes in the second plan
    Seconds exposedBefore = 0;                       ///< on the critical path
    Seconds exposedAfter = 0;                        ///< on the critical path
    Seconds hiddenBefore = 0;                        ///< behind compute
    Seconds hiddenAfter = 0;                         ///< behind compute
};

/// Two plans side by side.
struct Comparison {
    std::vector<FigureDifference> figures;       ///< one row for each of figures()
    std::vector<Text> otherWork;                 ///< differences of the work: "sequence 8192 / 131072"; empty: none
    bool sameLayers = true;                      ///< both models have as many layers; else `strategies` is empty
    std::vector<StrategyDifference> strategies;  ///< by layer
    std::vector<StageDifference> stages;         ///< one row per stage of the deeper pipeline
    std::vector<VolumeDifference> volumes;       ///< kinds that either plan has, summed over groups and links
};
/// Compares two plans by their estimates.
[[nodiscard]] Comparison compare(const Plan& planBefore, const Estimate& before, const Plan& planAfter,
                                 const Estimate& after);

}  // namespace pgram
