// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"
#include "widgets/views/common/plot.h"

#include <QPaintEngine>
#include <QPicture>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr double hatchSpacing = 7;
constexpr qsizetype worthStamps = 60;

/// The part of a line inside of `area`; null when there is none (Liang and Barsky, 1984).
QLineF clipped(const QLineF& line, const QRectF& area)
{
    double from = 0;
    double to = 1;
    const auto cut = [&](double direction, double distance) {
        if (direction == 0) {
            return distance >= 0;
        }
        const double at = distance / direction;
        direction < 0 ? from = std::max(from, at) : to = std::min(to, at);
        return from <= to;
    };
    const bool isIn = cut(-line.dx(), line.x1() - area.left()) && cut(line.dx(), area.right() - line.x1()) &&
                      cut(-line.dy(), line.y1() - area.top()) && cut(line.dy(), area.bottom() - line.y1());
    return isIn ? QLineF(line.pointAt(from), line.pointAt(to)) : QLineF();
}

bool isNan(const QPointF& point)
{
    return std::isnan(point.x()) || std::isnan(point.y());
}

/// A symbol painted once, to be put at whole pixels.
QPixmap stampOf(const QCPScatterStyle& style, const QPen& pen, double ratio)
{
    const double side = 2 * std::ceil(style.size() * 0.75) + 3;
    QPixmap stamp((QSizeF(side, side) * ratio).toSize());
    stamp.setDevicePixelRatio(ratio);
    stamp.fill(Qt::transparent);
    QCPPainter painter(&stamp);
    painter.setAntialiasing(true);
    style.applyTo(&painter, pen);
    style.drawShape(&painter, side / 2, side / 2);
    return stamp;
}

}  // namespace

PlotSeries::PlotSeries(QCPAxis* key, QCPAxis* value) : QCPGraph(key, value)
{
    setAdaptiveSampling(true);
}

double PlotSeries::valueAt(double key) const
{
    const auto after = std::upper_bound(data()->constBegin(), data()->constEnd(), key,
                                        [](double at, const QCPGraphData& point) { return at < point.key; });
    if (after == data()->constBegin()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const auto before = after - 1;
    if (lineStyle() == lsStepLeft || after == data()->constEnd()) {
        return key > before->key && after == data()->constEnd() ? std::numeric_limits<double>::quiet_NaN()
                                                                : before->value;
    }
    return before->value + (after->value - before->value) * (key - before->key) / (after->key - before->key);
}

void PlotSeries::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    const QRectF area = clipRect();
    const QRectF wide = area.adjusted(-1, -1, 1, 1);
    if (std::ranges::all_of(lines, [&](const QPointF& point) { return isNan(point) || wide.contains(point); })) {
        return QCPGraph::drawLinePlot(painter, lines);
    }
    // A gap after each part that ends at an edge.
    QVector<QPointF> inside;
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
        const QLineF part = isNan(lines[i]) || isNan(lines[i + 1]) ? QLineF() : clipped({lines[i], lines[i + 1]}, area);
        if (part.isNull()) {
            continue;
        }
        if (inside.isEmpty() || inside.back() != part.p1()) {
            inside.append(QPointF(std::numeric_limits<double>::quiet_NaN(), 0));
            inside.append(part.p1());
        }
        inside.append(part.p2());
    }
    QCPGraph::drawLinePlot(painter, inside);
}

void PlotSeries::drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                                 const QCPScatterStyle& style) const
{
    const QRectF area = QRectF(clipRect()).adjusted(-1, -1, 1, 1);
    QVector<QPointF> inside;
    std::ranges::copy_if(scatters, std::back_inserter(inside), [&](const QPointF& at) { return area.contains(at); });
    const bool hasPixels = painter->paintEngine() != nullptr && painter->paintEngine()->type() == QPaintEngine::Raster;
    if (!hasPixels || inside.size() < worthStamps) {
        return QCPGraph::drawScatterPlot(painter, inside, style);
    }
    const double ratio = painter->device()->devicePixelRatioF();
    const QPixmap stamp = stampOf(style, mPen, ratio);
    const double half = stamp.width() / ratio / 2;
    for (const QPointF& at : inside) {
        const QPointF corner = (at - QPointF(half, half)) * ratio;
        painter->drawPixmap(QPointF(std::round(corner.x()), std::round(corner.y())) / ratio, stamp);
    }
}

void PlotSeries::drawFill(QCPPainter* painter, QVector<QPointF>* lines) const
{
    const auto* other = dynamic_cast<const PlotSeries*>(channelFillGraph());
    if (other == nullptr || lines->isEmpty() || other->data()->isEmpty()) {
        return;
    }
    QVector<QPointF> below;
    other->getLines(&below, QCPDataRange(0, other->dataCount()));
    if (below.isEmpty()) {
        return;
    }
    QPainterPath path;
    path.addPolygon(QPolygonF(*lines));
    QPainterPath back;
    back.addPolygon(QPolygonF(below));
    path.connectPath(back.toReversed());
    path.closeSubpath();
    QRectF both = clipRect();
    both.setLeft(std::max({both.left(), lines->front().x(), below.front().x()}));
    QPainterPath shown;
    shown.addRect(both);
    painter->setPen(Qt::NoPen);
    painter->setBrush(mBrush);
    painter->drawPath(path.intersected(shown));
}

void HeatSeries::draw(QCPPainter* painter)
{
    applyDefaultAntialiasingHint(painter);
    painter->setAntialiasing(true);
    const QRectF area = QRectF(clipRect()).adjusted(-1, -1, 1, 1);
    for (const Dot& dot : dots) {
        const QPointF at = coordsToPixels(dot.at.x(), dot.at.y());
        if (area.contains(at)) {
            painter->setPen(QPen(pen().color(), dot.line));
            painter->setBrush(dot.color);
            painter->drawEllipse(at, dot.radius, dot.radius);
        }
    }
}

void PlotBand::draw(QCPPainter* painter)
{
    const QRectF area =
        QRectF(topLeft->pixelPosition(), bottomRight->pixelPosition()).normalized().intersected(clipRect());
    if (area.isEmpty()) {
        return;
    }
    painter->fillRect(area, brush());
    if (hatch.isValid()) {
        painter->setAntialiasing(true);
        paintHatch(*painter, area, hatch, hatchSpacing);
    }
}

void paintOn(QPainter& painter, const QRectF& panel, QCustomPlot& plot, const QColor& ground)
{
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        return playOn(painter, panel, plot);
    }
    const QSize size = panel.size().toSize();
    const double ratio = painter.device()->devicePixelRatioF();
    QPixmap pixels(size * ratio);
    pixels.setDevicePixelRatio(ratio);
    pixels.fill(ground);
    QCPPainter own(&pixels);
    plot.toPainter(&own, size.width(), size.height());
    own.end();
    painter.drawPixmap(panel.topLeft(), pixels);
}

void playOn(QPainter& painter, const QRectF& panel, QCustomPlot& plot)
{
    QPicture recorded;
    QCPPainter own(&recorded);
    own.setRenderHint(QPainter::LosslessImageRendering);
    plot.toPainter(&own, static_cast<int>(panel.width()), static_cast<int>(panel.height()));
    own.end();
    painter.save();
    painter.translate(panel.topLeft());
    const double scale = static_cast<double>(recorded.logicalDpiX()) / painter.device()->logicalDpiX();
    painter.scale(scale, scale);  // Playing is in the units of the device.
    painter.drawPicture(QPointF(), recorded);
    painter.restore();
}

}  // namespace pgram
