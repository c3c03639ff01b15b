// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fidelity/fidelity_picture.h"

#include "widgets/theme/color.h"
#include "widgets/views/fidelity/fidelity_list.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

constexpr double listShare = 0.4;      // of the width
constexpr double leastListWidth = 27;  // in lines of text
constexpr double leastPlotWidth = 16;  // in lines of text: narrower, and the list makes way
constexpr double errorsShare = 0.24;   // of the height
constexpr double leastHeight = 24;     // in lines of text: lower, and the errors make way
constexpr double furthestError = 0.6;  // what is further off stands at the edge
constexpr std::array bands{0.2, 0.1};

PlotAxis axisOf(const FidelityFigures& figures)
{
    double low = 1e300;
    double high = 0;
    for (const FidelityPoint& point : figures.points) {
        low = std::min({low, point.measured, point.predicted});
        high = std::max({high, point.measured, point.predicted});
    }
    return {figures.filter.memory ? AxisUnit::Memory : AxisUnit::Time, low / 1.25, high * 1.25, true};
}

double shownError(const FidelityPoint& point)
{
    return std::clamp(point.error(), -furthestError, furthestError);
}

QColor bandColor(const Theme& theme, double band)
{
    return mixed(theme.surface, theme.mutedText, band == bands.back() ? 0.2 : 0.1);
}

/// A shape and a colour a generation.
QCPScatterStyle styleOf(const Theme& theme, Generation generation, double size)
{
    static constexpr std::array shapes{QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
                                       QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond};
    QColor fill = theme.series(static_cast<int>(generation));
    const QPen edge(mixed(fill, theme.surface, 0.25), 0.8);
    fill.setAlphaF(0.5F);
    return {shapes[static_cast<std::size_t>(generation)], edge, fill, size};
}

double sizeFor(std::size_t points)
{
    return points > 400 ? 5.2 : points > 60 ? 6.8 : 9.2;
}

/// Measured = predicted, and the ground on which the error is no more than 10 % and 20 %.
void addDiagonal(Plot& plot, const Theme& theme, const PlotAxis& axis)
{
    for (const double band : bands) {
        PlotSeries* lower = plot.addSeries({}, Qt::NoPen, QCPGraph::lsLine);
        PlotSeries* upper = plot.addSeries({}, Qt::NoPen, QCPGraph::lsLine);
        lower->setData({axis.low, axis.high}, {axis.low * (1 - band), axis.high * (1 - band)}, true);
        upper->setData({axis.low, axis.high}, {axis.low * (1 + band), axis.high * (1 + band)}, true);
        upper->setBrush(bandColor(theme, band));
        upper->setChannelFillGraph(lower);
        upper->setLayer(QStringLiteral("background"));
    }
    plot.addSeries({}, QPen(theme.text, 1.2), QCPGraph::lsLine)->setData({axis.low, axis.high}, {axis.low, axis.high});
}

/// The shown plan: what is predicted of it, and where a run is expected.
void addShown(Plot& plot, const Theme& theme, const PlotAxis& axis, const ShownPlan& shown)
{
    if (shown.predicted < axis.low || shown.predicted > axis.high) {
        return;
    }
    plot.addLine(plot.yAxis, shown.predicted, QPen(theme.accent, 1, Qt::DashLine), {FidelityText::tr("this plan")},
                 theme.smallFont, theme.accent);
    plot.addSeries({}, QPen(theme.accent, 4, Qt::SolidLine, Qt::FlatCap), QCPGraph::lsLine)
        ->setData({std::max(axis.low, shown.band.low * shown.predicted), shown.band.high * shown.predicted},
                  {shown.predicted, shown.predicted});
}

/// Below, with the measured value on the same axis.
QCPAxisRect* addErrorPane(Plot& plot, const Theme& theme)
{
    QCPAxisRect* pane = plot.addPane(FidelityText::tr("Error of each run"),
                                     {FidelityText::tr("predicted over measured, less one; over what was measured"),
                                      FidelityText::tr("over what was measured")},
                                     errorsShare / (1 - errorsShare));
    QCPAxis* up = pane->axis(QCPAxis::atLeft);
    plot.link(pane->axis(QCPAxis::atBottom), plot.xAxis);
    plot.setAxis(up, {AxisUnit::Share, -furthestError * 1.05, furthestError * 1.05});
    for (const double band : bands) {
        plot.addBand(up, -band, band, bandColor(theme, band));
    }
    plot.addLine(up, 0, QPen(theme.text, 1.2));
    return pane;
}

/// The runs of one generation, above and below; gives those above.
PlotSeries* addRuns(Plot& plot, const Theme& theme, const FidelityFigures& figures, Generation generation,
                    QCPAxisRect* errorPane)
{
    const double size = sizeFor(figures.points.size());
    PlotSeries* scatter = plot.addSeries(nameOf(generation), Qt::NoPen, QCPGraph::lsNone);
    scatter->setScatterStyle(styleOf(theme, generation, size));
    PlotSeries* errors = nullptr;
    if (errorPane != nullptr) {
        errors = plot.addSeries(nameOf(generation), Qt::NoPen, QCPGraph::lsNone, errorPane);
        errors->setScatterStyle(styleOf(theme, generation, size * 0.85));
        errors->setVisible(!plot.isHidden(nameOf(generation)));
    }
    for (const FidelityPoint& point : figures.points) {
        if (point.generation == generation) {
            scatter->addData(point.measured, point.predicted);
            if (errors != nullptr) {
                errors->addData(point.measured, shownError(point));
            }
        }
    }
    return scatter;
}

}  // namespace

FidelityLayout layoutFidelity(const Theme& theme, const FidelityFigures& figures, const QRectF& area)
{
    FidelityLayout layout;
    const double wanted = std::max(area.width() * listShare, leastListWidth * theme.lineHeight);
    const double width = std::min({wanted, area.width() * 0.5, 40 * theme.lineHeight});
    double left = area.width() - width - 2 * theme.margin;
    if (left >= leastPlotWidth * theme.lineHeight) {
        layout.list = QRectF(area.right() - width, area.top(), width, area.height());
        placeFidelityList(theme, figures, layout);
    } else {
        left = area.width();
    }
    layout.plots = QRectF(area.left(), area.top(), left, area.height());
    return layout;
}

bool hasRoomForErrors(const Theme& theme, const QRectF& area)
{
    return area.height() >= leastHeight * theme.lineHeight;
}

void fillFidelity(Plot& plot, const Theme& theme, const FidelityFigures& figures, const std::optional<ShownPlan>& shown,
                  bool withErrors)
{
    const QString what = figures.filter.memory ? FidelityText::tr("Peak memory") : FidelityText::tr("Step time");
    plot.addPane(what, {FidelityText::tr("predicted (up) over measured (right); shaded: within 10 % and 20 %"),
                        FidelityText::tr("predicted over measured")});
    if (figures.points.empty()) {
        return plot.setNote(FidelityText::tr("No run of this choice can be predicted"));
    }
    const PlotAxis axis = axisOf(figures);
    plot.setAxis(plot.xAxis, axis);
    plot.setAxis(plot.yAxis, axis);
    addDiagonal(plot, theme, axis);
    QCPAxisRect* errors = withErrors ? addErrorPane(plot, theme) : nullptr;
    std::array<PlotSeries*, allGenerations.size()> series{};
    std::vector<QCPAbstractPlottable*> named;
    for (const Generation generation : allGenerations) {
        if (std::ranges::find(figures.points, generation, &FidelityPoint::generation) != figures.points.end()) {
            PlotSeries* runs = addRuns(plot, theme, figures, generation, errors);
            series[static_cast<std::size_t>(generation)] = runs;
            named.push_back(runs);
        }
    }
    if (shown) {
        addShown(plot, theme, axis, *shown);
    }
    plot.addLegend(Plot::LegendPlace::TopLeft, named);
    std::vector<PlotMark> marks;
    for (const FidelityPoint& point : figures.points) {
        marks.push_back({.at = {point.measured, point.predicted},
                         .index = static_cast<int>(marks.size()),
                         .series = series[static_cast<std::size_t>(point.generation)],
                         .twin = {point.measured, shownError(point)},
                         .twinPane = errors});
    }
    plot.setMarks(std::move(marks));
}

}  // namespace pgram
