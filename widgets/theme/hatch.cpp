// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/hatch.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPen>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace pgram {

namespace {

/// All that a tile of a hatch follows from: pixels a side, and how its lines look.
struct TileLook {
    int side = 0;
    double ratio = 1;
    double width = 1;
    QRgb color = 0;
    HatchDirection direction = HatchDirection::Rising;

    friend bool operator<(const TileLook& a, const TileLook& b)
    {
        const auto all = [](const TileLook& look) {
            return std::tie(look.side, look.ratio, look.width, look.color, look.direction);
        };
        return all(a) < all(b);
    }
};

QPixmap paintTile(const TileLook& look)
{
    QPixmap tile(look.side, look.side);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    std::vector<QLineF> lines;
    const double side = look.side;
    // From far outside the tile: what ends of thick lines leave open is not seen.
    appendHatch(lines, QRectF(-2 * side, -2 * side, 5 * side, 5 * side), side, look.direction);
    paintLines(painter, lines, QColor::fromRgba(look.color), look.width * look.ratio);
    painter.end();
    tile.setDevicePixelRatio(look.ratio);
    return tile;
}

/// Kept, for a view has hundreds of hatched areas and few looks. GUI thread only.
QPixmap tileOf(const TileLook& look)
{
    static std::map<TileLook, QPixmap> tiles;
    constexpr std::size_t most = 64;
    if (tiles.size() > most) {
        tiles.clear();
    }
    const auto found = tiles.find(look);
    return found != tiles.end() ? found->second : tiles.emplace(look, paintTile(look)).first->second;
}

/// A painter of pixels that are neither scaled nor turned takes a hatch as a tile that is repeated: lines that cross an
/// area one by one, thick ones above all, cost a hundred times as much. Nothing where lines stay lines, as in an SVG.
std::optional<TileLook> tileLook(const QPainter& painter, const QColor& color, double spacing, double width,
                                 HatchDirection direction)
{
    const bool pixels = painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::Raster;
    if (!pixels || painter.worldTransform().type() > QTransform::TxTranslate) {
        return std::nullopt;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const double side = spacing * ratio;
    if (side < 1 || side != std::floor(side)) {
        return std::nullopt;
    }
    return TileLook{static_cast<int>(side), ratio, width, color.rgba(), direction};
}

}  // namespace

void appendHatch(std::vector<QLineF>& lines, const QRectF& area, double spacing, HatchDirection direction)
{
    if (area.isEmpty() || spacing <= 0) {
        return;
    }
    // A rising line is x + y = c, a falling one x - y = c; c runs over the multiples of the spacing.
    const bool rising = direction == HatchDirection::Rising;
    const double lowest = rising ? area.left() + area.top() : area.left() - area.bottom();
    const double highest = rising ? area.right() + area.bottom() : area.right() - area.top();
    for (double c = std::ceil(lowest / spacing) * spacing; c < highest; c += spacing) {
        const double left = rising ? std::max(area.left(), c - area.bottom()) : std::max(area.left(), c + area.top());
        const double right =
            rising ? std::min(area.right(), c - area.top()) : std::min(area.right(), c + area.bottom());
        if (right > left) {
            lines.emplace_back(left, rising ? c - left : left - c, right, rising ? c - right : right - c);
        }
    }
}

void paintHatch(QPainter& painter, const QRectF& area, const QColor& color, double spacing, double width,
                HatchDirection direction)
{
    if (area.isEmpty()) {
        return;
    }
    if (const auto look = tileLook(painter, color, spacing, width, direction)) {
        painter.drawTiledPixmap(area, tileOf(*look),
                                QPointF(std::fmod(area.left(), spacing), std::fmod(area.top(), spacing)));
        return;
    }
    std::vector<QLineF> lines;
    appendHatch(lines, area, spacing, direction);
    paintLines(painter, lines, color, width);
}

void paintLines(QPainter& painter, const std::vector<QLineF>& lines, const QColor& color, double width)
{
    painter.save();
    // A diagonal of 45° is even without antialiasing, and Qt would spread every antialiased line over threads.
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    painter.restore();
}

}  // namespace pgram
