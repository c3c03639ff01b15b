// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fidelity/fidelity_list.h"

#include "widgets/theme/color.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// The columns of the list: where each ends, from the right.
struct ListColumns {
    double p90 = 0;
    double bias = 0;
    double mape = 0;
    double skipped = 0;
    double n = 0;
    double names = 0;  ///< where those of the suites end
};

ListColumns columnsOf(const Theme& theme, const QRectF& list)
{
    // As wide as the head or a figure below it.
    const auto widthOf = [&](const QString& head, const QString& figure) {
        return std::max(textWidth(theme.smallFont, head), textWidth(theme.boldFont, figure)) + 1.5 * theme.gap;
    };
    ListColumns c;
    c.p90 = list.right() - theme.gap;
    c.bias = c.p90 - widthOf(FidelityText::tr("p90 %"), QStringLiteral("00.0"));
    c.mape = c.bias - widthOf(FidelityText::tr("bias %"), QStringLiteral("+00.0"));
    c.skipped = c.mape - widthOf(FidelityText::tr("mean %"), QStringLiteral("00.0"));
    c.n = c.skipped - widthOf(FidelityText::tr("skipped"), QStringLiteral("000"));
    c.names = c.n - widthOf(FidelityText::tr("runs"), QStringLiteral("0000"));
    return c;
}

void paintCell(QPainter& painter, double right, const QRectF& line, const QString& text)
{
    painter.drawText(QRectF(line.left(), line.top(), right - line.left(), line.height()),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
}

void paintListHead(QPainter& painter, const Theme& theme, const QRectF& list, const ListColumns& columns)
{
    const QRectF head(list.left(), list.top(), list.width(), theme.lineHeight * 1.2);
    paintText(painter, theme.smallFont, theme.mutedText, head.adjusted(theme.gap, 0, 0, 0), Qt::AlignVCenter,
              FidelityText::tr("suite"));
    paintCell(painter, columns.n, head, FidelityText::tr("runs"));
    paintCell(painter, columns.skipped, head, FidelityText::tr("skipped"));
    paintCell(painter, columns.mape, head, FidelityText::tr("mean %"));
    paintCell(painter, columns.bias, head, FidelityText::tr("bias %"));
    paintCell(painter, columns.p90, head, FidelityText::tr("p90 %"));
    painter.fillRect(QRectF(list.left(), head.bottom(), list.width(), 1), theme.line);
}

/// In percent, of which the head of the column speaks.
QString inPercent(double share)
{
    return QString::number(100 * share, 'f', 1);
}

QString signedPercentage(double share)
{
    return (share < 0 ? QStringLiteral("−") : QStringLiteral("+")) + inPercent(std::abs(share));
}

void paintLine(QPainter& painter, const Theme& theme, const SuiteLine& line, const QRectF& area,
               const ListColumns& columns, bool chosen)
{
    if (chosen) {
        painter.fillRect(area, mixed(theme.surface, theme.accent, 0.22));
    }
    const bool all = line.suite.empty();
    const bool any = line.errors.n > 0;
    const QFont& font = all ? theme.boldFont : theme.font;
    painter.setFont(font);
    painter.setPen(any ? theme.text : theme.mutedText);
    const QRectF name(area.left() + theme.gap, area.top(), columns.names - area.left() - theme.gap, area.height());
    const QString title = all ? FidelityText::tr("all suites") : QString::fromStdString(line.suite);
    painter.drawText(name, Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(font).elidedText(title, Qt::ElideMiddle, name.width()));
    paintCell(painter, columns.n, area, QString::number(line.errors.n));
    if (line.skipped > 0) {
        paintCell(painter, columns.skipped, area, QString::number(line.skipped));
    }
    if (!any) {
        return;
    }
    paintCell(painter, columns.mape, area, inPercent(line.errors.mape));
    paintCell(painter, columns.bias, area, signedPercentage(line.errors.bias));
    paintCell(painter, columns.p90, area, inPercent(line.errors.p90));
}

}  // namespace

void placeFidelityList(const Theme& theme, const FidelityFigures& figures, FidelityLayout& layout)
{
    const std::size_t count = figures.suites.size();
    const double head = theme.lineHeight * 1.3;
    const double room = layout.list.height() - head;
    const auto fitting = static_cast<std::size_t>(std::max(3.0, room / (theme.lineHeight * 1.08)));
    const std::size_t placed = std::min(count, fitting);
    layout.lineHeight = std::min(theme.lineHeight * 1.35, room / static_cast<double>(std::max<std::size_t>(1, placed)));
    layout.lines.assign(count, QRectF());
    const auto place = [&](std::size_t suite, std::size_t row) {
        layout.lines[suite] =
            QRectF(layout.list.left(), layout.list.top() + head + static_cast<double>(row) * layout.lineHeight,
                   layout.list.width(), layout.lineHeight);
    };
    for (std::size_t row = 0; row < placed; ++row) {
        place(row, row);
    }
    if (placed == count) {
        return;
    }
    // The last line is that of all, and what is left out is named above it.
    layout.lines[placed - 1] = layout.lines[placed - 2] = QRectF();
    place(count - 1, placed - 1);
    const auto chosen = std::ranges::find(figures.suites, figures.filter.suite, &SuiteLine::suite);
    if (chosen != figures.suites.end() && layout.lines[chosen - figures.suites.begin()].isEmpty()) {
        layout.lines[placed - 3] = QRectF();
        place(static_cast<std::size_t>(chosen - figures.suites.begin()), placed - 3);
    }
}

void paintFidelityList(QPainter& painter, const Theme& theme, const FidelityFigures& figures,
                       const FidelityLayout& layout)
{
    const ListColumns columns = columnsOf(theme, layout.list);
    paintListHead(painter, theme, layout.list, columns);
    const auto left = static_cast<int>(std::ranges::count_if(layout.lines, &QRectF::isEmpty));
    if (left > 0) {
        painter.setFont(theme.smallFont);
        painter.setPen(theme.mutedText);
        const QRectF note = layout.lines.back().translated(theme.gap, -layout.lineHeight);
        painter.drawText(note, Qt::AlignVCenter, FidelityText::tr("and %n more: Page Down", nullptr, left));
    }
    for (std::size_t i = 0; i < layout.lines.size(); ++i) {
        if (layout.lines[i].isEmpty()) {
            continue;
        }
        const SuiteLine& line = figures.suites[i];
        if (i + 1 == figures.suites.size()) {
            painter.fillRect(QRectF(layout.list.left(), layout.lines[i].top(), layout.list.width(), 1), theme.line);
        }
        paintLine(painter, theme, line, layout.lines[i], columns, line.suite == figures.filter.suite);
    }
}

int FidelityLayout::lineAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(lines, [&](const QRectF& line) { return line.contains(position); });
    return found == lines.end() ? -1 : static_cast<int>(found - lines.begin());
}

}  // namespace pgram
