// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Scenario dock answers with the question that it was given, whatever that is; and figures are written one way.
#include "core/base/json.h"
#include "core/search/task/scenario.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/texts.h"
#include "widgets/shell/settings/settings.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QLocale>

using namespace pgram;

class TestScenarioPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyValueSurvives();
    void everyScenarioSurvives();
    void precisionsFollowTheDevices();
    void figuresAreWrittenOneWay();
    void whatIsTypedEndsWithThePanel();
};

void TestScenarioPanel::everyValueSurvives()
{
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    QVERIFY(model.setScenario(QString::fromLatin1(defaultScenario)));
    const SearchRequest asked = model.request();
    const auto survives = [&model](const SearchRequest& request) {
        model.setRequest(request);
        return questionToJson(model.request()) == questionToJson(request);
    };
    for (const PrecisionRow& row : precisions()) {
        for (const int gradientBytes : {2, 4}) {
            for (const OptimizerRow& each : optimizers()) {
                SearchRequest request = asked;
                request.training.stateBytes = gradientBytes;
                request.training.masterWeights = gradientBytes == 4;
                request.training.precision = row.precision;
                request.training.optimizer = each.optimizer;
                request.training.gradientBytes = request.training.elementBytes() == 4 ? 4 : gradientBytes;
                QVERIFY2(survives(request), questionToJson(request).dump().c_str());
            }
        }
    }
    for (const TuningMethod method : {TuningMethod::All, TuningMethod::Lora, TuningMethod::Qlora}) {
        for (const AdapterTargets targets : {AdapterTargets::Linear, AdapterTargets::Attention, AdapterTargets::Mlp}) {
            SearchRequest request = asked;
            if (method != TuningMethod::All) {
                request.training.tuning = {method, 64, targets};
            }
            QVERIFY2(survives(request), questionToJson(request).dump().c_str());
        }
    }
    for (const MethodInfo& method : methods()) {
        SearchRequest request = asked;
        request.method = method.method;
        QVERIFY2(survives(request), method.name);
    }
    for (const ScheduleRules* rules : scheduleRules()) {
        for (const int chunks : {2, 4}) {
            SearchRequest request = asked;
            request.schedule.kind = rules->kind;
            request.schedule.virtualStages = rules->choosesChunks ? chunks : rules->chunks;
            request.schedules.clear();
            QVERIFY2(survives(request), rules->usual);
        }
    }
}

void TestScenarioPanel::everyScenarioSurvives()
{
    const PresetStore& store = shippedPresets();
    ScenarioModel model(store);
    ScenarioPanel panel(&model);
    for (const PresetEntry& entry : store.scenarios()) {
        const auto scenario = loadScenario(store, entry.name);
        QVERIFY2(scenario.has_value(), entry.name.c_str());
        model.setRequest(scenario->request);
        SearchRequest kept = model.request();
        QVERIFY2(std::abs(static_cast<double>(kept.memoryBudget - scenario->request.memoryBudget)) <= 0.011 * GiB,
                 entry.name.c_str());
        kept.memoryBudget = scenario->request.memoryBudget;
        if (!kept.batches.empty()) {
            kept.training.globalBatch = scenario->request.training.globalBatch;  // the list is what is asked
        }
        QVERIFY2(questionToJson(kept) == questionToJson(scenario->request),
                 Json::diff(questionToJson(scenario->request), questionToJson(kept)).dump().c_str());
    }
}

/// What the devices have no units for is refused beside the choice; a cluster that has them takes it, and one without
/// them gives it up again.
void TestScenarioPanel::precisionsFollowTheDevices()
{
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    QVERIFY(model.setScenario(QString::fromLatin1(defaultScenario)));
    model.setCluster(QStringLiteral("dgx-h100"));
    auto* box = panel.findChild<QComboBox*>(QStringLiteral("precision"));
    QVERIFY(box != nullptr);
    QCOMPARE(box->count(), static_cast<int>(precisions().size()));
    for (const PrecisionRow& row : precisions()) {
        box->setCurrentIndex(box->findData(static_cast<int>(row.precision)));
        QCOMPARE(static_cast<int>(model.request().training.precision), static_cast<int>(row.precision));
        QCOMPARE(box->currentText(), precisionTitle(row.precision));
        QCOMPARE(panel.isComplete(), row.precision != Precision::MxFp8 && row.precision != Precision::Fp4);
    }
    model.setCluster(QStringLiteral("hgx-b200"));
    QVERIFY(panel.isComplete());
    QCOMPARE(static_cast<int>(model.request().training.precision), static_cast<int>(Precision::Fp4));
    model.setCluster(QStringLiteral("dgx-h100"));
    QVERIFY(panel.isComplete());
    QCOMPARE(static_cast<int>(model.request().training.precision), static_cast<int>(Precision::Bf16));
}

/// A system that writes 7,95 does not make the fields say so beside pictures that say 7.95.
void TestScenarioPanel::figuresAreWrittenOneWay()
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    const Language language;
    ScenarioModel model(shippedPresets());
    ScenarioPanel panel(&model);
    model.setBudget(static_cast<Bytes>(7.25 * GiB));
    const auto* budget = panel.findChild<QWidget*>(QStringLiteral("budget"));
    QVERIFY(budget != nullptr);
    QVERIFY2(budget->property("text").toString().startsWith(QStringLiteral("7.25")),
             qPrintable(budget->property("text").toString()));
    QLocale::setDefault(before);
}

/// A panel that is taken down while a name is half typed asks nobody to take it.
void TestScenarioPanel::whatIsTypedEndsWithThePanel()
{
    ScenarioModel model(shippedPresets());
    QVERIFY(model.setScenario(QString::fromLatin1(defaultScenario)));
    const Json before = questionToJson(model.request());
    {
        ScenarioPanel panel(&model);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto* box = panel.findChild<QComboBox*>(QStringLiteral("model"));
        QVERIFY(box != nullptr);
        box->setFocus();
        box->lineEdit()->setText(QStringLiteral("GPT-3 175B"));
    }
    QCOMPARE(questionToJson(model.request()), before);
}

PGRAM_TEST(TestScenarioPanel)
#include "test_scenario_panel.moc"
