// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Parallel coordinates: an axis per column, and a line per row through its values. Lines are a density, so that a
// million of them are a picture, too. Plain values.
#pragma once

#include "studies/table.h"
#include "widgets/theme/theme.h"
#include "widgets/views/study/study_rows.h"

#include <QImage>
#include <QPainter>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

/// An axis: a column and the places of its values.
struct Coordinate {
    int column = 0;
    bool logarithmic = false;
    double low = 0;             ///< value at the bottom
    double high = 1;            ///< value at the top
    std::vector<float> places;  ///< place of each row, from 0 at the bottom to 1; NaN without a value

    [[nodiscard]] double placeOf(double value) const;
    [[nodiscard]] double valueAt(double place) const;
};
[[nodiscard]] Coordinate coordinateOf(const StudyTable& table, int column);

struct CoordinatesLayout {
    QRectF panel;
    QRectF lines;           ///< between the first and the last axis
    std::vector<double> x;  ///< place of each axis

    [[nodiscard]] double y(double place) const { return lines.bottom() - place * lines.height(); }
    [[nodiscard]] double place(double y) const { return (lines.bottom() - y) / lines.height(); }
    /// Returns the axis near a position, for ranges; -1 if there is none.
    [[nodiscard]] int axisAt(const Theme& theme, const QPointF& position) const;
};
[[nodiscard]] CoordinatesLayout layoutCoordinates(const Theme& theme, const QRectF& panel, std::size_t axes);

/// The lines of some rows. Its parts may be shared with other threads.
struct CoordinateLines {
    std::shared_ptr<const std::vector<Coordinate>> axes;
    std::shared_ptr<const std::vector<std::uint8_t>>
        levels;  ///< state of each row: 2 = drawn, 1 = outside of the ranges
    std::shared_ptr<const std::vector<std::uint8_t>> colors;  ///< index in `palette` of each row
    std::vector<QColor> palette;                              ///< an invalid colour draws nothing
    QColor outside;                                           ///< colour of rows outside of the ranges
    CoordinatesLayout layout;
    double ratio = 1;  ///< pixels per unit

    bool operator==(const CoordinateLines& other) const
    {
        return axes == other.axes && levels == other.levels && colors == other.colors && palette == other.palette &&
               outside == other.outside && layout.lines == other.layout.lines && ratio == other.ratio;
    }
};
/// Returns the picture of the area layout.lines; null if `stop` was requested.
[[nodiscard]] QImage imageOf(const CoordinateLines& lines, const std::stop_token& stop = {});

/// Paints the axes, their names and values, and the ranges on them.
void paintCoordinates(QPainter& painter, const Theme& theme, const CoordinatesLayout& layout, const StudyTable& table,
                      const std::vector<Coordinate>& axes, const StudyRows& rows);
/// Paints the line of one row.
void paintCoordinateLine(QPainter& painter, const CoordinatesLayout& layout, const std::vector<Coordinate>& axes,
                         int row, const QColor& color, double width);
/// Returns the row whose line is nearest to a position, at most a few pixels away; -1 if there is none.
[[nodiscard]] int rowAt(const CoordinatesLayout& layout, const std::vector<Coordinate>& axes,
                        const std::vector<std::uint8_t>& rows, const QPointF& position);

}  // namespace pgram
