// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/full_screen.h"

#include <QAction>
#include <QEvent>
#include <QLayout>
#include <QMenuBar>
#include <QScreen>

#include <algorithm>
#include <chrono>
#include <utility>

namespace pgram {

namespace {

constexpr std::chrono::seconds hintTime{8};

}  // namespace

FullScreen::FullScreen(QMainWindow* window, Planning* planning, MessageBar* messages)
    : QObject(window), m_window(window), m_planning(planning), m_messages(messages), m_escape(new QAction(this))
{
    window->addAction(m_escape);
    window->menuBar()->installEventFilter(this);
    m_hintTime.setSingleShot(true);
    m_hintTime.setInterval(hintTime);
    connect(&m_hintTime, &QTimer::timeout, this, &FullScreen::dropHint);
    connect(m_escape, &QAction::triggered, this, &FullScreen::toggle);
    connect(planning, &Planning::runningChanged, this, &FullScreen::followEscape);
    followEscape();
}

void FullScreen::toggle()
{
    if (m_on) {
        leave();
    } else {
        m_wasMaximized = m_window->isMaximized();
        const QRect inner = m_window->geometry();
        const QRect outer = m_window->frameGeometry();
        m_frame = {inner.left() - outer.left(), inner.top() - outer.top(), outer.right() - inner.right(),
                   outer.bottom() - inner.bottom()};
        m_window->showFullScreen();
    }
    follow();
}

void FullScreen::follow()
{
    if (m_window->isFullScreen() == m_on) {
        return;
    }
    m_on = m_window->isFullScreen();
    showMenus(!m_on);
    followEscape();
    if (m_on && !std::exchange(m_hinted, true)) {
        showHint();
    } else if (!m_on) {
        dropHint();
    }
    Q_EMIT changed();
}

/// To the size that it had, as far as the screen has room for it now.
void FullScreen::leave()
{
    if (m_wasMaximized) {
        m_window->showMaximized();
        return;
    }
    const QRect before = m_window->normalGeometry();
    m_window->showNormal();
    const QRect room = m_window->screen()->availableGeometry().marginsRemoved(m_frame);
    QRect fitting(before.topLeft(), before.size().boundedTo(room.size()));
    fitting.moveRight(std::min(fitting.right(), room.right()));
    fitting.moveBottom(std::min(fitting.bottom(), room.bottom()));
    fitting.moveTopLeft({std::max(fitting.left(), room.left()), std::max(fitting.top(), room.top())});
    if (fitting != before) {
        m_window->setGeometry(fitting);
    }
}

/// A bar of no height hears Alt and the letters of its menus; a hidden one does not.
void FullScreen::showMenus(bool shown)
{
    m_window->menuBar()->setMaximumHeight(shown ? QWIDGETSIZE_MAX : 0);
    // After the menu that is about to open has found its place.
    QTimer::singleShot(0, this, [this] { m_window->layout()->activate(); });
}

bool FullScreen::eventFilter(QObject* watched, QEvent* event)
{
    if (m_on && event->type() == QEvent::FocusIn) {
        showMenus(true);
    } else if (m_on && event->type() == QEvent::FocusOut) {
        showMenus(m_window->menuBar()->activeAction() != nullptr);
    }
    return QObject::eventFilter(watched, event);
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
    const auto keys = [this](const char* action) {
        return m_window->findChild<QAction*>(QLatin1StringView(action))->shortcut().toString(QKeySequence::NativeText);
    };
    m_hint = tr("Full screen: %1 or Escape leaves it; Alt shows the menus; %2 and %3 change the text size.")
                 .arg(keys("fullScreen"), keys("largerType"), keys("smallerType"));
    m_messages->post(Tone::Note, m_hint);
    m_hintTime.start();
}

void FullScreen::dropHint()
{
    m_hintTime.stop();
    m_messages->dismiss(m_hint);
}

}  // namespace pgram
