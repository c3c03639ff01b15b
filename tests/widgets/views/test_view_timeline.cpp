// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The timeline: its level of detail against a count by hand, bubbles that are never swallowed, zoom, pan and selection.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/timeline_bins.h"
#include "widgets/views/timeline/timeline_picture.h"
#include "widgets/views/timeline/timeline_view.h"

#include <random>

using namespace pgram;

namespace {

/// One stage of operations that take `busy` seconds with `idle` before each, `count` of them.
std::shared_ptr<Timeline> regularTimeline(int count, Seconds busy, Seconds idle)
{
    auto timeline = std::make_shared<Timeline>();
    Seconds now = 0;
    for (int index = 0; index < count; ++index) {
        now += idle;
        Operation operation{.start = now, .end = now + busy, .microbatch = index};
        operation.kind = index % 2 == 0 ? TimelineKind::Forward : TimelineKind::Backward;
        timeline->operations.push_back(operation);
        now += busy;
    }
    timeline->makespan = now;
    timeline->stages = {{.operationCount = timeline->operations.size(), .busy = count * busy, .bubble = count * idle}};
    return timeline;
}

/// Operations of any length, some far below the others, with idle times of any length between them.
std::shared_ptr<Timeline> randomTimeline(std::mt19937& random, int count)
{
    std::uniform_real_distribution<double> any(0, 1);
    auto timeline = std::make_shared<Timeline>();
    Seconds now = 0;
    for (int index = 0; index < count; ++index) {
        now += any(random) < 0.6 ? 0 : std::pow(10.0, -4 * any(random));
        const Seconds takes = std::pow(10.0, -3 * any(random));
        Operation operation{.start = now, .end = now + takes, .microbatch = index};
        operation.kind = allTimelineKinds[random() % allTimelineKinds.size()];
        timeline->operations.push_back(operation);
        now += takes;
    }
    timeline->makespan = now + any(random);
    timeline->stages = {{.operationCount = timeline->operations.size()}};
    return timeline;
}

/// Shows one stage with this timeline.
void showTimeline(Document& document, const std::shared_ptr<const Timeline>& timeline)
{
    auto plan = std::make_shared<const Plan>(samplePlan(1, 4, 1));
    auto figures = std::make_shared<Estimate>(estimate(*plan));
    figures->timeline = timeline;
    document.showPlan(plan, figures);
}

Seconds busyBetween(const Timeline& timeline, TimelineKind kind, Seconds begin, Seconds end)
{
    Seconds sum = 0;
    for (const Operation& operation : timeline.ofStage(0)) {
        if (operation.kind == kind) {
            sum += std::max(0.0, std::min(operation.end, end) - std::max(operation.start, begin));
        }
    }
    return sum;
}

}  // namespace

class TestViewTimeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsDoNotBeat();
    void binsKeepEverySecond()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> any(0, 1);
        auto timeline = regularTimeline(4000, 1e-3, 2e-4);
        for (Operation& operation : timeline->operations) {
            operation.end = operation.start + (operation.end - operation.start) * any(random);
        }
        const TimelineBins bins(*timeline);
        for (const std::size_t columns : {std::size_t{1}, std::size_t{17}, std::size_t{100}, std::size_t{400}}) {
            std::vector<TimelineBin> out(columns);
            bins.fill(0, 0, timeline->makespan, out);
            for (const TimelineKind kind : {TimelineKind::Forward, TimelineKind::Backward}) {
                double sum = 0;
                for (const TimelineBin& bin : out) {
                    sum += bin.busy[static_cast<std::size_t>(kind)];
                }
                const double exact = busyBetween(*timeline, kind, 0, timeline->makespan);
                QVERIFY(std::abs(sum - exact) < 1e-4 * exact);
            }
        }
        // A part of the step: to the second where operations are counted, but for a bin's blur where bins are summed.
        const double begin = timeline->makespan * 0.2;
        const double end = timeline->makespan * 0.7;
        for (const auto& [columns, blur] : {std::pair{std::size_t{3000}, 1e-6}, {std::size_t{20}, 5e-3}}) {
            std::vector<TimelineBin> out(columns);
            bins.fill(0, begin, end, out);
            const double step = (end - begin) / static_cast<double>(columns);
            for (std::size_t column = 0; column < columns; ++column) {
                const double from = begin + static_cast<double>(column) * step;
                const double exact = busyBetween(*timeline, TimelineKind::Forward, from, from + step);
                const double found = out[column].busy[static_cast<std::size_t>(TimelineKind::Forward)];
                QVERIFY(std::abs(found - exact) < blur);
            }
        }
    }

    void operationsInIsTheOverlap()
    {
        const auto timeline = regularTimeline(100, 1, 1);
        const auto operations = timeline->ofStage(0);
        for (const auto& [begin, end] : {std::pair{0.0, 200.0}, {3.5, 3.6}, {4.2, 4.4}, {10.0, 17.0}, {-5.0, 0.5}}) {
            const OperationRange range = operationsIn(operations, begin, end);
            for (std::size_t index = 0; index < operations.size(); ++index) {
                const bool touches = operations[index].end > begin && operations[index].start < end;
                QCOMPARE(index >= range.first && index < range.last, touches);
            }
        }
    }

    void gapsFillWhatOperationsLeave()
    {
        const auto timeline = regularTimeline(50, 1, 0.5);
        Seconds idle = 0;
        visitGaps(timeline->ofStage(0), 0, 50, timeline->makespan + 2,
                  [&](const Gap& gap) { idle += gap.end - gap.start; });
        QCOMPARE(idle, 50 * 0.5 + 2);
    }

    void aBubbleOfHalfAPixelIsNeverSwallowed_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("operation by operation") << 300;
        QTest::newRow("columns") << 20000;
        QTest::newRow("columns of a million") << 1000000;
    }

    void aBubbleOfHalfAPixelIsNeverSwallowed()
    {
        QFETCH(int, count);
        // Back to back but for one bubble that is a little wider than half a pixel of the whole step.
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        view.resize(1280, 300);
        auto timeline = regularTimeline(count, 1e-3, 0);
        showTimeline(fixture.document, timeline);
        const double pixel = timeline->makespan / view.currentLayout().tracks.width();
        for (std::size_t index = timeline->operations.size() / 3; index < timeline->operations.size(); ++index) {
            timeline->operations[index].start += 0.6 * pixel;
            timeline->operations[index].end += 0.6 * pixel;
        }
        const Seconds start = timeline->operations[timeline->operations.size() / 3 - 1].end;
        timeline->makespan += 0.6 * pixel;
        showTimeline(fixture.document, timeline);
        const TimelineLayout layout = view.currentLayout();
        const QImage picture = pictureOf(view);
        const Theme theme(view.palette(), view.font());
        const int y = static_cast<int>(layout.laneOf(0, TimelineKind::Forward).center().y());
        bool found = false;
        for (int x = static_cast<int>(layout.x(start)) - 2; x <= static_cast<int>(layout.x(start)) + 3; ++x) {
            const QColor color = picture.pixelColor(x, y);
            // Pure, or mixed at the edge of an operation: nearer to the bubble's ground than an operation is.
            found = found ||
                    color.lightness() * 2 > theme.bubble().lightness() + theme.of(TimelineKind::Forward).lightness();
        }
        QVERIFY(found);
    }

    /// Random timelines at random zooms: wherever a stage idles for half a pixel or more, the picture shows it.
    void everyBubbleOfHalfAPixelIsSeen()
    {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> any(0, 1);
        const Theme theme{QPalette(Qt::white), QFont()};
        const TimelineInk ink = inkOf(theme);
        int checked = 0;
        for (int turn = 0; turn < 60; ++turn) {
            const auto timeline = randomTimeline(random, turn % 3 == 0 ? 20'000 : 400);
            const TimelineBins bins(*timeline);
            const Seconds length = timeline->makespan * std::pow(10.0, -2 * any(random));
            const Seconds begin = (timeline->makespan - length) * any(random);
            QImage image(900, 12, QImage::Format_RGB32);
            const TimelineRow row{image, {}, 1, turn % 2 == 0 ? 8 : 0, begin, begin + length};
            const auto operations = timeline->ofStage(0);
            const OperationRange range = operationsIn(operations, begin, begin + length);
            const bool columns = range.size() > 450;
            if (columns) {
                std::vector<TimelineBin> slices(900);
                bins.fill(0, begin, begin + length, slices);
                paintColumnPixels(row, slices, ink);
            } else {
                paintOperationPixels(row, operations, timeline->makespan, ink);
            }
            visitGaps(operations, range.first, range.last, timeline->makespan, [&](const Gap& gap) {
                const double left = (std::max(gap.start, begin) - begin) / length * 900;
                const double right = (std::min(gap.end, begin + length) - begin) / length * 900;
                const bool whole = gap.start >= begin && gap.end <= begin + length;
                if (right - left < 0.5 || (columns && !whole)) {
                    return;
                }
                // Bins blur a place by half a pixel.
                const double blur = columns ? 0.5 : 0;
                bool seen = false;
                for (int x = static_cast<int>(std::max(0.0, left - blur)); x < std::min(900.0, right + blur); ++x) {
                    seen = seen || image.pixel(x, 2) == ink.bubble || image.pixel(x, 2) == ink.hatch;
                }
                QVERIFY2(seen, qPrintable(QStringLiteral("turn %1: %2 … %3").arg(turn).arg(left).arg(right)));
                ++checked;
            });
        }
        QVERIFY(checked > 1000);
    }

    void paintsEverySize()
    {
        for (const auto& [stages, layers] : {std::pair{1, 1}, {8, 32}, {64, 126}}) {
            ViewFixture fixture(stages, layers, 2 * stages);
            TimelineView view(&fixture.document, &fixture.selection);
            view.resize(1280, 800);
            QVERIFY(colorCount(pictureOf(view)) > 8);
            view.resize(320, 200);
            QVERIFY(colorCount(pictureOf(view)) > 5);
        }
    }

    void clickFollowsAMicrobatch()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        const TimelineLayout layout = view.currentLayout();
        const Timeline& timeline = *fixture.document.estimate()->timeline;
        for (std::size_t stage = 0; stage < 4; ++stage) {
            for (const Operation& operation : timeline.ofStage(stage)) {
                const QRectF rect = layout.rectOf(stage, operation);
                if (rect.width() < 3 || operation.microbatch < 0) {
                    continue;
                }
                QTest::mouseClick(&view, Qt::LeftButton, {}, rect.center().toPoint());
                QCOMPARE(fixture.selection.current(),
                         (Selection{.stage = static_cast<int>(stage), .microbatch = operation.microbatch}));
            }
        }
        const QImage followed = pictureOf(view);
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(fixture.selection.current(), Selection{});
        QVERIFY(pictureOf(view) != followed);
    }

    void arrowsStepThroughMicrobatchesAndStages()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 0, .microbatch = 1}));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 1, .microbatch = 1}));
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(fixture.selection.current(), (Selection{.stage = 1, .microbatch = 0}));
    }

    void zoomKeepsThePlaceUnderThePointer()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        const QPointF place = view.currentLayout().tracks.center() + QPointF(150, 0);
        const double under = view.currentLayout().timeAt(place.x());
        turnWheel(view, place, 360);
        QVERIFY(view.time()->length() < view.time()->limit() * 0.6);
        QVERIFY(std::abs(view.currentLayout().timeAt(place.x()) - under) < 1e-9 * view.time()->limit());
        const double begin = view.time()->begin();
        turnWheel(view, place, 120, Qt::ShiftModifier);
        QVERIFY(view.time()->begin() < begin);
        QTest::keyClick(&view, Qt::Key_Home);
        QVERIFY(view.time()->showsAll());
    }

    /// Fingers on a trackpad never move straight: the axis that they move most is meant.
    void aTrackpadTurnsAlongOneAxis()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        const QPointF place = view.currentLayout().tracks.center();
        const auto turn = [&](const QPoint& delta) {
            QWheelEvent event(place, view.mapToGlobal(place), {}, delta, Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&view, &event);
        };
        turn({20, 360});
        const double length = view.time()->length();
        QVERIFY(length < view.time()->limit() * 0.6);
        const double begin = view.time()->begin();
        turn({120, 30});
        QCOMPARE(view.time()->length(), length);
        const double moved = begin - view.time()->begin();
        QVERIFY(moved > 0);
        turn({-120, 0});
        QVERIFY(std::abs(view.time()->begin() - begin) < 1e-9 * view.time()->limit());
    }

    void keysZoomAndPan()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        QTest::keyClick(&view, Qt::Key_W);
        QTest::keyClick(&view, Qt::Key_W);
        const double length = view.time()->length();
        QCOMPARE(length, view.time()->limit() / 1.5 / 1.5);
        const double begin = view.time()->begin();
        QTest::keyClick(&view, Qt::Key_D);
        QVERIFY(view.time()->begin() > begin);
        QTest::keyClick(&view, Qt::Key_A);
        QVERIFY(std::abs(view.time()->begin() - begin) < 1e-12);
        for (int press = 0; press < 60; ++press) {
            QTest::keyClick(&view, Qt::Key_A);
            QTest::keyClick(&view, Qt::Key_W);
        }
        QVERIFY(view.time()->begin() >= 0 && view.time()->length() > 0);
        QVERIFY(!pictureOf(view).isNull());
        QTest::keyClick(&view, Qt::Key_S);
        QVERIFY(view.time()->end() <= view.time()->limit());
    }

    /// The sums are those of the shown part, and of the measured one while there is one.
    void sumsFollowTheRange()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        view.resize(1280, 800);
        present(view);
        const double step = view.time()->limit();
        const StepParts whole = stepParts(*fixture.document.plan(), *fixture.document.estimate());
        QVERIFY(std::abs(view.sums().parts.compute - whole.compute) < 1e-9 * step);
        const auto names = [&view] { return view.scene().refs("use").size(); };
        QVERIFY(names() >= 3);
        QVERIFY(view.spoken({"use", 0}).contains(QStringLiteral("Compute")));
        QVERIFY(view.scene().texts().join(QLatin1Char('|')).contains(pgram::percentText(whole.compute / step)));
        view.time()->show(0.2 * step, 0.6 * step);
        QVERIFY(std::abs(view.sums().parts.total() - 0.4 * step) < 1e-9 * step);
        const QRectF tracks = view.currentLayout().tracks;
        QTest::mousePress(&view, Qt::LeftButton, Qt::ShiftModifier, tracks.center().toPoint());
        QTest::mouseMove(&view, (tracks.center() + QPointF(200, 0)).toPoint());
        QTest::mouseRelease(&view, Qt::LeftButton, Qt::ShiftModifier, (tracks.center() + QPointF(200, 0)).toPoint());
        const double measured = 200 * 0.4 * step / tracks.width();
        QVERIFY(std::abs(view.sums().parts.total() - measured) < 0.02 * measured);
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(std::abs(view.sums().parts.total() - 0.4 * step) < 1e-9 * step);
    }

    void dragPansAndShiftDragMeasures()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        view.time()->show(view.time()->limit() * 0.4, view.time()->limit() * 0.6);
        const double begin = view.time()->begin();
        const QPoint place = view.currentLayout().tracks.center().toPoint();
        QTest::mouseMove(&view, place);
        QTest::mousePress(&view, Qt::LeftButton, {}, place);
        QTest::mouseMove(&view, place + QPoint(100, 0));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, place + QPoint(100, 0));
        const double expected = 100 * view.time()->length() / view.currentLayout().tracks.width();
        QVERIFY(std::abs(begin - view.time()->begin() - expected) < expected * 0.01);
        QCOMPARE(fixture.selection.current(), Selection{});

        const QImage before = pictureOf(view);
        QTest::mousePress(&view, Qt::LeftButton, Qt::ShiftModifier, place);
        QTest::mouseMove(&view, place + QPoint(200, 0));
        QTest::mouseRelease(&view, Qt::LeftButton, Qt::ShiftModifier, place + QPoint(200, 0));
        QVERIFY(pictureOf(view) != before);
        QCOMPARE(fixture.selection.current(), Selection{});
    }

    void theWindowFollowsTheStep()
    {
        TimeWindow time;
        time.setLimit(10);
        QVERIFY(time.showsAll());
        time.setLimit(4);
        QVERIFY(time.showsAll());
        time.show(1, 2);
        time.setLimit(8);
        QCOMPARE(time.begin(), 1.0);
        QCOMPARE(time.end(), 2.0);
        time.setLimit(1.5);
        QVERIFY(time.begin() >= 0 && time.end() <= 1.5);
        time.setLimit(std::numeric_limits<double>::infinity());
        QVERIFY(std::isfinite(time.end()));
    }
};

/// One forward and its backward in 2.1 columns, without end: every column shows the same mixture, and an idle time in
/// the middle stays as it is.
void TestViewTimeline::columnsDoNotBeat()
{
    constexpr double period = 2.1;
    constexpr double forward = 0.7;
    std::vector<TimelineBin> columns(600);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        constexpr int steps = 1000;
        for (int step = 0; step < steps; ++step) {
            const double at = std::fmod(static_cast<double>(x) + static_cast<double>(step) / steps, period);
            columns[x].busy[at < forward ? 0 : 1] += 1.F / steps;
        }
    }
    columns[300] = {};
    columns[300].longestGap = 1;
    std::vector<TimelineBin> even = columns;
    smooth(even, 0.5F);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const bool idle = x == 300;
        QCOMPARE(even[x].longestGap, idle ? 1.F : 0.F);
        QVERIFY(std::abs(even[x].busy[0] + even[x].busy[1] - (idle ? 0.F : 1.F)) < 1e-3F);
        const bool nearAnEnd = x < 12 || x + 12 >= columns.size() || (x > 287 && x < 313);
        QVERIFY2(nearAnEnd || std::abs(even[x].busy[0] - forward / period) < 0.02, qPrintable(QString::number(x)));
    }
}

PGRAM_TEST(TestViewTimeline)
#include "test_view_timeline.moc"
