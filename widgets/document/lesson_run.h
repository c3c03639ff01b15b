// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A lesson that is taken: where the student is, the plan that each step works on, what was done and answered. A step's
// plan belongs to no session, so that the user's own plans stay as they are. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "core/lessons/lesson_state.h"
#include "widgets/document/session.h"
#include "widgets/work/worker.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace pgram {

/// A lesson or a course, as it is listed.
struct LessonEntry {
    std::string name;
    std::map<std::string, QString> titles;  ///< by language
    int minutes = 0;
    int steps = 0;
    bool isCourse = false;
    QString problem;  ///< why it cannot be read; empty = it can
};

/// What a student says to a question; of its kind.
using LessonAnswer = LessonState::Answer;

struct QuestionRecord {
    int tries = 0;
    bool right = false;
    bool shown = false;  ///< the answer was asked for before it was found
    LessonAnswer last;
};

struct TaskRecord {
    bool done = false;
    bool shown = false;  ///< done by showSolution()
    bool hinted = false;
};

class ScenarioModel;

class LessonRun : public QObject {
    Q_OBJECT
public:
    /// Both outlive it.
    LessonRun(const ScenarioModel* presets, Session* session, QObject* parent = nullptr);
    ~LessonRun() override;

    /// All lessons in their order, then the courses.
    [[nodiscard]] const std::vector<LessonEntry>& lessons();
    /// The first course; null without one.
    [[nodiscard]] const LessonEntry* firstCourse();
    /// In the language of now.
    [[nodiscard]] QString titleOf(const LessonEntry& entry) const;

    /// From its first step; a lesson's name, or a file. Errors: failed().
    void open(const QString& nameOrFile);
    /// The user's own plan is shown again.
    void leave();
    [[nodiscard]] bool isOpen() const { return m_lesson != nullptr; }
    [[nodiscard]] const Lesson& lesson() const { return *m_lesson; }

    [[nodiscard]] int stepCount() const { return static_cast<int>(m_path.size()); }
    [[nodiscard]] int position() const { return m_at; }  ///< of the path, from 0
    [[nodiscard]] const LessonStep& step() const { return stepAt(m_at); }
    [[nodiscard]] const LessonStep& stepAt(int position) const;
    void goTo(int position);
    /// The step's plan as it was at first, and nothing answered.
    void startStepAgain();
    void startAgain();

    /// The step's plan is there, or it is known why there is none.
    [[nodiscard]] bool isReady() const { return now().state.has_value() || now().problem.has_value(); }
    /// Why the step has no plan.
    [[nodiscard]] const std::optional<Error>& problem() const { return now().problem; }
    /// The document shows the step's plan, and not one of the user's.
    [[nodiscard]] bool isShown() const;
    void showPlan();

    /// The language of the texts: "en", "zh_CN".
    void setLanguage(const QString& code);
    [[nodiscard]] QString title() const { return text({}, {}); }
    /// Of the step, filled with its figures; what is asked and explained, with those of the plan that it began with.
    /// `part` as in LessonTexts: "", "title", "task", "hint", "explain", "try", "notes", "QUESTION", …
    [[nodiscard]] QString stepText(const QString& part) const { return text(QString::fromStdString(step().id), part); }
    [[nodiscard]] QString titleAt(int position) const;
    [[nodiscard]] QString summary() const;

    [[nodiscard]] const TaskRecord& taskAt(int position) const { return m_visits[at(position)].task; }
    [[nodiscard]] const TaskRecord& task() const { return now().task; }
    /// Returns true while the shown plan is one that a task asks to change.
    [[nodiscard]] bool hasOpenTask() const { return isShown() && step().task && !task().done; }
    void showHint();
    /// Makes the edits that fulfil the condition, as one that can be undone.
    void showSolution();

    [[nodiscard]] const QuestionRecord& question(int index) const { return questionAt(m_at, index); }
    [[nodiscard]] const QuestionRecord& questionAt(int position, int index) const;
    /// Whether it is right. A number is, within the question's tolerance.
    bool answer(int index, const LessonAnswer& answer);
    /// The answer is known from now on.
    void showAnswer(int index);
    [[nodiscard]] std::optional<LessonAnswer> rightAnswer(int index) const;

    /// Nothing is left to do or to answer in the step.
    [[nodiscard]] bool isComplete(int position) const;
    /// Lessons of which every step was complete, by name, also those of earlier starts of the program.
    [[nodiscard]] const QStringList& completed() const { return m_completed; }
    void setCompleted(const QStringList& names) { m_completed = names; }

Q_SIGNALS:
    void failed(const pgram::Error& error);
    /// Another lesson, or none.
    void lessonChanged();
    /// Another step, its plan came, or it began again.
    void stepChanged();
    /// What was done, answered or asked for in the step.
    void recordChanged();
    /// Every step of the lesson is complete, for the first time.
    void lessonCompleted();
    /// The task's condition holds, for the first time.
    void taskDone();
    /// Of the texts: after the window's own.
    void languageChanged();
    /// isShown(), or the figures in the texts.
    void planChanged();

private:
    struct Visit {
        std::optional<LessonState> state;
        std::optional<LessonState> solved;  ///< when the condition held last
        std::unique_ptr<PlanDocument> plan;
        std::optional<Error> problem;
        TaskRecord task;
        std::vector<QuestionRecord> questions;
    };
    [[nodiscard]] const Visit& now() const { return m_visits[at(m_at)]; }
    [[nodiscard]] Visit& now() { return m_visits[at(m_at)]; }
    [[nodiscard]] QString text(const QString& step, const QString& part) const;
    [[nodiscard]] LessonState atStart(const Visit& visit) const;
    [[nodiscard]] bool showsAnyStep() const;
    void begin();
    void prepare();
    void take(int position, Result<LessonState> state);
    void followPlan(int position);
    void noteCompleted();

    const ScenarioModel* m_presets;
    Session* m_session;
    QString m_language = QStringLiteral("en");
    std::vector<LessonEntry> m_lessons;
    QStringList m_completed;
    std::shared_ptr<const Lesson> m_lesson;
    std::vector<int> m_path;
    std::vector<Visit> m_visits;  ///< in the order of the path
    int m_at = 0;
    bool m_isTurning = false;  ///< the plan of another step is being shown, which stepChanged() will say
    int m_before = -1;         ///< the row of the session that was shown before the lesson
    Worker m_worker{Priority::Immediate};
};

}  // namespace pgram
