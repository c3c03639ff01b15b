// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The frontier of throughput against memory, held to searches at single budgets.
#include "core/questions/memory_frontier.h"
#include "tests/core/near.h"
#include "tests/core/small_request.h"
#include "tests/pgram_test.h"

using namespace pgram;
using test::nearlyEqual;
using test::smallRequest;

namespace {

SearchRequest jointRequest(int devices, int blocks, unsigned seed)
{
    SearchRequest request = smallRequest(devices, blocks, seed);
    request.method = Method::Joint;
    request.cluster.device.memory = 96 * MiB;
    request.cluster.reserve.value = seed % 2 == 0 ? 0.07 : 0;
    return request;
}

/// Samples a second at one budget; 0 = nothing fits.
double throughputWithin(SearchRequest request, Bytes budget)
{
    request.memoryBudget = budget;
    const Result<SearchResult> result = search(request);
    return result && result->plan ? result->estimate->throughput : 0;
}

MemoryFrontier frontierOf(const SearchRequest& request, int resolution)
{
    const Result<MemoryFrontier> frontier = memoryFrontier(request, resolution);
    return frontier ? *frontier : MemoryFrontier{};
}

}  // namespace

class TestMemoryFrontier : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// From its own budget to where it is proven each point is what a search finds, and one byte less is slower.
    void pointsAreWhatSearchesFind()
    {
        for (unsigned seed = 1; seed < 7; ++seed) {
            const SearchRequest request = jointRequest(4, 6, seed);
            const MemoryFrontier frontier = frontierOf(request, 12);
            QVERIFY(frontier.complete);
            QVERIFY(frontier.points.size() > 3 && frontier.points.size() <= 12);
            QCOMPARE(frontier.points.front().budget, frontier.smallestBudget);
            QCOMPARE(frontier.points.back().provenTo, request.cluster.device.memory);
            for (const FrontierPoint& point : frontier.points) {
                QVERIFY(point.budget <= point.provenTo);
                QVERIFY(nearlyEqual(throughputWithin(request, point.budget), point.throughput));
                QVERIFY(nearlyEqual(throughputWithin(request, point.provenTo), point.throughput));
                QVERIFY(throughputWithin(request, point.budget - 1) < point.throughput);
            }
        }
    }

    void plansFitTheirBudgetsAndCostWhatIsSaid()
    {
        const MemoryFrontier frontier = frontierOf(jointRequest(4, 6, 2), 12);
        QVERIFY(!frontier.points.empty());
        for (const FrontierPoint& point : frontier.points) {
            QVERIFY(checkStructure(*point.plan));
            const Estimate score = estimate(*point.plan);
            QVERIFY(score.fits && score.legal);
            QCOMPARE(score.stepTime, point.stepTime);
            QCOMPARE(score.throughput, point.throughput);
            QCOMPARE(point.plan->memoryBudget, point.budget);
            QCOMPARE(point.plan->training.globalBatch, point.batch);
            QVERIFY(point.certificate.status == Certificate::Status::Optimal);
            // The budget is the least that the plan fits.
            Plan tighter = *point.plan;
            tighter.memoryBudget = point.budget - 1;
            QVERIFY(!estimate(tighter).fits);
        }
    }

    /// With nothing left out, any budget has the throughput of the point on its left.
    void completeFrontierAnswersEveryBudget()
    {
        std::mt19937 random(3);
        for (unsigned seed = 1; seed < 4; ++seed) {
            const SearchRequest request = jointRequest(4, 4, seed);
            const MemoryFrontier frontier = frontierOf(request, 0);
            QVERIFY(frontier.points.size() > 10);
            QCOMPARE(throughputWithin(request, frontier.smallestBudget - 1), 0.0);
            for (std::size_t i = 0; i + 1 < frontier.points.size(); ++i) {
                QCOMPARE(frontier.points[i].provenTo, frontier.points[i + 1].budget - 1);
            }
            std::uniform_int_distribution<Bytes> budgets(frontier.smallestBudget, frontier.largestBudget);
            for (int round = 0; round < 20; ++round) {
                const Bytes budget = budgets(random);
                const auto next = std::find_if(frontier.points.begin(), frontier.points.end(),
                                               [budget](const FrontierPoint& p) { return p.budget > budget; });
                QVERIFY(nearlyEqual(throughputWithin(request, budget), std::prev(next)->throughput));
            }
        }
    }

    void throughputRisesWithMemory()
    {
        for (const Method method : {Method::Joint, Method::Bmw, Method::DpPp}) {
            SearchRequest request = jointRequest(8, 6, 5);
            request.method = method;
            request.batches = {16, 24, 32};
            const MemoryFrontier frontier = frontierOf(request, 16);
            QVERIFY(frontier.points.size() > 1);
            for (std::size_t i = 0; i + 1 < frontier.points.size(); ++i) {
                QVERIFY(frontier.points[i].budget < frontier.points[i + 1].budget);
                QVERIFY(frontier.points[i].throughput < frontier.points[i + 1].throughput);
            }
        }
    }

    void threadsDoNotChangeIt()
    {
        SearchRequest request = jointRequest(4, 6, 1);
        const MemoryFrontier one = frontierOf(request, 10);
        request.threads = 2;
        const MemoryFrontier two = frontierOf(request, 10);
        QVERIFY(one.points.size() > 3);
        QCOMPARE(two.points.size(), one.points.size());
        for (std::size_t i = 0; i < one.points.size(); ++i) {
            QCOMPARE(two.points[i].budget, one.points[i].budget);
            QCOMPARE(two.points[i].stepTime, one.points[i].stepTime);
            QVERIFY(two.points[i].plan->strategies == one.points[i].plan->strategies);
        }
    }

    void tellsPointsAndStops()
    {
        const SearchRequest request = jointRequest(4, 6, 1);
        std::stop_source source;
        std::vector<Bytes> told;
        const Result<MemoryFrontier> stopped =
            memoryFrontier(request, 12, source.get_token(), [&](const FrontierPoint& point) {
                told.push_back(point.budget);
                if (told.size() == 3) {
                    source.request_stop();
                }
            });
        QVERIFY(stopped);
        QVERIFY(!stopped->complete);
        QCOMPARE(told.size(), std::size_t{3});
        QVERIFY(std::is_sorted(told.rbegin(), told.rend()));
        QCOMPARE(stopped->points.front().budget, told.back());
    }

    void saysWhatWouldFit()
    {
        SearchRequest request = jointRequest(4, 6, 2);
        request.cluster.device.memory = 8 * MiB;
        const MemoryFrontier frontier = frontierOf(request, 12);
        QVERIFY(frontier.complete);
        QVERIFY(frontier.points.empty());
        QVERIFY(throughputWithin(request, frontier.smallestBudget) > 0);
        // A budget beyond the device's memory is asked about, too.
        request.memoryBudget = frontier.smallestBudget + MiB;
        QVERIFY(!frontierOf(request, 12).points.empty());
    }

    void refusesWhatCannotBeAsked()
    {
        QVERIFY(!memoryFrontier(jointRequest(4, 6, 1), -1));
        SearchRequest request = jointRequest(4, 6, 1);
        request.model.runs.clear();
        QVERIFY(!memoryFrontier(request, 4));
    }
};

PGRAM_TEST(TestMemoryFrontier)
#include "test_memory_frontier.moc"
