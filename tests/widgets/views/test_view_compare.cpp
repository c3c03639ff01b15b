// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Compare view: ticking, differences worked by hand, plans of other shapes and other models, one time axis, the
// tables of its sections, pictures of every size.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/docks/plans/plans_model.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/compare/compare_view.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>

using namespace pgram;

namespace {

/// Two plans of one model that differ where the test says: the second recomputes layers 4 … 6.
struct Pair : Workbench {
    explicit Pair(bool ticked = true)
    {
        session.add(samplePlan(4, 16, 8));
        Plan other = samplePlan(4, 16, 8);
        other.name = "other";
        for (std::size_t layer = 4; layer < 7; ++layer) {
            other.strategies[layer].kept.part = KeptPart::Input;
        }
        session.add(std::move(other));
        session.show(0);
        session.setCompared(0, ticked);
        session.setCompared(1, ticked);
    }
};

QVariant cell(const QAbstractItemModel& table, int row, const QString& key)
{
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.headerData(column, Qt::Horizontal, FigureTable::KeyRole) == key) {
            return table.index(row, column).data(FigureTable::RawRole);
        }
    }
    return {};
}

QString shown(const QAbstractItemModel& table, int row, const QString& key)
{
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.headerData(column, Qt::Horizontal, FigureTable::KeyRole) == key) {
            return table.index(row, column).data().toString();
        }
    }
    return {};
}

}  // namespace

class TestViewCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatToDoUntilTwoAreTicked()
    {
        Pair pair(false);
        CompareView view(&pair.session, &pair.selection);
        present(view);
        auto* all = view.findChild<QPushButton*>(QStringLiteral("compareAllPlans"));
        auto* tabs = view.findChild<QTabBar*>(QStringLiteral("compareSections"));
        QVERIFY(all->isVisible() && !tabs->isVisible());
        QVERIFY(view.plans().isEmpty());
        QCOMPARE(view.table()->rowCount(), 0);
        QVERIFY(colorCount(pictureOf(view)) > 3);
        // The button stands clear of the words, however many lines these take.
        for (const int width : {240, 500, 900}) {
            view.resize(width, 400);
            QCoreApplication::processEvents();
            const QRect place = all->geometry();
            QVERIFY(place.bottom() < view.height());
            all->hide();
            QVERIFY(colorCount(view.grab(place).toImage()) == 1);
            all->show();
        }
        pair.session.setCompared(1, true);
        QVERIFY(view.plans().isEmpty() && all->isVisible());
        QTest::mouseClick(all, Qt::LeftButton);
        QCOMPARE(view.plans().plans.size(), std::size_t{2});
        QVERIFY(!all->isVisible() && tabs->isVisible());
        QCOMPARE(view.table()->rowCount(), 2);
        pair.session.setCompared(0, false);
        QVERIFY(view.plans().isEmpty());
    }

    void rowWithoutACurrentPlanSelectsNothing()
    {
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        present(view);
        view.setTableShown(true);
        pair.session.show(-1);
        const auto* table = view.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 2);
        table->selectionModel()->setCurrentIndex(table->model()->index(1, 0), QItemSelectionModel::Select);
        QCOMPARE(table->currentIndex().row(), 1);
        QVERIFY(pair.selection.current() == Selection{});
    }

    void tickedInThePlansTable()
    {
        Pair pair(false);
        PlansModel model(&pair.session, &pair.fidelity);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        const QModelIndex first = model.index(0, PlansModel::Name);
        QVERIFY(first.flags().testFlag(Qt::ItemIsUserCheckable));
        QCOMPARE(first.data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Unchecked);
        QVERIFY(model.setData(first, Qt::Checked, Qt::CheckStateRole));
        QVERIFY(pair.session.at(0).isCompared());
        QCOMPARE(first.data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::Checked);
        QVERIFY(!model.index(0, PlansModel::StepTime).data(Qt::CheckStateRole).isValid());
        model.setData(model.index(1, PlansModel::Name), Qt::Checked, Qt::CheckStateRole);
        QCOMPARE(pair.session.comparedRows(), (std::vector<int>{0, 1}));
        pair.session.setReference(1);
        QCOMPARE(pair.session.comparedRows(), (std::vector<int>{1, 0}));
        // A plan that is closed and brought back is still ticked.
        pair.session.close(0);
        QCOMPARE(pair.session.comparedRows(), (std::vector<int>{0}));
        pair.session.reopenClosed();
        QCOMPARE(pair.session.comparedRows(), (std::vector<int>{1, 0}));
    }

    void differencesOfFigures()
    {
        // Half of the step, a quarter more memory, five points fewer bubbles.
        Estimate before;
        before.stepTime = 2;
        before.throughput = 32;
        before.peakMemory = 8 * GiB;
        before.bubbleFraction = 0.15;
        Estimate after = before;
        after.stepTime = 1;
        after.throughput = 64;
        after.peakMemory = 10 * GiB;
        after.bubbleFraction = 0.10;
        const Plan plan = samplePlan(1, 2, 1);
        ComparedPlan compared;
        compared.difference = compare(plan, before, plan, after);
        const std::vector<const Figure*> figures = comparedFigures();
        QCOMPARE(figures.size(), std::size_t{7});
        const auto textOf = [&](int index) {
            return changeText(differenceOf(compared, *figures[static_cast<std::size_t>(index)]));
        };
        QCOMPARE(textOf(0), QStringLiteral("−50.0 %"));
        QCOMPARE(textOf(1), QStringLiteral("+100.0 %"));
        QCOMPARE(textOf(4), QStringLiteral("+25.0 %"));
        QCOMPARE(textOf(5), QStringLiteral("−5.00 points"));
        QCOMPARE(differenceOf(compared, *figures[0]).verdict(), 1);
        QCOMPARE(differenceOf(compared, *figures[4]).verdict(), -1);
        QCOMPARE(signedBytes(1.5 * GiB), QStringLiteral("+1.50 GiB"));
        QCOMPARE(signedBytes(-0.5 * GiB), QStringLiteral("−512 MiB"));
        QCOMPARE(signedBytes(0), QStringLiteral("±0"));
    }

    /// The sentence above all sections names the fastest plan that runs, and the part of the step that makes it so.
    void saysWhichPlanIsBetter()
    {
        const auto compared = [](const char* letter, Plan plan, int row) {
            ComparedPlan made;
            made.row = row;
            made.letter = QString::fromLatin1(letter);
            made.plan = std::make_shared<const Plan>(std::move(plan));
            made.estimate = std::make_shared<const Estimate>(estimate(*made.plan));
            return made;
        };
        Plan plain = samplePlan(4, 16, 4);
        Plan repeating = plain;
        for (std::size_t layer = 0; layer < plain.strategies.size(); ++layer) {
            plain.strategies[layer].kept = {};
            repeating.strategies[layer].kept = {.part = KeptPart::Input};
        }
        CompareSet set{{compared("A", repeating, 0), compared("B", plain, 1)}};
        const auto relate = [&set] {
            for (ComparedPlan& plan : set.plans) {
                plan.difference = compare(*set.plans[0].plan, *set.plans[0].estimate, *plan.plan, *plan.estimate);
            }
        };
        relate();
        QVERIFY(set.plans[1].estimate->stepTime < set.plans[0].estimate->stepTime);
        QString verdict = verdictOf(set);
        QVERIFY2(verdict.startsWith(QStringLiteral("B is the fastest: step time −")), qPrintable(verdict));
        QVERIFY2(verdict.contains(QStringLiteral("against A, mostly less recomputation")), qPrintable(verdict));
        std::swap(set.plans[0], set.plans[1]);
        relate();
        QVERIFY2(verdictOf(set) == verdict, qPrintable(verdictOf(set)));
        Plan longer = repeating;
        longer.training.globalBatch *= 2;
        set.plans[1] = compared("A", longer, 0);
        relate();
        QVERIFY2(verdictOf(set).startsWith(QStringLiteral("The plans do different work")), qPrintable(verdictOf(set)));
        Plan unfit = repeating;
        unfit.memoryBudget = GiB / 64;
        set.plans[1] = compared("A", unfit, 0);
        relate();
        QCOMPARE(verdictOf(set), QStringLiteral("A cannot run as planned."));
    }

    void marksTheLayersThatDiffer()
    {
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        const ComparedPlan& other = view.plans().plans[1];
        QCOMPARE(other.letter, QStringLiteral("B"));
        QCOMPARE(other.differingLayers(), 3);
        for (int layer = 0; layer < 16; ++layer) {
            QCOMPARE(other.differs(layer), layer >= 4 && layer < 7);
            QVERIFY(!view.plans().plans[0].differs(layer));
        }
        view.showSection(CompareSection::Strategy);
        QCOMPARE(view.table()->rowCount(), 16);
        QCOMPARE(cell(*view.table(), 3, QStringLiteral("differs")).toString(), QString());
        QCOMPARE(cell(*view.table(), 4, QStringLiteral("differs")).toString(), QStringLiteral("B"));
        QVERIFY(cell(*view.table(), 4, QStringLiteral("a_strategy")) !=
                cell(*view.table(), 4, QStringLiteral("b_strategy")));
    }

    void tablesHoldTheFiguresOfTheEstimates()
    {
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        const QAbstractItemModelTester tester(view.table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        const Estimate& a = *pair.session.at(0).estimate();
        const Estimate& b = *pair.session.at(1).estimate();
        QCOMPARE(cell(*view.table(), 1, QStringLiteral("step_time_s")).toDouble(), b.stepTime);
        QCOMPARE(cell(*view.table(), 1, QStringLiteral("step_time_s_change")).toDouble(),
                 (b.stepTime - a.stepTime) / a.stepTime);
        QVERIFY(shown(*view.table(), 1, QStringLiteral("step_time_s_change")).startsWith(u'+'));
        QVERIFY(!cell(*view.table(), 0, QStringLiteral("step_time_s_change")).isValid());

        view.showSection(CompareSection::Memory);
        QCOMPARE(view.table()->rowCount(), 8);
        const double change = static_cast<double>(b.stages[1].memory.total() - a.stages[1].memory.total());
        QVERIFY(change < 0);
        QCOMPARE(cell(*view.table(), 5, QStringLiteral("plan")).toString(), QStringLiteral("B"));
        QCOMPARE(cell(*view.table(), 5, QStringLiteral("stage")).toInt(), 1);
        QCOMPARE(cell(*view.table(), 5, QStringLiteral("difference_bytes")).toDouble(), change);

        view.showSection(CompareSection::Timelines);
        QCOMPARE(view.table()->rowCount(), 8);
        QCOMPARE(cell(*view.table(), 6, QStringLiteral("bubble_s")).toDouble(), b.timeline->stages[2].bubble);

        view.showSection(CompareSection::Communication);
        double bytes = 0;
        double exposed = 0;
        for (const Estimate* each : {&a, &b}) {
            for (const VolumeRow& row : each->volumes) {
                bytes += row.bytes;
                exposed += row.exposed;
            }
        }
        double sum = 0;
        double sumExposed = 0;
        for (int row = 0; row < view.table()->rowCount(); ++row) {
            sum += cell(*view.table(), row, QStringLiteral("bytes")).toDouble();
            sumExposed += cell(*view.table(), row, QStringLiteral("exposed_s")).toDouble();
        }
        QVERIFY(bytes > 0 && std::abs(sum - bytes) <= 1e-9 * bytes);
        QVERIFY(std::abs(sumExposed - exposed) <= 1e-9 * std::max(exposed, 1e-9));
    }

    void plansOfOtherShapesStandTogether()
    {
        Pair pair;
        pair.session.add(samplePlan(2, 16, 4, 4));
        pair.session.add(samplePlan(3, 12, 6));  // another model: other layers
        // m is no multiple of the stages: no timeline
        pair.session.add(chunkedPlan(ScheduleKind::Interleaved, 4, 16, 6));
        for (int row = 2; row < 5; ++row) {
            pair.session.setCompared(row, true);
        }
        pair.session.show(0);
        CompareView view(&pair.session, &pair.selection);
        view.resize(1000, 500);
        const CompareSet& set = view.plans();
        QCOMPARE(set.plans.size(), std::size_t{5});
        QVERIFY(set.plans[2].sameModel && !set.plans[3].sameModel && set.plans[4].sameModel);
        QCOMPARE(set.plans[3].differingLayers(), 0);
        QVERIFY(set.plans[4].timeline() == nullptr);
        QCOMPARE(set.layers(), 16);
        QCOMPARE(set.stages(), 4);
        for (const CompareSection section : allCompareSections) {
            view.showSection(section);
            const QAbstractItemModelTester tester(view.table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
            QVERIFY(view.table()->rowCount() > 0);
            QVERIFY(colorCount(pictureOf(view)) > 4);
        }
        // No difference is claimed from another model, and none from a stage that the reference has not.
        view.showSection(CompareSection::Figures);
        QVERIFY(!cell(*view.table(), 3, QStringLiteral("step_time_s_change")).isValid());
        QVERIFY(cell(*view.table(), 2, QStringLiteral("step_time_s_change")).isValid());
    }

    void timelinesShareOneAxis()
    {
        Pair pair;
        TimeWindow shared;
        CompareView view(&pair.session, &pair.selection, &shared);
        shared.setLimit(pair.session.at(0).estimate()->timeline->makespan);
        view.resize(1000, 600);
        view.showSection(CompareSection::Timelines);
        const Seconds longest = pair.session.at(1).estimate()->timeline->makespan;
        QVERIFY(longest > shared.limit());
        QCOMPARE(view.time()->limit(), longest);
        const TimelinesPanel panel = view.currentLayout().timelines;
        QCOMPARE(panel.tracks[0].x(longest / 3), panel.tracks[1].x(longest / 3));
        QCOMPARE(panel.tracks[0].end, longest);
        QVERIFY(panel.titles[1].top() >= panel.tracks[0].tracks.bottom());
        // Zoomed here: the shared window follows; zoomed there: this one does.
        present(view, {1000, 600});
        QTest::keyClick(&view, Qt::Key_W);
        QVERIFY(!shared.showsAll());
        QCOMPARE(shared.begin(), view.time()->begin());
        shared.show(0.2 * shared.limit(), 0.4 * shared.limit());
        QCOMPARE(view.time()->begin(), shared.begin());
        QCOMPARE(view.time()->end(), shared.end());
        QTest::keyClick(&view, Qt::Key_Home);
        QVERIFY(shared.showsAll() && view.time()->showsAll());
    }

    void selectsByMouseAndKeys()
    {
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        view.showSection(CompareSection::Strategy);
        present(view, {1000, 600});
        const StrategyPanel strategies = view.currentLayout().strategies;
        const auto middle = [&](int layer) { return strategies.column(layer).center().toPoint(); };
        QTest::mouseClick(&view, Qt::LeftButton, {}, middle(5));
        QCOMPARE(pair.selection.current(), (Selection{.firstLayer = 5, .layerCount = 1, .stage = 1}));
        QTest::mousePress(&view, Qt::LeftButton, {}, middle(2));
        QTest::mouseMove(&view, middle(6));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, middle(6));
        QCOMPARE(pair.selection.current(), (Selection{.firstLayer = 2, .layerCount = 5, .stage = 1}));
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(pair.selection.current().firstLayer, 3);
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(pair.selection.current(), Selection{});

        view.showSection(CompareSection::Memory);
        const auto memory = view.currentLayout().memory;
        const Ref bar = memory->refs("bar")[5];
        QTest::mouseClick(&view, Qt::LeftButton, {}, memory->areaOf(bar).center().toPoint());
        QCOMPARE(pair.selection.current(), Selection{.stage = bar.other});
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(pair.selection.current().stage, bar.other + 1);

        view.showSection(CompareSection::Timelines);
        const TimelineLayout tracks = view.currentLayout().timelines.tracks[1];
        const Timeline& timeline = *pair.session.at(1).estimate()->timeline;
        const Operation& first = timeline.ofStage(0).front();
        QTest::mouseClick(&view, Qt::LeftButton, {}, tracks.rectOf(0, first).center().toPoint());
        QCOMPARE(pair.selection.current(), (Selection{.stage = 0, .microbatch = first.microbatch}));
    }

    void sectionsAreChosenByTabsAndKept()
    {
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        present(view, {900, 500});
        auto* tabs = view.findChild<QTabBar*>(QStringLiteral("compareSections"));
        QVERIFY(!tabs->isTabVisible(0));
        QCOMPARE(tabs->currentIndex(), 1);
        QVERIFY(!tabs->accessibleName().isEmpty());
        tabs->setFocus();
        QTest::keyClick(tabs, Qt::Key_Right);
        QCOMPARE(view.section(), CompareSection::Strategy);
        QCOMPARE(view.options().value(QStringLiteral("page")).toString(), QStringLiteral("strategy"));
        view.setOptions({{QStringLiteral("page"), QStringLiteral("no such section")}});
        QCOMPARE(view.section(), CompareSection::Strategy);
        view.setOptions({{QStringLiteral("page"), QStringLiteral("all")}});
        view.resize(2400, 1400);
        QVERIFY(tabs->isTabVisible(0));
        QCOMPARE(tabs->currentIndex(), 0);
        const CompareLayout layout = view.currentLayout();
        for (const CompareSection section : allCompareSections) {
            QVERIFY(layout.shows(section));
            for (const CompareSection other : allCompareSections) {
                QVERIFY(section == other || !layout.panel(section).intersects(layout.panel(other)));
            }
        }
    }

    void paintsEverySize()
    {
        for (const auto& [stages, layers, microbatches] : {std::tuple{1, 1, 1}, {8, 32, 16}, {64, 96, 128}}) {
            Document document;
            Session session(&document);
            SelectionModel selection;
            for (int copy = 0; copy < 3; ++copy) {
                session.add(samplePlan(stages, layers, microbatches));
                session.setCompared(copy, true);
            }
            CompareView view(&session, &selection);
            for (const CompareSection section : allCompareSections) {
                view.showSection(section);
                view.resize(1280, 800);
                QVERIFY(colorCount(pictureOf(view)) > 4);
                view.resize(320, 200);
                QVERIFY(colorCount(pictureOf(view)) > 2);
            }
            view.showAllSections();
            view.resize(2400, 1400);
            QVERIFY(colorCount(pictureOf(view)) > 8);
        }
    }

    /// "4.06 s", and not "4.06 s + 0 s".
    void aZeroPartOfATimeIsLeftOut()
    {
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        view.showSection(CompareSection::Communication);
        const QString picture = QString::fromUtf8(view.svgPicture({1280, 800}));
        const auto& volumes = pair.document.estimate()->volumes;
        QVERIFY(std::ranges::any_of(volumes, [](const VolumeRow& row) { return row.exposed > 0 && row.hidden <= 0; }));
        QVERIFY(picture.contains(QStringLiteral(" ms")) || picture.contains(QStringLiteral(" s<")));
        QVERIFY(!picture.contains(QStringLiteral("+ 0")));
        QVERIFY(!picture.contains(QStringLiteral("0 s + ")));
    }

    void tableAndFilesFollowTheSection()
    {
        const QTemporaryDir folder;
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        present(view, {900, 500});
        view.setTableShown(true);
        const auto* shownTable = view.findChild<QTableView*>();
        auto* tabs = view.findChild<QTabBar*>(QStringLiteral("compareSections"));
        QVERIFY(shownTable->isVisible() && tabs->isVisible());
        QVERIFY(shownTable->geometry().top() >= tabs->geometry().bottom());
        tabs->setCurrentIndex(3);
        QCOMPARE(shownTable->model()->columnCount(), view.table()->columnCount());
        const QString file = folder.filePath(QStringLiteral("memory.csv"));
        QCOMPARE(view.exportData(file), QString());
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readLine().startsWith("plan,stage,context_bytes,"));
        const QString picture = folder.filePath(QStringLiteral("compare.svg"));
        QCOMPARE(view.exportPicture(picture), QString());
        QFile svg(picture);
        QVERIFY(svg.open(QIODevice::ReadOnly) && svg.readAll().contains("other"));
    }

    void followsEditsOfTheShownPlan()
    {
        Pair pair;
        CompareView view(&pair.session, &pair.selection);
        QCOMPARE(view.plans().plans[1].differingLayers(), 3);
        pair.session.show(1);
        pair.document.setStrategy(4, 3, pair.session.at(0).plan()->strategies[4]);
        QVERIFY(view.plans().plans[1].differingLayers() < 3);
        pair.document.undoStack()->undo();
        QCOMPARE(view.plans().plans[1].differingLayers(), 3);
        pair.session.setReference(1);
        QCOMPARE(view.plans().plans[0].name, QStringLiteral("other"));
    }
};

PGRAM_TEST(TestViewCompare)
#include "test_view_compare.moc"
