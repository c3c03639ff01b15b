// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The speaker's notes, in a window of their own for the speaker's screen: the notes of the step, what is to be done and
// how, the right answers on request, and which step comes next. GUI thread only.
#pragma once

#include "widgets/document/lesson_run.h"

#include <QDialog>

class QPushButton;

namespace pgram {

class MarkdownLabel;
class TitleLabel;

class NotesWindow : public QDialog {
    Q_OBJECT
public:
    /// `run` outlives the window.
    NotesWindow(LessonRun* run, QWidget* parent);

private:
    void refresh();
    [[nodiscard]] QString answers() const;

    LessonRun* m_run;
    TitleLabel* m_title;
    MarkdownLabel* m_notes;
    MarkdownLabel* m_task;
    MarkdownLabel* m_answers;
    MarkdownLabel* m_next;
    QPushButton* m_showAnswers;
    QPushButton* m_back;
    QPushButton* m_forth;
};

}  // namespace pgram
