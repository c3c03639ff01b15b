// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window as a person uses it: plan the default scenario, edit by mouse and keys, undo, save, open again, stop
// and quit, refuse what is broken.

#include "core/base/index.h"
#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

#include <QDockWidget>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include <optional>

using namespace pgram;

namespace {

/// Presses a button of the next message box.
void answer(const QString& text)
{
    QTimer::singleShot(0, qApp, [text] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box != nullptr);
        for (QAbstractButton* button : box->buttons()) {
            if (button->text() == text) {
                button->click();
                return;
            }
        }
        box->reject();
        QFAIL("there is no such button");
    });
}

}  // namespace

class TestWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_fixture.emplace(); }
    void cleanup() { m_fixture.reset(); }
    void planEditUndoSaveReopen();
    void stageCutIsDragged();
    void cancelDuringALongSearch();
    void quitDuringALongSearch();
    void newScenarioDropsTheSearch();
    void aNameIsEditedOnce();
    void infeasibleOffersTheSmallestBudget();
    void brokenFilesAreRefusedAndNothingIsLost_data();
    void brokenFilesAreRefusedAndNothingIsLost();
    void droppedFileOpens();
    void scenarioIsSavedAndOpened();
    void escapeStopsTheSearchBeforeTheSelection();
    void unsavedEditsAreAskedAbout();
    void searchedPlansAreAskedAboutTogether();
    void newScenarioKeepsThePlans();
    void undoIsOfWhatChangedLast();
    void closedPlanComesBack();
    void languageAndThemeSwitchLive();
    void theSampleGoesWithTheFirstOwnPlan();
    void layoutIsRemembered();

private:
    void planAndWait();
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    [[nodiscard]] QString path(const QString& name) const { return m_fixture->path(name); }
    [[nodiscard]] StrategyMapView* strategyMap() const;

    std::optional<WindowFixture> m_fixture;
};

void TestWindow::planAndWait()
{
    QSignalSpy running(window()->planning(), &Planning::runningChanged);
    QTest::mouseClick(window()->findChild<QPushButton*>(QStringLiteral("planButton")), Qt::LeftButton);
    QVERIFY(window()->planning()->isRunning());
    QTRY_VERIFY(!window()->planning()->isRunning());
    QCOMPARE(running.count(), 2);
}

void TestWindow::planEditUndoSaveReopen()
{
    planAndWait();
    Session* session = window()->session();
    QCOMPARE(session->count(), 1);
    const Plan planned = *session->at(0).plan();
    QVERIFY(session->at(0).estimate()->fits);
    QCOMPARE(planned.model.name, std::string("bert-huge-32"));

    // Layers 3 to 6 by mouse in the map, then TP2 by mouse in the Inspector.
    StrategyMapView* map = strategyMap();
    const MapLayout layout = map->currentLayout();
    QTest::mouseClick(map, Qt::LeftButton, {}, layout.cells[3].center().toPoint());
    QTest::mouseClick(map, Qt::LeftButton, Qt::ShiftModifier, layout.cells[6].center().toPoint());
    QCOMPARE(window()->selection()->current().firstLayer, 3);
    QCOMPARE(window()->selection()->current().layerCount, 4);
    QToolButton* two = window()->inspector()->strategyEditor()->row(strategyField("tensor"))->button(2);
    QVERIFY(two != nullptr && two->isEnabled());
    QTest::mouseClick(two, Qt::LeftButton);
    for (std::size_t layer = 3; layer < 7; ++layer) {
        QCOMPARE(session->at(0).plan()->strategies[layer].tensor, 2);
    }
    QVERIFY(session->at(0).isModified());
    QVERIFY(window()->isWindowModified());
    QVERIFY(session->at(0).estimate()->stepTime != estimate(planned).stepTime);

    const QString edited = path(QStringLiteral("edited.json"));
    QVERIFY(window()->files()->saveTo(0, edited));
    QVERIFY(!window()->isWindowModified());
    QTest::keySequence(window(), QKeySequence::Undo);
    QVERIFY(*session->at(0).plan() == planned);
    QVERIFY(window()->isWindowModified());
    QTest::keySequence(window(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    QVERIFY(!window()->isWindowModified());
    const Plan kept = *session->at(0).plan();
    const Estimate figures = *session->at(0).estimate();

    session->closeAll();
    QCOMPARE(session->count(), 0);
    window()->actions().menu("recent")->actions().front()->trigger();
    QCOMPARE(session->count(), 1);
    QCOMPARE(planToJson(*session->at(0).plan()), planToJson(kept));
    QCOMPARE(session->at(0).estimate()->stepTime, figures.stepTime);
    QCOMPARE(session->at(0).estimate()->peakMemory, figures.peakMemory);
}

StrategyMapView* TestWindow::strategyMap() const
{
    return window()->findChild<StrategyMapView*>();
}

void TestWindow::stageCutIsDragged()
{
    SearchRequest request = window()->scenario()->request();
    request.pipelines = {4};
    window()->scenario()->setRequest(request);
    planAndWait();
    const auto before = window()->session()->at(0).plan();
    QCOMPARE(before->pipeline(), 4);
    StrategyMapView* map = strategyMap();
    const MapLayout layout = map->currentLayout();
    constexpr double reach = 12;
    const QPoint grip = cutHandle(layout, before->chunks, 1, reach).center().toPoint();
    const QPoint step(0, static_cast<int>(layout.cellHeight));
    QTest::mousePress(map, Qt::LeftButton, {}, grip);
    QTest::mouseMove(map, grip - step);
    QTest::mouseMove(map, grip - 2 * step);
    QTest::mouseRelease(map, Qt::LeftButton, {}, grip - 2 * step);
    QCOMPARE(window()->session()->at(0).plan()->chunks[2].firstLayer, before->chunks[2].firstLayer - 2);
    QCOMPARE(window()->session()->at(0).history()->count(), 1);
    QTest::keySequence(window(), QKeySequence::Undo);
    QVERIFY(*window()->session()->at(0).plan() == *before);
}

/// How soon: bench_window_stop.
void TestWindow::cancelDuringALongSearch()
{
    planAndWait();
    const auto before = window()->session()->document()->plan();
    m_fixture->open(endlessSearch);
    window()->session()->add(*before);
    QPushButton* button = window()->findChild<QPushButton*>(QStringLiteral("planButton"));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(window()->planning()->isRunning());
    QVERIFY(window()->views()->views().front()->isDimmed());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(!window()->planning()->isRunning());
    QVERIFY(!window()->views()->views().front()->isDimmed());
    QVERIFY(*window()->session()->at(0).plan() == *before);  // what was there is there still
}

void TestWindow::quitDuringALongSearch()
{
    m_fixture->open(endlessSearch);
    window()->plan();
    QVERIFY(window()->planning()->isRunning());
    QVERIFY(window()->close());
    m_fixture->window.reset();  // or the search would go on for ever
    m_fixture->open();
}

/// What a stopped search has found is kept, but not in a session that began anew meanwhile.
void TestWindow::newScenarioDropsTheSearch()
{
    m_fixture->open(endlessSearch);
    window()->plan();
    QVERIFY(window()->planning()->isRunning());
    window()->actions()["newScenario"]->trigger();
    QTRY_VERIFY(!window()->planning()->isRunning());
    QCOMPARE(window()->session()->count(), 0);
    // The next one counts again.
    window()->plan();
    window()->planning()->stop();
    QTRY_VERIFY(!window()->planning()->isRunning());
    QCOMPARE(window()->session()->count(), 1);
}

/// F2 in the editor that F2 opened.
void TestWindow::aNameIsEditedOnce()
{
    planAndWait();
    QTest::failOnWarning(QRegularExpression(QStringLiteral("editing failed")));
    window()->actions()["rename"]->trigger();
    window()->actions()["rename"]->trigger();
    auto* plans = window()->findChild<QTableView*>(QStringLiteral("plans"));
    QCOMPARE(plans->findChildren<QLineEdit*>().size(), 1);
    QTest::keyClick(plans->findChild<QLineEdit*>(), Qt::Key_Escape);
    auto* dock = window()->findChild<QDockWidget*>(QStringLiteral("plans"));
    dock->hide();
    window()->actions()["rename"]->trigger();
    window()->actions()["rename"]->trigger();
    QVERIFY(dock->isVisible());
    QVERIFY(plans->isAncestorOf(QApplication::focusWidget()));
}

void TestWindow::infeasibleOffersTheSmallestBudget()
{
    window()->scenario()->setBudget(1 * GiB + GiB / 4);
    QTest::mouseClick(window()->findChild<QPushButton*>(QStringLiteral("planButton")), Qt::LeftButton);
    QTRY_VERIFY(!window()->planning()->isRunning());
    QCOMPARE(window()->session()->count(), 0);
    QCOMPARE(window()->messages()->texts().size(), 1);
    auto* offer = window()->messages()->findChild<QPushButton*>();
    QVERIFY(offer != nullptr);
    QTest::mouseClick(offer, Qt::LeftButton);
    QTRY_VERIFY(!window()->planning()->isRunning());
    QCOMPARE(window()->session()->count(), 1);
    QVERIFY(window()->session()->at(0).estimate()->fits);
}

void TestWindow::brokenFilesAreRefusedAndNothingIsLost_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("truncated") << QByteArray(R"({"format": "parallelogram-plan", "version": 1, "na)");
    QTest::newRow("wrong type") << QByteArray(R"({"format": "parallelogram-plan", "version": "one"})");
    QTest::newRow("newer version") << QByteArray(R"({"format": "parallelogram-plan", "version": 99})");
    QTest::newRow("another format") << QByteArray(R"([1, 2, 3])");
    QTest::newRow("noise") << QByteArray(1 << 20, '\xa5');
}

void TestWindow::brokenFilesAreRefusedAndNothingIsLost()
{
    QFETCH(QByteArray, content);
    window()->session()->add([] {
        Plan plan;
        plan.name = "kept";
        LayerSpec layer;
        layer.hidden = layer.ffn = 64;
        layer.heads = layer.kvHeads = 4;
        layer.headDim = 16;
        plan.model.runs = {layer};
        plan.model.sequenceLength = 16;
        plan.cluster.devices = 1;
        plan.cluster.device.memory = GiB;
        plan.cluster.device.peakBf16 = plan.cluster.device.peakFp32 = 1e12;
        plan.cluster.device.memoryBandwidth = 1e11;
        plan.cluster.links = {{"none", 1, 1e9, {}, 0}};
        plan.chunks = {{0, 1}};
        plan.strategies = {LayerStrategy{}};
        return plan;
    }());
    QFile file(path(QStringLiteral("broken.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    QVERIFY(!window()->files()->open(file.fileName()));
    QVERIFY(!window()->files()->open(m_fixture->folder.path()));
    QVERIFY(!window()->files()->open(path(QStringLiteral("absent.json"))));
    QCOMPARE(window()->messages()->texts().size(), 3);
    QVERIFY2(window()->messages()->texts().front().contains(QStringLiteral("broken.json")),
             qPrintable(window()->messages()->texts().front()));
    QCOMPARE(window()->session()->count(), 1);
    QCOMPARE(window()->session()->at(0).plan()->name, std::string("kept"));
    QVERIFY(window()->files()->recent().isEmpty());
}

void TestWindow::droppedFileOpens()
{
    planAndWait();
    const QString file = path(QStringLiteral("dropped.json"));
    QVERIFY(savePlan(*window()->session()->at(0).plan(), file.toStdString()).has_value());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window(), &drop);
    QCOMPARE(window()->session()->count(), 2);
    QCOMPARE(window()->session()->at(1).file(), file);
}

/// The Stop action says Esc: a selection in the view does not come first.
void TestWindow::escapeStopsTheSearchBeforeTheSelection()
{
    m_fixture.emplace(endlessSearch);
    QVERIFY(QTest::qWaitForWindowActive(window()));
    window()->session()->add(samplePlan(4, 12, 8));
    const Selection stage{.stage = 1};
    m_fixture->bench->selection.select(stage);
    window()->plan();
    QVERIFY(window()->planning()->isRunning());
    View* view = window()->views()->current();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Escape);
    QCOMPARE(m_fixture->bench->selection.current(), stage);
    QTRY_VERIFY(!window()->planning()->isRunning());
    window()->session()->show(0);
    m_fixture->bench->selection.select(stage);
    QTest::keyClick(view, Qt::Key_Escape);
    QCOMPARE(m_fixture->bench->selection.current(), Selection());
}

void TestWindow::scenarioIsSavedAndOpened()
{
    window()->scenario()->setBudget(9 * GiB);
    const SearchRequest asked = window()->scenario()->request();
    auto* files = window()->findChild<ScenarioFiles*>();
    QVERIFY(files->saveTo(path(QStringLiteral("mine.json"))));
    QVERIFY(window()->messages()->texts().contains(QStringLiteral("Saved mine.json.")));
    window()->scenario()->setScenario(QStringLiteral("swin-huge"));
    QVERIFY(window()->openFile(path(QStringLiteral("mine.json"))));
    QVERIFY(window()->planning()->isRunning());
    const SearchRequest read = window()->scenario()->request();
    QVERIFY(read.model == asked.model);
    QVERIFY(read.cluster == asked.cluster);
    QVERIFY(read.training == asked.training);
    QVERIFY(read.space == asked.space);
    QCOMPARE(read.memoryBudget, 9 * GiB);
    // A model that is no preset cannot be referred to.
    SearchRequest changed = asked;
    changed.model.runs.front().hidden *= 2;
    window()->scenario()->setRequest(changed);
    QVERIFY(!files->saveTo(path(QStringLiteral("other.json"))));
    QVERIFY(!QFile::exists(path(QStringLiteral("other.json"))));
}

void TestWindow::unsavedEditsAreAskedAbout()
{
    planAndWait();
    window()->session()->document()->setGlobalBatch(128);
    answer(QStringLiteral("Cancel"));
    QVERIFY(!window()->close());
    QVERIFY(window()->isVisible());
    QVERIFY(window()->files()->saveTo(0, path(QStringLiteral("saved.json"))));
    window()->session()->document()->setGlobalBatch(256);
    answer(QStringLiteral("Save"));
    QVERIFY(window()->close());
    const auto saved = loadPlan(path(QStringLiteral("saved.json")).toStdString());
    QVERIFY(saved.has_value());
    QCOMPARE(saved->training.globalBatch, std::int64_t{256});
}

void TestWindow::searchedPlansAreAskedAboutTogether()
{
    planAndWait();
    QVERIFY(window()->files()->mayClose());  // the plan of the start is one click away
    window()->actions()["duplicate"]->trigger();
    answer(QStringLiteral("Cancel"));
    QVERIFY(!window()->close());
    window()->files()->setUnsavedKept(true);
    QVERIFY(window()->close());
}

void TestWindow::newScenarioKeepsThePlans()
{
    planAndWait();
    window()->actions()["duplicate"]->trigger();
    window()->scenario()->setBudget(9 * GiB);
    const SearchRequest before = window()->scenario()->request();
    window()->actions()["newScenario"]->trigger();
    QCOMPARE(window()->session()->count(), 2);
    QVERIFY(m_fixture->document()->plan() != nullptr);
    QVERIFY(window()->scenario()->request().memoryBudget != before.memoryBudget);
    window()->scenario()->history()->undo();
    QVERIFY(window()->scenario()->request() == before);
}

/// The sample goes with the first plan of the user's own; a plan that comes before it is never taken for it.
void TestWindow::theSampleGoesWithTheFirstOwnPlan()
{
    window()->planSample();
    QTRY_COMPARE(window()->session()->count(), 1);
    window()->session()->add(samplePlan(2, 8, 4));
    QTRY_COMPARE(window()->session()->count(), 1);
    QCOMPARE(window()->session()->at(0).plan()->model.title, samplePlan(2, 8, 4).model.title);
    window()->session()->add(samplePlan(4, 8, 4));
    window()->planSample();
    window()->session()->add(samplePlan(1, 8, 4));  // before the search ends
    QTRY_VERIFY(!window()->planning()->isRunning());
    QCoreApplication::processEvents();
    QCOMPARE(window()->session()->count(), 4);
}

/// Edits of the scenario and of the plan are undone and redone in one order, wherever the focus is.
void TestWindow::undoIsOfWhatChangedLast()
{
    planAndWait();
    strategyMap()->setFocus();
    QAction* undo = window()->actions()["undo"];
    QAction* redo = window()->actions()["redo"];
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    const auto state = [this] {
        return std::pair(window()->scenario()->request().memoryBudget,
                         m_fixture->document()->plan()->training.globalBatch);
    };
    std::vector states{state()};
    window()->scenario()->setBudget(9 * GiB);
    states.push_back(state());
    window()->session()->document()->setGlobalBatch(128);
    states.push_back(state());
    window()->scenario()->endStep();
    window()->scenario()->setBudget(10 * GiB);
    states.push_back(state());
    QVERIFY(states[0] != states[1] && states[1] != states[2] && states[2] != states[3]);
    for (int step = 2; step >= 0; --step) {
        QVERIFY(undo->isEnabled());
        undo->trigger();
        QCOMPARE(state(), states[at(step)]);
    }
    QVERIFY(!undo->isEnabled());
    for (std::size_t step = 1; step < states.size(); ++step) {
        QVERIFY(redo->isEnabled());
        redo->trigger();
        QCOMPARE(state(), states[step]);
    }
    QVERIFY(!redo->isEnabled());
}

void TestWindow::closedPlanComesBack()
{
    planAndWait();
    window()->session()->document()->setGlobalBatch(128);
    window()->actions()["remove"]->trigger();
    QCOMPARE(window()->session()->count(), 0);
    QVERIFY(!window()->actions()["save"]->isEnabled());
    QTest::mouseClick(window()->messages()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(window()->session()->count(), 1);
    QVERIFY(window()->session()->at(0).isModified());
    window()->actions()["undo"]->trigger();
    QVERIFY(!window()->session()->at(0).isModified());
}

void TestWindow::languageAndThemeSwitchLive()
{
    planAndWait();
    const auto* dock = window()->findChild<QDockWidget*>(QStringLiteral("plans"));
    QCOMPARE(dock->windowTitle(), QStringLiteral("Plans"));
    window()->showLanguage(QStringLiteral("zh_CN"));
    QTRY_COMPARE(dock->windowTitle(), QStringLiteral("方案"));
    window()->showLanguage(QStringLiteral("en"));
    QTRY_COMPARE(dock->windowTitle(), QStringLiteral("Plans"));
    const auto widgets = QApplication::allWidgets().size();
    for (const char* code : {"zh_CN", "en", "zh_CN", "en"}) {
        window()->showLanguage(QString::fromLatin1(code));
        QTRY_COMPARE(dock->windowTitle(), QString::fromLatin1(code) == QLatin1StringView("en")
                                              ? QStringLiteral("Plans")
                                              : QStringLiteral("方案"));
    }
    QVERIFY(QApplication::allWidgets().size() < widgets + 10);  // nothing is made anew and left

    QVERIFY(!isDark(window()->palette()));
    const QImage light = window()->grab().toImage();
    window()->showTheme(QStringLiteral("dark"));
    QTRY_VERIFY(isDark(window()->palette()));
    const QImage dark = window()->grab().toImage();
    const QPoint middle(window()->width() / 2, window()->height() - 8);  // the status bar
    QVERIFY(light.pixelColor(middle).lightness() > 200);
    QVERIFY(dark.pixelColor(middle).lightness() < 60);
}

void TestWindow::layoutIsRemembered()
{
    window()->findChild<QDockWidget*>(QStringLiteral("plans"))->hide();
    window()->views()->setArrangement(ViewArea::Arrangement::Grid);
    QVERIFY(window()->close());
    m_fixture->open();
    QVERIFY(window()->findChild<QDockWidget*>(QStringLiteral("plans"))->isHidden());
    QVERIFY(window()->actions()["grid"]->isChecked());
    window()->actions()["resetLayout"]->trigger();
    QVERIFY(!window()->findChild<QDockWidget*>(QStringLiteral("plans"))->isHidden());
    QVERIFY(!window()->actions()["grid"]->isChecked());
}

PGRAM_TEST(TestWindow)
#include "test_window.moc"
