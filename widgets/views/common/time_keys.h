// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The wheel and the keys that move a time window, the same in every view with timelines: wheel, W and S zoom, sideways
// wheel, A and D pan, Home shows all.
#pragma once

#include "widgets/document/time_window.h"

class QWheelEvent;

namespace pgram {

/// Zooms around the moment `at`. False for another key.
bool moveTime(TimeWindow& time, int key, double at);
void turnTime(TimeWindow& time, const QWheelEvent& event, double at);

}  // namespace pgram
