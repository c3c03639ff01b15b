// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is typed in the Scenario's fields: quantities with units, names, and the reasons why something cannot be.

#include "core/cluster/cluster_sizes.h"
#include "core/search/task/scenario.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/text.h"
#include "widgets/docks/inspector/pipeline_editor.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/document.h"
#include "widgets/document/scenario_model.h"
#include "widgets/kit/fold_section.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/quantity_edit.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>

using namespace pgram;

namespace {

/// As somebody types it over what is there, and leaves the field.
void type(QWidget* field, const char* words)
{
    auto* line = qobject_cast<QLineEdit*>(field);
    line = line == nullptr ? field->findChild<QLineEdit*>() : line;
    line->selectAll();
    QWidget* target = qobject_cast<QAbstractSpinBox*>(field) != nullptr ? field : line;
    QTest::keyClicks(target, text(words));
    QTest::keyClick(target, Qt::Key_Return);
}

struct ShownScenario {
    ScenarioModel model{PresetStore(presetsFolder())};
    ScenarioPanel panel{&model};

    ShownScenario()
    {
        model.setScenario(QString::fromLatin1(defaultScenario));
        panel.resize(250, 900);
        panel.show();
    }
    [[nodiscard]] QuantityEdit* number(const char* name) const { return panel.findChild<QuantityEdit*>(text(name)); }
    [[nodiscard]] QComboBox* box(const char* name) const { return panel.findChild<QComboBox*>(text(name)); }
    [[nodiscard]] QPushButton* plan() const { return panel.findChild<QPushButton*>(text("planButton")); }
    [[nodiscard]] QString problem() const
    {
        const auto* label = panel.findChild<ProblemLabel*>();
        return label->isVisible() ? label->text() : QString();
    }
};

}  // namespace

class TestScenarioFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quantitiesAreReadWithTheirUnits();
    void whatIsNoQuantityStaysWithItsReason();
    void percentagesHaveWordsOfTheirOwn();
    void aBudgetIsKeptToTheByte();
    void arrowsStepQuantities();
    void theInspectorsBatchTakesUnits();
    void aHeldKeyIsOneStep();
    void aBrokenBatchSaysWhy();
    void anUnknownNameIsAnswered();
    void rowsStandStill();
    void aTargetBringsWhatItHas();
    void sectionsFold();
    void aSpaceHasAName();
    void nodesAreAsked();
};

void TestScenarioFields::nodesAreAsked()
{
    ShownScenario shown;
    shown.model.setCluster(text("dgx-h100-64"));
    const Cluster preset = shown.model.request().cluster;
    QCOMPARE(shown.number("nodes")->value(), 8);
    const int entries = shown.box("cluster")->count();
    const int before = shown.model.history()->index();
    type(shown.number("nodes"), "16");  // by way of 1
    QCOMPARE(shown.model.request().cluster.devices, 128);
    QVERIFY(shown.model.request().cluster == *withNodes(preset, 16));
    QCOMPARE(shown.model.history()->index(), before + 1);
    QCOMPARE(shown.box("cluster")->currentText(), text("16 × DGX H100, InfiniBand NDR"));
    type(shown.number("nodes"), "4");
    QCOMPARE(shown.model.request().cluster.devices, 32);
    QCOMPARE(shown.box("cluster")->count(), entries + 1);  // of all sizes that were asked, the present one
    shown.model.history()->undo();
    shown.model.history()->undo();
    QVERIFY(shown.model.request().cluster == preset);
    QCOMPARE(shown.number("nodes")->value(), 8);
    type(shown.number("nodes"), "0");
    QVERIFY2(shown.problem().startsWith(text("Nodes")), qPrintable(shown.problem()));
    QVERIFY(shown.model.request().cluster == preset);
}

void TestScenarioFields::quantitiesAreReadWithTheirUnits()
{
    const ShownScenario shown;
    type(shown.number("budget"), "16384 MiB");
    QCOMPARE(shown.model.request().memoryBudget, 16 * GiB);
    QCOMPARE(shown.number("budget")->text(), text("16.0 GiB"));
    type(shown.number("budget"), "24 GB");
    QCOMPARE(shown.model.request().memoryBudget, Bytes{24'000'000'000});
    type(shown.number("budget"), "12.35");
    QCOMPARE(shown.number("budget")->text(), text("12.35 GiB"));
    type(shown.number("sequence"), "128k");
    QCOMPARE(shown.model.request().training.sequenceLength, 131072);
    QCOMPARE(shown.number("sequence")->text(), text("131072"));
    type(shown.number("sequence"), "4Ki");
    QCOMPARE(shown.model.request().training.sequenceLength, 4096);
    type(shown.number("scenarioMicrobatches"), "1k");
    QCOMPARE(shown.model.request().microbatches, std::vector<int>{1024});
    type(shown.panel.findChild<QLineEdit*>(text("scenarioBatch")), "4k");
    QCOMPARE(shown.model.request().training.globalBatch, 4096);
}

void TestScenarioFields::whatIsNoQuantityStaysWithItsReason()
{
    const ShownScenario shown;
    struct Wrong {
        const char* field;
        const char* typed;
        const char* why;
    };
    for (const Wrong& wrong :
         {Wrong{"budget", "24 G", "GiB"}, Wrong{"budget", "lots", "size"}, Wrong{"sequence", "4x", "whole number"},
          Wrong{"scenarioMicrobatches", "2.5", "whole"}}) {
        QuantityEdit* edit = shown.number(wrong.field);
        const qint64 before = edit->value();
        const QString was = edit->text();
        const QColor usual = edit->palette().color(QPalette::Text);
        type(edit, wrong.typed);
        QCOMPARE(edit->text(), text(wrong.typed));
        QCOMPARE(edit->value(), before);
        QVERIFY(edit->palette().color(QPalette::Text) != usual);
        QVERIFY2(edit->toolTip().contains(text(wrong.why)), qPrintable(edit->toolTip()));
        QVERIFY2(shown.problem().contains(text(wrong.why)), qPrintable(shown.problem()));
        QVERIFY(!shown.panel.isComplete() && !shown.plan()->isEnabled());
        edit->setValue(before);
        QCOMPARE(edit->text(), was);
        QVERIFY(shown.panel.isComplete() && shown.problem().isEmpty());
    }
}

void TestScenarioFields::percentagesHaveWordsOfTheirOwn()
{
    QuantityEdit edit(QuantityEdit::Kind::Percent);
    edit.setRange(1, 90);
    type(&edit, "70 %");
    QVERIFY(!edit.problem());
    QCOMPARE(edit.value(), 70);
    for (const char* wrong : {"70.5", "91", "0 %", "half", "70 %%"}) {
        type(&edit, wrong);
        QCOMPARE(edit.text(), text(wrong));
        QCOMPARE(edit.value(), 70);
        const QString why = edit.problem() ? QString::fromStdString(edit.problem()->text()) : QString();
        QVERIFY2(why.contains(text("whole percentage from 1 % to 90 %. Write it as 70 or 70 %")), qPrintable(why));
    }
}

/// 23.98 beside 24.0 GiB: one figure in one way.
void TestScenarioFields::aBudgetIsKeptToTheByte()
{
    ShownScenario shown;
    const Bytes odd = 24564 * MiB;
    shown.model.setBudget(odd);
    QCOMPARE(shown.model.request().memoryBudget, odd);
    QCOMPARE(shown.number("budget")->text(), text("24.0 GiB"));
    shown.number("budget")->setFocus();
    QTest::keyClick(shown.number("budget"), Qt::Key_Return);
    QCOMPARE(shown.model.request().memoryBudget, odd);
}

void TestScenarioFields::arrowsStepQuantities()
{
    const ShownScenario shown;
    QuantityEdit* sequence = shown.number("sequence");
    sequence->setValue(4090);
    QTest::keyClick(sequence, Qt::Key_Up);
    QCOMPARE(sequence->value(), 4096);
    QTest::keyClick(sequence, Qt::Key_Down);
    QTest::keyClick(sequence, Qt::Key_Down);
    QCOMPARE(sequence->value(), 3840);
    sequence->setValue(0);
    QTest::keyClick(sequence, Qt::Key_Down);
    QCOMPARE(sequence->value(), 0);
    QVERIFY(sequence->text().contains(text("model")));
}

void TestScenarioFields::theInspectorsBatchTakesUnits()
{
    Document document;
    PipelineEditor editor(&document);
    editor.show();
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 20, 8)));
    auto* batch = editor.findChild<QuantityEdit*>(text("batch"));
    type(batch, "1k");
    QCOMPARE(document.plan()->training.globalBatch, 1024);
    type(batch, "many");
    QCOMPARE(document.plan()->training.globalBatch, 1024);
    QVERIFY(editor.findChild<ProblemLabel*>()->isVisible());
    document.undoStack()->undo();
    QVERIFY(!editor.findChild<ProblemLabel*>()->isVisible());
    QCOMPARE(batch->value(), 16);
}

/// Each press is a step of its own; what repeats while the key is held is not.
void TestScenarioFields::aHeldKeyIsOneStep()
{
    Document document;
    PipelineEditor editor(&document);
    editor.show();
    document.showPlan(std::make_shared<const Plan>(samplePlan(4, 200, 8)));
    editor.setChunk(1);
    for (const char* name : {"batch", "cut"}) {
        auto* field = editor.findChild<QAbstractSpinBox*>(text(name));
        const auto start = document.plan();
        const int steps = document.undoStack()->index();
        const auto press = [field](bool repeats) {
            QKeyEvent pressed(QEvent::KeyPress, Qt::Key_Up, Qt::NoModifier, {}, repeats);
            QApplication::sendEvent(field, &pressed);
        };
        press(false);
        press(true);
        press(true);
        QCOMPARE(document.undoStack()->index(), steps + 1);
        QVERIFY(*document.plan() != *start);
        const Plan held = *document.plan();
        press(false);
        QCOMPARE(document.undoStack()->index(), steps + 2);
        document.undoStack()->undo();
        QVERIFY(*document.plan() == held);
        document.undoStack()->undo();
        QVERIFY(*document.plan() == *start);
    }
}

void TestScenarioFields::aTargetBringsWhatItHas()
{
    ShownScenario shown;
    const SearchRequest before = shown.model.request();
    QComboBox* target = shown.box("target");
    QCOMPARE(target->count(), static_cast<int>(targets().size()) + 1);
    QCOMPARE(target->currentText(), text("any framework"));
    target->setCurrentText(text("Megatron-LM"));
    const SearchRequest& asked = shown.model.request();
    QVERIFY(asked.target != nullptr);
    QCOMPARE(asked.target->name, "megatron");
    QVERIFY(asked.method == Method::Joint && asked.space == asked.target->space.value);
    QCOMPARE(asked.schedules.size(), asked.target->schedules.value.size());
    QVERIFY(shown.model.state().several == asked.schedules);
    QVERIFY(!shown.box("method")->isEnabled());
    const auto mayChoose = [&](const char* dimension) {
        return shown.panel.findChild<QToolButton*>(text(dimension))->isEnabled();
    };
    QVERIFY(mayChoose("TP") && !mayChoose("SDP"));
    shown.model.history()->undo();
    QVERIFY(shown.model.request() == before);
    QVERIFY(shown.box("method")->isEnabled() && mayChoose("SDP"));
}

/// Five fields are open. The others unfold by the section's button and by goTo(), and its line says their values.
void TestScenarioFields::sectionsFold()
{
    ShownScenario shown;
    const auto isSeen = [&](const char* name) { return shown.panel.findChild<QWidget*>(text(name))->isVisible(); };
    for (const char* name : {"model", "cluster", "nodes", "scenarioBatch", "sequence"}) {
        QVERIFY2(isSeen(name), name);
    }
    auto* training = shown.panel.findChild<FoldSection*>(text("trainingSection"));
    auto* search = shown.panel.findChild<FoldSection*>(text("searchSection"));
    for (const char* name : {"target", "method", "budget", "precision", "framework", "weighSpace"}) {
        QVERIFY2(!isSeen(name), name);
    }
    QVERIFY2(search->summary().startsWith(text("any framework · ")), qPrintable(search->summary()));
    QVERIFY2(search->summary().endsWith(bytesText(shown.model.request().budget())), qPrintable(search->summary()));
    QVERIFY2(training->summary().contains(text("AdamW")), qPrintable(training->summary()));
    training->button()->click();
    QVERIFY(isSeen("framework") && !isSeen("target"));
    QCOMPARE(topicOf(*shown.box("framework")), text("scenario:frameworkoverhead"));
    training->button()->click();
    shown.panel.goTo(shown.box("framework"));
    QVERIFY(isSeen("framework"));
    shown.box("target")->setCurrentText(text("Megatron-LM"));
    QCOMPARE(shown.box("framework")->currentText(), text("Megatron-Core"));
    QVERIFY(training->summary().contains(text("Framework overhead Megatron-Core")));
    QVERIFY(search->summary().startsWith(text("Megatron-LM · ")));
    shown.box("framework")->setCurrentText(text("NeMo"));
    shown.box("target")->setCurrentText(text("torchtitan"));
    QCOMPARE(shown.box("framework")->currentText(), text("NeMo"));
}

void TestScenarioFields::aSpaceHasAName()
{
    ShownScenario shown;
    QComboBox* space = shown.box("scenarioSpace");
    space->setCurrentText(text("modern"));
    QVERIFY(shown.model.request().space == *parseSpace("modern"));
    QCOMPARE(space->count(), 3);
    shown.panel.findChild<QToolButton*>(text("CP"))->click();
    QVERIFY(!shown.model.request().space.cp);
    QCOMPARE(space->currentText(), text("own choice"));
    shown.model.history()->undo();
    QCOMPARE(space->currentText(), text("modern"));
    shown.box("target")->setCurrentText(text("torchtitan"));
    QVERIFY(!space->isEnabled());
    QCOMPARE(space->currentText(), text("what the framework has"));
}

void TestScenarioFields::aBrokenBatchSaysWhy()
{
    const ShownScenario shown;
    auto* batch = shown.panel.findChild<QLineEdit*>(text("scenarioBatch"));
    for (const char* wrong : {"abc", "0", "8,"}) {
        type(batch, wrong);
        QVERIFY2(shown.problem().startsWith(text("Batch: ")), qPrintable(shown.problem()));
        QVERIFY2(shown.problem().contains(text(wrong)), qPrintable(shown.problem()));
        QVERIFY(batch->toolTip() != batch->text() && !shown.plan()->isEnabled());
        QCOMPARE(batch->text(), text(wrong));
    }
    type(batch, "16");
    QVERIFY(shown.problem().isEmpty() && shown.plan()->isEnabled());
}

void TestScenarioFields::anUnknownNameIsAnswered()
{
    const ShownScenario shown;
    QComboBox* cluster = shown.box("cluster");
    const std::string used = shown.model.request().cluster.name;
    type(cluster, "32 h100");
    QCOMPARE(cluster->currentText(), text("32 h100"));
    QVERIFY2(shown.problem().contains(text("There is no cluster “32 h100”. Nearest: ")), qPrintable(shown.problem()));
    QVERIFY2(shown.problem().contains(text("H100")), qPrintable(shown.problem()));
    QCOMPARE(shown.model.request().cluster.name, used);
    QVERIFY(!shown.plan()->isEnabled());
    type(cluster, "8 x a100");
    QVERIFY2(shown.problem().contains(text("several devices are called 'a100'")), qPrintable(shown.problem()));
    type(cluster, "32 x h100");
    QVERIFY2(shown.problem().isEmpty() && shown.plan()->isEnabled(), qPrintable(shown.problem()));
    QCOMPARE(shown.model.request().cluster.devices, 32);
    type(cluster, "4090");
    QVERIFY(shown.problem().isEmpty() && shown.plan()->isEnabled());
    QVERIFY(shown.model.request().cluster.name != used);
    type(shown.box("model"), "no such thing");
    QVERIFY2(shown.problem().startsWith(text("Model: There is no model")), qPrintable(shown.problem()));
    type(shown.box("model"), "llama 3 70");
    QVERIFY(shown.problem().isEmpty());
    QCOMPARE(shown.model.request().model.name, std::string("llama3-70b"));
}

/// Who aims at a field hits it, whatever model, cluster and method were chosen, and whatever is wrong.
void TestScenarioFields::rowsStandStill()
{
    ShownScenario shown;
    const auto places = [&] {
        QCoreApplication::processEvents();
        std::vector<int> tops;
        for (const auto& [name, field] : shown.panel.fields()) {
            // These stand below all others, where the scenario has them.
            if (field->objectName() != text("slowdown") && field->objectName() != text("imbalance")) {
                tops.push_back(field->mapTo(&shown.panel, QPoint()).y());
            }
        }
        return tops;
    };
    const std::vector<int> before = places();
    for (const char* name : {"dgx-h100-1024", "rtx-titan-8", "gb200-nvl72", "ethernet-4"}) {
        shown.model.setCluster(text(name));
        QCOMPARE(places(), before);
    }
    for (const char* name : {"llama3-70b", "mixtral-8x7b", "bert-huge-32", "t5-large-32"}) {
        shown.model.setModel(text(name));
        QCOMPARE(places(), before);
    }
    for (const MethodInfo& method : methods()) {
        shown.model.set(scenarioField("method"), static_cast<qint64>(method.method));
        QCOMPARE(places(), before);
    }
    type(shown.panel.findChild<QLineEdit*>(text("scenarioBatch")), "abc");
    QVERIFY(!shown.problem().isEmpty());
    QCOMPARE(places(), before);
}

PGRAM_TEST(TestScenarioFields)
#include "test_scenario_fields.moc"
