// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The dock of plans: what is copied, which columns it shows, and when it compares.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/plans/plans_model.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/views/common/figure_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

using namespace pgram;

namespace {

struct ShownPlans : Workbench {
    PlansPanel panel{&session, &fidelity};

    ShownPlans()
    {
        panel.resize(1400, 220);
        panel.show();
        for (const int layers : {24, 8, 16}) {
            session.add(samplePlan(2, layers, 4));
        }
    }
    [[nodiscard]] QTableView* table(const char* name = "plans") const
    {
        return panel.findChild<QTableView*>(QString::fromLatin1(name));
    }
};

QStringList copiedLines(QWidget* view)
{
    QApplication::clipboard()->clear();
    QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
    return QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
}

}  // namespace

class TestPlansPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allFiguresAreSeenInAUsualWindow();
    void selectedRowsAreCopiedWhole();
    void columnsAreChosen();
    void ratesOfADeviceAreColumns();
    void comparisonIsShownOnDemand();
    void otherTablesCopyWholeRows();
    void anyPlanIsClickedBackAfterAGuest();
    void theShownPlanIsTheOneSelected();
};

/// The plan of a lesson's step is in no row: none is the current one then.
void TestPlansPanel::anyPlanIsClickedBackAfterAGuest()
{
    ShownPlans shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.panel));
    QTableView* table = shown.table();
    PlanDocument guest(std::make_shared<const Plan>(samplePlan(1, 4, 1)));
    for (int row = 0; row < 3; ++row) {
        shown.session.show(row);
        shown.session.showGuest(&guest);
        QVERIFY(!table->selectionModel()->hasSelection());
        const QRect place = table->visualRect(table->model()->index(row, PlansModel::StepTime));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(shown.session.currentRow(), row);
    }
}

/// Also while Ctrl or Shift of a shortcut is down.
void TestPlansPanel::theShownPlanIsTheOneSelected()
{
    ShownPlans shown;
    const QItemSelectionModel* selected = shown.table()->selectionModel();
    for (const auto& [key, modifier] :
         {std::pair{Qt::Key_Control, Qt::ControlModifier}, std::pair{Qt::Key_Shift, Qt::ShiftModifier}}) {
        shown.session.show(0);
        QTest::keyPress(shown.table(), key, modifier);
        QCOMPARE(QApplication::keyboardModifiers(), Qt::KeyboardModifiers(modifier));
        shown.session.show(2);
        QTest::keyRelease(shown.table(), key);
        QCOMPARE(selected->selectedRows().size(), 1);
        QCOMPARE(selected->selectedRows().front().row(), 2);
        QCOMPARE(selected->currentIndex().row(), 2);
    }
}

/// What a window of 1280 leaves beside the Scenario dock; sorted, too, when a column has an arrow.
void TestPlansPanel::allFiguresAreSeenInAUsualWindow()
{
    ShownPlans shown;
    shown.panel.resize(978, 220);
    QTableView* table = shown.table();
    QTRY_VERIFY(!table->horizontalScrollBar()->isVisible());
    table->sortByColumn(PlansModel::PeakMemory, Qt::AscendingOrder);
    QVERIFY(!table->horizontalScrollBar()->isVisible());
    QVERIFY(table->columnWidth(PlansModel::PeakMemory) >=
            table->horizontalHeader()->sectionSizeHint(PlansModel::PeakMemory));
}

void TestPlansPanel::selectedRowsAreCopiedWhole()
{
    const ShownPlans shown;
    QTableView* table = shown.table();
    table->selectionModel()->select(table->model()->index(0, 0),
                                    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    table->selectionModel()->select(table->model()->index(2, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    table->setColumnHidden(PlansModel::Bubbles, true);
    table->horizontalHeader()->moveSection(PlansModel::Mfu, 1);
    const QStringList lines = copiedLines(table);
    QCOMPARE(lines.size(), 3);
    const QStringList titles = lines[0].split(u'\t');
    QCOMPARE(titles.size(), PlansModel::Columns - 3);
    QCOMPARE(titles[0], QStringLiteral("Plan"));
    QCOMPARE(titles[1], QStringLiteral("MFU"));
    QVERIFY(!titles.contains(QStringLiteral("Bubbles")));
    for (const int row : {0, 2}) {
        const QStringList cells = lines[row == 0 ? 1 : 2].split(u'\t');
        QCOMPARE(cells[0], table->model()->index(row, PlansModel::Name).data().toString());
        QCOMPARE(cells[1], table->model()->index(row, PlansModel::Mfu).data().toString());
    }
}

void TestPlansPanel::columnsAreChosen()
{
    ShownPlans shown;
    QMenu menu;
    shown.panel.fillColumnMenu(menu);
    QCOMPARE(menu.actions().size(), PlansModel::Columns - 1);
    QAction* exposed = menu.actions()[PlansModel::Exposed - 1];
    QCOMPARE(exposed->text(), QStringLiteral("Exposed comm."));
    QVERIFY(exposed->isChecked());
    exposed->trigger();
    QVERIFY(shown.table()->isColumnHidden(PlansModel::Exposed));
    const QByteArray kept = shown.panel.headerState();
    ShownPlans other;
    other.panel.restoreHeader(kept);
    QVERIFY(other.table()->isColumnHidden(PlansModel::Exposed));
    exposed->trigger();
    QVERIFY(!shown.table()->isColumnHidden(PlansModel::Exposed));
    QVERIFY(shown.table()->columnWidth(PlansModel::Exposed) > 20);
    QVERIFY(shown.table()->isColumnHidden(PlansModel::TokensPerDevice));
    menu.actions()[PlansModel::TokensPerDevice - 1]->trigger();
    QVERIFY(!shown.table()->isColumnHidden(PlansModel::TokensPerDevice));
}

void TestPlansPanel::ratesOfADeviceAreColumns()
{
    const ShownPlans shown;
    const PlansModel& model = *shown.panel.model();
    const PlanDocument& first = shown.session.at(0);
    QVERIFY(first.estimate()->mfu > 0);
    const double tokens = model.index(0, PlansModel::TokensPerDevice).data(PlansModel::SortRole).toDouble();
    QCOMPARE(tokens, first.estimate()->tokensPerDevice);
    const double flop = model.index(0, PlansModel::FlopPerDevice).data(PlansModel::SortRole).toDouble();
    QCOMPARE(flop, first.estimate()->mfu * first.plan()->cluster.device.peak(first.plan()->training.precision));
    const QString shownFlop = model.index(0, PlansModel::FlopPerDevice).data().toString();
    QVERIFY2(shownFlop.endsWith(QStringLiteral(" TFLOP/s")), qPrintable(shownFlop));
}

/// A second plan of a model takes nothing from the table of plans.
void TestPlansPanel::comparisonIsShownOnDemand()
{
    ShownPlans shown;
    auto* button = shown.panel.findChild<QToolButton*>(QStringLiteral("showComparison"));
    QVERIFY(!button->isVisible());
    shown.session.duplicate(0);
    QVERIFY(button->isVisible());
    QVERIFY(!shown.table("comparison")->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(shown.table("comparison")->isVisible());
    shown.session.show(1);
    QVERIFY(!button->isVisible() && !shown.table("comparison")->isVisible());
    shown.session.show(3);
    QVERIFY(shown.table("comparison")->isVisible());
}

void TestPlansPanel::otherTablesCopyWholeRows()
{
    ShownPlans shown;
    shown.session.duplicate(0);
    const QTableView* compared = shown.table("comparison");
    const QStringList lines = copiedLines(shown.table("comparison"));
    QCOMPARE(lines.size(), compared->model()->rowCount() + 1);
    QCOMPARE(lines[1].count(u'\t'), 3);
    InspectorPanel inspector(&shown);
    auto* facts = inspector.findChild<QTableView*>();
    facts->selectRow(1);
    QCOMPARE(copiedLines(facts), QStringList(facts->model()->index(1, 0).data().toString() + u'\t' +
                                             facts->model()->index(1, 1).data().toString()));
    auto* issues = inspector.findChild<QListWidget*>(QStringLiteral("issues"));
    QCOMPARE(copiedLines(issues), QStringList(issues->item(0)->text()));
}

PGRAM_TEST(TestPlansPanel)
#include "test_plans_panel.moc"
