// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The actions that go back and forward through the parts of the step that were shown, and to the whole of it. GUI
// thread only.
#pragma once

#include <QObject>

class QAction;

namespace pgram {

class TimeWindow;

class TimeActions : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    TimeActions(TimeWindow* time, QAction* back, QAction* forward, QAction* whole, QObject* parent);

private:
    void follow();

    TimeWindow* m_time;
    QAction* m_back;
    QAction* m_forward;
    QAction* m_whole;
};

}  // namespace pgram
