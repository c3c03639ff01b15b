// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The keys of a view: a row says which keys do something, and does it, so that the sheet of shortcuts cannot forget
// one.
#pragma once

#include "core/base/units.h"
#include "widgets/document/time_window.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QKeySequence>
#include <QList>

#include <functional>
#include <vector>

class QWheelEvent;

namespace pgram {

/// The words of all keys.
struct ViewKeys {
    Q_DECLARE_TR_FUNCTIONS(ViewKeys)
};

/// The key of a row that was pressed.
struct KeyPress {
    int index = 0;  ///< of ViewKey::keys
    const QKeyEvent& event;

    /// Of a row of two keys, back and forth.
    [[nodiscard]] int step() const { return index == 0 ? -1 : 1; }
};

struct ViewKey {
    QList<QKeySequence> keys;  ///< each of them does it, or each a step of it in its direction
    QString text;              ///< what they do
    std::function<void(const KeyPress&)> press;
};

/// The row of the key, with its modifiers or, unless they are Ctrl or Alt, without, does what it says. False = none has
/// it.
bool pressKey(const std::vector<ViewKey>& rows, const QKeyEvent& event);

/// W, S, A, D and Home move a time window, the same in every view with timelines. `at`: the moment to zoom around.
[[nodiscard]] std::vector<ViewKey> timeKeys(TimeWindow& time, std::function<Seconds()> at);
/// The wheel does so, too: it zooms around `at`, sideways it pans.
void turnTime(TimeWindow& time, const QWheelEvent& event, double at);

[[nodiscard]] std::vector<ViewKey> operator+(std::vector<ViewKey> some, const std::vector<ViewKey>& more);

}  // namespace pgram
