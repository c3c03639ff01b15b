// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Scenario dock's question and switches, the settings and the planner's line of figures.

#include "core/search/task/scenario.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/docks/scenario/space_switches.h"
#include "widgets/document/preview.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/choice_row.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/shell/frame/status_area.h"
#include "widgets/shell/settings/settings.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace pgram;

class TestDocks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scenarioAsksWhatItShows();
    void scenarioRefusesABrokenBatch();
    void scenarioTakesAPlansQuestion();
    void unknownPresetChangesNothing();
    void wheelChangesNothingWithoutFocus();
    void switchesCountTheTree();
    void switchesAreTheDimensions();
    void switchesSayWhatTheyBring();
    void batchLists_data();
    void batchLists();
    void everySettingIsKept();
    void progressSaysWhatIsKnown();
};

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
    auto* batch = panel.findChild<QLineEdit*>(QStringLiteral("scenarioBatch"));
    batch->selectAll();
    QTest::keyClicks(batch, QStringLiteral("8:32:8"));
    Q_EMIT batch->editingFinished();
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
    SearchRequest question;
    question.cluster.devices = 8;
    switches.setQuestion(question);
    const auto says = [&switches](const char* text) {
        return std::ranges::any_of(switches.findChildren<QLabel*>(),
                                   [text](const QLabel* label) { return label->text() == QString::fromLatin1(text); });
    };
    QTRY_VERIFY(says("44 layer strategies, of 68 before pruning"));
    switches.findChild<QToolButton*>(QStringLiteral("CKPT"))->click();
    QTRY_VERIFY(says("22 layer strategies, of 34 before pruning"));
    question.cluster.devices = 1'000'000;
    switches.setQuestion(question);  // too many to count for a label
    QVERIFY(!says("22 layer strategies, of 34 before pruning"));
}

/// As spaceEffects() has it, until the question is another; a search that ends early leaves what it found.
void TestDocks::switchesSayWhatTheyBring()
{
    SearchRequest question;
    question.model = *shippedPresets().model("bert-huge-32");
    question.cluster = *shippedPresets().cluster("rtx-titan-8");
    question.training.globalBatch = 16;
    question.memoryBudget = 8 * GiB;
    const std::vector<SpaceEffect> effects = *spaceEffects(question);
    QVERIFY(effects.size() > 8);
    SpaceSwitches switches;
    auto* weigh = switches.findChild<QToolButton*>(QStringLiteral("weighSpace"));
    switches.setQuestion({});
    QVERIFY(!weigh->isEnabled());
    switches.setQuestion(question);
    weigh->click();
    const auto textOf = [&switches](const DimensionRules* rules) {
        return switches.findChild<QToolButton*>(QString::fromLatin1(rules->title))->text();
    };
    QTRY_COMPARE(weigh->text(), QStringLiteral("Measure Each Option"));
    int plain = 0;
    for (const DimensionRules* rules : dimensionRules()) {
        const auto known = std::ranges::find(effects, rules, &SpaceEffect::dimension);
        const QString shown = textOf(rules).section(QLatin1Char('\n'), 1);
        if (known == effects.end()) {
            QVERIFY(shown.trimmed().isEmpty());
            continue;
        }
        const std::optional<double> gain = known->gain(effects.front());
        const bool isNothing = gain && std::abs(*gain) < 0.0005;
        QCOMPARE(shown, gain ? signedPercent(isNothing ? 0 : -*gain) : QStringLiteral("needed"));
        plain += isNothing ? 1 : 0;
    }
    QVERIFY(plain > 0 && plain < static_cast<int>(effects.size()));
    question.training.globalBatch = 32;
    switches.setQuestion(question);
    QCOMPARE(textOf(dimensionRules().front()), QString::fromLatin1(dimensionRules().front()->title));
}

/// One for each, on where it is searched unless told otherwise; a click turns on or off that one alone.
void TestDocks::switchesAreTheDimensions()
{
    SpaceSwitches switches;
    QCOMPARE(switches.findChildren<ToggleButton*>().size(), static_cast<qsizetype>(dimensionRules().size()));
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
    QCOMPARE(progressText(progress), QStringLiteral("gap 3.1 % · best 40.0 samples/s · 12 of 122 task(s)"));
}

PGRAM_TEST(TestDocks)
#include "test_docks.moc"
