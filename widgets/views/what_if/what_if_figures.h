// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the What-if view shows: figures of the best plan at each value, how far a measured run may be from them, and
// what they rest on. Plain values and functions.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/presets/preset_store.h"
#include "widgets/document/run_terms.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/ticks.h"
#include "widgets/views/what_if/what_if_numbers.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgram {

/// What is drawn over the number.
struct WhatIfFigure {
    const char* key;
    const char* name;  ///< title to be translated
    AxisUnit unit;
    Unit column;  ///< in a table
    const char* columnKey;
    /// Returns nothing without a plan, and where nothing is known.
    std::optional<double> (*value)(const SweepPoint& point, const RunQuestion& run);
    QString (*text)(double value);
    bool isMoreBetter = false;
    bool isOfRun = false;                                            ///< a figure of the whole run
    bool isOverDays = false;                                         ///< drawn over the days of the run
    std::optional<ErrorBand> ErrorBands::*band = &ErrorBands::time;  ///< band of measured runs

    [[nodiscard]] QString title() const { return QCoreApplication::translate("WhatIf", name); }
};
[[nodiscard]] std::span<const WhatIfFigure> whatIfFigures();

/// Returns how far runs may be from a plan's figures.
using BandsOf = std::function<ErrorBands(const SweepPoint& point)>;

/// A figure of plans, read for one training run.
struct FigureReading {
    const WhatIfFigure* figure;
    RunAsked run;
    BandsOf bandsOf;

    [[nodiscard]] std::optional<double> value(const SweepPoint& point) const
    {
        return figure->value(point, run.question);
    }
    /// Returns the range in which measured runs lie; nothing without a band.
    [[nodiscard]] std::optional<std::pair<double, double>> range(const SweepPoint& point) const;
};
/// Returns the kind of plan and a column for each figure.
[[nodiscard]] std::vector<FigureColumnOf<SweepPoint>> figureColumns(const FigureReading& reading);

/// One answer beside the others: the question asked by another method, of another framework, cluster or model, or in
/// another precision.
struct WhatIfCurve {
    QString title;
    SearchRequest request;
    Sweep sweep;  ///< as far as it is known
    bool operator==(const WhatIfCurve& other) const { return title == other.title && request == other.request; }
};

struct ShownWhatIf {
    SearchRequest request;
    WhatIfNumber number;
    SweepAxis axis;
    std::vector<WhatIfCurve> curves;   ///< the question's own first
    std::size_t regions = 0;           ///< the curve whose kinds of plans are shown
    std::shared_ptr<const Plan> plan;  ///< of now
    std::vector<SweepPoint> same;      ///< the plan of now as it is, at each value where it fits
    [[nodiscard]] const Sweep& sweep() const { return curves[regions].sweep; }
    [[nodiscard]] bool isComplete() const
    {
        return std::ranges::all_of(curves, [](const WhatIfCurve& curve) { return curve.sweep.complete; });
    }
};

/// Another question beside the own one: "method:bmw", "target:megatron", "precision:fp8", "cluster:dgx-a100",
/// "model:llama2-7b", or "model:family" for all models of the family.
struct WhatIfVariant {
    std::string key;
    QString title;
    SearchRequest request;
};
[[nodiscard]] std::vector<WhatIfVariant> whatIfVariants(const SearchRequest& request);
/// Returns the names and titles of the variants that are presets.
[[nodiscard]] std::vector<std::pair<QString, QString>> presetVariants(const PresetStore& store);
/// Returns the questions of a variant in which the number `what` can be varied.
[[nodiscard]] std::vector<WhatIfVariant> variantsOf(const SearchRequest& request, const QString& key,
                                                    const std::string& what, const PresetStore& store);
/// The question's own method or target.
[[nodiscard]] QString ownTitle(const SearchRequest& request);

/// Of ShownWhatIf::same.
[[nodiscard]] QString samePlanTitle();

/// "P2 TP8", or that nothing fits.
[[nodiscard]] QString kindTitle(const SweepPoint& point);
/// "from 41 GB/s on: P1 TP8": what takes over, and where.
[[nodiscard]] QString crossingText(const WhatIfNumber& number, const Crossing& crossing);
/// "Fewest devices: Nodes 8, 21.3 days, $ 55.1 k · Cheapest: …": the runs within the limits.
[[nodiscard]] QString choicesText(const ShownWhatIf& shown, const RunAsked& run);
/// A row for each value, with the plan's figures or why there is none.
[[nodiscard]] FigureContent whatIfTable(const ShownWhatIf& shown, const FigureReading& reading);

/// What a picture of this figure over these numbers rests on: where they come from, whose prices, and of which measured
/// runs the band is.
[[nodiscard]] QString whatIfBasis(const SearchRequest& request, const std::vector<WhatIfNumber>& numbers,
                                  const FigureReading& reading, const SweepPoint& now);
/// Of a plan at a value: its figures, for a tip.
[[nodiscard]] QString pointTip(const SweepPoint& point, const std::vector<std::pair<WhatIfNumber, double>>& at,
                               const FigureReading& reading);

}  // namespace pgram
