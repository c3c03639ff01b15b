// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The first ten minutes of somebody who has never seen the window: pick Llama 2 7B and eight A100, plan, see what fills
// stage 0, recompute three layers, set the result beside the planner's plan, take a picture and a plan file home. Once
// with the mouse where the mouse is at hand, in light, once by keyboard alone, in dark. Every event goes through the
// window system's door, as a person's does; each intent is one counted, timed action, and twelve are enough.

#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/picture_answer.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/inspector/findings_list.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/document/plan_names.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/status_area.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/memory/memory_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>
#include <QWindow>

#include <optional>

using namespace pgram;

namespace {

constexpr int mostActions = 12;
constexpr int firstLayer = 2;
constexpr int layerCount = 3;

/// Counts what comes from a mouse.
class MouseCounter : public QObject {
public:
    int presses = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        presses += event->type() == QEvent::MouseButtonPress && event->spontaneous() ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
};

QWindow* focusWindow()
{
    return QGuiApplication::focusWindow();
}

void press(int key, Qt::KeyboardModifiers modifiers = {}, int times = 1)
{
    for (int time = 0; time < times; ++time) {
        QVERIFY(focusWindow() != nullptr);
        QTest::keyClick(focusWindow(), static_cast<Qt::Key>(key), modifiers);
    }
}

void type(const QString& text)
{
    for (const QChar letter : text) {
        QVERIFY(focusWindow() != nullptr);
        QTest::keyClick(focusWindow(), letter.toLatin1());
    }
}

void click(const QWidget* widget, const QPoint& at, Qt::KeyboardModifiers modifiers = {})
{
    QVERIFY2(widget->isVisible() && widget->isEnabled() && widget->visibleRegion().contains(at),
             qPrintable(widget->objectName() + QStringLiteral(" cannot be clicked")));
    QTest::mouseClick(widget->window()->windowHandle(), Qt::LeftButton, modifiers, widget->mapTo(widget->window(), at));
}

bool isIn(const QComboBox* box)
{
    const QWidget* focused = QApplication::focusWidget();
    return focused == box || focused == box->lineEdit();
}

void click(const QWidget* widget)
{
    click(widget, widget->rect().center());
}

}  // namespace

class TestFirstPath : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void path_data();
    void path();

private:
    void act(const char* intent, const std::function<void()>& hands);
    void choosePreset(const char* box, const QString& text);
    void plan();
    void lookAtStage();
    void goTo(View* view);
    void selectLayers();
    void recompute();
    void compare();
    void exportPicture(const QString& file);
    void savePlanTo(const QString& file);
    void check(const QString& picture, const QString& file);
    void clickAction(QAction* action);
    /// How the search of the shown plan ended.
    QString statusText() const { return child<StatusArea>()->findChild<QLabel*>()->text(); }
    template <typename T>
    T* child(const char* name = nullptr) const
    {
        return m_fixture->window->findChild<T*>(name == nullptr ? QString() : QString::fromLatin1(name));
    }

    std::optional<WindowFixture> m_fixture;
    bool m_mouse = false;
    int m_actions = 0;
};

void TestFirstPath::act(const char* intent, const std::function<void()>& hands)
{
    if (m_fixture) {
        // A window manager gives the focus back when a dialog closes.
        m_fixture->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    }
    hands();
    qInfo("%2d  %s", ++m_actions, intent);
}

void TestFirstPath::clickAction(QAction* action)
{
    for (QToolButton* button : child<QToolBar>()->findChildren<QToolButton*>()) {
        if (button->defaultAction() == action) {
            click(button);
            return;
        }
    }
    QFAIL("the action is not in the tool bar");
}

/// Types into a box of presets. By keyboard, the box has the focus already.
void TestFirstPath::choosePreset(const char* box, const QString& text)
{
    const auto* combo = child<QComboBox>(box);
    if (m_mouse) {
        click(combo, QPoint(20, combo->height() / 2));
    }
    QVERIFY2(isIn(combo), box);
    press(Qt::Key_A, Qt::ControlModifier);
    type(text);
    press(Qt::Key_Return);
}

void TestFirstPath::plan()
{
    const int plans = m_fixture->session()->count();
    m_mouse ? click(child<QPushButton>("planButton")) : press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(m_fixture->session()->count(), plans + 1);
}

void TestFirstPath::goTo(View* view)
{
    const ViewArea* area = m_fixture->window->views();
    const ViewPlace place = placeOfView(view->viewName());
    const auto number = static_cast<int>(std::ranges::find(allPlaces, place) - allPlaces.begin());
    if (m_mouse) {
        const auto* places = area->findChild<QTabBar*>(QStringLiteral("places"));
        click(places, places->tabRect(number).center());
        const auto* tabs = area->findChild<QTabBar*>(QStringLiteral("viewsOfPlace"));
        int tab = 0;
        while (tab + 1 < tabs->count() && tabs->tabData(tab).toString() != view->viewName()) {
            ++tab;
        }
        click(tabs, tabs->tabRect(tab).center());
    } else {
        // The first key goes to the place, further ones to its next view.
        for (int tries = 0; tries < 3 && area->current() != view; ++tries) {
            press(Qt::Key_1 + number, Qt::ControlModifier);
        }
    }
    QCOMPARE(area->current(), view);
}

void TestFirstPath::lookAtStage()
{
    auto* memory = child<MemoryView>();
    goTo(memory);
    // On the bar, left of its middle.
    m_mouse ? click(memory, QPoint(memory->width() * 3 / 10, memory->height() / 2 + 20)) : press(Qt::Key_Down);
}

void TestFirstPath::selectLayers()
{
    auto* map = child<StrategyMapView>();
    goTo(map);
    if (m_mouse) {
        const MapLayout layout = map->currentLayout();
        const auto at = [&](int layer) { return layout.cells[static_cast<std::size_t>(layer)].center().toPoint(); };
        click(map, at(firstLayer));
        click(map, at(firstLayer + layerCount - 1), Qt::ShiftModifier);
    } else {
        press(Qt::Key_Home);
        press(Qt::Key_Down, {}, firstLayer);
        press(Qt::Key_Down, Qt::ShiftModifier, layerCount - 1);
    }
}

void TestFirstPath::recompute()
{
    const QToolButton* full = m_fixture->window->inspector()
                                  ->strategyEditor()
                                  ->row(strategyField("recompute"))
                                  ->button(static_cast<int>(KeptPart::Input));
    QVERIFY(full != nullptr && full->isEnabled());
    if (m_mouse) {
        click(full);
        return;
    }
    press(Qt::Key_F6);
    for (int step = 0; step < 60 && QApplication::focusWidget() != full; ++step) {
        press(Qt::Key_Tab);
    }
    QCOMPARE(QApplication::focusWidget(), static_cast<const QWidget*>(full));
    press(Qt::Key_Space);
}

void TestFirstPath::compare()
{
    m_mouse ? clickAction(m_fixture->window->actions()["comparePlanned"])
            : press(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
}

void TestFirstPath::exportPicture(const QString& file)
{
    const PictureAnswer answer(file);
    m_mouse ? clickAction(m_fixture->window->actions()["exportPicture"]) : press(Qt::Key_E, Qt::ControlModifier);
    QVERIFY(answer.answered());
}

void TestFirstPath::savePlanTo(const QString& file)
{
    const FileDialogAnswer answer(file);
    m_mouse ? clickAction(m_fixture->window->actions()["save"]) : press(Qt::Key_S, Qt::ControlModifier);
    QVERIFY(answer.answered());
}

void TestFirstPath::check(const QString& picture, const QString& file)
{
    QFile svg(picture);
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("<text"));
    const auto saved = loadPlan(file.toStdString());
    QVERIFY(saved.has_value());
    for (int layer = firstLayer; layer < firstLayer + layerCount; ++layer) {
        QCOMPARE(saved->strategies[static_cast<std::size_t>(layer)].kept.part, KeptPart::Input);
    }
    // The planner's plan stands beside it, as it was.
    const Session& session = *m_fixture->session();
    const PlanDocument& edited = session.at(session.currentRow());
    const PlanDocument& planned = session.at(session.referenceRow());
    QVERIFY(differsFromPlanned(edited));
    QVERIFY(!differsFromPlanned(planned));
    QCOMPARE(planned.search(), edited.search());
    QCOMPARE(child<CompareView>()->plans().plans.size(), std::size_t{2});
    // What the search proved is not said of the edited plan, and the file is the last that was written.
    QCOMPARE(statusText(), QString());
    const QStringList said = m_fixture->window->messages()->texts();
    QCOMPARE(said.filter(QFileInfo(file).fileName()).size(), 1);
    QCOMPARE(said.filter(QFileInfo(picture).fileName()).size(), 0);
    m_fixture->window->actions()["undo"]->trigger();
    QVERIFY(!differsFromPlanned(session.at(session.currentRow())));
    QVERIFY(!statusText().isEmpty());
}

void TestFirstPath::path_data()
{
    QTest::addColumn<bool>("mouse");
    QTest::newRow("mouse and keys") << true;
    QTest::newRow("keyboard alone") << false;
}

void TestFirstPath::path()
{
    QFETCH(const bool, mouse);
    m_mouse = mouse;
    m_actions = 0;
    MouseCounter counter;
    qApp->installEventFilter(&counter);
    act("open the program", [this] {
        m_fixture.emplace();
        m_fixture->window->showTheme(m_mouse ? QStringLiteral("light") : QStringLiteral("dark"));
        QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
        m_fixture->planAndWait();  // as it does on its own: a scenario to look at
    });
    act("choose the model", [this] {
        for (int pane = 0; !m_mouse && pane < 4 && !isIn(child<QComboBox>("model")); ++pane) {
            press(Qt::Key_F6);
        }
        choosePreset("model", QStringLiteral("Llama-2-7B"));
    });
    act("choose the cluster", [this] {
        if (!m_mouse) {
            press(Qt::Key_Tab);  // to the model's editor, …
            press(Qt::Key_Tab);
        }
        choosePreset("cluster", QStringLiteral("A100-8"));
    });
    const SearchRequest asked = m_fixture->window->scenario()->request();
    QCOMPARE(asked.model.name, std::string("llama2-7b"));
    QCOMPARE(asked.cluster.name, std::string("a100-8"));
    act("plan", [this] { plan(); });
    QCOMPARE(m_fixture->document()->plan()->model.name, std::string("llama2-7b"));
    QVERIFY(m_fixture->document()->estimate()->fits);
    act("look at the memory of stage 0", [this] { lookAtStage(); });
    QCOMPARE(m_fixture->window->selection()->current().stage, 0);
    const auto* note = child<QLabel>("fillNote");
    QTRY_VERIFY2(note->isVisible() && !note->visibleRegion().isEmpty(), "what fills the stage is not seen");
    QVERIFY2(note->text().startsWith(QStringLiteral("Stage 0 uses")), qPrintable(note->text()));
    const auto* relief = child<FindingsList>("reliefs");
    QTRY_VERIFY(relief->findChild<QPushButton*>() != nullptr);
    QVERIFY(relief->findChild<QPushButton*>()->text().contains(QStringLiteral("frees")));
    act("select three layers", [this] { selectLayers(); });
    QCOMPARE(m_fixture->window->selection()->current().firstLayer, firstLayer);
    QCOMPARE(m_fixture->window->selection()->current().layerCount, layerCount);
    act("recompute them", [this] { recompute(); });
    QVERIFY(m_fixture->session()->at(m_fixture->session()->currentRow()).isModified());
    act("compare with the planner's plan", [this] { compare(); });
    QCOMPARE(m_fixture->window->views()->current(), static_cast<View*>(child<CompareView>()));
    const QString picture = m_fixture->path(QStringLiteral("compared.svg"));
    const QString file = m_fixture->path(QStringLiteral("mine.json"));
    act("export a picture", [&] { exportPicture(picture); });
    act("save the plan", [&] { savePlanTo(file); });
    check(picture, file);
    QVERIFY2(m_actions <= mostActions, qPrintable(QString::number(m_actions)));
    QVERIFY(m_mouse == (counter.presses > 0));
    qApp->removeEventFilter(&counter);
    m_fixture.reset();
}

PGRAM_TEST(TestFirstPath)
#include "test_first_path.moc"
