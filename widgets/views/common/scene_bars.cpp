// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of stacked bars in a scene.
#include "widgets/views/common/scene.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <functional>
#include <numeric>

namespace pgram {

namespace {

constexpr double leastLabelled = 0.85;  // line heights of a row with words
constexpr double titleHeight = 1.5;     // line heights
constexpr double goodBar = 9;           // line heights; figures take a shorter form where bars would be shorter
constexpr double leastBar = 4;          // line heights; details give way where bars would be shorter
constexpr double highestBar = 26;

struct SceneText {
    Q_DECLARE_TR_FUNCTIONS(Scene)
};

double lengthOf(const BarCell& cell)
{
    return std::accumulate(cell.parts.begin(), cell.parts.end(), 0.0,
                           [](double sum, const BarPart& part) { return sum + part.value; });
}

QString figureOf(const BarCell& cell, qsizetype form)
{
    return cell.figures.isEmpty() ? QString() : cell.figures[std::min(form, cell.figures.size() - 1)];
}

/// The geometry of one table, worked out once.
class BarsLayout {
public:
    BarsLayout(Scene& scene, const QRectF& area, const BarTable& table) : m_scene(scene), m_area(area), m_table(table)
    {
        m_columns = table.titles.size();
        m_top = area.top() + m_scene.line() * titleHeight;
        const double room = area.bottom() - m_top;
        const auto count = static_cast<double>(std::max<std::size_t>(1, table.rows.size()));
        m_pitch = std::min(room / count, scene.line() * table.highestRow);
        m_fits = m_pitch >= scene.line() * leastLabelled;
        for (std::size_t column = 0; column < m_columns; ++column) {
            double most = 1e-12;
            for (const BarRow& row : table.rows) {
                most = std::max(most, lengthOf(row.cells[column]));
            }
            m_most.push_back(most);
        }
        placeColumns();
    }

    [[nodiscard]] double names() const { return m_names; }
    double paint();

private:
    void placeColumns();
    [[nodiscard]] double nameWidth(bool detailed) const;
    [[nodiscard]] double figureWidth(qsizetype form) const;
    [[nodiscard]] std::vector<bool> shownRows() const;
    void paintName(const BarRow& row, const QRectF& place);
    void paintCell(const BarCell& cell, const QRectF& row, std::size_t column);

    Scene& m_scene;
    QRectF m_area;
    const BarTable& m_table;
    std::size_t m_columns = 0;
    double m_top = 0;
    double m_pitch = 0;
    bool m_fits = true;
    bool m_detailed = true;
    qsizetype m_form = 0;  ///< index of the figures' form
    double m_names = 0;
    std::vector<double> m_most;    ///< values at the right ends of the columns
    std::vector<QRectF> m_places;  ///< areas of the columns' bars
    std::vector<double> m_limits;  ///< right ends of the columns' figures
};

double BarsLayout::nameWidth(bool detailed) const
{
    const Theme& theme = m_scene.theme();
    const bool low = m_pitch < theme.lineHeight * 2;
    double widest = 0;
    for (const BarRow& row : m_table.rows) {
        const double name = textWidth(theme.boldFont, row.name);
        const double detail =
            low ? name + theme.gap + textWidth(theme.smallFont, row.brief) : textWidth(theme.smallFont, row.detail);
        widest = std::max({widest, name, detailed ? detail : 0});
    }
    return widest + 2 * theme.gap;
}

/// Returns the width of the figures of all columns.
double BarsLayout::figureWidth(qsizetype form) const
{
    const Theme& theme = m_scene.theme();
    double sum = 0;
    for (std::size_t column = 0; column < m_columns; ++column) {
        double widest = 0;
        for (const BarRow& row : m_table.rows) {
            widest = std::max(widest, textWidth(theme.smallFont, figureOf(row.cells[column], form)));
        }
        sum += widest + 2 * theme.gap + (column + 1 < m_columns ? theme.margin : 0);
    }
    return sum;
}

void BarsLayout::placeColumns()
{
    const Theme& theme = m_scene.theme();
    const auto columns = static_cast<double>(m_columns);
    qsizetype last = 0;
    for (const BarRow& row : m_table.rows) {
        for (const BarCell& cell : row.cells) {
            last = std::max(last, cell.figures.size() - 1);
        }
    }
    const auto barsWith = [&](double names, qsizetype form) { return m_area.width() - names - figureWidth(form); };
    m_detailed = m_table.names > 0 || barsWith(nameWidth(true), last) >= leastBar * columns * theme.lineHeight;
    m_names = m_table.names > 0 ? m_table.names : nameWidth(m_detailed);
    while (m_form < last && barsWith(m_names, m_form) < goodBar * columns * theme.lineHeight) {
        ++m_form;
    }
    const double width = std::max(10.0, barsWith(m_names, m_form) / std::max(1.0, columns));
    double left = m_area.left() + m_names;
    for (std::size_t column = 0; column < m_columns; ++column) {
        m_places.emplace_back(left, m_top, width, m_area.bottom() - m_top);
        double widest = 0;
        for (const BarRow& row : m_table.rows) {
            widest = std::max(widest, textWidth(theme.smallFont, figureOf(row.cells[column], m_form)));
        }
        left += width + widest + 2 * theme.gap + theme.margin;
        m_limits.push_back(column + 1 < m_columns ? left : m_area.right());
    }
}

/// Marks all rows, or where they are too low for words those with the longest bars that leave a line for a note.
std::vector<bool> BarsLayout::shownRows() const
{
    const std::size_t count = m_table.rows.size();
    const auto lines = static_cast<int>((m_area.bottom() - m_top) / m_scene.line());
    const std::size_t most = m_fits ? count : static_cast<std::size_t>(std::max(1, lines - 1));
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t row) {
        double longest = 0;
        for (std::size_t column = 0; column < m_columns; ++column) {
            longest = std::max(longest, lengthOf(m_table.rows[row].cells[column]) / m_most[column]);
        }
        return longest;
    });
    std::vector<bool> shown(count, false);
    for (std::size_t i = 0; i < std::min(most, count); ++i) {
        shown[order[i]] = true;
    }
    return shown;
}

void BarsLayout::paintName(const BarRow& row, const QRectF& place)
{
    const Theme& theme = m_scene.theme();
    if (m_detailed && !row.detail.isEmpty() && place.height() >= theme.lineHeight * 2) {
        const QRectF upper(place.left(), place.center().y() - theme.lineHeight, place.width(), theme.lineHeight);
        m_scene.text(upper, row.name, theme.boldFont, theme.text);
        m_scene.text(upper.translated(0, theme.lineHeight), row.detail, theme.smallFont, theme.mutedText);
        return;
    }
    const QFont& font = place.height() >= theme.lineHeight * 1.3 ? theme.boldFont : theme.smallFont;
    m_scene.text(place, row.name, font, theme.text);
    if (m_detailed) {
        // Rows of one kind differ in their groups.
        m_scene.fitting(place.adjusted(textWidth(font, row.name) + theme.gap, 0, 0, 0), {row.brief}, theme.smallFont,
                        theme.mutedText);
    }
}

void BarsLayout::paintCell(const BarCell& cell, const QRectF& row, std::size_t column)
{
    const Theme& theme = m_scene.theme();
    const QRectF& place = m_places[column];
    const double height = std::min(row.height() * 0.56, highestBar);
    QRectF piece(place.left(), row.center().y() - height / 2, 0, height);
    double sum = 0;
    for (const BarPart& part : cell.parts) {
        sum += part.value;
        piece = QRectF(piece.topRight(), QPointF(place.left() + place.width() * sum / m_most[column], piece.bottom()));
        if (part.overlapped) {
            m_scene.drawing(piece, [theme, piece, color = part.color](QPainter& painter) {
                paintExposure(painter, theme, color, QRectF(piece.topLeft(), QSizeF(0, piece.height())), piece);
            });
        } else {
            m_scene.fill(piece, part.color);
        }
        if (!part.name.isEmpty() && piece.height() >= theme.lineHeight * 0.9 &&
            textWidth(theme.smallFont, part.name) + theme.gap <= piece.width()) {
            m_scene.text(piece, part.name, theme.smallFont, labelColor(part.color), Qt::AlignCenter);
        }
    }
    const double left = piece.right() + theme.gap;
    m_scene.fitting({left, row.top(), m_limits[column] - left, row.height()}, {figureOf(cell, m_form)}, theme.smallFont,
                    theme.text);
}

double BarsLayout::paint()
{
    const Theme& theme = m_scene.theme();
    for (std::size_t column = 0; column < m_columns; ++column) {
        m_scene.fitting({m_places[column].left(), m_area.top(), m_limits[column] - m_places[column].left() - theme.gap,
                         theme.lineHeight},
                        m_table.titles[column], theme.font, theme.mutedText);
    }
    const std::vector<bool> shown = shownRows();
    double top = m_top;
    for (std::size_t index = 0; index < shown.size(); ++index) {
        if (!shown[index]) {
            continue;
        }
        const BarRow& row = m_table.rows[index];
        const QRectF place(m_area.left(), top, m_area.width(), m_fits ? m_pitch : theme.lineHeight);
        m_scene.target(place, row.ref);
        paintName(row, QRectF(place.left(), place.top(), m_names - theme.gap, place.height()));
        for (std::size_t column = 0; column < m_columns; ++column) {
            paintCell(row.cells[column], place, column);
        }
        top = place.bottom();
    }
    if (const auto leftOut = static_cast<int>(std::ranges::count(shown, false)); leftOut > 0) {
        m_scene.text({m_area.left(), top, m_area.width(), theme.lineHeight},
                     SceneText::tr("%n smaller row(s) not shown", nullptr, leftOut), theme.smallFont, theme.mutedText);
        top += theme.lineHeight;
    }
    return top;
}

}  // namespace

BarsPlace Scene::bars(const QRectF& area, const BarTable& table)
{
    BarsLayout layout(*this, area, table);
    return {layout.names(), layout.paint()};
}

}  // namespace pgram
