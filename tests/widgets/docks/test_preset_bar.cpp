// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model becomes a preset of one's own by hand: saved, found in the Scenario dock, renamed, replaced after a question,
// deleted; what is refused is said below, and nothing is lost.
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "widgets/docks/common/preset_bar.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/scenario_model.h"
#include "widgets/kit/labels.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QToolButton>

using namespace pgram;

namespace {

struct PresetBarFixture {
    QTemporaryDir folder;
    PresetStore store{presetsFolder(), folder.path().toStdString()};
    ScenarioModel scenario{store};
    ScenarioPanel panel{&scenario};
    PresetBar bar{&scenario, PresetKind::Model};

    PresetBarFixture()
    {
        scenario.setScenario(QStringLiteral("llama2-7b"));
        bar.show();
        bar.activateWindow();  // Escape is a shortcut
        (void)QTest::qWaitForWindowActive(&bar);
    }
    [[nodiscard]] QToolButton* button(const char* name) const
    {
        return bar.findChild<QToolButton*>(QLatin1String(name));
    }
    [[nodiscard]] QLineEdit* title() const { return bar.findChild<QLineEdit*>(QStringLiteral("modelTitle")); }
    [[nodiscard]] QString problem() const
    {
        const auto* label = bar.findChild<ProblemLabel*>();
        return label->isVisible() ? label->text() : QString();
    }
    void answer(const QString& text) const
    {
        title()->selectAll();
        QTest::keyClicks(title(), text);
        QTest::keyClick(title(), Qt::Key_Return);
    }
    void saveAs(const QString& text) const
    {
        button("modelSaveAs")->click();
        answer(text);
    }
    [[nodiscard]] bool isListed(const char* preset) const
    {
        return panel.findChild<QComboBox*>(QStringLiteral("model"))->findData(QLatin1String(preset)) >= 0;
    }
    void changeLayers(int count)
    {
        Architecture model = scenario.request().model;
        model.runs[1].count = count;
        scenario.setModel(model);
    }
};

}  // namespace

class TestPresetBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void savedRenamedAndDeleted();
    void anOwnOneIsReplacedOnlyWhenAsked();
    void whatIsRefusedLosesNothing();
    void savingIsUndone();
};

void TestPresetBar::savedRenamedAndDeleted()
{
    PresetBarFixture f;
    QVERIFY(!f.button("modelSave")->isEnabled());
    QVERIFY(!f.button("modelDelete")->isEnabled());
    f.changeLayers(40);
    f.saveAs(QStringLiteral("My 9B"));
    QCOMPARE(f.problem(), QString());
    QVERIFY(!f.title()->isVisible());
    QCOMPARE(f.scenario.request().model.name, std::string("my-9b"));
    QVERIFY(f.isListed("my-9b"));
    QVERIFY(!f.button("modelSave")->isEnabled());

    f.changeLayers(42);
    QVERIFY(f.button("modelSave")->isEnabled());
    f.button("modelSave")->click();
    QCOMPARE(loaded(f.store.model("my-9b")).runs[1].count, 42);
    QVERIFY(!f.button("modelSave")->isEnabled());

    f.button("modelRename")->click();
    QCOMPARE(f.title()->text(), QStringLiteral("My 9B"));
    f.answer(QStringLiteral("My 10B"));
    QVERIFY(f.isListed("my-10b"));
    QVERIFY(!f.isListed("my-9b"));
    QVERIFY(!f.store.model("my-9b").has_value());

    f.button("modelDelete")->click();
    QCOMPARE(f.problem(), QString());
    QVERIFY(!f.store.model("my-10b").has_value());
    QCOMPARE(f.scenario.request().model.runs[1].count, 42);
    QVERIFY(!f.button("modelDelete")->isEnabled());
}

void TestPresetBar::anOwnOneIsReplacedOnlyWhenAsked()
{
    PresetBarFixture f;
    f.changeLayers(40);
    f.saveAs(QStringLiteral("Mine"));
    f.scenario.setModel(QStringLiteral("llama2-13b"));
    f.saveAs(QStringLiteral("Mine"));
    QVERIFY(f.problem().contains(QStringLiteral("Mine")));
    QCOMPARE(loaded(f.store.model("mine")).runs[1].hidden, 4096);
    QTest::keyClick(f.title(), Qt::Key_Return);
    QCOMPARE(f.problem(), QString());
    QCOMPARE(loaded(f.store.model("mine")).runs[1].hidden, 5120);
}

void TestPresetBar::whatIsRefusedLosesNothing()
{
    PresetBarFixture f;
    f.saveAs(QStringLiteral("!?"));
    QVERIFY(!f.problem().isEmpty());
    QCOMPARE(f.title()->text(), QStringLiteral("!?"));
    f.answer(QStringLiteral("Llama2 13B"));
    QVERIFY2(f.problem().contains(QStringLiteral("shipped")), qPrintable(f.problem()));
    QCOMPARE(f.scenario.request().model.name, std::string("llama2-7b"));
    QTest::keyClick(f.title(), Qt::Key_Escape);
    QVERIFY(!f.title()->isVisible());
    QCOMPARE(f.problem(), QString());
}

void TestPresetBar::savingIsUndone()
{
    PresetBarFixture f;
    const Architecture before = f.scenario.request().model;
    f.saveAs(QStringLiteral("Mine"));
    f.scenario.history()->undo();
    QVERIFY(f.scenario.request().model == before);
    QVERIFY(f.store.model("mine").has_value());
}

PGRAM_TEST(TestPresetBar)

#include "test_preset_bar.moc"
