// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/finder_row.h"

#include "widgets/shell/actions/action_finder.h"
#include "widgets/theme/appearance.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace pgram {

namespace {

constexpr int side = 10;
constexpr int above = 4;

QFont smallFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.85);
    return font;
}

/// Runs of matched and other letters, one after the other.
void drawTitle(QPainter& painter, QPointF at, const QString& title, const QList<int>& places, const QFont& font)
{
    QFont marked = font;
    marked.setBold(true);
    marked.setUnderline(true);
    int from = 0;
    while (from < title.size()) {
        const bool isMarked = places.contains(from);
        int to = from + 1;
        while (to < title.size() && places.contains(to) == isMarked) {
            ++to;
        }
        const QString run = title.mid(from, to - from);
        painter.setFont(isMarked ? marked : font);
        painter.drawText(at, run);
        at.rx() += QFontMetricsF(painter.font()).horizontalAdvance(run);
        from = to;
    }
}

}  // namespace

void FinderRow::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
    const QPalette& colors = option.palette;
    const auto group = enabled ? QPalette::Active : QPalette::Disabled;
    const QFont small = smallFont(option.font);
    const QFontMetrics metrics(option.font);
    const QFontMetrics smallMetrics(small);
    const QRect room = option.rect.adjusted(side, above, -side, -above);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (chosen) {
        painter->fillRect(option.rect, colors.color(QPalette::Active, enabled ? QPalette::Highlight : QPalette::Mid));
    }
    const bool onAccent = chosen && enabled;
    const QColor text =
        colors.color(onAccent ? QPalette::Active : group, onAccent ? QPalette::HighlightedText : QPalette::Text);
    const QColor quiet = onAccent ? colors.color(QPalette::HighlightedText) : mutedText(colors);

    const QString shortcut = index.data(FinderModel::ShortcutRole).toString();
    const int keysWidth = metrics.horizontalAdvance(shortcut);
    painter->setFont(option.font);
    painter->setPen(quiet);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, shortcut);
    const int width = room.width() - keysWidth - side;

    QString title = index.data(Qt::DisplayRole).toString();
    if (index.data(Qt::CheckStateRole).isValid()) {
        painter->drawText(QRect(room.right() - keysWidth - 2 * side, room.top(), side, room.height()), Qt::AlignCenter,
                          QStringLiteral("✓"));
    }
    painter->setPen(text);
    const QString shown = metrics.elidedText(title, Qt::ElideMiddle, width);
    const auto places = shown == title ? index.data(FinderModel::PlacesRole).value<QList<int>>() : QList<int>();
    drawTitle(*painter, QPointF(room.left(), room.top() + metrics.ascent()), shown, places, option.font);

    const QString reason = index.data(FinderModel::ReasonRole).toString();
    const QString path = index.data(FinderModel::PathRole).toString();
    painter->setFont(small);
    painter->setPen(quiet);
    const QString below = reason.isEmpty() ? path : QStringLiteral("%1 – %2").arg(path, reason);
    painter->drawText(QPointF(room.left(), room.top() + metrics.height() + smallMetrics.ascent()),
                      smallMetrics.elidedText(below, Qt::ElideRight, width));
    painter->restore();
}

QSize FinderRow::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const int height = QFontMetrics(option.font).height() + QFontMetrics(smallFont(option.font)).height();
    return {100, height + 2 * above};
}

}  // namespace pgram
