// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Inspector: its facts under the model tester, and what is edited there.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/docks/inspector/facts.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/docks/scenario/space_switches.h"
#include "widgets/document/preview.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/texts.h"
#include "widgets/kit/choice_row.h"
#include "widgets/kit/fold_section.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/shell/frame/summary_bar.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QToolButton>

using namespace pgram;

class TestInspector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void factsModelKeepsItsContract();
    void withoutAPlanThereAreNoBareLabels();
    void choiceEditsTheSelectedLayers();
    void aChoiceMayBringOthers();
    void aChoiceIsWeighedBeforeItIsMade();
    void aScheduleIsWeighedWhileItsListIsOpen();
    void refusedChoiceIsVisibleDisabledAndSaysWhy();
    void inspectorSelectsTypedLayers();
    void noFigureIsCut();
    void theCutOfAChunkIsEdited();
    void aScheduleOfTooManyChunksSaysWhichCanRun();
    void aFileThatWasCutAnewIsNoted();
    void issueLeadsToItsPlace();
    void microbatchesThatDoNotDivideAreDisabled();
};

void TestInspector::factsModelKeepsItsContract()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    QAbstractItemModelTester tester(panel.facts());
    QCOMPARE(panel.facts()->rowCount(), 0);
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    const int ofPlan = panel.facts()->rowCount();
    QVERIFY(ofPlan > 0);
    Selection some;
    some.firstLayer = 5;
    some.layerCount = 2;
    some.stage = 1;
    selection.select(some);
    QVERIFY(panel.facts()->rowCount() > ofPlan);
    document.setMicrobatches(4);
    document.showPlan(nullptr);
    QCOMPARE(panel.facts()->rowCount(), 0);
}

void TestInspector::withoutAPlanThereAreNoBareLabels()
{
    Workbench bench;
    InspectorPanel panel(&bench);
    panel.resize(400, 700);
    panel.show();
    const auto labels = [&panel] {
        QStringList texts;
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible() && !label->text().isEmpty()) {
                texts.append(label->text());
            }
        }
        return texts;
    };
    QCOMPARE(labels(), QStringList(QStringLiteral("No plan")));
    bench.document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    QVERIFY(labels().size() > 5);
    bench.document.showPlan(nullptr);
    QCOMPARE(labels(), QStringList(QStringLiteral("No plan")));
}

void TestInspector::choiceEditsTheSelectedLayers()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(widePlan()));
    Selection three;
    three.firstLayer = 4;
    three.layerCount = 3;
    selection.select(three);
    QTest::mouseClick(panel.strategyEditor()->row(strategyField("tensor"))->button(4), Qt::LeftButton);
    for (int layer = 0; layer < 12; ++layer) {
        const LayerStrategy& strategy = document.plan()->strategies[static_cast<std::size_t>(layer)];
        QCOMPARE(strategy.tensor, layer >= 4 && layer < 7 ? 4 : 1);
        QCOMPARE(strategy.groupSize(), 8);
    }
    QTest::mouseClick(
        panel.strategyEditor()->row(strategyField("recompute"))->button(static_cast<int>(KeptPart::Input)),
        Qt::LeftButton);
    QCOMPARE(document.undoStack()->count(), 2);
    document.undoStack()->undo();
    document.undoStack()->undo();
    QVERIFY(*document.plan() == widePlan());
}

/// The button that is clicked may be none of the choices that the click leads to.
void TestInspector::aChoiceMayBringOthers()
{
    ChoiceRow row;
    const auto offer = [&row](std::initializer_list<int> values) {
        std::vector<ChoiceRow::Choice> choices;
        for (const int value : values) {
            choices.push_back({value, QString::number(value), {}, false, {}});
        }
        row.setChoices(choices);
    };
    offer({1, 2, 3});
    connect(&row, &ChoiceRow::chosen, this, [&offer] { offer({1, 4}); });
    row.show();
    QTest::mouseClick(row.button(2), Qt::LeftButton);
    QVERIFY(row.button(2) == nullptr && row.button(4) != nullptr);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(row.findChildren<QToolButton*>().size(), 2);
}

void TestInspector::aChoiceIsWeighedBeforeItIsMade()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    SummaryBar summary(&bench.document, &bench.fidelity);
    panel.show();
    document.showPlan(std::make_shared<const Plan>(widePlan()));
    selection.select({.firstLayer = 4, .layerCount = 3});
    const auto* ghost = panel.findChild<QLabel*>(QStringLiteral("ghost"));
    const QString hint = ghost->text();
    const QString present = summary.text();
    ChoiceRow* row = panel.strategyEditor()->row(strategyField("recompute"));
    QToolButton* full = row->button(static_cast<int>(KeptPart::Input));
    QTRY_VERIFY(full->isVisible());
    QEnterEvent entering({}, {}, {});
    QEvent leaving(QEvent::Leave);
    QFocusEvent focusing(QEvent::FocusIn);
    QFocusEvent unfocusing(QEvent::FocusOut);
    for (const auto& [come, go] : {std::pair<QEvent*, QEvent*>{&entering, &leaving}, {&focusing, &unfocusing}}) {
        QApplication::sendEvent(full, come);
        QTRY_VERIFY(document.preview()->isShown());
        QCOMPARE(document.preview()->plan()->strategies[5].kept.part, KeptPart::Input);
        QVERIFY2(ghost->text().contains(QStringLiteral("→")), qPrintable(ghost->text()));
        QVERIFY2(summary.text().contains(QStringLiteral("was ")), qPrintable(summary.text()));
        QApplication::sendEvent(full, go);
        QVERIFY(!document.preview()->isShown());
        QCOMPARE(ghost->text(), hint);
        QCOMPARE(summary.text(), present);
    }
    QCOMPARE(document.undoStack()->count(), 0);
    QVERIFY(*document.plan() == widePlan());
}

void TestInspector::aScheduleIsWeighedWhileItsListIsOpen()
{
    Workbench bench;
    Document& document = bench.document;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    auto* schedule = panel.findChild<QComboBox*>(QStringLiteral("schedule"));
    Q_EMIT schedule->highlighted(schedule->findText(scheduleTitle(ScheduleKind::GPipe)));
    QTRY_VERIFY(document.preview()->isShown());
    QCOMPARE(document.preview()->plan()->schedule.kind, ScheduleKind::GPipe);
    QEvent hidden(QEvent::Hide);
    QApplication::sendEvent(schedule->view(), &hidden);
    QVERIFY(!document.preview()->isShown());
    QCOMPARE(document.plan()->schedule.kind, ScheduleKind::OneFOneB);
}

void TestInspector::refusedChoiceIsVisibleDisabledAndSaysWhy()
{
    Plan plan = widePlan();
    plan.model.runs[0].heads = 12;
    plan.model.runs[0].kvHeads = 12;
    Workbench bench;
    Document& document = bench.document;
    InspectorPanel panel(&bench);
    panel.show();
    document.showPlan(std::make_shared<const Plan>(plan));
    const QToolButton* eight = panel.strategyEditor()->row(strategyField("tensor"))->button(8);
    QTRY_VERIFY(eight->isVisible());
    QVERIFY(!eight->isEnabled());
    QVERIFY2(eight->toolTip().contains(QStringLiteral("12")), qPrintable(eight->toolTip()));
    QCOMPARE(eight->accessibleDescription(), eight->toolTip());
    QVERIFY(panel.strategyEditor()->row(strategyField("tensor"))->button(4)->isEnabled());
}

void TestInspector::inspectorSelectsTypedLayers()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    panel.findChild<QuantityEdit*>(QStringLiteral("lastLayer"))->setValue(9);
    panel.findChild<QuantityEdit*>(QStringLiteral("firstLayer"))->setValue(7);
    QCOMPARE(selection.current().firstLayer, 7);
    QCOMPARE(selection.current().layerCount, 3);
    QCOMPARE(selection.current().stage, 1);
    panel.findChild<QuantityEdit*>(QStringLiteral("firstLayer"))->setValue(12);
    QCOMPARE(selection.current().firstLayer, 12);
    QCOMPARE(selection.current().layerCount, 1);
    // Stage 2 holds layers 10 to 14; its cut moves by keyboard as well.
    auto* cut = panel.findChild<QuantityEdit*>(QStringLiteral("cut"));
    QCOMPARE(cut->value(), 10);
    cut->setValue(8);
    QCOMPARE(document.plan()->chunks[2].firstLayer, 8);
}

/// Every figure has the lines that it needs, in a dock as narrow as it may be.
void TestInspector::noFigureIsCut()
{
    Workbench bench;
    InspectorPanel panel(&bench);
    panel.resize(180, 700);
    panel.findChild<FoldSection*>(QStringLiteral("figuresSection"))->setOpen(true);
    panel.show();
    bench.document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    QCoreApplication::processEvents();
    auto* table = panel.findChild<QTableView*>();
    table->setColumnWidth(0, table->width() - 8 * table->fontMetrics().averageCharWidth());
    panel.resize(panel.width() + 1, 700);
    QCoreApplication::processEvents();
    int wrapped = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QString value = table->model()->index(row, 1).data().toString();
        const QRect room(0, 0, table->columnWidth(1), QWIDGETSIZE_MAX);
        const int needed = table->fontMetrics().boundingRect(room, Qt::TextWordWrap, value).height();
        QVERIFY2(table->columnSpan(row, 0) > 1 || table->rowHeight(row) >= needed, qPrintable(value));
        wrapped += needed > table->fontMetrics().height() ? 1 : 0;
    }
    QVERIFY(wrapped > 0);
}

void TestInspector::theCutOfAChunkIsEdited()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::Interleaved, 4, 24, 8)));
    const Chunk second = document.plan()->chunk(5);
    selection.select({.firstLayer = second.firstLayer, .layerCount = 1, .stage = 1});
    auto* cut = panel.findChild<QuantityEdit*>(QStringLiteral("cut"));
    QCOMPARE(cut->value(), second.firstLayer);
    cut->setValue(second.firstLayer - 1);
    QCOMPARE(document.plan()->chunk(5).firstLayer, second.firstLayer - 1);
    // A stage alone stands for its first chunk; the figures name all of its layers.
    selection.select({.stage = 1});
    QCOMPARE(cut->value(), document.plan()->chunk(1).firstLayer);
    const std::vector<Fact> facts = stageFacts(*document.plan(), *document.estimate(), 1);
    QCOMPARE(facts[1].value, QString::number(document.plan()->layersOf(1).size()));
    QCOMPARE(facts[1].formula, stageLayers(*document.plan(), 1));
    QCOMPARE(facts[1].formula.count(QStringLiteral(", ")), 1);
}

void TestInspector::aScheduleOfTooManyChunksSaysWhichCanRun()
{
    Workbench bench;
    Document& document = bench.document;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 7, 8)));
    const auto* schedule = panel.findChild<QComboBox*>(QStringLiteral("schedule"));
    const auto* items = qobject_cast<const QStandardItemModel*>(schedule->model());
    for (const ScheduleKind kind : {ScheduleKind::Interleaved, ScheduleKind::ZbV}) {
        const QStandardItem* entry = items->item(schedule->findText(scheduleTitle(kind)));
        QVERIFY(!entry->isEnabled());
        QVERIFY2(entry->toolTip().contains(QStringLiteral("7 layers")), qPrintable(entry->toolTip()));
        QVERIFY2(entry->toolTip().contains(QStringLiteral("1f1b")), qPrintable(entry->toolTip()));
    }
    // Micro-batches that the schedule cannot have are as little to be chosen.
    document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::Interleaved, 4, 24, 8)));
    const auto* microbatches = panel.findChild<QComboBox*>(QStringLiteral("microbatches"));
    const auto* counts = qobject_cast<const QStandardItemModel*>(microbatches->model());
    QVERIFY(!counts->item(microbatches->findData(2))->isEnabled());
    QVERIFY(counts->item(microbatches->findData(4))->isEnabled());
}

void TestInspector::aFileThatWasCutAnewIsNoted()
{
    Plan plan = chunkedPlan(ScheduleKind::Interleaved, 2, 12, 4);
    plan.provenance.recut = Text("stages of 6, 6 layers in a row, of which interleaved:2 makes no chunks");
    Workbench bench;
    Document& document = bench.document;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(plan));
    const auto* issues = panel.findChild<QListWidget*>(QStringLiteral("issues"));
    QCOMPARE(issues->count(), 1);
    QVERIFY2(issues->item(0)->text().contains(QStringLiteral("cut evenly")), qPrintable(issues->item(0)->text()));
    QVERIFY(document.estimate()->legal);
    // It has no place: a click leaves the selection.
    const Selection selected{.firstLayer = 3, .layerCount = 2, .stage = 0};
    bench.selection.select(selected);
    panel.resize(320, 900);
    panel.show();
    QTest::mouseClick(issues->viewport(), Qt::LeftButton, {}, issues->visualItemRect(issues->item(0)).center());
    QCOMPARE(bench.selection.current(), selected);
    document.moveCut(0, 2);
    QVERIFY(!issues->item(0)->text().contains(QStringLiteral("cut evenly")));
}

void TestInspector::issueLeadsToItsPlace()
{
    Plan plan = samplePlan(4, 20, 8);
    plan.memoryBudget = 1 * MiB;
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(plan));
    auto* issues = panel.findChild<QListWidget*>(QStringLiteral("issues"));
    QVERIFY(issues->count() >= 4);
    panel.resize(320, 900);
    panel.show();
    QListWidgetItem* third = issues->item(2);
    QVERIFY2(third->text().contains(QStringLiteral("MiB")), qPrintable(third->text()));
    issues->scrollToItem(third);
    QTest::mouseClick(issues->viewport(), Qt::LeftButton, {}, issues->visualItemRect(third).center());
    QCOMPARE(selection.current().stage, 2);
}

void TestInspector::microbatchesThatDoNotDivideAreDisabled()
{
    Workbench bench;
    Document& document = bench.document;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(samplePlan(2, 12, 4, 2)));  // batch 8, up to two data copies
    auto* box = panel.findChild<QComboBox*>(QStringLiteral("microbatches"));
    QCOMPARE(box->currentText(), QStringLiteral("4"));
    const auto enabled = [box](const QString& text) {
        return box->model()->flags(box->model()->index(box->findText(text), 0)).testFlag(Qt::ItemIsEnabled);
    };
    QVERIFY(enabled(QStringLiteral("2")));
    QVERIFY(!enabled(QStringLiteral("8")));
    QVERIFY(!box->itemData(box->findText(QStringLiteral("8")), Qt::ToolTipRole).toString().isEmpty());
}

PGRAM_TEST(TestInspector)
#include "test_inspector.moc"
