// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever comes from a file into the window, by dialog, by drop or by name: plans, scenarios, models, clusters,
// lessons and files of other programs; which it is, is told by what stands in it. GUI thread only.
#pragma once

#include "core/exchange/format.h"
#include "widgets/document/session.h"
#include "widgets/shell/files/foreign_files.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/work/measured_run.h"
#include "widgets/work/study_file.h"

#include <QObject>
#include <QString>

#include <functional>

namespace pgram {

class ScenarioModel;

enum class FileKind {
    Plan,  ///< or a file of ours that is damaged: reading it as a plan says what is wrong with it
    Scenario,
    Model,
    Cluster,
    Lesson,
    Study,    ///< or the results of one
    Trace,    ///< measured run
    Foreign,  ///< of another program
    Folder,   ///< another one
    Unknown,  ///< a file that nothing here reads
};

struct KnownFile {
    FileKind kind = FileKind::Plan;
    const Format* format = nullptr;  ///< of a foreign one
};

[[nodiscard]] KnownFile knownFile(const QString& path);

class ScenarioModel;

class Opener : public QObject {
    Q_OBJECT
public:
    /// All outlive it; dialogs stand before `window`.
    Opener(PlanFiles* plans, ScenarioModel* scenario, StudyFile* results, MeasuredRun* measured, ForeignFiles* foreign,
           MessageBar* messages, QWidget* window);

    /// A file, or a folder of Galvatron's profiles. False, with a message, when it is nothing that can be opened, or
    /// when the program runs out of memory over it or makes a mistake: no file takes the unsaved work with it.
    bool open(const QString& path);
    /// Opens the files one after another, those about a machine as one cluster. One try: what was said of the last one
    /// goes.
    void openAll(const QStringList& files);
    /// Opens a plan from its text. Returns false, with a message, if the text is not a plan.
    bool openText(const QString& text);
    /// What a dialog is answered with.
    void openAsked();
    /// Of a preset, or of a file.
    bool openScenario(const QString& nameOrFile);

Q_SIGNALS:
    /// A scenario was opened.
    void planWanted();
    /// A plan was opened, and is shown.
    void planOpened();
    void lessonWanted(const QString& file);
    /// The results of a study were opened.
    void studyOpened();
    /// A trace is being read.
    void traceOpened();

private:
    /// Returns the result of `act`; posts a message and returns false if it throws.
    bool guarded(const QString& path, const std::function<bool()>& act);
    bool openByKind(const QString& path);
    bool openPlan(const QString& file);
    bool openModel(const QString& file);
    bool openCluster(const QString& file);
    bool openStudy(const QString& file);
    bool openTrace(const QString& file);

    PlanFiles* m_plans;
    ScenarioModel* m_scenario;
    StudyFile* m_results;
    MeasuredRun* m_measured;
    ForeignFiles* m_foreign;
    MessageBar* m_messages;
    QWidget* m_window;
};

}  // namespace pgram
