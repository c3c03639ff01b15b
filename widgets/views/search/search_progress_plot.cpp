// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/words.h"
#include "widgets/views/search/search_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace pgram {

namespace {

constexpr double tallAxis = 8;  // a first plan that is so many times worse asks for a logarithmic axis
constexpr double longAxis = 5;  // so for the seconds

/// Searches whose course is set beside the plan's own.
constexpr std::array rivals{Method::Joint, Method::Annealing, Method::RandomRestart};

std::vector<QPointF> pointsOf(const std::vector<IncumbentPoint>& incumbents)
{
    std::vector<QPointF> points;
    for (const IncumbentPoint& point : incumbents) {
        points.emplace_back(point.seconds, point.stepTime / static_cast<double>(point.batch));
    }
    return points;
}

PlotAxis secondsAxis(const std::vector<SearchCurve>& curves)
{
    double first = curves.front().end;
    double last = 0;
    for (const SearchCurve& curve : curves) {
        first = std::min(first, curve.points.front().x());
        last = std::max(last, curve.end);
    }
    first = std::max(first, last * 1e-6);
    if (last / first < longAxis) {
        return {AxisUnit::Time, 0, last * 1.04};
    }
    return {AxisUnit::Time, first * 0.8, last * 1.15, true};
}

/// Wide enough for the plan's own search; another one comes in at the top when it has caught up.
PlotAxis costAxis(const std::vector<SearchCurve>& curves)
{
    double low = curves.front().points.back().y();
    double high = curves.front().points.front().y();
    for (const SearchCurve& curve : curves) {
        low = std::min(low, curve.points.front().y());
        low = std::min(low, curve.points.back().y());
        high = std::max(high, curve.points.back().y());
    }
    if (high / low > tallAxis) {
        return {AxisUnit::Time, low * 0.8, high * 1.2, true};
    }
    const double room = std::max((high - low) * 0.16, high * 0.02);
    return {AxisUnit::Time, std::max(0.0, low - room), high + room};
}

QPen penOf(const Theme& theme, const SearchCurve& curve)
{
    switch (curve.kind) {
    case SearchCurve::Kind::Best:
        return {theme.series(0), 2.2};
    case SearchCurve::Kind::Bound:
        return {theme.mutedText, 1.6};
    case SearchCurve::Kind::Worst:
        return {theme.series(curve.series), 1.2, Qt::DotLine};
    case SearchCurve::Kind::Other:
        break;
    }
    QPen pen(theme.series(curve.series), 1.6);
    pen.setDashPattern({4, 2.5});
    return pen;
}

/// The middle and the worst of Auto-MAP's seeds, from where each has a plan; one seed alone says little.
void addLearned(std::vector<SearchCurve>& curves, const SearchFigures& figures, int series)
{
    const LearningCurves* learned = figures.learned();
    if (learned == nullptr) {
        return;
    }
    std::set<Seconds> moments;
    for (const std::vector<IncumbentPoint>& points : learned->seeds) {
        for (const IncumbentPoint& point : points) {
            moments.insert(point.seconds);
        }
    }
    const auto seeds = static_cast<int>(learned->seeds.size());
    const double end = std::max(learned->secondsPerSeed, moments.empty() ? 0 : *moments.rbegin());
    SearchCurve median{SearchCurve::Kind::Other, SearchText::tr("Auto-MAP, median"), {}, end, series};
    SearchCurve worst{SearchCurve::Kind::Worst, SearchText::tr("worst of %n seed(s)", nullptr, seeds), {}, end, series};
    for (const Seconds moment : moments) {
        const std::vector<Seconds> rates = learned->at(moment);
        if (static_cast<int>(rates.size()) == seeds) {
            median.points.emplace_back(moment, medianOf(rates));
            worst.points.emplace_back(moment, rates.back());
        }
    }
    if (!median.points.empty()) {
        curves.push_back(std::move(median));
        curves.push_back(std::move(worst));
    }
}

/// The points, and the last figure to the curve's end.
PlotSeries* addCurve(Plot& plot, const Theme& theme, const SearchCurve& curve)
{
    const QString name = QStringLiteral("%1\n%2").arg(curve.name, secondsText(curve.points.back().y()));
    PlotSeries* series = plot.addSeries(name, penOf(theme, curve), QCPGraph::lsStepLeft);
    for (const QPointF& point : curve.points) {
        series->addData(point.x(), point.y());
    }
    series->addData(curve.end, curve.points.back().y());
    return series;
}

/// Each incumbent of the plan's own search, at the axis where it came before.
void addIncumbents(Plot& plot, const Theme& theme, const SearchCurve& best, double from, const PlotSeries* series)
{
    PlotSeries* dots = plot.addSeries({}, QPen(theme.surface, 1.5), QCPGraph::lsNone);
    dots->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.surface, 1.5), QBrush(theme.series(0)), 8));
    dots->setVisible(series->visible());
    std::vector<PlotMark> marks;
    for (const QPointF& point : best.points) {
        const QPointF at(std::max(point.x(), from), point.y());
        dots->addData(at.x(), at.y());
        marks.push_back({at, static_cast<int>(marks.size()), false, series});
    }
    plot.setMarks(std::move(marks));
}

}  // namespace

double SearchCurve::at(double seconds) const
{
    const auto after = std::ranges::upper_bound(points, seconds, {}, &QPointF::x);
    return after == points.begin() ? points.front().y() : (after - 1)->y();
}

std::vector<SearchCurve> searchCurves(const SearchFigures& figures)
{
    std::vector<SearchCurve> curves;
    if (!figures.hasHistory()) {
        return curves;
    }
    const SearchResult& result = figures.record->result;
    const double end = result.certificate.seconds;
    curves.push_back({SearchCurve::Kind::Best, methodTitle(figures.method()), pointsOf(result.incumbents), end});
    if (!result.bounds.empty()) {
        SearchCurve bound{SearchCurve::Kind::Bound, SearchText::tr("lower bound"), {}, end};
        for (const BoundPoint& point : result.bounds) {
            bound.points.emplace_back(point.seconds, point.perSample);
        }
        curves.push_back(std::move(bound));
    }
    addLearned(curves, figures, static_cast<int>(rivals.size()) + 1);
    int series = 0;
    for (const Method method : rivals) {
        ++series;
        const MethodRow* row = figures.row(method);
        if (row != nullptr && method != figures.method() && !row->result.incumbents.empty()) {
            curves.push_back({SearchCurve::Kind::Other, methodTitle(method), pointsOf(row->result.incumbents),
                              row->result.certificate.seconds, series});
        }
    }
    return curves;
}

void fillProgress(Plot& plot, const Theme& theme, const SearchFigures& figures)
{
    plot.addPane(SearchText::tr("Best plan and bound"), {SearchText::tr("step time of a sample over the search's time"),
                                                         SearchText::tr("step time of a sample")});
    const std::vector<SearchCurve> curves = searchCurves(figures);
    if (curves.empty()) {
        return plot.setNote(figures.record
                                ? SearchText::tr("This plan was picked from a plot: it has no search of its own")
                                : SearchText::tr("This plan was opened from a file: how it was found is not known"));
    }
    const PlotAxis seconds = secondsAxis(curves);
    plot.setAxis(plot.xAxis, seconds);
    plot.setAxis(plot.yAxis, costAxis(curves));
    std::vector<QCPAbstractPlottable*> named;
    for (auto curve = curves.rbegin(); curve != curves.rend(); ++curve) {
        named.insert(named.begin(), addCurve(plot, theme, *curve));
    }
    plot.addLegend(Plot::LegendPlace::Right, named);
    auto* best = static_cast<PlotSeries*>(named.front());
    if (curves.size() > 1 && curves[1].kind == SearchCurve::Kind::Bound && named[1]->visible()) {
        best->setBrush(mixed(theme.surface, theme.series(0), theme.dark ? 0.22 : 0.14));
        best->setChannelFillGraph(static_cast<PlotSeries*>(named[1]));
    }
    for (std::size_t i = 1; i < curves.size(); ++i) {
        if (curves[i].kind == SearchCurve::Kind::Worst && named[i]->visible() && named[i - 1]->visible()) {
            auto* middle = static_cast<PlotSeries*>(named[i - 1]);
            middle->setBrush(mixed(theme.surface, theme.series(curves[i].series), theme.dark ? 0.22 : 0.14));
            middle->setChannelFillGraph(static_cast<PlotSeries*>(named[i]));
        }
    }
    const Certificate& certificate = figures.record->result.certificate;
    const QString ended =
        SearchText::tr("%1 after %2").arg(shortCertificate(certificate), secondsText(certificate.seconds));
    plot.addLine(plot.xAxis, curves.front().end, QPen(theme.mutedText, 1, Qt::DotLine),
                 {ended, shortCertificate(certificate)}, theme.boldFont, theme.text);
    addIncumbents(plot, theme, curves.front(), seconds.low, best);
}

QString progressTip(const SearchFigures& figures, int incumbent)
{
    const IncumbentPoint& point = figures.record->result.incumbents[incumbent];
    Tip tip(SearchText::tr("Best plan number %1").arg(incumbent + 1));
    tip.add(SearchText::tr("Found after"), secondsText(point.seconds));
    tip.add(SearchText::tr("Batch"), QString::number(point.batch));
    tip.add(SearchText::tr("Step time"), secondsText(point.stepTime));
    tip.add(SearchText::tr("Time per sample"), secondsText(point.stepTime / static_cast<double>(point.batch)));
    const auto& bounds = figures.record->result.bounds;
    const auto after = std::ranges::upper_bound(bounds, point.seconds, {}, &BoundPoint::seconds);
    if (after != bounds.begin()) {
        tip.add(SearchText::tr("Bound by then"), secondsText((after - 1)->perSample));
    }
    return tip.html();
}

}  // namespace pgram
