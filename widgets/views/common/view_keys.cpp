// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/view_keys.h"

#include "widgets/views/common/pan_gesture.h"

#include <QWheelEvent>

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

std::vector<ViewKey> timeKeys(TimeWindow& time, std::function<Seconds()> at)
{
    return {{{Qt::Key_W, Qt::Key_S},
             ViewKeys::tr("Zoom in or out"),
             [&time, at](auto& key) { time.zoom(std::pow(keyZoom, key.step()), at()); }},
            {{Qt::Key_A, Qt::Key_D},
             ViewKeys::tr("Earlier or later"),
             [&time](auto& key) { time.pan(key.step() * keyPan * time.length()); }},
            {{Qt::Key_Home}, ViewKeys::tr("The whole step"), [&time](auto&) { time.showAll(); }}};
}

void turnTime(TimeWindow& time, const QWheelEvent& event, double at)
{
    const QPoint turned = event.angleDelta();
    const bool sideways = turned.x() != 0 || event.modifiers().testFlag(Qt::ShiftModifier);
    const double notches = (sideways ? turned.x() + turned.y() : turned.y()) / 120.0;
    if (sideways) {
        time.pan(-notches * keyPan * time.length());
    } else {
        time.zoom(std::pow(wheelZoom, -notches), at);
    }
}

std::vector<ViewKey> operator+(std::vector<ViewKey> some, const std::vector<ViewKey>& more)
{
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

}  // namespace pgram
