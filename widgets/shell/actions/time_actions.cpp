// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/time_actions.h"

#include "widgets/views/common/time_window.h"

#include <QAction>

namespace pgram {

TimeActions::TimeActions(TimeWindow* time, QAction* back, QAction* forward, QAction* whole, QObject* parent)
    : QObject(parent), m_time(time), m_back(back), m_forward(forward), m_whole(whole)
{
    connect(back, &QAction::triggered, time, &TimeWindow::goBack);
    connect(forward, &QAction::triggered, time, &TimeWindow::goForward);
    connect(whole, &QAction::triggered, time, [time] {
        time->settle();
        time->showAll();
    });
    connect(time, &TimeWindow::historyChanged, this, &TimeActions::follow);
    connect(time, &TimeWindow::changed, this, &TimeActions::follow);
    follow();
}

void TimeActions::follow()
{
    m_back->setEnabled(m_time->canGoBack());
    m_forward->setEnabled(m_time->canGoForward());
    m_whole->setEnabled(!m_time->showsAll());
}

}  // namespace pgram
