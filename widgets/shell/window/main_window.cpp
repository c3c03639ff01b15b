// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/window/main_window.h"

#include "core/search/task/scenario.h"
#include "widgets/docks/cluster/cluster_panel.h"
#include "widgets/docks/inspector/findings_list.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/model/model_panel.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/pane_focus.h"
#include "widgets/shell/actions/type_size.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/files/view_export.h"
#include "widgets/shell/frame/active_history.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/planning.h"
#include "widgets/shell/frame/status_area.h"
#include "widgets/shell/frame/summary_bar.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/guide/start_page.h"
#include "widgets/shell/guide/window_guide.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/settings/settings_dialog.h"
#include "widgets/shell/teach/lesson_files.h"
#include "widgets/shell/teach/lesson_stage.h"
#include "widgets/shell/window/full_screen.h"
#include "widgets/shell/window/menus/menus.h"
#include "widgets/shell/window/named_layouts.h"
#include "widgets/shell/window/scenario_follower.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/all_views.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace pgram {

MainWindow::MainWindow(Workbench* bench, Settings* settings, Language* languages)
    : m_parts{.bench = bench, .settings = settings, .languages = languages, .window = this}
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    buildCentre();
    buildDocks();
    buildHelpers();
    connectPlanning();
    connectAppearance();
    buildActions();
    followParts();
    retranslate();
    restoreLayout();
    followPlan();
    bench->scenario.setScenario(QString::fromLatin1(defaultScenario));
    bench->scenario.leaveOpen();
    m_parts.follower->settle();
    bench->fidelity.load(bench->scenario.store());
}

/// Hides the window while it is whole: the field that has the focus loses it, and what was typed is taken.
MainWindow::~MainWindow()
{
    hide();
}

void MainWindow::buildCentre()
{
    m_parts.messages = new MessageBar;
    m_parts.views = new ViewArea;
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_parts.messages);
    column->addWidget(m_parts.views, 1);
    for (View* view : makeViews(m_parts.bench)) {
        m_parts.views->addView(view);
    }
    setCentralWidget(centre);
    auto* status = new StatusArea;
    m_parts.planning = new Planning(m_parts.bench, status, m_parts.messages, this);
    statusBar()->addWidget(status, 1);
    statusBar()->setSizeGripEnabled(false);
    auto* summary = addToolBar(QString());
    summary->setObjectName(QStringLiteral("summaryBar"));
    summary->setMovable(false);
    summary->addWidget(new SummaryBar(&m_parts.bench->document, &m_parts.bench->fidelity));
    addToolBarBreak();
    auto* findings = addToolBar(QString());
    findings->setObjectName(QStringLiteral("findingsBar"));
    findings->setMovable(false);
    auto* list = new FindingsList(&m_parts.bench->document, Qt::Horizontal);
    findings->addWidget(list);
    connect(&m_parts.bench->lesson, &LessonRun::lessonChanged, list, [this, findings, list] {
        list->setAdvising(!m_parts.bench->lesson.isOpen());
        findings->setVisible(!m_parts.bench->lesson.isOpen());
    });
    inEveryLanguage(summary, [summary, findings] {
        summary->setWindowTitle(tr("Summary"));
        findings->setWindowTitle(tr("Findings"));
    });
}

void MainWindow::buildDocks()
{
    m_parts.histories = new ActiveHistory(&m_parts.bench->session, &m_parts.bench->scenario, this);
    const std::vector<DockPanel> panels = makePanels(m_parts.bench, m_parts.histories);
    m_parts.scenarioPanel = panelOf<ScenarioPanel>(panels);
    m_parts.plans = panelOf<PlansPanel>(panels);
    m_parts.inspector = panelOf<InspectorPanel>(panels);
    m_parts.docks = new DockLayouts(this, panels);
    const auto countPlans = [this] { m_parts.docks->setPlans(m_parts.bench->session.count()); };
    connect(&m_parts.bench->session, &Session::inserted, this, countPlans);
    connect(&m_parts.bench->session, &Session::removed, this, countPlans);
    connect(&m_parts.bench->selection, &SelectionModel::changed, this, [this] {
        if (!(m_parts.bench->selection.current() == Selection())) {
            m_parts.docks->inspect();
        }
    });
    auto* modelPanel = panelOf<ModelPanel>(panels);
    connect(modelPanel, &ModelPanel::fileWanted, this, [this] { m_parts.opener->openAsked(); });
    connect(modelPanel, &ModelPanel::edited, m_parts.scenarioPanel,
            [panel = m_parts.scenarioPanel, modelPanel] { panel->setModelProblem(modelPanel->problem()); });
    connect(m_parts.scenarioPanel, &ScenarioPanel::modelEditorWanted, this,
            [this] { m_parts.docks->open("modelDock"); });
    auto* clusterPanel = panelOf<ClusterPanel>(panels);
    connect(clusterPanel, &ClusterPanel::fileWanted, this, [this] { m_parts.opener->openAsked(); });
    connect(m_parts.scenarioPanel, &ScenarioPanel::clusterEditorWanted, this,
            [this] { m_parts.docks->open("clusterDock"); });
    m_parts.type = new TypeSize(this);
    m_parts.layouts = new NamedLayouts(this, m_parts.docks, m_parts.views, m_parts.type, m_parts.settings);
    // The focus moves while the window goes: a pane may have gone before.
    std::vector<PaneFocus::Pane> panes;
    for (const DockPanel& panel : panels) {
        panes.emplace_back([widget = QPointer(panel.widget)] { return widget.get(); });
    }
    const auto right =
        std::ranges::find_if(panels, [](const DockPanel& each) { return each.spec->area != Qt::LeftDockWidgetArea; });
    panes.insert(panes.begin() + (right - panels.begin()),
                 {[messages = QPointer(m_parts.messages)] { return messages.get(); },
                  [views = QPointer(m_parts.views)] { return views ? views->current() : nullptr; }});
    m_parts.panes = new PaneFocus(std::move(panes), this);
}

void MainWindow::buildHelpers()
{
    Session* session = &m_parts.bench->session;
    ScenarioModel* scenario = &m_parts.bench->scenario;
    MessageBar* messages = m_parts.messages;
    m_parts.files = new PlanFiles(session, m_parts.settings, messages, this);
    m_parts.scenarioFiles = new ScenarioFiles(scenario, messages, this);
    m_parts.output = new ViewExport(m_parts.views, m_parts.files, m_parts.settings, messages, this);
    m_parts.follower = new ScenarioFollower(scenario, session, messages, this);
    connect(m_parts.follower, &ScenarioFollower::differsChanged, m_parts.scenarioPanel, &ScenarioPanel::setDiffers);
    m_parts.opener = new Opener(m_parts.files, scenario, &m_parts.bench->results, &m_parts.bench->measured,
                                new ForeignFiles(scenario, session, messages, this), messages, this);
    m_parts.fullScreen = new FullScreen(this, m_parts.planning, messages);
    m_parts.guide =
        new WindowGuide({&m_actions, m_parts.bench, m_parts.scenarioPanel, m_parts.views, m_parts.languages}, this);
    m_parts.lessons =
        new LessonStage(&m_parts.bench->lesson,
                        {this, m_parts.views, m_parts.docks, messages, [this] { return m_parts.layouts->current(); },
                         [this](LayoutName layout) { m_parts.layouts->use(layout); },
                         [this] { return m_parts.fullScreen->isOn(); }, [this] { m_parts.fullScreen->toggle(); }});
    m_parts.lessonFiles = new LessonFiles(&m_parts.bench->lesson, &scenario->store(), messages, this);
    LessonRun* run = &m_parts.bench->lesson;
    run->setCompleted(m_parts.settings->get(SettingId::LessonsDone).toStringList());
    connect(run, &LessonRun::lessonCompleted, this,
            [this, run] { m_parts.settings->set(SettingId::LessonsDone, run->completed()); });
    buildStart();
    connect(m_parts.fullScreen, &FullScreen::changed, m_parts.lessons, [this] {
        if (!m_parts.fullScreen->isOn()) {
            m_parts.lessons->endPresenting();
        }
    });
    connect(m_parts.opener, &Opener::planWanted, this, &MainWindow::plan);
    connect(m_parts.opener, &Opener::planOpened, m_parts.follower, &ScenarioFollower::followOpened);
    connect(m_parts.opener, &Opener::lessonWanted, m_parts.lessons, &LessonStage::open);
    connect(m_parts.opener, &Opener::studyOpened, this, [this] { m_parts.views->setCurrent(QStringLiteral("study")); });
    connect(m_parts.opener, &Opener::traceOpened, this,
            [this] { m_parts.views->setCurrent(QStringLiteral("timeline")); });
    const auto refuse = [messages](const Error& error) { messages->post(error, Act::Open); };
    connect(&m_parts.bench->results, &StudyFile::failed, this, refuse);
    connect(&m_parts.bench->measured, &MeasuredRun::failed, this, refuse);
}

void MainWindow::buildStart()
{
    m_parts.start = new StartPage(m_parts.bench, m_parts.views,
                                  {.plan =
                                       [this](const QString& model, const QString& cluster, int nodes) {
                                           ScenarioModel& scenario = m_parts.bench->scenario;
                                           scenario.setScenario(QString::fromLatin1(defaultScenario));
                                           scenario.leaveOpen();
                                           scenario.setModel(model);
                                           scenario.setCluster(cluster);
                                           scenario.chooseOpen();
                                           if (scenario.setNodes(nodes)) {
                                               plan();
                                           }
                                       },
                                   .learn = [this](const QString& lesson) { m_parts.lessons->open(lesson); },
                                   .course = [this] { m_parts.lessons->showDock(); },
                                   .open = [this] { m_parts.opener->openAsked(); },
                                   .openRecent = [this](const QString& file) { openFile(file); },
                                   .recent = [this] { return m_parts.files->recent(); }},
                                  this);
}

void MainWindow::showStart()
{
    m_parts.start->open();
    m_parts.settings->set(SettingId::StartSeen, true);
}

void MainWindow::welcome()
{
    if (!m_parts.settings->get(SettingId::StartSeen).toBool()) {
        showStart();
    }
}

void MainWindow::buildActions()
{
    Actions& actions = m_actions;
    actions.build(&m_parts, allMenus);
    m_parts.plans->setContextActions({actions["reference"], actions["compared"], actions["comparePlanned"],
                                      actions["rename"], actions["duplicate"], actions["scenarioFromPlan"],
                                      actions["saveAs"], actions["remove"], actions["helpHere"]});
    m_parts.inspector->setContextActions({actions["helpHere"]});
    for (View* view : m_parts.views->views()) {
        view->setTools({{actions["keepLayers"], actions["keepCuts"]}, actions["open"]});
    }
}

/// Whatever decides what can be chosen, and how it is called.
void MainWindow::followParts()
{
    const auto follow = [this](auto* sender, auto... signal) {
        (connect(sender, signal, &m_actions, [this] { m_actions.refresh(); }), ...);
    };
    follow(&m_parts.bench->document, &Document::planChanged);
    follow(&m_parts.bench->session, &Session::stateChanged, &Session::comparedChanged, &Session::currentChanged,
           &Session::closedChanged);
    follow(&m_parts.bench->selection, &SelectionModel::changed);
    follow(m_parts.histories, &ActiveHistory::changed);
    follow(m_parts.planning, &Planning::runningChanged);
    follow(m_parts.scenarioPanel, &ScenarioPanel::completeChanged);
    follow(m_parts.views, &ViewArea::arrangementChanged, &ViewArea::currentChanged);
    follow(m_parts.layouts, &NamedLayouts::changed);
    follow(m_parts.type, &TypeSize::changed);
    follow(m_parts.fullScreen, &FullScreen::changed);
    follow(m_parts.lessons, &LessonStage::changed);
    follow(&m_parts.bench->time, &TimeWindow::changed, &TimeWindow::historyChanged);
    connect(m_parts.files, &PlanFiles::recentChanged, &m_actions, &Actions::rebuild);
    connect(m_parts.scenarioFiles, &ScenarioFiles::saved, &m_actions, &Actions::rebuild);
}

void MainWindow::connectPlanning()
{
    connect(m_parts.scenarioPanel, &ScenarioPanel::planRequested, this, &MainWindow::plan);
    connect(m_parts.scenarioPanel, &ScenarioPanel::stopRequested, m_parts.planning, &Planning::stop);
    connect(&m_parts.bench->scenario, &ScenarioModel::problem, this,
            [this](const Error& error) { m_parts.messages->post(error); });
    connect(&m_parts.bench->scenario, &ScenarioModel::measuredDropped, this, [this](int count) {
        m_parts.messages->post(
            Tone::Note,
            tr("%n measurement(s) of groups that the cluster no longer has were left out. Undo brings them back.",
               nullptr, count));
    });
    connect(&m_parts.bench->scenario, &ScenarioModel::chose, this, [this](const std::vector<ValueNote>& values) {
        m_parts.messages->dismiss(m_chosen);
        m_chosen = chosenText(values);
        m_parts.messages->post(Tone::Note, m_chosen);
    });
    connect(&m_parts.bench->scenario, &ScenarioModel::changed, this,
            [this] { m_parts.messages->dismiss(std::exchange(m_chosen, QString())); });
    if (const Error* unread = m_parts.bench->scenario.unread()) {
        m_parts.messages->post(*unread);
    }
    connect(m_parts.planning, &Planning::runningChanged, this, &MainWindow::followRunning);
    for (View* view : m_parts.views->views()) {
        connect(view, &View::planRequested, this, [this](const SearchRequest& request) {
            m_parts.bench->scenario.setRequest(request);
            m_parts.planning->start(request);
            m_parts.follower->settle();
        });
    }
    connect(&m_parts.bench->document, &Document::planChanged, this, &MainWindow::followPlan);
    connect(&m_parts.bench->session, &Session::stateChanged, this, &MainWindow::followPlan);
    connect(&m_parts.bench->session, &Session::currentChanged, this, [this] {
        keepSelection();
        followPlan();
    });
    connect(m_parts.planning, &Planning::requestWanted, this, [this](const SearchRequest& request) {
        m_parts.bench->scenario.setRequest(request);
        plan();
    });
}

void MainWindow::connectAppearance()
{
    connect(m_parts.settings, &Settings::changed, this, &MainWindow::followSetting);
    connect(m_parts.settings, &Settings::failed, this, [this](const Error& error) {
        m_parts.messages->post(Tone::Bad, tr("The settings are not saved: %1").arg(errorText(error)));
    });
    followSetting(SettingId::Motion);
    connect(m_parts.type, &TypeSize::changed, this, [this, usual = m_actions.toolBar()->iconSize()](int percent) {
        m_actions.toolBar()->setIconSize(usual * percent / 100);
    });
}

void MainWindow::plan()
{
    if (m_parts.scenarioPanel->isComplete()) {
        m_parts.planning->start(m_parts.bench->scenario.request());
        m_parts.follower->settle();
    }
}

void MainWindow::planSample()
{
    auto* once = new QObject(this);
    const auto followNext = [this, once, asked = m_parts.bench->scenario.request(), isFirst = true,
                             sample = QPointer<const PlanDocument>()](int row) mutable {
        Session& session = m_parts.bench->session;
        const auto& search = session.at(row).search();
        if (std::exchange(isFirst, false) && search && search->request == asked) {
            sample = &session.at(row);
            return;
        }
        // The first plan that is not the sample ends the watch, also if the sample never came.
        once->deleteLater();
        const auto closeSample = [&session, sample] {
            const int place = sample == nullptr ? -1 : session.rowOf(sample);
            if (place >= 0 && session.at(place).history()->count() == 0 && session.count() > 1) {
                session.close(place);
            }
        };
        QMetaObject::invokeMethod(this, closeSample, Qt::QueuedConnection);
    };
    connect(&m_parts.bench->session, &Session::inserted, once, followNext);
    plan();
}

void MainWindow::planUntilStopped()
{
    if (m_parts.scenarioPanel->isComplete()) {
        m_parts.planning->startUntilStopped(m_parts.bench->scenario.request());
        m_parts.follower->settle();
    }
}

void MainWindow::showTheme(const QString& name)
{
    applyTheme(themeFromName(name));
    m_theme = themeName(themeFromName(name));
    m_actions.refresh();
}

void MainWindow::showLanguage(const QString& code)
{
    m_parts.languages->use(code);
    m_language = code;
    m_parts.bench->lesson.setLanguage(m_parts.languages->current());
    m_actions.refresh();
}

void MainWindow::chooseTheme(const QString& name)
{
    m_parts.settings->set(SettingId::Theme, name);
    // Also where the setting says so already, and the command line had said something else.
    showTheme(name);
}

void MainWindow::chooseLanguage(const QString& code)
{
    m_parts.settings->set(SettingId::Language, code);
    showLanguage(code);
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_parts.settings->get(SettingId::WindowGeometry).toByteArray());
    m_parts.layouts->restore();
    m_parts.plans->restoreHeader(m_parts.settings->get(SettingId::PlansHeader).toByteArray());
    if (m_parts.settings->text(SettingId::ViewLayout) == QLatin1StringView("grid")) {
        m_parts.views->setArrangement(ViewArea::Arrangement::Grid);
    }
    m_parts.views->setCurrent(m_parts.settings->text(SettingId::CurrentView));
    m_parts.views->setOptions(m_parts.settings->text(SettingId::ViewOptions));
}

void MainWindow::saveLayout()
{
    m_parts.settings->set(SettingId::WindowGeometry, saveGeometry());
    m_parts.layouts->save();
    m_parts.settings->set(SettingId::PlansHeader, m_parts.plans->headerState());
    const bool isGrid = m_parts.views->arrangement() == ViewArea::Arrangement::Grid;
    m_parts.settings->set(SettingId::ViewLayout, isGrid ? QStringLiteral("grid") : QStringLiteral("tabs"));
    if (const View* view = m_parts.views->current()) {
        m_parts.settings->set(SettingId::CurrentView, view->viewName());
    }
    m_parts.settings->set(SettingId::ViewOptions, m_parts.views->options());
}

void MainWindow::followPlan()
{
    const auto plan = m_parts.bench->document.plan();
    const int row = m_parts.bench->session.currentRow();
    setWindowTitle(plan ? QStringLiteral("%1[*] – Parallelogram").arg(qs(plan->name))
                        : QStringLiteral("Parallelogram"));
    setWindowModified(row >= 0 && m_parts.bench->session.at(row).isModified());
}

void MainWindow::followRunning(bool running)
{
    m_parts.scenarioPanel->setRunning(running);
    m_parts.views->setDimmed(running);
}

/// What is selected stays so in another plan that has it.
void MainWindow::keepSelection()
{
    const auto plan = m_parts.bench->document.plan();
    const Selection& now = m_parts.bench->selection.current();
    const bool has = plan && now.firstLayer + now.layerCount <= static_cast<int>(plan->strategies.size()) &&
                     now.stage < plan->pipeline() && now.device < plan->cluster.devices;
    if (!has) {
        m_parts.bench->selection.select({});
    }
}

bool MainWindow::openFile(const QString& file)
{
    return m_parts.opener->open(file);
}

void MainWindow::showSettings()
{
    if (m_chooser == nullptr) {
        m_chooser = new SettingsDialog(m_parts.settings, this);
    }
    m_chooser->show();
    m_chooser->raise();
    m_chooser->activateWindow();
}

void MainWindow::followSetting(SettingId id)
{
    if (id == SettingId::Theme) {
        showTheme(m_parts.settings->text(id));
    } else if (id == SettingId::Language) {
        showLanguage(m_parts.settings->text(id));
    } else if (id == SettingId::Motion) {
        applyMotion(motionFromName(m_parts.settings->text(id)), this);
    }
}

void MainWindow::retranslate()
{
    m_parts.bench->session.retranslate();
    m_parts.docks->retranslate();
    m_actions.rebuild();
    // Words in another script can be higher, and a bar that is too low for them shows none: not even for one frame.
    menuBar()->updateGeometry();
    layout()->activate();
    followPlan();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_parts.files->mayClose()) {
        event->ignore();
        return;
    }
    m_parts.planning->stop();
    m_parts.bench->lesson.leave();  // The next start has no lesson: it gets the layout and the view of before.
    saveLayout();
    event->accept();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::ThemeChange &&
               themeFromName(m_parts.settings->text(SettingId::Theme)) == ThemeChoice::System) {
        applyTheme(ThemeChoice::System);
    } else if (event->type() == QEvent::FontChange) {
        menuBar()->updateGeometry();
    } else if (event->type() == QEvent::WindowStateChange) {
        m_parts.fullScreen->follow();
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
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            files.append(url.toLocalFile());
        }
    }
    m_parts.opener->openAll(files);
    event->acceptProposedAction();
}

}  // namespace pgram
