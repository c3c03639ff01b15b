// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_frontier_plot.h"

#include "widgets/theme/color.h"
#include "widgets/theme/hatch.h"
#include "widgets/views/common/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double largestDot = 4;
constexpr double hatchSpacing = 7;

/// Small where many steps stand close together.
double dotRadius(const FrontierPlot& plot)
{
    const double each = plot.frame.plot.width() / static_cast<double>(plot.corners.size() + 1);
    return std::clamp(each * 0.22, 1.8, largestDot);
}

const std::vector<FrontierPoint>& pointsOf(const SearchFigures& figures)
{
    return figures.frontier->frontier.points;
}

double needOf(const SearchFigures& figures)
{
    return static_cast<double>(budgetFor(figures.estimate->peakMemory, figures.plan->cluster));
}

/// The smallest budget that works; while it is not known yet, the smallest that was found to.
double smallestBudget(const SearchFigures& figures)
{
    const MemoryFrontier& frontier = figures.frontier->frontier;
    return static_cast<double>(frontier.smallestBudget > 0 ? frontier.smallestBudget : frontier.points.front().budget);
}

AxisRange budgetAxis(const SearchFigures& figures)
{
    const MemoryFrontier& frontier = figures.frontier->frontier;
    const double smallest = std::min(smallestBudget(figures), needOf(figures));
    const auto budget = static_cast<double>(figures.plan->budget());
    const double largest = std::max({static_cast<double>(frontier.largestBudget), budget, needOf(figures)});
    const double low = std::min(smallest, budget);
    const double room = std::max((largest - low) * 0.16, largest * 0.02);
    return {std::max(0.0, low - room), largest + (largest - low) * 0.03, AxisUnit::Memory, false};
}

AxisRange throughputAxis(const SearchFigures& figures)
{
    double low = figures.estimate->throughput;
    double high = low;
    for (const FrontierPoint& point : pointsOf(figures)) {
        low = std::min(low, point.throughput);
        high = std::max(high, point.throughput);
    }
    const double room = std::max((high - low) * 0.22, high * 0.03);
    return {std::max(0.0, low - room), high + room * 0.8, AxisUnit::Number, false};
}

void paintInfeasible(QPainter& painter, const Theme& theme, const FrontierPlot& plot)
{
    const QRectF& area = plot.frame.plot;
    const QRectF region(area.topLeft(), QPointF(plot.infeasibleTo, area.bottom()));
    painter.fillRect(region, theme.bubble());
    paintHatch(painter, region, mixed(theme.surface, theme.bad, 0.45), hatchSpacing);
    painter.fillRect(QRectF(region.right() - 1, region.top(), 1.5, region.height()), theme.bad);
}

/// Beside the region, on clear ground where it meets the budget's line.
void paintSmallest(QPainter& painter, const Theme& theme, const SearchFigures& figures, const FrontierPlot& plot)
{
    const QString bytes = bytesText(smallestBudget(figures));
    const QString full = SearchText::tr("nothing fits below %1").arg(bytes);
    const double space = plot.budget - plot.infeasibleTo - 2 * theme.gap;
    const QString fitting = firstFitting(theme.smallFont, space, {full, SearchText::tr("from %1").arg(bytes)});
    const QString text = fitting.isEmpty() ? full : fitting;
    const QRectF place(plot.infeasibleTo + theme.gap, plot.frame.plot.bottom() - theme.lineHeight - 1,
                       textWidth(theme.smallFont, text) + 2, theme.lineHeight);
    painter.fillRect(place, theme.surface);
    painter.setFont(theme.smallFont);
    painter.setPen(theme.bad);
    painter.drawText(place, Qt::AlignVCenter | Qt::TextDontClip, text);
}

/// Solid where it is proven, dashed where a better plan may stand that was not looked for.
void paintStairs(QPainter& painter, const Theme& theme, const SearchFigures& figures, const FrontierPlot& plot)
{
    const std::vector<FrontierPoint>& points = pointsOf(figures);
    const QPen solid(theme.series(0), 2.2, Qt::SolidLine, Qt::FlatCap);
    QPen open(theme.series(0), 1.4, Qt::SolidLine, Qt::FlatCap);
    open.setDashPattern({2, 2});
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool last = i + 1 == points.size();
        const double end = last ? plot.frame.plot.right() : plot.corners[i + 1].x();
        const double proven = last ? end : std::min(end, plot.frame.atX(static_cast<double>(points[i].provenTo) + 1));
        const double y = plot.corners[i].y();
        painter.setPen(solid);
        painter.drawLine(plot.corners[i], QPointF(proven, y));
        painter.setPen(open);
        if (proven < end - 1) {
            painter.drawLine(QPointF(proven, y), QPointF(end, y));
        }
        if (!last) {
            painter.setPen(QPen(theme.series(0), 1.2));
            painter.drawLine(QPointF(end, y), plot.corners[i + 1]);
        }
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.series(0));
    const double radius = dotRadius(plot);
    for (const QPointF& corner : plot.corners) {
        painter.drawEllipse(corner, radius, radius);
    }
}

void paintBudget(QPainter& painter, const Theme& theme, const SearchFigures& figures, const FrontierPlot& plot)
{
    const QRectF& area = plot.frame.plot;
    const double x = std::round(plot.budget);
    painter.fillRect(QRectF(x - 1, area.top(), 2, area.height()), theme.text);
    const QString text = SearchText::tr("budget %1").arg(bytesText(static_cast<double>(figures.plan->budget())));
    const double width = textWidth(theme.boldFont, text) + 2;
    const double left = std::clamp(x - width / 2, area.left(), std::max(area.left(), plot.frame.panel.right() - width));
    painter.setFont(theme.boldFont);
    painter.setPen(theme.text);
    painter.drawText(QRectF(left, area.top() - theme.lineHeight - 1, width, theme.lineHeight),
                     Qt::AlignVCenter | Qt::TextDontClip, text);
}

void paintPlan(QPainter& painter, const Theme& theme, const FrontierPlot& plot)
{
    const double half = largestDot + 3;
    painter.setPen(QPen(theme.text, 1.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(plot.plan.x() - half, plot.plan.y() - half, 2 * half, 2 * half));
    LabelPlacer labels(theme, plot.frame.plot);
    labels.occupy(QRectF(plot.budget - 3, plot.frame.plot.top(), 6, plot.frame.plot.height()));
    for (std::size_t i = 0; i < plot.corners.size(); ++i) {
        const QPointF& corner = plot.corners[i];
        const double right = i + 1 < plot.corners.size() ? plot.corners[i + 1].x() : plot.frame.plot.right();
        labels.occupy(QRectF(corner.x() - largestDot, corner.y() - largestDot, right - corner.x() + 2 * largestDot,
                             2 * largestDot));
        if (i + 1 < plot.corners.size()) {
            labels.occupy(QRectF(QPointF(right - 1, plot.corners[i + 1].y()), QPointF(right + 1, corner.y())));
        }
    }
    labels.paint(painter, plot.plan, half + 3, theme.boldFont, theme.text, SearchText::tr("this plan"));
}

}  // namespace

FrontierPlot layoutFrontier(const Theme& theme, const SearchFigures& figures, const QRectF& panel)
{
    FrontierPlot plot;
    plot.frame.panel = panel;
    if (pointsOf(figures).empty()) {
        return plot;
    }
    plot.frame = framePlot(theme, panel, budgetAxis(figures), throughputAxis(figures),
                           QMarginsF(0, theme.lineHeight, theme.margin, 0));
    plot.infeasibleTo = plot.frame.atX(smallestBudget(figures));
    plot.budget = plot.frame.atX(static_cast<double>(figures.plan->budget()));
    plot.plan = plot.frame.at({needOf(figures), figures.estimate->throughput});
    int index = 0;
    for (const FrontierPoint& point : pointsOf(figures)) {
        const QPointF corner = plot.frame.at({static_cast<double>(point.budget), point.throughput});
        const double reach = largestDot + 4;
        plot.corners.push_back(corner);
        plot.marks.push_back({QRectF(corner.x() - reach, corner.y() - reach, 2 * reach, 2 * reach), index++, true});
    }
    return plot;
}

void paintFrontier(QPainter& painter, const Theme& theme, const SearchFigures& figures, const FrontierPlot& plot)
{
    paintPanelTitle(painter, theme, plot.frame.panel, SearchText::tr("Throughput against memory"),
                    {SearchText::tr("samples/s over the budget of a device; dashed: finer steps were not looked for"),
                     SearchText::tr("samples/s over the budget of a device"), SearchText::tr("samples/s")});
    if (plot.corners.empty()) {
        const bool hopeless = figures.frontier->complete;
        const QString none = SearchText::tr("No budget of this device has a plan");
        const QString waiting = !figures.problem.isEmpty() ? figures.problem
                                : figures.running          ? SearchText::tr("The frontier is being walked…")
                                                           : SearchText::tr("The frontier is not computed yet");
        paintNote(painter, theme, belowTitle(theme, plot.frame.panel), hopeless ? none : waiting);
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, theme, plot.frame);
    const bool known = figures.frontier->frontier.smallestBudget > 0;
    if (known) {
        paintInfeasible(painter, theme, plot);
    }
    paintBudget(painter, theme, figures, plot);
    if (known) {
        paintSmallest(painter, theme, figures, plot);
    }
    paintStairs(painter, theme, figures, plot);
    paintPlan(painter, theme, plot);
    painter.restore();
}

QString frontierTip(const SearchFigures& figures, int point)
{
    const FrontierPoint& p = pointsOf(figures)[static_cast<std::size_t>(point)];
    Tip tip(throughputText(p.throughput));
    tip.add(SearchText::tr("Fits budgets from"), bytesText(static_cast<double>(p.budget)));
    tip.add(SearchText::tr("Best up to"), bytesText(static_cast<double>(p.provenTo)));
    tip.add(SearchText::tr("Step time"), secondsText(p.stepTime));
    tip.add(SearchText::tr("Batch"), QString::number(p.batch));
    tip.add(SearchText::tr("Shape"), shapeText(*p.plan));
    tip.add(SearchText::tr("Certificate"), shortCertificate(p.certificate));
    tip.note(SearchText::tr("Click to add this plan"));
    return tip.html();
}

}  // namespace pgram
