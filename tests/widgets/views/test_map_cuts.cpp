// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cuts of the strategy map, by mouse and by keys: weighed while they move, and what they may not do.
#include "core/plan/plan_edits.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/preview.h"
#include "widgets/views/common/words.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"
#include "widgets/views/strategy_map/strategy_map_view.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>

#include <random>

using namespace pgram;

class TestMapCuts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDraggedCutIsWeighedAndMovedWhenLetGo()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const auto before = fixture.document.plan();
        const Preview& weighed = *fixture.document.preview();
        const MapLayout layout = view.currentLayout();
        QSignalSpy changes(&fixture.document, &Document::planChanged);
        const QPoint grip = cutHandle(layout, before->chunks, 1, 12).center().toPoint();
        const auto step = QPoint(0, static_cast<int>(layout.cellHeight));
        const QImage still = pictureOf(view);
        QTest::mousePress(&view, Qt::LeftButton, {}, grip);
        for (const int layers : {1, 2}) {
            QTest::mouseMove(&view, grip - layers * step);
            QTRY_VERIFY(weighed.isShown() && weighed.plan()->chunks[2].firstLayer == 8 - layers);
            const Estimate whole = estimate(*weighed.plan());
            QCOMPARE(weighed.estimate()->stepTime, whole.stepTime);
            QCOMPARE(weighed.estimate()->peakMemory, whole.peakMemory);
        }
        QVERIFY(pictureOf(view) != still);
        QCOMPARE(changes.count(), 0);
        QCOMPARE(fixture.document.undoStack()->count(), 0);
        QVERIFY(fixture.document.plan() == before);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, grip - 2 * step);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(fixture.document.undoStack()->count(), 1);
        QVERIFY(!weighed.isShown());
        QCOMPARE(fixture.document.plan()->chunks[1], (Chunk{4, 2}));
        QCOMPARE(fixture.document.plan()->chunks[2], (Chunk{6, 6}));
        fixture.document.undoStack()->undo();
        QVERIFY(*fixture.document.plan() == *before);
    }

    void escapeLeavesADraggedCutWhereItWas()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const auto before = fixture.document.plan();
        const MapLayout layout = view.currentLayout();
        const QPoint grip = cutHandle(layout, before->chunks, 1, 12).center().toPoint();
        const QPoint away = grip - QPoint(0, static_cast<int>(2 * layout.cellHeight));
        QTest::mousePress(&view, Qt::LeftButton, {}, grip);
        QTest::mouseMove(&view, away);
        QTRY_VERIFY(fixture.document.preview()->isShown());
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!fixture.document.preview()->isShown());
        QTest::mouseMove(&view, away + QPoint(0, 3));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, away);
        QVERIFY(fixture.document.plan() == before);
        QCOMPARE(fixture.document.undoStack()->count(), 0);
    }

    void aCutNeverEmptiesAStage()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const MapLayout layout = view.currentLayout();
        const auto drag = [&](const QPoint& target) {
            const auto& stages = fixture.document.plan()->chunks;
            const QPoint grip = cutHandle(view.currentLayout(), stages, 0, 12).center().toPoint();
            QTest::mousePress(&view, Qt::LeftButton, {}, grip);
            QTest::mouseMove(&view, target);
            QTest::mouseRelease(&view, Qt::LeftButton, {}, target);
        };
        drag(QPoint(layout.chunks[0].body.center().toPoint().x(), 0));
        QCOMPARE(fixture.document.plan()->chunks[0].layerCount, 1);
        drag(layout.chunks[1].body.center().toPoint() + QPoint(0, 5000));
        QCOMPARE(fixture.document.plan()->chunks[1].layerCount, 1);
        QCOMPARE(fixture.document.undoStack()->count(), 2);
    }

    void keysMoveACut()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        fixture.selection.select({.firstLayer = 5, .layerCount = 1, .stage = 1});
        QTest::keyClick(&view, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(fixture.document.plan()->chunks[2].firstLayer, 9);
        QTest::keyClick(&view, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(&view, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(fixture.document.plan()->chunks[2].firstLayer, 7);
        // A key that is held is one step.
        const int steps = fixture.document.undoStack()->count();
        for (const bool repeats : {false, true, true}) {
            QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, Qt::ControlModifier, {}, repeats);
            QApplication::sendEvent(&view, &down);
        }
        QCOMPARE(fixture.document.plan()->chunks[2].firstLayer, 10);
        QCOMPARE(fixture.document.undoStack()->count(), steps + 1);
        fixture.document.undoStack()->undo();
        QCOMPARE(fixture.document.plan()->chunks[2].firstLayer, 7);
    }

    void everyChunkHasItsBlock()
    {
        ViewFixture fixture;
        fixture.document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::ZbV, 4, 24, 8)));
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const auto plan = fixture.document.plan();
        const MapLayout layout = view.currentLayout();
        QCOMPARE(layout.chunks.size(), std::size_t{8});
        QTest::mouseClick(&view, Qt::LeftButton, {}, layout.chunks[6].header.center().toPoint());
        const Chunk& second = plan->chunk(6);
        QCOMPARE(fixture.selection.current(),
                 (Selection{.firstLayer = second.firstLayer, .layerCount = second.layerCount, .stage = 1}));
        QCOMPARE(chunkTitle(*plan, 6), QStringLiteral("Stage 1 · chunk 2 of 2"));
        QCOMPARE(chunkTitle(*plan, 1), QStringLiteral("Stage 1 · chunk 1 of 2"));
        QCOMPARE(chunkTitle(samplePlan(4, 16, 8), 1), QStringLiteral("Stage 1"));
        // The table names both, and layers of a stage stand far from each other.
        const int column = view.table()->columnCount() - 1;
        const QModelIndex last = view.table()->index(second.firstLayer, column);
        QCOMPARE(last.data().toInt(), 1);
        QCOMPARE(last.siblingAtColumn(1).data().toInt(), 1);
        QVERIFY(colorCount(pictureOf(view)) > 5);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(fixture.selection.current().stage, 2);
        QCOMPARE(plan->chunkOf(fixture.selection.current().firstLayer), 5);
    }

    void cutsBetweenChunksMove()
    {
        ViewFixture fixture;
        fixture.document.showPlan(std::make_shared<const Plan>(chunkedPlan(ScheduleKind::Interleaved, 4, 24, 8)));
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const auto before = fixture.document.plan();
        const MapLayout layout = view.currentLayout();
        const QPoint grip = cutHandle(layout, before->chunks, 5, 12).center().toPoint();
        const QPoint above = grip - QPoint(0, static_cast<int>(layout.cellHeight));
        QTest::mousePress(&view, Qt::LeftButton, {}, grip);
        QTest::mouseMove(&view, above);
        const Preview& weighed = *fixture.document.preview();
        QTRY_VERIFY(weighed.isShown());
        QCOMPARE(changedLayers(*before, *weighed.plan()).moved, std::vector{before->chunk(6).firstLayer - 1});
        QVERIFY(!pictureOf(view).isNull());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, above);
        QCOMPARE(fixture.document.plan()->chunk(6).firstLayer, before->chunk(6).firstLayer - 1);
        QCOMPARE(fixture.document.plan()->chunk(5).layerCount, before->chunk(5).layerCount - 1);
        QVERIFY(fixture.document.plan()->chunk(2) == before->chunk(2));
        // The key moves the cut behind the chunk of the selected layer, not behind the stage's first one.
        fixture.selection.select({.firstLayer = before->chunk(4).firstLayer, .layerCount = 1, .stage = 0});
        QTest::keyClick(&view, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(fixture.document.plan()->chunk(5).firstLayer, before->chunk(5).firstLayer + 1);
        QVERIFY(fixture.document.plan()->chunk(1) == before->chunk(1));
    }

    /// Another schedule on other chunks is weighed: the map stays as it is, and says where layers would go.
    void aScheduleOfOtherChunksIsWeighed()
    {
        ViewFixture fixture;
        StrategyMapView view(&fixture.document, &fixture.selection);
        present(view);
        const QImage still = pictureOf(view);
        fixture.document.preview()->show(withSchedule(*fixture.document.plan(), ScheduleKind::ZbV));
        QTRY_VERIFY(fixture.document.preview()->isShown());
        QVERIFY(pictureOf(view) != still);
        fixture.document.setSchedule(ScheduleKind::ZbV);
        fixture.document.preview()->show(withSchedule(*fixture.document.plan(), ScheduleKind::OneFOneB));
        QTRY_VERIFY(fixture.document.preview()->isShown());
        QVERIFY(!pictureOf(view).isNull());
    }
};

PGRAM_TEST(TestMapCuts)
#include "test_map_cuts.moc"
