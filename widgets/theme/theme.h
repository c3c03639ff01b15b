// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How pictures look: the colours of every kind of thing, fonts and distances, made from the widget's palette and font.
// A colour has one meaning in all views: data parallelism runs from yellow (replicated) to orange (fully sharded),
// tensor parallelism is green, context parallelism violet, pipeline traffic cyan; forward and the activations that it
// leaves are blue, backward and gradients rose, the optimizer lavender. The hues are after Paul Tol's colour-blind-safe
// schemes; every colour comes beside a label, and what must not be mistaken for colour (recompute, bubbles, overflow)
// is hatched.
// Arithmetic of colours: mixing, and the contrast that decides which label colour can be read. Pure functions.
// Hatching as lines, not as a brush: sharp at every scale, and lines in SVG and PDF too. The pattern is anchored to the
// painter's origin, so that neighbouring areas continue each other.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/schedule/timeline.h"
#include "core/strategy/layer_strategy.h"

#include <QColor>
#include <QFont>
#include <QLineF>
#include <QPalette>
#include <QRectF>
#include <QStringList>

#include <array>
#include <vector>

class QPainter;
class QColor;

namespace pgram {

/// `share` of `b` in `a`, channel by channel; the result is opaque.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);

/// WCAG 2 relative luminance, 0 … 1.
[[nodiscard]] double luminance(const QColor& color);

/// WCAG 2 contrast ratio, 1 … 21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// Near black or near white, whichever is easier to read on `background`.
[[nodiscard]] QColor labelColor(const QColor& background);

/// A dimension of parallelism, as a colour.
enum class StrategyPart { DP, ZeRO1, ZeRO2, SDP, TP, Ulysses, CP, EP, PP, Single };

struct StrategyShare {
    StrategyPart part = StrategyPart::Single;
    int degree = 1;
    bool operator==(const StrategyShare&) const = default;
};

/// The dimensions of a strategy with degrees above one, in the order of shortName(); one Single without any.
[[nodiscard]] std::vector<StrategyShare> partsOf(const LayerStrategy& strategy);
[[nodiscard]] const char* shortName(StrategyPart part);  ///< "DP", "ZeRO-1", …: the same in every language

/// The kinds of MemoryBreakdown, from the bottom of the stack.
enum class MemoryKind { Context, Weights, Gradients, Optimizer, Activations, Transient };
inline constexpr std::array allMemoryKinds{MemoryKind::Context,   MemoryKind::Weights,     MemoryKind::Gradients,
                                           MemoryKind::Optimizer, MemoryKind::Activations, MemoryKind::Transient};

inline constexpr std::array allTimelineKinds{TimelineKind::Receive,  TimelineKind::Forward,
                                             TimelineKind::Backward, TimelineKind::WeightGradient,
                                             TimelineKind::Sync,     TimelineKind::Optimizer};

class Theme {
public:
    /// Dark or light by the lightness of the palette's text against its base.
    Theme(const QPalette& palette, const QFont& font);

    bool dark = false;
    QColor surface;  ///< what pictures stand on
    QColor panel;    ///< a quiet area on the surface
    QColor text;
    QColor mutedText;  ///< contrast of at least 4.5 on surface
    QColor line;       ///< hair lines and frames
    QColor grid;       ///< quieter than line
    QColor accent;     ///< selection
    QColor bad;        ///< over budget, illegal, worse
    QColor good;       ///< better
    QFont font;
    QFont boldFont;
    QFont smallFont;
    double lineHeight = 0;  ///< of `font`; distances are shares of it
    double gap = 0;         ///< between things that belong together
    double margin = 0;      ///< around the picture and between its parts

    [[nodiscard]] QColor of(StrategyPart part) const;
    [[nodiscard]] QColor of(MemoryKind kind) const;
    [[nodiscard]] QColor of(TimelineKind kind) const;
    [[nodiscard]] QColor of(TrafficKind kind) const;
    [[nodiscard]] QColor bubble() const;  ///< ground of the hatch that marks idle time

    /// A sequential scale for heat maps, 0 … 1, from the surface to the strongest colour.
    [[nodiscard]] QColor heat(double share) const;

    /// Curves of one plot, told apart: 0 … 3; each has its label beside it.
    [[nodiscard]] QColor series(int index) const;

    static constexpr int categories = 11;
    /// Returns the colour of a category of points, by its index; from `categories` on a grey for all others.
    [[nodiscard]] QColor category(int index) const;
};

/// Width of `text` in `font`, in the units of the painter.
[[nodiscard]] double textWidth(const QFont& font, const QString& text);
/// The first of the texts that is no wider than `space`; empty when none is.
[[nodiscard]] QString firstFitting(const QFont& font, double space, const QStringList& texts);

// Pixels between the lines of a pattern: each meaning has its own.
inline constexpr int hiddenHatch = 6;     ///< overlapped, over budget: small areas
inline constexpr int bubbleHatch = 8;     ///< idle time
inline constexpr int recomputeHatch = 9;  ///< computed again in backward

enum class HatchDirection { Rising, Falling };  ///< "/" and "\"

/// Appends the 45° lines of a pattern with a line every `spacing` (along x), cut to `area`.
void appendHatch(std::vector<QLineF>& lines, const QRectF& area, double spacing,
                 HatchDirection direction = HatchDirection::Rising);

void paintHatch(QPainter& painter, const QRectF& area, const QColor& color, double spacing, double width = 1.0,
                HatchDirection direction = HatchDirection::Rising);
void paintLines(QPainter& painter, const std::vector<QLineF>& lines, const QColor& color, double width = 1.0);

}  // namespace pgram
