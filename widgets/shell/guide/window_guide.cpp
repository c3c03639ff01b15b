// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/window_guide.h"

#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/shell/actions/action_finder.h"
#include "widgets/shell/actions/shortcut_sheet.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/guide/focus_topic.h"
#include "widgets/shell/guide/help_pictures.h"
#include "widgets/shell/guide/help_window.h"
#include "widgets/shell/guide/help_words.h"
#include "widgets/shell/settings/settings.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QToolTip>

namespace pgram {

namespace {

void bringUp(QWidget* window)
{
    window->show();
    window->raise();
    window->activateWindow();
}

}  // namespace

WindowGuide::WindowGuide(const GuideSubject& subject, QMainWindow* window)
    : QObject(window),
      m_of(subject),
      m_window(window),
      m_finder(new ActionFinder(window)),
      m_pictures(new HelpPictures(subject.bench, this))
{
    qApp->installEventFilter(this);
}

std::vector<FinderEntry> WindowGuide::menuActions() const
{
    return menuEntries(m_window->menuBar()->actions(),
                       [this](const QAction* action) { return m_of.actions->whyDisabled(action); });
}

void WindowGuide::findAction()
{
    std::vector<FinderEntry> entries = menuActions();
    for (auto& more : {planEntries(&m_of.bench->session), viewEntries(m_of.views->current()),
                       scenarioEntries(m_of.scenario), presetEntries(m_of.scenario->model()), pageEntries()}) {
        entries.insert(entries.end(), more.begin(), more.end());
    }
    m_finder->open(std::move(entries));
}

void WindowGuide::showShortcuts()
{
    if (m_shortcuts == nullptr) {
        m_shortcuts = new ShortcutSheet([this] { return shortcutLines(menuActions(), m_of.views->views()); }, m_window);
    }
    m_shortcuts->refresh();
    bringUp(m_shortcuts);
}

std::vector<FinderEntry> WindowGuide::pageEntries()
{
    std::vector<FinderEntry> entries;
    for (const HelpEntry& entry : helpEntries(m_of.language->current())) {
        entries.push_back({.title = entry.title,
                           .path = entry.page.isEmpty() ? tr("Help") : tr("Help ▸ %1").arg(entry.page),
                           .run = [this, place = entry.place] { showPlace(place); }});
    }
    return entries;
}

HelpWindow* WindowGuide::makeHelp(QWidget* parent) const
{
    const auto words = [this](const QString& kind, const QString& name) {
        return helpWords(*m_of.actions, m_of.views->views(), kind, name);
    };
    const auto picture = [this](const QString& view, const QSize& size, qreal ratio) {
        return m_pictures->picture(view, size, ratio);
    };
    auto* help = new HelpWindow(&m_of.bench->fidelity, m_of.language, {nullptr, words, picture}, parent);
    connect(m_pictures, &HelpPictures::changed, help, &HelpWindow::follow);
    return help;
}

/// A dialog that waits for an answer lets no other window be used but its own.
void WindowGuide::showPlace(const HelpPlace& place)
{
    QWidget* modal = QApplication::activeModalWidget();
    HelpWindow* help = modal != nullptr ? modal->findChild<HelpWindow*>() : m_help;
    if (help == nullptr) {
        help = makeHelp(modal != nullptr ? modal : m_window);
        m_help = modal != nullptr ? m_help : help;
    }
    help->showPlace(place);
    bringUp(help);
}

void WindowGuide::showHelpHere()
{
    QWidget* pointed = QToolTip::isVisible() ? QApplication::widgetAt(QCursor::pos()) : nullptr;
    if (pointed != nullptr) {
        showPlace(placeOf(topicsOf(pointed, QCursor::pos())));
    } else {
        showPlace(placeOf(topicsOf(QApplication::focusWidget())));
    }
}

bool WindowGuide::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::HelpContents)) {
        return QObject::eventFilter(watched, event);
    }
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget->window() == m_window || qobject_cast<HelpWindow*>(widget->window()) != nullptr) {
        return false;
    }
    const HelpPlace place = placeOf(topicsOf(widget));
    if (QWidget* popup = QApplication::activePopupWidget()) {
        popup->close();  // It would keep the keyboard.
    }
    showPlace(place);
    return true;
}

void WindowGuide::showAbout()
{
    QMessageBox::about(m_window, tr("About Parallelogram"),
                       tr("<h3>Parallelogram %1</h3><p>Explorer of hybrid-parallel training strategies. Its planner "
                          "follows Galvatron-BMW (arXiv 2307.02031).</p><p>Free software under the GNU General Public "
                          "License, version 3 or later.</p>")
                           .arg(QStringLiteral(PARALLELOGRAM_VERSION)));
}

}  // namespace pgram
