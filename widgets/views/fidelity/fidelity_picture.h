// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of the Fidelity view: predicted against measured on logarithmic axes, the error of each run below, and
// the suites beside. Geometry is pure; painting takes what was placed.
#pragma once

#include "widgets/views/common/hit_test.h"
#include "widgets/views/common/plot.h"
#include "widgets/views/fidelity/fidelity_figures.h"

#include <optional>

namespace pgram {

/// The plan that the window shows, among the measured runs.
struct ShownPlan {
    double predicted = 0;  ///< s, or bytes
    ErrorBand band;
};

/// Where the plots and the list of suites stand.
struct FidelityLayout {
    QRectF plots;
    QRectF list;                ///< empty where there is no room
    std::vector<QRectF> lines;  ///< of each suite
    double lineHeight = 0;

    [[nodiscard]] int lineAt(const QPointF& position) const { return indexAt(lines, position); }  ///< -1 = none
};

[[nodiscard]] FidelityLayout layoutFidelity(const Theme& theme, const FidelityFigures& figures, const QRectF& area);
/// Whether there is room for the errors below the scatter.
[[nodiscard]] bool hasRoomForErrors(const Theme& theme, const QRectF& area);
/// Marks are in the order of figures.points.
void fillFidelity(Plot& plot, const Theme& theme, const FidelityFigures& figures, const std::optional<ShownPlan>& shown,
                  bool withErrors);

// The suites of measured runs as a list beside the plots of the Fidelity view: runs, skipped ones and errors of each.

/// Places a line for each suite in `layout.list`: the largest suites where there is no room for all, with the chosen
/// one, and all together at the end. Lines stay as high as their text.
void placeFidelityList(const Theme& theme, const FidelityFigures& figures, FidelityLayout& layout);
void paintFidelityList(QPainter& painter, const Theme& theme, const FidelityFigures& figures,
                       const FidelityLayout& layout);

}  // namespace pgram
