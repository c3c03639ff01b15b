// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks: every model under the model tester, the tables' figures, the Inspector's edits, the Scenario's question.

#include "core/search/task/scenario.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/docks/inspector/facts.h"
#include "widgets/docks/inspector/facts_model.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/docks/plans/comparison_model.h"
#include "widgets/docks/plans/plans_model.h"
#include "widgets/docks/plans/plans_panel.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/docks/scenario/space_switches.h"
#include "widgets/document/batch_text.h"
#include "widgets/document/preview.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/texts.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/shell/frame/headline.h"
#include "widgets/shell/frame/status_area.h"
#include "widgets/shell/settings/settings.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <random>

using namespace pgram;

namespace {

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::QtTest;

PresetStore shippedPresets()
{
    return PresetStore(presetsFolder());
}

/// A plan on one stage of eight devices, all layers DP.
Plan widePlan()
{
    Plan plan = samplePlan(1, 12, 1, 8);
    for (LayerStrategy& strategy : plan.strategies) {
        strategy = {};
        strategy.data = 8;
    }
    return plan;
}

}  // namespace

class TestDocks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansModelKeepsItsContract();
    void plansModelTellsTheDistanceFromTheReference();
    void changedCellsAreAnnounced();
    void plansModelSortsByFigure();
    void renamingInTheTableCanBeUndone();
    void comparisonFollowsTheShownPlan();
    void factsModelKeepsItsContract();
    void choiceEditsTheSelectedLayers();
    void aChoiceMayBringOthers();
    void aChoiceIsWeighedBeforeItIsMade();
    void aScheduleIsWeighedWhileItsListIsOpen();
    void refusedChoiceIsVisibleDisabledAndSaysWhy();
    void inspectorSelectsTypedLayers();
    void theCutOfAChunkIsEdited();
    void aScheduleOfTooManyChunksSaysWhichCanRun();
    void aFileThatWasCutAnewIsNoted();
    void issueLeadsToItsPlace();
    void microbatchesThatDoNotDivideAreDisabled();
    void scenarioAsksWhatItShows();
    void scenarioRefusesABrokenBatch();
    void scenarioTakesAPlansQuestion();
    void unknownPresetChangesNothing();
    void wheelChangesNothingWithoutFocus();
    void switchesCountTheTree();
    void switchesAreTheDimensions();
    void batchLists_data();
    void batchLists();
    void everySettingIsKept();
    void progressSaysWhatIsKnown();
};

void TestDocks::plansModelKeepsItsContract()
{
    Workbench bench;
    Document& document = bench.document;
    Session& session = bench.session;
    PlansModel model(&session, &bench.fidelity);
    QAbstractItemModelTester tester(&model, fatal);
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
    session.closeAll();
    QCOMPARE(model.rowCount(), 0);
}

void TestDocks::plansModelTellsTheDistanceFromTheReference()
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
void TestDocks::changedCellsAreAnnounced()
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

void TestDocks::plansModelSortsByFigure()
{
    Workbench bench;
    Session& session = bench.session;
    PlansPanel panel(&session, &bench.fidelity);
    for (const int layers : {24, 8, 16}) {
        session.add(samplePlan(2, layers, 4));
    }
    auto* table = panel.findChild<QTableView*>(QStringLiteral("plans"));
    QAbstractItemModelTester tester(table->model(), fatal);
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

void TestDocks::renamingInTheTableCanBeUndone()
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

void TestDocks::comparisonFollowsTheShownPlan()
{
    Document document;
    Session session(&document);
    ComparisonModel model(&session);
    QAbstractItemModelTester tester(&model, fatal);
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

void TestDocks::factsModelKeepsItsContract()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    QAbstractItemModelTester tester(panel.facts(), fatal);
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

void TestDocks::choiceEditsTheSelectedLayers()
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
void TestDocks::aChoiceMayBringOthers()
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

void TestDocks::aChoiceIsWeighedBeforeItIsMade()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    Headline headline(&bench.document, &bench.fidelity);
    panel.show();
    document.showPlan(std::make_shared<const Plan>(widePlan()));
    selection.select({.firstLayer = 4, .layerCount = 3});
    const auto* ghost = panel.findChild<QLabel*>(QStringLiteral("ghost"));
    const QString hint = ghost->text();
    const QString present = headline.text();
    ChoiceRow* row = panel.strategyEditor()->row(strategyField("recompute"));
    QToolButton* full = row->button(static_cast<int>(KeptPart::Input));
    QTRY_VERIFY(full->isVisible());
    QEnterEvent entering({}, {}, {});
    QEvent leaving(QEvent::Leave);
    QFocusEvent focusing(QEvent::FocusIn);
    QFocusEvent unfocusing(QEvent::FocusOut);
    for (const auto& [come, go] : {std::pair<QEvent*, QEvent*>{&entering, &leaving}, {&focusing, &unfocusing}}) {
        QApplication::sendEvent(full, come);
        QTRY_VERIFY_WITH_TIMEOUT(document.preview()->isShown(), 20'000);
        QCOMPARE(document.preview()->plan()->strategies[5].kept.part, KeptPart::Input);
        QVERIFY2(ghost->text().contains(QStringLiteral("→")), qPrintable(ghost->text()));
        QVERIFY2(headline.text().contains(QStringLiteral("→")), qPrintable(headline.text()));
        QApplication::sendEvent(full, go);
        QVERIFY(!document.preview()->isShown());
        QCOMPARE(ghost->text(), hint);
        QCOMPARE(headline.text(), present);
    }
    QCOMPARE(document.undoStack()->count(), 0);
    QVERIFY(*document.plan() == widePlan());
}

void TestDocks::aScheduleIsWeighedWhileItsListIsOpen()
{
    Workbench bench;
    Document& document = bench.document;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    auto* schedule = panel.findChild<QComboBox*>(QStringLiteral("schedule"));
    Q_EMIT schedule->highlighted(schedule->findText(scheduleTitle(ScheduleKind::GPipe)));
    QTRY_VERIFY_WITH_TIMEOUT(document.preview()->isShown(), 20'000);
    QCOMPARE(document.preview()->plan()->schedule.kind, ScheduleKind::GPipe);
    QEvent hidden(QEvent::Hide);
    QApplication::sendEvent(schedule->view(), &hidden);
    QVERIFY(!document.preview()->isShown());
    QCOMPARE(document.plan()->schedule.kind, ScheduleKind::OneFOneB);
}

void TestDocks::refusedChoiceIsVisibleDisabledAndSaysWhy()
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

void TestDocks::inspectorSelectsTypedLayers()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    panel.findChild<QSpinBox*>(QStringLiteral("lastLayer"))->setValue(9);
    panel.findChild<QSpinBox*>(QStringLiteral("firstLayer"))->setValue(7);
    QCOMPARE(selection.current().firstLayer, 7);
    QCOMPARE(selection.current().layerCount, 3);
    QCOMPARE(selection.current().stage, 1);
    panel.findChild<QSpinBox*>(QStringLiteral("firstLayer"))->setValue(12);
    QCOMPARE(selection.current().firstLayer, 12);
    QCOMPARE(selection.current().layerCount, 1);
    // Stage 2 holds layers 10 to 14; its cut moves by keyboard as well.
    auto* cut = panel.findChild<QSpinBox*>(QStringLiteral("cut"));
    QCOMPARE(cut->value(), 10);
    cut->setValue(8);
    QCOMPARE(document.plan()->chunks[2].firstLayer, 8);
}

void TestDocks::theCutOfAChunkIsEdited()
{
    Workbench bench;
    Document& document = bench.document;
    SelectionModel& selection = bench.selection;
    InspectorPanel panel(&bench);
    document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::Interleaved, 4, 24, 8)));
    const Chunk second = document.plan()->chunk(5);
    selection.select({.firstLayer = second.firstLayer, .layerCount = 1, .stage = 1});
    auto* cut = panel.findChild<QSpinBox*>(QStringLiteral("cut"));
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

void TestDocks::aScheduleOfTooManyChunksSaysWhichCanRun()
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

void TestDocks::aFileThatWasCutAnewIsNoted()
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
    document.moveCut(0, 2);
    QVERIFY(!issues->item(0)->text().contains(QStringLiteral("cut evenly")));
}

void TestDocks::issueLeadsToItsPlace()
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

void TestDocks::microbatchesThatDoNotDivideAreDisabled()
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

void TestDocks::scenarioAsksWhatItShows()
{
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    QVERIFY(!panel.isComplete());
    QVERIFY(model.setScenario(QString::fromLatin1(defaultScenario)));
    QVERIFY(panel.isComplete());
    const auto scenario = loadScenario(model.store(), defaultScenario);
    QVERIFY(scenario.has_value());
    const SearchRequest asked = model.request();
    QVERIFY(asked.model == scenario->request.model);
    QVERIFY(asked.cluster == scenario->request.cluster);
    QVERIFY(asked.training == scenario->request.training);
    QVERIFY(asked.space == scenario->request.space);
    QCOMPARE(asked.memoryBudget, scenario->request.memoryBudget);
    QVERIFY(asked.method == scenario->request.method);

    auto* schedule = panel.findChild<QComboBox*>(QStringLiteral("scenarioSchedule"));
    QVERIFY(asked.schedules.empty());
    schedule->setCurrentText(scheduleTitle(ScheduleKind::Interleaved));
    QCOMPARE(toString(model.request().schedule), std::string("interleaved:2"));
    schedule->setCurrentIndex(schedule->count() - 1);
    QCOMPARE(model.request().schedules.size(), schedules().size());
    SearchRequest several = model.request();
    several.schedules = {{}, {ScheduleKind::ZbH1, 1, 1}};
    model.setRequest(several);
    QVERIFY(model.request().schedules == several.schedules);
    QVERIFY(schedule->currentText().contains(QStringLiteral("1f1b, zb-h1")));
    schedule->setCurrentText(scheduleTitle(ScheduleKind::OneFOneB));
    QVERIFY(model.request().schedules.empty() && model.request().schedule == Schedule());

    panel.findChild<QuantityEdit*>(QStringLiteral("budget"))->setValue(12 * GiB + GiB / 2);
    panel.findChild<QLineEdit*>(QStringLiteral("scenarioBatch"))->setText(QStringLiteral("8:32:8"));
    panel.findChild<QToolButton*>(QStringLiteral("CKPT"))->click();
    const SearchRequest changed = model.request();
    QCOMPARE(changed.memoryBudget, Bytes{12} * GiB + GiB / 2);
    QCOMPARE(changed.batches, (std::vector<std::int64_t>{8, 16, 24, 32}));
    QVERIFY(changed.space.ckpt != asked.space.ckpt);
}

void TestDocks::scenarioRefusesABrokenBatch()
{
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    model.setScenario(QString::fromLatin1(defaultScenario));
    auto* plan = panel.findChild<QPushButton*>(QStringLiteral("planButton"));
    QSignalSpy asked(&panel, &ScenarioPanel::planRequested);
    panel.findChild<QLineEdit*>(QStringLiteral("scenarioBatch"))->setText(QStringLiteral("many"));
    QVERIFY(!plan->isEnabled());
    QVERIFY(!plan->toolTip().isEmpty());
    panel.findChild<QLineEdit*>(QStringLiteral("scenarioBatch"))->setText(QStringLiteral("16"));
    QTest::mouseClick(plan, Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QSignalSpy stopped(&panel, &ScenarioPanel::stopRequested);
    panel.setRunning(true);
    QTest::mouseClick(plan, Qt::LeftButton);
    QCOMPARE(stopped.count(), 1);
}

void TestDocks::scenarioTakesAPlansQuestion()
{
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    model.setScenario(QString::fromLatin1(defaultScenario));
    SearchRequest narrow = model.request();
    narrow.pipelines = {8};
    model.setRequest(narrow);
    QCOMPARE(model.request().pipelines, std::vector<int>{8});
    Plan plan = samplePlan(2, 12, 4);
    plan.memoryBudget = 7 * GiB;
    plan.provenance.method = "dp+tp";
    plan.provenance.space = "dp,tp";
    model.takeFrom(plan);
    const SearchRequest asked = model.request();
    QVERIFY(asked.model == plan.model);
    QVERIFY(asked.cluster == plan.cluster);
    QVERIFY(asked.training == plan.training);
    QCOMPARE(asked.memoryBudget, 7 * GiB);
    QVERIFY(asked.method == Method::DpTp);
    QVERIFY(asked.space.tp && !asked.space.sdp);
    QVERIFY(asked.pipelines.empty());  // they were another model's

    // A plan that keeps its whole question brings what no name of a space says.
    SearchRequest kept = asked;
    kept.space.takeaway3 = false;
    kept.space.anyDivisor = true;
    kept.schedules = {{ScheduleKind::OneFOneB, 1, 1}, {ScheduleKind::ZbH1, 1, 1}};
    plan.provenance.request = dumped(questionToJson(kept));
    model.takeFrom(plan);
    QVERIFY(model.request().space == kept.space);
    QCOMPARE(model.request().schedules, kept.schedules);
}

void TestDocks::unknownPresetChangesNothing()
{
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    model.setScenario(QString::fromLatin1(defaultScenario));
    QSignalSpy problems(&model, &ScenarioModel::problem);
    model.setModel(QStringLiteral("bert-hug-32"));
    QCOMPARE(problems.count(), 1);
    const auto error = problems.front().front().value<Error>();
    QVERIFY2(error.text().find("bert-huge-32") != std::string::npos, error.text().c_str());
    QCOMPARE(model.request().model.name, std::string("bert-huge-32"));
}

void TestDocks::wheelChangesNothingWithoutFocus()
{
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    model.setScenario(QString::fromLatin1(defaultScenario));
    auto* budget = panel.findChild<QuantityEdit*>(QStringLiteral("budget"));
    const qint64 before = budget->value();
    QWheelEvent wheel(QPointF(5, 5), QPointF(5, 5), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(budget, &wheel);
    QCOMPARE(budget->value(), before);
}

void TestDocks::switchesCountTheTree()
{
    // The paper's counts for eight devices, with recomputation and without.
    SpaceSwitches switches;
    switches.setDevices(8);
    const auto says = [&switches](const char* text) {
        return std::ranges::any_of(switches.findChildren<QLabel*>(),
                                   [text](const QLabel* label) { return label->text() == QString::fromLatin1(text); });
    };
    QTRY_VERIFY(says("44 layer strategies, of 68 before pruning"));
    switches.findChild<QToolButton*>(QStringLiteral("CKPT"))->click();
    QTRY_VERIFY(says("22 layer strategies, of 34 before pruning"));
    switches.setDevices(1'000'000);  // too many to count for a label
    QVERIFY(!says("22 layer strategies, of 34 before pruning"));
}

/// One for each, on where it is searched unless told otherwise; a click turns on or off that one alone.
void TestDocks::switchesAreTheDimensions()
{
    SpaceSwitches switches;
    QCOMPARE(switches.findChildren<QToolButton*>().size(), static_cast<qsizetype>(dimensionRules().size()));
    for (const DimensionRules* rules : dimensionRules()) {
        auto* button = switches.findChild<QToolButton*>(QString::fromLatin1(rules->title));
        QVERIFY2(button != nullptr, rules->name);
        QCOMPARE(button->isChecked(), Space().*rules->on);
        QCOMPARE(button->toolTip().toLower(), QString::fromLatin1(rules->what.english).toLower());
        QVERIFY(button->toolTip().front().isUpper());
        Space other;
        other.*rules->on = !button->isChecked();
        button->click();
        QVERIFY2(switches.space() == other, rules->name);
        button->click();
    }
}

void TestDocks::batchLists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sizes");
    QTest::newRow("one") << QStringLiteral(" 64 ") << QStringLiteral("64");
    QTest::newRow("thousands") << QStringLiteral("1k, 4Ki") << QStringLiteral("1024, 4096");
    QTest::newRow("list") << QStringLiteral("32, 8,16,8") << QStringLiteral("8, 16, 32");
    QTest::newRow("range") << QStringLiteral("8:40:16") << QStringLiteral("8, 24, 40");
    QTest::newRow("range in its own steps") << QStringLiteral("16:64") << QStringLiteral("16, 32, 48, 64");
    for (const char* bad :
         {"", "0", "-8", "8,", "x", "8:4", "8:16:0", "1:2:3:4", "1:99999:1", "99999999999999999999"}) {
        QTest::newRow(bad) << QString::fromLatin1(bad) << QString();
    }
}

void TestDocks::batchLists()
{
    QFETCH(QString, text);
    QFETCH(QString, sizes);
    const auto parsed = parseBatches(text);
    QCOMPARE(parsed.has_value(), !sizes.isEmpty());
    if (parsed) {
        QCOMPARE(batchText(*parsed), sizes);
    }
}

void TestDocks::everySettingIsKept()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const auto sample = [](const QVariant& fallback) -> QVariant {
        switch (fallback.typeId()) {
        case QMetaType::QByteArray:
            return QByteArray("\x00\x01\xff", 3);
        case QMetaType::QStringList:
            return QStringList{QStringLiteral("a, b"), QStringLiteral("c")};
        case QMetaType::Int:
            return fallback.toInt() + 1;
        case QMetaType::Double:
            return fallback.toDouble() + 0.5;
        case QMetaType::Bool:
            return !fallback.toBool();
        case QMetaType::QVariantMap:
            return QVariantMap{{QStringLiteral("view"), QStringLiteral("a; b")}};
        default:
            return QStringLiteral("some text");
        }
    };
    {
        Settings settings(file);
        for (const Setting& setting : settingsTable()) {
            QCOMPARE(settings.get(setting.id), setting.fallback);
            settings.set(setting.id, sample(setting.fallback));
        }
    }
    const Settings settings(file);
    for (const Setting& setting : settingsTable()) {
        QCOMPARE(settings.get(setting.id), sample(setting.fallback));
    }
}

void TestDocks::progressSaysWhatIsKnown()
{
    Progress progress;
    progress.tasksDone = 12;
    progress.tasksTotal = 122;
    QCOMPARE(progressText(progress), QStringLiteral("12 of 122 task(s)"));
    progress.incumbent = 0.025;
    progress.gap = 0.031;
    QCOMPARE(progressText(progress), QStringLiteral("12 of 122 task(s) · best 40.0 samples/s · gap 3.1 %"));
}

PGRAM_TEST(TestDocks)
#include "test_docks.moc"
