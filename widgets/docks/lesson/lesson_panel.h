// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Lesson dock: the course, and the lesson that is taken, step by step. GUI thread only.
#pragma once

#include "widgets/document/lesson_run.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace pgram {

class StepPage;
class TitleLabel;

/// The lessons and courses to choose from.
class CoursePage : public QWidget {
    Q_OBJECT
public:
    /// `run` outlives the page.
    explicit CoursePage(LessonRun* run, QWidget* parent = nullptr);
    void refresh();

private:
    void openChosen();
    [[nodiscard]] QString rowText(const LessonEntry& entry, int number) const;
    void retranslate();

    LessonRun* m_run;
    TitleLabel* m_title;
    QLabel* m_text;
    QListWidget* m_list;
    QPushButton* m_open;
    bool m_isFilled = false;

protected:
    void showEvent(QShowEvent* event) override;
};

class LessonPanel : public QWidget {
    Q_OBJECT
public:
    /// `run` outlives the panel.
    explicit LessonPanel(LessonRun* run, QWidget* parent = nullptr);

Q_SIGNALS:
    void pointWanted();

private:
    [[nodiscard]] QWidget* makeLessonPage();
    void follow();
    void followStep();
    void refresh();
    void retranslate();

    LessonRun* m_run;
    QStackedWidget* m_pages;
    CoursePage* m_course;
    QLabel* m_name;
    QLabel* m_progress;
    QProgressBar* m_bar;
    QScrollArea* m_scroll;
    StepPage* m_step;
    QPushButton* m_leave;
    QPushButton* m_again;
    QPushButton* m_back;
    QPushButton* m_next;
    int m_position = -1;
};

}  // namespace pgram
