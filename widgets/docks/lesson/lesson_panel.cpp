// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/lesson/lesson_panel.h"

#include "widgets/docks/lesson/step_page.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"

#include <QGridLayout>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace pgram {

CoursePage::CoursePage(LessonRun* run, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_title(new TitleLabel(this)),
      m_text(new QLabel),
      m_list(new QListWidget),
      m_open(new QPushButton)
{
    m_list->setObjectName(QStringLiteral("course"));
    setFocusProxy(m_list);
    m_list->setWordWrap(true);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(2);
    m_open->setObjectName(QStringLiteral("openLesson"));
    m_text->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 10);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_list, 1);
    column->addWidget(m_open, 0, Qt::AlignLeft);
    connect(m_open, &QPushButton::clicked, this, &CoursePage::openChosen);
    connect(m_list, &QListWidget::itemActivated, this, &CoursePage::openChosen);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) { m_open->setEnabled(row >= 0); });
    connect(m_run, &LessonRun::languageChanged, this, &CoursePage::retranslate);
    inEveryLanguage(this, [this] { retranslate(); });
}

void CoursePage::showEvent(QShowEvent* event)
{
    refresh();
    QWidget::showEvent(event);
}

/// Read when it is first seen: a start of the program does not wait for the lessons.
void CoursePage::refresh()
{
    const int chosen = std::max(0, m_list->currentRow());
    m_list->clear();
    int number = 0;
    for (const LessonEntry& entry : m_run->lessons()) {
        auto* item = new QListWidgetItem(m_list);
        item->setData(Qt::UserRole, QString::fromStdString(entry.name));
        item->setText(rowText(entry, ++number));
        if (!entry.problem.isEmpty()) {
            item->setFlags(Qt::NoItemFlags);
        }
    }
    m_list->setCurrentRow(std::min(chosen, m_list->count() - 1));
    m_isFilled = true;
}

QString CoursePage::rowText(const LessonEntry& entry, int number) const
{
    const QString title = m_run->titleOf(entry);
    if (!entry.problem.isEmpty()) {
        return QStringLiteral("%1\n%2").arg(title, entry.problem);
    }
    const bool done = m_run->completed().contains(QString::fromStdString(entry.name));
    const QString size = (done ? tr("✓ done: %1 steps, about %2 minutes") : tr("%1 steps, about %2 minutes"))
                             .arg(entry.steps)
                             .arg(entry.minutes);
    return (entry.isCourse ? tr("Course: %1").arg(title) : QStringLiteral("%1. %2").arg(number).arg(title)) +
           QLatin1Char('\n') + size;
}

void CoursePage::openChosen()
{
    if (const QListWidgetItem* item = m_list->currentItem()) {
        m_run->open(item->data(Qt::UserRole).toString());
    }
}

void CoursePage::retranslate()
{
    m_title->setText(tr("Lessons and courses"));
    m_text->setText(
        tr("Each lesson has plans of its own, which you change; your plans stay as they are. A course takes pages of "
           "several lessons."));
    m_open->setText(tr("Start"));
    m_list->setAccessibleName(tr("Lessons"));
    if (m_isFilled) {
        refresh();
    }
}

LessonPanel::LessonPanel(LessonRun* run, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_pages(new QStackedWidget),
      m_course(new CoursePage(run)),
      m_name(new ElidedLabel),
      m_progress(new QLabel),
      m_bar(new QProgressBar),
      m_step(new StepPage(run)),
      m_leave(new QPushButton),
      m_again(new QPushButton),
      m_back(new QPushButton),
      m_next(new QPushButton)
{
    setObjectName(QStringLiteral("lessonPanel"));
    m_pages->addWidget(m_course);
    m_pages->addWidget(makeLessonPage());
    setFocusProxy(m_course);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_pages);
    connect(m_leave, &QPushButton::clicked, m_run, &LessonRun::leave);
    connect(m_again, &QPushButton::clicked, m_run, &LessonRun::startStepAgain);
    connect(m_back, &QPushButton::clicked, this, [this] { m_run->goTo(m_run->position() - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        const bool isLast = m_run->position() + 1 == m_run->stepCount();
        isLast ? m_run->leave() : m_run->goTo(m_run->position() + 1);
    });
    connect(m_step, &StepPage::pointWanted, this, &LessonPanel::pointWanted);
    connect(m_run, &LessonRun::lessonChanged, this, &LessonPanel::follow);
    connect(m_run, &LessonRun::stepChanged, this, &LessonPanel::followStep);
    for (const auto signal : {&LessonRun::recordChanged, &LessonRun::planChanged, &LessonRun::languageChanged}) {
        connect(m_run, signal, this, &LessonPanel::refresh);
    }
    connect(m_run, &LessonRun::taskDone, this, [this] { speak(this, tr("The task is done.")); });
    inEveryLanguage(this, [this] { retranslate(); });
}

QWidget* LessonPanel::makeLessonPage()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QGridLayout;
    head->setContentsMargins(10, 6, 10, 6);
    m_leave->setObjectName(QStringLiteral("leaveLesson"));
    m_name->setObjectName(QStringLiteral("lessonName"));
    m_progress->setObjectName(QStringLiteral("lessonProgress"));
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(6);
    head->addWidget(m_name, 0, 0);
    head->addWidget(m_leave, 0, 1);
    head->addWidget(m_progress, 1, 0, 1, 2);
    head->addWidget(m_bar, 2, 0, 1, 2);
    head->setColumnStretch(0, 1);
    column->addLayout(head);
    m_scroll = new FittingScroll(m_step);
    column->addWidget(m_scroll, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(10, 6, 10, 8);
    m_again->setObjectName(QStringLiteral("stepAgain"));
    m_back->setObjectName(QStringLiteral("stepBack"));
    m_next->setObjectName(QStringLiteral("stepNext"));
    foot->addWidget(m_again);
    foot->addStretch(1);
    foot->addWidget(m_back);
    foot->addWidget(m_next);
    column->addLayout(foot);
    return page;
}

void LessonPanel::follow()
{
    m_position = -1;
    m_pages->setCurrentIndex(m_run->isOpen() ? 1 : 0);
    setFocusProxy(m_run->isOpen() ? static_cast<QWidget*>(m_next) : m_course);
    if (!m_run->isOpen()) {
        m_step->rebuild();
    }
}

void LessonPanel::followStep()
{
    m_step->rebuild();
    if (m_run->position() != m_position) {
        m_position = m_run->position();
        m_scroll->verticalScrollBar()->setValue(0);
        speak(this, QStringLiteral("%1. %2").arg(m_progress->text(), m_run->stepText(QStringLiteral("title"))));
    }
    refresh();
}

void LessonPanel::refresh()
{
    if (!m_run->isOpen()) {
        return;
    }
    const int at = m_run->position();
    const int all = m_run->stepCount();
    int complete = 0;
    for (int i = 0; i < all; ++i) {
        complete += m_run->isComplete(i) ? 1 : 0;
    }
    m_name->setText(m_run->title());
    m_progress->setText(tr("Step %1 of %2 · %3 complete").arg(at + 1).arg(all).arg(complete));
    m_bar->setRange(0, all);
    m_bar->setValue(at + 1);
    m_bar->setAccessibleName(m_progress->text());
    m_back->setEnabled(at > 0);
    m_next->setText(at + 1 == all ? tr("Finish") : tr("Next"));
    m_step->refresh();
}

void LessonPanel::retranslate()
{
    m_leave->setText(tr("All Lessons"));
    m_leave->setToolTip(tr("Leaves the lesson; your own plan is shown again"));
    m_again->setText(tr("Start Again"));
    m_again->setToolTip(tr("The plan of this step as it was at first, and nothing answered"));
    m_back->setText(tr("Back"));
    refresh();
}

}  // namespace pgram
