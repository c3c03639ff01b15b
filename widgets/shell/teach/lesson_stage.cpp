// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/teach/lesson_stage.h"

#include "widgets/docks/lesson/lesson_panel.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/teach/notes_window.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

/// A screen that does not show the window; null with one screen.
const QScreen* otherScreen(const QWidget* window)
{
    const QList<QScreen*> screens = QGuiApplication::screens();
    const auto found =
        std::ranges::find_if(screens, [window](const QScreen* each) { return each != window->screen(); });
    return found == screens.end() ? nullptr : *found;
}

}  // namespace

LessonStage::LessonStage(LessonRun* run, StageHands hands)
    : QObject(hands.window), m_run(run), m_hands(std::move(hands))
{
    connect(m_run, &LessonRun::failed, this, [this](const Error& error) { m_hands.messages->post(error); });
    connect(m_run, &LessonRun::lessonChanged, this, &LessonStage::followLesson);
    connect(m_run, &LessonRun::stepChanged, this, &LessonStage::followStep);
    // An edit is work: what it changes must be seen.
    connect(m_run, &LessonRun::planChanged, m_spotlight.get(), &Spotlight::lift);
    connect(panelOf<LessonPanel>(m_hands.docks->docks()), &LessonPanel::pointWanted, this, &LessonStage::point);
    for (const char* name : {"lesson", "inspector"}) {
        // Later: the layout is still at work on them.
        connect(m_hands.window->findChild<QDockWidget*>(QLatin1StringView(name)), &QDockWidget::visibilityChanged, this,
                &LessonStage::keepBothInSight, Qt::QueuedConnection);
    }
    for (const int by : {1, -1}) {
        auto* shortcut = new QShortcut(by > 0 ? Qt::Key_PageDown : Qt::Key_PageUp, m_hands.window);
        shortcut->setContext(Qt::ApplicationShortcut);
        shortcut->setEnabled(false);
        connect(shortcut, &QShortcut::activated, this, [this, by] { m_run->goTo(m_run->position() + by); });
        m_keys.push_back(shortcut);
    }
}

LessonStage::~LessonStage()
{
    delete m_spotlight;
}

void LessonStage::showDock()
{
    auto* dock = m_hands.window->findChild<QDockWidget*>(QStringLiteral("lesson"));
    dock->show();
    dock->raise();
    if (dock->focusWidget() != nullptr) {
        dock->focusWidget()->setFocus();
    } else {
        dock->widget()->setFocus();
    }
}

void LessonStage::open(const QString& nameOrFile)
{
    m_run->open(nameOrFile);
}

void LessonStage::followLesson()
{
    m_spotlight->drop();
    if (m_run->isOpen() && !std::exchange(m_isOpen, true)) {
        m_layoutBefore = m_hands.layout();
        m_viewBefore = m_hands.views->current()->viewName();
        m_hands.useLayout(LayoutName::Teach);
        m_hands.messages->dismiss(Tone::Bad);  // messages of other work
        m_hands.messages->dismiss(Tone::Warning);
        showBothDocks();
        showDock();
    } else if (!m_run->isOpen() && std::exchange(m_isOpen, false)) {
        endPresenting();
        m_hands.useLayout(m_layoutBefore);
        m_hands.views->setCurrent(m_viewBefore);
        if (m_notes) {
            m_notes->hide();
        }
    }
    Q_EMIT changed();
}

/// A task is read in the lesson and done in the Inspector: neither stays behind the other. If the window is too narrow
/// for two sides, the Inspector goes below the lesson.
void LessonStage::keepBothInSight()
{
    auto* lesson = m_hands.window->findChild<QDockWidget*>(QStringLiteral("lesson"));
    auto* inspector = m_hands.window->findChild<QDockWidget*>(QStringLiteral("inspector"));
    if (m_isOpen && m_hands.window->tabifiedDockWidgets(lesson).contains(inspector)) {
        m_hands.window->addDockWidget(m_hands.window->dockWidgetArea(lesson), inspector, Qt::Vertical);
        lesson->raise();
    }
}

/// Shows the lesson and the Inspector from their top.
void LessonStage::showBothDocks()
{
    for (const char* name : {"lesson", "inspector"}) {
        auto* dock = m_hands.window->findChild<QDockWidget*>(QLatin1StringView(name));
        dock->show();
        dock->raise();
        for (const auto* area : dock->findChildren<QScrollArea*>()) {
            area->verticalScrollBar()->setValue(0);
        }
    }
    keepBothInSight();
}

/// On a projector the Inspector takes room from the picture: a task alone needs it.
void LessonStage::showInspector()
{
    auto* inspector = m_hands.window->findChild<QDockWidget*>(QStringLiteral("inspector"));
    if (m_run->isOpen()) {
        inspector->setVisible(!m_presenting || m_run->step().task.has_value());
    }
}

View* LessonStage::stepView() const
{
    const std::vector<View*>& views = m_hands.views->views();
    const auto found = std::ranges::find_if(views, [this](const View* view) {
        return m_run->isOpen() && view->viewName().toStdString() == m_run->step().view;
    });
    return found == views.end() ? nullptr : *found;
}

void LessonStage::followStep()
{
    m_spotlight->drop();
    if (View* view = stepView(); view != nullptr && m_run->isReady() && !m_run->problem()) {
        const LessonStep& step = m_run->step();
        m_hands.views->setCurrent(view);
        view->showPageNamed(QString::fromStdString(step.page));
        if (!step.place.kind.empty() && step.place.kind != "view") {
            m_spotlight->pointAt(view, step.place);
        }
    }
    if (m_presenting) {
        showInspector();
    }
    Q_EMIT changed();
}

void LessonStage::point()
{
    View* view = stepView();
    if (view == nullptr || !m_run->isReady() || m_run->problem()) {
        return;
    }
    if (m_spotlight->isVeiled()) {
        m_spotlight->lift();
        return;
    }
    m_run->showPlan();
    m_hands.views->setCurrent(view);
    view->showPageNamed(QString::fromStdString(m_run->step().page));
    m_spotlight->pointAt(view, m_run->step().place);
}

void LessonStage::present()
{
    if (m_presenting || !m_run->isOpen()) {
        return;
    }
    m_presenting = true;
    if (m_notes && otherScreen(m_hands.window) == nullptr) {
        m_notes->hide();
    }
    m_wasFullScreen = m_hands.isFullScreen();
    m_hands.useLayout(LayoutName::Teach);
    if (!m_wasFullScreen) {
        m_hands.toggleFullScreen();
    }
    showInspector();
    for (QShortcut* key : m_keys) {
        key->setEnabled(true);
    }
    if (otherScreen(m_hands.window) != nullptr) {
        showNotes();
    }
    m_hands.window->activateWindow();
    Q_EMIT changed();
}

void LessonStage::endPresenting()
{
    if (!std::exchange(m_presenting, false)) {
        return;
    }
    for (QShortcut* key : m_keys) {
        key->setEnabled(false);
    }
    if (!m_wasFullScreen && m_hands.isFullScreen()) {
        m_hands.toggleFullScreen();
    }
    if (m_notes) {
        m_notes->hide();
    }
    showInspector();
    Q_EMIT changed();
}

bool LessonStage::showNotes()
{
    const QScreen* other = otherScreen(m_hands.window);
    if (m_presenting && other == nullptr) {
        return false;
    }
    if (m_notes == nullptr) {
        m_notes = new NotesWindow(m_run, m_hands.window);
        connect(m_notes, &QDialog::rejected, this, &LessonStage::endPresenting);  // Escape
    }
    m_notes->show();
    m_notes->raise();
    if (m_presenting) {
        m_notes->move(other->availableGeometry().topLeft());
    }
    return true;
}

}  // namespace pgram
