// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A question of a lesson: choices, a number, or an order to be made, with the reaction to what is answered. GUI thread
// only.
#pragma once

#include "widgets/docks/lesson/lesson_parts.h"
#include "widgets/document/lesson_run.h"

#include <vector>

class QLineEdit;
class QListWidget;
class QPushButton;
class QRadioButton;
class QToolButton;

namespace pgram {

class QuestionBox : public LessonBox {
    Q_OBJECT
public:
    /// Of the run's step, as long as the run is at it. `run` outlives the box.
    QuestionBox(LessonRun* run, int index, QWidget* parent = nullptr);

    /// In the language and with the record of now.
    void refresh();

private:
    [[nodiscard]] const LessonQuestion& question() const;
    [[nodiscard]] QString part(const std::string& rest = {}) const;
    void makeChoices();
    void makeNumber();
    void makeOrder();
    void moveRow(int by);
    void check();
    void fillOrder(const std::vector<int>& order);
    void showReaction();
    [[nodiscard]] std::optional<LessonAnswer> given() const;
    [[nodiscard]] QString wrongText() const;

    LessonRun* m_run;
    int m_index;
    MarkdownLabel* m_text;
    QWidget* m_field;
    std::vector<QRadioButton*> m_choices;
    std::vector<QLabel*> m_choiceTexts;
    QLineEdit* m_number = nullptr;
    QLabel* m_unit = nullptr;
    QListWidget* m_order = nullptr;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    QPushButton* m_check;
    QPushButton* m_show;
    MarkdownLabel* m_reaction;
    MarkdownLabel* m_explain;
};

/// What a number is asked in, as people write it: "GiB", "%"; empty = nothing.
[[nodiscard]] QString unitText(const std::string& unit);
/// The right answer to a question of the run's step, in words; empty while it has none.
[[nodiscard]] QString answerText(const LessonRun& run, int index);

}  // namespace pgram
