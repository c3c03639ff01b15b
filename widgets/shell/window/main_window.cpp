// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/main_window.h"

#include "core/search/task/scenario.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/kit/pane_focus.h"
#include "widgets/shell/actions/type_size.h"
#include "widgets/shell/files/foreign_files.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/files/scenario_files.h"
#include "widgets/shell/files/view_export.h"
#include "widgets/shell/frame/active_history.h"
#include "widgets/shell/frame/dock_table.h"
#include "widgets/shell/frame/headline.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/planning.h"
#include "widgets/shell/frame/status_area.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/guide/window_guide.h"
#include "widgets/shell/settings/language.h"
#include "widgets/shell/settings/settings_dialog.h"
#include "widgets/shell/window/full_screen.h"
#include "widgets/shell/window/menus/menus.h"
#include "widgets/shell/window/named_layouts.h"
#include "widgets/shell/window/scenario_follower.h"
#include "widgets/theme/appearance.h"
#include "widgets/theme/motion.h"
#include "widgets/views/all_views.h"
#include "widgets/work/fidelity_library.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

MainWindow::MainWindow(PresetStore store, Settings* settings, Language* language, SearchFunction search)
    : m_settings(settings),
      m_language(language),
      m_document(new Document(this)),
      m_selection(new SelectionModel(this)),
      m_session(new Session(m_document, this)),
      m_scenario(new ScenarioModel(std::move(store), this)),
      m_time(new TimeWindow(this)),
      m_actions(std::make_unique<Actions>(this)),
      m_histories(new ActiveHistory(m_session, m_scenario, this)),
      m_messages(new MessageBar),
      m_views(new ViewArea),
      m_status(new StatusArea),
      m_panels(makePanels({m_scenario, m_session, m_selection, m_histories})),
      m_scenarioPanel(panelOf<ScenarioPanel>(m_panels)),
      m_plans(panelOf<PlansPanel>(m_panels)),
      m_inspector(panelOf<InspectorPanel>(m_panels)),
      m_files(new PlanFiles(m_session, settings, m_messages, this)),
      m_scenarioFiles(new ScenarioFiles(m_scenario, m_messages, this)),
      m_export(new ViewExport(m_views, m_files, m_messages, this)),
      m_planning(new Planning(std::move(search), m_session, m_status, m_messages, this)),
      m_foreign(new ForeignFiles(m_scenario, m_session, m_messages, this)),
      m_opener(new Opener(m_files, m_scenario, m_foreign, m_messages, this)),
      m_follower(new ScenarioFollower(m_scenario, m_session, m_messages, this)),
      m_fullScreen(new FullScreen(this, m_planning, m_messages)),
      m_guide(new WindowGuide({m_actions.get(), m_session, m_scenarioPanel, m_views, language}, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    buildCentre();
    buildDocks();
    connectPlanning();
    connectFiles();
    connectAppearance();
    buildActions();
    followParts();
    retranslate();
    restoreLayout();
    followPlan();
    m_scenario->setScenario(QString::fromLatin1(defaultScenario));
    m_follower->settle();
    m_session->fidelity()->load(m_scenario->store());
}

MainWindow::~MainWindow()
{
    delete m_panes;  // It asks the panes whenever the focus moves, as it does when they go.
    delete m_guide;
    m_actions.reset();
    delete m_follower;
    delete m_fullScreen;
    delete m_planning;
    disconnect(m_session, nullptr, this, nullptr);
    disconnect(m_document, nullptr, this, nullptr);
    // What shows the session goes before it.
    delete takeCentralWidget();
    delete m_docks;
    delete m_session;
}

void MainWindow::buildCentre()
{
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_views, 1);
    for (View* view : makeViews(m_session, m_selection, m_time)) {
        m_views->addView(view);
    }
    setCentralWidget(centre);
    statusBar()->addWidget(m_status, 1);
    statusBar()->addPermanentWidget(new Headline(m_session));
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::buildDocks()
{
    m_docks = new DockLayouts(this, m_panels);
    m_histories->setPanes(m_scenarioPanel, {m_views, m_inspector, m_plans});
    m_type = new TypeSize(this);
    m_layouts = new NamedLayouts(this, m_docks, m_views, m_type, m_settings);
    std::vector<PaneFocus::Pane> panes;
    for (const DockPanel& panel : m_panels) {
        panes.push_back([widget = panel.widget] { return widget; });
    }
    const auto right = std::ranges::find_if(
        m_panels, [](const DockPanel& panel) { return panel.spec->area != Qt::LeftDockWidgetArea; });
    panes.insert(panes.begin() + (right - m_panels.begin()), [this] { return m_views->current(); });
    m_panes = new PaneFocus(std::move(panes), this);
}

void MainWindow::buildActions()
{
    m_parts = {.window = this,
               .settings = m_settings,
               .document = m_document,
               .session = m_session,
               .selection = m_selection,
               .histories = m_histories,
               .planning = m_planning,
               .scenario = m_scenario,
               .scenarioPanel = m_scenarioPanel,
               .follower = m_follower,
               .plans = m_plans,
               .files = m_files,
               .scenarioFiles = m_scenarioFiles,
               .opener = m_opener,
               .views = m_views,
               .output = m_export,
               .time = m_time,
               .docks = m_docks,
               .layouts = m_layouts,
               .type = m_type,
               .fullScreen = m_fullScreen,
               .panes = m_panes,
               .guide = m_guide,
               .messages = m_messages};
    Actions& actions = *m_actions;
    actions.build(&m_parts, allMenus);
    m_plans->setContextActions({actions["reference"], actions["compared"], actions["comparePlanned"], actions["rename"],
                                actions["duplicate"], actions["scenarioFromPlan"], actions["saveAs"],
                                actions["remove"]});
    for (View* view : m_views->views()) {
        view->setTools({{actions["keepLayers"], actions["keepCuts"]}});
    }
}

/// Whatever decides what can be chosen, and how it is called.
void MainWindow::followParts()
{
    const auto follow = [this](auto* sender, auto... signal) {
        (connect(sender, signal, m_actions.get(), [actions = m_actions.get()] { actions->refresh(); }), ...);
    };
    follow(m_document, &Document::planChanged);
    follow(m_session, &Session::stateChanged, &Session::comparedChanged, &Session::currentChanged,
           &Session::closedChanged);
    follow(m_selection, &SelectionModel::changed);
    follow(m_histories, &QUndoGroup::canUndoChanged, &QUndoGroup::canRedoChanged, &QUndoGroup::undoTextChanged,
           &QUndoGroup::redoTextChanged);
    follow(m_planning, &Planning::runningChanged);
    follow(m_scenarioPanel, &ScenarioPanel::completeChanged);
    follow(m_views, &ViewArea::arrangementChanged);
    follow(m_layouts, &NamedLayouts::changed);
    follow(m_type, &TypeSize::changed);
    follow(m_fullScreen, &FullScreen::changed);
    follow(m_time, &TimeWindow::changed, &TimeWindow::historyChanged);
    connect(m_files, &PlanFiles::recentChanged, m_actions.get(), &Actions::rebuild);
    connect(m_scenarioFiles, &ScenarioFiles::saved, m_actions.get(), &Actions::rebuild);
}

void MainWindow::connectPlanning()
{
    connect(m_scenarioPanel, &ScenarioPanel::planRequested, this, &MainWindow::plan);
    connect(m_scenarioPanel, &ScenarioPanel::stopRequested, m_planning, &Planning::stop);
    connect(m_scenario, &ScenarioModel::problem, this, [this](const Error& error) { m_messages->post(error); });
    connect(m_planning, &Planning::runningChanged, this, &MainWindow::followRunning);
    for (View* view : m_views->views()) {
        connect(view, &View::planRequested, this, [this](const SearchRequest& request) {
            m_scenario->setRequest(request);
            m_planning->start(request);
            m_follower->settle();
        });
    }
    connect(m_document, &Document::planChanged, this, &MainWindow::followPlan);
    connect(m_session, &Session::stateChanged, this, &MainWindow::followPlan);
    connect(m_session, &Session::currentChanged, this, [this] {
        keepSelection();
        followPlan();
    });
    connect(m_planning, &Planning::budgetWanted, this, [this](Bytes budget) {
        m_scenario->setBudget(budget);
        plan();
    });
}

void MainWindow::connectFiles()
{
    connect(m_opener, &Opener::planWanted, this, &MainWindow::plan);
    connect(m_opener, &Opener::planOpened, m_follower, &ScenarioFollower::followOpened);
}

void MainWindow::connectAppearance()
{
    connect(m_settings, &Settings::changed, this, &MainWindow::followSetting);
    followSetting(SettingId::Motion);
    connect(m_type, &TypeSize::changed, this, [this, usual = m_actions->toolBar()->iconSize()](int percent) {
        m_actions->toolBar()->setIconSize(usual * percent / 100);
    });
}

void MainWindow::plan()
{
    if (m_scenarioPanel->isComplete()) {
        m_planning->start(m_scenario->request());
        m_follower->settle();
    }
}

void MainWindow::showTheme(const QString& name)
{
    applyTheme(themeFromName(name));
    m_theme = themeName(themeFromName(name));
    m_actions->refresh();
}

void MainWindow::showLanguage(const QString& code)
{
    m_language->use(code);
    m_shownLanguage = code;
    m_actions->refresh();
}

void MainWindow::chooseTheme(const QString& name)
{
    m_settings->set(SettingId::Theme, name);
    // Also where the setting says so already, and the command line had said something else.
    showTheme(name);
}

void MainWindow::chooseLanguage(const QString& code)
{
    m_settings->set(SettingId::Language, code);
    showLanguage(code);
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_settings->get(SettingId::WindowGeometry).toByteArray());
    m_layouts->restore();
    m_plans->restoreHeader(m_settings->get(SettingId::PlansHeader).toByteArray());
    if (m_settings->text(SettingId::ViewLayout) == QLatin1StringView("grid")) {
        m_views->setArrangement(ViewArea::Arrangement::Grid);
    }
    m_views->setCurrent(m_settings->text(SettingId::CurrentView));
    m_views->setOptions(m_settings->text(SettingId::ViewOptions));
}

void MainWindow::saveLayout()
{
    m_settings->set(SettingId::WindowGeometry, saveGeometry());
    m_layouts->save();
    m_settings->set(SettingId::PlansHeader, m_plans->headerState());
    const bool isGrid = m_views->arrangement() == ViewArea::Arrangement::Grid;
    m_settings->set(SettingId::ViewLayout, isGrid ? QStringLiteral("grid") : QStringLiteral("tabs"));
    if (const View* view = m_views->current()) {
        m_settings->set(SettingId::CurrentView, view->viewName());
    }
    m_settings->set(SettingId::ViewOptions, m_views->options());
}

void MainWindow::followPlan()
{
    const auto plan = m_document->plan();
    const int row = m_session->currentRow();
    setWindowTitle(plan ? QStringLiteral("%1[*] – Parallelogram").arg(QString::fromStdString(plan->name))
                        : QStringLiteral("Parallelogram"));
    setWindowModified(row >= 0 && m_session->at(row).isModified());
}

void MainWindow::followRunning(bool running)
{
    m_scenarioPanel->setRunning(running);
    m_views->setDimmed(running);
}

/// What is selected stays so in another plan that has it.
void MainWindow::keepSelection()
{
    const auto plan = m_document->plan();
    const Selection& now = m_selection->current();
    const bool has = plan && now.firstLayer + now.layerCount <= static_cast<int>(plan->strategies.size()) &&
                     now.stage < plan->pipeline() && now.device < plan->cluster.devices;
    if (!has) {
        m_selection->select({});
    }
}

bool MainWindow::openFile(const QString& file)
{
    return m_opener->open(file);
}

void MainWindow::showSettings()
{
    if (m_chooser == nullptr) {
        m_chooser = new SettingsDialog(m_settings, this);
    }
    m_chooser->show();
    m_chooser->raise();
    m_chooser->activateWindow();
}

void MainWindow::followSetting(SettingId id)
{
    if (id == SettingId::Theme) {
        showTheme(m_settings->text(id));
    } else if (id == SettingId::Language) {
        showLanguage(m_settings->text(id));
    } else if (id == SettingId::Motion) {
        applyMotion(motionFromName(m_settings->text(id)), this);
    }
}

void MainWindow::retranslate()
{
    m_session->retranslate();
    m_docks->retranslate();
    m_actions->rebuild();
    // Words in another script can be higher, and a bar that is too low for them shows none: not even for one frame.
    menuBar()->updateGeometry();
    layout()->activate();
    followPlan();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_files->mayClose()) {
        event->ignore();
        return;
    }
    m_planning->stop();
    saveLayout();
    event->accept();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::ThemeChange &&
               themeFromName(m_settings->text(SettingId::Theme)) == ThemeChoice::System) {
        applyTheme(ThemeChoice::System);
    } else if (event->type() == QEvent::FontChange) {
        menuBar()->updateGeometry();
    } else if (event->type() == QEvent::WindowStateChange) {
        m_fullScreen->follow();
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            openFile(url.toLocalFile());
        }
    }
    event->acceptProposedAction();
}

}  // namespace pgram
