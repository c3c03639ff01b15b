// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double keyPan = 0.15;  // of the window, A and D

bool pressIn(const std::vector<ViewKey>& rows, const QKeySequence& key, const QKeyEvent& event)
{
    for (const ViewKey& row : rows) {
        if (const auto index = row.keys.indexOf(key); index >= 0) {
            row.press({static_cast<int>(index), event});
            return true;
        }
    }
    return false;
}

}  // namespace

bool pressKey(const std::vector<ViewKey>& rows, const QKeyEvent& event)
{
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool plain = !(modifiers & (Qt::ControlModifier | Qt::AltModifier));
    return pressIn(rows, QKeyCombination(modifiers, static_cast<Qt::Key>(event.key())), event) ||
           (plain && pressIn(rows, QKeySequence(event.key()), event));
}

std::vector<ViewKey> timeKeys(TimeWindow& time, const std::function<Seconds()>& at)
{
    return {{{Qt::Key_W, Qt::Key_S},
             ViewKeys::tr("Zoom in or out"),
             [&time, at](auto& key) { time.zoom(std::pow(keyZoom, key.step()), at()); }},
            {{Qt::Key_A, Qt::Key_D},
             ViewKeys::tr("Earlier or later"),
             [&time](auto& key) { time.pan(key.step() * keyPan * time.length()); }},
            {{Qt::Key_Home}, ViewKeys::tr("The whole step"), [&time](auto&) { time.showAll(); }}};
}

WheelTurn wheelTurn(const QWheelEvent& event)
{
    const QPoint turned = event.angleDelta();
    const bool isHorizontal = std::abs(turned.x()) > std::abs(turned.y());
    return {(isHorizontal ? turned.x() : turned.y()) / 120.0,
            isHorizontal || event.modifiers().testFlag(Qt::ShiftModifier)};
}

void turnTime(TimeWindow& time, const QWheelEvent& event, double at)
{
    const WheelTurn turn = wheelTurn(event);
    if (turn.sideways) {
        time.pan(-turn.notches * keyPan * time.length());
    } else {
        time.zoom(std::pow(wheelZoom, -turn.notches), at);
    }
}

std::vector<ViewKey> operator+(std::vector<ViewKey> some, const std::vector<ViewKey>& more)
{
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

void View::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyTable();
    } else if (event->keyCombination() == (Qt::SHIFT | Qt::Key_F10)) {
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, rect().center(), mapToGlobal(rect().center()));
        QApplication::sendEvent(this, &menu);
    } else if (!hasKeys() || !pressKey(keys(), *event)) {
        QWidget::keyPressEvent(event);
    }
}

void View::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !hasKeys()) {
        return QWidget::mousePressEvent(event);
    }
    m_press.press(event->position());
    pressed(event->position(), event->modifiers());
}

void View::mouseMoveEvent(QMouseEvent* event)
{
    if (!hasKeys()) {
        return;
    }
    m_pointer = event->position();
    if (m_press.isPressed()) {
        dragged(event->position(), m_press.moveTo(event->position()));
    } else {
        hovered();
    }
}

void View::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_press.isPressed()) {
        return;
    }
    m_pointer = event->position();
    if (hasKeys()) {
        released(event->position(), !m_press.isPanning());
    }
    m_press.release();
}

void View::leaveEvent(QEvent*)
{
    m_pointer.reset();
    hovered();
}

std::vector<ViewKey> View::commonKeys()
{
    return {{{Qt::CTRL | Qt::Key_T}, ViewKeys::tr("Show as table, or as picture")},
            {{QKeySequence(QKeySequence::Copy)}, ViewKeys::tr("Copy the table")},
            {{Qt::SHIFT | Qt::Key_F10}, ViewKeys::tr("Menu of what is selected")}};
}

std::vector<ViewKey> View::stageKeys(const std::function<void(int)>& select) const
{
    const auto last = [this] { return m_document->plan()->pipeline() - 1; };
    return {
        {{Qt::Key_Up, Qt::Key_Down},
         ViewKeys::tr("Stage before or after"),
         [this, select, last](auto& key) { select(std::clamp(m_selection->current().stage + key.step(), 0, last())); }},
        {{Qt::Key_PageUp, Qt::Key_PageDown}, ViewKeys::tr("First or last stage"), [select, last](auto& key) {
             select(key.index == 0 ? 0 : last());
         }}};
}

ViewKey View::escapeKey() const
{
    return {{Qt::Key_Escape}, ViewKeys::tr("Select nothing"), [this](auto&) { m_selection->select({}); }};
}

}  // namespace pgram
