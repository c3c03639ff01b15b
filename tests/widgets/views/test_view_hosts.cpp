// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The view of slow networks: what it works out of a plan, when it does so again, and what it says where it cannot.
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/views/hosts/hosts_view.h"

using namespace pgram;

namespace {

std::shared_ptr<const Plan> planOn(const char* cluster)
{
    const PresetStore store(presetsFolder());
    Plan plan = samplePlan(2, 26, 8);
    plan.model = *store.model("gpt3-1.3b");
    plan.cluster = *store.cluster(cluster);
    return std::make_shared<const Plan>(std::move(plan));
}

}  // namespace

class TestViewHosts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void thePlansModelIsHosted()
    {
        ViewFixture fixture(1, 4, 1);
        HostsView view(&fixture.document, &fixture.selection);
        present(view);
        fixture.document.showPlan(planOn("consumer-8"));
        QTRY_VERIFY(view.answer() != nullptr && !view.isWorking());
        QCOMPARE(view.answer()->peers.peers, 8);
        QCOMPARE(view.table()->rowCount(), 30);  // ten bandwidths, three intervals
        QVERIFY(colorCount(pictureOf(view)) > 5);
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(view.focusedMark(), 39);  // those of the pipeline, too
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(view.focusedMark(), 39);
    }

    void strategiesAskNothingAnew()
    {
        ViewFixture fixture(1, 4, 1);
        HostsView view(&fixture.document, &fixture.selection);
        present(view);
        const auto plan = planOn("consumer-8");
        fixture.document.showPlan(plan);
        QTRY_VERIFY(view.answer() != nullptr);
        const HostedAnswer* before = view.answer();
        Plan other = *plan;
        other.schedule.microbatches = 4;
        fixture.document.showPlan(std::make_shared<const Plan>(other));
        QCOMPARE(view.answer(), before);
        other.training.sequenceLength = 1024;
        fixture.document.showPlan(std::make_shared<const Plan>(other));
        QVERIFY(view.answer() == nullptr);
        QTRY_VERIFY(view.answer() != nullptr);
        QVERIFY(view.answer()->step > 0);
    }

    void whereNoSegmentFitsItSaysWhy()
    {
        ViewFixture fixture(1, 4, 1);
        HostsView view(&fixture.document, &fixture.selection);
        present(view);
        Plan plan = *planOn("consumer-8");
        plan.memoryBudget = 2 * GiB;
        fixture.document.showPlan(std::make_shared<const Plan>(plan));
        QTRY_VERIFY(!view.isWorking());
        QVERIFY(view.answer() == nullptr);
        QCOMPARE(view.table()->rowCount(), 0);
        QVERIFY(!pictureOf(view).isNull());
        QTest::keyClick(&view, Qt::Key_Right);
        fixture.document.showPlan(nullptr);
        QVERIFY(!pictureOf(view).isNull());
    }
};

PGRAM_TEST(TestViewHosts)
#include "test_view_hosts.moc"
