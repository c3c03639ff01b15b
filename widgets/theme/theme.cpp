// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "core/base/index.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPaintEngine>
#include <QPainter>
#include <QPen>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace pgram {

namespace {

constexpr QRgb inkDark = 0xff12161c;
constexpr QRgb inkLight = 0xffffffff;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// A colour on a light and on a dark surface.
struct Pair {
    QRgb light;
    QRgb dark;
    [[nodiscard]] QColor pick(bool onDark) const { return QColor(onDark ? dark : light); }
};

// After Paul Tol's "light" scheme, which is made for cells that carry a dark label; then moved as little as lets all
// that stand side by side differ for colour-blind eyes, mostly in lightness (test_view_theme).
constexpr Pair dataColor{0xffeedd88, 0xffdccb78};
constexpr Pair zero1Color{0xffeabc63, 0xffd7a755};
constexpr Pair zero2Color{0xffe29150, 0xffcc7f42};
constexpr Pair shardedColor{0xffd96a4b, 0xffc56043};
constexpr Pair tensorColor{0xff5ec198, 0xff46ab8c};
constexpr Pair sequenceColor{0xff9adac2, 0xff86c9b3};
constexpr Pair contextColor{0xff8f86e6, 0xff8c85e8};
constexpr Pair expertColor{0xffbbcc33, 0xffa9b92f};
constexpr Pair pipelineColor{0xff95e1ff, 0xff6ebce3};
constexpr Pair singleColor{0xffdce2eb, 0xff8c94a0};
constexpr Pair relayoutColor{0xffa97f65, 0xff8a6a53};

// After his "bright" and "muted" schemes.
constexpr Pair forwardColor{0xff4477aa, 0xff5b92cb};
constexpr Pair backwardColor{0xffcc6677, 0xffd67786};
constexpr Pair weightGradientColor{0xff882255, 0xffad5589};
constexpr Pair optimizerColor{0xffc39ad1, 0xffcca2c4};
constexpr Pair weightsColor{0xff14621e, 0xff7fc67b};
constexpr Pair transientColor{0xffc2def3, 0xff305275};
constexpr Pair overheadColor{0xffa9afb3, 0xff6b7890};
constexpr Pair badColor{0xffb3261e, 0xfff28b7d};
constexpr Pair goodColor{0xff006e5b, 0xff5cc4a8};

// After his "YlOrBr", one luminance ramp on each ground.
constexpr std::array<QRgb, 5> heatOnLight{0xfffff4cf, 0xfffed982, 0xfffb9a29, 0xffd4580c, 0xff6b2404};
constexpr std::array<QRgb, 5> heatOnDark{0xff5c3a1e, 0xff93470f, 0xffd0620f, 0xfffbab3c, 0xfffff0b3};

// After his "vibrant" scheme.
constexpr std::array<Pair, 4> seriesColors{
    {{0xff0077bb, 0xff5aaee0}, {0xffcc3311, 0xfff08a6b}, {0xff009988, 0xff4dc4b4}, {0xffb0257a, 0xffec8fc6}}};

// After his "muted" scheme, whose pale colours are darker here on a light surface, and two of his "vibrant" one.
constexpr std::array<Pair, Theme::categories> categoryColors{{{0xff332288, 0xff9a90ee},
                                                              {0xff44a3d0, 0xff88ccee},
                                                              {0xff117733, 0xff4fb86b},
                                                              {0xffcc6677, 0xffe88a99},
                                                              {0xffc0a33a, 0xffddcc77},
                                                              {0xff882255, 0xffd0609a},
                                                              {0xff44aa99, 0xff5fd0bd},
                                                              {0xffee7733, 0xfff09a66},
                                                              {0xffaa4499, 0xffd287c6},
                                                              {0xff0077bb, 0xff5aaee0},
                                                              {0xff999933, 0xffb9b94f}}};

struct PartLook {
    const char* name;
    Pair color;
};

// Each in the order of its enumerators.
constexpr std::array<PartLook, 10> partLooks{{{"DP", dataColor},
                                              {"ZeRO-1", zero1Color},
                                              {"ZeRO-2", zero2Color},
                                              {"SDP", shardedColor},
                                              {"TP", tensorColor},
                                              {"U", sequenceColor},
                                              {"CP", contextColor},
                                              {"EP", expertColor},
                                              {"PP", pipelineColor},
                                              {"–", singleColor}}};
constexpr std::array memoryColors{overheadColor,  weightsColor, backwardColor,
                                  optimizerColor, forwardColor, transientColor};
constexpr std::array timelineColors{pipelineColor,       forwardColor, backwardColor,
                                    weightGradientColor, dataColor,    optimizerColor};
constexpr std::array trafficColors{tensorColor, sequenceColor, contextColor,  expertColor,   shardedColor,
                                   dataColor,   relayoutColor, pipelineColor, overheadColor, optimizerColor};
static_assert(memoryColors.size() == allMemoryKinds.size() && timelineColors.size() == allTimelineKinds.size());

StrategyPart dataPart(int zero)
{
    static constexpr std::array parts{StrategyPart::DP, StrategyPart::ZeRO1, StrategyPart::ZeRO2, StrategyPart::SDP};
    return parts[at(std::clamp(zero, 0, 3))];
}

QFont scaledFont(QFont font, double factor)
{
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * factor);
    } else {
        font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * factor))));
    }
    return font;
}

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

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](double from, double to) { return static_cast<float>(from + (to - from) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

QColor labelColor(const QColor& background)
{
    const QColor dark(inkDark);
    const QColor light(inkLight);
    return contrast(dark, background) >= contrast(light, background) ? dark : light;
}

std::vector<StrategyShare> partsOf(const LayerStrategy& strategy)
{
    const bool isUlysses = strategy.sequence == SequenceParallel::Ulysses;
    const StrategyShare tensor{isUlysses ? StrategyPart::Ulysses : StrategyPart::TP, strategy.tensor};
    std::vector<StrategyShare> parts;
    const auto add = [&parts](StrategyPart part, int degree) {
        if (degree > 1) {
            parts.push_back({part, degree});
        }
    };
    const bool hybrid = strategy.isHybrid();
    const bool middle = strategy.placement == TensorPlacement::Middle && hybrid;
    const bool inside = strategy.placement == TensorPlacement::Consecutive;
    if (inside) {
        add(tensor.part, tensor.degree);
    }
    add(StrategyPart::CP, strategy.context);
    if (hybrid) {
        StrategyShare first{StrategyPart::SDP, strategy.shard};
        StrategyShare second{StrategyPart::DP, strategy.data / strategy.shard};
        if (strategy.shardPlacement == ShardPlacement::Outer) {
            std::swap(first, second);
        }
        add(first.part, first.degree);
        if (middle) {
            add(tensor.part, tensor.degree);
        }
        add(second.part, second.degree);
    } else {
        add(dataPart(strategy.zero), strategy.data);
    }
    if (!inside && !middle) {
        add(tensor.part, tensor.degree);
    }
    add(StrategyPart::EP, strategy.expert);
    if (parts.empty()) {
        parts.push_back({});
    }
    return parts;
}

const char* shortName(StrategyPart part)
{
    return partLooks[at(part)].name;
}

Theme::Theme(const QPalette& palette, const QFont& widgetFont)
    : surface(palette.color(QPalette::Base)),
      text(palette.color(QPalette::Text)),
      accent(palette.color(QPalette::Highlight)),
      font(widgetFont),
      boldFont(widgetFont),
      smallFont(scaledFont(widgetFont, 0.88))
{
    dark = luminance(text) > luminance(surface);
    panel = mixed(surface, text, dark ? 0.06 : 0.04);
    mutedText = mixed(text, surface, 0.30);
    line = mixed(surface, text, 0.24);
    grid = mixed(surface, text, 0.11);
    // A selection must stand out from blue cells and from the surface alike.
    accent = dark ? mixed(accent, Qt::white, 0.45) : mixed(accent, Qt::black, 0.10);
    bad = badColor.pick(dark);
    good = goodColor.pick(dark);
    boldFont.setWeight(QFont::DemiBold);
    lineHeight = QFontMetricsF(font).height();
    gap = std::round(lineHeight * 0.35);
    margin = std::round(lineHeight * 0.85);
}

QColor Theme::of(StrategyPart part) const
{
    return partLooks[at(part)].color.pick(dark);
}

QColor Theme::of(MemoryKind kind) const
{
    return memoryColors[at(kind)].pick(dark);
}

QColor Theme::of(TimelineKind kind) const
{
    return timelineColors[at(kind)].pick(dark);
}

QColor Theme::of(TrafficKind kind) const
{
    return trafficColors[at(kind)].pick(dark);
}

QColor Theme::bubble() const
{
    return mixed(surface, text, dark ? 0.09 : 0.05);
}

QColor Theme::heat(double share) const
{
    const auto& scale = dark ? heatOnDark : heatOnLight;
    const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(scale.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), scale.size() - 2);
    return mixed(QColor(scale[below]), QColor(scale[below + 1]), place - static_cast<double>(below));
}

QColor Theme::series(int index) const
{
    return seriesColors[at(index) % seriesColors.size()].pick(dark);
}

QColor Theme::category(int index) const
{
    return index < categories ? categoryColors[at(index)].pick(dark) : mixed(mutedText, surface, 0.4);
}

/// Shaping a text takes microseconds, and pictures ask for the same hundreds of texts again and again: for their
/// layout, for what fits, and for where it goes. So the widths of the few fonts of a theme are kept, as Qt keeps their
/// glyphs.
double textWidth(const QFont& font, const QString& text)
{
    struct Widths {
        QFont font;
        QHash<QString, double> of;
    };
    constexpr std::size_t mostFonts = 12;
    constexpr qsizetype mostTexts = 4096;
    thread_local std::vector<Widths> fonts;
    auto known = std::ranges::find(fonts, font, &Widths::font);
    if (known == fonts.end()) {
        if (fonts.size() >= mostFonts) {
            fonts.clear();
        }
        fonts.push_back({font, {}});
        known = fonts.end() - 1;
    }
    const auto found = known->of.constFind(text);
    if (found != known->of.constEnd()) {
        return *found;
    }
    if (known->of.size() >= mostTexts) {
        known->of.clear();
    }
    return *known->of.insert(text, QFontMetricsF(font).horizontalAdvance(text));
}

QString firstFitting(const QFont& font, double space, const QStringList& texts)
{
    const auto found = std::ranges::find_if(texts, [&](const QString& text) { return textWidth(font, text) <= space; });
    return found == texts.end() ? QString() : *found;
}

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
