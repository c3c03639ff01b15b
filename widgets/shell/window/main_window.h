// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window: docks around the views, and the wires between them. It holds no knowledge of its own about plans.
// GUI thread only.
#pragma once

#include "core/plan/preset_store.h"
#include "widgets/document/selection.h"
#include "widgets/document/session.h"
#include "widgets/shell/actions/actions.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/work/plan_runner.h"

#include <QMainWindow>

#include <memory>

namespace pgram {

class DockLayouts;
class ForeignFiles;
class FullScreen;
class InspectorPanel;
class Language;
class MessageBar;
class NamedLayouts;
class Opener;
class PlanActions;
class PlanFiles;
class Planning;
class PlansPanel;
class ScenarioFiles;
class ScenarioFollower;
class ScenarioPanel;
class StatusArea;
class TypeSize;
class UndoActions;
class SettingsDialog;
class ViewArea;
class ViewExport;
class WindowGuide;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// `settings` and `language` outlive the window. `search` is what Plan runs.
    MainWindow(PresetStore store, Settings* settings, Language* language, SearchFunction search);
    ~MainWindow() override;

    [[nodiscard]] Session* session() const { return m_session; }
    [[nodiscard]] SelectionModel* selection() const { return m_selection; }
    [[nodiscard]] ScenarioPanel* scenario() const { return m_scenario; }
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
    /// Of a setting: "system", "light", "dark"; a code of languages() or "". Both are remembered when chosen in a menu.
    void showTheme(const QString& name);
    void showLanguage(const QString& code);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre();
    void buildDocks();
    void buildViewMenu();
    void connectPlanning();
    void connectFiles();
    void connectAppearance();
    void restoreLayout();
    void saveLayout();
    void followPlan();
    void followRunning(bool running);
    void newScenario();
    void connectPanes();
    void compareWithPlanned();
    void showSettings();
    void followSetting(SettingId id);
    void retranslate();

    Settings* m_settings;
    Language* m_language;
    Document* m_document;
    SelectionModel* m_selection;
    Session* m_session;
    std::unique_ptr<Actions> m_actions;
    UndoActions* m_undo;
    MessageBar* m_messages;
    ViewArea* m_views;
    StatusArea* m_status;
    ScenarioPanel* m_scenario;
    PlansPanel* m_plans;
    InspectorPanel* m_inspector;
    DockLayouts* m_docks = nullptr;
    TypeSize* m_type = nullptr;
    NamedLayouts* m_layouts = nullptr;
    std::vector<QAction*> m_viewActions;
    PlanFiles* m_files;
    ScenarioFiles* m_scenarioFiles;
    ViewExport* m_export;
    Planning* m_planning;
    PlanActions* m_planActions;
    ForeignFiles* m_foreign;
    Opener* m_opener;
    ScenarioFollower* m_follower;
    FullScreen* m_fullScreen;
    WindowGuide* m_guide;
    SettingsDialog* m_chooser = nullptr;  ///< made when it is first asked for
};

}  // namespace pgram
