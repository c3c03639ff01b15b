// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/core_text.h"
#include "widgets/views/common/run_figures.h"
#include "widgets/views/what_if/what_if_pictures.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

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

/// In the foot of its region, where the legend is that of the curves.
void addName(Plot& plot, const Theme& theme, double from, double to, const QString& said)
{
    const QCPRange range = plot.xAxis->range();
    constexpr double widest = 0.12;  // of the axis
    if (std::log(to / from) < widest * std::log(range.upper / range.lower)) {
        return;
    }
    auto* name = new QCPItemText(&plot);
    name->setText(said);
    name->setFont(theme.smallFont);
    name->setColor(theme.text);
    name->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    name->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    name->position->setCoords(std::sqrt(from * to), 1);
}

void addRegions(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const std::vector<std::string>& kinds)
{
    constexpr double share = 0.12;  // of the kind's colour
    const Sweep& sweep = shown.sweep();
    const std::vector<SweepPoint>& points = sweep.points;
    const double scale = shown.number.scale;
    for (std::size_t first = 0; first < points.size();) {
        std::size_t last = first;
        while (last + 1 < points.size() && points[last + 1].kind == points[first].kind) {
            ++last;
        }
        const double from = first == 0 ? points[0].value : edgeBetween(sweep, points[first - 1], points[first]);
        const double to =
            last + 1 == points.size() ? points[last].value : edgeBetween(sweep, points[last], points[last + 1]);
        if (points[first].plan) {
            const auto kind = std::ranges::find(kinds, points[first].kind) - kinds.begin();
            plot.addBand(plot.xAxis, from / scale, to / scale,
                         mixed(theme.surface, theme.series(static_cast<int>(kind)), share));
            if (shown.curves.size() > 1) {
                addName(plot, theme, from / scale, to / scale, kindTitle(points[first]));
            }
        } else {
            plot.addBand(plot.xAxis, from / scale, to / scale, theme.bubble(), mixed(theme.surface, theme.bad, 0.45));
        }
        first = last + 1;
    }
}

/// Between the ends of the band of each point, light and behind the curve.
void addBand(Plot& plot, const QColor& color, const WhatIfCurve& curve, double scale, const FigureReading& reading)
{
    std::array<PlotSeries*, 2> ends{plot.addSeries({}, Qt::NoPen, QCPGraph::lsLine),
                                    plot.addSeries({}, Qt::NoPen, QCPGraph::lsLine)};
    for (const SweepPoint& point : curve.sweep.points) {
        if (const auto range = reading.range(point)) {
            ends[0]->addData(point.value / scale, range->first);
            ends[1]->addData(point.value / scale, range->second);
        }
    }
    ends[1]->setBrush(color);
    ends[1]->setChannelFillGraph(ends[0]);
    ends[1]->setLayer(QStringLiteral("background"));
}

double mostOf(const ShownWhatIf& shown, const FigureReading& reading)
{
    double most = 0;
    for (const SweepPoint& point : shown.same) {
        most = std::max(most, reading.value(point).value_or(0));
    }
    for (const WhatIfCurve& curve : shown.curves) {
        for (const SweepPoint& point : curve.sweep.points) {
            const auto range = &curve == &shown.curves[shown.regions] ? reading.range(point) : std::nullopt;
            most = std::max(most, range ? range->second : reading.value(point).value_or(0));
        }
    }
    return most;
}

/// Where one kind takes over, and the value of now.
void addValues(Plot& plot, const Theme& theme, const ShownWhatIf& shown)
{
    const double scale = shown.number.scale;
    for (const Crossing& crossing : shown.sweep().crossings) {
        plot.addLine(plot.xAxis, crossing.above.value / scale, QPen(theme.mutedText, 1, Qt::DashLine));
    }
    plot.addLine(plot.xAxis, shown.number.now / scale, QPen(theme.text, 2),
                 {WhatIfText::tr("now %1").arg(numberText(shown.number, shown.number.now)), WhatIfText::tr("now")},
                 theme.boldFont, theme.text);
}

/// One curve has dots in the colours of its kinds, several have one colour each.
void addCurves(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const FigureReading& reading)
{
    const double scale = shown.number.scale;
    const bool isOne = shown.curves.size() == 1;
    // A plan is the best from its least budget on.
    const auto style = shown.number.what == "memory" ? QCPGraph::lsStepLeft : QCPGraph::lsLine;
    const std::vector<std::string> kinds = kindsOf(shown.sweep().points);
    std::vector<QCPAbstractPlottable*> named;
    std::vector<PlotSeries*> dots;
    const auto addDots = [&](const QString& name, int color) {
        // There are four colours: what comes after them is dashed and hollow.
        constexpr int colors = 4;
        const bool isAgain = color >= colors;
        const QPen pen(theme.series(color), 2, isAgain ? Qt::DashLine : Qt::SolidLine);
        dots.push_back(plot.addSeries(name, pen, isOne ? QCPGraph::lsNone : style));
        dots.back()->setScatterStyle({QCPScatterStyle::ssCircle, QPen(theme.series(color), 1.5),
                                      isAgain ? theme.surface : theme.series(color), 7});
        named.push_back(dots.back());
    };
    PlotSeries* line = isOne ? plot.addSeries(reading.figure->title(), QPen(theme.mutedText, 1.5), style) : nullptr;
    for (std::size_t kind = 0; isOne && kind < kinds.size(); ++kind) {
        addDots(qs(kinds[kind]), static_cast<int>(kind));
    }
    if (!shown.same.empty()) {
        PlotSeries* same = plot.addSeries(samePlanTitle(), QPen(theme.text, 1.5, Qt::DotLine), QCPGraph::lsLine);
        for (const SweepPoint& point : shown.same) {
            same->addData(point.value / scale, reading.value(point).value_or(std::nan("")));
        }
        named.push_back(same);
    }
    std::vector<PlotMark> marks;
    for (std::size_t c = 0; c < shown.curves.size(); ++c) {
        if (!isOne) {
            addDots(shown.curves[c].title, static_cast<int>(c));
        }
        const std::vector<SweepPoint>& points = shown.curves[c].sweep.points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const std::optional<double> value = reading.value(points[i]);
            if (!value) {
                continue;
            }
            const QPointF at(points[i].value / scale, *value);
            PlotSeries* series =
                isOne ? dots[static_cast<std::size_t>(std::ranges::find(kinds, points[i].kind) - kinds.begin())]
                      : dots.back();
            series->addData(at.x(), at.y());
            if (line != nullptr) {
                line->addData(at.x(), at.y());
            }
            marks.push_back(
                {.at = at, .index = static_cast<int>(c) * marksOfCurve + static_cast<int>(i), .series = series});
        }
    }
    plot.addLegend(Plot::LegendPlace::Below, named);
    plot.setMarks(std::move(marks));
}

}  // namespace

std::vector<std::string> kindsOf(const std::vector<SweepPoint>& points)
{
    std::vector<std::string> kinds;
    for (const SweepPoint& point : points) {
        if (point.plan && std::ranges::find(kinds, point.kind) == kinds.end()) {
            kinds.push_back(point.kind);
        }
    }
    return kinds;
}

void fillWhatIf(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const FigureReading& reading)
{
    const WhatIfFigure& figure = *reading.figure;
    QStringList crossings;
    for (const Crossing& crossing : shown.sweep().crossings) {
        crossings.append(crossingText(shown.number, crossing));
    }
    const QString words = crossings.join(QStringLiteral("; "));
    plot.addPane(
        figure.title(),
        {shown.curves.size() == 1 ? words : QStringLiteral("%1: %2").arg(shown.curves[shown.regions].title, words),
         QString()});
    const double scale = shown.number.scale;
    const double most = mostOf(shown, reading);
    plot.setAxis(plot.xAxis,
                 {AxisUnit::Number, shown.axis.from / scale, shown.axis.to / scale, true, axisTitle(shown.number)});
    plot.setAxis(plot.yAxis, {figure.unit, 0, most > 0 ? 1.12 * most : 1});
    addRegions(plot, theme, shown, kindsOf(shown.sweep().points));
    constexpr double share = 0.22;  // of the text's colour
    addBand(plot, mixed(theme.surface, theme.text, share), shown.curves[shown.regions], scale, reading);
    addValues(plot, theme, shown);
    const RunLimits& limits = reading.run.limits;
    const QLatin1StringView key(figure.key);
    addLimit(plot, theme, plot.yAxis, key == QLatin1StringView("days") ? limits.days : 0, daysText(limits.days));
    addLimit(plot, theme, plot.yAxis, key == QLatin1StringView("dollars") ? limits.dollars : 0,
             dollarsText(limits.dollars));
    addCurves(plot, theme, shown, reading);
}

void addLimit(Plot& plot, const Theme& theme, QCPAxis* axis, double value, const QString& text)
{
    if (value > 0) {
        plot.addLine(axis, value, QPen(theme.bad, 1, Qt::DashLine), {text}, theme.smallFont, theme.mutedText);
    }
}

}  // namespace pgram
