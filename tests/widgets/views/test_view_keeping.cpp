// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The view of a stage out of core: the best mix, changed by mouse and keys, and used in the plan.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/views/keeping/keeping_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPushButton>
#include <QUndoStack>

#include <cmath>

using namespace pgram;

namespace {

/// A device of the first stage has room for 60 % of what its eight layers would keep of a micro-batch.
std::shared_ptr<const Plan> tightPlan()
{
    Plan plan = samplePlan(2, 16, 4);
    const StageBlocks stage = *stageBlocks(plan, 0);
    double kept = 0;
    for (const SwapBlock& block : stage.layers) {
        kept += block.kept;
    }
    constexpr int inFlight = 2;
    const double less = inFlight * (stage.device.bytes - 0.6 * kept);
    plan.memoryBudget = budgetFor(usableBudget(plan.budget(), plan.cluster) - static_cast<Bytes>(less), plan.cluster);
    return std::make_shared<const Plan>(std::move(plan));
}

struct KeepingFixture : ViewFixture {
    KeepingFixture() : ViewFixture(1, 4, 1)
    {
        present(view);
        document.showPlan(tightPlan());
        QTRY_VERIFY(view.shown() != nullptr && !view.isWorking());
    }
    [[nodiscard]] std::string mix() const { return toString(view.shown()->mix); }
    void press(Qt::Key key) { QTest::keyClick(&view, key); }
    [[nodiscard]] QRectF areaOf(const Ref& ref) { return view.scene().areaOf(ref); }
    [[nodiscard]] std::size_t rows() { return view.scene().refs("way").size() + view.scene().refs("row").size(); }
    void click(const QPointF& at) { QTest::mouseClick(&view, Qt::LeftButton, Qt::NoModifier, at.toPoint()); }
    KeepingView view{&document, &selection};
};

}  // namespace

class TestViewKeeping : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theStagesBestMixIsShown()
    {
        KeepingFixture f;
        const ShownKeeping& shown = *f.view.shown();
        QVERIFY(shown.isBest() && shown.runs());
        QVERIFY(f.mix() != std::string(8, 'K'));
        QCOMPARE(shown.mix.size(), std::size_t{8});
        QVERIFY(colorCount(pictureOf(f.view)) > 8);
        QCOMPARE(f.rows(), std::size_t{4});
        QVERIFY(!f.areaOf({"memory", 0}).isEmpty());
        const Ruler time = f.view.scene().ruler("time").value();
        QCOMPARE(f.view.scene().refs("event").size(), shown.timeline.events.size());
        for (const Ref& event : f.view.scene().refs("event")) {
            const QRectF area = f.areaOf(event);
            QVERIFY(area.left() >= time.from && area.right() <= time.from + time.length + 1);
        }
    }

    void lettersAreChangedByMouseAndKeys()
    {
        KeepingFixture f;
        const std::string best = f.mix();
        const Seconds seconds = f.view.shown()->timeline.seconds;
        f.press(Qt::Key_Home);
        QCOMPARE(f.selection.current().firstLayer, 0);
        f.press(Qt::Key_R);
        f.press(Qt::Key_Right);
        QCOMPARE(f.selection.current().firstLayer, 1);
        f.press(Qt::Key_S);
        f.press(Qt::Key_End);
        f.press(Qt::Key_K);
        QCOMPARE(f.mix().substr(0, 2), std::string("RS"));
        QCOMPARE(f.mix().back(), 'K');
        QCOMPARE(f.view.shown()->timeline.seconds,
                 SwapStep(f.view.shown()->answer.blocks, f.view.shown()->answer.device).seconds(f.view.shown()->mix));
        QVERIFY(f.mix() == best || f.view.shown()->timeline.seconds >= seconds);
        f.click(f.areaOf({"letter", 2}).center());
        QCOMPARE(f.selection.current().firstLayer, 2);
        QVERIFY(f.mix()[2] != best[2]);
        QVERIFY(f.view.accessibleDescription().contains(QStringLiteral("Block 3")));
        QCOMPARE(f.rows(), std::size_t{5});  // this mix, beside the best
        f.press(Qt::Key_B);
        QCOMPARE(f.mix(), best);
    }

    /// A hidden view is behind the plan; shown again, it is placed before it has caught up.
    void anotherPlanWhileItIsHidden()
    {
        KeepingFixture f;
        f.selection.select({.stage = 1});
        QTRY_VERIFY(f.view.shown() != nullptr && f.view.shown()->stage == 1 && !f.view.isWorking());
        f.view.hide();
        f.document.showPlan(std::make_shared<const Plan>(samplePlan(1, 2, 1)));
        f.view.resize(900, 600);
        f.view.show();
        QTRY_VERIFY(!f.view.isWorking());
        QVERIFY(!pictureOf(f.view).isNull());
    }

    void aWayIsShownByItsRow()
    {
        KeepingFixture f;
        f.click(f.areaOf({"way", 3}).center());
        QVERIFY(f.mix().find('S') == std::string::npos);
        QCOMPARE(f.view.shown()->timeline.seconds, f.view.shown()->answer.recomputeOnly.seconds);
        f.click(f.areaOf({"way", 1}).center());
        QVERIFY(f.view.shown()->isBest());
        const auto& events = f.view.shown()->timeline.events;
        f.click(f.areaOf({"event", static_cast<int>(events.size()) - 1}).center());
        QCOMPARE(f.selection.current().firstLayer, events.back().block);
    }

    void theMixIsUsedByOneEdit()
    {
        KeepingFixture f;
        const auto before = f.document.plan();
        auto* use = f.view.findChild<QPushButton*>(QStringLiteral("useMix"));
        QVERIFY(use->isEnabled());
        use->click();
        QCOMPARE(f.document.undoStack()->count(), 1);
        for (int layer = 0; layer < 16; ++layer) {
            const Kept& kept = f.document.plan()->strategies[static_cast<std::size_t>(layer)].kept;
            if (layer >= 8) {
                QCOMPARE(kept, before->strategies[static_cast<std::size_t>(layer)].kept);
                continue;
            }
            const Keeping keeping = f.view.shown()->mix[static_cast<std::size_t>(layer)];
            QCOMPARE(kept.isOnHost(), keeping == Keeping::Swap);
            QCOMPARE(kept.recomputesAll(), keeping == Keeping::Recompute);
        }
        QVERIFY(f.view.shown() != nullptr);  // nothing is asked anew
        QVERIFY(!use->isEnabled());
        f.press(Qt::Key_Return);
        QCOMPARE(f.document.undoStack()->count(), 1);
        f.document.undoStack()->undo();
        QVERIFY(f.document.plan()->strategies == before->strategies);
        QVERIFY(use->isEnabled());
    }

    void anotherStageIsAnotherQuestion()
    {
        KeepingFixture f;
        auto* stages = f.view.findChild<QComboBox*>(QStringLiteral("keepingStage"));
        QCOMPARE(stages->count(), 2);
        f.press(Qt::Key_Home);
        f.press(Qt::Key_Down);
        QTRY_VERIFY(f.view.shown() != nullptr && !f.view.isWorking());
        QCOMPARE(f.view.shown()->stage, 1);
        QCOMPARE(stages->currentIndex(), 1);
        f.press(Qt::Key_End);
        QCOMPARE(f.selection.current().firstLayer, 15);
    }

    void everyFigureHasItsCell()
    {
        KeepingFixture f;
        const QAbstractItemModelTester tester(f.view.table(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        QCOMPARE(f.view.table()->rowCount(), 4 + 8);
        const auto cell = [&](int row, const char* key) {
            for (int column = 0; column < f.view.table()->columnCount(); ++column) {
                if (f.view.table()->headerData(column, Qt::Horizontal, FigureTable::KeyRole).toByteArray() == key) {
                    return f.view.table()->index(row, column).data(FigureTable::RawRole);
                }
            }
            return QVariant(QStringLiteral("no such column"));
        };
        const ShownKeeping& shown = *f.view.shown();
        QCOMPARE(cell(1, "microbatch_s").toDouble(), shown.timeline.seconds);
        QCOMPARE(cell(1, "lower_bound_s").toDouble(), shown.answer.best.lowerBound);
        QCOMPARE(cell(4, "mix").toString().toStdString(), f.mix().substr(0, 1));
        QCOMPARE(cell(4, "backward_end_s").toDouble(), shown.timeline.seconds);
        QCOMPARE(cell(4, "kept_bytes").toDouble(), shown.answer.blocks[0].kept);
        QCOMPARE(cell(4, "held_at_forward_bytes").toDouble(), shown.heldAt(0));
        QVERIFY(cell(4 + 7, "held_at_forward_bytes").toDouble() <= shown.answer.device.bytes * (1 + 1e-9));
        f.press(Qt::Key_Home);
        f.press(f.mix()[0] == 'R' ? Qt::Key_S : Qt::Key_R);
        QCOMPARE(f.view.table()->rowCount(), 5 + 8);
    }

    /// Two rows more where the host updates the weights, with the mix that is shown; a click on them shows no other.
    void theHostsUpdateHasItsRows()
    {
        KeepingFixture f;
        Plan plan = samplePlan(1, 8, 4);
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.offloadOptimizer = true;
        }
        f.document.showPlan(std::make_shared<const Plan>(plan));
        QTRY_VERIFY(f.view.shown() != nullptr && !f.view.isWorking());
        const auto rows = [&] { return keepingRows(*f.view.shown()); };
        QCOMPARE(rows().size(), std::size_t{6});
        const Seconds phased = rows()[4].seconds;
        QVERIFY(phased >= f.view.shown()->timeline.seconds * (1 - 1e-9) && rows()[5].seconds > phased);
        QCOMPARE(f.rows(), std::size_t{6});
        const std::string before = f.mix();
        f.click(f.areaOf({"row", 4}).center());
        QCOMPARE(f.mix(), before);
        f.press(Qt::Key_Home);
        f.press(Qt::Key_S);
        QCOMPARE(rows().size(), std::size_t{7});
        QVERIFY(rows()[5].seconds >= phased * (1 - 1e-9));
        QVERIFY(!pictureOf(f.view).isNull());
    }

    void whatCannotRunSaysSo()
    {
        KeepingFixture f;
        Plan plan = *tightPlan();
        for (int block = 0; block < 8; ++block) {
            f.press(block == 0 ? Qt::Key_Home : Qt::Key_Right);
            f.press(Qt::Key_K);
        }
        QVERIFY(!f.view.shown()->runs());
        QVERIFY(!f.view.findChild<QPushButton*>(QStringLiteral("useMix"))->isEnabled());
        QVERIFY(!pictureOf(f.view).isNull());
        plan.memoryBudget /= 4;
        f.document.showPlan(std::make_shared<const Plan>(plan));
        QTRY_VERIFY(f.view.shown() != nullptr);
        QVERIFY(!f.view.shown()->runs() && !f.view.findChild<QPushButton*>(QStringLiteral("bestMix"))->isEnabled());
        QVERIFY(!pictureOf(f.view).isNull());
        plan.cluster.host = {};
        f.document.showPlan(std::make_shared<const Plan>(plan));
        QVERIFY(f.view.shown() == nullptr && !f.view.isWorking());
        QVERIFY(f.view.problem().contains(QStringLiteral("bytes_per_s")));
        QCOMPARE(f.view.table()->rowCount(), 0);
        QVERIFY(!pictureOf(f.view).isNull());
        f.press(Qt::Key_R);
        f.document.showPlan(nullptr);
        QVERIFY(!pictureOf(f.view).isNull());
    }

    void inChinese()
    {
        KeepingFixture f;
        Language language;
        QVERIFY(language.use(QStringLiteral("zh_CN")));
        QCOMPARE(f.view.viewTitle(), QStringLiteral("核外训练"));
        QTRY_COMPARE(f.view.table()->index(1, 0).data().toString(), QStringLiteral("最优组合"));
        QCOMPARE(f.view.findChild<QPushButton*>(QStringLiteral("useMix"))->text(), QStringLiteral("用于方案"));
        QVERIFY(!pictureOf(f.view).isNull());
        QVERIFY(language.use(QStringLiteral("en")));
        QCOMPARE(f.view.viewTitle(), QStringLiteral("Out of core"));
    }
};

PGRAM_TEST(TestViewKeeping)
#include "test_view_keeping.moc"
