// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// State of the planner in the status bar: a bar, a line of figures and Stop. GUI thread only.
#pragma once

#include "core/base/progress.h"

#include <QString>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace pgram {

/// "12 of 122 tasks · best 41.2 samples/s · gap 3.1 %"; a figure that is not known yet is left out.
[[nodiscard]] QString progressText(const Progress& progress);

class StatusArea : public QWidget {
    Q_OBJECT
public:
    explicit StatusArea(QWidget* parent = nullptr);

    void showRunning();
    void showProgress(const Progress& progress);
    /// The search is over; `text` says how it ended.
    void showIdle(const QString& text);

Q_SIGNALS:
    void stopRequested();

private:
    void retranslate();

    QProgressBar* m_bar;
    QLabel* m_text;
    QToolButton* m_stop;
};

}  // namespace pgram
