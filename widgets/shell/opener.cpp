// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/opener.h"

#include "widgets/docks/scenario_panel.h"
#include "widgets/shell/scenario_files.h"

#include <QFileDialog>

namespace pgram {

Opener::Opener(Actions* actions, PlanFiles* plans, ScenarioPanel* scenario, QWidget* window)
    : QObject(window), m_actions(actions), m_plans(plans), m_scenario(scenario), m_window(window)
{
    connect(actions->open, &QAction::triggered, this, &Opener::openAsked);
    connect(actions->clearRecent, &QAction::triggered, plans, &PlanFiles::clearRecent);
    connect(actions->recent, &QMenu::triggered, this, [this](const QAction* action) {
        if (action->data().isValid()) {
            open(action->data().toString());
        }
    });
    connect(plans, &PlanFiles::recentChanged, this, [this] { m_actions->setRecentFiles(m_plans->recent()); });
    actions->setRecentFiles(plans->recent());
    fillScenarios();
}

bool Opener::open(const QString& file)
{
    return isScenarioFile(file) ? openScenario(file) : m_plans->open(file);
}

bool Opener::openScenario(const QString& nameOrFile)
{
    if (!m_scenario->setScenario(nameOrFile)) {
        return false;
    }
    Q_EMIT planWanted();
    return true;
}

void Opener::openAsked()
{
    const QStringList files = QFileDialog::getOpenFileNames(m_window, tr("Open"), m_plans->folder(),
                                                            tr("Plans and Scenarios (*.json);;All files (*)"));
    for (const QString& file : files) {
        open(file);
    }
}

void Opener::fillScenarios()
{
    m_actions->scenarios->clear();
    for (const PresetEntry& entry : m_scenario->store().scenarios()) {
        QAction* action = m_actions->scenarios->addAction(QString::fromStdString(entry.title));
        connect(action, &QAction::triggered, this,
                [this, name = QString::fromStdString(entry.name)] { openScenario(name); });
    }
    m_actions->scenarios->setEnabled(!m_actions->scenarios->isEmpty());
}

}  // namespace pgram
