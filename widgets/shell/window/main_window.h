// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window: docks around the views, and the wires between them. It holds no knowledge of its own about plans.
// GUI thread only.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/shell/actions/actions.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/window_parts.h"

#include <QMainWindow>

namespace pgram {

class SettingsDialog;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// All outlive the window.
    MainWindow(Workbench* bench, Settings* settings, Language* languages);
    ~MainWindow() override;

    [[nodiscard]] Session* session() const { return &m_parts.bench->session; }
    [[nodiscard]] SelectionModel* selection() const { return &m_parts.bench->selection; }
    [[nodiscard]] ScenarioModel* scenario() const { return &m_parts.bench->scenario; }
    [[nodiscard]] StudyFile* results() const { return &m_parts.bench->results; }
    [[nodiscard]] MeasuredRun* measured() const { return &m_parts.bench->measured; }
    [[nodiscard]] InspectorPanel* inspector() const { return m_parts.inspector; }
    [[nodiscard]] PlansPanel* plans() const { return m_parts.plans; }
    [[nodiscard]] ViewArea* views() const { return m_parts.views; }
    [[nodiscard]] MessageBar* messages() const { return m_parts.messages; }
    [[nodiscard]] PlanFiles* files() const { return m_parts.files; }
    [[nodiscard]] Planning* planning() const { return m_parts.planning; }
    [[nodiscard]] LessonStage* lessons() const { return m_parts.lessons; }
    [[nodiscard]] const FidelityLibrary* fidelity() const { return &m_parts.bench->fidelity; }
    [[nodiscard]] NamedLayouts* layouts() const { return m_parts.layouts; }
    [[nodiscard]] Actions& actions() { return m_actions; }

    /// Searches a plan for what the Scenario dock says.
    void plan();
    /// Plans a sample, which goes when the first plan of the user's own comes, unless it was edited.
    void planSample();
    /// Plans, and goes on improving the plan and its bound until stopped.
    void planUntilStopped();
    /// A plan, or a scenario. False, with a message, when it is neither.
    bool openFile(const QString& file);
    /// Of a setting: "system", "light", "dark"; a code of languages() or "". What is chosen is remembered.
    void showTheme(const QString& name);
    void showLanguage(const QString& code);
    void chooseTheme(const QString& name);
    void chooseLanguage(const QString& code);
    /// As it was shown last.
    [[nodiscard]] const QString& theme() const { return m_theme; }
    [[nodiscard]] const QString& language() const { return m_language; }
    void showSettings();
    /// The start page: what this is, and the ways in.
    void showStart();
    /// Shows it if it never was: at a first start, and never again unasked.
    void welcome();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre();
    void buildDocks();
    void buildHelpers();
    void buildStart();
    void buildActions();
    void followParts();
    void connectPlanning();
    void connectAppearance();
    void restoreLayout();
    void saveLayout();
    void followPlan();
    void followRunning(bool running);
    void keepSelection();
    void followSetting(SettingId id);
    void retranslate();

    WindowParts m_parts;
    Actions m_actions{this};
    SettingsDialog* m_chooser = nullptr;  ///< made when it is first asked for
    QString m_chosen;                     ///< message on the values that were chosen last
    QString m_theme;
    QString m_language;
};

}  // namespace pgram
