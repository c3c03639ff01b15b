// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/plot_frame.h"

#include "widgets/theme/color.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double veil = 0.5;

double share(const AxisRange& axis, double value)
{
    if (axis.logarithmic) {
        return std::log(value / axis.low) / std::log(axis.high / axis.low);
    }
    return (value - axis.low) / (axis.high - axis.low);
}

std::vector<Tick> ticksFor(const AxisRange& axis, double length, double spacing)
{
    const int most = std::max(2, static_cast<int>(length / spacing));
    return axis.logarithmic ? logTicksOf(axis.low, axis.high, most, axis.unit)
                            : ticksOf(axis.low, axis.high, most, axis.unit);
}

double widest(const QFont& font, const std::vector<Tick>& ticks)
{
    double width = 0;
    for (const Tick& tick : ticks) {
        width = std::max(width, textWidth(font, tick.label));
    }
    return width;
}

}  // namespace

double PlotFrame::atX(double value) const
{
    return plot.left() + plot.width() * share(x, value);
}

double PlotFrame::atY(double value) const
{
    return plot.bottom() - plot.height() * share(y, value);
}

QRectF titleOf(const Theme& theme, const QRectF& panel)
{
    return {panel.left(), panel.top(), panel.width(), theme.lineHeight * 1.4};
}

QRectF belowTitle(const Theme& theme, const QRectF& panel)
{
    return panel.adjusted(0, titleOf(theme, panel).height() + theme.gap, 0, 0);
}

PlotFrame framePlot(const Theme& theme, const QRectF& panel, const AxisRange& x, const AxisRange& y,
                    const QMarginsF& margins)
{
    PlotFrame frame;
    frame.panel = panel;
    frame.x = x;
    frame.y = y;
    const QRectF inner = belowTitle(theme, panel).marginsRemoved(margins);
    const double foot = theme.lineHeight * 1.2;
    const double height = std::max(10.0, inner.height() - foot);
    frame.yTicks = ticksFor(y, height, theme.lineHeight * 2.6);
    const double left = inner.left() + widest(theme.smallFont, frame.yTicks) + theme.gap;
    frame.plot = QRectF(left, inner.top(), std::max(10.0, inner.right() - left), height);
    frame.xTicks = ticksFor(x, frame.plot.width(), theme.lineHeight * 4.5);
    return frame;
}

void paintPanelTitle(QPainter& painter, const Theme& theme, const QRectF& panel, const QString& title,
                     std::initializer_list<QString> subtitles)
{
    const QRectF line = titleOf(theme, panel);
    painter.setFont(theme.boldFont);
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(theme.boldFont).elidedText(title, Qt::ElideRight, line.width()));
    const double used = textWidth(theme.boldFont, title) + 2 * theme.gap;
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    painter.drawText(line.adjusted(used, 0, 0, 0), Qt::AlignVCenter | Qt::TextSingleLine,
                     firstFitting(theme.smallFont, line.width() - used, subtitles));
}

void paintAxes(QPainter& painter, const Theme& theme, const PlotFrame& frame)
{
    const QRectF& plot = frame.plot;
    painter.setFont(theme.smallFont);
    for (const Tick& tick : frame.yTicks) {
        const double y = std::round(frame.atY(tick.value));
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.grid);
        painter.setPen(theme.mutedText);
        const double width = textWidth(theme.smallFont, tick.label) + 2;
        painter.drawText(QRectF(plot.left() - theme.gap - width, y - theme.lineHeight / 2, width, theme.lineHeight),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, tick.label);
    }
    double free = -1e9;
    for (const Tick& tick : frame.xTicks) {
        const double x = std::round(frame.atX(tick.value));
        painter.fillRect(QRectF(x, plot.top(), 1, plot.height()), theme.grid);
        const double width = textWidth(theme.smallFont, tick.label) + 2;
        const double left = std::min(x - width / 2, frame.panel.right() - width);
        if (left < free) {
            continue;
        }
        free = left + width + theme.gap;
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(left, plot.bottom() + theme.gap * 0.6, width, theme.lineHeight),
                         Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip, tick.label);
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.line);
    painter.fillRect(QRectF(plot.left(), plot.top(), 1, plot.height() + 1), theme.line);
}

QRectF paintNote(QPainter& painter, const Theme& theme, const QRectF& area, const QString& text)
{
    const double width = std::min(area.width(), theme.lineHeight * 24);
    const QRectF column(area.center().x() - width / 2, area.top(), width, area.height());
    painter.setFont(theme.font);
    painter.setPen(theme.mutedText);
    QRectF covered;
    painter.drawText(column, Qt::AlignCenter | Qt::TextWordWrap, text, &covered);
    return covered;
}

void paintVeil(QPainter& painter, const Theme& theme, const QRectF& area)
{
    QColor color = theme.surface;
    color.setAlphaF(veil);
    painter.fillRect(area, color);
}

QRectF LabelPlacer::place(const QPointF& point, double distance, const QFont& font, const QString& text)
{
    const QSizeF size(textWidth(font, text) + 2, m_theme.lineHeight);
    const double w = size.width();
    const double h = size.height();
    const double slant = distance * 0.7;
    for (const QPointF& offset : {QPointF(distance, -h / 2), QPointF(-distance - w, -h / 2), QPointF(slant, -slant - h),
                                  QPointF(-slant - w, -slant - h), QPointF(slant, slant), QPointF(-slant - w, slant),
                                  QPointF(-w / 2, -distance - h), QPointF(-w / 2, distance)}) {
        const QRectF candidate(point + offset, size);
        const bool free =
            std::ranges::none_of(m_taken, [&](const QRectF& taken) { return taken.intersects(candidate); });
        if (free && m_area.contains(candidate)) {
            m_taken.push_back(candidate);
            return candidate;
        }
    }
    return {};
}

void LabelPlacer::paint(QPainter& painter, const QPointF& point, double distance, const QFont& font,
                        const QColor& color, const QString& text)
{
    const QRectF area = place(point, distance, font, text);
    if (!area.isEmpty()) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(area, Qt::AlignVCenter | Qt::TextDontClip, text);
    }
}

}  // namespace pgram
