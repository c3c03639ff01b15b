// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fidelity/fidelity_picture.h"

#include "widgets/theme/color.h"
#include "widgets/views/common/words.h"
#include "widgets/views/fidelity/fidelity_list.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double listShare = 0.4;      // of the width
constexpr double leastListWidth = 27;  // in lines of text
constexpr double leastPlotWidth = 16;  // in lines of text: narrower, and the list makes way
constexpr double errorsShare = 0.24;   // of the height
constexpr double leastHeight = 24;     // in lines of text: lower, and the errors make way
constexpr double furthestError = 0.6;  // what is further off stands at the edge
constexpr double reach = 9;
constexpr std::array bands{0.1, 0.2};

AxisRange axisOf(const FidelityFigures& figures)
{
    double low = 1e300;
    double high = 0;
    for (const FidelityPoint& point : figures.points) {
        low = std::min({low, point.measured, point.predicted});
        high = std::max({high, point.measured, point.predicted});
    }
    const AxisUnit unit = figures.filter.memory ? AxisUnit::Memory : AxisUnit::Time;
    return {low / 1.25, high * 1.25, unit, true};
}

/// As many as there is room for.
std::vector<Tick> errorTicks(const Theme& theme, double height)
{
    std::vector<Tick> ticks;
    const double step = height > 8 * theme.lineHeight ? 0.2 : 0.4;
    for (const double value : {-2 * step, -step, 0.0, step, 2 * step}) {
        if (std::abs(value) < furthestError) {
            const QString sign = value > 0 ? QStringLiteral("+") : value < 0 ? QStringLiteral("−") : QString();
            ticks.push_back({value, QStringLiteral("%1%2 %").arg(sign).arg(100 * std::abs(value), 0, 'f', 0)});
        }
    }
    return ticks;
}

double shownError(const FidelityPoint& point)
{
    return std::clamp(point.error(), -furthestError, furthestError);
}

/// A path of one shape a generation, about the origin.
QPainterPath shapeOf(Generation generation, double radius)
{
    QPainterPath path;
    switch (generation) {
    case Generation::Ampere:
        path.addEllipse(QPointF(), radius, radius);
        break;
    case Generation::Hopper:
        path.addRect(QRectF(-radius, -radius, 2 * radius, 2 * radius));
        break;
    case Generation::Blackwell:
        path.addPolygon(QPolygonF({{0, -1.35 * radius}, {1.25 * radius, radius}, {-1.25 * radius, radius}}));
        path.closeSubpath();
        break;
    case Generation::Other:
        path.addPolygon(QPolygonF({{0, -1.4 * radius}, {1.4 * radius, 0}, {0, 1.4 * radius}, {-1.4 * radius, 0}}));
        path.closeSubpath();
        break;
    }
    return path;
}

QColor colorOf(const Theme& theme, Generation generation)
{
    return theme.series(static_cast<int>(generation));
}

/// Hundreds of antialiased shapes take as long as a frame: on a screen each is stamped, at whole pixels.
class PointPainter {
public:
    PointPainter(QPainter& painter, const Theme& theme, double radius) : m_painter(painter)
    {
        const bool stamps = painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::Raster;
        for (const Generation generation : allGenerations) {
            const auto index = static_cast<std::size_t>(generation);
            m_shapes[index] = shapeOf(generation, radius);
            QColor fill = colorOf(theme, generation);
            m_pens[index] = QPen(mixed(fill, theme.surface, 0.25), 0.8);
            fill.setAlphaF(0.5f);
            m_fills[index] = fill;
            if (stamps) {
                m_stamps[index] = stampOf(index, painter.device()->devicePixelRatioF());
            }
        }
    }

    void paint(const QPointF& at, Generation generation)
    {
        const auto index = static_cast<std::size_t>(generation);
        const QPixmap& stamp = m_stamps[index];
        if (stamp.isNull()) {
            paintShape(m_painter, index, at);
            return;
        }
        const double ratio = stamp.devicePixelRatio();
        const double half = stamp.width() / ratio / 2;
        m_painter.drawPixmap(QPointF(std::round((at.x() - half) * ratio), std::round((at.y() - half) * ratio)) / ratio,
                             stamp);
    }

private:
    void paintShape(QPainter& painter, std::size_t index, const QPointF& at) const
    {
        painter.setPen(m_pens[index]);
        painter.setBrush(m_fills[index]);
        painter.drawPath(m_shapes[index].translated(at));
    }

    [[nodiscard]] QPixmap stampOf(std::size_t index, double ratio) const
    {
        const QRectF bounds = m_shapes[index].boundingRect();
        const double side = 2 * (std::ceil(std::max(bounds.width(), bounds.height()) / 2) + 1);
        QPixmap stamp((QSizeF(side, side) * ratio).toSize());
        stamp.setDevicePixelRatio(ratio);
        stamp.fill(Qt::transparent);
        QPainter painter(&stamp);
        painter.setRenderHint(QPainter::Antialiasing);
        paintShape(painter, index, {side / 2, side / 2});
        return stamp;
    }

    QPainter& m_painter;
    std::array<QPixmap, allGenerations.size()> m_stamps;  ///< null = shapes stay shapes
    std::array<QPainterPath, allGenerations.size()> m_shapes;
    std::array<QPen, allGenerations.size()> m_pens;
    std::array<QColor, allGenerations.size()> m_fills;
};

double radiusFor(std::size_t points)
{
    return points > 400 ? 2.6 : points > 60 ? 3.4 : 4.6;
}

/// Measured = predicted, and the ground on which the error is no more than 10 % and 20 %.
void paintDiagonal(QPainter& painter, const Theme& theme, const PlotFrame& frame)
{
    painter.save();
    painter.setClipRect(frame.plot);
    const double low = frame.x.low;
    const double high = frame.x.high;
    painter.setPen(Qt::NoPen);
    for (auto band = bands.rbegin(); band != bands.rend(); ++band) {
        const QPolygonF ground({frame.at({low, low * (1 - *band)}), frame.at({high, high * (1 - *band)}),
                                frame.at({high, high * (1 + *band)}), frame.at({low, low * (1 + *band)})});
        painter.setBrush(mixed(theme.surface, theme.mutedText, *band == bands.front() ? 0.2 : 0.1));
        painter.drawPolygon(ground);
    }
    painter.setPen(QPen(theme.text, 1.2));
    painter.drawLine(frame.at({low, low}), frame.at({high, high}));
    painter.restore();
}

/// The shown plan: what is predicted of it, and where a run is expected.
void paintShown(QPainter& painter, const Theme& theme, const PlotFrame& frame, const ShownPlan& shown)
{
    if (shown.predicted < frame.y.low || shown.predicted > frame.y.high) {
        return;
    }
    const double y = std::round(frame.atY(shown.predicted));
    const auto inside = [&](double value) { return std::clamp(value, frame.x.low, frame.x.high); };
    painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
    painter.drawLine(QPointF(frame.plot.left(), y), QPointF(frame.plot.right(), y));
    painter.setPen(QPen(theme.accent, 4, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(frame.atX(inside(shown.band.low * shown.predicted)), y),
                     QPointF(frame.atX(inside(shown.band.high * shown.predicted)), y));
    const QString text = FidelityText::tr("this plan");
    painter.setFont(theme.smallFont);
    const QRectF place(frame.plot.right() - textWidth(theme.smallFont, text) - theme.gap, y - theme.lineHeight,
                       textWidth(theme.smallFont, text) + 2, theme.lineHeight);
    painter.setPen(theme.accent);
    painter.drawText(place, Qt::AlignVCenter | Qt::TextDontClip, text);
}

/// Which shape is which device, in the corner that far overestimates alone would reach.
void paintLegend(QPainter& painter, const Theme& theme, const FidelityFigures& figures, const PlotFrame& frame)
{
    double y = frame.plot.top() + theme.gap + theme.lineHeight / 2;
    painter.setFont(theme.smallFont);
    PointPainter points(painter, theme, 4);
    for (const Generation generation : allGenerations) {
        if (!std::ranges::any_of(figures.points, [&](const FidelityPoint& p) { return p.generation == generation; })) {
            continue;
        }
        const double x = frame.plot.left() + theme.margin;
        const QString name = nameOf(generation);
        painter.fillRect(
            QRectF(x - 8, y - theme.lineHeight * 0.6, textWidth(theme.smallFont, name) + 24, theme.lineHeight * 1.2),
            theme.surface);
        points.paint({x, y}, generation);
        painter.setPen(theme.text);
        painter.drawText(QRectF(x + 10, y - theme.lineHeight / 2, 200, theme.lineHeight),
                         Qt::AlignVCenter | Qt::TextDontClip, name);
        y += theme.lineHeight * 1.15;
    }
}

void paintErrors(QPainter& painter, const Theme& theme, const FidelityFigures& figures, const FidelityLayout& layout)
{
    const PlotFrame& frame = layout.errors;
    paintPanelTitle(painter, theme, frame.panel, FidelityText::tr("Error of each run"),
                    {FidelityText::tr("predicted over measured, less one; over what was measured"),
                     FidelityText::tr("over what was measured")});
    for (auto band = bands.rbegin(); band != bands.rend(); ++band) {
        const double top = frame.atY(*band);
        painter.fillRect(QRectF(frame.plot.left(), top, frame.plot.width(), frame.atY(-*band) - top),
                         mixed(theme.surface, theme.mutedText, *band == bands.front() ? 0.2 : 0.1));
    }
    paintAxes(painter, theme, frame);
    const double zero = std::round(frame.atY(0));
    painter.fillRect(QRectF(frame.plot.left(), zero, frame.plot.width(), 1.2), theme.text);
    PointPainter points(painter, theme, radiusFor(figures.points.size()) * 0.85);
    for (std::size_t i = 0; i < layout.marks.size(); ++i) {
        points.paint(layout.marks[i], figures.points[i].generation);
    }
}

}  // namespace

int FidelityLayout::pointAt(const QPointF& position) const
{
    int nearest = -1;
    double least = reach * reach;
    for (const std::vector<QPointF>* places : {&points, &marks}) {
        for (std::size_t i = 0; i < places->size(); ++i) {
            const QPointF away = (*places)[i] - position;
            const double squared = QPointF::dotProduct(away, away);
            if (squared < least) {
                least = squared;
                nearest = static_cast<int>(i);
            }
        }
    }
    return nearest;
}

FidelityLayout layoutFidelity(const Theme& theme, const FidelityFigures& figures, const QRectF& area)
{
    FidelityLayout layout;
    const double wanted = std::max(area.width() * listShare, leastListWidth * theme.lineHeight);
    const double width = std::min({wanted, area.width() * 0.5, 40 * theme.lineHeight});
    double left = area.width() - width - 2 * theme.margin;
    if (left >= leastPlotWidth * theme.lineHeight) {
        layout.list = QRectF(area.right() - width, area.top(), width, area.height());
        placeFidelityList(theme, figures, layout);
    } else {
        left = area.width();
    }
    if (figures.points.empty()) {
        layout.scatter.panel = QRectF(area.left(), area.top(), left, area.height());
        return layout;
    }
    const bool roomForErrors = area.height() >= leastHeight * theme.lineHeight;
    const double below = roomForErrors ? area.height() * errorsShare : 0;
    const AxisRange axis = axisOf(figures);
    const AxisRange error{-furthestError, furthestError, AxisUnit::Number, false};
    layout.scatter = framePlot(theme, QRectF(area.left(), area.top(), left, area.height() - below), axis, axis);
    for (const FidelityPoint& point : figures.points) {
        layout.points.push_back(layout.scatter.at({point.measured, point.predicted}));
    }
    if (!roomForErrors) {
        return layout;
    }
    layout.errors = framePlot(theme, QRectF(area.left(), area.bottom() - below, left, below), axis, error);
    layout.errors.plot.setLeft(layout.scatter.plot.left());
    layout.errors.xTicks = layout.scatter.xTicks;
    layout.errors.yTicks = errorTicks(theme, layout.errors.plot.height());
    for (const FidelityPoint& point : figures.points) {
        layout.marks.push_back(layout.errors.at({point.measured, shownError(point)}));
    }
    return layout;
}

void paintFidelity(QPainter& painter, const Theme& theme, const FidelityFigures& figures, const FidelityLayout& layout,
                   const std::optional<ShownPlan>& shown)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!layout.list.isEmpty()) {
        paintFidelityList(painter, theme, figures, layout);
    }
    if (figures.points.empty()) {
        paintNote(painter, theme, layout.scatter.panel, FidelityText::tr("No run of this choice can be predicted"));
        painter.restore();
        return;
    }
    const QString what = figures.filter.memory ? FidelityText::tr("Peak memory") : FidelityText::tr("Step time");
    paintPanelTitle(painter, theme, layout.scatter.panel, what,
                    {FidelityText::tr("predicted (up) over measured (right); shaded: within 10 % and 20 %"),
                     FidelityText::tr("predicted over measured")});
    paintDiagonal(painter, theme, layout.scatter);
    paintAxes(painter, theme, layout.scatter);
    PointPainter points(painter, theme, radiusFor(figures.points.size()));
    for (std::size_t i = 0; i < layout.points.size(); ++i) {
        points.paint(layout.points[i], figures.points[i].generation);
    }
    if (shown) {
        paintShown(painter, theme, layout.scatter, *shown);
    }
    paintLegend(painter, theme, figures, layout.scatter);
    if (!layout.marks.empty()) {
        paintErrors(painter, theme, figures, layout);
    }
    painter.restore();
}

void paintFidelityRing(QPainter& painter, const Theme& theme, const FidelityLayout& layout, int point, bool strong)
{
    const auto index = static_cast<std::size_t>(point);
    if (point < 0 || index >= layout.points.size()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(strong ? theme.accent : theme.text, strong ? 2.5 : 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(layout.points[index], 7, 7);
    if (index < layout.marks.size()) {
        painter.drawEllipse(layout.marks[index], 7, 7);
    }
}

}  // namespace pgram
