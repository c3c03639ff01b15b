// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The keys of a view: a row says which keys do something, and does it, so that the sheet of shortcuts cannot forget
// one.
// What the pictures that can be moved and zoomed have in common: when a press is a click and when it pans, and how far
// a notch or a key zooms. Plain values.
// What of a layout is under the pointer.
#pragma once

#include "core/base/units.h"
#include "widgets/document/time_window.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QPointF>
#include <QRectF>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

class QWheelEvent;

namespace pgram {

/// The first whose area has the position; -1 = none.
template <typename Things, typename AreaOf = std::identity>
[[nodiscard]] int indexAt(const Things& things, const QPointF& position, const AreaOf& areaOf = {})
{
    const auto found =
        std::ranges::find_if(things, [&](const auto& thing) { return std::invoke(areaOf, thing).contains(position); });
    return found == things.end() ? -1 : static_cast<int>(found - things.begin());
}

inline constexpr double wheelZoom = 1.2;  ///< a notch
inline constexpr double keyZoom = 1.5;

/// A press of the mouse: a click, until it has moved by more than a hand shakes.
class PanGesture {
public:
    void press(const QPointF& position)
    {
        m_pressed = m_last = position;
        m_panning = false;
    }
    [[nodiscard]] bool isPressed() const { return m_pressed.has_value(); }
    [[nodiscard]] bool isPanning() const { return m_panning; }
    /// Where the press was; only while pressed.
    [[nodiscard]] const QPointF& from() const { return *m_pressed; }

    /// How far the picture goes with the mouse; nothing where it does not pan.
    [[nodiscard]] std::optional<QPointF> moveTo(const QPointF& position)
    {
        m_panning = m_panning || (m_pressed && (position - *m_pressed).manhattanLength() > clickSlack);
        if (!m_panning) {
            return std::nullopt;
        }
        const QPointF moved = position - m_last;
        m_last = position;
        return moved;
    }
    /// True where it was a click.
    bool release()
    {
        const bool clicked = m_pressed && !m_panning;
        m_pressed.reset();
        m_panning = false;
        return clicked;
    }

private:
    static constexpr double clickSlack = 4;  // pixels between press and release of a click

    std::optional<QPointF> m_pressed;
    QPointF m_last;
    bool m_panning = false;
};

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
[[nodiscard]] std::vector<ViewKey> timeKeys(TimeWindow& time, const std::function<Seconds()>& at);
/// A turn of a wheel or a trackpad along the axis that it moves most.
struct WheelTurn {
    double notches = 0;
    bool sideways = false;  ///< along the horizontal axis, or with Shift
};
[[nodiscard]] WheelTurn wheelTurn(const QWheelEvent& event);
/// The wheel does so, too: it zooms around `at`, sideways it pans.
void turnTime(TimeWindow& time, const QWheelEvent& event, double at);

[[nodiscard]] std::vector<ViewKey> operator+(std::vector<ViewKey> some, const std::vector<ViewKey>& more);

}  // namespace pgram
