// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner against every plan there is: thousands of small random problems with several kinds of layers, re-layout
// costs, cuts, batches, schedules and pins, at budgets from too small to ample. PARALLELOGRAM_SEED=N starts at problem
// N, PARALLELOGRAM_PROBLEMS=COUNT runs that many.
#include "core/strategy/dimension_rules.h"
#include "tests/core/certificate_checker.h"
#include "tests/core/random_problem.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace pgram;

namespace {

/// Plans of a problem: with more, the whole takes minutes.
constexpr double mostPlans = 3e6;
constexpr double leastPlans = 500;

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
    switch (random() % 12) {
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

/// A part of a strategy, of dimensions in the method's space.
std::optional<StrategyPattern> patternOf(const LayerStrategy& strategy, const Space& space, std::mt19937& random)
{
    StrategyPattern pattern;
    for (const DimensionRules* rules : treeOrder()) {
        if (space.*rules->on && rules->has(strategy) && random() % 2 == 0) {
            pattern.terms.push_back({rules, 0});
        }
    }
    return pattern.terms.empty() ? std::nullopt : std::optional(pattern);
}

/// Pins a layer or two to strategies that some plan may have, or to a part of one.
void pinSome(SearchRequest& request, std::mt19937& random)
{
    const std::vector<test::TaskShape> shapes = test::taskShapes(request, {request.space, request.schedule.kind, 0});
    if (shapes.empty()) {
        return;
    }
    const Space space = test::spaceOf(request).plans.space;
    const std::vector<LayerStrategy>& strategies = shapes[random() % shapes.size()].strategies;
    const int layers = request.model.layerCount();
    for (std::size_t pins = 1 + random() % 2; pins > 0; --pins) {
        const int first = static_cast<int>(random() % static_cast<unsigned>(layers));
        const int count = 1 + static_cast<int>(random() % static_cast<unsigned>(layers - first));
        const LayerStrategy& strategy = strategies[random() % strategies.size()];
        request.pins.push_back({first, count, strategy, patternOf(strategy, space, random)});
    }
}

/// Mostly the exact method; all others take turns.
Method methodOf(unsigned seed)
{
    // The last is robust, which ranks by another figure than the step.
    static const std::vector<MethodInfo> available = test::availableMethods();
    return seed % 2 == 0 ? Method::Joint : available[seed / 2 % (available.size() - 1)].method;
}

/// The problem of a seed with its method and budget.
SearchRequest problemOf(unsigned seed)
{
    // A few have next to no plan, or none at all.
    SearchRequest request = test::randomProblem(seed, seed % 32 == 0 ? 0 : leastPlans, mostPlans);
    std::mt19937 random(~seed);
    request.method = methodOf(seed);
    request.samples = 500;
    if (random() % 6 == 0) {
        pinSome(request, random);
    }
    const std::optional<test::LeastMemory> least = test::leastMemory(request, test::spaceOf(request).plans);
    request.memoryBudget = randomBudget(request.cluster, least ? least->bytes : MiB, random);
    return request;
}

}  // namespace

class TestSearchBruteForce : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resultsAreTrueOfEveryPlan()
    {
        const unsigned first = test::firstSeed();
        const auto count = static_cast<int>(
            test::numberFrom("PARALLELOGRAM_PROBLEMS", static_cast<unsigned>(test::casesOf(300, 50'000))));
        qInfo("%d problems from seed %u", count, first);
        std::map<Certificate::Status, int> seen;
        std::map<int, int> stages;
        int moved = 0;
        for (unsigned seed = first; seed != first + static_cast<unsigned>(count); ++seed) {
            const SearchRequest request = problemOf(seed);
            const Result<SearchResult> result = search(request);
            QVERIFY(result);
            ++seen[result->certificate.status];
            if (result->plan) {
                ++stages[result->plan->pipeline()];
                const auto& layers = result->estimate->layers;
                moved += std::any_of(layers.begin(), layers.end(),
                                     [](const LayerEstimate& layer) { return layer.transformation.time() > 0; });
            }
            const std::string faults = test::faultsAgainstEveryPlan(request, *result);
            QVERIFY2(
                faults.empty(),
                qPrintable(
                    QString("problem %1: %2%3").arg(seed).arg(faults.c_str(), test::requestText(request).c_str())));
        }
        qInfo("optimal %d, gap %d, infeasible %d; plans of 1, 2, 4 stages: %d, %d, %d; with a re-layout %d",
              seen[Certificate::Status::Optimal], seen[Certificate::Status::Gap], seen[Certificate::Status::Infeasible],
              stages[1], stages[2], stages[4], moved);
        // Enough of each kind, or the problems prove little.
        if (count >= 300) {
            QVERIFY(seen[Certificate::Status::Optimal] > count / 4);
            QVERIFY(seen[Certificate::Status::Gap] > count / 12);
            QVERIFY(seen[Certificate::Status::Infeasible] > count / 12);
            QVERIFY(stages[1] > count / 5 && stages[2] > count / 10 && stages[4] > count / 50);
            QVERIFY(moved > count / 8);
        }
    }
};

PGRAM_TEST(TestSearchBruteForce)
#include "test_search_brute_force.moc"
