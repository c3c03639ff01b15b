// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the pictures that can be moved and zoomed have in common: when a press is a click and when it pans, and how far
// a notch or a key zooms. Plain values.
#pragma once

#include <QPointF>

#include <optional>

namespace pgram {

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

}  // namespace pgram
