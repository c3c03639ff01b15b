// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of the Fidelity view: predicted against measured on logarithmic axes, the error of each run below, and
// the suites beside. Geometry is pure; painting takes what was placed.
#pragma once

#include "widgets/views/common/plot_frame.h"
#include "widgets/views/fidelity/fidelity_figures.h"

#include <optional>

namespace pgram {

/// The plan that the window shows, among the measured runs.
struct ShownPlan {
    double predicted = 0;  ///< s, or bytes
    ErrorBand band;
};

struct FidelityLayout {
    PlotFrame scatter;
    PlotFrame errors;             ///< below, with the measured value on the same axis
    std::vector<QPointF> points;  ///< of each point, in the scatter
    std::vector<QPointF> marks;   ///< the same among the errors; empty where there is no room for these
    QRectF list;                  ///< empty where there is no room
    std::vector<QRectF> lines;    ///< of each suite
    double lineHeight = 0;

    /// The point nearest to a position, where one is near; -1 = none.
    [[nodiscard]] int pointAt(const QPointF& position) const;
    [[nodiscard]] int lineAt(const QPointF& position) const;
};

[[nodiscard]] FidelityLayout layoutFidelity(const Theme& theme, const FidelityFigures& figures, const QRectF& area);
void paintFidelity(QPainter& painter, const Theme& theme, const FidelityFigures& figures, const FidelityLayout& layout,
                   const std::optional<ShownPlan>& shown);
/// A ring around a point, in both of its places.
void paintFidelityRing(QPainter& painter, const Theme& theme, const FidelityLayout& layout, int point, bool strong);

}  // namespace pgram
