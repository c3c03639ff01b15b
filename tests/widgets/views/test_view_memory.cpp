// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The memory view: bars that say what the estimate says, and its link to the other views.
#include "core/base/index.h"
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

namespace {

Ruler rulerOf(MemoryView& view, std::string_view name)
{
    return view.scene().ruler(name).value();
}

/// In the middle of a stage's curve.
QPointF onCurve(MemoryView& view, int stage)
{
    const Ruler time = rulerOf(view, "time");
    return {time.from + time.length / 2, view.scene().areaOf({"stage", stage}).center().y()};
}

}  // namespace

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
        const Ruler bytes = rulerOf(view, "bytes");
        const Theme theme(view.palette(), view.font());
        for (int stage = 0; stage < 4; ++stage) {
            const StageEstimate& figures = fixture.document.estimate()->stages[static_cast<std::size_t>(stage)];
            const QRectF bar = view.scene().areaOf({"bar", stage});
            const double end = bytes.pixel(static_cast<double>(figures.memory.total()));
            // Row by row near the upper edge, where no label stands: the last pixel inside is painted.
            const int y = static_cast<int>(bar.top()) + 3;
            QVERIFY(picture.pixelColor(static_cast<int>(end) - 3, y) != theme.surface);
            QVERIFY(end <= bar.right() + 0.5);
        }
        // The budget line stands at the budget.
        const double x = bytes.pixel(3.0 * GiB);
        const double bottom = view.scene().areaOf({"stage", 3}).bottom();
        QCOMPARE(picture.pixelColor(static_cast<int>(std::round(x)), static_cast<int>(bottom) - 2), theme.text);
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
        const QPoint grip = onCurve(view, 2).toPoint();
        const QPoint target = grip + QPoint(qRound(rulerOf(view, "time").length / 5), 0);
        const double held = rulerOf(view, "time").value(grip.x());
        QTest::mousePress(&view, Qt::LeftButton, {}, grip);
        QTest::mouseMove(&view, (grip + target) / 2);
        QTest::mouseMove(&view, target);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, target);
        QVERIFY(std::abs(rulerOf(view, "time").value(target.x()) - held) < time.length() * 0.01);
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

    /// Rows that would be too low for words are of several stages with equal states; every stage is still found.
    void manyEqualStagesShareARow()
    {
        ViewFixture fixture;
        Plan plan = samplePlan(64, 128, 128);
        std::ranges::fill(plan.strategies, plan.strategies.front());
        fixture.document.showPlan(std::make_shared<const Plan>(plan));
        MemoryView view(&fixture.document, &fixture.selection);
        present(view);
        const Estimate& estimate = *fixture.document.estimate();
        const std::vector<StageRun> runs = alikeStages(estimate);
        QVERIFY(runs.size() < 10);
        for (const StageRun& run : runs) {
            const QRectF row = view.scene().areaOf({"stage", run.first});
            QVERIFY(row.height() >= Theme(view.palette(), view.font()).lineHeight);
            QCOMPARE(view.scene().at(row.center()), (Ref{"stage", run.fullest}));
            for (int stage = run.first; stage <= run.last; ++stage) {
                QCOMPARE(view.scene().areaOf({"stage", stage}), row);
                QCOMPARE(estimate.stages[at(stage)].memory.weights, estimate.stages[at(run.first)].memory.weights);
                QVERIFY(estimate.stages[at(stage)].memory.total() <= estimate.stages[at(run.fullest)].memory.total());
            }
        }
        const auto longest = std::ranges::max(runs, {}, [](const StageRun& run) { return run.last - run.first; });
        const QString name = QStringLiteral("Stages %1–%2").arg(longest.first).arg(longest.last);
        QVERIFY2(view.scene().texts().contains(name), qPrintable(name));
    }

    void selectsStagesByMouseAndKeys()
    {
        ViewFixture fixture;
        MemoryView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.scene().areaOf({"stage", 2}).center().toPoint());
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
        const QPointF place = onCurve(view, 1);
        const double under = rulerOf(view, "time").value(place.x());
        QWheelEvent wheel(place, view.mapToGlobal(place), {}, {0, 240}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &wheel);
        QVERIFY(time.length() < time.limit() * 0.75);
        QVERIFY(std::abs(rulerOf(view, "time").value(place.x()) - under) < 1e-9);
    }
};

PGRAM_TEST(TestViewMemory)
#include "test_view_memory.moc"
