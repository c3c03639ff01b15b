// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The memory view: bars that say what the estimate says, and its link to the other views.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/memory/memory_view.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

using namespace pgram;

class TestViewMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kindsSumToTheStage()
    {
        const ViewFixture fixture;
        for (const StageEstimate& stage : fixture.document.estimate()->stages) {
            Bytes sum = 0;
            for (const MemoryKind kind : allMemoryKinds) {
                sum += bytesOf(stage.memory, kind);
            }
            QCOMPARE(sum, stage.memory.total());
        }
    }

    void memoryAtFollowsThePoints()
    {
        StageTrack track;
        track.memory = {{0, 10}, {1, 30}, {2.5, 20}};
        QCOMPARE(memoryAt(track, 0), 10);
        QCOMPARE(memoryAt(track, 0.999), 10);
        QCOMPARE(memoryAt(track, 1), 30);
        QCOMPARE(memoryAt(track, 100), 20);
        QCOMPARE(memoryAt(StageTrack{}, 1), 0);
    }

    /// One shape for an area: neighbours that meet at a fraction of a pixel show a seam in a file.
    void aCurveIsOneShapeInAFile()
    {
        StageTrack track;
        for (int i = 0; i < 200; ++i) {
            track.memory.push_back({0.001 * i, i % 2 == 0 ? 10 : 40 + i});
        }
        const MemoryCurve curve{track, 10, 100, 200, 0, 0.2};
        const Theme theme{QPalette(Qt::white), QFont()};
        QByteArray svg;
        QBuffer buffer(&svg);
        QSvgGenerator file;
        file.setOutputDevice(&buffer);
        file.setSize({600, 200});
        file.setResolution(96);
        QPainter painter(&file);
        paintMemoryCurve(painter, theme, {0, 0, 600, 200}, curve);
        painter.end();
        for (const QColor& color : {theme.of(MemoryKind::Activations), theme.bad}) {
            const QByteArray group = "fill=\"" + color.name().toLatin1() + "\"";
            const auto at = svg.indexOf(group);
            QVERIFY2(at > 0, group.constData());
            QCOMPARE(svg.count(group), 1);
            const QByteArray shapes = svg.mid(at, svg.indexOf("</g>", at) - at);
            QCOMPARE(shapes.count("<path") + shapes.count("<poly") + shapes.count("<rect"), 1);
        }
    }

    /// A column shows the most that its slice of the time holds, above the level that it starts at.
    void aCurveShowsItsPeaks()
    {
        StageTrack track;
        track.memory = {{0, 50}, {0.5, 150}, {0.75, 20}};
        const MemoryCurve curve{track, 30, 100, 200, 0, 1};
        const Theme theme{QPalette(Qt::white), QFont()};
        QImage image(400, 20, QImage::Format_RGB32);
        QPainter painter(&image);
        paintMemoryCurve(painter, theme, {0, 0, 400, 20}, curve);
        painter.end();
        const QColor held = theme.of(MemoryKind::Activations);
        QCOMPARE(image.pixelColor(100, 17), image.pixelColor(350, 18));  // fixed
        QCOMPARE(image.pixelColor(100, 16), held);
        QCOMPARE(image.pixel(100, 14), theme.panel.rgb());
        QCOMPARE(image.pixelColor(250, 11), held);
        QCOMPARE(image.pixelColor(250, 6), theme.bad);
        QCOMPARE(image.pixel(250, 4), theme.panel.rgb());
        QCOMPARE(image.pixel(350, 16), theme.panel.rgb());
    }

    void aBarEndsWhereItsMemoryDoes()
    {
        ViewFixture fixture;
        Plan tight = *fixture.document.plan();
        tight.memoryBudget = 3 * GiB;
        fixture.document.showPlan(std::make_shared<const Plan>(tight));
        MemoryView view(&fixture.document, &fixture.selection);
        view.resize(1280, 800);
        const QImage picture = pictureOf(view);
        const MemoryLayout layout = view.currentLayout();
        const Theme theme(view.palette(), view.font());
        for (int stage = 0; stage < 4; ++stage) {
            const StageEstimate& figures = fixture.document.estimate()->stages[static_cast<std::size_t>(stage)];
            const QRectF bar = layout.barArea(stage);
            const double end = layout.barX(static_cast<double>(figures.memory.total()));
            // Row by row near the upper edge, where no label stands: the last pixel inside is painted.
            const int y = static_cast<int>(bar.top()) + 3;
            QVERIFY(picture.pixelColor(static_cast<int>(end) - 3, y) != theme.surface);
            QVERIFY(end <= layout.bars.right() + 0.5);
        }
        // The budget line stands at the budget.
        const double x = layout.barX(3.0 * GiB);
        QCOMPARE(picture.pixelColor(static_cast<int>(std::round(x)), static_cast<int>(layout.bars.bottom()) - 2),
                 theme.text);
    }

    void theCurvesAreDraggedAlongTheirTime()
    {
        ViewFixture fixture;
        TimeWindow time;
        MemoryView view(&fixture.document, &fixture.selection, &time);
        view.resize(1280, 800);
        view.show();
        time.show(time.limit() / 4, time.limit() / 2);
        time.settle();
        const Seconds before = time.begin();
        const MemoryLayout layout = view.currentLayout();
        const QPoint grip(qRound(layout.curves.center().x()), qRound(layout.rows[2].center().y()));
        const QPoint target = grip + QPoint(qRound(layout.curves.width() / 5), 0);
        const double held = layout.timeAt(grip.x());
        QTest::mousePress(&view, Qt::LeftButton, {}, grip);
        QTest::mouseMove(&view, (grip + target) / 2);
        QTest::mouseMove(&view, target);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, target);
        QVERIFY(std::abs(view.currentLayout().timeAt(target.x()) - held) < time.length() * 0.01);
        QCOMPARE(fixture.selection.current().stage, 2);
        QTest::mouseMove(&view, grip);  // held no longer
        QVERIFY(time.begin() < before);
        time.goBack();
        QCOMPARE(time.begin(), before);
    }

    void aFarBudgetLeavesTheScale()
    {
        ViewFixture fixture;
        Plan plan = *fixture.document.plan();
        const auto scaleAt = [&](double share) {
            plan.memoryBudget =
                static_cast<Bytes>(static_cast<double>(fixture.document.estimate()->peakMemory) / share);
            return memoryScale(estimate(plan)) / static_cast<double>(plan.memoryBudget);
        };
        QVERIFY(std::abs(scaleAt(0.8) - 1) < 1e-6);
        QVERIFY(std::abs(scaleAt(0.5) - 1) < 1e-6);
        QVERIFY(std::abs(scaleAt(0.2) - 0.25) < 1e-6);
        QVERIFY(std::abs(scaleAt(2) - 2) < 1e-6);
    }

    void paintsEverySize()
    {
        for (const auto& [stages, layers] : {std::pair{1, 1}, {8, 32}, {64, 126}}) {
            ViewFixture fixture(stages, layers, 2 * stages);
            MemoryView view(&fixture.document, &fixture.selection);
            view.resize(1280, 800);
            QVERIFY(colorCount(pictureOf(view)) > 8);
            view.resize(320, 200);
            QVERIFY(colorCount(pictureOf(view)) > 5);
        }
    }

    void selectsStagesByMouseAndKeys()
    {
        ViewFixture fixture;
        MemoryView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.currentLayout().rows[2].center().toPoint());
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 2}));
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(fixture.selection.current().stage, 3);
        QTest::keyClick(&view, Qt::Key_PageUp);
        QCOMPARE(fixture.selection.current().stage, 0);
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(fixture.selection.current(), Selection{});
    }

    void selectionElsewhereIsMarkedHere()
    {
        ViewFixture fixture;
        MemoryView view(&fixture.document, &fixture.selection);
        view.resize(1280, 800);
        const QImage before = pictureOf(view);
        fixture.selection.select({.stage = 1});
        QVERIFY(pictureOf(view) != before);
    }

    void theWheelZoomsTheSharedTime()
    {
        ViewFixture fixture;
        TimeWindow time;
        MemoryView view(&fixture.document, &fixture.selection, &time);
        present(view);
        QCOMPARE(time.limit(), fixture.document.estimate()->timeline->makespan);
        const QPointF place = view.currentLayout().curves.center();
        const double under = view.currentLayout().timeAt(place.x());
        QWheelEvent wheel(place, view.mapToGlobal(place), {}, {0, 240}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &wheel);
        QVERIFY(time.length() < time.limit() * 0.75);
        QVERIFY(std::abs(view.currentLayout().timeAt(place.x()) - under) < 1e-9);
    }
};

PGRAM_TEST(TestViewMemory)
#include "test_view_memory.moc"
