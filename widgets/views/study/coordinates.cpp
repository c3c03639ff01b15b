// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/study/coordinates.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/plot_cloud.h"
#include "widgets/views/common/words.h"
#include "widgets/views/study/study_columns.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr int mostBins = 200;          // places on an axis
constexpr double leastOpacity = 0.25;  // opacity of a line among many
constexpr double mostOpacity = 0.9;    // opacity of a line among few
constexpr double opacityOfAll = 6;     // is divided by the root of the number of lines
constexpr double reach = 8;            // pixels between the pointer and a line
constexpr int rangeWidth = 10;
constexpr int mostTicks = 5;

/// Adds a line between two places, from the first to the last pixel of a gap. In each column of pixels it covers what
/// it passes there, and at least a pixel.
void addLine(DensityRaster& raster, int from, int to, double start, double end, int height,
             const DensityRaster::Sum& color)
{
    const auto pixelOf = [&](int x) {
        const double share = static_cast<double>(x - from) / (to - from);
        return (1 - (start + (end - start) * share)) * (height - 1);
    };
    double left = pixelOf(from);
    for (int x = from; x < to; ++x) {
        const double right = pixelOf(x + 1);
        double top = std::min(left, right);
        double bottom = std::max(left, right);
        const double lacking = std::max(0.0, 1 - (bottom - top)) / 2;
        top += 0.5 - lacking;
        bottom += 0.5 + lacking;
        const int last = std::min(static_cast<int>(std::ceil(bottom)) - 1, height - 1);
        for (int y = std::max(0, static_cast<int>(top)); y <= last; ++y) {
            raster.add(x, y, color,
                       static_cast<float>(std::min(bottom, y + 1.0) - std::max(top, static_cast<double>(y))));
        }
        left = right;
    }
}

std::vector<Tick> ticksOf(const ResultColumn& column, const Coordinate& axis, int most)
{
    if (!column.isText) {
        if (!axis.logarithmic) {
            return pgram::ticksOf(axis.low, axis.high, most, unitOf(column));
        }
        std::vector<Tick> ticks = logTicksOf(axis.low, axis.high, most, unitOf(column));
        for (Tick& tick : ticks) {
            // Powers of ten are not round in units of 1024.
            tick.label = column.unit() == StudyColumn::Unit::Memory ? bytesText(tick.value) : tick.label;
        }
        return ticks;
    }
    std::vector<Tick> ticks;
    const auto step = std::max<std::size_t>(1, (column.texts.size() + at(most) - 1) / at(most));
    for (std::size_t i = 0; i < column.texts.size(); i += step) {
        ticks.push_back({static_cast<double>(i), qs(column.texts[i])});
    }
    return ticks;
}

}  // namespace

double Coordinate::placeOf(double value) const
{
    const auto flat = [this](double each) { return logarithmic ? std::log(each) : each; };
    return low < high ? (flat(value) - flat(low)) / (flat(high) - flat(low)) : std::isnan(value) ? value : 0.5;
}

double Coordinate::valueAt(double place) const
{
    return logarithmic ? low * std::pow(high / low, place) : low + (high - low) * place;
}

Coordinate coordinateOf(const StudyTable& table, int column)
{
    const ResultColumn& of = table.columns[at(column)];
    Coordinate axis{column, suitsLogarithm(of), of.low, of.high, {}};
    axis.places.resize(table.rows());
    std::ranges::transform(of.values, axis.places.begin(),
                           [&](double value) { return static_cast<float>(axis.placeOf(value)); });
    return axis;
}

int CoordinatesLayout::axisAt(const Theme& theme, const QPointF& position) const
{
    for (std::size_t axis = 0; axis < x.size(); ++axis) {
        const bool isNear = std::abs(position.x() - x[axis]) <= rangeWidth;
        if (isNear && position.y() >= lines.top() - theme.gap && position.y() <= lines.bottom() + theme.gap) {
            return static_cast<int>(axis);
        }
    }
    return -1;
}

CoordinatesLayout layoutCoordinates(const Theme& theme, const QRectF& panel, std::size_t axes)
{
    CoordinatesLayout layout{.panel = panel, .lines = {}, .x = {}};
    const double side = theme.lineHeight * 1.5;
    // Room for a label behind the last axis; two lines of names above.
    layout.lines = panel.adjusted(side, theme.lineHeight * 2.6, -side * 2, -theme.gap);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const double share = axes > 1 ? static_cast<double>(axis) / static_cast<double>(axes - 1) : 0.5;
        layout.x.push_back(layout.lines.left() + layout.lines.width() * share);
    }
    return layout;
}

namespace {

/// Returns the density of the lines of the rows of a level; null if `stop` was requested.
QImage densityOf(const CoordinateLines& lines, int level, const std::vector<QColor>& palette,
                 const std::stop_token& stop)
{
    const std::vector<Coordinate>& axes = *lines.axes;
    const QSize size = (lines.layout.lines.size() * lines.ratio).toSize().expandedTo({1, 1});
    const int bins = std::clamp(size.height(), 2, mostBins);
    std::vector<DensityRaster::Sum> sums;
    for (const QColor& color : palette) {
        sums.push_back(color.isValid() ? DensityRaster::sumOf(color) : DensityRaster::Sum{});
    }
    DensityRaster raster(size);
    for (std::size_t gap = 0; gap + 1 < axes.size(); ++gap) {
        std::vector<DensityRaster::Sum> cells(at(bins) * at(bins));
        const std::vector<float>& starts = axes[gap].places;
        const std::vector<float>& ends = axes[gap + 1].places;
        const auto last = static_cast<float>(bins - 1);
        for (std::size_t row = 0; row < starts.size(); ++row) {
            if ((*lines.levels)[row] != level || std::isnan(starts[row]) || std::isnan(ends[row])) {
                continue;
            }
            const auto start = static_cast<std::size_t>(std::lround(starts[row] * last));
            const auto end = static_cast<std::size_t>(std::lround(ends[row] * last));
            const DensityRaster::Sum& color = sums[sums.size() > 1 ? (*lines.colors)[row] : 0];
            DensityRaster::Sum& cell = cells[start * at(bins) + end];
            for (std::size_t part = 0; part < cell.size(); ++part) {
                cell[part] += color[part];
            }
        }
        const auto pixelOf = [&](std::size_t axis) {
            return static_cast<int>((lines.layout.x[axis] - lines.layout.lines.left()) * lines.ratio);
        };
        const int from = pixelOf(gap);
        const int to = std::min(pixelOf(gap + 1), size.width());
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const std::size_t start = cell / at(bins);
            const std::size_t end = cell % at(bins);
            if (cells[cell][3] > 0) {
                addLine(raster, from, to, static_cast<double>(start) / (bins - 1),
                        static_cast<double>(end) / (bins - 1), size.height(), cells[cell]);
            }
        }
        if (stop.stop_requested()) {
            return {};
        }
    }
    const auto count = static_cast<double>(std::max<std::ptrdiff_t>(1, std::ranges::count(*lines.levels, level)));
    return raster.image(std::clamp(opacityOfAll / std::sqrt(count), leastOpacity, mostOpacity));
}

}  // namespace

QImage imageOf(const CoordinateLines& lines, const std::stop_token& stop)
{
    const bool hasOutside = std::ranges::find(*lines.levels, 1) != lines.levels->end();
    QImage picture = densityOf(lines, 2, lines.palette, stop);
    if (!hasOutside || picture.isNull()) {
        return picture;
    }
    QImage both = densityOf(lines, 1, {lines.outside}, stop);
    if (!both.isNull()) {
        QPainter painter(&both);
        painter.drawImage(0, 0, picture);
    }
    return both;
}

void paintCoordinates(QPainter& painter, const Theme& theme, const CoordinatesLayout& layout, const StudyTable& table,
                      const std::vector<Coordinate>& axes, const StudyRows& rows)
{
    const QFontMetricsF metrics(theme.smallFont);
    const double space = axes.size() > 1 ? layout.x[1] - layout.x[0] : layout.panel.width();
    QColor ground = theme.surface;
    ground.setAlphaF(0.75F);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const ResultColumn& column = table.columns[at(axes[i].column)];
        const double x = layout.x[i];
        painter.fillRect(QRectF(x - 0.5, layout.lines.top(), 1, layout.lines.height()), theme.mutedText);
        if (const ColumnRange* range = rows.rangeOf(axes[i].column)) {
            const double top = layout.y(std::min(1.0, axes[i].placeOf(range->high)));
            const double bottom = layout.y(std::max(0.0, axes[i].placeOf(range->low)));
            QColor fill = theme.accent;
            fill.setAlphaF(0.35F);
            painter.setPen(QPen(theme.accent, 1.2));
            painter.setBrush(fill);
            painter.drawRect(QRectF(x - rangeWidth / 2.0, top, rangeWidth, std::max(2.0, bottom - top)));
        }
        const int most = std::clamp(static_cast<int>(layout.lines.height() / (theme.lineHeight * 1.6)), 1,
                                    column.isText ? 16 : mostTicks);
        for (const Tick& tick : ticksOf(column, axes[i], most)) {
            const double place = axes[i].placeOf(tick.value);
            const QString shown = metrics.elidedText(tick.label, Qt::ElideMiddle, space * 0.8);
            const double y = std::clamp(layout.y(place), layout.lines.top() + metrics.height() / 2 - 1,
                                        layout.lines.bottom() - metrics.height() / 2 + 1);
            const QRectF label(x + 4, y - metrics.height() / 2, textWidth(theme.smallFont, shown) + 3,
                               metrics.height());
            painter.fillRect(label, ground);
            paintText(painter, theme.smallFont, theme.text, label, Qt::AlignCenter | Qt::TextSingleLine, shown);
        }
        // Names of neighbours are on two lines where one has no room for them.
        const QString name = metrics.elidedText(qs(column.name), Qt::ElideMiddle, space * 1.9);
        const bool isUpper = i % 2 == 1 && axes.size() > 2;
        const double width = textWidth(theme.smallFont, name) + 2;
        const double left =
            std::clamp(x - width / 2, layout.panel.left(), std::max(layout.panel.left(), layout.panel.right() - width));
        const double bottom = layout.lines.top() - theme.gap / 2 - (isUpper ? metrics.height() : 0);
        paintText(painter, theme.smallFont, theme.mutedText,
                  QRectF(left, bottom - metrics.height(), width, metrics.height()),
                  Qt::AlignVCenter | Qt::TextSingleLine, name);
    }
}

void paintCoordinateLine(QPainter& painter, const CoordinatesLayout& layout, const std::vector<Coordinate>& axes,
                         int row, const QColor& color, double width)
{
    painter.setPen(QPen(color, width));
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
        const auto start = static_cast<double>(axes[i].places[at(row)]);
        const auto end = static_cast<double>(axes[i + 1].places[at(row)]);
        if (!std::isnan(start) && !std::isnan(end)) {
            painter.drawLine(QPointF(layout.x[i], layout.y(start)), QPointF(layout.x[i + 1], layout.y(end)));
        }
    }
}

int rowAt(const CoordinatesLayout& layout, const std::vector<Coordinate>& axes, const std::vector<std::uint8_t>& rows,
          const QPointF& position)
{
    if (axes.size() < 2 || !layout.lines.adjusted(0, -reach, 0, reach).contains(position)) {
        return -1;
    }
    const double gapWidth = layout.x[1] - layout.x[0];
    const double along = (position.x() - layout.x[0]) / gapWidth;
    const auto gap = std::min(static_cast<std::size_t>(std::max(0.0, along)), axes.size() - 2);
    const auto share = static_cast<float>(along - static_cast<double>(gap));
    const auto wanted = static_cast<float>(layout.place(position.y()));
    const float* starts = axes[gap].places.data();
    const float* ends = axes[gap + 1].places.data();
    auto least = static_cast<float>(reach / layout.lines.height());
    int best = -1;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const float distance = std::abs(starts[row] + (ends[row] - starts[row]) * share - wanted);
        if (rows[row] != 0 && distance < least) {
            least = distance;
            best = static_cast<int>(row);
        }
    }
    return best;
}

}  // namespace pgram
