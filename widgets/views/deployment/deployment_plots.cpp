// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The roof of a device with the model's points, and what the batch does to throughput and time.
#include "widgets/document/core_text.h"
#include "widgets/views/common/words.h"
#include "widgets/views/deployment/deployment_view.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double tera = 1e12;

QString denseTitle()
{
    return DeploymentView::tr("BF16, as many devices");
}

struct RoofLimits {
    double low = 1;  ///< FLOP per byte
    double high = 1;
    FlopRate slowest = 0;
};

RoofLimits roofLimits(const ShownDeployment& shown)
{
    const Server& server = shown.server;
    RoofLimits limits{1, 2 * std::max(server.peak16, server.peak8) / server.memory, server.peak16};
    for (const auto* points : {&shown.points, &shown.densePoints}) {
        for (const RooflinePoint& point : *points) {
            limits.low = std::min(limits.low, point.intensity);
            limits.high = std::max(limits.high, point.intensity);
            limits.slowest = std::min(limits.slowest, point.reached);
        }
    }
    limits.low /= 2;
    limits.high *= 2;
    return limits;
}

struct CurveLimits {
    double slowest = 1e300;  ///< tokens/s
    double fastest = 0;
    Seconds shortest = 1e300;
    Seconds longest = 0;
    double largest = 1;  ///< batch
};

CurveLimits curveLimits(const ShownDeployment& shown)
{
    CurveLimits limits;
    for (const auto* points : {&shown.points, &shown.densePoints}) {
        for (std::size_t i = 1; i < points->size(); ++i) {
            const RooflinePoint& point = (*points)[i];
            limits.slowest = std::min(limits.slowest, point.throughput);
            limits.fastest = std::max(limits.fastest, point.throughput);
            limits.shortest = std::min(limits.shortest, point.perToken);
            limits.longest = std::max(limits.longest, point.perToken);
            limits.largest = std::max(limits.largest, point.batch);
        }
    }
    return limits;
}

}  // namespace

void DeploymentView::fillPlots(const Theme& theme)
{
    for (const int index : {0, 1}) {
        plot(index).begin(theme);
    }
    if (m_shown) {
        fillRoof(theme);
        fillCurve(theme);
    }
}

void DeploymentView::fillRoof(const Theme& theme)
{
    Plot& roof = plot(0);
    const Server& server = m_shown->server;
    roof.addPane(tr("Roofline of a device"),
                 {tr("peaks; points reach less, as measured runs do"), tr("peaks"), QString()});
    const auto [low, high, slowest] = roofLimits(*m_shown);
    roof.setAxis(roof.xAxis, {AxisUnit::Number, low, high, true, tr("FLOP per byte")});
    roof.setAxis(roof.yAxis, {AxisUnit::Number, slowest / tera / 2, std::max(server.peak16, server.peak8) / tera * 6,
                              true, tr("TFLOP/s per device")});
    std::vector<QCPAbstractPlottable*> named;
    const auto addRoof = [&, low = low, high = high](const QString& name, FlopRate peak, const QPen& pen) {
        PlotSeries* series = roof.addSeries(name, pen, QCPGraph::lsLine);
        const double ridge = peak / server.memory;
        for (const double x : {low, ridge, high}) {
            series->addData(x, std::min(peak, x * server.memory) / tera);
        }
        named.push_back(series);
    };
    addRoof(tr("16-bit peak and bandwidth"), server.peak16, QPen(theme.text, 2));
    if (server.peak8 > 0) {
        addRoof(tr("8-bit peak"), server.peak8, QPen(theme.text, 2, Qt::DashLine));
    }
    std::vector<PlotMark> marks;
    const auto addPoints = [&](const QString& name, const std::vector<RooflinePoint>& points, const QColor& color,
                               bool marked) {
        PlotSeries* series =
            roof.addSeries(name, QPen(color, 2, marked ? Qt::SolidLine : Qt::DotLine), QCPGraph::lsLine);
        for (std::size_t i = 1; i < points.size(); ++i) {
            series->addData(points[i].intensity, points[i].reached / tera);
        }
        series->setScatterStyle({QCPScatterStyle::ssCircle, color, color, 5});
        PlotSeries* prompt = roof.addSeries(tr("its prompt"), QPen(color, 2), QCPGraph::lsNone);
        if (!points.empty()) {
            prompt->addData(points[0].intensity, points[0].reached / tera);
        }
        prompt->setScatterStyle({QCPScatterStyle::ssDiamond, color, color, 9});
        named.push_back(series);
        for (std::size_t i = 0; i < points.size() && marked; ++i) {
            marks.push_back({.at = QPointF(points[i].intensity, points[i].reached / tera),
                             .index = static_cast<int>(i),
                             .adds = false,
                             .series = i == 0 ? prompt : series});
        }
        if (!points.empty() && marked) {
            roof.addLabel(marks.front().at, tr("prompt"), theme.smallFont, theme.text);
            roof.addLabel(marks[1].at, tr("batch 1"), theme.smallFont, theme.text);
        }
    };
    if (!m_shown->densePoints.empty()) {
        addPoints(denseTitle(), m_shown->densePoints, theme.series(1), false);
    }
    addPoints(formatTitle(m_shown->answer().format), m_shown->points, theme.series(0), true);
    roof.addLegend(Plot::LegendPlace::TopLeft, named);
    roof.setMarks(std::move(marks));
}

void DeploymentView::fillCurve(const Theme& theme)
{
    Plot& curve = plot(1);
    curve.addPane(tr("Tokens per second over the batch"), {tr("one replica, without prompts"), QString()});
    QCPAxisRect* below = curve.addPane(tr("Time between two tokens"), {QString()});
    const auto [slowest, fastest, shortest, longest, largest] = curveLimits(*m_shown);
    QCPAxis* time = below->axis(QCPAxis::atLeft);
    QCPAxis* batch = below->axis(QCPAxis::atBottom);
    curve.setAxis(curve.xAxis, {AxisUnit::Number, 0.9, largest * 1.1, true});
    curve.setAxis(batch, {AxisUnit::Number, 0.9, largest * 1.1, true, tr("sequences at once")});
    curve.setAxis(curve.yAxis, {AxisUnit::Number, slowest / 1.5, fastest * 3, true, tr("tokens/s")});
    curve.setAxis(time, {AxisUnit::Time, shortest / 1.5, longest * 1.5, true});
    curve.link(batch, curve.xAxis);
    std::vector<QCPAbstractPlottable*> named;
    std::vector<PlotMark> marks;
    const auto add = [&](const QString& name, const std::vector<RooflinePoint>& points, const QPen& pen, bool marked) {
        PlotSeries* rates = curve.addSeries(name, pen, QCPGraph::lsLine);
        PlotSeries* times = curve.addSeries(name, pen, QCPGraph::lsLine, below);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const RooflinePoint& point = points[i];
            rates->addData(point.batch, point.throughput);
            times->addData(point.batch, point.perToken);
            if (marked) {
                marks.push_back({.at = QPointF(point.batch, point.throughput),
                                 .index = static_cast<int>(i),
                                 .adds = false,
                                 .series = rates,
                                 .twin = QPointF(point.batch, point.perToken),
                                 .twinPane = below});
            }
        }
        for (PlotSeries* series : {rates, times}) {
            series->setScatterStyle({QCPScatterStyle::ssCircle, pen.color(), pen.color(), 5});
        }
        named.push_back(rates);
    };
    if (!m_shown->densePoints.empty()) {
        add(denseTitle(), m_shown->densePoints, QPen(theme.series(1), 2, Qt::DotLine), false);
    }
    add(formatTitle(m_shown->answer().format), m_shown->points, QPen(theme.series(0), 2), true);
    const double most = rowOf(m_shown->answer()).memory.mostSequences();
    if (most >= 1 && most < largest) {
        curve.addLine(curve.xAxis, most, QPen(theme.bad, 1, Qt::DashLine),
                      {tr("out of memory above %1").arg(numberText(most)), numberText(most)}, theme.smallFont,
                      theme.mutedText);
    }
    curve.addLegend(Plot::LegendPlace::TopLeft, named);
    curve.setMarks(std::move(marks));
}

QString DeploymentView::markTip(int index, int mark) const
{
    if (mark < 0 || !m_shown) {
        return index == 0 ? tr("Below the slope reading weights and cache bounds a device, below the flat part its "
                               "products. A point is a step that generates a token of each sequence.")
                          : tr("What more sequences at once give and cost: weights are read once for all of them, each "
                               "has a cache of its own.");
    }
    const auto at = static_cast<std::size_t>(plot(index).marks()[static_cast<std::size_t>(mark)].index);
    const RooflinePoint& point = m_shown->points[at];
    Tip tip(point.batch == 0 ? tr("Prompt") : tr("%n sequence(s)", nullptr, static_cast<int>(point.batch)));
    tip.add(tr("FLOP per byte"), numberText(point.intensity));
    tip.add(tr("Per device"), tr("%1 TFLOP/s").arg(numberText(point.reached / tera)));
    if (point.batch > 0) {
        tip.add(tr("Tokens/s"), numberText(point.throughput));
        tip.add(tr("Between two tokens"), secondsText(point.perToken));
        if (!point.fits) {
            tip.note(tr("The caches of so many sequences do not fit"));
        }
    }
    return tip.html();
}

}  // namespace pgram
