// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/painted_table.h"

#include "widgets/views/common/painting.h"

#include <algorithm>
#include <numeric>

namespace pgram {

PaintedTable::PaintedTable(const Theme& theme, std::vector<QStringList> lines, bool areFigures, double width)
    : m_theme(theme), m_lines(std::move(lines)), m_areFigures(areFigures), m_gap((areFigures ? 1.2 : 2) * theme.gap)
{
    for (qsizetype column = 0; column < m_lines.front().size(); ++column) {
        double widest = textWidth(theme.smallFont, m_lines.front()[column]);
        for (std::size_t line = 1; line < m_lines.size(); ++line) {
            widest = std::max(widest, textWidth(theme.boldFont, m_lines[line][column]));
        }
        m_widths.push_back(widest + m_gap);
    }
    const double sum = std::accumulate(m_widths.begin(), m_widths.end(), 0.0);
    if (areFigures) {
        // Long names end in an ellipsis before a figure does.
        m_widths.front() = std::max(width * 0.2, width - (sum - m_widths.front()));
    }
    const double wanted = std::accumulate(m_widths.begin(), m_widths.end(), 0.0);
    for (double& each : m_widths) {
        each *= std::min(1.0, width / wanted);
    }
}

void PaintedTable::paintLine(QPainter& painter, std::size_t line, const QRectF& place, const LineLook& look) const
{
    if (look.isChosen) {
        constexpr double share = 0.22;
        painter.fillRect(place, mixed(m_theme.surface, m_theme.accent, share));
    }
    const bool isHead = line == 0;
    const QFont& font = isHead ? m_theme.smallFont : look.isBold ? m_theme.boldFont : m_theme.font;
    double left = place.left();
    for (std::size_t column = 0; column < m_widths.size(); ++column) {
        const bool isFigure = m_areFigures && column > 0;
        const QRectF cell(left + m_gap / 2, place.top(), m_widths[column] - m_gap / 2, place.height());
        const QString text = QFontMetricsF(font).elidedText(m_lines[line][static_cast<qsizetype>(column)],
                                                            Qt::ElideMiddle, cell.width());
        paintText(painter, font, isHead || look.isMuted ? m_theme.mutedText : m_theme.text, cell,
                  Qt::AlignVCenter | (isFigure ? Qt::AlignRight : Qt::AlignLeft), text);
        left += m_widths[column];
    }
    if (isHead) {
        painter.fillRect(QRectF(place.left(), place.bottom(), place.width(), 1), m_theme.line);
    }
}

double PaintedTable::paint(QPainter& painter, const QRectF& area, double lineHeight) const
{
    QRectF place(area.left(), area.top(), area.width(), lineHeight);
    for (std::size_t line = 0; line < m_lines.size(); ++line) {
        paintLine(painter, line, place);
        place.translate(0, lineHeight);
    }
    return place.top();
}

void paintFacts(QPainter& painter, const Theme& theme, QRectF area,
                const std::vector<std::pair<QString, QString>>& facts)
{
    for (const auto& [name, figure] : facts) {
        paintText(painter, theme.smallFont, theme.mutedText, area, Qt::TextSingleLine, name);
        area.setTop(area.top() + QFontMetricsF(theme.smallFont).height());
        paintText(painter, theme.boldFont, theme.text, area, Qt::TextWordWrap, figure);
        const double height = QFontMetricsF(theme.boldFont).boundingRect(area, Qt::TextWordWrap, figure).height();
        area.setTop(area.top() + height + theme.gap);
    }
}

}  // namespace pgram
