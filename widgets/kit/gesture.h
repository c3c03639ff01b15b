// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a hand does without letting go: a key or a button that is held. Its edits are one step of the history. A press
// begins another one, and no clock says when. GUI thread only.
#pragma once

#include <QKeyEvent>

namespace pgram {

class Gesture {
public:
    /// Never that of another gesture, and never 0.
    [[nodiscard]] int number() const { return m_number; }
    void begin()
    {
        static int last = 0;
        m_number = ++last;
    }
    /// Of the widget whose edits they are: begins with every press but those of a key that is held.
    void follow(const QEvent& event)
    {
        const bool isKey = event.type() == QEvent::KeyPress;
        if (event.type() == QEvent::FocusIn || event.type() == QEvent::MouseButtonPress ||
            (isKey && !static_cast<const QKeyEvent&>(event).isAutoRepeat())) {
            begin();
        }
    }

private:
    int m_number = 0;
};

}  // namespace pgram
