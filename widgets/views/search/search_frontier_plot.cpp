// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"
#include "widgets/views/common/words.h"
#include "widgets/views/search/search_plots.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

/// Small where many steps stand close together.
double dotSize(std::size_t points)
{
    return points > 60 ? 4 : points > 24 ? 6 : 8;
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

PlotAxis budgetAxis(const SearchFigures& figures)
{
    const MemoryFrontier& frontier = figures.frontier->frontier;
    const double smallest = std::min(smallestBudget(figures), needOf(figures));
    const double budget = figures.plan->budget();
    const double largest = std::max({static_cast<double>(frontier.largestBudget), budget, needOf(figures)});
    const double low = std::min(smallest, budget);
    const double room = std::max((largest - low) * 0.16, largest * 0.02);
    return {AxisUnit::Memory, std::max(0.0, low - room), largest + (largest - low) * 0.03};
}

PlotAxis throughputAxis(const SearchFigures& figures)
{
    double low = figures.estimate->throughput;
    double high = low;
    for (const FrontierPoint& point : pointsOf(figures)) {
        low = std::min(low, point.throughput);
        high = std::max(high, point.throughput);
    }
    const double room = std::max((high - low) * 0.22, high * 0.03);
    return {AxisUnit::Number, std::max(0.0, low - room), high + room * 0.8};
}

/// Below the smallest budget that works.
void addInfeasible(Plot& plot, const Theme& theme, const SearchFigures& figures)
{
    const double smallest = smallestBudget(figures);
    const QString bytes = bytesText(smallest);
    plot.addBand(plot.xAxis, 0, smallest, theme.bubble(), mixed(theme.surface, theme.bad, 0.45));
    plot.addLine(plot.xAxis, smallest, QPen(theme.bad, 1.5),
                 {SearchText::tr("nothing fits below %1").arg(bytes), SearchText::tr("from %1").arg(bytes)},
                 theme.smallFont, theme.bad);
}

/// Solid where it is proven, dashed where a better plan may stand that was not looked for.
void addStairs(Plot& plot, const Theme& theme, const std::vector<FrontierPoint>& points, double end)
{
    QPen dashed(theme.series(0), 1.4, Qt::SolidLine, Qt::FlatCap);
    dashed.setDashPattern({2, 2});
    PlotSeries* stairs = plot.addSeries(SearchText::tr("best plan"), dashed, QCPGraph::lsStepLeft);
    PlotSeries* proven = plot.addSeries({}, QPen(theme.series(0), 2.2, Qt::SolidLine, Qt::FlatCap), QCPGraph::lsLine);
    PlotSeries* dots = plot.addSeries({}, QPen(Qt::NoPen), QCPGraph::lsNone);
    dots->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(Qt::NoPen), QBrush(theme.series(0)), dotSize(points.size())));
    for (std::size_t i = 0; i < points.size(); ++i) {
        const FrontierPoint& point = points[i];
        const double budget = point.budget;
        const bool last = i + 1 == points.size();
        const double next = last ? end : static_cast<double>(points[i + 1].budget);
        stairs->addData(budget, point.throughput);
        dots->addData(budget, point.throughput);
        proven->addData(budget, point.throughput);
        proven->addData(last ? end : std::min(next, static_cast<double>(point.provenTo) + 1), point.throughput);
        proven->addData(next, std::numeric_limits<double>::quiet_NaN());
    }
    stairs->addData(end, points.back().throughput);
}

}  // namespace

void fillFrontier(Plot& plot, const Theme& theme, const SearchFigures& figures)
{
    plot.addPane(SearchText::tr("Throughput against memory"),
                 {SearchText::tr("samples/s over the budget per device; dashed: finer steps were not searched"),
                  SearchText::tr("samples/s over the budget per device"), SearchText::tr("samples/s")});
    const std::vector<FrontierPoint>& points = pointsOf(figures);
    if (points.empty()) {
        const QString waiting = !figures.problem.isEmpty() ? figures.problem
                                : figures.running          ? SearchText::tr("Computing the frontier…")
                                                           : SearchText::tr("The frontier is not computed yet");
        return plot.setNote(figures.frontier->complete ? SearchText::tr("No budget of this device has a plan")
                                                       : waiting);
    }
    const PlotAxis budgets = budgetAxis(figures);
    plot.setAxis(plot.xAxis, budgets);
    plot.setAxis(plot.yAxis, throughputAxis(figures));
    plot.addLine(plot.xAxis, static_cast<double>(figures.plan->budget()), QPen(theme.text, 2),
                 {SearchText::tr("budget %1").arg(bytesText(figures.plan->budget()))}, theme.boldFont, theme.text);
    if (figures.frontier->frontier.smallestBudget > 0) {
        addInfeasible(plot, theme, figures);
    }
    addStairs(plot, theme, points, budgets.high);
    const QPointF here(needOf(figures), figures.estimate->throughput);
    PlotSeries* plan = plot.addSeries({}, QPen(theme.text, 1.8), QCPGraph::lsNone);
    plan->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(theme.text, 1.8), QBrush(Qt::NoBrush), 14));
    plan->addData(here.x(), here.y());
    plot.addLabel(here, SearchText::tr("this plan"), theme.boldFont, theme.text);
    std::vector<PlotMark> marks;
    for (const FrontierPoint& point : points) {
        marks.push_back({{static_cast<double>(point.budget), point.throughput}, static_cast<int>(marks.size())});
    }
    plot.setMarks(std::move(marks));
}

QString frontierTip(const SearchFigures& figures, int point)
{
    const FrontierPoint& p = pointsOf(figures)[point];
    Tip tip(throughputText(p.throughput));
    tip.add(SearchText::tr("Fits budgets from"), bytesText(p.budget));
    tip.add(SearchText::tr("Best up to"), bytesText(p.provenTo));
    tip.add(SearchText::tr("Step time"), secondsText(p.stepTime));
    tip.add(SearchText::tr("Batch"), QString::number(p.batch));
    tip.add(SearchText::tr("Shape"), shapeText(*p.plan));
    tip.add(SearchText::tr("Certificate"), shortCertificate(p.certificate));
    tip.note(SearchText::tr("Click to add this plan"));
    return tip.html();
}

}  // namespace pgram
