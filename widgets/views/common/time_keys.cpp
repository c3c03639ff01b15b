// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/time_keys.h"

#include "widgets/views/common/pan_gesture.h"

#include <QWheelEvent>

#include <cmath>

namespace pgram {

namespace {

constexpr double keyPan = 0.15;  // of the window, A and D

}  // namespace

bool moveTime(TimeWindow& time, int key, double at)
{
    switch (key) {
    case Qt::Key_W:
        time.zoom(1 / keyZoom, at);
        return true;
    case Qt::Key_S:
        time.zoom(keyZoom, at);
        return true;
    case Qt::Key_A:
        time.pan(-keyPan * time.length());
        return true;
    case Qt::Key_D:
        time.pan(keyPan * time.length());
        return true;
    case Qt::Key_Home:
        time.showAll();
        return true;
    default:
        return false;
    }
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

}  // namespace pgram
