// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one time zoom: its history, and the strip of the whole step that drags it.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/views/common/time_strip.h"
#include "widgets/views/timeline/timeline_view.h"

#include <QAction>
#include <QSignalSpy>

using namespace pgram;

namespace {

std::pair<double, double> shown(const TimeWindow& time)
{
    return {time.begin(), time.end()};
}

bool near(const TimeSpan& span, double begin, double end)
{
    return std::abs(span.begin - begin) < 1e-9 && std::abs(span.end - end) < 1e-9;
}

}  // namespace

class TestTimeWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesBackAndForward()
    {
        TimeWindow time;
        time.setLimit(10);
        QVERIFY(!time.canGoBack() && !time.canGoForward());
        time.show(2, 6);
        time.settle();
        time.show(3, 4);
        time.goBack();
        QCOMPARE(shown(time), (std::pair{2.0, 6.0}));
        time.goBack();
        QVERIFY(time.showsAll());
        QVERIFY(!time.canGoBack() && time.canGoForward());
        time.goForward();
        time.goForward();
        QCOMPARE(shown(time), (std::pair{3.0, 4.0}));
        QVERIFY(!time.canGoForward());
        time.goForward();
        QCOMPARE(shown(time), (std::pair{3.0, 4.0}));
    }

    void aNewZoomForgetsTheWayForward()
    {
        TimeWindow time;
        time.setLimit(10);
        time.show(2, 6);
        time.goBack();
        QVERIFY(time.canGoForward());
        time.show(1, 2);
        QVERIFY(!time.canGoForward());
        time.goBack();
        QVERIFY(time.showsAll());
    }

    void zoomingThatRunsOnIsOneStep()
    {
        TimeWindow time;
        time.setLimit(10);
        for (int notch = 0; notch < 20; ++notch) {
            time.zoom(0.9, 5);
        }
        time.goBack();
        QVERIFY(time.showsAll());
        QVERIFY(!time.canGoBack());
    }

    void aShorterStepSkipsPartsThatItDoesNotHave()
    {
        TimeWindow time;
        time.setLimit(10);
        time.show(8, 9);
        time.settle();
        time.show(0, 1);
        time.setLimit(2);
        time.goBack();  // 8 … 9 s lie beyond: the last second that there is
        QCOMPARE(shown(time), (std::pair{1.0, 2.0}));
        time.goBack();
        QVERIFY(time.showsAll());
    }

    void actionsFollowTheHistory()
    {
        const WindowFixture fixture;
        TimeWindow& time = *fixture.window->findChild<TimelineView*>()->time();
        time.setLimit(10);
        time.showAll();
        time.settle();
        QAction& back = *fixture.window->actions()["timeBack"];
        QAction& forward = *fixture.window->actions()["timeForward"];
        QAction& whole = *fixture.window->actions()["timeAll"];
        QVERIFY(!back.isEnabled() && !forward.isEnabled() && !whole.isEnabled());
        time.show(2, 6);
        QVERIFY(back.isEnabled() && whole.isEnabled() && !forward.isEnabled());
        back.trigger();
        QVERIFY(time.showsAll() && forward.isEnabled() && !back.isEnabled());
        forward.trigger();
        QCOMPARE(shown(time), (std::pair{2.0, 6.0}));
        whole.trigger();
        QVERIFY(time.showsAll() && !whole.isEnabled());
        back.trigger();
        QCOMPARE(shown(time), (std::pair{2.0, 6.0}));
    }

    void theStripIsHeldByItsFrame()
    {
        using Grip = TimeStrip::Grip;
        const TimeStrip strip{QRectF(100, 10, 1000, 30), 2, 4, 10};  // a hundred pixels a second
        QCOMPARE(strip.frame(), QRectF(300, 10, 200, 30));
        QCOMPARE(strip.gripAt({400, 20}), Grip::Inside);
        QCOMPARE(strip.gripAt({301, 20}), Grip::Begin);
        QCOMPARE(strip.gripAt({499, 20}), Grip::End);
        QCOMPARE(strip.gripAt({700, 20}), Grip::Outside);
        QCOMPARE(strip.gripAt({400, 60}), Grip::None);
        QCOMPARE(TimeStrip{}.gripAt({0, 0}), Grip::None);
        QVERIFY(near(draggedSpan(strip, Grip::Inside, 400, 450), 2.5, 4.5));
        QVERIFY(near(draggedSpan(strip, Grip::Begin, 300, 250), 1.5, 4));
        QVERIFY(near(draggedSpan(strip, Grip::End, 500, 5000), 2, 10));
        QVERIFY(near(draggedSpan(strip, Grip::Outside, 700, 700), 5, 7));
        const TimeSpan crossed = draggedSpan(strip, Grip::Begin, 300, 900);
        QVERIFY(crossed.begin < crossed.end && crossed.end == 4);
    }

    void aNarrowFrameCanStillBeHeld()
    {
        TimeStrip strip{QRectF(0, 0, 1000, 30), 9.9999, 10, 10};
        QVERIFY(strip.frame().width() >= 8 && strip.frame().right() <= 1000);
        QCOMPARE(strip.gripAt(strip.frame().center()), TimeStrip::Grip::Inside);
        strip.begin = 0;
        strip.end = 0.0001;
        QVERIFY(strip.frame().left() >= 0);
        QCOMPARE(strip.gripAt(strip.frame().center()), TimeStrip::Grip::Inside);
    }

    void theStripShowsHowAllStagesSpendTheStep()
    {
        const ViewFixture fixture;
        const Timeline& timeline = *fixture.document.estimate()->timeline;
        const TimelineBins bins(timeline);
        const auto columns = meanBins(bins, timeline.stages.size(), timeline.makespan, 300);
        double busy = 0;
        for (const TimelineBin& column : columns) {
            for (const float seconds : column.busy) {
                busy += static_cast<double>(seconds);
            }
        }
        double expected = 0;
        for (const StageTrack& stage : timeline.stages) {
            expected += stage.busy / static_cast<double>(timeline.stages.size());
        }
        QVERIFY(std::abs(busy - expected) < expected * 1e-3);
    }

    void dragsMoveTheTimelineAndAreOneStepEach()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        TimeWindow& time = *view.time();
        time.show(0, time.limit() / 2);
        time.settle();
        const auto first = shown(time);
        const TimeStrip strip = view.currentStrip();
        QVERIFY(!strip.area.isEmpty() && strip.area.bottom() <= view.height());
        QVERIFY(strip.area.top() >= view.currentLayout().tracks.bottom());
        const QPoint grip = strip.frame().center().toPoint();
        const QPoint target = grip + QPoint(qRound(strip.area.width() / 4), 0);
        QTest::mousePress(&view, Qt::LeftButton, {}, grip);
        QTest::mouseMove(&view, (grip + target) / 2);
        QTest::mouseMove(&view, target);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, target);
        QVERIFY(std::abs(time.begin() - time.limit() / 4) < time.limit() * 0.01);
        QVERIFY(std::abs(time.length() - time.limit() / 2) < 1e-9);
        QCOMPARE(fixture.selection.current(), Selection{});
        time.goBack();
        QCOMPARE(shown(time), first);
    }

    void thePictureHasTheStripToo()
    {
        ViewFixture fixture;
        TimelineView view(&fixture.document, &fixture.selection);
        view.resize(1280, 800);
        const Theme theme(view.palette(), view.font());
        const auto blues = [&](const QImage& image) {
            const QRect strip = view.currentStrip().area.toRect();
            int count = 0;
            for (int x = strip.left(); x < strip.right(); ++x) {
                count += image.pixelColor(x, strip.bottom() - 5) == theme.of(TimelineKind::Forward) ? 1 : 0;
            }
            return count;
        };
        QImage image(1280, 800, QImage::Format_RGB32);
        QPainter painter(&image);
        view.paintPicture(painter, QRectF(0, 0, 1280, 800));
        QVERIFY(blues(image) > 100);
        view.resize(400, 150);
        QVERIFY(view.currentStrip().area.isEmpty());
    }
};

PGRAM_TEST(TestTimeWindow)
#include "test_time_window.moc"
