// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/main_window.h"

#include "core/exchange/format.h"
#include "widgets/docks/history/history_panel.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/planned_plan.h"
#include "widgets/kit/pane_focus.h"
#include "widgets/shell/actions/plan_actions.h"
#include "widgets/shell/actions/time_actions.h"
#include "widgets/shell/actions/type_size.h"
#include "widgets/shell/actions/undo_actions.h"
#include "widgets/shell/files/foreign_files.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/files/scenario_files.h"
#include "widgets/shell/files/view_export.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/frame/headline.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/planning.h"
#include "widgets/shell/frame/status_area.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/guide/window_guide.h"
#include "widgets/shell/settings/language.h"
#include "widgets/shell/settings/settings_dialog.h"
#include "widgets/shell/window/full_screen.h"
#include "widgets/shell/window/named_layouts.h"
#include "widgets/shell/window/scenario_follower.h"
#include "widgets/theme/appearance.h"
#include "widgets/theme/motion.h"
#include "widgets/views/all_views.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/search/search_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"
#include "widgets/views/timeline/timeline_view.h"
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

namespace pgram {

MainWindow::MainWindow(PresetStore store, Settings* settings, Language* language, SearchFunction search)
    : m_settings(settings),
      m_language(language),
      m_document(new Document(this)),
      m_selection(new SelectionModel(this)),
      m_session(new Session(m_document, this)),
      m_actions(std::make_unique<Actions>(this)),
      m_undo(new UndoActions(m_session, m_actions->undo, m_actions->redo, this)),
      m_messages(new MessageBar),
      m_views(new ViewArea),
      m_status(new StatusArea),
      m_scenario(new ScenarioPanel(std::move(store))),
      m_plans(new PlansPanel(m_session)),
      m_inspector(new InspectorPanel(m_session, m_selection)),
      m_files(new PlanFiles(m_session, settings, m_messages, this)),
      m_scenarioFiles(new ScenarioFiles(m_scenario, m_messages, this)),
      m_export(new ViewExport(m_views, m_files, m_messages, this)),
      m_planning(new Planning(std::move(search), m_session, m_status, m_messages, this)),
      m_planActions(new PlanActions(m_actions.get(), m_session, m_selection, m_planning, m_messages, this)),
      m_foreign(new ForeignFiles(m_scenario, m_session, m_messages, this)),
      m_opener(new Opener(m_actions.get(), m_files, m_scenario, m_foreign, m_messages, this)),
      m_follower(new ScenarioFollower(m_scenario, m_session, m_messages, this)),
      m_fullScreen(new FullScreen(this, m_actions.get(), m_planning, m_messages)),
      m_guide(
          new WindowGuide({m_actions.get(), m_session, m_selection, m_planning, m_scenario, m_views, language}, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    buildCentre();
    buildDocks();
    buildViewMenu();
    connectPlanning();
    connectFiles();
    connectPanes();
    connectAppearance();
    retranslate();
    restoreLayout();
    followRunning(false);
    followPlan();
    m_scenario->setScenario(QString::fromLatin1(defaultScenario));
    m_follower->settle();
    m_session->fidelity()->load(m_scenario->store());
}

MainWindow::~MainWindow()
{
    delete findChild<PaneFocus*>();  // It asks the panes whenever the focus moves, as it does when they go.
    delete m_guide;
    delete m_follower;
    delete m_fullScreen;
    delete m_planActions;
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
    for (View* view : makeViews(m_session, m_selection)) {
        m_views->addView(view);
    }
    setCentralWidget(centre);
    statusBar()->addWidget(m_status, 1);
    statusBar()->addPermanentWidget(new Headline(m_session));
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::buildDocks()
{
    m_docks = new DockLayouts(this, m_scenario, m_plans, m_inspector, new HistoryPanel(m_undo->histories()));
    QAction* history = m_docks->history()->toggleViewAction();
    history->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_H));
    addAction(history);
    m_actions->edit->insertAction(m_actions->copyPicture, history);
    m_type = new TypeSize(m_actions.get(), this);
    m_layouts = new NamedLayouts(this, m_actions.get(), m_docks, m_views, m_type, m_settings);
    m_plans->setContextActions({m_actions->reference, m_actions->compared, m_actions->comparePlanned, m_actions->rename,
                                m_actions->duplicate, m_actions->scenarioFromPlan, m_actions->saveAs,
                                m_actions->remove});
}

void MainWindow::buildViewMenu()
{
    int number = 1;
    for (View* view : m_views->views()) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(number++)));
        connect(action, &QAction::triggered, this, [this, view] {
            m_views->setCurrent(view);
            view->setFocus();
        });
        m_actions->view->addAction(action);
        addAction(action);  // for its shortcut where the menu bar is hidden
        m_viewActions.push_back(action);
    }
    m_actions->view->addAction(m_actions->grid);
    m_actions->view->addSeparator();
    m_actions->view->addActions({m_actions->timeBack, m_actions->timeForward, m_actions->timeAll});
    if (const auto* timeline = m_views->findChild<TimelineView*>()) {
        new TimeActions(timeline->time(), m_actions->timeBack, m_actions->timeForward, m_actions->timeAll, this);
    }
    m_actions->view->addSeparator();
    for (QDockWidget* each : m_docks->docks()) {
        if (each != m_docks->history()) {  // It stands beside Undo.
            m_actions->view->addAction(each->toggleViewAction());
        }
    }
    m_actions->view->addSeparator();
    m_actions->view->addMenu(m_actions->layout);
    m_actions->view->addMenu(m_actions->type);
    m_actions->view->addAction(m_actions->fullScreen);
    m_actions->view->addSeparator();
    m_actions->view->addActions({m_actions->nextPane, m_actions->previousPane});
    m_actions->view->addSeparator();
    m_actions->view->addMenu(m_actions->theme);
    m_actions->view->addMenu(m_actions->language);
}

void MainWindow::connectPlanning()
{
    connect(m_scenario, &ScenarioPanel::planRequested, this, &MainWindow::plan);
    connect(m_scenario, &ScenarioPanel::stopRequested, m_planning, &Planning::stop);
    connect(m_scenario, &ScenarioPanel::problem, this, [this](const Error& error) { m_messages->post(error); });
    connect(m_scenario, &ScenarioPanel::completeChanged, this,
            [this](bool complete) { m_actions->plan->setEnabled(complete && !m_planning->isRunning()); });
    connect(m_actions->plan, &QAction::triggered, this, &MainWindow::plan);
    connect(m_actions->stop, &QAction::triggered, m_planning, &Planning::stop);
    connect(m_planning, &Planning::runningChanged, this, &MainWindow::followRunning);
    if (auto* search = m_views->findChild<SearchView*>()) {
        connect(m_planning, &Planning::runningChanged, search, &SearchView::setSearching);
        connect(search, &SearchView::planRequested, this, [this](const SearchRequest& request) {
            m_scenario->setRequest(request);
            m_planning->start(request);
            m_follower->settle();
        });
    }
    connect(m_document, &Document::planChanged, this, &MainWindow::followPlan);
    connect(m_session, &Session::stateChanged, this, &MainWindow::followPlan);
    connect(m_session, &Session::currentChanged, this, &MainWindow::followPlan);
    if (auto* map = m_views->findChild<StrategyMapView*>()) {
        map->setMenuActions({m_actions->keepLayers, m_actions->keepCuts});
    }
    connect(m_planning, &Planning::budgetWanted, this, [this](Bytes budget) {
        m_scenario->setBudget(budget);
        plan();
    });
}

void MainWindow::connectFiles()
{
    connect(m_actions->newScenario, &QAction::triggered, this, &MainWindow::newScenario);
    connect(m_opener, &Opener::planWanted, this, &MainWindow::plan);
    connect(m_actions->rename, &QAction::triggered, m_plans, &PlansPanel::editCurrentName);
    connect(m_opener, &Opener::planOpened, m_follower, &ScenarioFollower::followOpened);
    connect(m_actions->scenarioFromPlan, &QAction::triggered, m_follower, &ScenarioFollower::take);
    connect(m_actions->saveScenario, &QAction::triggered, m_scenarioFiles, &ScenarioFiles::saveAsked);
    connect(m_scenarioFiles, &ScenarioFiles::saved, m_opener, &Opener::fillScenarios);
    connect(m_actions->save, &QAction::triggered, m_files, &PlanFiles::save);
    connect(m_actions->saveAs, &QAction::triggered, m_files, &PlanFiles::saveAs);
    connect(m_actions->exportPlan, &QMenu::triggered, m_files, [this](const QAction* action) {
        m_files->exportPlan(**parseFormat(action->data().toString().toStdString()));
    });
    connect(m_actions->exportPicture, &QAction::triggered, m_export, &ViewExport::savePicture);
    connect(m_actions->exportData, &QAction::triggered, m_export, &ViewExport::saveData);
    connect(m_actions->print, &QAction::triggered, m_export, &ViewExport::print);
    connect(m_actions->copyPicture, &QAction::triggered, m_export, &ViewExport::copyPicture);
    connect(m_actions->quit, &QAction::triggered, this, &MainWindow::close);
}

void MainWindow::connectPanes()
{
    auto* panes = new PaneFocus({[this] { return m_scenario; }, [this] { return m_views->current(); },
                                 [this] { return m_inspector; }, [this] { return m_plans; }},
                                this);
    connect(m_actions->nextPane, &QAction::triggered, panes, [panes] { panes->move(1); });
    connect(m_actions->previousPane, &QAction::triggered, panes, [panes] { panes->move(-1); });
    connect(m_actions->comparePlanned, &QAction::triggered, this, &MainWindow::compareWithPlanned);
}

void MainWindow::connectAppearance()
{
    connect(m_actions->grid, &QAction::toggled, this, [this](bool grid) {
        m_views->setArrangement(grid ? ViewArea::Arrangement::Grid : ViewArea::Arrangement::Tabs);
    });
    connect(m_actions->settings, &QAction::triggered, this, &MainWindow::showSettings);
    connect(m_settings, &Settings::changed, this, &MainWindow::followSetting);
    followSetting(SettingId::Motion);
    connect(m_actions->themeGroup, &QActionGroup::triggered, this, [this](const QAction* action) {
        m_settings->set(SettingId::Theme, action->data());
        // Also where the setting says so already, and the command line had said something else.
        showTheme(action->data().toString());
    });
    connect(m_actions->languageGroup, &QActionGroup::triggered, this, [this](const QAction* action) {
        m_settings->set(SettingId::Language, action->data());
        showLanguage(action->data().toString());
    });
}

void MainWindow::plan()
{
    if (m_scenario->isComplete()) {
        m_planning->start(m_scenario->request());
        m_follower->settle();
    }
}

void MainWindow::showTheme(const QString& name)
{
    applyTheme(themeFromName(name));
    for (QAction* action : m_actions->themes) {
        action->setChecked(action->data().toString() == themeName(themeFromName(name)));
    }
}

void MainWindow::showLanguage(const QString& code)
{
    m_language->use(code);
    for (QAction* action : m_actions->languages) {
        action->setChecked(action->data().toString() == code);
    }
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_settings->get(SettingId::WindowGeometry).toByteArray());
    m_layouts->restore();
    m_plans->restoreHeader(m_settings->get(SettingId::PlansHeader).toByteArray());
    m_actions->grid->setChecked(m_settings->text(SettingId::ViewLayout) == QLatin1StringView("grid"));
    m_views->setCurrent(m_settings->text(SettingId::CurrentView));
    m_views->setOptions(m_settings->text(SettingId::ViewOptions));
}

void MainWindow::saveLayout()
{
    m_settings->set(SettingId::WindowGeometry, saveGeometry());
    m_layouts->save();
    m_settings->set(SettingId::PlansHeader, m_plans->headerState());
    m_settings->set(SettingId::ViewLayout,
                    m_actions->grid->isChecked() ? QStringLiteral("grid") : QStringLiteral("tabs"));
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
    m_scenario->setRunning(running);
    m_views->setDimmed(running);
    m_actions->plan->setEnabled(!running && m_scenario->isComplete());
    m_actions->stop->setEnabled(running);
}

void MainWindow::newScenario()
{
    if (!m_files->mayDiscard()) {
        return;
    }
    m_planning->drop();
    m_planActions->closeAll();
    m_scenario->setScenario(QString::fromLatin1(defaultScenario));
    m_follower->settle();
}

bool MainWindow::openFile(const QString& file)
{
    return m_opener->open(file);
}

/// What was edited beside what the planner made, in front.
void MainWindow::compareWithPlanned()
{
    comparePlanned(*m_session, m_session->currentRow());
    if (auto* compare = m_views->findChild<CompareView*>()) {
        m_views->setCurrent(compare);
        compare->setFocus();
    }
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
    m_actions->retranslate();
    // Words in another script can be higher, and a bar that is too low for them shows none: not even for one frame.
    menuBar()->updateGeometry();
    layout()->activate();
    m_session->retranslate();
    m_undo->refresh();
    m_docks->retranslate();
    for (std::size_t index = 0; index < m_viewActions.size(); ++index) {
        const QString title = m_views->views()[index]->viewTitle();
        m_viewActions[index]->setText(QStringLiteral("&%1 %2").arg(index + 1).arg(title));
        setFinderTitle(m_viewActions[index], tr("Go to %1").arg(title));
    }
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
