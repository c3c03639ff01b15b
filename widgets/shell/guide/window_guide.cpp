// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/window_guide.h"

#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/shell/actions/action_finder.h"
#include "widgets/shell/actions/shortcut_sheet.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/guide/help_window.h"

#include <QMenuBar>
#include <QMessageBox>

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
    : QObject(window), m_of(subject), m_window(window), m_finder(new ActionFinder(window))
{}

std::vector<FinderEntry> WindowGuide::menuActions() const
{
    return menuEntries(m_window->menuBar()->actions(),
                       [this](const QAction* action) { return m_of.actions->whyDisabled(action); });
}

void WindowGuide::findAction()
{
    std::vector<FinderEntry> entries = menuActions();
    for (auto& more : {planEntries(&m_of.bench->session), viewEntries(m_of.views->current()),
                       scenarioEntries(m_of.scenario), presetEntries(m_of.scenario->model())}) {
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

void WindowGuide::showHelp(const QString& page)
{
    if (m_help == nullptr) {
        m_help = new HelpWindow(&m_of.bench->fidelity, m_of.language, m_window);
    }
    m_help->showPage(page);
    bringUp(m_help);
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
