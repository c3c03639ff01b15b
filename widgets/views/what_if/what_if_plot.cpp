// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_view.h"

#include <algorithm>

namespace pgram {

namespace {

/// In the order in which they come up.
std::vector<std::string> kindsOf(const Sweep& sweep)
{
    std::vector<std::string> kinds;
    for (const SweepPoint& point : sweep.points) {
        if (point.plan && std::ranges::find(kinds, point.kind) == kinds.end()) {
            kinds.push_back(point.kind);
        }
    }
    return kinds;
}

/// Where a region ends towards the next point: at the crossing between them, or half way.
double edgeBetween(const Sweep& sweep, const SweepPoint& left, const SweepPoint& right)
{
    for (const Crossing& crossing : sweep.crossings) {
        if (crossing.above.value > left.value && crossing.above.value <= right.value) {
            return crossing.above.value;
        }
    }
    return right.value;
}

void addRegions(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const std::vector<std::string>& kinds)
{
    constexpr double share = 0.12;  // of the kind's colour
    const std::vector<SweepPoint>& points = shown.sweep.points;
    const double scale = shown.number.scale;
    for (std::size_t first = 0; first < points.size();) {
        std::size_t last = first;
        while (last + 1 < points.size() && points[last + 1].kind == points[first].kind) {
            ++last;
        }
        const double from = first == 0 ? points[0].value : edgeBetween(shown.sweep, points[first - 1], points[first]);
        const double to =
            last + 1 == points.size() ? points[last].value : edgeBetween(shown.sweep, points[last], points[last + 1]);
        if (points[first].plan) {
            const auto kind = std::ranges::find(kinds, points[first].kind) - kinds.begin();
            plot.addBand(plot.xAxis, from / scale, to / scale,
                         mixed(theme.surface, theme.series(static_cast<int>(kind)), share));
        } else {
            plot.addBand(plot.xAxis, from / scale, to / scale, theme.bubble(), mixed(theme.surface, theme.bad, 0.45));
        }
        first = last + 1;
    }
}

}  // namespace

void fillWhatIf(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const WhatIfFigure& figure)
{
    const Sweep& sweep = shown.sweep;
    const double scale = shown.number.scale;
    QStringList crossings;
    for (const Crossing& crossing : sweep.crossings) {
        crossings.append(crossingText(shown.number, crossing));
    }
    plot.addPane(figure.title(), {crossings.join(QStringLiteral("; ")), QString()});
    double most = 0;
    for (const SweepPoint& point : sweep.points) {
        most = point.figures ? std::max(most, figure.value(*point.figures)) : most;
    }
    const QString name = shown.number.unit.isEmpty()
                             ? shown.number.title
                             : QStringLiteral("%1, %2").arg(shown.number.title, shown.number.unit);
    plot.setAxis(plot.xAxis, {AxisUnit::Number, shown.axis.from / scale, shown.axis.to / scale, true, name});
    plot.setAxis(plot.yAxis, {figure.unit, 0, most > 0 ? 1.12 * most : 1});
    const std::vector<std::string> kinds = kindsOf(sweep);
    addRegions(plot, theme, shown, kinds);
    for (const Crossing& crossing : sweep.crossings) {
        plot.addLine(plot.xAxis, crossing.above.value / scale, QPen(theme.mutedText, 1, Qt::DashLine));
    }
    plot.addLine(plot.xAxis, shown.number.now / scale, QPen(theme.text, 2),
                 {WhatIfView::tr("now %1").arg(numberText(shown.number, shown.number.now)), WhatIfView::tr("now")},
                 theme.boldFont, theme.text);
    PlotSeries* curve = plot.addSeries(figure.title(), QPen(theme.mutedText, 1.5), QCPGraph::lsLine);
    std::vector<PlotSeries*> series;
    std::vector<QCPAbstractPlottable*> named;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const QColor color = theme.series(static_cast<int>(kind));
        PlotSeries* dots = plot.addSeries(QString::fromStdString(kinds[kind]), QPen(color, 2), QCPGraph::lsNone);
        dots->setScatterStyle({QCPScatterStyle::ssDisc, color, color, 7});
        series.push_back(dots);
        named.push_back(dots);
    }
    std::vector<PlotMark> marks;
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
        const SweepPoint& point = sweep.points[i];
        if (!point.figures) {
            continue;
        }
        const QPointF at(point.value / scale, figure.value(*point.figures));
        const auto kind = static_cast<std::size_t>(std::ranges::find(kinds, point.kind) - kinds.begin());
        curve->addData(at.x(), at.y());
        series[kind]->addData(at.x(), at.y());
        marks.push_back({.at = at, .index = static_cast<int>(i), .series = series[kind]});
    }
    plot.addLegend(Plot::LegendPlace::Below, named);
    plot.setMarks(std::move(marks));
}

}  // namespace pgram
