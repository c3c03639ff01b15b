// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "widgets/theme/color.h"

#include <QFontMetricsF>
#include <QHash>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pgram {

namespace {

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
    return parts[static_cast<std::size_t>(std::clamp(zero, 0, 3))];
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

}  // namespace

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
    return partLooks[static_cast<std::size_t>(part)].name;
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
    return partLooks[static_cast<std::size_t>(part)].color.pick(dark);
}

QColor Theme::of(MemoryKind kind) const
{
    return memoryColors[static_cast<std::size_t>(kind)].pick(dark);
}

QColor Theme::of(TimelineKind kind) const
{
    return timelineColors[static_cast<std::size_t>(kind)].pick(dark);
}

QColor Theme::of(TrafficKind kind) const
{
    return trafficColors[static_cast<std::size_t>(kind)].pick(dark);
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
    return seriesColors[static_cast<std::size_t>(index) % seriesColors.size()].pick(dark);
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

}  // namespace pgram
