// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The search as a whole: methods in their order, certificates, infeasible requests, threads, stopping.
#include "core/search/search.h"
#include "core/search/task/cuts.h"
#include "tests/core/small_models.h"
#include "tests/core/small_request.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <set>

using namespace pgram;
using test::foundOrNone;
using test::smallRequest;
using test::stepTime;

class TestSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void methodsKeepTheirOrder()
    {
        const std::vector<Method> contained{Method::Galvatron, Method::Dp,   Method::Tp,   Method::Pp,
                                            Method::Sdp,       Method::DpTp, Method::DpPp, Method::Zero3};
        for (const Bytes budget : {38 * MiB, 44 * MiB, 60 * MiB, 92 * MiB}) {
            SearchRequest request = smallRequest(4, 6);
            request.memoryBudget = budget;
            const Seconds bmw = stepTime(request, Method::Bmw);
            const Seconds base = stepTime(request, Method::Base);
            QVERIFY(base < std::numeric_limits<double>::infinity());
            const Seconds joint = stepTime(request, Method::Joint);
            QVERIFY(joint <= bmw * (1 + 1e-12));
            QVERIFY(bmw <= base);
            QVERIFY(base <= stepTime(request, Method::BmwMemory));
            for (const Method method : contained) {
                const Seconds baseline = stepTime(request, method);
                QVERIFY2(base <= baseline * (1 + 1e-12), info(method).name);
            }
        }
    }

    void resultFitsAndIsCertified()
    {
        SearchRequest request = smallRequest(4, 6);
        request.memoryBudget = 44 * MiB;
        const SearchResult result = foundOrNone(request);
        QVERIFY(result.plan);
        QVERIFY(checkStructure(*result.plan));
        QVERIFY(result.estimate->fits);
        QVERIFY(result.estimate->legal);
        const bool optimal = result.certificate.status == Certificate::Status::Optimal;
        QVERIFY(optimal || result.certificate.status == Certificate::Status::Gap);
        QCOMPARE(result.certificate.gap == 0, optimal);
        QVERIFY(result.certificate.lowerBound > 0);
        QVERIFY(result.certificate.lowerBound <= result.estimate->stepTime);
        QVERIFY(!result.incumbents.empty());
        QCOMPARE(result.incumbents.back().stepTime, result.estimate->stepTime);
    }

    /// The bound holds for every plan of the space: for what other methods and other cuts found, too.
    void boundHoldsForEveryMethod()
    {
        for (unsigned seed = 1; seed < 9; ++seed) {
            SearchRequest request = smallRequest(4, 6, seed);
            request.memoryBudget = 48 * MiB;
            const SearchResult result = foundOrNone(request);
            if (!result.plan) {
                continue;
            }
            for (const Method method : {Method::Base, Method::BmwTime, Method::DpPp, Method::DpTp}) {
                QVERIFY(result.certificate.lowerBound <= stepTime(request, method) * (1 + 1e-12));
            }
        }
    }

    /// The certificate names what was switched on beside the dimensions.
    void theScopeNamesTheSwitches()
    {
        SearchRequest request = smallRequest(4, 6, 1);
        request.method = Method::Joint;
        QVERIFY(foundOrNone(request).certificate.scope.find("mixed") == std::string::npos);
        request.space.takeaway3 = false;
        QVERIFY(foundOrNone(request).certificate.scope.find(", mixed") != std::string::npos);
    }

    /// The certificate says that expert groups beyond the data ranks are not searched, for models with experts.
    void theScopeNamesWhereExpertsAre()
    {
        SearchRequest request = smallRequest(4, 6, 1);
        request.method = Method::Joint;
        request.space.ep = true;
        const std::string words = "experts spread over the data group alone";
        QVERIFY(foundOrNone(request).certificate.scope.find(words) == std::string::npos);
        for (LayerSpec& run : request.model.runs) {
            run.experts = run.ffn > 0 ? 4 : 0;
            run.topK = run.experts / 2;
        }
        QVERIFY(foundOrNone(request).certificate.scope.find(words) != std::string::npos);
        request.space.ep = false;
        QVERIFY(foundOrNone(request).certificate.scope.find(words) == std::string::npos);
    }

    /// Joint is exact over the space, and says so.
    void jointClosesTheGap()
    {
        for (unsigned seed = 1; seed < 9; ++seed) {
            SearchRequest request = smallRequest(4, 6, seed);
            request.memoryBudget = 60 * MiB;
            request.method = Method::Joint;
            const SearchResult result = foundOrNone(request);
            QVERIFY(result.plan);
            QCOMPARE(result.certificate.status, Certificate::Status::Optimal);
            QCOMPARE(result.certificate.gap, 0.0);
        }
    }

    /// Half of the least budget that works without offload is enough with it; without a link to the host the wider
    /// space is no wider. What fits has no slower plan in the wider space.
    void offloadHoldsWhatDoesNotFit()
    {
        SearchRequest request = smallRequest(4, 6);
        request.method = Method::Joint;
        request.memoryBudget = 2 * MiB;
        const Bytes smallest = foundOrNone(request).infeasibility->smallestBudget;
        const auto offloads = [](const LayerStrategy& s) { return s.usesHost(); };
        SearchRequest wide = request;
        wide.space.offloadActivations = wide.space.offloadOptimizer = true;
        wide.memoryBudget = smallest / 2;
        const SearchResult half = foundOrNone(wide);
        QVERIFY(half.plan && half.estimate->fits && half.estimate->legal);
        QVERIFY(std::ranges::any_of(half.plan->strategies, offloads));
        QVERIFY(std::ranges::any_of(half.estimate->stages, [](const StageEstimate& s) { return s.hostMemory > 0; }));
        request.memoryBudget = wide.memoryBudget = smallest;
        QVERIFY(foundOrNone(wide).estimate->stepTime <= foundOrNone(request).estimate->stepTime);

        wide.cluster.host = {};
        QCOMPARE(foundOrNone(wide).estimate->stepTime, foundOrNone(request).estimate->stepTime);
        wide.memoryBudget = smallest - 1;
        QVERIFY(!foundOrNone(wide).plan);
    }

    /// A warning where a device's share of the host's memory is known and too small.
    void tooMuchForTheHostIsSaid()
    {
        SearchRequest request = smallRequest(2, 4);
        request.memoryBudget = 1 * GiB;
        request.pipelines = {1};
        Plan plan = *foundOrNone(request).plan;
        const auto warnings = [&plan] {
            const std::vector<Issue> issues = estimate(plan).issues;
            return std::ranges::count(issues, std::string("over-host-memory"), &Issue::code);
        };
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.offloadOptimizer = true;
        }
        const Bytes needed = estimate(plan).stages.front().hostMemory;
        QVERIFY(needed > 0);
        QCOMPARE(warnings(), 0);  // not known
        plan.cluster.host.memory = needed;
        QCOMPARE(warnings(), 0);
        plan.cluster.host.memory = needed - 1;
        QCOMPARE(warnings(), 1);
        QVERIFY(estimate(plan).legal && estimate(plan).fits);
    }

    void infeasibleNamesTheSmallestBudget()
    {
        for (const double reserve : {0.0, 0.07}) {
            SearchRequest request = smallRequest(4, 6);
            request.cluster.reserve.value = reserve;
            request.memoryBudget = 2 * MiB;
            const SearchResult result = foundOrNone(request);
            QVERIFY(!result.plan);
            QVERIFY(result.infeasibility);
            QCOMPARE(result.certificate.status, Certificate::Status::Infeasible);
            const Bytes smallest = result.infeasibility->smallestBudget;
            QCOMPARE(result.infeasibility->shortBy,
                     usableBudget(smallest, request.cluster) - usableBudget(2 * MiB, request.cluster));
            request.memoryBudget = smallest;
            QVERIFY(foundOrNone(request).plan);
            request.memoryBudget = smallest - 1;
            QVERIFY(!foundOrNone(request).plan);
        }
    }

    void threadsDoNotChangeTheResult()
    {
        for (unsigned seed = 1; seed < 6; ++seed) {
            SearchRequest request = smallRequest(8, 8, seed);
            request.memoryBudget = 48 * MiB;
            if (seed % 2 == 0) {
                request.schedules = {{ScheduleKind::ZbH1, 1, 1}, {ScheduleKind::Interleaved, 1, 2}, {}};
            }
            SearchResult one = foundOrNone(request);
            request.threads = 4;
            SearchResult four = foundOrNone(request);
            QVERIFY(one.plan && four.plan);
            one.plan->provenance = four.plan->provenance = {};
            QVERIFY(*one.plan == *four.plan);
            QCOMPARE(one.walk.size(), four.walk.size());
        }
    }

    void walkClimbsInTimeBalance()
    {
        SearchRequest request = smallRequest(4, 16);
        request.memoryBudget = 110 * MiB;
        request.pipelines = {4};
        const SearchResult result = foundOrNone(request);
        QVERIFY(result.plan);
        QVERIFY(!result.walk.empty());
        int best = 0;
        for (const BalanceStep& step : result.walk) {
            best += step.best ? 1 : 0;
            QVERIFY(step.alphaTime >= 0 && step.alphaTime <= 0.75 + 1e-12);
            QVERIFY(step.alphaMemory >= 0 && step.alphaMemory <= 0.75 + 1e-12);
            QVERIFY(step.stepTime >= result.estimate->stepTime * (1 - 1e-12));
        }
        QCOMPARE(best, 1);
        QCOMPARE(result.walk.front().from, -1);
        for (std::size_t i = 1; i < result.walk.size(); ++i) {
            const BalanceStep& step = result.walk[i];
            QVERIFY(step.from >= 0 && step.from < static_cast<int>(i));
            const BalanceStep& before = result.walk[static_cast<std::size_t>(step.from)];
            int moved = 0;
            for (std::size_t stage = 0; stage < step.sizes.size(); ++stage) {
                moved += std::abs(step.sizes[stage] - before.sizes[stage]);
            }
            QCOMPARE(moved, 2);
        }
    }

    /// The bound only rises, never above what is found, and ends as the certificate says.
    void theBoundRisesToTheCertificate()
    {
        for (unsigned seed = 1; seed < 6; ++seed) {
            SearchRequest request = smallRequest(8, 8, seed);
            request.memoryBudget = 48 * MiB;
            request.method = seed % 2 == 0 ? Method::Bmw : Method::Joint;
            const SearchResult result = foundOrNone(request);
            QVERIFY(result.plan && !result.bounds.empty());
            const double batch = static_cast<double>(result.plan->training.globalBatch);
            for (std::size_t i = 1; i < result.bounds.size(); ++i) {
                QVERIFY(result.bounds[i].perSample > result.bounds[i - 1].perSample);
                QVERIFY(result.bounds[i].seconds >= result.bounds[i - 1].seconds);
            }
            const Seconds last = result.bounds.back().perSample * batch;
            QVERIFY(std::abs(last - result.certificate.lowerBound) <= 1e-9 * result.estimate->stepTime);
            QVERIFY(result.bounds.back().seconds <= result.certificate.seconds);
        }
    }

    void batchesAreComparedByThroughput()
    {
        SearchRequest request = smallRequest(4, 4);
        request.batches = {4, 8, 16, 32};
        const SearchResult all = foundOrNone(request);
        QVERIFY(all.plan);
        for (const std::int64_t batch : request.batches) {
            SearchRequest one = request;
            one.batches = {batch};
            QVERIFY(foundOrNone(one).estimate->throughput <= all.estimate->throughput * (1 + 1e-12));
        }
    }

    /// The best plan that has a given strategy: it has it, the rest is free, and it cannot beat the optimum of a
    /// space that has the strategy.
    void pinnedLayersKeepTheirStrategy()
    {
        for (unsigned seed = 1; seed < 6; ++seed) {
            SearchRequest request = smallRequest(4, 6, seed);
            request.memoryBudget = 92 * MiB;
            request.method = Method::Joint;
            const SearchResult free = foundOrNone(request);
            QVERIFY(free.plan);
            SearchRequest wide = request;
            wide.space.zero1 = true;
            const SearchResult widest = foundOrNone(wide);
            LayerStrategy pinned;
            pinned.tensor = 2;
            pinned.data = 2;
            pinned.zero = 1;  // not in the space: a pin is not bound by it
            request.pins = {{2, 3, pinned}};
            const SearchResult result = foundOrNone(request);
            QVERIFY(result.plan);
            QVERIFY(result.plan->model == request.model);
            for (int layer = 2; layer < 5; ++layer) {
                QVERIFY(result.plan->strategies[static_cast<std::size_t>(layer)] == pinned);
            }
            QVERIFY(result.plan->strategies[5] != pinned);
            QVERIFY(result.estimate->fits && result.estimate->legal);
            QVERIFY(result.estimate->stepTime >= widest.estimate->stepTime * (1 - 1e-12));

            // Pinning what the optimum has changes nothing.
            request.pins.clear();
            for (int layer = 0; layer < 4; ++layer) {
                request.pins.push_back({layer, 1, free.plan->strategies[static_cast<std::size_t>(layer)]});
            }
            QVERIFY(std::abs(foundOrNone(request).estimate->stepTime / free.estimate->stepTime - 1) < 1e-12);
        }
        SearchRequest request = smallRequest(4, 6);
        request.pins = {{6, 3, {}}};
        QVERIFY(!search(request));
    }

    void progressEndsWithAllTasks()
    {
        const SearchRequest request = smallRequest(4, 6);
        Progress last;
        int calls = 0;
        const Result<SearchResult> result = search(request, {}, [&](const Progress& progress) {
            QVERIFY(progress.tasksDone >= last.tasksDone);
            last = progress;
            ++calls;
        });
        QVERIFY(result);
        QVERIFY(calls >= 1);
        QCOMPARE(last.tasksDone, last.tasksTotal);
        QCOMPARE(last.tasksTotal, result->certificate.tasks);
        // Where activations may be offloaded, a search without them follows: one bar for both.
        SearchRequest offloads = request;
        offloads.space.offloadActivations = true;
        offloads.cluster.host.bandwidth = 16e9;
        last = {};
        bool both = false;
        const Result<SearchResult> mixed = search(offloads, {}, [&](const Progress& progress) {
            QVERIFY(progress.tasksDone >= last.tasksDone);
            both = both || (progress.tasksTotal == last.tasksTotal && 2 * progress.tasksDone > progress.tasksTotal);
            last = progress;
        });
        QVERIFY(mixed && both);
        QCOMPARE(last.tasksDone, last.tasksTotal);
    }

    /// The incumbent that every search starts with: a uniform plan, there before the first task is solved, and never
    /// better than the end.
    void uniformPlansComeFirst()
    {
        SearchRequest request = smallRequest(8, 16);
        request.method = Method::Joint;
        const SearchResult result = foundOrNone(request);
        QVERIFY(result.plan && result.incumbents.size() > 1);
        QVERIFY(result.incumbents.front().stepTime >= result.estimate->stepTime * (1 - 1e-12));
        const Seconds uniform = result.incumbents.front().stepTime;
        for (const Method method : {Method::Dp, Method::Sdp, Method::Tp}) {
            QVERIFY(uniform <= stepTime(request, method) * (1 + 1e-12));
        }
    }

    void badRequestsAreRefused()
    {
        SearchRequest request = smallRequest(4, 4);
        request.memoryBudget = -1;
        QVERIFY(!search(request));
        request = smallRequest(4, 4);
        request.model.runs.clear();
        QVERIFY(!search(request));
        request = smallRequest(4, 4);
        request.training.globalBatch = 0;
        QVERIFY(!search(request));
        request = smallRequest(4, 4);
        request.schedule.kind = ScheduleKind::Interleaved;  // of one chunk
        QVERIFY(!search(request));
    }

    void methodNamesAreUniqueAndParse()
    {
        std::set<std::string> names;
        for (const MethodInfo& entry : methods()) {
            QVERIFY(names.insert(entry.name).second);
            QCOMPARE(*parseMethod(entry.name), entry.method);
        }
        QVERIFY(!parseMethod("bwm"));
    }

    void evenCutCountsBlocks()
    {
        std::mt19937 random(1);
        const Architecture model = test::smallModel(8, random);
        QCOMPARE(evenCut(model, 4), (std::vector<int>{3, 2, 2, 3}));
        QCOMPARE(evenCut(model, 3), (std::vector<int>{4, 3, 3}));
        QCOMPARE(evenCut(model, 10).size(), std::size_t{10});
        QVERIFY(evenCut(model, 11).empty());
    }

    void minMaxCutBalances()
    {
        const std::vector<double> weights{5, 1, 1, 1, 4, 4};
        const auto weight = [&weights](int, int first, int end) {
            double sum = 0;
            for (int i = first; i < end; ++i) {
                sum += weights[static_cast<std::size_t>(i)];
            }
            return sum;
        };
        QCOMPARE(minMaxCut(6, 3, weight), (std::vector<int>{2, 3, 1}));
        QCOMPARE(minMaxCut(6, 6, weight), (std::vector<int>{1, 1, 1, 1, 1, 1}));
        QVERIFY(minMaxCut(6, 7, weight).empty());
    }
};

PGRAM_TEST(TestSearch)
#include "test_search.moc"
