// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the search went: the best plan's step time a sample as it fell, the lower bound as it rose, and the gap between
// them; beside it what other searches of the same scenario had after the same seconds.
#pragma once

#include "widgets/views/common/plot.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

/// A figure over the seconds of a search: it holds from each point to the next, the last one to `end`.
struct SearchCurve {
    enum class Kind { Best, Bound, Other };
    Kind kind = Kind::Best;
    QString name;
    std::vector<QPointF> points;  ///< seconds, seconds a sample
    double end = 0;
    int series = 0;  ///< of Other: its colour

    [[nodiscard]] double at(double seconds) const;  ///< of a moment not before its first point
};

[[nodiscard]] std::vector<SearchCurve> searchCurves(const SearchFigures& figures);
void fillProgress(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// Rich text.
[[nodiscard]] QString progressTip(const SearchFigures& figures, int incumbent);

}  // namespace pgram
