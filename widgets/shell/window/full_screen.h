// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window on the whole screen, for a wall and a class: its menus come when Alt asks for them. GUI thread only.
#pragma once

#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/planning.h"

#include <QMainWindow>
#include <QMargins>
#include <QObject>
#include <QTimer>

namespace pgram {

class FullScreen : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    FullScreen(QMainWindow* window, Planning* planning, MessageBar* messages);

    [[nodiscard]] bool isOn() const { return m_on; }
    void toggle();
    /// The window was put on or taken from the full screen, by whomever.
    void follow();

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMenus(bool shown);
    void leave();
    void followEscape();
    void showHint();
    void dropHint();

    QMainWindow* m_window;
    Planning* m_planning;
    MessageBar* m_messages;
    QAction* m_escape;
    QTimer m_hintTime;
    QString m_hint;
    QMargins m_frame;  ///< of the window when it has one
    bool m_wasMaximized = false;
    bool m_hinted = false;
    bool m_on = false;
};

}  // namespace pgram
