// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/lesson/step_page.h"

#include "widgets/docks/lesson/lesson_drawing.h"
#include "widgets/docks/lesson/question_box.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/on_change.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace pgram {

TaskBox::TaskBox(LessonRun* run, QWidget* parent)
    : LessonBox(parent),
      m_run(run),
      m_text(new MarkdownLabel(QStringLiteral("taskText"))),
      m_hint(new MarkdownLabel(QStringLiteral("taskHintText"))),
      m_explain(new MarkdownLabel(QStringLiteral("taskExplain"))),
      m_showHint(new QPushButton),
      m_showSolution(new QPushButton)
{
    setObjectName(QStringLiteral("lessonTask"));
    m_showHint->setObjectName(QStringLiteral("taskHint"));
    m_showSolution->setObjectName(QStringLiteral("taskSolution"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_showHint);
    buttons->addWidget(m_showSolution);
    buttons->addStretch(1);
    column()->addWidget(m_text);
    column()->addWidget(m_hint);
    column()->addLayout(buttons);
    column()->addWidget(m_explain);
    connect(m_showHint, &QPushButton::clicked, m_run, &LessonRun::showHint);
    connect(m_showSolution, &QPushButton::clicked, m_run, &LessonRun::showSolution);
}

void TaskBox::refresh()
{
    const bool has = m_run->isReady() && m_run->step().task && !m_run->problem();
    setVisible(has);
    if (!has) {
        return;
    }
    const TaskRecord& record = m_run->task();
    setTone(record.done ? Tone::Good : Tone::Note);
    setCaption(record.shown ? tr("To do · solution shown") : record.done ? tr("To do · done") : tr("To do"));
    m_text->setMarkdown(m_run->stepText(QStringLiteral("task")));
    m_hint->setMarkdown(record.hinted ? m_run->stepText(QStringLiteral("hint")) : QString());
    m_explain->setMarkdown(record.done ? m_run->stepText(QStringLiteral("explain")) : QString());
    m_showHint->setText(tr("Hint"));
    m_showSolution->setText(tr("Do It for Me"));
    m_showSolution->setToolTip(tr("Edits the plan so that the task is fulfilled; Undo takes it back"));
    m_showHint->setVisible(!record.hinted && !record.done);
    m_showSolution->setVisible(record.hinted && !record.done && !m_run->step().task->solution.empty());
}

StepPage::StepPage(LessonRun* run, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_column(new QVBoxLayout(this)),
      m_title(new TitleLabel(this)),
      m_aside(new LessonBox),
      m_asideText(new MarkdownLabel),
      m_back(new QPushButton),
      m_broken(new LessonBox),
      m_brokenText(new MarkdownLabel),
      m_text(new MarkdownLabel(QStringLiteral("lessonText"))),
      m_drawing(new DrawingLabel),
      m_point(new QPushButton),
      m_task(new TaskBox(run)),
      m_questionArea(new QWidget),
      m_questionColumn(new QVBoxLayout(m_questionArea)),
      m_try(new LessonBox),
      m_tryText(new MarkdownLabel(QStringLiteral("lessonTry")))
{
    m_column->setContentsMargins(10, 6, 10, 10);
    m_column->setSpacing(10);
    m_questionColumn->setContentsMargins(0, 0, 0, 0);
    m_questionColumn->setSpacing(10);
    m_title->setObjectName(QStringLiteral("stepTitle"));
    m_aside->setObjectName(QStringLiteral("lessonAside"));
    m_back->setObjectName(QStringLiteral("lessonPlan"));
    m_point->setObjectName(QStringLiteral("lessonPoint"));
    m_broken->setObjectName(QStringLiteral("lessonBroken"));
    m_aside->column()->addWidget(m_asideText);
    m_aside->column()->addWidget(m_back, 0, Qt::AlignLeft);
    m_broken->column()->addWidget(m_brokenText);
    m_try->column()->addWidget(m_tryText);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_aside, m_title, m_broken, m_text, m_drawing}) {
        m_column->addWidget(widget);
    }
    m_column->addWidget(m_point, 0, Qt::AlignLeft);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_task, m_questionArea, m_try}) {
        m_column->addWidget(widget);
    }
    m_column->addStretch(1);
    connect(m_back, &QPushButton::clicked, m_run, &LessonRun::showPlan);
    connect(m_point, &QPushButton::clicked, this, &StepPage::pointWanted);
    inEveryLanguage(this, [this] {
        if (m_run->isOpen()) {
            refresh();
        }
    });
}

void StepPage::rebuild()
{
    qDeleteAll(m_questions);
    m_questions.clear();
    const bool works = m_run->isOpen() && m_run->isReady() && !m_run->problem();
    const auto count = works ? static_cast<int>(m_run->step().questions.size()) : 0;
    for (int i = 0; i < count; ++i) {
        m_questions.push_back(new QuestionBox(m_run, i));
        m_questionColumn->addWidget(m_questions.back());
    }
    m_questionArea->setVisible(count > 0);
    if (m_run->isOpen()) {
        refresh();
    }
}

void StepPage::refresh()
{
    const bool works = m_run->isReady() && !m_run->problem();
    m_title->setText(m_run->stepText(QStringLiteral("title")));
    m_aside->setCaption(tr("Your own plan is shown"));
    m_aside->setTone(Tone::Warning);
    m_asideText->setMarkdown(tr("The lesson goes on with its own."));
    m_back->setText(tr("Show the Lesson's Plan"));
    m_aside->setVisible(works && !m_run->isShown());
    m_broken->setCaption(tr("This step cannot be shown"));
    m_broken->setTone(Tone::Bad);
    m_broken->setVisible(m_run->problem().has_value());
    if (const auto& problem = m_run->problem()) {
        m_brokenText->setMarkdown(errorText(*problem).toHtmlEscaped());
    }
    m_text->setMarkdown(!m_run->isReady() ? tr("Planning…") : m_run->problem() ? QString() : m_run->stepText({}));
    m_drawing->setDrawing(works ? m_run->step().drawing : std::string());
    m_point->setText(tr("Show Where"));
    m_point->setToolTip(tr("Points at what the text speaks of"));
    m_point->setVisible(works && !m_run->step().view.empty());
    m_task->refresh();
    for (QuestionBox* question : m_questions) {
        question->refresh();
    }
    const QString further = works ? m_run->stepText(QStringLiteral("try")) : QString();
    m_try->setCaption(tr("Try further"));
    m_try->setVisible(!further.isEmpty());
    m_tryText->setMarkdown(further);
}

}  // namespace pgram
