// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The mouse and the keys of the timeline.
#include "widgets/views/common/view_input.h"
#include "widgets/views/timeline/timeline_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>

namespace pgram {

TimelineView::Hit TimelineView::hitAt(const QPointF& position) const
{
    const TimelineLayout layout = currentLayout();
    Hit hit;
    hit.stage = layout.stageAt(position);
    if (hit.stage < 0 || !layout.tracks.contains(position)) {
        return hit;
    }
    hit.operation = operationAt(*timeline(), layout, static_cast<std::size_t>(hit.stage), position.x());
    return hit;
}

void TimelineView::select(const Hit& hit)
{
    if (hit.stage < 0) {
        selection()->select({});
        return;
    }
    selection()->select({.stage = hit.stage, .microbatch = hit.operation != nullptr ? hit.operation->microbatch : -1});
}

void TimelineView::pressed(const QPointF& position, Qt::KeyboardModifiers modifiers)
{
    if (showsDifference()) {
        return;
    }
    m_time->settle();
    m_measuring = !m_strip.press(currentStrip(), position) && modifiers.testFlag(Qt::ShiftModifier);
    if (m_measuring) {
        const Seconds moment = currentLayout().timeAt(position.x());
        m_measure = Measure{moment, moment};
        pictureChanged();
    }
}

void TimelineView::dragged(const QPointF& position, const std::optional<QPointF>& moved)
{
    if (showsDifference()) {
        return;
    }
    if (m_strip.move(position)) {
        return;
    }
    hovered();
    const TimelineLayout layout = currentLayout();
    if (m_measuring && m_measure) {
        m_measure->to = layout.timeAt(position.x());
    } else if (moved) {
        m_time->pan(-moved->x() * m_time->length() / layout.tracks.width());
    }
}

void TimelineView::released(const QPointF& position, bool clicked)
{
    if (showsDifference()) {
        return;
    }
    if (!m_strip.release() && clicked && !m_measuring) {
        select(hitAt(position));
    }
    m_measuring = false;
}

void TimelineView::hovered()
{
    using Grip = TimeStrip::Grip;
    const Grip grip = pointer() && !showsDifference() ? currentStrip().gripAt(*pointer()) : Grip::None;
    setCursor(grip == Grip::Begin || grip == Grip::End ? Qt::SizeHorCursor
              : grip == Grip::Inside                   ? Qt::OpenHandCursor
              : grip == Grip::Outside                  ? Qt::PointingHandCursor
                                                       : Qt::ArrowCursor);
    update();
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (timeline() == nullptr || showsDifference()) {
        return;
    }
    turnTime(*m_time, *event, currentLayout().timeAt(event->position().x()));
}

Seconds TimelineView::zoomCentre() const
{
    const TimelineLayout layout = currentLayout();
    const bool pointed = pointer() && layout.tracks.contains(*pointer());
    return pointed ? layout.timeAt(pointer()->x()) : (m_time->begin() + m_time->end()) / 2;
}

void TimelineView::step(int operations)
{
    const Selection& selected = selection()->current();
    const auto stage = static_cast<std::size_t>(std::max(0, selected.stage));
    if (stage >= timeline()->stages.size()) {
        return;
    }
    const auto all = timeline()->ofStage(stage);
    int microbatch = selected.microbatch + operations;
    const int most = document()->plan()->schedule.microbatches - 1;
    microbatch = std::clamp(microbatch, 0, most);
    selection()->select({.stage = static_cast<int>(stage), .microbatch = microbatch});
    const auto found = std::ranges::find_if(
        all, [&](const Operation& op) { return op.microbatch == microbatch && op.kind == TimelineKind::Forward; });
    if (found != all.end() && (found->start < m_time->begin() || found->end > m_time->end())) {
        m_time->show(found->start - m_time->length() / 2, found->start + m_time->length() / 2);
    }
}

std::vector<ViewKey> TimelineView::keys()
{
    const auto selectStage = [this](int stage) {
        selection()->select({.stage = stage, .microbatch = selection()->current().microbatch});
    };
    return timeKeys(*m_time, [this] { return zoomCentre(); }) + stageKeys(selectStage) +
           std::vector<ViewKey>{{{Qt::Key_Left, Qt::Key_Right},
                                 ViewKeys::tr("Micro-batch before or after"),
                                 [this](auto& key) { step(key.step()); }},
                                {{Qt::Key_Escape}, ViewKeys::tr("Clear the measurement and selection"), [this](auto&) {
                                     m_measure.reset();
                                     selection()->select({});
                                     pictureChanged();
                                 }}};
}

}  // namespace pgram
