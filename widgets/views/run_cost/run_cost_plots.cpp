// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The money of all runs of a page over their time, and the time of one run over how often it writes a checkpoint.
#include "widgets/document/core_text.h"
#include "widgets/views/run_cost/run_cost_view.h"

#include <algorithm>
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
    [[nodiscard]] PlotAxis axis(const QString& name) const
    {
        const double room = high > 2 * low ? 1.4 : 2;
        return {AxisUnit::Number, low / room, high * room, true, name};
    }
};

}  // namespace

void RunCostView::fillRuns(const Theme& theme)
{
    const ShownRuns& now = shown();
    const bool isPriced = std::ranges::all_of(
        now.runs, [](const ShownRun& run) { return !run.row.cost || run.row.cost->dollars.has_value(); });
    const auto pointOf = [isPriced](const RunCost& cost) {
        return QPointF(cost.days(), isPriced ? *cost.dollars : cost.deviceHours);
    };
    Span days;
    Span money;
    const auto hold = [&](const RunCost& cost) {
        days.hold(pointOf(cost).x());
        money.hold(pointOf(cost).y());
    };
    for (const ShownRun& run : now.runs) {
        if (run.row.cost) {
            hold(*run.row.cost);
        }
        if (run.range) {
            hold(run.range->low);
            hold(run.range->high);
        }
    }
    Plot& runs = plot(0);
    runs.addPane(isPriced ? tr("Money over time") : tr("Device-hours over time"),
                 {tr("lines across: the range of measured runs"), QString()});
    runs.setAxis(runs.xAxis, days.axis(tr("Days")));
    runs.setAxis(runs.yAxis, money.axis(isPriced ? QStringLiteral("$") : tr("Device-hours")));
    std::vector<QCPAbstractPlottable*> named;
    std::vector<PlotMark> marks;
    for (std::size_t line = 0; line < now.asked.lines.size(); ++line) {
        const QColor color = theme.series(static_cast<int>(line));
        PlotSeries* series = runs.addSeries(now.asked.lines[line].title, QPen(color, 2), QCPGraph::lsLine);
        series->setScatterStyle({QCPScatterStyle::ssCircle, color, color, 7});
        named.push_back(series);
        for (std::size_t i = 0; i < now.runs.size(); ++i) {
            const ShownRun& run = now.runs[i];
            if (!run.row.cost || now.asked.lineOf(i) != line) {
                continue;
            }
            const QPointF at = pointOf(*run.row.cost);
            series->addData(at.x(), at.y());
            if (run.range) {
                PlotSeries* range = runs.addSeries({}, QPen(mixed(theme.surface, color, 0.5), 1.5), QCPGraph::lsLine);
                for (const RunCost* end : {&run.range->low, &run.range->high}) {
                    range->addData(pointOf(*end).x(), pointOf(*end).y());
                }
            }
            runs.addLabel(at, shortPlace(now.page, run.row), theme.smallFont, theme.text);
            marks.push_back({.at = at, .index = static_cast<int>(i), .series = series});
        }
    }
    const auto limit = [&](QCPAxis* of, double value, const QString& text) {
        if (value > 0) {
            runs.addLine(of, value, QPen(theme.bad, 1, Qt::DashLine), {text}, theme.smallFont, theme.mutedText);
        }
    };
    limit(runs.xAxis, m_asked.limits.days, daysText(m_asked.limits.days));
    limit(runs.yAxis, isPriced ? m_asked.limits.dollars : 0, dollarsText(m_asked.limits.dollars));
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
                  {tr("one failure of the cluster every %1").arg(durationText(mean)), QString()});
    constexpr double widest = 12;
    constexpr int points = 121;
    constexpr double room = 0.15;
    PlotSeries* series = curve.addSeries(tr("Expected"), QPen(theme.series(0), 2), QCPGraph::lsLine);
    const double least = cost.training / day;
    double most = cost.days();
    for (int i = 0; i < points; ++i) {
        // From a twelfth of the best to twelve times as much.
        const Seconds interval = cost.checkpointEvery * std::pow(widest, 2.0 * i / (points - 1) - 1);
        const double days = interruptedSeconds(cost.training, interval, of, mean) / day;
        series->addData(interval / hour, days);
        most = std::max(most, std::min(days, 3 * cost.days()));
    }
    const double best = cost.checkpointEvery / hour;
    curve.setAxis(curve.xAxis,
                  {AxisUnit::Number, best / widest, best * widest, true, tr("hours between two checkpoints")});
    curve.setAxis(curve.yAxis,
                  {AxisUnit::Number, least - room * (most - least), most + room * (most - least), false, tr("Days")});
    curve.addLine(curve.yAxis, least, QPen(theme.mutedText, 1, Qt::DashLine), {tr("without interruptions")},
                  theme.smallFont, theme.mutedText);
    curve.addLine(curve.xAxis, best, QPen(theme.accent, 1, Qt::DashLine),
                  {tr("least: every %1").arg(durationText(cost.checkpointEvery)), durationText(cost.checkpointEvery)},
                  theme.smallFont, theme.text);
    curve.setMarks({{.at = QPointF(best, cost.days()), .index = 0, .adds = false, .series = series}});
}

}  // namespace pgram
