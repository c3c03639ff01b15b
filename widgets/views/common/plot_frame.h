// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plot as a panel of a picture: its title, its axes, and where data stands in it. Geometry is pure; painting takes
// what was placed.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/common/axis.h"

#include <QMarginsF>
#include <QRectF>
#include <QString>

#include <initializer_list>
#include <vector>

class QPainter;

namespace pgram {

struct AxisRange {
    double low = 0;
    double high = 1;
    AxisUnit unit = AxisUnit::Number;
    bool logarithmic = false;
};

struct PlotFrame {
    QRectF panel;
    QRectF plot;  ///< between the axes
    AxisRange x;
    AxisRange y;
    std::vector<Tick> xTicks;
    std::vector<Tick> yTicks;

    [[nodiscard]] double atX(double value) const;
    [[nodiscard]] double atY(double value) const;
    [[nodiscard]] QPointF at(const QPointF& value) const { return {atX(value.x()), atY(value.y())}; }
};

/// What is left of a panel below its title.
[[nodiscard]] QRectF belowTitle(const Theme& theme, const QRectF& panel);
[[nodiscard]] QRectF titleOf(const Theme& theme, const QRectF& panel);

/// Axes at the left and below inside of `panel`, less `margins` for what else stands there.
[[nodiscard]] PlotFrame framePlot(const Theme& theme, const QRectF& panel, const AxisRange& x, const AxisRange& y,
                                  const QMarginsF& margins = {});

/// The first of the subtitles that fits stands beside the title.
void paintPanelTitle(QPainter& painter, const Theme& theme, const QRectF& panel, const QString& title,
                     std::initializer_list<QString> subtitles);
/// Grid, ticks and labels.
void paintAxes(QPainter& painter, const Theme& theme, const PlotFrame& frame);
/// A quiet sentence in the middle of a panel, in several lines where it must; returns what it covers.
QRectF paintNote(QPainter& painter, const Theme& theme, const QRectF& area, const QString& text);
/// Over what is not final.
void paintVeil(QPainter& painter, const Theme& theme, const QRectF& area);

/// Finds room for labels beside points: none stands on another, or outside of the area.
class LabelPlacer {
public:
    LabelPlacer(const Theme& theme, const QRectF& area) : m_theme(theme), m_area(area) {}

    void occupy(const QRectF& area) { m_taken.push_back(area); }
    /// Right, left, above or below of `point`, `distance` away; empty when there is no room.
    [[nodiscard]] QRectF place(const QPointF& point, double distance, const QFont& font, const QString& text);
    /// Places and paints.
    void paint(QPainter& painter, const QPointF& point, double distance, const QFont& font, const QColor& color,
               const QString& text);

private:
    const Theme& m_theme;
    QRectF m_area;
    std::vector<QRectF> m_taken;
};

}  // namespace pgram
