// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy of the selected layers, by its choices and by its name: degrees that take devices from each other,
// names and parts of names, and reasons that are read whole.

#include "core/strategy/strategy_text.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/inspector/strategy_editor.h"
#include "widgets/document/nearest_strategy.h"
#include "widgets/document/preview.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/suggest_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

using namespace pgram;

namespace {

/// One stage of 32 devices, all layers TP2 with SP beside CP16: the degrees fill the stage without data.
Plan ringPlan()
{
    Plan plan = samplePlan(1, 6, 1, 32);
    std::ranges::fill(plan.strategies, strategyNamed("tp2-sp-cp16-sdp"));
    return plan;
}

struct ShownStrategies : Workbench {
    InspectorPanel panel{this};

    explicit ShownStrategies(const Plan& plan)
    {
        panel.resize(320, 900);
        panel.show();
        document.showPlan(std::make_shared<const Plan>(plan));
    }
    [[nodiscard]] StrategyEditor& editor() const { return *panel.strategyEditor(); }
    [[nodiscard]] const LayerStrategy& of(int layer) const
    {
        return document.plan()->strategies[static_cast<std::size_t>(layer)];
    }
    void type(const char* text) const
    {
        SuggestEdit* name = editor().name();
        name->selectAll();
        QTest::keyClicks(name, QString::fromLatin1(text));
        QWidget* list = name->list();
        QTest::keyClick(list->isVisible() ? list : name, Qt::Key_Return);
    }
};

}  // namespace

class TestStrategyEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDegreeTakesItsDevicesFromOthers();
    void dataGivesFirst();
    void whatIsTakenIsSaidBeforeTheClick();
    void aNameIsTyped();
    void aPartOfANameIsTheNearest();
    void whatCannotBeStaysWithItsReason();
    void suggestionsAreWeighed();
    void reasonsAreReadWhole();
};

void TestStrategyEditor::aDegreeTakesItsDevicesFromOthers()
{
    ShownStrategies shown(ringPlan());
    QToolButton* eight = shown.editor().row(strategyField("tensor"))->button(8);
    QVERIFY(eight != nullptr && eight->isEnabled());
    QTest::mouseClick(eight, Qt::LeftButton);
    QCOMPARE(QString::fromStdString(shortName(shown.of(3))), QStringLiteral("TP8+SP·CP4·SDP"));
    QVERIFY(shown.document.estimate()->legal);
    QTest::mouseClick(shown.editor().row(strategyField("context"))->button(16), Qt::LeftButton);
    QVERIFY(shown.document.plan()->strategies == ringPlan().strategies);
    QCOMPARE(shown.document.undoStack()->count(), 2);
}

/// Data takes what is over; where the batch has no samples for it, the ring does.
void TestStrategyEditor::dataGivesFirst()
{
    Plan plan = ringPlan();
    std::ranges::fill(plan.strategies, strategyNamed("tp2-cp4-dp4"));
    QVERIFY(nearestWith(plan, 0, strategyField("tensor"), 4) == strategyNamed("tp4-cp4-dp2"));
    QVERIFY(nearestWith(plan, 0, strategyField("tensor"), 16) == strategyNamed("tp16-cp2"));
    QVERIFY(nearestWith(plan, 0, strategyField("tensor"), 1) == strategyNamed("cp4-dp8"));
    plan.training.globalBatch = 4;
    QVERIFY(nearestWith(plan, 0, strategyField("tensor"), 1) == strategyNamed("cp8-dp4"));
    // What no layer can have keeps its own reason.
    plan.model.runs[0].heads = plan.model.runs[0].kvHeads = 2;
    for (const StrategyChoice& choice : choicesOf(plan, {0, 6}, strategyField("tensor"))) {
        QCOMPARE(choice.refused.has_value(), choice.value > 2);
        QVERIFY(!choice.refused || choice.refused->rule == Rule::Heads);
    }
}

void TestStrategyEditor::whatIsTakenIsSaidBeforeTheClick()
{
    ShownStrategies shown(ringPlan());
    QCOMPARE(takenText(ringPlan(), {0, 6}, strategyField("tensor"), 8), QStringLiteral("Takes CP from 16 to 4."));
    QToolButton* eight = shown.editor().row(strategyField("tensor"))->button(8);
    QVERIFY2(eight->toolTip().endsWith(QStringLiteral("Takes CP from 16 to 4.")), qPrintable(eight->toolTip()));
    QEnterEvent entering({}, {}, {});
    QApplication::sendEvent(eight, &entering);
    QTRY_VERIFY(shown.document.preview()->isShown());
    const auto* ghost = shown.panel.findChild<QLabel*>(QStringLiteral("ghost"));
    QVERIFY2(ghost->text().startsWith(QStringLiteral("TP2+SP·CP16·SDP → TP8+SP·CP4·SDP\n")), qPrintable(ghost->text()));
}

void TestStrategyEditor::aNameIsTyped()
{
    ShownStrategies shown(ringPlan());
    shown.selection.select({.firstLayer = 2, .layerCount = 2});
    QCOMPARE(shown.editor().name()->text(), QStringLiteral("TP2+SP·CP16·SDP"));
    shown.type("tp8-sp-cp4-sdp");
    QVERIFY(shown.of(1) == strategyNamed("tp2-sp-cp16-sdp") && shown.of(4) == shown.of(1));
    QVERIFY(shown.of(2) == strategyNamed("tp8-sp-cp4-sdp") && shown.of(3) == shown.of(2));
    QCOMPARE(shown.editor().name()->text(), QStringLiteral("TP8+SP·CP4·SDP"));
    shown.selection.select({});
    QVERIFY(shown.editor().name()->text().isEmpty());
    QCOMPARE(shown.editor().name()->placeholderText(), QStringLiteral("TP2+SP·CP16·SDP and 1 other(s)"));
}

void TestStrategyEditor::aPartOfANameIsTheNearest()
{
    ShownStrategies shown(ringPlan());
    shown.type("tp8");
    QVERIFY2(shown.of(0) == strategyNamed("tp8-sp-cp4-sdp"), shortName(shown.of(0)).c_str());
    shown.type("ckpt");
    QVERIFY2(shown.of(0) == strategyNamed("tp8-sp-cp4-sdp-ckpt"), shortName(shown.of(0)).c_str());
}

void TestStrategyEditor::whatCannotBeStaysWithItsReason()
{
    ShownStrategies shown(ringPlan());
    struct Wrong {
        const char* typed;
        const char* why;
    };
    for (const Wrong& wrong : {Wrong{"tp8-xp4", "xp"}, Wrong{"tp8-cp8", "64"}, Wrong{"tp3", "32"}}) {
        shown.type(wrong.typed);
        QCOMPARE(shown.editor().name()->text(), QString::fromLatin1(wrong.typed));
        const QLabel* problem = shown.editor().problem();
        QVERIFY(problem->isVisible() && !problem->text().isEmpty());
        QVERIFY2(problem->text().contains(QString::fromLatin1(wrong.why)), qPrintable(problem->text()));
        QVERIFY(*shown.document.plan() == ringPlan());
    }
    shown.type("cp32-sdp");
    QVERIFY(!shown.editor().problem()->isVisible());
    QVERIFY(shown.of(5) == strategyNamed("cp32-sdp"));
}

void TestStrategyEditor::suggestionsAreWeighed()
{
    ShownStrategies shown(ringPlan());
    SuggestEdit* name = shown.editor().name();
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("tp4"));
    QVERIFY(name->suggestions().size() > 2);
    QCOMPARE(name->suggestions().front(), QStringLiteral("TP4+SP·CP8·SDP"));
    QTRY_VERIFY(shown.document.preview()->isShown());
    QCOMPARE(shown.document.preview()->plan()->strategies[0].tensor, 4);
    QTest::keyClick(name->list(), Qt::Key_Escape);
    QVERIFY(!shown.document.preview()->isShown());
    QCOMPARE(shown.document.undoStack()->count(), 0);
}

void TestStrategyEditor::reasonsAreReadWhole()
{
    Plan plan = ringPlan();
    plan.model.runs[0].heads = plan.model.runs[0].kvHeads = 6;
    std::ranges::fill(plan.strategies, strategyNamed("tp2-cp16"));
    ShownStrategies shown(plan);
    QCoreApplication::processEvents();
    int seen = 0;
    for (const QLabel* label : shown.editor().findChildren<QLabel*>()) {
        if (label->isVisible() && label->wordWrap()) {
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            QVERIFY2(label->height() <= 4 * label->fontMetrics().lineSpacing(), qPrintable(label->text()));
            ++seen;
        }
    }
    QVERIFY(seen > 0);
    // One reason is there once, and the tip has all of them.
    const ChoiceRow* tensor = shown.editor().row(strategyField("tensor"));
    const QString text = tensor->findChild<QLabel*>()->text();
    QVERIFY2(text.startsWith(QStringLiteral("4 of 6 not possible")), qPrintable(text));
    QCOMPARE(text.count(QStringLiteral("heads do not divide")), 1);
    QCOMPARE(tensor->findChild<QLabel*>()->toolTip().count(QStringLiteral("heads do not divide")), 4);
}

PGRAM_TEST(TestStrategyEditor)
#include "test_strategy_editor.moc"
