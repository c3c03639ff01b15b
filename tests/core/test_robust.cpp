// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan that loses least when any one device is slow, against every plan of small problems.
// PARALLELOGRAM_PROBLEMS=COUNT tries so many.
#include "core/plan/worst_case.h"
#include "tests/core/mixed_clusters.h"
#include "tests/core/small_request.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <random>

using namespace pgram;

namespace {

SearchRequest randomRobust(unsigned seed)
{
    std::mt19937 random(seed);
    const auto oneOf = [&random](auto... values) {
        const std::array all{values...};
        return all[random() % all.size()];
    };
    SearchRequest request;
    request.model.name = "robust";
    request.model.sequenceLength = 64;
    request.model.runs = {test::block(LayerKind::Decoder, "narrow", oneOf(1, 2), 64)};
    request.model.runs.push_back(test::block(LayerKind::Decoder, "wide", oneOf(1, 2), 64));
    request.model.runs.back().ffn = oneOf(512, 2048);
    request.cluster = test::smallCluster(oneOf(2, 4));
    if (random() % 3 == 0) {
        request.cluster = test::twoKinds(request.cluster, oneOf(0.5, 0.8), 1.0);
    }
    request.training.globalBatch = oneOf(4, 8);
    request.space.sdp = random() % 2 == 0;
    request.space.ckpt = false;
    request.microbatches = {1, 4};
    request.pipelines = random() % 2 == 0 ? std::vector<int>{2} : std::vector<int>{};
    request.method = Method::Robust;
    request.slowdown = oneOf(0.1, 0.3, 0.5);
    request.threads = 1;
    return request;
}

Seconds leastLoss(const SearchRequest& request)
{
    Seconds least = infinity;
    test::eachPlan(request, [&](const Plan& plan) {
        const StepAndMemory figures = stepAndMemory(plan);
        if (figures.step >= least) {
            return;
        }
        const Estimate whole = estimate(plan);
        if (whole.fits && whole.legal) {
            least = std::min(least, worstCase(plan, request.slowdown, least).step);
        }
    });
    return least;
}

}  // namespace

class TestRobust : public QObject {
    Q_OBJECT

private slots:
    void worstCaseIsTheWorstStage()
    {
        SearchRequest request = test::smallRequest(4, 6);
        request.pipelines = {4};
        const Plan plan = *test::foundOrNone(request).plan;
        const WorstCase worst = worstCase(plan, 0.3);
        for (int stage = 0; stage < 4; ++stage) {
            const Plan slow = withSlowDevice(plan, stage, 0.3);
            QCOMPARE(slow.cluster.slow.front(), (SlowDevices{stage, 1, 0.7}));
            const Seconds step = estimate(slow).stepTime;
            QVERIFY(step <= worst.step);
            QVERIFY(stage != worst.stage || step == worst.step);
        }
        // A slow device is never faster than its share of all being slow.
        Plan all = plan;
        all.cluster.slow = {{0, 4, 0.7}};
        QVERIFY(worst.step > estimate(plan).stepTime && worst.step < estimate(all).stepTime);
    }

    /// A stage waits for its slowest device, which may be the one that is slow already.
    void slowDevicesGetSlower()
    {
        SearchRequest request = test::smallRequest(4, 6);
        request.pipelines = {2};
        request.cluster.slow = {{3, 1, 0.7}};
        const Plan plan = *test::foundOrNone(request).plan;
        Plan slower = plan;
        slower.cluster.slow = {{3, 1, 0.49}};
        QCOMPARE(estimate(withSlowDevice(plan, 1, 0.3)).stepTime, estimate(slower).stepTime);
        QVERIFY(worstCase(plan, 0.3).step >= estimate(slower).stepTime);
    }

    void losesLeastOfAllPlans()
    {
        const unsigned first = test::firstSeed();
        const auto problems = static_cast<int>(
            test::numberFrom("PARALLELOGRAM_PROBLEMS", static_cast<unsigned>(test::casesOf(100, 1000))));
        int otherThanJoint = 0;
        for (unsigned seed = first; seed != first + static_cast<unsigned>(problems); ++seed) {
            SearchRequest request = randomRobust(seed);
            const Result<SearchResult> found = search(request);
            QVERIFY2(found && found->plan, qPrintable(QString::number(seed)));
            const Seconds least = leastLoss(request);
            const QByteArray which = QByteArray::number(seed) + ": " + QByteArray::number(found->worst->step, 'g', 15) +
                                     ", best of all " + QByteArray::number(least, 'g', 15);
            QVERIFY2(found->worst->step >= least * (1 - 1e-9), which.constData());
            QVERIFY2(found->worst->step <= least * (1 + 1e-9), which.constData());
            QVERIFY2(found->certificate.lowerBound <= least * (1 + 1e-9), which.constData());
            QCOMPARE(found->worst->step, worstCase(*found->plan, request.slowdown).step);
            request.method = Method::Joint;
            const Seconds ofJoint = worstCase(*test::foundOrNone(request).plan, request.slowdown).step;
            QVERIFY2(ofJoint >= least * (1 - 1e-9), which.constData());
            otherThanJoint += ofJoint > least * (1 + 1e-9) ? 1 : 0;
        }
        qInfo("%d problems from seed %u, each with the best of all plans; %d of them lose less than the fastest one",
              problems, first, otherThanJoint);
        QVERIFY(problems < 100 || otherThanJoint > 10);
    }

    void certificateSpeaksOfTheWorstCase()
    {
        SearchRequest request = test::smallRequest(4, 4);
        request.method = Method::Robust;
        request.slowdown = 0.25;
        const SearchResult found = test::foundOrNone(request);
        QVERIFY(found.plan && found.worst);
        QVERIFY(found.certificate.lowerBound <= found.worst->step);
        QVERIFY(found.certificate.scope.find("with any one device 25 % slower") != std::string::npos);
        QCOMPARE(found.plan->provenance.method, "robust");
        request.slowdown = 1;
        QVERIFY(!search(request));
        request.slowdown = 0.25;
        request.memoryBudget = 1 * MiB;
        const SearchResult none = test::foundOrNone(request);
        QVERIFY(!none.plan && none.infeasibility && none.infeasibility->shortBy > 0);
    }
};

PGRAM_TEST(TestRobust)
#include "test_robust.moc"
