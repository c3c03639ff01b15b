// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The timeline draws gradient sync where it runs, beside backwards too, and says the step that all others say.
#include "core/presets/preset_store.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/words.h"
#include "widgets/views/timeline/timeline_picture.h"
#include "widgets/views/timeline/timeline_view.h"

#include <QHelpEvent>
#include <QToolTip>

using namespace pgram;

namespace {

Plan planOfScenario(const char* name)
{
    const PresetStore store(presetsFolder());
    return *search(loadScenario(store, name)->request)->plan;
}

/// Of the charges, once a step or each micro-batch, whatever hides them.
Seconds hiddenInAll(const Plan& plan, const Estimate& estimate)
{
    Seconds sum = 0;
    for (std::size_t layer = 0; layer < plan.strategies.size(); ++layer) {
        for (const Charge& charge : estimate.layers[layer].cost.charges) {
            sum += charge.kind == TrafficKind::GradientSync ? charge.hidden : 0;
        }
    }
    return sum;
}

Seconds hiddenInTimeline(const Plan& plan, const Estimate& estimate)
{
    const HiddenSyncs syncs = hiddenSyncs(plan, estimate);
    Seconds sum = 0;
    for (std::size_t stage = 0; stage < estimate.timeline->stages.size(); ++stage) {
        for (const Operation& operation : estimate.timeline->ofStage(stage)) {
            sum += hiddenBeside(syncs, stage, operation);
        }
    }
    return sum;
}

}  // namespace

class TestHiddenSync : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// No second of it is lost, whether it runs beside every backward (sharded gradients) or beside the last.
    void everySecondHasItsPlace()
    {
        for (const Plan& plan : {samplePlan(1, 12, 4, 8), samplePlan(4, 16, 8, 4), samplePlan(2, 12, 1, 4),
                                 chunkedPlan(ScheduleKind::Interleaved, 4, 24, 8)}) {
            const Estimate figures = estimate(plan);
            const Seconds all = hiddenInAll(plan, figures);
            QVERIFY(all > 0);
            QVERIFY(hidesSync(figures));
            QVERIFY2(std::abs(hiddenInTimeline(plan, figures) / all - 1) < 1e-9,
                     qPrintable(QStringLiteral("%1 of %2").arg(hiddenInTimeline(plan, figures)).arg(all)));
        }
    }

    /// The lesson of this scenario: much of the all-reduce runs while backward does.
    void resNetShowsTheOverlap()
    {
        ViewFixture fixture;
        const int row = fixture.session.add(planOfScenario("resnet-data-parallel"));
        fixture.session.show(row);
        const Plan& plan = *fixture.document.plan();
        const Estimate& figures = *fixture.document.estimate();
        Operation last;
        for (const Operation& operation : figures.timeline->ofStage(0)) {
            last = operation.kind == TimelineKind::Backward ? operation : last;
        }
        const Seconds hidden = hiddenBeside(hiddenSyncs(plan, figures), 0, last);
        QVERIFY(hidden > 0.01);

        TimelineView view(&fixture.document, &fixture.selection);
        present(view);
        const TimelineLayout layout = view.currentLayout();
        const QRectF lane = layout.laneOf(0, TimelineKind::Sync);
        const Theme theme(view.palette(), view.font());
        const auto at = [&, picture = pictureOf(view)](Seconds moment) {
            std::set<QRgb> colors;
            for (int x = -6; x <= 6; ++x) {
                colors.insert(
                    picture.pixel(static_cast<int>(layout.x(moment)) + x, static_cast<int>(lane.center().y())));
            }
            return colors;
        };
        const QRgb ground = mixed(theme.surface, theme.of(TrafficKind::GradientSync), 0.35).rgb();
        QVERIFY(at(last.end - hidden / 2).contains(ground));
        QVERIFY(at(last.end - hidden / 2).size() > 1);  // hatched
        QVERIFY(!at(last.end - hidden * 1.2).contains(ground));
        const double x = layout.x(last.end) - 3;
        QHelpEvent help(QEvent::ToolTip, QPointF(x, lane.center().y()).toPoint(), {});
        QApplication::sendEvent(&view, &help);
        QVERIFY(QToolTip::text().contains(secondsText(hidden)));
        QToolTip::hideText();
    }

    void theStepIsTheSameEverywhere()
    {
        const Plan plan = planOfScenario("t5-imbalanced");
        const Estimate figures = estimate(plan);
        const Theme theme{QPalette(), QFont()};
        const Heading heading = timelineHeading(theme, plan, *figures.timeline, {});
        QVERIFY2(heading.title.contains(secondsText(figures.stepTime)), qPrintable(heading.title));
        QCOMPARE(figures.stepTime, figures.timeline->makespan);
        QVERIFY2(headline(figures).contains(secondsText(figures.stepTime)), qPrintable(headline(figures)));
    }
};

PGRAM_TEST(TestHiddenSync)
#include "test_hidden_sync.moc"
