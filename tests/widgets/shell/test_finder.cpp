// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The action finder: what matches what was typed, that it does what was chosen and says why it cannot, and that it
// goes when it is not wanted. With PARALLELOGRAM_PICTURES set to a folder it leaves pictures there.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/actions/action_finder.h"
#include "widgets/shell/actions/action_spec.h"
#include "widgets/shell/actions/finder_entries.h"
#include "widgets/shell/frame/message_bar.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QListView>

#include <optional>

using namespace pgram;

class TestFinder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }
    void fuzzyMatchesSubsequences();
    void fuzzyPrefersWordStartsAndNeighbours();
    void menuTextsLoseTheirMnemonics();
    void finderFindsAndDoes();
    void finderSaysWhyNot();
    void finderReachesPlansModelsAndViews();
    void finderClosesWithoutDoing();
    void aListedActionMayGo();
    void aHiddenFinderLeavesTheFocus();
    void scatteredLettersAreNoMatch();
    void methodsDimensionsFieldsAndViewCommandsAreFound();
    void frameworksThatRunPlansComeBeforeOverheads();
    void nothingFoundIsSaid();

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    void showSample() const { window()->session()->add(samplePlan(4, 12, 8)); }
    void openFinder();
    [[nodiscard]] ActionFinder* finder() const { return window()->findChild<ActionFinder*>(); }
    [[nodiscard]] QString found(int row) const { return finder()->model()->index(row).data().toString(); }

    std::optional<WindowFixture> m_fixture;
};

void TestFinder::openFinder()
{
    QTest::keyClick(window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(finder()->isVisible());
    QTRY_VERIFY(finder()->line()->hasFocus());
}

void TestFinder::fuzzyMatchesSubsequences()
{
    QVERIFY(fuzzyMatch(text("rsl"), text("Reset Layout")).has_value());
    QVERIFY(!fuzzyMatch(text("lsr"), text("Reset Layout")).has_value());
    QVERIFY(fuzzyMatch({}, text("anything")).has_value());
    QVERIFY(!fuzzyMatch(text("a"), {}).has_value());
    QCOMPARE(fuzzyMatch(text("RL"), text("reset layout"))->places, (std::vector{0, 6}));
    // Words in any order.
    QVERIFY(fuzzyMatch(text("layout reset"), text("Reset Layout")).has_value());
    // However far apart the letters are.
    QVERIFY(fuzzyMatch(text("az"), text("a") + QString(500, QLatin1Char('-')) + text("z")).has_value());
    QCOMPARE(fuzzyMatch(QStringLiteral("布局"), QStringLiteral("重置布局"))->places, (std::vector{2, 3}));
}

void TestFinder::fuzzyPrefersWordStartsAndNeighbours()
{
    const auto score = [](const char* typed, const char* other) { return fuzzyMatch(text(typed), text(other))->score; };
    QVERIFY(score("mem", "Memory") > score("mem", "Moderate theme"));
    QVERIFY(score("rl", "Reset Layout") > score("rl", "Overlay"));
    QVERIFY(score("plan", "Plan") > score("plan", "Split a name"));
    // The best way through, not the first: the word's start and not the t of "the".
    QCOMPARE(fuzzyMatch(text("tr"), text("the other tree"))->places, (std::vector{10, 11}));
}

void TestFinder::menuTextsLoseTheirMnemonics()
{
    QCOMPARE(plainText(text("&Open") + QStringLiteral("…")), text("Open"));
    QCOMPARE(plainText(QStringLiteral("打开(&O)…")), QStringLiteral("打开"));
    QCOMPARE(plainText(text("Undo: Set (a) strategy")), text("Undo: Set (a) strategy"));
}

void TestFinder::finderFindsAndDoes()
{
    const QAbstractItemModelTester tester(finder()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    openFinder();
    QVERIFY(finder()->model()->rowCount() > 40);
    QTest::keyClicks(finder()->line(), text("side"));
    QCOMPARE(found(0), text("Views Side by Side"));
    QCOMPARE(finder()->model()->index(0).data(FinderModel::PathRole).toString(), text("View"));
    QCOMPARE(finder()->model()->index(0).data(FinderModel::ShortcutRole).toString(), text("Ctrl+G"));
    QTest::keyClick(finder()->line(), Qt::Key_Return);
    QVERIFY(!finder()->isVisible());
    QVERIFY(window()->actions()["grid"]->isChecked());

    openFinder();
    QTest::keyClicks(finder()->line(), text("layout"));
    keepPicture(window(), text("finder"));
    const int below = 1;
    const QString second = found(below);
    QTest::keyClick(finder()->line(), Qt::Key_Down);
    const auto* list = finder()->findChild<QListView*>();
    QCOMPARE(list->currentIndex().data().toString(), second);
    QTest::keyClick(finder()->line(), Qt::Key_Up);
    QCOMPARE(list->currentIndex().row(), 0);
}

void TestFinder::finderSaysWhyNot()
{
    openFinder();
    QTest::keyClicks(finder()->line(), text("duplicate"));
    const QModelIndex first = finder()->model()->index(0);
    QCOMPARE(first.data().toString(), text("Duplicate"));
    QVERIFY(!first.flags().testFlag(Qt::ItemIsEnabled));
    QCOMPARE(first.data(FinderModel::ReasonRole).toString(), text("there is no plan yet"));
    QTest::keyClick(finder()->line(), Qt::Key_Return);
    QVERIFY(finder()->isVisible());
    window()->showTheme(text("dark"));
    window()->showLanguage(text("zh_CN"));
    QTRY_VERIFY(!finder()->isVisible());
    openFinder();
    keepPicture(window(), text("finder-dark-zh"));
    finder()->hide();
    window()->showLanguage(text("en"));
    QCoreApplication::processEvents();

    showSample();
    for (QAction* action : menuActions(*window())) {
        if (!action->isEnabled() && action->menu() == nullptr) {
            QVERIFY2(!window()->actions().whyDisabled(action).isEmpty(), qPrintable(action->text()));
        }
    }
    QCOMPARE(window()->actions().whyDisabled(window()->actions()["keepLayers"]), text("no layer is selected"));
}

void TestFinder::finderReachesPlansModelsAndViews()
{
    showSample();
    window()->session()->duplicate(0);
    QCOMPARE(window()->session()->currentRow(), 1);
    const auto choose = [this](const char* typed) {
        openFinder();
        QTest::keyClicks(finder()->line(), QString::fromLatin1(typed));
        QTest::keyClick(finder()->line(), Qt::Key_Return);
    };
    choose("sample plan plans");
    QCOMPARE(window()->session()->currentRow(), 0);
    choose("go to memory");
    QCOMPARE(window()->views()->current()->viewName(), text("memory"));
    choose("bert-huge-48 model");
    QCOMPARE(QString::fromStdString(window()->scenario()->request().model.name), text("bert-huge-48"));
    choose("rtx titan 16 cluster");
    QCOMPARE(window()->scenario()->request().cluster.devices, 16);
}

void TestFinder::finderClosesWithoutDoing()
{
    showSample();
    View* view = window()->views()->current();
    view->setFocus();
    QTRY_VERIFY(view->hasFocus());
    openFinder();
    QTest::keyClicks(finder()->line(), text("close plan"));
    QTest::keyClick(finder()->line(), Qt::Key_Escape);
    QVERIFY(!finder()->isVisible());
    QVERIFY(view->hasFocus());
    QCOMPARE(window()->session()->count(), 1);
    // Where a click takes the focus elsewhere, it goes as well.
    openFinder();
    view->setFocus();
    QTRY_VERIFY(!finder()->isVisible());
}

/// Ctrl+S while the finder is open makes the menu of recent files anew.
void TestFinder::aListedActionMayGo()
{
    const auto listRecent = [this](const char* file) {
        m_fixture->settings.set(SettingId::RecentFiles, QStringList{m_fixture->path(text(file))});
        window()->actions().rebuild();
    };
    listRecent("first.json");
    openFinder();
    QTest::keyClicks(finder()->line(), text("first.json"));
    QVERIFY2(found(0).contains(text("first.json")), qPrintable(found(0)));
    listRecent("second.json");
    QTest::keyClick(finder()->line(), Qt::Key_Return);
    QVERIFY(!finder()->isVisible());
    QVERIFY(window()->messages()->texts().isEmpty());
}

void TestFinder::aHiddenFinderLeavesTheFocus()
{
    showSample();
    window()->views()->current()->setFocus();
    openFinder();
    QTest::keyClick(finder()->line(), Qt::Key_Escape);
    auto* batch = window()->findChild<QLineEdit*>(text("scenarioBatch"));
    batch->setFocus();
    QTRY_VERIFY(batch->hasFocus());
    window()->showLanguage(text("zh_CN"));
    QCoreApplication::processEvents();
    QVERIFY(batch->hasFocus());
}

void TestFinder::scatteredLettersAreNoMatch()
{
    QVERIFY(fuzzyMatch(text("edit"), text("2 × 8 RTX TITAN Scenario ▸ Editions"))->isWeak == false);
    QVERIFY(fuzzyMatch(text("edit"), text("Scenario ▸ Model with RTX TITAN"))->isWeak);
    QVERIFY(!fuzzyMatch(text("rl"), text("Reset Layout"))->isWeak);
    openFinder();
    QTest::keyClicks(finder()->line(), text("edit cluster"));
    for (int row = 0; row < finder()->model()->rowCount(); ++row) {
        QVERIFY2(!found(row).contains(text("TITAN")), qPrintable(found(row)));
    }
}

void TestFinder::methodsDimensionsFieldsAndViewCommandsAreFound()
{
    showSample();
    const auto* scenario = window()->scenario();
    const auto choose = [this](const char* typed) {
        openFinder();
        QTest::keyClicks(finder()->line(), QString::fromLatin1(typed));
        QTest::keyClick(finder()->line(), Qt::Key_Return);
    };
    const bool hadPipeline = scenario->request().space.pp;
    choose("pipeline parallel space");
    QCOMPARE(scenario->request().space.pp, !hadPipeline);
    choose("joint optimum");
    QCOMPARE(scenario->request().method, Method::Joint);
    choose("sequence scenario");
    QTRY_VERIFY(window()->findChild<QWidget*>(text("sequence"))->hasFocus());
    View* view = window()->views()->current();
    choose("show as table");
    QVERIFY(view->isTableShown());
    view->setTableShown(false);
    QApplication::clipboard()->clear();
    choose("copy table");
    QTRY_VERIFY(QApplication::clipboard()->text().contains(u'\t'));
}

void TestFinder::frameworksThatRunPlansComeBeforeOverheads()
{
    openFinder();
    QTest::keyClicks(finder()->line(), text("megatron"));
    QStringList paths;
    for (int row = 0; row < finder()->model()->rowCount(); ++row) {
        paths.append(finder()->model()->index(row).data(FinderModel::PathRole).toString());
    }
    const qsizetype overheads = paths.indexOf(text("Scenario ▸ Framework overhead"));
    QVERIFY(overheads > 0);
    QCOMPARE(paths.lastIndexOf(text("Scenario ▸ Runs on")), overheads - 1);
    QCOMPARE(found(0), text("Megatron-LM"));
    QCOMPARE(paths.front(), text("Scenario ▸ Runs on"));
}

void TestFinder::nothingFoundIsSaid()
{
    openFinder();
    const auto* nothing = finder()->findChild<QLabel*>(text("nothingFound"));
    QVERIFY(!nothing->isVisible());
    QTest::keyClicks(finder()->line(), text("xylophone"));
    QCOMPARE(finder()->model()->rowCount(), 0);
    QVERIFY(nothing->isVisible());
    QCOMPARE(nothing->text(), text("Nothing found"));
    finder()->line()->clear();
    QVERIFY(!nothing->isVisible());
}

PGRAM_TEST(TestFinder)
#include "test_finder.moc"
