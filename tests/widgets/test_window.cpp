// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window as a person uses it: plan the default scenario, edit by mouse and keys, undo, save, open again, stop and
// quit in time, refuse what is broken.

#include "core/plan/plan_json.h"
#include "widgets/docks/inspector_panel.h"
#include "widgets/docks/plans_panel.h"
#include "widgets/docks/scenario_panel.h"
#include "widgets/docks/strategy_editor.h"
#include "widgets/shell/appearance.h"
#include "widgets/shell/language.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/message_bar.h"
#include "widgets/shell/plan_files.h"
#include "widgets/shell/planning.h"
#include "widgets/shell/scenario_files.h"
#include "widgets/shell/view_area.h"
#include "widgets/views/strategy_map_view.h"

#include <QApplication>
#include <QDockWidget>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <optional>

using namespace pgram;

namespace {

/// The longest time that the event loop was kept from a timer of 5 ms.
class Heartbeat : public QObject {
public:
    Heartbeat()
    {
        m_clock.start();
        startTimer(5, Qt::PreciseTimer);
    }
    [[nodiscard]] qint64 longest() const { return m_longest; }

protected:
    void timerEvent(QTimerEvent*) override
    {
        m_longest = std::max(m_longest, m_clock.elapsed());
        m_clock.restart();
    }

private:
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

Result<SearchResult> realSearch(const SearchRequest& request, std::stop_token token, const ProgressSink& progress)
{
    return search(request, std::move(token), progress);
}

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
    void init();
    void cleanup();
    void planEditUndoSaveReopen();
    void stageCutIsDragged();
    void cancelDuringALongSearch();
    void quitDuringALongSearch();
    void infeasibleOffersTheSmallestBudget();
    void brokenFilesAreRefusedAndNothingIsLost_data();
    void brokenFilesAreRefusedAndNothingIsLost();
    void droppedFileOpens();
    void scenarioIsSavedAndOpened();
    void unsavedEditsAreAskedAbout();
    void searchedPlansAreAskedAboutTogether();
    void newScenarioIsTakenBack();
    void closedPlanComesBack();
    void languageAndThemeSwitchLive();
    void layoutIsRemembered();

private:
    void open(const SearchFunction& search = realSearch);
    void planAndWait();
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    void planSomethingLong();
    [[nodiscard]] StrategyMapView* strategyMap() const;

    std::optional<QTemporaryDir> m_folder;
    std::optional<Settings> m_settings;
    std::optional<Language> m_language;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindow::init()
{
    m_folder.emplace();
    m_settings.emplace(path(QStringLiteral("settings.ini")));
    m_language.emplace();
    open();
}

void TestWindow::cleanup()
{
    m_window.reset();
    m_language.reset();
    m_settings.reset();
}

void TestWindow::open(const SearchFunction& search)
{
    m_window = std::make_unique<MainWindow>(PresetStore(std::filesystem::path(PARALLELOGRAM_SOURCE_DIR) / "presets"),
                                            &*m_settings, &*m_language, search);
    m_window->showTheme(QStringLiteral("light"));
    m_window->showLanguage(QStringLiteral("en"));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestWindow::planAndWait()
{
    QSignalSpy running(m_window->planning(), &Planning::runningChanged);
    QTest::mouseClick(m_window->findChild<QPushButton*>(QStringLiteral("planButton")), Qt::LeftButton);
    QVERIFY(m_window->planning()->isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->planning()->isRunning(), 60'000);
    QCOMPARE(running.count(), 2);
}

void TestWindow::planEditUndoSaveReopen()
{
    planAndWait();
    Session* session = m_window->session();
    QCOMPARE(session->count(), 1);
    const Plan planned = *session->at(0).plan;
    QVERIFY(session->at(0).estimate->fits);
    QCOMPARE(planned.model.name, std::string("bert-huge-32"));

    // Layers 3 to 6 by mouse in the map, then TP4 by mouse in the Inspector.
    StrategyMapView* map = strategyMap();
    const MapLayout layout = map->currentLayout();
    QTest::mouseClick(map, Qt::LeftButton, {}, layout.cells[3].center().toPoint());
    QTest::mouseClick(map, Qt::LeftButton, Qt::ShiftModifier, layout.cells[6].center().toPoint());
    QCOMPARE(m_window->selection()->current().firstLayer, 3);
    QCOMPARE(m_window->selection()->current().layerCount, 4);
    QToolButton* four = m_window->inspector()->strategyEditor()->row(StrategyField::Tensor)->button(4);
    QVERIFY(four != nullptr && four->isEnabled());
    QTest::mouseClick(four, Qt::LeftButton);
    for (std::size_t layer = 3; layer < 7; ++layer) {
        QCOMPARE(session->at(0).plan->strategies[layer].tensor, 4);
    }
    QVERIFY(session->at(0).isModified());
    QVERIFY(m_window->isWindowModified());
    QVERIFY(session->at(0).estimate->stepTime != estimate(planned).stepTime);

    const QString edited = path(QStringLiteral("edited.json"));
    QVERIFY(m_window->files()->saveTo(0, edited));
    QVERIFY(!m_window->isWindowModified());
    QTest::keySequence(m_window.get(), QKeySequence::Undo);
    QVERIFY(*session->at(0).plan == planned);
    QVERIFY(m_window->isWindowModified());
    QTest::keySequence(m_window.get(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    QVERIFY(!m_window->isWindowModified());
    const Plan kept = *session->at(0).plan;
    const Estimate figures = *session->at(0).estimate;

    m_window->actions().newScenario->trigger();
    QCOMPARE(session->count(), 0);
    m_window->actions().recent->actions().front()->trigger();
    QCOMPARE(session->count(), 1);
    QCOMPARE(planToJson(*session->at(0).plan), planToJson(kept));
    QCOMPARE(session->at(0).estimate->stepTime, figures.stepTime);
    QCOMPARE(session->at(0).estimate->peakMemory, figures.peakMemory);
}

StrategyMapView* TestWindow::strategyMap() const
{
    return m_window->findChild<StrategyMapView*>();
}

void TestWindow::stageCutIsDragged()
{
    SearchRequest request = m_window->scenario()->request();
    request.pipelines = {4};
    m_window->scenario()->setRequest(request);
    planAndWait();
    const auto before = m_window->session()->at(0).plan;
    QCOMPARE(before->pipeline(), 4);
    StrategyMapView* map = strategyMap();
    const MapLayout layout = map->currentLayout();
    constexpr double reach = 12;
    const QPoint grip = cutHandle(layout, before->stages, 1, reach).center().toPoint();
    const QPoint step(0, static_cast<int>(layout.cellHeight));
    QTest::mousePress(map, Qt::LeftButton, {}, grip);
    QTest::mouseMove(map, grip - step);
    QTest::mouseMove(map, grip - 2 * step);
    QTest::mouseRelease(map, Qt::LeftButton, {}, grip - 2 * step);
    QCOMPARE(m_window->session()->at(0).plan->stages[2].firstLayer, before->stages[2].firstLayer - 2);
    QCOMPARE(m_window->session()->at(0).history->count(), 1);
    QTest::keySequence(m_window.get(), QKeySequence::Undo);
    QVERIFY(*m_window->session()->at(0).plan == *before);
}

/// 98 layers on 64 devices, nearly every dimension, six batch sizes: seconds of work.
void TestWindow::planSomethingLong()
{
    QVERIFY(m_window->scenario()->setScenario(QStringLiteral("gpt3-175b")));
    SearchRequest request = m_window->scenario()->request();
    request.space.zero1 = request.space.zero2 = request.space.sp = true;
    request.batches = {768, 1024, 1280, 1536, 1792, 2048};
    m_window->scenario()->setRequest(request);
    m_window->plan();
}

void TestWindow::cancelDuringALongSearch()
{
    planAndWait();
    qint64 stopped = 0;
    qint64 waited = 0;
    // Other programs of a busy machine only ever add: one good try of three proves the bound.
    for (int attempt = 0; attempt < 3; ++attempt) {
        planSomethingLong();
        Heartbeat heartbeat;
        QTest::qWait(400);
        QVERIFY2(m_window->planning()->isRunning(), "the search was too short to be stopped");
        QVERIFY(m_window->views()->views().front()->isDimmed());
        QElapsedTimer clock;
        clock.start();
        QTest::mouseClick(m_window->findChild<QPushButton*>(QStringLiteral("planButton")), Qt::LeftButton);
        while (m_window->planning()->isRunning() && clock.elapsed() < 5000) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        }
        stopped = clock.elapsed();
        waited = heartbeat.longest();
        qInfo("stopped in %lld ms; the event loop waited %lld ms at most", stopped, waited);
        if (stopped < 100 && waited < 50) {
            break;
        }
    }
    // The budgets above are a quiet machine's; a starved one must still not wait for the search to end.
    QVERIFY2(stopped < 1500, qPrintable(QString::number(stopped)));
    QVERIFY2(waited < 500, qPrintable(QString::number(waited)));
    QVERIFY(m_window->session()->at(0).estimate->fits);  // what was there is there still
}

void TestWindow::quitDuringALongSearch()
{
    qint64 quit = 0;
    for (int attempt = 0; attempt < 3; ++attempt) {
        planSomethingLong();
        QTest::qWait(300);
        QVERIFY2(m_window->planning()->isRunning(), "the search was too short to be stopped");
        QElapsedTimer clock;
        clock.start();
        QVERIFY(m_window->close());
        m_window.reset();
        quit = clock.elapsed();
        qInfo("quit in %lld ms", quit);
        open();
        if (quit < 500) {
            break;
        }
    }
    QVERIFY2(quit < 3000, qPrintable(QString::number(quit)));
}

void TestWindow::infeasibleOffersTheSmallestBudget()
{
    m_window->scenario()->setBudget(1 * GiB + GiB / 4);
    QTest::mouseClick(m_window->findChild<QPushButton*>(QStringLiteral("planButton")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->planning()->isRunning(), 60'000);
    QCOMPARE(m_window->session()->count(), 0);
    QCOMPARE(m_window->messages()->texts().size(), 1);
    auto* offer = m_window->messages()->findChild<QPushButton*>();
    QVERIFY(offer != nullptr);
    QTest::mouseClick(offer, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->planning()->isRunning(), 60'000);
    QCOMPARE(m_window->session()->count(), 1);
    QVERIFY(m_window->session()->at(0).estimate->fits);
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
    m_window->session()->add([] {
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
        plan.stages = {{0, 1}};
        plan.strategies = {LayerStrategy{}};
        return plan;
    }());
    QFile file(path(QStringLiteral("broken.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    QVERIFY(!m_window->files()->open(file.fileName()));
    QVERIFY(!m_window->files()->open(m_folder->path()));
    QVERIFY(!m_window->files()->open(path(QStringLiteral("absent.json"))));
    QCOMPARE(m_window->messages()->texts().size(), 3);
    QVERIFY2(m_window->messages()->texts().front().contains(QStringLiteral("broken.json")),
             qPrintable(m_window->messages()->texts().front()));
    QCOMPARE(m_window->session()->count(), 1);
    QCOMPARE(m_window->session()->at(0).plan->name, std::string("kept"));
    QVERIFY(m_window->files()->recent().isEmpty());
}

void TestWindow::droppedFileOpens()
{
    planAndWait();
    const QString file = path(QStringLiteral("dropped.json"));
    QVERIFY(savePlan(*m_window->session()->at(0).plan, file.toStdString()).has_value());
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QCOMPARE(m_window->session()->count(), 2);
    QCOMPARE(m_window->session()->at(1).file, file);
}

void TestWindow::scenarioIsSavedAndOpened()
{
    m_window->scenario()->setBudget(9 * GiB);
    const SearchRequest asked = m_window->scenario()->request();
    auto* files = m_window->findChild<ScenarioFiles*>();
    QVERIFY(files->saveTo(path(QStringLiteral("mine.json"))));
    m_window->scenario()->setScenario(QStringLiteral("swin-huge"));
    QVERIFY(m_window->openFile(path(QStringLiteral("mine.json"))));
    QVERIFY(m_window->planning()->isRunning());
    const SearchRequest read = m_window->scenario()->request();
    QVERIFY(read.model == asked.model);
    QVERIFY(read.cluster == asked.cluster);
    QVERIFY(read.training == asked.training);
    QVERIFY(read.space == asked.space);
    QCOMPARE(read.memoryBudget, 9 * GiB);
    // A model that is no preset cannot be referred to.
    SearchRequest changed = asked;
    changed.model.runs.front().hidden *= 2;
    m_window->scenario()->setRequest(changed);
    QVERIFY(!files->saveTo(path(QStringLiteral("other.json"))));
    QVERIFY(!QFile::exists(path(QStringLiteral("other.json"))));
}

void TestWindow::unsavedEditsAreAskedAbout()
{
    planAndWait();
    m_window->session()->document()->setGlobalBatch(128);
    answer(QStringLiteral("Cancel"));
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    QVERIFY(m_window->files()->saveTo(0, path(QStringLiteral("saved.json"))));
    m_window->session()->document()->setGlobalBatch(256);
    answer(QStringLiteral("Save"));
    QVERIFY(m_window->close());
    const auto saved = loadPlan(path(QStringLiteral("saved.json")).toStdString());
    QVERIFY(saved.has_value());
    QCOMPARE(saved->training.globalBatch, std::int64_t{256});
}

void TestWindow::searchedPlansAreAskedAboutTogether()
{
    planAndWait();
    QVERIFY(m_window->files()->mayClose());  // the plan of the start is one click away
    m_window->actions().duplicate->trigger();
    answer(QStringLiteral("Cancel"));
    QVERIFY(!m_window->close());
    m_window->files()->setUnsavedKept(true);
    QVERIFY(m_window->close());
}

void TestWindow::newScenarioIsTakenBack()
{
    planAndWait();
    m_window->actions().duplicate->trigger();
    m_window->actions().newScenario->trigger();
    QCOMPARE(m_window->session()->count(), 0);
    QTest::mouseClick(m_window->messages()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(m_window->session()->count(), 2);
    QCOMPARE(m_window->session()->currentRow(), 1);
}

void TestWindow::closedPlanComesBack()
{
    planAndWait();
    m_window->session()->document()->setGlobalBatch(128);
    m_window->actions().remove->trigger();
    QCOMPARE(m_window->session()->count(), 0);
    QVERIFY(!m_window->actions().save->isEnabled());
    QTest::mouseClick(m_window->messages()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(m_window->session()->count(), 1);
    QVERIFY(m_window->session()->at(0).isModified());
    m_window->actions().undo->trigger();
    QVERIFY(!m_window->session()->at(0).isModified());
}

void TestWindow::languageAndThemeSwitchLive()
{
    planAndWait();
    const auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("plans"));
    QCOMPARE(dock->windowTitle(), QStringLiteral("Plans"));
    m_window->showLanguage(QStringLiteral("zh_CN"));
    QTRY_COMPARE(dock->windowTitle(), QStringLiteral("方案"));
    m_window->showLanguage(QStringLiteral("en"));
    QTRY_COMPARE(dock->windowTitle(), QStringLiteral("Plans"));

    QVERIFY(!isDark(m_window->palette()));
    const QImage light = m_window->grab().toImage();
    m_window->showTheme(QStringLiteral("dark"));
    QTRY_VERIFY(isDark(m_window->palette()));
    const QImage dark = m_window->grab().toImage();
    const QPoint middle(m_window->width() / 2, m_window->height() - 60);
    QVERIFY(light.pixelColor(middle).lightness() > 200);
    QVERIFY(dark.pixelColor(middle).lightness() < 60);
}

void TestWindow::layoutIsRemembered()
{
    m_window->findChild<QDockWidget*>(QStringLiteral("plans"))->hide();
    m_window->actions().grid->setChecked(true);
    QVERIFY(m_window->close());
    open();
    QVERIFY(m_window->findChild<QDockWidget*>(QStringLiteral("plans"))->isHidden());
    QVERIFY(m_window->actions().grid->isChecked());
    m_window->actions().resetLayout->trigger();
    QVERIFY(!m_window->findChild<QDockWidget*>(QStringLiteral("plans"))->isHidden());
    QVERIFY(!m_window->actions().grid->isChecked());
}

QTEST_MAIN(TestWindow)
#include "test_window.moc"
