// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/frame/dock_layouts.h"

#include "core/base/index.h"
#include "widgets/docks/cluster/cluster_panel.h"
#include "widgets/docks/history/history_panel.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/lesson/lesson_panel.h"
#include "widgets/docks/model/model_panel.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"

#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLayout>
#include <QMainWindow>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace pgram {

namespace {

/// What tells a layout from the others beside the docks that it shows: how high the plans stand, and beside what.
struct Arrangement {
    const char* key;
    int plansHeight;
    Qt::DockWidgetArea leftCorner;
};

/// In the order of LayoutName.
constexpr std::array<Arrangement, allLayouts.size()> arrangements{{{"explore", 170, Qt::LeftDockWidgetArea},
                                                                   {"compare", 260, Qt::BottomDockWidgetArea},
                                                                   {"teach", 170, Qt::LeftDockWidgetArea}}};

constexpr int onePlanHeight = 92;
constexpr int roundingOfHeight = 12;
constexpr int scenarioWidth = 270;
constexpr int lessonWidth = 340;
constexpr int inspectorWidth = 310;
constexpr int mostOfWidth = 27;   // percent of the window, each
constexpr int mostOfLesson = 30;  // which is read
constexpr int mostOfBoth = 50;
constexpr int mostOfTeaching = 62;
constexpr int leastOfView = 32;  // beside a lesson

// Of a state: as somebody has put the docks, or with Scenario and Inspector together until there is room.
constexpr int asPut = 0;
constexpr int together = 1;

constexpr int sheetWidth = 640;
constexpr int sheetMargin = 24;

int least(const QDockWidget* dock)
{
    return dock->widget()->minimumSizeHint().width();
}

}  // namespace

QString layoutKey(LayoutName layout)
{
    return QString::fromLatin1(arrangements[at(layout)].key);
}

std::optional<LayoutName> layoutFromKey(const QString& key)
{
    for (const LayoutName layout : allLayouts) {
        if (layoutKey(layout) == key) {
            return layout;
        }
    }
    return std::nullopt;
}

DockLayouts::DockLayouts(QMainWindow* window, std::vector<DockPanel> panels)
    : QObject(window), m_window(window), m_docks(std::move(panels))
{
    for (DockPanel& panel : m_docks) {
        panel.dock = made(panel);
    }
    m_scenario = dock("scenario");
    m_lesson = dock("lesson");
    m_inspector = dock("inspector");
    for (const DockPanel& each : m_docks) {
        if (each.spec->isSheet) {
            each.dock->installEventFilter(this);
            connect(each.dock->toggleViewAction(), &QAction::triggered, this, [this, key = each.spec->key](bool on) {
                if (on) {
                    open(key);
                }
            });
        }
    }
    m_inspecting.setSingleShot(true);
    connect(&m_inspecting, &QTimer::timeout, this, &DockLayouts::inspect);
    m_settled.setSingleShot(true);
    m_settled.setInterval(0);
    connect(&m_settled, &QTimer::timeout, this, &DockLayouts::shareSide);
    for (QWidget* each : std::initializer_list<QWidget*>{m_scenario, m_lesson, m_inspector, window}) {
        each->installEventFilter(this);
    }
    window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    window->resize(1280, 800);
    arrange(LayoutName::Explore);
}

QDockWidget* DockLayouts::dock(const char* key) const
{
    return m_window->findChild<QDockWidget*>(QLatin1StringView(key));
}

void DockLayouts::open(const char* key)
{
    QDockWidget* opened = dock(key);
    if (isSheet(opened)) {
        placeSheet(opened);
    }
    opened->show();
    opened->raise();
    if (opened->isFloating()) {
        opened->activateWindow();
    }
    opened->widget()->setFocus();
}

bool DockLayouts::isSheet(const QDockWidget* dock) const
{
    return std::ranges::any_of(m_docks,
                               [dock](const DockPanel& each) { return each.dock == dock && each.spec->isSheet; });
}

void DockLayouts::placeSheet(QDockWidget* sheet)
{
    const QWidget* views = m_window->centralWidget();
    const QSize room = views->size() - QSize(2 * sheetMargin, 2 * sheetMargin);
    const int width = std::max(least(sheet), std::min(room.width(), sheetWidth * m_typePercent / 100));
    sheet->resize(width, std::max(sheet->minimumSizeHint().height(), room.height()));
    sheet->move(views->mapToGlobal(QPoint((views->width() - width) / 2, sheetMargin)));
}

/// Keeps the sheets out of the sides, also after a restored state that has them there.
void DockLayouts::floatSheets()
{
    for (const DockPanel& each : m_docks) {
        if (each.spec->isSheet && !each.dock->isFloating()) {
            each.dock->hide();
            each.dock->setFloating(true);
            each.dock->hide();
        }
    }
}

QDockWidget* DockLayouts::made(const DockPanel& panel)
{
    auto* made = new QDockWidget(m_window);
    made->setObjectName(QString::fromLatin1(panel.spec->key));
    made->setWidget(panel.widget);
    QDockWidget::DockWidgetFeatures features = QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable;
    if (!QGuiApplication::platformName().startsWith(QLatin1StringView("wayland"))) {
        features |= QDockWidget::DockWidgetFloatable;  // Wayland places floating docks where it likes.
    }
    made->setFeatures(features);
    return made;
}

void DockLayouts::takeSides()
{
    for (const DockPanel& each : m_docks) {
        if (!each.spec->isSheet || m_window->dockWidgetArea(each.dock) == Qt::NoDockWidgetArea) {
            each.dock->setFloating(false);
            m_window->addDockWidget(each.spec->area, each.dock);
        }
    }
    floatSheets();
    m_window->tabifyDockWidget(m_scenario, m_lesson);
}

void DockLayouts::arrange(LayoutName layout, int typePercent)
{
    const Arrangement& wanted = arrangements[at(layout)];
    m_layout = layout;
    takeSides();
    m_crowded = m_together = m_inspectorClosed = false;
    m_settled.start();
    m_window->setCorner(Qt::BottomLeftCorner, wanted.leftCorner);
    for (const DockPanel& each : m_docks) {
        each.dock->setVisible(std::ranges::count(each.spec->layouts, layout) > 0);
    }
    resizeSides(typePercent);
    m_window->resizeDocks({dock("plans")}, {plansHeight()}, Qt::Vertical);
}

int DockLayouts::plansHeight() const
{
    const bool isOne = m_layout == LayoutName::Explore && m_plans < 2;
    return (isOne ? onePlanHeight : arrangements[at(m_layout)].plansHeight) * m_typePercent / 100;
}

void DockLayouts::setPlans(int count)
{
    const int before = plansHeight();
    m_plans = count;
    // A height that somebody chose stays.
    if (plansHeight() != before && std::abs(dock("plans")->height() - before) <= roundingOfHeight) {
        m_window->resizeDocks({dock("plans")}, {plansHeight()}, Qt::Vertical);
    }
}

void DockLayouts::inspect()
{
    constexpr int waitMilliseconds = 30;
    if (m_inspectorClosed || m_layout == LayoutName::Compare || !m_inspector->isHidden()) {
        return;
    }
    if (QApplication::mouseButtons() != Qt::NoButton) {
        m_inspecting.start(waitMilliseconds);  // A drag needs the view as it is.
        return;
    }
    m_inspector->show();
    resizeSides(m_typePercent);
}

bool DockLayouts::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        isSheet(qobject_cast<QDockWidget*>(watched))) {
        static_cast<QWidget*>(watched)->close();
        return true;
    }
    if (watched == m_inspector && (event->type() == QEvent::Close || event->type() == QEvent::Show)) {
        m_inspectorClosed = event->type() == QEvent::Close;
    }
    const bool asks = event->type() == QEvent::LayoutRequest && watched != m_window;
    if (asks || (event->type() == QEvent::Resize && watched == m_window)) {
        m_settled.start();  // when all of them have said how much room they need by now
    }
    return QObject::eventFilter(watched, event);
}

QDockWidget* DockLayouts::left() const
{
    return m_scenario->isHidden() && !m_lesson->isHidden() ? m_lesson : m_scenario;
}

void DockLayouts::shareSide()
{
    // A lesson is worked on in the Inspector: the view leaves the two a little more than half.
    const int most = m_window->width() * (left() == m_lesson ? mostOfTeaching : mostOfBoth) / 100;
    const bool crowded = least(left()) + least(m_inspector) > most;
    const bool wasCrowded = std::exchange(m_crowded, crowded);
    m_together = m_together && m_window->tabifiedDockWidgets(left()).contains(m_inspector);
    if (crowded == wasCrowded && !(m_together && !crowded)) {
        // What somebody has moved since stays there, unless it stands outside, as Qt takes nothing from the neighbours,
        // or a step of a lesson that needed more room has left the view too little.
        const bool outside = m_inspector->isVisible() && m_inspector->geometry().right() >= m_window->width();
        const bool squeezed = left() == m_lesson && !m_together &&
                              m_window->centralWidget()->width() < m_window->width() * leastOfView / 100;
        if (outside || squeezed) {
            resizeSides(m_typePercent);
        }
        return;
    }
    const bool beside = m_window->dockWidgetArea(left()) == Qt::LeftDockWidgetArea && !left()->isHidden() &&
                        m_window->dockWidgetArea(m_inspector) == Qt::RightDockWidgetArea && !m_inspector->isHidden();
    if (crowded && beside) {
        m_together = true;
        m_window->tabifyDockWidget(left(), m_inspector);
        const bool inspects = m_inspector->isAncestorOf(QApplication::focusWidget());
        (inspects ? m_inspector : left())->raise();
    } else if (!crowded && m_together) {
        m_together = false;
        m_window->addDockWidget(Qt::RightDockWidgetArea, m_inspector);
        resizeSides(m_typePercent);
    }
}

QByteArray DockLayouts::state() const
{
    return m_window->saveState(m_together ? together : asPut);
}

bool DockLayouts::restore(const QByteArray& state)
{
    // A visible window shows its tab bars one after another while it walks over the set of them. Each one that it shows
    // activates the layout, which may make another tab bar and ends the walk in freed memory (seen in Qt 6.4).
    QLayout* layout = m_window->layout();
    layout->setEnabled(false);
    const bool byHand = m_window->restoreState(state, asPut);
    m_together = !byHand && m_window->restoreState(state, together);
    layout->setEnabled(true);
    layout->invalidate();
    layout->activate();
    floatSheets();
    m_settled.start();
    return byHand || m_together;
}

void DockLayouts::resizeSides(int typePercent)
{
    m_typePercent = typePercent;
    const auto wanted = [&](const QDockWidget* dock, int width, int most) {
        return std::max(least(dock), std::min(m_window->width() * most / 100, width * typePercent / 100));
    };
    const int leftWidth = left() == m_lesson ? wanted(m_lesson, lessonWidth, mostOfLesson)
                                             : wanted(m_scenario, scenarioWidth, mostOfWidth);
    m_window->resizeDocks({left(), m_inspector}, {leftWidth, wanted(m_inspector, inspectorWidth, mostOfWidth)},
                          Qt::Horizontal);
}

void DockLayouts::retranslate()
{
    for (const DockPanel& each : m_docks) {
        each.dock->setWindowTitle(tr(each.spec->title));
    }
}

const std::vector<DockSpec>& dockTable()
{
    using enum LayoutName;
    static const std::vector<DockSpec> docks{
        {"scenario",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Scenario"),
         Qt::LeftDockWidgetArea,
         {Explore, Compare},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new ScenarioPanel(&bench->scenario); }},
        {"lesson",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Lesson"),
         Qt::LeftDockWidgetArea,
         {Teach},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new LessonPanel(&bench->lesson); }},
        {"inspector",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Inspector"),
         Qt::RightDockWidgetArea,
         {Teach},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new InspectorPanel(bench); }},
        {"plans",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Plans"),
         Qt::BottomDockWidgetArea,
         {Explore, Compare},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new PlansPanel(&bench->session, &bench->fidelity); }},
        {"modelDock",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Model"),
         Qt::RightDockWidgetArea,
         {},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new ModelPanel(&bench->scenario); },
         DockMenu::View,
         {Qt::CTRL | Qt::Key_M},
         true},
        {"clusterDock",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "Cluster"),
         Qt::RightDockWidgetArea,
         {},
         [](Workbench* bench, QUndoGroup*) -> QWidget* { return new ClusterPanel(&bench->scenario); },
         DockMenu::View,
         {Qt::CTRL | Qt::SHIFT | Qt::Key_M},
         true},
        // Beside Undo in the menu, and hidden in every layout until it is asked for.
        {"historyDock",
         QT_TRANSLATE_NOOP("pgram::DockLayouts", "History"),
         Qt::RightDockWidgetArea,
         {},
         [](Workbench*, QUndoGroup* histories) -> QWidget* { return new HistoryPanel(histories); },
         DockMenu::Edit,
         {Qt::CTRL | Qt::Key_H}}};
    return docks;
}

std::vector<DockPanel> makePanels(Workbench* bench, QUndoGroup* histories)
{
    std::vector<DockPanel> panels;
    for (const DockSpec& spec : dockTable()) {
        panels.push_back({&spec, spec.make(bench, histories)});
    }
    return panels;
}

}  // namespace pgram
