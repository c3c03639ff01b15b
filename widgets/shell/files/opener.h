// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever comes from a file into the window, by dialog, by drop or by name: plans, scenarios, models, clusters and
// files of other programs. GUI thread only.
#pragma once

#include "widgets/shell/files/foreign_files.h"
#include "widgets/shell/files/plan_files.h"

#include <QObject>

namespace pgram {

class ScenarioModel;

class Opener : public QObject {
    Q_OBJECT
public:
    /// All outlive it; dialogs stand before `window`.
    Opener(PlanFiles* plans, ScenarioModel* scenario, ForeignFiles* foreign, MessageBar* messages, QWidget* window);

    /// A file, or a folder of Galvatron's profiles. False, with a message, when it is nothing that can be opened, or
    /// when the program runs out of memory over it or makes a mistake: no file takes the unsaved work with it.
    bool open(const QString& path);
    /// One try: what was said of the last one goes.
    void openAll(const QStringList& files);
    /// What a dialog is answered with.
    void openAsked();
    /// Of a preset, or of a file.
    bool openScenario(const QString& nameOrFile);

Q_SIGNALS:
    /// A scenario was opened.
    void planWanted();
    /// A plan was opened, and is shown.
    void planOpened();

private:
    bool openByKind(const QString& path);
    bool openPlan(const QString& file);
    bool openModel(const QString& file);
    bool openCluster(const QString& file);

    PlanFiles* m_plans;
    ScenarioModel* m_scenario;
    ForeignFiles* m_foreign;
    MessageBar* m_messages;
    QWidget* m_window;
};

}  // namespace pgram
