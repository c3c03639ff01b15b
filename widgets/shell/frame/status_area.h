// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the planner is doing, in the status bar: a bar, a line of figures and Stop. GUI thread only.
#pragma once

#include "core/base/progress.h"
#include "widgets/document/document.h"
#include "widgets/kit/labels.h"

#include <QString>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace pgram {

class FidelityLibrary;

/// The shown plan in one line of the status bar: its figures, how far a run is expected to be from its step time,
/// and how many issues it has; or what a change that is weighed would make of it.
class Headline : public ElidedLabel {
    Q_OBJECT
public:
    /// Both outlive it.
    Headline(Document* document, FidelityLibrary* fidelity, QWidget* parent = nullptr);

private:
    void refresh();
    void setColor(bool sound);

    Document* m_document;
    FidelityLibrary* m_fidelity;
};

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
