// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/full_screen.h"

#include <QMenuBar>

#include <chrono>

namespace pgram {

namespace {

constexpr std::chrono::seconds hintTime{8};

}  // namespace

FullScreen::FullScreen(QMainWindow* window, Actions* actions, Planning* planning, MessageBar* messages)
    : QObject(window),
      m_window(window),
      m_actions(actions),
      m_planning(planning),
      m_messages(messages),
      m_escape(new QAction(this))
{
    window->addAction(m_escape);
    m_hintTime.setSingleShot(true);
    m_hintTime.setInterval(hintTime);
    connect(&m_hintTime, &QTimer::timeout, this, &FullScreen::dropHint);
    connect(m_escape, &QAction::triggered, actions->fullScreen, &QAction::trigger);
    connect(planning, &Planning::runningChanged, this, &FullScreen::followEscape);
    connect(actions->fullScreen, &QAction::triggered, this, [this](bool on) {
        if (on) {
            m_wasMaximized = m_window->isMaximized();
            m_window->showFullScreen();
        } else if (m_wasMaximized) {
            m_window->showMaximized();
        } else {
            m_window->showNormal();
        }
        follow();
    });
    followEscape();
}

void FullScreen::follow()
{
    if (m_window->isFullScreen() == m_on) {
        return;
    }
    m_on = m_window->isFullScreen();
    m_actions->fullScreen->setChecked(m_on);
    m_window->menuBar()->setVisible(!m_on);
    followEscape();
    if (m_on) {
        showHint();
    } else {
        dropHint();
    }
}

/// While a search runs, Escape stops it.
void FullScreen::followEscape()
{
    const bool leaves = m_on && !m_planning->isRunning();
    m_escape->setShortcut(leaves ? QKeySequence(Qt::Key_Escape) : QKeySequence());
    m_escape->setEnabled(leaves);
}

void FullScreen::showHint()
{
    const auto keys = [](const QAction* action) { return action->shortcut().toString(QKeySequence::NativeText); };
    m_hint = tr("Full screen: %1 or Escape leaves it; %2 and %3 change the size of the type.")
                 .arg(keys(m_actions->fullScreen), keys(m_actions->largerType), keys(m_actions->smallerType));
    m_messages->post({Tone::Note, m_hint, {}, {}});
    m_hintTime.start();
}

void FullScreen::dropHint()
{
    m_hintTime.stop();
    m_messages->dismiss(m_hint);
}

}  // namespace pgram
