// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The checker of certificates is itself checked: it accepts true results, and each lie that a planner could tell is
// found. Then what certificates say is held against a wider search.
#include "tests/core/certificate_checker.h"
#include "tests/core/random_problem.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <functional>
#include <limits>
#include <random>

using namespace pgram;

namespace {

/// Four layers on four devices, at a budget that leaves a choice.
SearchRequest smallRequest()
{
    std::mt19937 random(3);
    SearchRequest request;
    request.model = test::smallModel(2, random);
    request.cluster = test::smallCluster(4);
    request.training.globalBatch = 8;
    request.memoryBudget = 40 * MiB;
    request.threads = 1;
    request.method = Method::Joint;
    return request;
}

SearchResult found(const SearchRequest& request)
{
    return *search(request);
}

/// The result after `change`, with the estimate that its plan then has, where it is a plan at all.
SearchResult changed(SearchResult result, const std::function<void(Plan&)>& change)
{
    change(*result.plan);
    if (checkStructure(*result.plan)) {
        result.estimate = std::make_shared<const Estimate>(estimate(*result.plan));
    }
    result.incumbents.back() = {0, result.estimate->stepTime, result.plan->training.globalBatch};
    Certificate& certificate = result.certificate;
    certificate.lowerBound = std::min(certificate.lowerBound, result.estimate->stepTime);
    certificate.gap = 1 - certificate.lowerBound / result.estimate->stepTime;
    return result;
}

SearchResult claimed(SearchResult result, const std::function<void(Estimate&)>& change)
{
    auto estimate = std::make_shared<Estimate>(*result.estimate);
    change(*estimate);
    result.estimate = std::move(estimate);
    return result;
}

bool isTrue(const SearchRequest& request, const SearchResult& result)
{
    return test::faultsAgainstEveryPlan(request, result).empty();
}

}  // namespace

class TestCertificate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trueResultsPass()
    {
        SearchRequest request = smallRequest();
        request.samples = 500;
        for (const MethodInfo& entry : test::availableMethods()) {
            if (entry.method == Method::Robust) {
                continue;  // whose certificate speaks of another figure than the step
            }
            request.method = entry.method;
            QVERIFY2(isTrue(request, found(request)), entry.name);
        }
    }

    void wrongPlansAreFound()
    {
        const SearchRequest request = smallRequest();
        const SearchResult result = found(request);
        QVERIFY(result.plan && isTrue(request, result));
        const auto lies = [&](const std::function<void(Plan&)>& change) {
            return !isTrue(request, changed(result, change));
        };
        QVERIFY(lies([](Plan& plan) { plan.strategies[1].kept.part = KeptPart::WithoutAttention; }));
        QVERIFY(lies([](Plan& plan) { plan.strategies[1].tensor *= 2; }));
        QVERIFY(lies([](Plan& plan) { plan.training.globalBatch *= 2; }));
        QVERIFY(lies([](Plan& plan) { plan.schedule.microbatches = 3; }));
        QVERIFY(lies([](Plan& plan) { plan.schedule.kind = ScheduleKind::GPipe; }));
        QVERIFY(lies([](Plan& plan) { plan.cluster.links.front().bandwidth *= 2; }));
        QVERIFY(lies([](Plan& plan) { plan.memoryBudget *= 2; }));
        QVERIFY(lies([](Plan& plan) { plan.chunks.back().layerCount += 1; }));
        // A slower plan, honestly scored, under a certificate of optimality.
        QVERIFY(lies([](Plan& plan) {
            plan.schedule.microbatches = 8;
            plan.chunks = chunksFromSizes({1, 1, 1, 1});
            plan.strategies.assign(4, {});
        }));
    }

    void wrongFiguresAreFound()
    {
        const SearchRequest request = smallRequest();
        const SearchResult result = found(request);
        QVERIFY(!isTrue(request, claimed(result, [](Estimate& estimate) { estimate.stepTime *= 0.99; })));
        QVERIFY(!isTrue(request, claimed(result, [](Estimate& estimate) { estimate.peakMemory -= 1; })));
        const auto lies = [&](const std::function<void(SearchResult&)>& change) {
            SearchResult other = result;
            change(other);
            return !isTrue(request, other);
        };
        QVERIFY(lies([](SearchResult& r) { r.certificate.lowerBound *= 1.001; }));
        QVERIFY(lies([](SearchResult& r) { r.certificate.lowerBound *= 0.9; }));
        QVERIFY(lies([](SearchResult& r) { r.certificate.gap = 0.1; }));
        QVERIFY(lies([](SearchResult& r) { r.certificate.status = Certificate::Status::Gap; }));
        QVERIFY(lies([](SearchResult& r) { r.certificate.status = Certificate::Status::Infeasible; }));
        QVERIFY(lies([](SearchResult& r) { r.incumbents.clear(); }));
        QVERIFY(lies([](SearchResult& r) { r.certificate.skipped = r.certificate.tasks + 1; }));
        // No plan, said to be infeasible.
        QVERIFY(lies([](SearchResult& r) {
            r.plan.reset();
            r.estimate.reset();
            r.certificate.status = Certificate::Status::Infeasible;
            r.certificate.gap = std::numeric_limits<double>::infinity();
            r.infeasibility =
                Infeasibility{.shortBy = 1, .batch = 8, .smallestBudget = 40 * MiB + 1, .reason = Text("not so")};
        }));
    }

    /// A bound that is too high by a hundredth and still below the plan: only the whole space tells.
    void highBoundsAreFound()
    {
        SearchRequest request = smallRequest();
        request.method = Method::DpPp;
        request.memoryBudget = 0;
        const test::MethodSpace space = test::spaceOf(request);
        const Seconds optimum = test::fastestPlan(request, space.plans, request.cluster.device.memory)->stepTime;
        SearchResult slow = changed(found(request), [](Plan& plan) {
            plan.schedule.microbatches = 8;
            plan.chunks = chunksFromSizes({1, 1, 1, 1});
            plan.strategies.assign(4, {});
        });
        slow.certificate.status = Certificate::Status::Gap;
        QVERIFY(slow.estimate->stepTime > optimum * 1.02);
        const auto isTrueWith = [&](double share) {
            slow.certificate.lowerBound = share * optimum;
            slow.certificate.gap = 1 - slow.certificate.lowerBound / slow.estimate->stepTime;
            return isTrue(request, slow);
        };
        QVERIFY(isTrueWith(1));
        QVERIFY(!isTrueWith(1.01));
        QVERIFY(test::faultsOf(request, slow).empty());
    }

    void wrongNeedsAreFound()
    {
        SearchRequest request = smallRequest();
        request.memoryBudget = 2 * MiB;
        const SearchResult result = found(request);
        QVERIFY(result.infeasibility && isTrue(request, result));
        const auto lies = [&](const std::function<void(Infeasibility&)>& change) {
            SearchResult other = result;
            change(*other.infeasibility);
            return !isTrue(request, other);
        };
        QVERIFY(lies([](Infeasibility& why) { why.shortBy += 1; }));
        QVERIFY(lies([](Infeasibility& why) { why.smallestBudget -= 1; }));
        QVERIFY(lies([](Infeasibility& why) {
            why.shortBy += MiB;
            why.smallestBudget += MiB;
        }));
        QVERIFY(lies([](Infeasibility& why) { why.stage = why.pipeline; }));
        QVERIFY(lies([](Infeasibility& why) { why.batch = 0; }));
        QVERIFY(lies([](Infeasibility& why) { why.microbatches = why.microbatches == 1 ? 8 : 1; }));
    }
};

PGRAM_TEST(TestCertificate)
#include "test_certificate.moc"
