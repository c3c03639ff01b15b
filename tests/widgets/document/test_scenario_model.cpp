// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The scenario keeps every question that it is given, and whatever a person changes of it can be had back: by its own
// history, which Undo follows while somebody works there.
#include "core/plan/plan_edits.h"
#include "core/search/task/scenario.h"
#include "core/strategy/dimension_rules.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/kit/quantity_edit.h"

#include <QComboBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoView>

#include <set>

using namespace pgram;

namespace {

struct Asked {
    ScenarioModel model{PresetStore(presetsFolder())};

    Asked() { model.setScenario(text(defaultScenario)); }
    [[nodiscard]] QString lastText() { return model.history()->undoText(); }
};

QWidget* field(const WindowFixture& fixture, const char* name)
{
    return fixture.window->findChild<QWidget*>(text(name));
}

template <typename Enum>
qint64 valueOf(Enum value)
{
    return static_cast<qint64>(value);
}

}  // namespace

class TestScenarioModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyValueSurvives();
    void everyFieldTakesItsValues();
    void aFrameworkBringsItsGradients();
    void overheadsFollowWhatRunsThePlan();
    void frameworksThatCannotBeReadAreTold();
    void everyFieldIsUndone();
    void editsAreNamed();
    void whatIsTypedIsOneStep();
    void aDroppedClusterGivesTheBudgetBack();
    void aPlanBringsItsMicrobatches();
    void choicesThatAreTakenBackAreKept();
    void undoFollowsTheWork();
};

void TestScenarioModel::everyValueSurvives()
{
    Asked asked;
    const auto survives = [&asked](const SearchRequest& request) {
        asked.model.setRequest(request);
        return asked.model.request() == request;
    };
    SearchRequest request = asked.model.request();
    for (const PrecisionRow& row : precisions()) {
        request.training.precision = row.precision;
        QVERIFY(survives(request));
    }
    for (const OptimizerRow& each : optimizers()) {
        request.training.optimizer = each.optimizer;
        QVERIFY(survives(request));
    }
    for (const MethodInfo& method : methods()) {
        request.method = method.method;
        QVERIFY(survives(request));
    }
    for (const ScheduleInfo& schedule : schedules()) {
        request.schedule.kind = schedule.kind;
        request.schedule.virtualStages = usualChunks(schedule.kind);
        QVERIFY(survives(request));
    }
    for (const DimensionRules* rules : dimensionRules()) {
        request.space.*rules->on = !(request.space.*rules->on);
        QVERIFY(survives(request));
    }
    request.pins = {{0, 1, request.pins.empty() ? LayerStrategy() : request.pins.front().strategy}};
    request.microbatches = {2, 4};
    request.pipelines = {1, 2};
    request.batches = {8, 16};
    QVERIFY(survives(request));
}

void TestScenarioModel::frameworksThatCannotBeReadAreTold()
{
    QVERIFY(Asked().model.unread() == nullptr);
    const QTemporaryDir folder;
    const ScenarioModel model{PresetStore(folder.path().toStdString())};
    QVERIFY(model.unread() != nullptr);
    QVERIFY(model.unread()->text().find("frameworks.json") != std::string::npos);
    QVERIFY(model.state().frameworks == nullptr);
}

void TestScenarioModel::everyFieldIsUndone()
{
    Asked asked;
    ScenarioModel& model = asked.model;
    const PresetStore& store = model.store();
    const SearchRequest start = model.request();
    const std::vector<std::function<void()>> edits{
        [&] { model.setScenario(text("swin-huge")); },
        [&] { model.setModel(text("gpt2-small")); },
        [&] { model.setCluster(text("dgx-h100-1024")); },
        [&] { model.setModel(*store.model("bert-huge-48")); },
        [&] { model.setBudget(5 * GiB); },
        [&] {
            model.setBatches({8, 16});
        },
        [&] { model.set(scenarioField("sequence"), 4096); },
        [&] { model.set(scenarioField("precision"), valueOf(Precision::Fp16)); },
        [&] { model.set(scenarioField("scenarioGradients"), 2); },
        [&] { model.set(scenarioField("scenarioOptimizer"), valueOf(Optimizer::Sgd)); },
        [&] { model.set(scenarioField("states"), 3); },  // in 16 bit, no master weights
        [&] { model.set(scenarioField("framework"), 1); },
        [&] { model.set(scenarioField("tuning"), valueOf(TuningMethod::Lora)); },
        [&] { model.set(scenarioField("rank"), 64); },
        [&] { model.set(scenarioField("scenarioAdapters"), valueOf(AdapterTargets::Mlp)); },
        [&] { model.set(scenarioField("scenarioSchedule"), valueOf(ScheduleKind::Interleaved)); },
        [&] { model.set(scenarioField("scenarioSchedule"), -1); },
        [&] { model.set(scenarioField("scenarioMicrobatches"), 8); },
        [&] { model.set(scenarioField("method"), valueOf(Method::Joint)); },
        [&] { model.toggleDimension(*dimensionRules().front()); },
    };
    std::vector<SearchRequest> states{start};
    for (std::size_t index = 0; index < edits.size(); ++index) {
        edits[index]();
        QVERIFY2(!(model.request() == states.back()), std::to_string(index).c_str());
        QCOMPARE(model.history()->index(), static_cast<int>(index + 1));
        states.push_back(model.request());
    }
    for (std::size_t index = edits.size(); index-- > 0;) {
        model.history()->undo();
        QVERIFY2(model.request() == states[index], std::to_string(index).c_str());
    }
    for (std::size_t index = 1; index < states.size(); ++index) {
        model.history()->redo();
        QVERIFY2(model.request() == states[index], std::to_string(index).c_str());
    }
    model.reset(start);
    QVERIFY(model.request() == start && !model.history()->canUndo());
    model.setBudget(start.memoryBudget);  // what changes nothing is no step
    QVERIFY(!model.history()->canUndo());
}

/// Returns the state, with a model of several kinds of input where the field asks for one.
static ScenarioState shownTo(const ScenarioField& field, ScenarioState state)
{
    if (field.isShown != nullptr && !field.isShown(state.request)) {
        SearchRequest request = state.request;
        request.model = loaded(shippedPresets().model("internvl3-8b"));
        state.request = field.isShown(request) ? request : state.request;
    }
    return state;
}

/// Each value of a choice is what the field says afterwards, by a text of its own.
void TestScenarioModel::everyFieldTakesItsValues()
{
    Asked asked;
    for (const ScenarioField& field : scenarioFields()) {
        QVERIFY2(fieldName(field.label) == text(field.label), field.name);
        QCOMPARE(&scenarioField(field.name), &field);
        if (field.kind == ScenarioField::Kind::Text) {
            ScenarioState state = shownTo(field, asked.model.state());
            QVERIFY2(field.read(state, QStringLiteral("256-4096")) && field.get(state) != field.get(ScenarioState()),
                     field.name);
            QCOMPARE(field.typed(state), QStringLiteral("256-4096"));
            QVERIFY2(field.read(state, QString()) && field.get(state) == field.get(ScenarioState()), field.name);
            QVERIFY2(!field.read(state, QStringLiteral("!")), field.name);
            continue;
        }
        if (field.kind != ScenarioField::Kind::Choice) {
            for (const qint64 value : {field.least, field.least + field.step, field.most}) {
                ScenarioState state = shownTo(field, asked.model.state());
                field.set(state, value);
                QVERIFY2(field.get(state) == value, field.name);
            }
            continue;
        }
        std::set<QString> texts;
        const std::vector<qint64> values = field.values(shownTo(field, asked.model.state()));
        QVERIFY2(std::ranges::count(values, field.get(asked.model.state())) == 1, field.name);
        for (const qint64 value : values) {
            ScenarioState state = shownTo(field, asked.model.state());
            field.set(state, value);
            QVERIFY2(field.get(state) == value, field.name);
            texts.insert(valueText(field, state));
        }
        QVERIFY2(texts.size() == values.size() && !texts.contains(QString()), field.name);
    }
}

/// Its own format of gradients, and what it costs; a file's framework that is none of those stays until another is
/// chosen.
void TestScenarioModel::aFrameworkBringsItsGradients()
{
    Asked asked;
    ScenarioModel& model = asked.model;
    const ScenarioField& field = scenarioField("framework");
    const auto choose = [&](const char* title) {
        for (const qint64 value : field.values(model.state())) {
            if (valueText(field, model.state(), value) == text(title)) {
                model.set(field, value);
                return;
            }
        }
        QFAIL(title);
    };
    model.set(scenarioField("precision"), valueOf(Precision::Bf16));
    choose("NeMo");
    QCOMPARE(model.request().training.framework.name, "nemo");
    QVERIFY(model.request().training.framework.overlapActivations);
    QCOMPARE(model.request().training.gradientBytes, 2);
    QVERIFY2(asked.lastText().contains(text("Framework overhead none (ideal) → NeMo")), qPrintable(asked.lastText()));
    choose("Megatron-Bridge");
    QVERIFY(model.request().training.framework.overlapsSharedExperts);
    QCOMPARE(model.request().training.gradientBytes, 4);
    SearchRequest request = model.request();
    request.training.framework.dispatch = 1e-3;
    model.setRequest(request);
    QCOMPARE(valueText(field, model.state()), text("as in its file"));
    QVERIFY(model.request() == request);
    const auto ownValues = field.values(model.state()).size();
    choose("none (ideal)");
    QVERIFY(model.request().training.framework == Framework());
    QCOMPARE(field.values(model.state()).size(), ownValues - 1);
}

/// Only the overheads follow, in the same step, and only until others are chosen. A scenario that is opened keeps its
/// own.
void TestScenarioModel::overheadsFollowWhatRunsThePlan()
{
    Asked asked;
    ScenarioModel& model = asked.model;
    const auto runsOn = [&model](const char* name) {
        model.set(scenarioField("target"), std::ranges::find(targets(), *parseTarget(name)) - targets().begin());
    };
    const auto overheads = [&model] { return text(model.request().training.framework.name.c_str()); };
    const auto chooseOverheads = [&model](const char* name) {
        const std::vector<FrameworkFamily>& families = *model.state().frameworks;
        model.set(scenarioField("framework"),
                  std::ranges::find(families, name, &FrameworkFamily::name) - families.begin() + 1);
    };
    model.set(scenarioField("scenarioLoss"), valueOf(LossKind::Fused));
    const SearchRequest before = model.request();
    QCOMPARE(overheads(), QString());
    runsOn("megatron");
    QCOMPARE(overheads(), text("megatron-core"));
    QCOMPARE(model.request().training.loss, LossKind::Fused);
    model.history()->undo();
    QVERIFY(model.request() == before);
    model.history()->redo();
    runsOn("torchtitan");
    QCOMPARE(overheads(), text("fsdp"));
    runsOn("deepspeed");
    QCOMPARE(overheads(), QString());
    chooseOverheads("nemo");
    runsOn("megatron");
    QCOMPARE(overheads(), text("nemo"));
    chooseOverheads("megatron-core");  // those of Megatron-LM: they follow again
    runsOn("torchtitan");
    QCOMPARE(overheads(), text("fsdp"));
    model.set(scenarioField("framework"), 0);
    runsOn("megatron");
    QCOMPARE(overheads(), QString());
    model.set(scenarioField("target"), -1);

    SearchRequest file = before;
    file.target = *parseTarget("megatron");
    model.setRequest(file);
    QVERIFY(model.request() == file);
    runsOn("torchtitan");
    QCOMPARE(overheads(), text("fsdp"));
    file.training.framework.name = "of a file";
    model.setRequest(file);
    runsOn("torchtitan");
    QCOMPARE(overheads(), text("of a file"));
}

void TestScenarioModel::editsAreNamed()
{
    Asked asked;
    ScenarioModel& model = asked.model;
    const QString before = QString::fromStdString(model.request().model.title);
    model.setModel(text("llama3-8b"));
    QCOMPARE(asked.lastText(),
             QStringLiteral("Model %1 → %2").arg(before, QString::fromStdString(model.request().model.title)));
    model.setBudget(6 * GiB);
    QVERIFY2(asked.lastText().startsWith(text("Memory ")) && asked.lastText().endsWith(QStringLiteral("→ 6.00 GiB")),
             qPrintable(asked.lastText()));
    model.set(scenarioField("method"), valueOf(Method::DpTp));
    QVERIFY(asked.lastText().startsWith(text("Method ")));
    model.toggleDimension(*dimensionRules().front());
    QVERIFY(asked.lastText().endsWith(text(" off")));
    model.setCluster(text("dgx-h100-1024"));  // and its memory
    QVERIFY(asked.lastText().startsWith(text("Cluster ")) && !asked.lastText().contains(text("Memory")));
    model.setScenario(text("swin-huge"));
    QVERIFY2(asked.lastText().startsWith(QStringLiteral("Scenario → ")), qPrintable(asked.lastText()));
}

void TestScenarioModel::whatIsTypedIsOneStep()
{
    Asked asked;
    ScenarioModel& model = asked.model;
    const SearchRequest start = model.request();
    for (const std::int64_t typed : {1, 12, 128}) {
        model.setBatches({typed});
    }
    QCOMPARE(model.history()->count(), 1);
    model.endStep();
    model.setBatches({256});
    QCOMPARE(model.history()->count(), 2);
    model.history()->undo();
    QCOMPARE(model.request().training.globalBatch, 128);
    model.history()->undo();
    QVERIFY(model.request() == start);
    // Typed back to what it was: no step.
    model.set(scenarioField("sequence"), 1);
    model.set(scenarioField("sequence"), start.training.sequenceLength);
    QVERIFY(!model.history()->canUndo());
}

void TestScenarioModel::aDroppedClusterGivesTheBudgetBack()
{
    Asked asked;
    ScenarioModel& model = asked.model;
    model.setBudget(7 * GiB);
    const Cluster before = model.request().cluster;
    model.setCluster(*model.store().cluster("dgx-h100-1024"));
    QVERIFY(model.request().memoryBudget > 70 * GiB);
    model.history()->undo();
    QCOMPARE(model.request().memoryBudget, 7 * GiB);
    QVERIFY(model.request().cluster == before);
}

void TestScenarioModel::aPlanBringsItsMicrobatches()
{
    Asked asked;
    SearchRequest request = asked.model.request();
    request.microbatches = {2};
    request.method = Method::Base;
    const auto found = search(request);
    QVERIFY(found && found->plan);
    request.microbatches = {8};
    asked.model.setRequest(request);
    asked.model.takeFrom(*found->plan);
    QCOMPARE(asked.model.request().microbatches, std::vector<int>{2});
}

/// From one schedule back to the best of those that the scenario named; from FP32 back to 16-bit gradients.
void TestScenarioModel::choicesThatAreTakenBackAreKept()
{
    Asked asked;
    ScenarioModel& model = asked.model;
    SearchRequest request = model.request();
    request.schedules = {{}, {ScheduleKind::ZbH1, 1, 1}};
    request.microbatches = {2, 4, 8};
    request.training.precision = Precision::Bf16;
    request.training.gradientBytes = 2;
    model.setRequest(request);
    model.set(scenarioField("scenarioSchedule"), valueOf(ScheduleKind::GPipe));
    model.set(scenarioField("scenarioMicrobatches"), 16);
    model.set(scenarioField("precision"), valueOf(Precision::Fp32));
    QCOMPARE(model.request().training.gradientBytes, 4);
    model.set(scenarioField("scenarioSchedule"), -1);
    model.set(scenarioField("scenarioMicrobatches"), 0);
    model.set(scenarioField("precision"), valueOf(Precision::Bf16));
    QCOMPARE(model.request().schedules, request.schedules);
    QCOMPARE(model.request().microbatches, request.microbatches);
    QCOMPARE(model.request().training.gradientBytes, 2);
}

/// Ctrl+Z is the scenario's while somebody is in its dock or has just changed it, and the plan's elsewhere.
void TestScenarioModel::undoFollowsTheWork()
{
    const WindowFixture fixture;
    MainWindow& window = *fixture.window;
    QVERIFY(QTest::qWaitForWindowActive(&window));
    fixture.session()->add(samplePlan(4, 20, 8));
    const SearchRequest start = window.scenario()->request();
    const auto* history = window.findChild<QUndoView*>();
    const auto undo = [] { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier); };

    auto* models = window.findChild<QComboBox*>(text("model"));
    models->setFocus();
    models->setCurrentIndex(models->findData(text("llama3-8b")));
    Q_EMIT models->activated(models->currentIndex());
    field(fixture, "budget")->setFocus();
    auto* budget = window.findChild<QuantityEdit*>(text("budget"));
    budget->selectAll();
    QTest::keyClicks(budget, text("12"));
    QCOMPARE(window.scenario()->request().memoryBudget, start.memoryBudget);
    QTest::keyClick(budget, Qt::Key_Return);
    QCOMPARE(window.scenario()->request().memoryBudget, 12 * GiB);
    QCOMPARE(history->stack(), window.scenario()->history());
    undo();
    QCOMPARE(window.scenario()->request().memoryBudget, start.memoryBudget);
    undo();
    QCOMPARE(window.scenario()->request(), start);
    QCOMPARE(models->currentData().toString().toStdString(), start.model.name);

    window.views()->current()->setFocus();
    fixture.document()->setMicrobatches(4);
    const Plan edited = *fixture.document()->plan();
    QCOMPARE(history->stack(), fixture.document()->undoStack());
    undo();
    QVERIFY(*fixture.document()->plan() != edited);
    // A file that is dropped changes the scenario wherever the focus is.
    window.scenario()->setCluster(*window.scenario()->store().cluster("dgx-h100-1024"));
    undo();
    QCOMPARE(window.scenario()->request(), start);
}

PGRAM_TEST(TestScenarioModel)
#include "test_scenario_model.moc"
