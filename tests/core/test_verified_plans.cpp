// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Properties of every plan that a search returns: it fits by its own estimate, no bound is above its step, and taking
// it over or saving it loses nothing.
#include "core/plan/out_of_core.h"
#include "core/plan/plan_edits.h"
#include "core/plan/plan_json.h"
#include "core/plan/worst_case.h"
#include "core/search/search.h"
#include "tests/core/mixed_clusters.h"
#include "tests/core/random_plan.h"
#include "tests/core/shipped_presets.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

/// The cluster with every second pair of devices so many times as fast and with so many times the memory.
Cluster alternating(Cluster cluster, double speed, double memory)
{
    cluster.kinds.clear();
    for (int first = 0; first < cluster.devices; first += 4) {
        cluster.kinds.push_back({"first", 2, {}, {}});
        cluster.kinds.push_back({"other", 2, test::scaled(cluster.device, speed, memory), {}});
    }
    return cluster;
}

SearchRequest jointRequest(const char* model, const Cluster& cluster, ScheduleKind schedule)
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model(model));
    request.cluster = cluster;
    request.training.globalBatch = 32;
    request.method = Method::Joint;
    request.schedule.kind = schedule;
    request.threads = 1;
    return request;
}

SearchResult found(const SearchRequest& request)
{
    const Result<SearchResult> result = search(request);
    if (!result || !result->plan) {
        qFatal("%s", result ? "no plan" : result.error().text().c_str());
    }
    return *result;
}

}  // namespace

class TestVerifiedPlans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A plan taken over is the plan that was found, on whichever devices its stages are and however many there are.
    void takingOverKeepsTheWholeChoice()
    {
        const Cluster plain = loaded(shippedPresets().cluster("rtx-titan-8"));
        const SearchRequest request =
            jointRequest("bert-huge-48", test::twoKinds(plain, 0.5, 0.5), ScheduleKind::OneFOneB);
        const SearchResult best = found(request);
        QVERIFY(!best.plan->stageBlocks.empty());
        SearchRequest other = request;
        other.training.globalBatch = 16;
        other.pipelines = {2};
        other.cluster = plain;
        Plan before = *found(other).plan;
        before.cluster = request.cluster;
        for (const auto& [from, to] : {std::pair(before, *best.plan), std::pair(*best.plan, before)}) {
            const Plan taken = withPlanned(from, to);
            QVERIFY(static_cast<const PlanChoice&>(taken) == to);
            QCOMPARE(taken.training.globalBatch, to.training.globalBatch);
            QCOMPARE(estimate(taken).stepTime, estimate(to).stepTime);
            const Result<Plan> saved = planFromJson(planToJson(taken), "plan.json");
            QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
            QVERIFY(*saved == taken);
        }
        QVERIFY(before.pipeline() != best.plan->pipeline());
    }

    /// Devices of a stage's two kinds have the memory of the lesser kind.
    void devicesWithLessMemoryAreNotOverfilled_data()
    {
        QTest::addColumn<double>("memory");
        QTest::addColumn<QString>("schedule");
        QTest::newRow("GPipe") << 0.9 << "gpipe";
        QTest::newRow("ZB-H1") << 0.5 << "zb-h1";
    }

    void devicesWithLessMemoryAreNotOverfilled()
    {
        QFETCH(double, memory);
        QFETCH(QString, schedule);
        const Cluster plain = loaded(shippedPresets().cluster("rtx-titan-8"));
        const ScheduleKind kind = loaded(parseSchedule(schedule.toStdString())).kind;
        SearchRequest request = jointRequest("gpt3-1.3b", alternating(plain, 1, memory), kind);
        request.pipelines = {2};
        const SearchResult result = found(request);
        for (const StageEstimate& stage : result.estimate->stages) {
            QVERIFY2(stage.memory.total() <= stage.usable,
                     qPrintable(QString::number(stage.memory.total() - stage.usable) + " bytes over"));
        }
        QVERIFY(result.estimate->fits);
    }

    /// One function computes both: plans with every dimension, copies to the host that wait included.
    void stepAndMemoryAreThoseOfTheEstimate()
    {
        const auto plans = test::casesOf(300, 10000);
        test::RandomPlans random(test::firstSeed(), {&Space::ep, &Space::modules, &Space::layouts});
        int waiting = 0;
        for (int i = 0; i < plans; ++i) {
            const Plan plan = random.plan();
            const Estimate figures = estimate(plan);
            const StepAndMemory own = stepAndMemory(plan);
            QCOMPARE(own.step, figures.stepTime);
            QCOMPARE(own.memory, figures.peakMemory);
            QCOMPARE(own.fits, figures.fits);
            waiting += leavesToHost(plan) ? 1 : 0;
            // A slower device hides a little more of its gradients' traffic, and can end a hair sooner.
            QVERIFY(worstCase(plan, 0.2).step >= figures.stepTime * 0.99);
        }
        QVERIFY(waiting > plans / 20);
    }

    /// The worst case of a plan that offloads activations counts the copies that compute waits for.
    void worstCaseIsNoFasterThanThePlan()
    {
        SearchRequest request =
            jointRequest("gpt2-xl", loaded(shippedPresets().cluster("rtx-titan-16")), ScheduleKind::OneFOneB);
        request.training.precision = Precision::Fp16;
        request.memoryBudget = 6 * GiB;
        request.space.offloadActivations = true;
        request.microbatches = {2};
        request.method = Method::Robust;
        request.slowdown = 0.1;
        const SearchResult result = found(request);
        QVERIFY(result.worst);
        QVERIFY2(result.worst->step >= result.estimate->stepTime,
                 qPrintable(QString::number(result.worst->step) + " < " + QString::number(result.estimate->stepTime)));
        Seconds slowest = 0;
        for (int stage = 0; stage < result.plan->pipeline(); ++stage) {
            slowest = std::max(slowest, estimate(withSlowDevice(*result.plan, stage, 0.1)).stepTime);
        }
        QCOMPARE(result.worst->step, slowest);
        QVERIFY(result.certificate.lowerBound <= result.worst->step);
    }
};

PGRAM_TEST(TestVerifiedPlans)
#include "test_verified_plans.moc"
