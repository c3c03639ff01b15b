// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner against every plan there is: thousands of small random problems with several kinds of layers, re-layout
// costs, cuts, batches, schedules and pins, at budgets from too small to ample. PARALLELOGRAM_PROBLEM=SEED runs one.
#include "tests/core/certificate_checker.h"
#include "tests/core/random_problem.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace pgram;

namespace {

/// Plans of a problem: more, and the whole takes minutes.
constexpr double mostPlans = 400'000;

/// A budget for the problem: just too small, just enough, tight or ample. `need`: what its plans need at least.
Bytes randomBudget(const Cluster& cluster, Bytes need, std::mt19937& random)
{
    auto enough = static_cast<Bytes>(static_cast<double>(need) / (1 - cluster.reserve.value));
    while (usableBudget(enough, cluster) < need) {
        ++enough;
    }
    while (enough > 1 && usableBudget(enough - 1, cluster) >= need) {
        --enough;
    }
    const double share = std::uniform_real_distribution(0.0, 1.0)(random);
    switch (random() % 8) {
    case 0:
        return enough;
    case 1:
        return enough - 1;
    case 2:
        return std::max<Bytes>(1, static_cast<Bytes>(static_cast<double>(enough) * share));
    case 3:
        return static_cast<Bytes>(static_cast<double>(enough) * (1 + 20 * share));
    default:
        return static_cast<Bytes>(static_cast<double>(enough) * (1 + share));
    }
}

/// Pins a layer or two to strategies that some plan may have.
void pinSome(SearchRequest& request, std::mt19937& random)
{
    const std::vector<test::TaskShape> shapes = test::taskShapes(request, {request.space, request.schedule.kind, 0, 0});
    const std::vector<LayerStrategy>& strategies = shapes[random() % shapes.size()].strategies;
    const int layers = request.model.layerCount();
    for (std::size_t pins = 1 + random() % 2; pins > 0; --pins) {
        const int first = static_cast<int>(random() % static_cast<unsigned>(layers));
        const int count = 1 + static_cast<int>(random() % static_cast<unsigned>(layers - first));
        request.pins.push_back({first, count, strategies[random() % strategies.size()]});
    }
}

/// The problem of a seed with its budget. The generator goes on where the problem's ended.
SearchRequest problemOf(unsigned seed)
{
    SearchRequest request = test::randomProblem(seed, mostPlans);
    std::mt19937 random(~seed);
    if (random() % 5 == 0 && !test::taskShapes(request, {request.space, request.schedule.kind, 0, 0}).empty()) {
        pinSome(request, random);
    }
    const auto least = test::leastMemory(request, {request.space, request.schedule.kind, 0, 0});
    request.memoryBudget = randomBudget(request.cluster, least ? least->bytes : MiB, random);
    return request;
}

/// Mostly the exact method; all others take turns.
Method methodOf(unsigned seed)
{
    return seed % 2 == 0 ? Method::Joint : methods()[seed / 2 % methods().size()].method;
}

unsigned chosenProblem()
{
    return static_cast<unsigned>(qEnvironmentVariableIntValue("PARALLELOGRAM_PROBLEM"));
}

}  // namespace

class TestSearchBruteForce : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resultsAreTrueOfEveryPlan()
    {
        const unsigned chosen = chosenProblem();
        const unsigned first = chosen > 0 ? chosen : 1;
        const unsigned last = chosen > 0 ? chosen : 2400;
        std::map<Certificate::Status, int> seen;
        std::map<int, int> stages;
        int moved = 0;
        for (unsigned seed = first; seed <= last; ++seed) {
            SearchRequest request = problemOf(seed);
            request.method = methodOf(seed);
            const Result<SearchResult> result = search(request);
            QVERIFY(result);
            ++seen[result->certificate.status];
            if (result->plan) {
                ++stages[result->plan->pipeline()];
                const auto& layers = result->estimate->layers;
                moved += std::any_of(layers.begin(), layers.end(),
                                     [](const LayerEstimate& layer) { return layer.transformation.time() > 0; });
            }
            const std::vector<std::string> faults = test::faultsAgainstEveryPlan(request, *result);
            for (const std::string& fault : faults) {
                qWarning("%s", fault.c_str());
            }
            QVERIFY2(faults.empty(),
                     qPrintable(QString("problem %1: %2").arg(seed).arg(test::requestText(request).c_str())));
        }
        qInfo("optimal %d, gap %d, infeasible %d; plans of 1, 2, 4 stages: %d, %d, %d; with a re-layout %d",
              seen[Certificate::Status::Optimal], seen[Certificate::Status::Gap], seen[Certificate::Status::Infeasible],
              stages[1], stages[2], stages[4], moved);
        if (chosen == 0) {
            QVERIFY(seen[Certificate::Status::Optimal] > 1000);
            QVERIFY(seen[Certificate::Status::Infeasible] > 200);
            QVERIFY(stages[1] > 200 && stages[2] > 200 && stages[4] > 20);
            QVERIFY(moved > 50);
        }
    }
};

QTEST_GUILESS_MAIN(TestSearchBruteForce)
#include "test_search_brute_force.moc"
