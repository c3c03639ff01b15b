// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever comes from a file into the window: plans, scenarios, and the scenarios that are presets. GUI thread only.
#pragma once

#include "widgets/shell/actions.h"
#include "widgets/shell/plan_files.h"

#include <QObject>

namespace pgram {

class ScenarioPanel;

class Opener : public QObject {
    Q_OBJECT
public:
    /// All outlive it; dialogs stand before `window`.
    Opener(Actions* actions, PlanFiles* plans, ScenarioPanel* scenario, QWidget* window);

    /// False, with a message, when it is nothing that can be opened.
    bool open(const QString& file);
    /// Lists the scenarios that are presets now.
    void fillScenarios();

Q_SIGNALS:
    /// A scenario was opened.
    void planWanted();

private:
    void openAsked();
    bool openScenario(const QString& nameOrFile);

    Actions* m_actions;
    PlanFiles* m_plans;
    ScenarioPanel* m_scenario;
    QWidget* m_window;
};

}  // namespace pgram
