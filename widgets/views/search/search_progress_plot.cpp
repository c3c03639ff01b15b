// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_progress_plot.h"

#include "widgets/document/texts.h"
#include "widgets/theme/color.h"
#include "widgets/theme/hatch.h"
#include "widgets/views/common/words.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

constexpr double markRadius = 4;
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

QPainterPath stairs(const PlotFrame& frame, const SearchCurve& curve, double from)
{
    QPainterPath path;
    for (const QPointF& point : curve.points) {
        const QPointF place(frame.atX(std::max(point.x(), from)), frame.atY(point.y()));
        if (path.elementCount() == 0) {
            path.moveTo(place);
        } else {
            path.lineTo(place.x(), path.currentPosition().y());
            path.lineTo(place);
        }
    }
    path.lineTo(frame.atX(std::max(curve.end, from)), path.currentPosition().y());
    return path;
}

AxisRange secondsAxis(const std::vector<SearchCurve>& curves)
{
    double first = curves.front().end;
    double last = 0;
    for (const SearchCurve& curve : curves) {
        first = std::min(first, curve.points.front().x());
        last = std::max(last, curve.end);
    }
    first = std::max(first, last * 1e-6);
    if (last / first < longAxis) {
        return {0, last * 1.04, AxisUnit::Time, false};
    }
    return {first * 0.8, last * 1.15, AxisUnit::Time, true};
}

/// Wide enough for the plan's own search; another one comes in at the top when it has caught up.
AxisRange costAxis(const std::vector<SearchCurve>& curves)
{
    double low = curves.front().points.back().y();
    double high = curves.front().points.front().y();
    for (const SearchCurve& curve : curves) {
        low = std::min(low, curve.points.front().y());
        low = std::min(low, curve.points.back().y());
        high = std::max(high, curve.points.back().y());
    }
    if (high / low > tallAxis) {
        return {low * 0.8, high * 1.2, AxisUnit::Time, true};
    }
    const double room = std::max((high - low) * 0.16, high * 0.02);
    return {std::max(0.0, low - room), high + room, AxisUnit::Time, false};
}

void paintGap(QPainter& painter, const Theme& theme, const PlotFrame& frame, const SearchCurve& best,
              const SearchCurve& bound)
{
    const double from = std::max(best.points.front().x(), bound.points.front().x());
    if (from >= best.end) {
        return;
    }
    QPainterPath area = stairs(frame, best, frame.x.low);
    QPainterPath lower = stairs(frame, bound, frame.x.low);
    area.connectPath(lower.toReversed());
    area.closeSubpath();
    painter.save();
    painter.setClipRect(QRectF(QPointF(frame.atX(from), frame.plot.top()), frame.plot.bottomRight()));
    painter.fillPath(area, mixed(theme.surface, theme.series(0), theme.dark ? 0.22 : 0.14));
    painter.restore();
}

QPen penOf(const Theme& theme, const SearchCurve& curve)
{
    switch (curve.kind) {
    case SearchCurve::Kind::Best:
        return {theme.series(0), 2.2};
    case SearchCurve::Kind::Bound:
        return {theme.mutedText, 1.6};
    case SearchCurve::Kind::Other:
        break;
    }
    QPen pen(theme.series(curve.series), 1.6);
    pen.setDashPattern({4, 2.5});
    return pen;
}

void paintCurve(QPainter& painter, const Theme& theme, const PlotFrame& frame, const SearchCurve& curve)
{
    QPen pen = penOf(theme, curve);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.save();
    painter.setClipRect(frame.plot.adjusted(-2, 0, 2, 2));
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(stairs(frame, curve, frame.x.low));
    painter.restore();
}

/// Where a search ended, and as what.
void paintEnd(QPainter& painter, const Theme& theme, const SearchFigures& figures, const ProgressPlot& plot)
{
    const Certificate& certificate = figures.record->result.certificate;
    const double x = std::round(plot.frame.atX(plot.curves.front().end));
    painter.setPen(QPen(theme.mutedText, 1, Qt::DotLine));
    painter.drawLine(QPointF(x, plot.frame.plot.top()), QPointF(x, plot.frame.plot.bottom()));
    const QString text =
        SearchText::tr("%1 after %2").arg(shortCertificate(certificate), secondsText(certificate.seconds));
    const double width = textWidth(theme.boldFont, text) + 2;
    const double left = std::max(plot.frame.plot.left() + theme.gap, x - theme.gap - width);
    painter.setFont(theme.boldFont);
    painter.setPen(theme.text);
    painter.drawText(QRectF(left, plot.frame.plot.top() - theme.lineHeight - 1, width, theme.lineHeight),
                     Qt::AlignVCenter | Qt::TextDontClip, text);
}

/// Tops of labels of one height that would stand at `wanted` (rising), moved apart and kept between two bounds.
std::vector<double> spread(std::vector<double> wanted, double pitch, double top, double bottom)
{
    double free = top;
    for (double& place : wanted) {
        place = std::max(place, free);
        free = place + pitch;
    }
    double end = bottom;
    for (auto place = wanted.rbegin(); place != wanted.rend(); ++place) {
        *place = std::min(*place, end - pitch);
        end = *place;
    }
    return wanted;
}

/// Names beside the curves' ends, in the margin at the right; with their last figures where there is room.
void paintNames(QPainter& painter, const Theme& theme, const ProgressPlot& plot)
{
    std::vector<const SearchCurve*> byHeight;
    for (const SearchCurve& curve : plot.curves) {
        byHeight.push_back(&curve);
    }
    const auto heightOf = [&](const SearchCurve* curve) { return plot.frame.atY(curve->points.back().y()); };
    std::ranges::stable_sort(byHeight, {}, heightOf);
    const double line = theme.lineHeight * 0.9;
    const double top = plot.frame.plot.top() - theme.lineHeight * 0.5;
    const double bottom = plot.frame.plot.bottom() + theme.lineHeight * 0.5;
    const bool withFigures = 2.1 * line * static_cast<double>(byHeight.size()) <= bottom - top;
    const double pitch = withFigures ? 2.1 * line : line;
    std::vector<double> wanted;
    for (const SearchCurve* curve : byHeight) {
        wanted.push_back(heightOf(curve) - pitch / 2);
    }
    const std::vector<double> tops = spread(std::move(wanted), pitch, top, bottom);
    const double left = plot.frame.plot.right() + theme.gap;
    painter.setFont(theme.smallFont);
    for (std::size_t i = 0; i < tops.size(); ++i) {
        const SearchCurve& curve = *byHeight[i];
        const QRectF upper(left, tops[i], plot.frame.panel.right() - left, line);
        painter.setPen(curve.kind == SearchCurve::Kind::Bound ? theme.mutedText : penOf(theme, curve).color());
        painter.drawText(upper, Qt::AlignVCenter | Qt::TextDontClip, curve.name);
        if (withFigures) {
            painter.drawText(upper.translated(0, line), Qt::AlignVCenter | Qt::TextDontClip,
                             secondsText(curve.points.back().y()));
        }
    }
}

double widestName(const Theme& theme, const std::vector<SearchCurve>& curves)
{
    double width = 0;
    for (const SearchCurve& curve : curves) {
        width = std::max({width, textWidth(theme.smallFont, curve.name),
                          textWidth(theme.smallFont, secondsText(curve.points.back().y()))});
    }
    return width;
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

ProgressPlot layoutProgress(const Theme& theme, const SearchFigures& figures, const QRectF& panel)
{
    ProgressPlot plot;
    plot.curves = searchCurves(figures);
    plot.frame.panel = panel;
    if (plot.curves.empty()) {
        return plot;
    }
    const QMarginsF margins(0, theme.lineHeight, widestName(theme, plot.curves) + 2 * theme.gap, 0);
    plot.frame = framePlot(theme, panel, secondsAxis(plot.curves), costAxis(plot.curves), margins);
    int index = 0;
    for (const QPointF& point : plot.curves.front().points) {
        const QPointF place = plot.frame.at({std::max(point.x(), plot.frame.x.low), point.y()});
        const double reach = 2 * markRadius;
        plot.marks.push_back({QRectF(place.x() - reach, place.y() - reach, 2 * reach, 2 * reach), index++, false});
    }
    return plot;
}

void paintProgress(QPainter& painter, const Theme& theme, const SearchFigures& figures, const ProgressPlot& plot)
{
    paintPanelTitle(
        painter, theme, plot.frame.panel, SearchText::tr("Best plan and bound"),
        {SearchText::tr("step time of a sample over the search's time"), SearchText::tr("step time of a sample")});
    if (plot.curves.empty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, theme, plot.frame);
    if (plot.curves.size() > 1 && plot.curves[1].kind == SearchCurve::Kind::Bound) {
        paintGap(painter, theme, plot.frame, plot.curves[0], plot.curves[1]);
    }
    for (auto curve = plot.curves.rbegin(); curve != plot.curves.rend(); ++curve) {
        paintCurve(painter, theme, plot.frame, *curve);
    }
    painter.setPen(QPen(theme.surface, 1.5));
    painter.setBrush(theme.series(0));
    for (const PlotMark& mark : plot.marks) {
        painter.drawEllipse(mark.area.center(), markRadius, markRadius);
    }
    paintEnd(painter, theme, figures, plot);
    paintNames(painter, theme, plot);
    painter.restore();
}

QString progressTip(const SearchFigures& figures, int incumbent)
{
    const IncumbentPoint& point = figures.record->result.incumbents[static_cast<std::size_t>(incumbent)];
    Tip tip(SearchText::tr("Best plan number %1").arg(incumbent + 1));
    tip.add(SearchText::tr("Found after"), secondsText(point.seconds));
    tip.add(SearchText::tr("Batch"), QString::number(point.batch));
    tip.add(SearchText::tr("Step time"), secondsText(point.stepTime));
    tip.add(SearchText::tr("Of a sample"), secondsText(point.stepTime / static_cast<double>(point.batch)));
    const auto& bounds = figures.record->result.bounds;
    const auto after = std::ranges::upper_bound(bounds, point.seconds, {}, &BoundPoint::seconds);
    if (after != bounds.begin()) {
        tip.add(SearchText::tr("Bound by then"), secondsText((after - 1)->perSample));
    }
    return tip.html();
}

}  // namespace pgram
