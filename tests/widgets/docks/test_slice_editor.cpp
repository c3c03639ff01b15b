// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The slices of a plan's micro-batches in the Inspector: how many, how long, and their borders by mouse and keyboard.
#include "core/plan/volumes.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "widgets/docks/inspector/pipeline_editor.h"
#include "widgets/docks/inspector/slice_editor.h"
#include "widgets/kit/quantity_edit.h"

#include <QComboBox>
#include <QUndoStack>

using namespace pgram;

namespace {

/// A decoder of 2,048 tokens on 4 stages of two devices.
Plan slicedPlan()
{
    Plan plan;
    plan.name = "sliced plan";
    plan.model = loaded(shippedPresets().model("gpt3-1.3b"));
    plan.cluster = loaded(shippedPresets().cluster("a100-8"));
    plan.schedule = {ScheduleKind::Seq1F1B, 2, 1, 4};
    plan.training.globalBatch = 4;
    plan.chunks = chunksFromSizes(evenCut(plan.model, 4));
    plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), LayerStrategy{.data = 2});
    return plan;
}

struct SliceFixture {
    Document document;
    PipelineEditor editor{&document};
    QuantityEdit* slices = editor.findChild<QuantityEdit*>(QStringLiteral("slices"));
    QComboBox* lengths = editor.findChild<QComboBox*>(QStringLiteral("sliceLengths"));
    QComboBox* schedule = editor.findChild<QComboBox*>(QStringLiteral("schedule"));
    SliceBar* bar = editor.findChild<SliceBar*>(QStringLiteral("sliceBar"));

    SliceFixture()
    {
        document.showPlan(std::make_shared<const Plan>(slicedPlan()));
        editor.resize(500, 300);
        editor.show();
        (void)QTest::qWaitForWindowExposed(&editor);
    }
    [[nodiscard]] const Plan& plan() const { return *document.plan(); }
    void choose(QComboBox* box, int value)
    {
        box->setCurrentIndex(box->findData(value));
        Q_EMIT box->activated(box->currentIndex());
    }
};

}  // namespace

class TestSliceEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlySchedulesWithSlicesHaveThem()
    {
        SliceFixture f;
        QVERIFY(f.slices->isVisible() && f.bar->isVisible());
        f.choose(f.schedule, static_cast<int>(ScheduleKind::OneFOneB));
        QCOMPARE(f.plan().schedule.slices, 1);
        QVERIFY(!f.slices->isVisible());
        f.choose(f.schedule, static_cast<int>(ScheduleKind::TeraPipe));
        QCOMPARE(f.plan().schedule.slices, 4);
        QVERIFY(f.slices->isVisible());
        f.document.undoStack()->undo();
        f.document.undoStack()->undo();
        QCOMPARE(f.plan(), slicedPlan());
    }

    void countAndLengths()
    {
        SliceFixture f;
        f.slices->setValue(6);
        QCOMPARE(f.plan().schedule.slices, 6);
        QCOMPARE(f.document.undoStack()->undoText(), QStringLiteral("Slices 4 → 6"));
        f.choose(f.lengths, static_cast<int>(SliceLengths::Equal));
        QCOMPARE(sliceLengthsOf(f.plan()), SliceLengths::Equal);
        f.choose(f.lengths, static_cast<int>(SliceLengths::EqualWork));
        QVERIFY(f.plan().sliceTokens.empty());
        QCOMPARE(f.document.undoStack()->undoText(), QStringLiteral("Slices of equal work"));
        f.choose(f.lengths, static_cast<int>(SliceLengths::Optimal));
        QCOMPARE(static_cast<int>(f.plan().sliceTokens.size()), f.plan().schedule.slices);
        QCOMPARE(f.slices->value(), f.plan().schedule.slices);
    }

    void aBorderIsDragged()
    {
        SliceFixture f;
        const std::vector<std::int64_t> before = sliceTokens(f.plan());
        const int y = f.bar->height() / 2;
        const QPoint border(static_cast<int>(f.bar->xOf(1)), y);
        const QPoint beyond(static_cast<int>(f.bar->xOf(2)) + 50, y);
        QTest::mousePress(f.bar, Qt::LeftButton, {}, border);
        QTest::mouseMove(f.bar, (border + beyond) / 2);
        QTest::mouseMove(f.bar, beyond);
        QTest::mouseRelease(f.bar, Qt::LeftButton, {}, beyond);
        const std::vector<std::int64_t> after = sliceTokens(f.plan());
        QCOMPARE(after[0], before[0]);
        QCOMPARE(after[3], before[3]);
        QCOMPARE(after[2], std::int64_t{64});  // no slice goes away
        QCOMPARE(after[1] + after[2], before[1] + before[2]);
        QCOMPARE(sliceLengthsOf(f.plan()), SliceLengths::Own);
        QCOMPARE(f.lengths->currentData().toInt(), static_cast<int>(SliceLengths::Own));
        f.document.undoStack()->undo();  // a drag is one step
        QCOMPARE(f.plan(), slicedPlan());
    }

    void bordersByKeyboard()
    {
        SliceFixture f;
        const std::vector<std::int64_t> before = sliceTokens(f.plan());
        f.bar->setFocus();
        QTest::keyClick(f.bar, Qt::Key_Down);
        QTest::keyClick(f.bar, Qt::Key_Down);
        QTest::keyClick(f.bar, Qt::Key_Down);
        QCOMPARE(f.bar->border(), 2);
        QTest::keyClick(f.bar, Qt::Key_Left);
        QCOMPARE(sliceTokens(f.plan())[2], before[2] - 64);
        QCOMPARE(sliceTokens(f.plan())[3], before[3] + 64);
        QTest::keyClick(f.bar, Qt::Key_Up);
        QTest::keyClick(f.bar, Qt::Key_Right);
        QCOMPARE(sliceTokens(f.plan())[1], before[1] + 64);
        QCOMPARE(f.document.undoStack()->count(), 2);
    }
};

PGRAM_TEST(TestSliceEditor)
#include "test_slice_editor.moc"
