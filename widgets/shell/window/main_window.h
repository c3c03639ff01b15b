// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window: docks around the views, and the wires between them. It holds no knowledge of its own about plans.
// GUI thread only.
#pragma once

#include "core/plan/preset_store.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/selection.h"
#include "widgets/document/session.h"
#include "widgets/shell/actions/actions.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/window_parts.h"
#include "widgets/work/plan_runner.h"

#include <QMainWindow>

#include <memory>

namespace pgram {

class ActiveHistory;
class ForeignFiles;
class InspectorPanel;
class Language;
class SettingsDialog;
class StatusArea;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// `settings` and `language` outlive the window. `search` is what Plan runs.
    MainWindow(PresetStore store, Settings* settings, Language* language, SearchFunction search);
    ~MainWindow() override;

    [[nodiscard]] Session* session() const { return m_session; }
    [[nodiscard]] SelectionModel* selection() const { return m_selection; }
    [[nodiscard]] ScenarioModel* scenario() const { return m_scenario; }
    [[nodiscard]] InspectorPanel* inspector() const { return m_inspector; }
    [[nodiscard]] PlansPanel* plans() const { return m_plans; }
    [[nodiscard]] ViewArea* views() const { return m_views; }
    [[nodiscard]] MessageBar* messages() const { return m_messages; }
    [[nodiscard]] PlanFiles* files() const { return m_files; }
    [[nodiscard]] Planning* planning() const { return m_planning; }
    [[nodiscard]] NamedLayouts* layouts() const { return m_layouts; }
    [[nodiscard]] Actions& actions() { return *m_actions; }

    /// Searches a plan for what the Scenario dock says.
    void plan();
    /// A plan, or a scenario. False, with a message, when it is neither.
    bool openFile(const QString& file);
    /// Of a setting: "system", "light", "dark"; a code of languages() or "". What is chosen is remembered.
    void showTheme(const QString& name);
    void showLanguage(const QString& code);
    void chooseTheme(const QString& name);
    void chooseLanguage(const QString& code);
    /// As it was shown last.
    [[nodiscard]] const QString& theme() const { return m_theme; }
    [[nodiscard]] const QString& language() const { return m_shownLanguage; }
    void showSettings();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre();
    void buildDocks();
    void buildActions();
    void followParts();
    void connectPlanning();
    void connectFiles();
    void connectAppearance();
    void restoreLayout();
    void saveLayout();
    void followPlan();
    void followRunning(bool running);
    void keepSelection();
    void followSetting(SettingId id);
    void retranslate();

    Settings* m_settings;
    Language* m_language;
    Document* m_document;
    SelectionModel* m_selection;
    Session* m_session;
    ScenarioModel* m_scenario;
    TimeWindow* m_time;  ///< of all views that have a time axis
    std::unique_ptr<Actions> m_actions;
    ActiveHistory* m_histories;
    MessageBar* m_messages;
    ViewArea* m_views;
    StatusArea* m_status;
    std::vector<DockPanel> m_panels;
    ScenarioPanel* m_scenarioPanel;
    PlansPanel* m_plans;
    InspectorPanel* m_inspector;
    DockLayouts* m_docks = nullptr;
    TypeSize* m_type = nullptr;
    NamedLayouts* m_layouts = nullptr;
    PlanFiles* m_files;
    ScenarioFiles* m_scenarioFiles;
    ViewExport* m_export;
    Planning* m_planning;
    ForeignFiles* m_foreign;
    Opener* m_opener;
    ScenarioFollower* m_follower;
    FullScreen* m_fullScreen;
    WindowGuide* m_guide;
    SettingsDialog* m_chooser = nullptr;  ///< made when it is first asked for
    PaneFocus* m_panes = nullptr;
    QString m_theme;
    QString m_shownLanguage;
    WindowParts m_parts;
};

}  // namespace pgram
