// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/painting.h"

#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace pgram {

namespace {

constexpr double hiddenStrength = 0.35;  // of the kind's colour where it is hidden

constexpr double headingShare = 0.24;  // of a picture, for its heading

/// Where everything stands; the same for measuring and painting.
class HeadingLayout {
public:
    HeadingLayout(const Theme& theme, const QRectF& area, const Heading& heading) : m_theme(theme), m_area(area)
    {
        m_titleWidth = textWidth(theme.boldFont, heading.title);
        const double subtitle =
            heading.subtitle.isEmpty() ? 0 : textWidth(theme.font, heading.subtitle) + 2 * theme.gap;
        double legend = 0;
        for (const LegendItem& item : heading.legend) {
            legend += itemWidth(item);
        }
        const double free = area.width() - m_titleWidth - subtitle - 2 * theme.margin;
        m_beside = legend <= free;
        m_x = m_beside ? area.right() - legend + itemGap() : area.left();
        m_rows = m_beside || heading.legend.empty() ? 1 : 2;
        m_mostRows = std::max(3, static_cast<int>(area.height() * headingShare / rowHeight()));
    }

    [[nodiscard]] double titleWidth() const { return m_titleWidth; }
    [[nodiscard]] double subtitleSpace() const
    {
        const double right = m_beside && m_x > m_area.left() ? m_x : m_area.right();
        return right - m_area.left() - m_titleWidth - 2 * m_theme.gap - m_theme.margin;
    }
    [[nodiscard]] double swatch() const { return m_theme.lineHeight * 0.62; }
    [[nodiscard]] double itemGap() const { return m_theme.lineHeight * 0.9; }
    [[nodiscard]] double itemWidth(const LegendItem& item) const
    {
        return swatch() + m_theme.gap + textWidth(m_theme.smallFont, item.label) + itemGap();
    }
    /// The place of the next item, flowing on into further rows; empty when those are used up.
    QRectF place(const LegendItem& item)
    {
        const double width = itemWidth(item) - itemGap();
        if (m_x + width > m_area.right() + 1 && m_x > m_area.left()) {
            if (m_rows == m_mostRows) {
                m_x = m_area.right();
                return {};
            }
            m_x = m_area.left();
            ++m_rows;
        }
        const QRectF rect(m_x, m_area.top() + (m_rows - 1) * rowHeight(), width, m_theme.lineHeight);
        m_x += width + itemGap();
        return rect;
    }
    [[nodiscard]] double rowHeight() const { return m_theme.lineHeight * 1.25; }
    [[nodiscard]] double height() const { return m_rows * rowHeight() + m_theme.gap; }

private:
    const Theme& m_theme;
    QRectF m_area;
    double m_titleWidth = 0;
    double m_x = 0;
    int m_rows = 1;
    int m_mostRows = 2;
    bool m_beside = true;
};

void paintMark(QPainter& painter, const Theme& theme, const QRectF& box, const LegendItem& item)
{
    switch (item.mark) {
    case LegendItem::Mark::Fill:
        painter.fillRect(box, item.color);
        break;
    case LegendItem::Mark::Hatch:
        painter.fillRect(box, theme.bubble());
        paintHatch(painter, box, item.color, box.width() / 2.5);
        break;
    case LegendItem::Mark::Glyph:
        paintText(painter, theme.smallFont, item.color, box, Qt::AlignCenter | Qt::TextDontClip, item.glyph);
        break;
    case LegendItem::Mark::Line:
        painter.fillRect(QRectF(box.left(), box.center().y() - 1, box.width(), 2), item.color);
        break;
    }
}

}  // namespace

void paintExposure(QPainter& painter, const Theme& theme, const QColor& color, const QRectF& exposed,
                   const QRectF& whole)
{
    painter.fillRect(whole, mixed(theme.surface, color, hiddenStrength));
    paintHatch(painter, QRectF(exposed.topRight(), whole.bottomRight()), mixed(color, theme.text, 0.3), hiddenHatch);
    painter.fillRect(exposed, color);
}

QRectF paintHeading(QPainter& painter, const Theme& theme, const QRectF& area, const Heading& heading)
{
    HeadingLayout layout(theme, area, heading);
    const QRectF line(area.left(), area.top(), area.width(), theme.lineHeight);
    // A view's tools begin where the area ends.
    const QString title = QFontMetricsF(theme.boldFont).elidedText(heading.title, Qt::ElideRight, area.width());
    paintText(painter, theme.boldFont, theme.text, line, Qt::AlignVCenter | Qt::TextDontClip, title);
    const double space = layout.subtitleSpace();
    if (textWidth(theme.font, heading.subtitle) <= space) {
        paintText(painter, theme.font, theme.mutedText, line.adjusted(layout.titleWidth() + 2 * theme.gap, 0, 0, 0),
                  Qt::AlignVCenter | Qt::TextDontClip, heading.subtitle);
    }
    painter.setFont(theme.smallFont);
    for (const LegendItem& item : heading.legend) {
        const QRectF place = layout.place(item);
        if (place.isEmpty()) {
            break;
        }
        const double side = layout.swatch();
        const QRectF box(place.left(), place.center().y() - side / 2, side, side);
        paintMark(painter, theme, box, item);
        painter.setPen(theme.text);
        painter.drawText(place.adjusted(side + theme.gap, 0, 0, 0), Qt::AlignVCenter | Qt::TextDontClip, item.label);
    }
    return area.adjusted(0, layout.height(), 0, 0);
}

QRectF belowHeading(const Theme& theme, const QRectF& area, const Heading& heading)
{
    HeadingLayout layout(theme, area, heading);
    for (const LegendItem& item : heading.legend) {
        static_cast<void>(layout.place(item));
    }
    return area.adjusted(0, layout.height(), 0, 0);
}

QRectF paintNote(QPainter& painter, const Theme& theme, const QRectF& area, const QString& text)
{
    const double width = std::min(area.width(), theme.lineHeight * 24);
    const QRectF column(area.center().x() - width / 2, area.top(), width, area.height());
    painter.setFont(theme.font);
    painter.setPen(theme.mutedText);
    QRectF covered;
    painter.drawText(column, Qt::AlignCenter | Qt::TextWordWrap, text, &covered);
    return covered;
}

QRectF footOf(const Theme& theme, const QRectF& area, const QString& text)
{
    const double all = QFontMetricsF(theme.smallFont).boundingRect(area, Qt::TextWordWrap, text).height();
    const double height = text.isEmpty() ? 0 : std::min(all, area.height() / 3);
    return {area.left(), area.bottom() - height, area.width(), height};
}

void paintFoot(QPainter& painter, const Theme& theme, const QRectF& area, const QString& text)
{
    paintText(painter, theme.smallFont, theme.mutedText, footOf(theme, area, text), Qt::TextWordWrap, text);
}

}  // namespace pgram
