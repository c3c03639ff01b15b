// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters of several kinds of devices in the window: each stage names its kind, has the budget of its own devices, and
// lies where its devices are, whatever the order of kinds along the pipeline.
#include "tests/core/mixed_clusters.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/docks/cluster/cluster_layout.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/words.h"
#include "widgets/views/memory/device_map.h"

using namespace pgram;

namespace {

/// The fixture's, on two kinds of which the second has half the memory and runs the stages in front.
Plan mixedPlan(const ViewFixture& fixture)
{
    Plan plan = *fixture.document.plan();
    plan.cluster = test::twoKinds(plan.cluster, 0.5, 0.5);
    plan.stageBlocks = {2, 3, 0, 1};
    return plan;
}

}  // namespace

class TestMixedView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stagesNameTheirKind()
    {
        const ViewFixture fixture;
        const Plan plan = mixedPlan(fixture);
        QCOMPARE(stageTitle(plan, 0), QStringLiteral("Stage 0 · other"));
        QCOMPARE(stageTitle(plan, 2), QStringLiteral("Stage 2 · first"));
        QCOMPARE(chunkTitles(plan, 0).front(), stageTitle(plan, 0));
        const int each = plan.stageDevices();
        QCOMPARE(devicesText(plan, 0), QStringLiteral("devices %1–%2 · other").arg(2 * each).arg(3 * each - 1));
        const QFont font;
        QCOMPARE(widestStageTitle(plan, font).size(), stageTitle(plan, 0).size());
        QCOMPARE(stageTitle(*fixture.document.plan(), 0), QStringLiteral("Stage 0"));
    }

    void devicesStandInTheStageThatTheyRun()
    {
        const ViewFixture fixture;
        const Plan plan = mixedPlan(fixture);
        const int each = plan.stageDevices();
        for (int device = 0; device < plan.cluster.devices; ++device) {
            const DevicePlace place = placeOf(plan, device);
            QCOMPARE(place.stage, (device / each + 2) % 4);
            QCOMPARE(place.rank, device % each);
        }
    }

    void budgetsAreThoseOfTheirDevices()
    {
        ViewFixture fixture;
        Plan plan = mixedPlan(fixture);
        plan.memoryBudget = plan.cluster.mostMemory();
        fixture.document.showPlan(std::make_shared<const Plan>(plan));
        const std::vector<StageEstimate>& stages = fixture.document.estimate()->stages;
        QVERIFY(stages[0].usable < stages[2].usable);
        QCOMPARE(stages[2].usable, fixture.document.estimate()->usableBudget);
    }

    void theClusterSaysItsKinds()
    {
        const ViewFixture fixture;
        Plan plan = mixedPlan(fixture);
        plan.cluster.slow = {{1, 2, 0.7}};
        const QString text = clusterText(plan.cluster);
        const int half = plan.cluster.devices / 2;
        QVERIFY2(text.contains(QStringLiteral("other, devices %1–%2").arg(half).arg(plan.cluster.devices - 1)),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Devices 1–2 compute at 70")), qPrintable(text));
    }
};

PGRAM_TEST(TestMixedView)
#include "test_mixed_view.moc"
