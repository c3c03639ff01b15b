// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What moved sliders make of the plan of now: each figure before and after, the new one ghosted against the old.
#include "core/base/index.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/what_if/what_if_sliders.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

struct Figures {
    const WhatIfFigure* figure;
    std::optional<double> before;
    std::optional<double> after;
    [[nodiscard]] double change() const { return before && after && *before != 0 ? *after / *before - 1 : 0; }
    /// A change that the text shows.
    [[nodiscard]] bool isChanged() const { return std::abs(change()) >= 5e-4; }
    [[nodiscard]] bool isBetter() const { return (change() > 0) == figure->isMoreBetter; }
};

std::vector<Figures> rowsOf(const ShownSliders& shown)
{
    std::vector<Figures> all;
    for (const WhatIfFigure& figure : whatIfFigures()) {
        const Figures row{&figure, figure.value(shown.before, shown.run),
                          shown.after ? figure.value(shown.after->point, shown.run) : std::nullopt};
        if (row.before && !figure.isOverDays) {
            all.push_back(row);
        }
    }
    return all;
}

/// Two bars over each other: before as a light ground, after as a frame of the accent.
void paintBars(QPainter& painter, const Theme& theme, const QRectF& area, const Figures& row)
{
    const double most = std::max(*row.before, row.after.value_or(0));
    if (most <= 0) {
        return;
    }
    constexpr double ground = 0.35;
    QRectF bar = area.adjusted(0, area.height() * 0.2, 0, -area.height() * 0.2);
    bar.setWidth(area.width() * *row.before / most);
    painter.fillRect(bar, mixed(theme.surface, theme.mutedText, ground));
    if (row.after) {
        bar.setWidth(area.width() * *row.after / most);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2, Qt::DashLine));
        painter.drawRect(bar);
    }
}

void paintRow(QPainter& painter, const Theme& theme, const QRectF& line, const Figures& row)
{
    // Title, both values, their change, and bars in what is left.
    constexpr std::array shares{0.27, 0.38, 0.12, 0.23};
    std::array<QRectF, shares.size()> columns;
    double left = line.left();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        columns[i] = QRectF(left, line.top(), line.width() * shares[i] - theme.gap, line.height());
        left += line.width() * shares[i];
    }
    constexpr int flags = Qt::AlignVCenter | Qt::AlignLeft;
    paintText(painter, theme.font, theme.text, columns[0], flags,
              QFontMetricsF(theme.font).elidedText(row.figure->title(), Qt::ElideRight, columns[0].width()));
    const QString before = row.figure->text(*row.before);
    const QString both = row.after ? QStringLiteral("%1 → %2").arg(before, row.figure->text(*row.after)) : before;
    paintText(painter, theme.font, theme.text, columns[1], flags, both);
    if (row.isChanged()) {
        paintText(painter, theme.boldFont, row.isBetter() ? theme.good : theme.bad, columns[2], flags,
                  signedPercent(row.change()));
    }
    paintBars(painter, theme, columns[3], row);
}

/// "P1 SDP16 → P2 TP8", and what is to be said of the plan.
QString verdictOf(const ShownSliders& shown)
{
    if (!shown.after) {
        return shown.moved.empty() ? WhatIfText::tr("Drag a slider: all views preview the best plan for that value")
                                   : WhatIfText::tr("Searching…");
    }
    const SweepPoint& after = shown.after->point;
    if (!after.plan) {
        return QStringLiteral("%1: %2").arg(kindTitle(after), coreText(after.why));
    }
    const QString kinds = shown.before.kind == after.kind
                              ? kindTitle(after)
                              : QStringLiteral("%1 → %2").arg(kindTitle(shown.before), kindTitle(after));
    return shown.after->isFinal
               ? QStringLiteral("%1 · %2").arg(kinds, ghostVerdict(*after.plan, *after.figures))
               : QStringLiteral("%1 · %2 · %3")
                     .arg(kinds, ghostVerdict(*after.plan, *after.figures),
                          WhatIfText::tr("the current plan at these values; searching for the best one"));
}

}  // namespace

void paintSliders(QPainter& painter, const Theme& theme, const QRectF& area, const ShownSliders& shown)
{
    const double height = theme.lineHeight * 1.9;
    QRectF line(area.left(), area.top(), area.width(), 2 * theme.lineHeight);
    const bool fits = !shown.after || shown.after->point.plan;
    paintText(painter, theme.font, fits ? theme.text : theme.bad, line, Qt::AlignVCenter | Qt::TextWordWrap,
              verdictOf(shown));
    line.translate(0, line.height() + theme.gap);
    line.setHeight(height);
    for (const Figures& row : rowsOf(shown)) {
        paintRow(painter, theme, line, row);
        line.translate(0, height);
    }
}

FigureContent slidersTable(const ShownSliders& shown)
{
    const auto rows = std::make_shared<const std::vector<Figures>>(rowsOf(shown));
    const auto said = [](const WhatIfFigure& figure, const std::optional<double>& value) {
        return FigureValue(value ? figure.text(*value) : QString());
    };
    return figuresOf<Figures>(
        static_cast<int>(rows->size()), [rows](int row) { return (*rows)[at(row)]; },
        {{WhatIfText::tr("Figure"), "figure", Unit::Text, [](auto& row) { return FigureValue(row.figure->title()); }},
         {WhatIfText::tr("Before"), "before", Unit::Text, [said](auto& row) { return said(*row.figure, row.before); }},
         {WhatIfText::tr("After"), "after", Unit::Text, [said](auto& row) { return said(*row.figure, row.after); }},
         {WhatIfText::tr("Change"), "change", Unit::Change,
          [](auto& row) { return FigureValue(row.after ? std::optional(row.change()) : std::nullopt); }}});
}

}  // namespace pgram
