// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two numbers as a map: a cell for each pair of values, coloured by a figure of its plan; borders between kinds of
// plans, and the name of each kind in its region.
#include "widgets/document/core_text.h"
#include "widgets/views/what_if/what_if_pictures.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr std::array<QPoint, 4> sides{QPoint(1, 0), QPoint(-1, 0), QPoint(0, 1), QPoint(0, -1)};

/// Of a place; none where nothing is planned yet.
std::optional<std::size_t> cellAt(const ShownMap& map, const QPoint& place)
{
    if (place.x() < 0 || place.y() < 0 || place.x() >= map.across.points || place.y() >= map.up.points) {
        return std::nullopt;
    }
    const auto cell = static_cast<std::size_t>(place.x() * map.up.points + place.y());
    return cell < map.cells.size() ? std::optional(cell) : std::nullopt;
}

/// All cells of its kind that can be reached from `first` over sides.
std::vector<QPoint> hangingTogether(const ShownMap& map, std::size_t first, std::vector<bool>& seen)
{
    std::vector<QPoint> places{map.placeOf(first)};
    seen[first] = true;
    for (std::size_t next = 0; next < places.size(); ++next) {
        for (const QPoint& side : sides) {
            const QPoint place = places[next] + side;
            const std::optional<std::size_t> cell = cellAt(map, place);
            if (cell && !seen[*cell] && map.cells[*cell].kind == map.cells[first].kind) {
                seen[*cell] = true;
                places.push_back(place);
            }
        }
    }
    return places;
}

QPoint middleOf(const std::vector<QPoint>& places)
{
    QPointF sum;
    for (const QPoint& place : places) {
        sum += place;
    }
    const QPointF middle = sum / static_cast<double>(places.size());
    return *std::ranges::min_element(places, {}, [&](const QPoint& place) {
        const QPointF away = place - middle;
        return QPointF::dotProduct(away, away);
    });
}

/// An axis of cells: each value stands below its own.
void setCellAxis(QCPAxis* axis, Plot& plot, const WhatIfNumber& number, const SweepAxis& values)
{
    plot.setAxis(axis, {AxisUnit::Number, -0.5, values.points - 0.5, false, axisTitle(number)});
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const std::vector<double> all = values.values();
    constexpr std::size_t mostTicks = 9;
    const std::size_t step = (all.size() + mostTicks - 1) / mostTicks;
    for (std::size_t i = 0; i < all.size(); i += step) {
        ticker->addTick(static_cast<double>(i), tickText(number, all[i]));
    }
    axis->setTicker(ticker);
    axis->grid()->setVisible(false);
}

/// Where nothing fits the map has no colour.
void addHatch(Plot& plot, const Theme& theme, const QPoint& place)
{
    PlotBand* band = plot.addBand(plot.xAxis, place.x() - 0.5, place.x() + 0.5, theme.bubble(),
                                  mixed(theme.surface, theme.bad, 0.45));
    for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
        corner->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    band->topLeft->setCoords(place.x() - 0.5, place.y() + 0.5);
    band->bottomRight->setCoords(place.x() + 0.5, place.y() - 0.5);
}

/// Of all cells with a figure; two different numbers in any case.
QCPRange rangeOf(const ShownMap& map, const FigureReading& reading)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const SweepPoint& cell : map.cells) {
        if (const std::optional<double> value = reading.value(cell)) {
            low = std::min(low, *value);
            high = std::max(high, *value);
        }
    }
    return low > high ? QCPRange(0, 1) : low == high ? QCPRange(low * 0.9, high * 1.1 + 1e-300) : QCPRange(low, high);
}

void addCells(Plot& plot, const Theme& theme, const ShownMap& map, const FigureReading& reading)
{
    auto* colors = new QCPColorMap(plot.xAxis, plot.yAxis);
    colors->data()->setSize(map.across.points, map.up.points);
    colors->data()->setRange(QCPRange(0, map.across.points - 1), QCPRange(0, map.up.points - 1));
    colors->data()->fill(std::numeric_limits<double>::quiet_NaN());
    colors->setInterpolate(false);
    QCPColorGradient heat;
    heat.clearColorStops();
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        heat.setColorStopAt(share, theme.heat(share));
    }
    heat.setNanHandling(QCPColorGradient::nhTransparent);
    std::vector<PlotMark> marks;
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        const QPoint place = map.placeOf(i);
        const std::optional<double> value = reading.value(map.cells[i]);
        if (value) {
            colors->data()->setCell(place.x(), place.y(), *value);
        } else if (!map.cells[i].plan) {
            addHatch(plot, theme, place);
        }
        marks.push_back(
            {.at = place, .index = static_cast<int>(i), .adds = map.cells[i].plan != nullptr, .isCell = true});
    }
    colors->setGradient(heat);
    colors->setDataRange(rangeOf(map, reading));
    colors->setTightBoundary(false);
    plot.setMarks(std::move(marks));
}

void addBorders(Plot& plot, const Theme& theme, const ShownMap& map)
{
    for (const auto& [color, width] : {std::pair(theme.surface, 4.0), std::pair(theme.text, 1.8)}) {
        auto* borders = new QCPCurve(plot.xAxis, plot.yAxis);
        borders->setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap));
        for (const QLineF& line : bordersOf(map)) {
            borders->addData(line.x1(), line.y1());
            borders->addData(line.x2(), line.y2());
            borders->addData(line.x2(), std::numeric_limits<double>::quiet_NaN());
        }
    }
}

void addNames(Plot& plot, const Theme& theme, const ShownMap& map)
{
    const std::vector<MapRegion> regions = regionsOf(map);
    for (const MapRegion& region : regions) {
        const bool isLargest = std::ranges::none_of(
            regions, [&](const MapRegion& other) { return other.kind == region.kind && other.cells > region.cells; });
        constexpr int smallest = 25;  // of so many parts of the map
        if (!isLargest && region.cells * smallest < map.all()) {
            continue;
        }
        auto* name = new QCPItemText(&plot);
        name->setText(region.isPlanned ? qs(region.kind) : WhatIfText::tr("nothing fits"));
        name->setFont(theme.smallFont);
        name->setColor(region.isPlanned ? theme.text : theme.bad);
        name->setBrush(theme.surface);
        name->setPen(QPen(theme.line, 1));
        name->setPadding(QMargins(4, 1, 4, 1));
        name->setClipToAxisRect(false);
        // At the edges of the map it stays inside.
        const bool isLeft = region.middle.x() == 0;
        const bool isRight = region.middle.x() + 1 == map.across.points;
        name->setPositionAlignment((isLeft    ? Qt::AlignLeft
                                    : isRight ? Qt::AlignRight
                                              : Qt::AlignHCenter) |
                                   Qt::AlignVCenter);
        name->position->setCoords(region.middle.x() + (isLeft ? -0.45 : isRight ? 0.45 : 0), region.middle.y());
    }
}

}  // namespace

std::vector<MapRegion> regionsOf(const ShownMap& map)
{
    std::vector<MapRegion> regions;
    std::vector<bool> seen(map.cells.size());
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
        if (!seen[cell]) {
            const std::vector<QPoint> places = hangingTogether(map, cell, seen);
            regions.push_back({map.cells[cell].kind, map.cells[cell].plan != nullptr, static_cast<int>(places.size()),
                               middleOf(places)});
        }
    }
    return regions;
}

std::vector<QLineF> bordersOf(const ShownMap& map)
{
    std::vector<QLineF> borders;
    for (std::size_t cell = 0; cell < map.cells.size(); ++cell) {
        const QPointF at = map.placeOf(cell);
        const auto differs = [&](const QPoint& side) {
            const std::optional<std::size_t> beside = cellAt(map, map.placeOf(cell) + side);
            return beside && map.cells[*beside].kind != map.cells[cell].kind;
        };
        if (differs({1, 0})) {
            borders.emplace_back(at + QPointF(0.5, -0.5), at + QPointF(0.5, 0.5));
        }
        if (differs({0, 1})) {
            borders.emplace_back(at + QPointF(-0.5, 0.5), at + QPointF(0.5, 0.5));
        }
    }
    return borders;
}

void fillMap(Plot& plot, const Theme& theme, const ShownMap& map, const FigureReading& reading)
{
    plot.addPane(reading.figure->title(),
                 {WhatIfText::tr("now: %1, %2")
                      .arg(numberText(map.first, map.first.now), numberText(map.second, map.second.now)),
                  QString()});
    setCellAxis(plot.xAxis, plot, map.first, map.across);
    setCellAxis(plot.yAxis, plot, map.second, map.up);
    addCells(plot, theme, map, reading);
    addBorders(plot, theme, map);
    addNames(plot, theme, map);
    const QCPRange range = rangeOf(map, reading);
    plot.addHeatScale(reading.figure->unit, range.lower, range.upper, reading.figure->title());
}

FigureContent mapTable(const ShownMap& map, const FigureReading& reading)
{
    const auto cells = std::make_shared<const std::vector<SweepPoint>>(map.cells);
    std::vector<FigureColumnOf<SweepPoint>> columns{
        {axisTitle(map.first), "first", Unit::Number,
         [scale = map.first.scale](auto& point) { return FigureValue(std::optional(point.value / scale)); }},
        {axisTitle(map.second), "second", Unit::Number, [scale = map.second.scale](auto& point) {
             return FigureValue(std::optional(point.second.value_or(0) / scale));
         }}};
    for (auto& column : figureColumns(reading)) {
        columns.push_back(std::move(column));
    }
    return figuresOf<SweepPoint>(
        static_cast<int>(cells->size()), [cells](int row) { return (*cells)[static_cast<std::size_t>(row)]; },
        std::move(columns));
}

}  // namespace pgram
