// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A person's way on after the first path (test_first_path), by mouse and keys, in the dark theme: plan with another
// method, drag a stage cut, pin a layer and plan the rest, compare section by section, stop a long search, save, open
// again. With PARALLELOGRAM_PICTURES set to a folder, every step leaves a picture there.

#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/status_area.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>

#include <optional>

using namespace pgram;

class TestJourney : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }
    void journey();

private:
    template <typename T>
    T* child(const char* name) const
    {
        return m_fixture->window->findChild<T*>(QString::fromLatin1(name));
    }
    [[nodiscard]] const PlanDocument& entry() const
    {
        return m_fixture->window->session()->at(m_fixture->window->session()->count() - 1);
    }
    void chooseMethod(const QString& text);
    void press(QKeySequence::StandardKey key);
    void clickPlan();
    void planAndWait();
    void picture(const QString& step);
    [[nodiscard]] StrategyMapView* map() const;
    void clickLayer(int layer);
    void dragCut(int boundary, int layers);
    void planTheRest();
    void comparePlans();
    void stopALongSearch();
    void saveAndOpenAgain();

    std::optional<WindowFixture> m_fixture;
    int m_pictures = 0;
    QImage m_last;
};

void TestJourney::init()
{
    m_fixture.emplace();
    QVERIFY(QTest::qWaitForWindowExposed(m_fixture->window.get()));
    m_pictures = 0;
    m_last = {};
}

/// Types into the box of methods; a space would open its list.
void TestJourney::chooseMethod(const QString& text)
{
    auto* combo = child<QComboBox>("method");
    combo->setFocus();
    QTest::keyClicks(combo, text.section(QLatin1Char(' '), 0, 0));
    QVERIFY2(combo->currentText().startsWith(text), qPrintable(combo->currentText()));
}

void TestJourney::press(QKeySequence::StandardKey key)
{
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    QTest::keySequence(m_fixture->window.get(), key);
}

void TestJourney::clickPlan()
{
    QTest::mouseClick(child<QPushButton>("planButton"), Qt::LeftButton);
}

void TestJourney::planAndWait()
{
    clickPlan();
    QVERIFY(m_fixture->window->planning()->isRunning());
    QTRY_VERIFY(!m_fixture->window->planning()->isRunning());
}

/// Every step shows: its picture differs from the one before.
void TestJourney::picture(const QString& step)
{
    QCoreApplication::processEvents();
    const QImage image = m_fixture->window->grab().toImage();
    QVERIFY2(image != m_last, qPrintable(step));
    m_last = image;
    const QString folder = qEnvironmentVariable("PARALLELOGRAM_PICTURES");
    if (!folder.isEmpty()) {
        const QString name = QStringLiteral("%1-%2.png").arg(++m_pictures, 2, 10, QLatin1Char('0')).arg(step);
        QVERIFY(QDir().mkpath(folder) && image.save(QDir(folder).filePath(name)));
    }
}

StrategyMapView* TestJourney::map() const
{
    return m_fixture->window->findChild<StrategyMapView*>();
}

void TestJourney::clickLayer(int layer)
{
    const MapLayout layout = map()->currentLayout();
    QTest::mouseClick(map(), Qt::LeftButton, {}, layout.cells[static_cast<std::size_t>(layer)].center().toPoint());
    QCOMPARE(m_fixture->window->selection()->current().firstLayer, layer);
}

/// Drags the cut behind stage `boundary` by so many layers.
void TestJourney::dragCut(int boundary, int layers)
{
    const MapLayout layout = map()->currentLayout();
    const QPoint grip = cutHandle(layout, entry().plan()->chunks, boundary, 12).center().toPoint();
    const QPoint way(0, static_cast<int>(layout.cellHeight) * layers);
    QTest::mousePress(map(), Qt::LeftButton, {}, grip);
    QTest::mouseMove(map(), grip + way / 2);
    QTest::mouseMove(map(), grip + way);
    QTest::mouseRelease(map(), Qt::LeftButton, {}, grip + way);
}

/// A layer recomputes because the user wants it so; the planner fixes the rest, which one undo takes back.
void TestJourney::planTheRest()
{
    clickLayer(5);
    LayerStrategy wanted = entry().plan()->strategies[5];
    wanted.kept.part = KeptPart::Input;
    m_fixture->window->session()->document()->setStrategy(5, 1, wanted);
    const Plan before = *entry().plan();
    const int plans = m_fixture->window->session()->count();
    QTest::keySequence(m_fixture->window.get(), m_fixture->window->actions()["keepLayers"]->shortcut());
    QVERIFY(m_fixture->window->planning()->isRunning());
    QVERIFY(!m_fixture->window->actions()["keepLayers"]->isEnabled());
    QTRY_VERIFY(!m_fixture->window->planning()->isRunning());
    QCOMPARE(m_fixture->window->session()->count(), plans);
    QVERIFY(!(*entry().plan() == before));
    QCOMPARE(entry().plan()->strategies[5], wanted);
    QVERIFY(entry().estimate()->fits);
    picture(QStringLiteral("rest"));
    press(QKeySequence::Undo);
    QVERIFY(*entry().plan() == before);
    press(QKeySequence::Redo);
}

/// Both plans are ticked by keyboard and stand side by side.
void TestJourney::comparePlans()
{
    const int current = m_fixture->window->session()->currentRow();
    for (const int row : {0, current}) {
        m_fixture->window->session()->show(row);
        QTest::keySequence(m_fixture->window.get(), m_fixture->window->actions()["compared"]->shortcut());
        QVERIFY(m_fixture->window->session()->at(row).isCompared());
    }
    auto* compare = m_fixture->window->findChild<CompareView*>();
    m_fixture->window->views()->setCurrent(compare);
    QCOMPARE(compare->plans().plans.size(), std::size_t{2});
    picture(QStringLiteral("compared"));
    for (const CompareSection section : allCompareSections) {
        compare->showSection(section);
        QVERIFY(compare->table()->rowCount() > 0);
    }
    picture(QStringLiteral("volumes"));
    m_fixture->window->views()->setCurrent(map());
}

void TestJourney::stopALongSearch()
{
    const int plans = m_fixture->window->session()->count();
    const int edited = m_fixture->window->session()->currentRow();
    QVERIFY(m_fixture->window->scenario()->setScenario(QStringLiteral("gpt3-175b")));
    SearchRequest request = m_fixture->window->scenario()->request();
    request.space.zero1 = request.space.zero2 = request.space.sp = true;
    request.space.takeaway3 = false;
    for (int i = 1; i <= 400; ++i) {
        request.batches.push_back(std::int64_t{960} * i);
    }
    m_fixture->window->scenario()->setRequest(request);
    clickPlan();
    const auto* status = m_fixture->window->findChild<StatusArea*>()->findChild<QLabel*>();
    QTRY_VERIFY(status->text().contains(QStringLiteral("best")));
    picture(QStringLiteral("searching"));
    clickPlan();
    QTRY_VERIFY(!m_fixture->window->planning()->isRunning());
    // What it had found by then is a plan like any other; the edited one is still there.
    QCOMPARE(m_fixture->window->session()->count(), plans + 1);
    QCOMPARE(entry().search()->result.certificate.status, Certificate::Status::Stopped);
    m_fixture->window->session()->show(edited);
}

void TestJourney::saveAndOpenAgain()
{
    const QString file = m_fixture->path(QStringLiteral("journey.json"));
    {
        const FileDialogAnswer answer(file);
        press(QKeySequence::Save);
        QVERIFY(answer.answered());
    }
    QVERIFY(QFile::exists(file));
    const std::string saved = planToJson(*loadPlan(file.toStdString()));
    m_fixture->window->session()->closeAll();
    QCOMPARE(m_fixture->window->session()->count(), 0);
    const FileDialogAnswer answer(file);
    press(QKeySequence::Open);
    QVERIFY(answer.answered());
    QCOMPARE(m_fixture->window->session()->count(), 1);
    QCOMPARE(planToJson(*m_fixture->window->session()->document()->plan()), saved);
}

void TestJourney::journey()
{
    m_fixture->window->showTheme(QStringLiteral("dark"));
    m_fixture->window->showLanguage(QStringLiteral("en"));
    planAndWait();
    QCOMPARE(entry().plan()->model.name, std::string("bert-huge-32"));
    QVERIFY(entry().estimate()->fits);
    picture(QStringLiteral("planned"));

    chooseMethod(QStringLiteral("Galvatron-Base"));
    planAndWait();
    QVERIFY(entry().plan()->pipeline() > 1);
    picture(QStringLiteral("stages"));
    const std::vector<Chunk> stages = entry().plan()->chunks;
    dragCut(0, -2);
    QCOMPARE(entry().plan()->chunks[1].firstLayer, stages[1].firstLayer - 2);
    picture(QStringLiteral("cut"));
    planTheRest();
    comparePlans();

    stopALongSearch();
    QVERIFY(m_fixture->window->session()->count() >= 2);
    picture(QStringLiteral("stopped"));
    saveAndOpenAgain();
    picture(QStringLiteral("reopened"));
}

PGRAM_TEST(TestJourney)
#include "test_journey.moc"
