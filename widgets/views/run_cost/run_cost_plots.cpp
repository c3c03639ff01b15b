// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time and money of all runs of a page over what is chosen from, and of one run over how often it writes a checkpoint.
#include "widgets/document/core_text.h"
#include "widgets/views/run_cost/run_cost_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr Seconds day = 86400;

/// Positive values and a little room around them, on a logarithmic axis.
struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    void hold(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] PlotAxis axis(const QString& name, double room) const
    {
        const double more = low < high ? room : 3 * room;  // of one value alone
        return {AxisUnit::Number, low / more, high * more, true, name};
    }
};

}  // namespace

void RunCostView::fillRuns(const Theme& theme)
{
    const ShownRuns& now = shown();
    Plot& runs = plot(0);
    Span places;
    Span days;
    Span dollars;
    for (const ShownRun& run : now.runs) {
        if (!run.row.cost) {
            continue;
        }
        places.hold(placeOf(now.page, run.row));
        days.hold(run.row.cost->days());
        for (const double edge :
             run.range ? std::vector{run.range->low.days(), run.range->high.days()} : std::vector<double>()) {
            days.hold(edge);
        }
        if (run.row.cost->dollars) {
            dollars.hold(*run.row.cost->dollars);
        }
    }
    const bool isPriced = dollars.high > 0;
    const QString axis = now.page == RunPage::Models      ? tr("parameters, B")
                         : now.page == RunPage::Sequences ? tr("tokens per sequence")
                                                          : tr("devices");
    runs.addPane(tr("Days"), {tr("lines: the range of measured runs"), QString()});
    QCPAxisRect* below = isPriced ? runs.addPane(tr("Money, $"), {QString()}) : nullptr;
    constexpr double wide = 1.3;
    constexpr double high = 1.8;
    runs.setAxis(runs.xAxis, places.axis(isPriced ? QString() : axis, wide));
    runs.setAxis(runs.yAxis, days.axis({}, high));
    if (below != nullptr) {
        runs.setAxis(below->axis(QCPAxis::atBottom), places.axis(axis, wide));
        runs.setAxis(below->axis(QCPAxis::atLeft), dollars.axis({}, high));
        runs.link(below->axis(QCPAxis::atBottom), runs.xAxis);
    }
    std::vector<QCPAbstractPlottable*> named;
    std::vector<PlotMark> marks;
    for (std::size_t line = 0; line < now.asked.lines.size(); ++line) {
        const QColor color = theme.series(static_cast<int>(line));
        PlotSeries* times = runs.addSeries(now.asked.lines[line].title, QPen(color, 2), QCPGraph::lsLine);
        PlotSeries* costs = below != nullptr
                                ? runs.addSeries(now.asked.lines[line].title, QPen(color, 2), QCPGraph::lsLine, below)
                                : nullptr;
        PlotSeries* ranges = runs.addSeries({}, QPen(mixed(theme.surface, color, 0.6), 1), QCPGraph::lsLine);
        for (std::size_t i = 0; i < now.runs.size(); ++i) {
            const ShownRun& run = now.runs[i];
            if (!run.row.cost || now.asked.lineOf(i) != line) {
                continue;
            }
            const double place = placeOf(now.page, run.row);
            times->addData(place, run.row.cost->days());
            if (run.range) {
                ranges->addData(place, run.range->low.days());
                ranges->addData(place, run.range->high.days());
                ranges->addData(place, std::numeric_limits<double>::quiet_NaN());
            }
            PlotMark mark{.at = QPointF(place, run.row.cost->days()), .index = static_cast<int>(i), .series = times};
            if (costs != nullptr && run.row.cost->dollars) {
                costs->addData(place, *run.row.cost->dollars);
                mark.twin = QPointF(place, *run.row.cost->dollars);
                mark.twinPane = below;
            }
            marks.push_back(mark);
        }
        for (PlotSeries* series : {times, costs}) {
            if (series != nullptr) {
                series->setScatterStyle({QCPScatterStyle::ssCircle, color, color, 6});
            }
        }
        named.push_back(times);
    }
    const auto limit = [&](QCPAxis* of, double value, const QString& text) {
        if (value > 0) {
            runs.addLine(of, value, QPen(theme.bad, 1, Qt::DashLine), {text}, theme.smallFont, theme.mutedText);
        }
    };
    limit(runs.yAxis, m_asked.limits.days, daysText(m_asked.limits.days));
    if (below != nullptr) {
        limit(below->axis(QCPAxis::atLeft), m_asked.limits.dollars, dollarsText(m_asked.limits.dollars));
    }
    if (named.size() > 1) {
        runs.addLegend(Plot::LegendPlace::Below, named);
    }
    runs.setMarks(std::move(marks));
}

void RunCostView::fillCheckpoints(const Theme& theme)
{
    const ShownRun& run = shown().runs.front();
    const RunCost& cost = *run.row.cost;
    const Interruptions& of = m_asked.question.interruptions;
    const Seconds mean = of.betweenFailures / run.row.plan->cluster.devices;
    Plot& curve = plot(0);
    curve.addPane(tr("Days over the time between two checkpoints"),
                  {tr("one failure of the cluster every %1").arg(secondsText(mean)), QString()});
    constexpr double widest = 12;
    constexpr int points = 121;
    std::array<double, points> intervals{};
    Span days;
    for (int i = 0; i < points; ++i) {
        intervals[static_cast<std::size_t>(i)] =
            cost.checkpointEvery * std::pow(widest, 2.0 * i / (points - 1) - 1);  // from best / 12 to best * 12
    }
    PlotSeries* series = curve.addSeries(tr("Expected"), QPen(theme.series(0), 2), QCPGraph::lsLine);
    for (const double interval : intervals) {
        const double value = interruptedSeconds(cost.training, interval, of, mean) / day;
        series->addData(interval, value);
        days.hold(value);
    }
    curve.setAxis(curve.xAxis,
                  {AxisUnit::Time, intervals.front(), intervals.back(), true, tr("between two checkpoints")});
    const double top = std::min(days.high, 3 * cost.days());
    curve.setAxis(curve.yAxis, {AxisUnit::Number, 0, top * 1.1, false, tr("days")});
    curve.addLine(curve.yAxis, cost.training / day, QPen(theme.mutedText, 1, Qt::DashLine),
                  {tr("without interruptions")}, theme.smallFont, theme.mutedText);
    curve.addLine(curve.xAxis, cost.checkpointEvery, QPen(theme.accent, 1, Qt::DashLine),
                  {tr("least: every %1").arg(secondsText(cost.checkpointEvery)), secondsText(cost.checkpointEvery)},
                  theme.smallFont, theme.text);
    curve.setMarks({{.at = QPointF(cost.checkpointEvery, cost.days()), .index = 0, .adds = false, .series = series}});
}

}  // namespace pgram
