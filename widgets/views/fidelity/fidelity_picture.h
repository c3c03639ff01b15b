// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of the Fidelity view: predicted against measured on logarithmic axes, the error of each run below, and
// the suites beside. Geometry is pure; painting takes what was placed.
// What the Fidelity view draws: the measured runs that its filters leave, and the error of each suite of them. Pure.
#pragma once

#include "widgets/views/common/plot.h"
#include "widgets/views/common/view_input.h"
#include "widgets/work/fidelity_library.h"

#include <QCoreApplication>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace pgram {

/// The words of this view.
struct FidelityText {
    Q_DECLARE_TR_FUNCTIONS(FidelityText)
};

/// Devices of one generation share a colour and a shape.
enum class Generation { Ampere, Hopper, Blackwell, Other };
inline constexpr std::array allGenerations{Generation::Ampere, Generation::Hopper, Generation::Blackwell,
                                           Generation::Other};
[[nodiscard]] Generation generationOf(const std::string& gpu);

struct FidelityFilter {
    bool memory = false;  ///< peaks instead of step times
    std::string suite;    ///< empty = all
    std::optional<Generation> generation;
    bool operator==(const FidelityFilter&) const = default;
};

struct FidelityPoint {
    std::size_t row = 0;   ///< of the record
    double predicted = 0;  ///< s, or bytes
    double measured = 0;
    Generation generation = Generation::Other;
    [[nodiscard]] double error() const { return predicted / measured - 1; }
};

/// A suite, or all of them under an empty name.
struct SuiteLine {
    std::string suite;
    ErrorStatistics errors;
    int skipped = 0;  ///< measured, and not expressed
};

struct FidelityFigures {
    std::shared_ptr<const FidelityData> data;
    FidelityFilter filter;
    std::vector<FidelityPoint> points;  ///< by measured value
    std::vector<SuiteLine> suites;      ///< of the generation, the largest first; all together at the end
    std::vector<std::size_t> rows;      ///< all that the filter leaves, expressed or not
};

[[nodiscard]] FidelityFigures fidelityFigures(std::shared_ptr<const FidelityData> data, const FidelityFilter& filter);

/// "A100", "H100, H200", …
[[nodiscard]] QString nameOf(Generation generation);

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
