// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/teach/notes_window.h"

#include "widgets/docks/lesson/lesson_parts.h"
#include "widgets/docks/lesson/question_box.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/on_change.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace pgram {

NotesWindow::NotesWindow(LessonRun* run, QWidget* parent)
    : QDialog(parent),
      m_run(run),
      m_title(new TitleLabel(this)),
      m_notes(new MarkdownLabel(QStringLiteral("speakerNotes"))),
      m_task(new MarkdownLabel),
      m_answers(new MarkdownLabel(QStringLiteral("speakerAnswers"))),
      m_next(new MarkdownLabel),
      m_showAnswers(new QPushButton),
      m_back(new QPushButton),
      m_forth(new QPushButton)
{
    setObjectName(QStringLiteral("notesWindow"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setSpacing(10);
    for (QWidget* each : std::initializer_list<QWidget*>{m_title, m_notes, m_task, m_answers, m_next}) {
        column->addWidget(each);
    }
    column->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(10, 6, 10, 10);
    m_showAnswers->setObjectName(QStringLiteral("speakerShowAnswers"));
    buttons->addWidget(m_showAnswers);
    buttons->addStretch(1);
    buttons->addWidget(m_back);
    buttons->addWidget(m_forth);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(new FittingScroll(content), 1);
    whole->addLayout(buttons);
    resize(480, 420);
    connect(m_back, &QPushButton::clicked, this, [this] { m_run->goTo(m_run->position() - 1); });
    connect(m_forth, &QPushButton::clicked, this, [this] { m_run->goTo(m_run->position() + 1); });
    connect(m_showAnswers, &QPushButton::clicked, this, [this] { m_answers->setMarkdown(answers()); });
    for (const auto signal : {&LessonRun::lessonChanged, &LessonRun::stepChanged, &LessonRun::languageChanged}) {
        connect(m_run, signal, this, &NotesWindow::refresh);
    }
    inEveryLanguage(this, [this] { refresh(); });
}

QString NotesWindow::answers() const
{
    const QString hint = m_run->stepText(QStringLiteral("hint"));
    QString text = hint.isEmpty() ? QString() : tr("**Hint:** %1").arg(hint) + QStringLiteral("\n\n");
    for (int i = 0; i < static_cast<int>(m_run->step().questions.size()); ++i) {
        const QString question = QString::fromStdString(m_run->step().questions[static_cast<std::size_t>(i)].id);
        text += QStringLiteral("- %1 **%2**\n").arg(m_run->stepText(question).simplified(), answerText(*m_run, i));
    }
    return text;
}

void NotesWindow::refresh()
{
    setWindowTitle(tr("Speaker's Notes"));
    m_back->setText(tr("Back"));
    m_forth->setText(tr("Next"));
    if (!m_run->isOpen()) {
        return;
    }
    const int at = m_run->position();
    const int all = m_run->stepCount();
    m_title->setText(QStringLiteral("%1 / %2  %3").arg(at + 1).arg(all).arg(m_run->titleAt(at)));
    m_notes->setMarkdown(m_run->stepText(QStringLiteral("notes")));
    const QString task = m_run->stepText(QStringLiteral("task"));
    m_task->setMarkdown(task.isEmpty() ? QString() : tr("**To do:** %1").arg(task));
    m_answers->setMarkdown({});
    m_showAnswers->setText(tr("Show Answers"));
    m_showAnswers->setEnabled(m_run->isReady() && !m_run->problem());
    m_next->setMarkdown(at + 1 < all ? tr("**Then:** %1").arg(m_run->titleAt(at + 1)) : tr("This is the last step."));
    m_back->setEnabled(at > 0);
    m_forth->setEnabled(at + 1 < all);
}

}  // namespace pgram
