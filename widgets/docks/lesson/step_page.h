// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A step of a lesson: its text, what is to be done, its questions, and what to try further. GUI thread only.
#pragma once

#include "widgets/docks/lesson/lesson_parts.h"
#include "widgets/document/lesson_run.h"

#include <QWidget>

#include <vector>

class QPushButton;
class QVBoxLayout;

namespace pgram {

class DrawingLabel;
class QuestionBox;

/// What is to be done, how, and what came of it.
class TaskBox : public LessonBox {
    Q_OBJECT
public:
    /// `run` outlives the box.
    explicit TaskBox(LessonRun* run, QWidget* parent = nullptr);
    void refresh();

private:
    LessonRun* m_run;
    MarkdownLabel* m_text;
    MarkdownLabel* m_hint;
    MarkdownLabel* m_explain;
    QPushButton* m_showHint;
    QPushButton* m_showSolution;
};

class StepPage : public QWidget {
    Q_OBJECT
public:
    /// `run` outlives the page.
    explicit StepPage(LessonRun* run, QWidget* parent = nullptr);

    /// Another step.
    void rebuild();
    /// The same one: its figures, its record, the language.
    void refresh();

Q_SIGNALS:
    /// "Show where".
    void pointWanted();

private:
    LessonRun* m_run;
    QVBoxLayout* m_column;
    TitleLabel* m_title;
    LessonBox* m_aside;
    MarkdownLabel* m_asideText;
    QPushButton* m_back;
    LessonBox* m_broken;
    MarkdownLabel* m_brokenText;
    MarkdownLabel* m_text;
    DrawingLabel* m_drawing;
    QPushButton* m_point;
    TaskBox* m_task;
    QWidget* m_questionArea;
    QVBoxLayout* m_questionColumn;
    std::vector<QuestionBox*> m_questions;
    LessonBox* m_try;
    MarkdownLabel* m_tryText;
};

}  // namespace pgram
