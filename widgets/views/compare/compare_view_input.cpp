// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the Compare view marks on the screen, and what mouse and keys do in it.
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/compare/compare_layout.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// The tracks of all plans as one timeline: for the cursor and the zoom.
TimelineLayout commonAxis(const TimelinesPanel& panel)
{
    TimelineLayout axis = panel.tracks.front();
    axis.axis = panel.axis;
    axis.tracks = QRectF(QPointF(panel.axis.left(), panel.axis.bottom()), panel.tracksArea().bottomRight());
    return axis;
}

bool isOverTime(const CompareLayout& layout, const QPointF& position)
{
    return layout.shows(CompareSection::Timelines) && layout.timelines.tracksArea().contains(position);
}

void outline(QPainter& painter, const Theme& theme, const QRectF& area)
{
    paintOutline(painter, area, theme.accent, 2);
}

}  // namespace

void CompareView::paintOverlay(QPainter& painter)
{
    if (m_set->isEmpty()) {
        return;
    }
    const Theme theme(palette(), font());
    const CompareLayout layout = currentLayout();
    paintLayers(painter, theme, layout);
    paintStage(painter, theme, layout);
    paintTime(painter, theme, layout);
}

void CompareView::paintLayers(QPainter& painter, const Theme& theme, const CompareLayout& layout)
{
    if (!layout.shows(CompareSection::Strategy)) {
        return;
    }
    const StrategyPanel& panel = layout.strategies;
    const Selection& selected = selection()->current();
    if (pointer() && panel.layerAt(*pointer()) >= 0) {
        paintOutline(painter, panel.column(panel.layerAt(*pointer())).adjusted(0, -2, 0, 2), theme.text, 1);
    }
    const int last = std::min(panel.layers, selected.firstLayer + selected.layerCount) - 1;
    if (selected.firstLayer >= 0 && selected.firstLayer <= last) {
        outline(painter, theme, panel.column(selected.firstLayer).united(panel.column(last)).adjusted(0, -2, 0, 2));
    }
}

void CompareView::paintStage(QPainter& painter, const Theme& theme, const CompareLayout& layout)
{
    const int stage = selection()->current().stage;
    if (stage < 0) {
        return;
    }
    const QRectF group = layout.memory ? layout.memory->areaOf({"stage", stage}) : QRectF();
    if (!group.isEmpty()) {
        painter.fillRect(QRectF(group.left() - 5, group.top(), 3, group.height()), theme.accent);
        outline(painter, theme, group.adjusted(-5, -1, 0, 1));
    }
    for (std::size_t plan = 0; plan < m_set->plans.size(); ++plan) {
        const Plan& each = *m_set->plans[plan].plan;
        if (stage >= each.pipeline()) {
            continue;
        }
        if (layout.shows(CompareSection::Strategy)) {
            for (const int chunk : each.chunksOf(stage)) {
                const Chunk& layers = each.chunk(chunk);
                const QRectF block = layout.strategies.cells(plan, layers.firstLayer, layers.layerCount);
                painter.fillRect(QRectF(block.left(), block.top() - 3, block.width(), 3), theme.accent);
            }
        }
        if (layout.shows(CompareSection::Timelines) && at(stage) < layout.timelines.tracks[plan].rows.size()) {
            outline(painter, theme, layout.timelines.tracks[plan].rows[at(stage)].adjusted(-1, -1, 1, 1));
        }
    }
}

void CompareView::paintTime(QPainter& painter, const Theme& theme, const CompareLayout& layout)
{
    if (!layout.shows(CompareSection::Timelines)) {
        return;
    }
    for (std::size_t plan = 0; plan < m_set->plans.size(); ++plan) {
        const ComparedPlan& each = m_set->plans[plan];
        if (each.timeline() != nullptr && selection()->current().microbatch < each.plan->schedule.microbatches) {
            const TimelinePicture picture = timelinePicture(*each.plan, *each.estimate, binnedTimelines()[plan]->bins,
                                                            theme, layout.timelines.tracks[plan]);
            paintFollowed(painter, picture, selection()->current().microbatch);
        }
    }
    if (pointer() && isOverTime(layout, *pointer())) {
        paintTimeCursor(painter, theme, commonAxis(layout.timelines), pointer()->x());
    }
}

QString CompareView::tipAt(const QPointF& position)
{
    return m_set->isEmpty() ? QString() : compareTip(*m_set, currentLayout(), position);
}

void CompareView::fillMenu(QMenu& menu, const std::optional<QPointF>& position)
{
    const auto& plans = m_set->plans;
    const auto shown = std::ranges::find(plans, m_session->currentRow(), &ComparedPlan::row);
    const int index = m_set->isEmpty()       ? -1
                      : position             ? currentLayout().planAt(*position)
                      : shown == plans.end() ? -1
                                             : static_cast<int>(shown - plans.begin());
    if (index < 0) {
        return;
    }
    const int row = m_set->plans[index].row;
    const QString letter = m_set->plans[index].letter;
    connect(menu.addAction(tr("Show Plan %1").arg(letter)), &QAction::triggered, this,
            [this, row] { m_session->show(row); });
    QAction* reference = menu.addAction(tr("Compare with %1").arg(letter));
    reference->setEnabled(index > 0);
    connect(reference, &QAction::triggered, this, [this, row] { m_session->setReference(row); });
    connect(menu.addAction(tr("Leave %1 Out").arg(letter)), &QAction::triggered, this,
            [this, row] { m_session->setCompared(row, false); });
    menu.addSeparator();
}

void CompareView::selectLayers(int from, int to)
{
    const auto plan = document()->plan();
    const int layers = static_cast<int>(plan->strategies.size());
    const int first = std::clamp(std::min(from, to), 0, layers - 1);
    const int last = std::clamp(std::max(from, to), 0, layers - 1);
    selection()->select(
        {.firstLayer = first, .layerCount = last - first + 1, .stage = plan->stageOf(std::clamp(to, 0, layers - 1))});
}

void CompareView::selectStage(int stage, int microbatch)
{
    const auto plan = document()->plan();
    if (stage < plan->pipeline()) {
        const bool known = microbatch < plan->schedule.microbatches;
        selection()->select({.stage = stage, .microbatch = known ? microbatch : -1});
    }
}

void CompareView::selectAt(const QPointF& position)
{
    const CompareLayout layout = currentLayout();
    const auto section = layout.sectionAt(position);
    if (const Ref bar = layout.memory ? layout.memory->at(position) : Ref{}; bar.isKnown()) {
        selectStage(bar.other);
        return;
    }
    const int plan = section == CompareSection::Timelines ? layout.timelines.planAt(position) : -1;
    if (plan < 0) {
        selection()->select({});
        return;
    }
    const TimelineLayout& tracks = layout.timelines.tracks[plan];
    const int stage = tracks.stageAt(position);
    const Timeline* timeline = m_set->plans[plan].timeline();
    if (stage >= 0 && timeline != nullptr) {
        const Operation* operation = operationAt(*timeline, tracks, static_cast<std::size_t>(stage), position.x());
        selectStage(stage, operation != nullptr ? operation->microbatch : -1);
    }
}

void CompareView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    const CompareLayout& layout = currentLayout();
    const int layer = layout.shows(CompareSection::Strategy) ? layout.strategies.layerAt(position) : -1;
    const bool extends = modifiers.testFlag(Qt::ShiftModifier) && m_anchor >= 0;
    m_anchor = layer >= 0 && extends ? m_anchor : layer;
    if (layer >= 0) {
        selectLayers(m_anchor, layer);
    }
}

void CompareView::dragged(const QPointF& position, const std::optional<QPointF>& moved)
{
    const CompareLayout layout = currentLayout();
    if (m_anchor >= 0) {
        const StrategyPanel& panel = layout.strategies;
        const double x = std::clamp(position.x(), panel.axis.left(), panel.axis.right() - 1);
        selectLayers(m_anchor, panel.layerAt({x, panel.axis.center().y()}));
    } else if (moved && isOverTime(layout, pressedAt())) {
        m_time->pan(-moved->x() * m_time->length() / layout.timelines.axis.width());
    }
    update();
}

void CompareView::released(const QPointF& position, bool clicked)
{
    if (clicked && m_anchor < 0) {
        selectAt(position);
    }
}

void CompareView::wheelEvent(QWheelEvent* event)
{
    if (m_set->isEmpty()) {
        return;
    }
    const CompareLayout layout = currentLayout();
    if (isOverTime(layout, event->position())) {
        turnTime(*m_time, *event, commonAxis(layout.timelines).timeAt(event->position().x()));
    }
}

std::vector<ViewKey> CompareView::keys()
{
    const auto zoomCentre = [this] {
        const CompareLayout layout = currentLayout();
        return pointer() && isOverTime(layout, *pointer()) ? commonAxis(layout.timelines).timeAt(pointer()->x())
                                                           : (m_time->begin() + m_time->end()) / 2;
    };
    std::vector<ViewKey> time = timeKeys(*m_time, zoomCentre);
    if (hasKeys() && !currentLayout().shows(CompareSection::Timelines)) {
        time.clear();
    }
    return time + stageKeys([this](int stage) { selectStage(stage); }) +
           std::vector<ViewKey>{{{Qt::Key_Left, Qt::Key_Right},
                                 ViewKeys::tr("Layer before or after"),
                                 [this](auto& key) {
                                     const int layer = selection()->current().firstLayer;
                                     const int next = layer < 0 ? 0 : layer + key.step();
                                     selectLayers(next, next);
                                 }},
                                escapeKey()};
}

}  // namespace pgram
