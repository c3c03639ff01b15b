// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/memory_curve.h"

#include "widgets/theme/theme.h"
#include "widgets/views/common/plot.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr double farOff = 0.4;     // of the budget: below, the budget is off the scale
constexpr double headroom = 1.25;  // above the fullest stage, then

std::vector<double> columnPeaks(const MemoryCurve& curve, double width)
{
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::ceil(width)));
    std::vector<double> peaks(columns, 0);
    const auto& points = curve.track.memory;
    const auto after = std::ranges::upper_bound(points, curve.begin, {}, &MemoryPoint::start);
    auto point = after == points.begin() ? after : after - 1;
    double level = 0;
    for (std::size_t column = 0; column < columns; ++column) {
        const double share = static_cast<double>(column + 1) / width;
        const double columnEnd = curve.begin + (curve.end - curve.begin) * share;
        // A column begins at the level that the one before it ends at; the first one at that of its own begin.
        double peak = level;
        for (; point != points.end() && point->start < columnEnd; ++point) {
            level = static_cast<double>(point->bytes);
            peak = std::max(peak, level);
        }
        peaks[column] = peak;
    }
    return peaks;
}

/// An area of steps above a level of its axis: rectangles where there are pixels, elsewhere one path without seams.
class StepArea : public PlotSeries {
public:
    using PlotSeries::PlotSeries;
    double floor = 0;

protected:
    void drawFill(QCPPainter* painter, QVector<QPointF>* lines) const override
    {
        const double base = valueAxis()->coordToPixel(floor);
        painter->setAntialiasing(false);
        if (painter->paintEngine()->type() == QPaintEngine::Raster) {
            for (qsizetype i = 0; i + 1 < lines->size(); ++i) {
                const QPointF& from = (*lines)[i];
                const QPointF& to = (*lines)[i + 1];
                if (from.y() == to.y() && from.y() < base) {
                    painter->fillRect(QRectF(from, QPointF(to.x(), base)), brush());
                }
            }
            return;
        }
        QPolygonF outline(*lines);
        outline.append({lines->back().x(), base});
        outline.append({lines->front().x(), base});
        painter->setPen(Qt::NoPen);
        painter->setBrush(brush());
        painter->drawPolygon(outline);
    }
};

/// Bare of axes: the pictures that it stands in have their own.
class CurvePlot : public QCustomPlot {
public:
    CurvePlot()
    {
        axisRect()->setAutoMargins(QCP::msNone);
        axisRect()->setMargins({0, 1, 0, 0});  // QCustomPlot counts its rows of pixels from -1
        for (QCPAxis* axis : axisRect()->axes()) {
            axis->setVisible(false);
            axis->grid()->setVisible(false);
            axis->setTicks(false);
            axis->setTickLabels(false);
        }
        setBackground(Qt::NoBrush);
        plotLayout()->setRowSpacing(0);
        for (StepArea** area : {&fixed, &held, &over}) {
            *area = new StepArea(xAxis, yAxis);
            (*area)->setPen(Qt::NoPen);
            (*area)->setLineStyle(QCPGraph::lsStepLeft);
        }
        for (PlotSeries** line : {&budget, &measured}) {
            *line = new PlotSeries(xAxis, yAxis);
            (*line)->setAntialiased(false);
        }
        measured->setLineStyle(QCPGraph::lsStepLeft);
    }

    StepArea* fixed = nullptr;
    StepArea* held = nullptr;
    StepArea* over = nullptr;
    PlotSeries* budget = nullptr;
    PlotSeries* measured = nullptr;
};

/// Sets the line of the measured memory: the most in each pixel column, to the end of its step.
void setMeasured(PlotSeries& line, const MemoryCurve& curve, std::size_t columns)
{
    line.setVisible(curve.measured != nullptr);
    if (curve.measured == nullptr) {
        return;
    }
    const double each = (curve.end - curve.begin) / static_cast<double>(columns);
    QVector<double> moments;
    QVector<double> bytes;
    for (std::size_t column = 0; column <= columns; ++column) {
        const double moment = curve.begin + each * static_cast<double>(column);
        if (moment <= curve.measured->length) {
            moments.append(moment);
            bytes.append(
                static_cast<double>(added(curve.context, mostBetween(curve.measured->step, moment, moment + each))));
        }
    }
    line.setData(moments, bytes, true);
}

/// The steps of the columns between two levels, equal neighbours as one.
void setBand(StepArea& area, const MemoryCurve& curve, const std::vector<double>& peaks, double from, double to)
{
    const auto container = area.data();
    container->clear();
    area.floor = from;
    const double most = std::ranges::max(peaks);
    area.setVisible(most > from);
    if (most <= from) {
        return;
    }
    const double each = (curve.end - curve.begin) / static_cast<double>(peaks.size());
    QVector<QCPGraphData> steps;
    for (std::size_t column = 0; column < peaks.size(); ++column) {
        const double level = std::clamp(peaks[column], from, to);
        if (steps.isEmpty() || steps.back().value != level) {
            steps.append({curve.begin + each * static_cast<double>(column), level});
        }
    }
    steps.append({curve.end, steps.back().value});
    container->set(steps, true);
}

}  // namespace

bool isSimulated(const Estimate& estimate)
{
    return estimate.timeline && !estimate.stages.empty() && estimate.timeline->stages.size() == estimate.stages.size();
}

double memoryScale(const Estimate& estimate)
{
    const double peak = std::max(1.0, static_cast<double>(estimate.peakMemory));
    const double budget = estimate.usableBudget;
    return peak < farOff * budget ? peak * headroom : std::max(peak, budget);
}

MemoryCurve memoryCurveOf(const Estimate& estimate, std::size_t stage, Seconds begin, Seconds end,
                          const MeasuredCurves& measured)
{
    const MemoryBreakdown& memory = estimate.stages[stage].memory;
    double scale = memoryScale(estimate);
    for (const auto& [other, own] : measured) {
        const Bytes most = std::ranges::max(own->step, {}, &MemoryPoint::bytes).bytes;
        scale = std::max(scale, static_cast<double>(added(most, estimate.stages[other].memory.context)));
    }
    const auto found = measured.find(stage);
    return {.track = estimate.timeline->stages[stage],
            .fixed = memory.total() - memory.activations - memory.transient,
            .budget = estimate.usableBudget,
            .scale = scale,
            .begin = begin,
            .end = end,
            .measured = found != measured.end() ? found->second : nullptr,
            .context = memory.context};
}

void paintMemoryCurve(QPainter& painter, const Theme& theme, const QRectF& area, const MemoryCurve& curve)
{
    static auto* plot = new CurvePlot;  // one for all curves, as long as the program
    const QRectF panel(
        QPointF(std::round(area.left()), std::round(area.top())),
        QPointF(std::round(area.right()), std::max(std::round(area.bottom()), std::round(area.top()) + 1)));
    const double budget = curve.budget;
    const double fixed = std::min(static_cast<double>(curve.fixed), budget);
    const std::vector<double> peaks = columnPeaks(curve, panel.width());
    plot->xAxis->setRange(curve.begin, curve.end);
    plot->yAxis->setRange(0, curve.scale);
    setBand(*plot->fixed, curve, peaks, 0, fixed);
    setBand(*plot->held, curve, peaks, fixed, budget);
    setBand(*plot->over, curve, peaks, budget, std::numeric_limits<double>::max());
    plot->fixed->setBrush(mixed(theme.of(MemoryKind::Context), theme.surface, 0.35));
    plot->held->setBrush(theme.of(MemoryKind::Activations));
    plot->over->setBrush(theme.bad);
    plot->budget->setVisible(panel.height() >= theme.lineHeight * 1.5 && budget <= curve.scale);
    plot->budget->setPen(QPen(theme.text, 1, Qt::DashLine));
    plot->budget->setData({curve.begin, curve.end}, {budget, budget}, true);
    plot->measured->setPen(QPen(theme.text, 2));
    setMeasured(*plot->measured, curve, peaks.size());
    painter.fillRect(panel, theme.panel);
    paintOn(painter, panel.adjusted(0, 0, 0, 1), *plot, Qt::transparent);
}

Bytes memoryAt(const StageTrack& track, Seconds moment)
{
    const auto after = std::ranges::upper_bound(track.memory, moment, {}, &MemoryPoint::start);
    return after == track.memory.begin() ? 0 : (after - 1)->bytes;
}

}  // namespace pgram
