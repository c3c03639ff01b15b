// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The system's word that the program is to end (SIGTERM at a logout, SIGHUP, SIGINT), as a signal of the event loop.
// A second one ends the program at once. GUI thread only; at most one object at a time.
#pragma once

#include <QObject>

#include <array>

class QSocketNotifier;

namespace pgram {

class EndSignals : public QObject {
    Q_OBJECT
public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

Q_SIGNALS:
    void arrived();

private:
    void take();

    std::array<int, 2> m_pipe{-1, -1};
    QSocketNotifier* m_notifier = nullptr;
};

}  // namespace pgram
