// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The mouse, the keys, tips and the menu of the Study view.
#include "widgets/document/core_text.h"
#include "widgets/views/common/words.h"
#include "widgets/views/study/study_view.h"

#include <QCheckBox>
#include <QMenu>
#include <QMouseEvent>
#include <QTableView>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace pgram {

int StudyView::rowUnder(const QPointF& position) const
{
    placePlots(pictureArea());
    if (m_cloud != nullptr && plot(0).dataArea().contains(position)) {
        return m_cloud->rowAt(position - plot(0).panel().topLeft());
    }
    return hasPicture() ? rowAt(coordinatesNow(), *m_axes, m_rows.passing(), position) : -1;
}

bool StudyView::hasPlan(int row) const
{
    const int step = row < 0 ? -1 : m_rows.table()->indexOf("step_s");
    return step >= 0 && !std::isnan(column(step).values[at(row)]);
}

void StudyView::openRow(int row)
{
    QToolTip::hideText();
    std::optional<Plan> plan = m_file->planOf(row, m_scenario->store());
    if (!plan) {
        return;
    }
    for (int known = 0; known < m_session->count(); ++known) {
        Plan other = *m_session->at(known).plan();
        other.name = plan->name;  // The session may have given it another one.
        if (other == *plan) {
            m_session->show(known);
            return;
        }
    }
    m_session->add(std::move(*plan));
}

/// The members and the chosen columns of a row, as a screen reader says them.
QString StudyView::rowText(int row) const
{
    if (row < 0 || !hasPicture()) {
        return {};
    }
    QStringList parts;
    for (const ResultColumn& each : m_rows.table()->columns) {
        const bool isShown = each.result == nullptr || &each == &column(m_choice.x) || &each == &column(m_choice.y);
        if (isShown && !std::isnan(each.values[at(row)])) {
            parts.append(QStringLiteral("%1: %2").arg(qs(each.name), valueText(each, at(row))));
        }
    }
    return parts.join(QStringLiteral("; "));
}

QString StudyView::tipAt(const QPointF& position)
{
    if (const int axis = coordinatesNow().axisAt(Theme(palette(), font()), position); axis >= 0) {
        Tip tip(meaningOf(column((*m_axes)[at(axis)].column)));
        tip.note(tr("Drag to show the rows within a range. Click to show all again."));
        return tip.html();
    }
    const int row = rowUnder(position);
    if (row < 0) {
        return PlotView::tipAt(position);
    }
    const StudyTable& table = *m_rows.table();
    Tip tip(tr("Request %1").arg(table.ids[at(row)]));
    const std::vector<int> results{table.indexOf("step_s"), table.indexOf("memory_bytes"), m_choice.x, m_choice.y,
                                   table.indexOf("error")};
    for (int i = 0; i < static_cast<int>(table.columns.size()); ++i) {
        const ResultColumn& each = column(i);
        const bool isShown =
            each.result == nullptr ? each.name != "id" : std::ranges::find(results, i) != results.end();
        if (isShown && !std::isnan(each.values[at(row)])) {
            tip.add(qs(each.name), valueText(each, at(row)));
        }
    }
    if (hasPlan(row)) {
        tip.note(tr("Double-click to open its plan"));
    }
    return tip.html();
}

void StudyView::brush(const QPointF& position)
{
    const CoordinatesLayout layout = coordinatesNow();
    const Coordinate& axis = (*m_axes)[at(m_brush->axis)];
    const double end = std::clamp(layout.place(position.y()), 0.0, 1.0);
    // Half of a step between texts belongs to each of them; the ends of the axis take in rounded values.
    const double slack = column(axis.column).isText ? 0 : 1e-9 * (std::abs(axis.low) + std::abs(axis.high));
    const double low = axis.valueAt(std::min(m_brush->start, end)) - slack;
    const double high = axis.valueAt(std::max(m_brush->start, end)) + slack;
    setRange(m_brush->axis, ColumnRange{axis.column, low, high});
}

void StudyView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    const CoordinatesLayout layout = coordinatesNow();
    const int axis = layout.axisAt(Theme(palette(), font()), position);
    m_brush.reset();
    if (axis >= 0) {
        m_brush = Brush{axis, std::clamp(layout.place(position.y()), 0.0, 1.0)};
        return;
    }
    PlotView::pressed(position, modifiers);
}

void StudyView::dragged(const QPointF& position, const std::optional<QPointF>& moved)
{
    if (!m_brush) {
        PlotView::dragged(position, moved);
    } else if (moved) {
        brush(position);
    }
}

void StudyView::released(const QPointF& position, bool clicked)
{
    if (m_brush) {
        if (clicked) {
            setRange(m_brush->axis, std::nullopt);
        }
        m_brush.reset();
        return;
    }
    PlotView::released(position, clicked);
    if (clicked && plot(0).legendAt(position) == nullptr) {
        selectRow(rowUnder(position));
    }
}

void StudyView::hovered()
{
    PlotView::hovered();
    const bool isOver = pointer() && hasPicture() && pictureArea().contains(pointer()->toPoint());
    const int axis = isOver ? coordinatesNow().axisAt(Theme(palette(), font()), *pointer()) : -1;
    const int row = isOver && axis < 0 ? rowUnder(*pointer()) : -1;
    if (axis >= 0) {
        setCursor(Qt::SizeVerCursor);
    } else if (row >= 0) {
        setCursor(Qt::PointingHandCursor);
    }
    if (row != m_hovered) {
        m_hovered = row;
        update();
    }
}

void StudyView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int row = hasPicture() && event->button() == Qt::LeftButton ? rowUnder(event->position()) : -1;
    if (row >= 0) {
        openRow(row);
    } else {
        PlotView::mouseDoubleClickEvent(event);
    }
}

void StudyView::moveRow(int by, bool toEnd)
{
    const std::vector<std::uint32_t>& rows = m_rows.rows();
    if (rows.empty()) {
        return;
    }
    const int last = static_cast<int>(rows.size()) - 1;
    const int place = m_rows.placeOf(m_row);
    const int wanted = toEnd || place < 0 ? (by < 0 ? 0 : toEnd ? last : 0) : std::clamp(place + by, 0, last);
    selectRow(static_cast<int>(rows[at(wanted)]));
}

bool StudyView::ownsEscape() const
{
    return PlotView::ownsEscape() || m_row >= 0 || !m_rows.ranges().empty();
}

std::vector<ViewKey> StudyView::keys()
{
    const std::vector<ViewKey> own{
        {{Qt::Key_Up, Qt::Key_Down},
         ViewKeys::tr("Row before or after"),
         [this](auto& key) { moveRow(key.step(), false); }},
        {{Qt::Key_Home, Qt::Key_End},
         ViewKeys::tr("First or last row"),
         [this](auto& key) { moveRow(key.step(), true); }},
        {{Qt::Key_Return, Qt::Key_Enter},
         ViewKeys::tr("Open the plan of the row"),
         [this](auto&) {
             if (m_row >= 0) {
                 openRow(m_row);
             }
         }},
        {{Qt::Key_Escape}, ViewKeys::tr("Show rows outside of the ranges, then select nothing"), [this](auto&) {
             if (!m_rows.ranges().empty()) {
                 m_rows.clearRanges();
                 showRows();
             } else {
                 selectRow(-1);
             }
         }}};
    return own + zoomKeys();
}

QRectF StudyView::menuAnchor()
{
    const QPointF place = m_row >= 0 ? pointOf(m_row) : QPointF(-1, -1);
    return plot(0).dataArea().contains(place) ? QRectF(place - QPointF(4, 4), QSizeF(8, 8)) : QRectF();
}

void StudyView::fillMenu(QMenu& menu, const std::optional<QPointF>& position)
{
    if (position && pictureArea().contains(position->toPoint())) {
        if (const int row = rowUnder(*position); row >= 0) {
            selectRow(row);
        }
    }
    QAction* open = menu.addAction(tr("Open the Plan of the Row"));
    open->setEnabled(hasPlan(m_row));
    connect(open, &QAction::triggered, this, [this] { openRow(m_row); });
    QAction* all = menu.addAction(tr("Clear All Ranges"));
    all->setEnabled(!m_rows.ranges().empty());
    connect(all, &QAction::triggered, this, [this] {
        m_rows.clearRanges();
        showRows();
    });
    menu.addSeparator();
    PlotView::fillMenu(menu, position);
}

}  // namespace pgram
