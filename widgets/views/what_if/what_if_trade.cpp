// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cost of all runs of a sweep over the days that they take.
#include "widgets/document/core_text.h"
#include "widgets/views/common/run_figures.h"
#include "widgets/views/what_if/what_if_pictures.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

/// Positive values and a little room around them, on a logarithmic axis.
struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    void hold(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] PlotAxis axis(const QString& name) const
    {
        const double room = high > 2 * low ? 1.4 : 2;
        return high > 0 ? PlotAxis{AxisUnit::Number, low / room, high * room, true, name}
                        : PlotAxis{AxisUnit::Number, 0, 1, false, name};
    }
};

/// A run in the plane of days and money, and the ends of its range.
struct TradePoint {
    int index;
    QPointF at;
    std::vector<QPointF> range;
    QString label;
};

/// Device-hours where a price is not known.
double moneyOf(const RunCost& cost, bool isPriced)
{
    return isPriced ? *cost.dollars : cost.deviceHours;
}

std::vector<std::vector<TradePoint>> tradeOf(const ShownWhatIf& shown, const FigureReading& reading, bool& isPriced)
{
    std::vector<std::vector<ShownRun>> runs;
    isPriced = true;
    for (const WhatIfCurve& curve : shown.curves) {
        runs.emplace_back();
        for (const SweepPoint& point : curve.sweep.points) {
            runs.back().push_back(point.plan ? shownRun(point.plan, point.figures, reading.run, reading.bandsOf(point))
                                             : ShownRun());
            const std::optional<RunCost>& cost = runs.back().back().row.cost;
            isPriced = isPriced && (!cost || cost->dollars);
        }
    }
    std::vector<std::vector<TradePoint>> curves;
    for (std::size_t curve = 0; curve < runs.size(); ++curve) {
        curves.emplace_back();
        for (std::size_t i = 0; i < runs[curve].size(); ++i) {
            const ShownRun& run = runs[curve][i];
            if (!run.row.cost) {
                continue;
            }
            const auto placeOf = [&](const RunCost& cost) { return QPointF(cost.days(), moneyOf(cost, isPriced)); };
            TradePoint point{static_cast<int>(curve) * marksOfCurve + static_cast<int>(i),
                             placeOf(*run.row.cost),
                             {},
                             tickText(shown.number, shown.curves[curve].sweep.points[i].value)};
            if (run.range) {
                point.range = {placeOf(run.range->low), placeOf(run.range->high)};
            }
            curves.back().push_back(std::move(point));
        }
    }
    return curves;
}

}  // namespace

void fillTrade(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const FigureReading& reading)
{
    bool isPriced = true;
    const std::vector<std::vector<TradePoint>> curves = tradeOf(shown, reading, isPriced);
    Span days;
    Span money;
    for (const std::vector<TradePoint>& curve : curves) {
        for (const TradePoint& point : curve) {
            std::vector<QPointF> all = point.range;
            all.push_back(point.at);
            for (const QPointF& each : all) {
                days.hold(each.x());
                money.hold(each.y());
            }
        }
    }
    plot.addPane(
        isPriced ? WhatIfText::tr("Cost over days") : WhatIfText::tr("Device-hours over days"),
        {WhatIfText::tr("each point: %1; lines across: the range of measured runs").arg(axisTitle(shown.number)),
         QString()});
    plot.setAxis(plot.xAxis, days.axis(WhatIfText::tr("Days")));
    plot.setAxis(plot.yAxis, money.axis(isPriced ? QStringLiteral("$") : WhatIfText::tr("Device-hours")));
    std::vector<QCPAbstractPlottable*> named;
    std::vector<PlotMark> marks;
    for (std::size_t curve = 0; curve < curves.size(); ++curve) {
        const QColor color = theme.series(static_cast<int>(curve));
        PlotSeries* series = plot.addSeries(shown.curves[curve].title, QPen(color, 2), QCPGraph::lsNone);
        series->setScatterStyle({QCPScatterStyle::ssCircle, color, color, 7});
        named.push_back(series);
        for (const TradePoint& point : curves[curve]) {
            series->addData(point.at.x(), point.at.y());
            PlotSeries* range = plot.addSeries({}, QPen(mixed(theme.surface, color, 0.5), 1.5), QCPGraph::lsLine);
            for (const QPointF& end : point.range) {
                range->addData(end.x(), end.y());
            }
            plot.addLabel(point.at, point.label, theme.smallFont, theme.text);
            marks.push_back({.at = point.at, .index = point.index, .series = series});
        }
    }
    addLimit(plot, theme, plot.xAxis, reading.run.limits.days, daysText(reading.run.limits.days));
    addLimit(plot, theme, plot.yAxis, isPriced ? reading.run.limits.dollars : 0,
             dollarsText(reading.run.limits.dollars));
    if (named.size() > 1) {
        plot.addLegend(Plot::LegendPlace::Below, named);
    }
    plot.setMarks(std::move(marks));
}

}  // namespace pgram
