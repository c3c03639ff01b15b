// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of the Plans dock: under the model tester, and their figures.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/docks/inspector/facts.h"
#include "widgets/docks/plans/plans_model.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/docks/scenario/space_switches.h"
#include "widgets/document/preview.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/workbench.h"
#include "widgets/shell/settings/settings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>
#include <random>

using namespace pgram;

class TestPlansModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansModelKeepsItsContract();
    void plansModelTellsTheDistanceFromTheReference();
    void changedCellsAreAnnounced();
    void plansModelSortsByFigure();
    void renamingInTheTableCanBeUndone();
    void comparisonFollowsTheShownPlan();
};

void TestPlansModel::plansModelKeepsItsContract()
{
    Workbench bench;
    Document& document = bench.document;
    Session& session = bench.session;
    PlansModel model(&session, &bench.fidelity);
    QAbstractItemModelTester tester(&model);
    session.add(samplePlan(2, 12, 4));
    session.add(samplePlan(3, 12, 6));
    session.duplicate(0);
    document.setMicrobatches(2);
    QCOMPARE(model.rowCount(), 3);
    session.setReference(1);
    session.close(1);
    QCOMPARE(session.referenceRow(), 0);
    QCOMPARE(session.reopenClosed(), 1);
    QCOMPARE(session.referenceRow(), 0);
    // The shown plan is bold, and said to be shown.
    session.show(1);
    QCOMPARE(model.index(1, 0).data(Qt::AccessibleTextRole).toString(),
             model.index(1, 0).data().toString() + QStringLiteral(", shown"));
    QVERIFY(!model.index(0, 0).data(Qt::AccessibleTextRole).isValid());
    session.closeAll();
    QCOMPARE(model.rowCount(), 0);
}

void TestPlansModel::plansModelTellsTheDistanceFromTheReference()
{
    Workbench bench;
    Document& document = bench.document;
    Session& session = bench.session;
    PlansModel model(&session, &bench.fidelity);
    session.add(widePlan());
    session.add(widePlan());
    LayerStrategy recomputed;
    recomputed.data = 8;
    recomputed.kept.part = KeptPart::Input;
    document.setStrategy(0, 12, recomputed);
    const double before = session.at(0).estimate()->throughput;
    const double after = session.at(1).estimate()->throughput;
    QVERIFY(after < before);
    const double shown = model.index(1, PlansModel::Delta).data(PlansModel::SortRole).toDouble();
    QCOMPARE(shown, (after - before) / before);
    QVERIFY(model.index(1, PlansModel::Delta).data().toString().startsWith(QStringLiteral("−")));
    QCOMPARE(model.index(0, PlansModel::Delta).data().toString(), PlansModel::tr("reference"));
    session.setReference(1);
    QVERIFY(model.index(0, PlansModel::Delta).data().toString().startsWith(QLatin1Char('+')));
}

/// After any edit: every cell that says something else was announced, or a table goes on showing what it said before.
void TestPlansModel::changedCellsAreAnnounced()
{
    Workbench bench;
    Document& document = bench.document;
    Session& session = bench.session;
    PlansModel plans(&session, &bench.fidelity);
    FactsModel facts;
    for (int i = 0; i < 3; ++i) {
        session.add(widePlan());
    }
    const auto texts = [](const QAbstractItemModel& model) {
        QMap<QPair<int, int>, QVariantList> all;
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                const QModelIndex cell = model.index(row, column);
                all[{row, column}] = {cell.data(), cell.data(Qt::ForegroundRole),
                                      cell.data(Qt::DecorationRole).isValid()};
            }
        }
        return all;
    };
    std::mt19937 random(5);
    int changed = 0;
    for (int turn = 0; turn < 40; ++turn) {
        session.show(static_cast<int>(random() % 3));
        facts.setFacts(planFacts(*document.plan(), *document.estimate()));
        const auto plansBefore = texts(plans);
        const auto factsBefore = texts(facts);
        const QSignalSpy plansSpy(&plans, &QAbstractItemModel::dataChanged);
        const QSignalSpy factsSpy(&facts, &QAbstractItemModel::dataChanged);
        LayerStrategy strategy;
        strategy.data = 8;
        strategy.kept.part = random() % 2 == 0 ? KeptPart::Input : KeptPart::All;
        document.setStrategy(static_cast<int>(random() % 6), 1 + static_cast<int>(random() % 6), strategy);
        facts.setFacts(planFacts(*document.plan(), *document.estimate()));
        const auto check = [&](const auto& before, const auto& after, const QSignalSpy& spy) {
            QCOMPARE(after.size(), before.size());
            for (const auto& place : after.keys()) {
                const bool told = std::ranges::any_of(spy, [&](const QVariantList& arguments) {
                    const QItemSelectionRange range(arguments[0].toModelIndex(), arguments[1].toModelIndex());
                    return range.top() <= place.first && place.first <= range.bottom() &&
                           range.left() <= place.second && place.second <= range.right();
                });
                QVERIFY(told || after[place] == before[place]);
                changed += after[place] == before[place] ? 0 : 1;
            }
        };
        check(plansBefore, texts(plans), plansSpy);
        check(factsBefore, texts(facts), factsSpy);
    }
    QVERIFY(changed > 100);
}

void TestPlansModel::plansModelSortsByFigure()
{
    Workbench bench;
    Session& session = bench.session;
    PlansPanel panel(&session, &bench.fidelity);
    for (const int layers : {24, 8, 16}) {
        session.add(samplePlan(2, layers, 4));
    }
    auto* table = panel.findChild<QTableView*>(QStringLiteral("plans"));
    QAbstractItemModelTester tester(table->model());
    table->sortByColumn(PlansModel::StepTime, Qt::AscendingOrder);
    double last = 0;
    for (int row = 0; row < 3; ++row) {
        const double time = table->model()->index(row, PlansModel::StepTime).data(PlansModel::SortRole).toDouble();
        QVERIFY(time > last);
        last = time;
    }
    table->setCurrentIndex(table->model()->index(0, 0));
    QCOMPARE(session.currentRow(), 1);
}

void TestPlansModel::renamingInTheTableCanBeUndone()
{
    Workbench bench;
    Document& document = bench.document;
    Session& session = bench.session;
    PlansModel model(&session, &bench.fidelity);
    session.add(samplePlan(2, 12, 4));
    session.add(samplePlan(2, 12, 4));
    QVERIFY(model.setData(model.index(0, PlansModel::Name), QStringLiteral("mine"), Qt::EditRole));
    QCOMPARE(session.at(0).plan()->name, std::string("mine"));
    QCOMPARE(session.currentRow(), 0);
    QVERIFY(!model.setData(model.index(0, PlansModel::Name), QStringLiteral("  "), Qt::EditRole));
    document.undoStack()->undo();
    QCOMPARE(session.at(0).plan()->name, std::string("sample plan"));
}

void TestPlansModel::comparisonFollowsTheShownPlan()
{
    Document document;
    Session session(&document);
    ComparisonModel model(&session);
    QAbstractItemModelTester tester(&model);
    session.add(widePlan());
    QVERIFY(!model.isComparing());
    session.duplicate(0);
    QVERIFY(model.isComparing());
    const int same = model.rowCount();
    LayerStrategy tensor;
    tensor.tensor = 4;
    tensor.data = 2;
    document.setStrategy(3, 2, tensor);
    QCOMPARE(model.rowCount(), same + 1);  // one run of layers differs
    QCOMPARE(model.index(same, ComparisonModel::Reference).data().toString(), QStringLiteral("DP8"));
    QCOMPARE(model.index(same, ComparisonModel::Shown).data().toString(), QStringLiteral("TP4·DP2"));
    session.show(0);
    QVERIFY(!model.isComparing());
}

PGRAM_TEST(TestPlansModel)
#include "test_plans_model.moc"
