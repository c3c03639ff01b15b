// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the What-if view shows: figures of the best plan at each value, how far a measured run may be from them, and
// what they rest on. Plain values and functions.
#pragma once

#include "core/fidelity/error_band.h"
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
    QString (*title)();
    AxisUnit unit;
    Unit column;  ///< in a table
    const char* columnKey;
    /// None without a plan, and where nothing is known of it.
    std::optional<double> (*value)(const SweepPoint& point);
    QString (*text)(double value);
    /// Of a plan's bands the one of this figure, as factors of its value; null: there is none.
    std::optional<std::pair<double, double>> (*band)(const ErrorBands& bands);
    bool isMoreBetter = false;
};
[[nodiscard]] std::span<const WhatIfFigure> whatIfFigures();
/// A column for each of them.
[[nodiscard]] std::vector<FigureColumnOf<SweepPoint>> figureColumns();

/// How far runs may be from a plan's figures.
using BandsOf = std::function<ErrorBands(const SweepPoint& point)>;

/// One answer beside the others: the question asked by another method, of a target or in another precision.
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

/// What the question may be asked by beside its own method: "method:bmw", "target:megatron", "precision:fp8".
struct WhatIfVariant {
    std::string key;
    QString title;
    SearchRequest request;
};
[[nodiscard]] std::vector<WhatIfVariant> whatIfVariants(const SearchRequest& request);
/// The question's own method or target.
[[nodiscard]] QString ownTitle(const SearchRequest& request);

/// Of ShownWhatIf::same.
[[nodiscard]] QString samePlanTitle();

/// "P2 TP8", or that nothing fits.
[[nodiscard]] QString kindTitle(const SweepPoint& point);
/// "from 41 GB/s on: P1 TP8": what takes over, and where.
[[nodiscard]] QString crossingText(const WhatIfNumber& number, const Crossing& crossing);
/// A row for each value, with the plan's figures or why there is none.
[[nodiscard]] FigureContent whatIfTable(const ShownWhatIf& shown);

/// What a picture of this figure over these numbers rests on: where they come from, whose prices, and of which measured
/// runs the band is.
[[nodiscard]] QString whatIfBasis(const SearchRequest& request, const std::vector<WhatIfNumber>& numbers,
                                  const WhatIfFigure& figure, const ErrorBands& bands);
/// Of a plan at a value: its figures, for a tip.
[[nodiscard]] QString pointTip(const SweepPoint& point, const std::vector<std::pair<WhatIfNumber, double>>& at,
                               const ErrorBands& bands);

}  // namespace pgram
