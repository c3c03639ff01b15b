// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Searches by sampling beside the exact one.
#include "core/search/outer/sample_moves.h"
#include "core/search/outer/sampling.h"
#include "core/search/stage/stage_memory.h"
#include "core/search/task/cuts.h"
#include "core/search/task/given_strategies.h"
#include "tests/core/near.h"
#include "tests/core/small_request.h"
#include "tests/core/small_tasks.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <set>
#include <thread>

using namespace pgram;
using test::nearlyEqual;
using test::smallRequest;

namespace {

constexpr Method samplers[] = {Method::Annealing, Method::RandomRestart};

SearchResult found(SearchRequest request, Method method)
{
    request.method = method;
    request.samples = 100'000;
    Result<SearchResult> result = search(request);
    return result ? *result : SearchResult{};
}

std::vector<Subproblem> listedOf(const SearchRequest& request)
{
    return listTasks(request,
                     rulesOf(Method::Joint, request.space, candidateSchedules(request), request.cluster.devices));
}

/// Those with a legal strategy for every layer.
std::vector<Subproblem> tasksOf(const SearchRequest& request)
{
    const TaskSource source = test::sourceOf(request);
    const MethodRules rules = rulesOf(request);
    return openTasks(listedOf(request), {source, rules, 64 * MiB}, std::numeric_limits<double>::infinity());
}

}  // namespace

class TestSampling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Sums brought up to date move by move are those of the estimator.
    void sumsAreTheEstimates()
    {
        SearchRequest request = smallRequest(4, 6, 3);
        request.space.sp = true;
        request.schedules = {{ScheduleKind::OneFOneB}, {ScheduleKind::Interleaved, 1, 2}, {ScheduleKind::ZbH1}};
        const Bytes budget = 56 * MiB;
        SampledTasks tasks(tasksOf(request), test::sourceOf(request), budget);
        SampleMoves moves(tasks, 7);
        Sample sample;
        moves.makeRandom(sample);
        int over = 0;
        std::set<std::size_t> met;
        for (int round = 0; round < 20'000; ++round) {
            moves.change(sample);
            met.insert(sample.task);
            const SampleScorer& scorer = tasks.scorer(sample.task);
            const Plan plan = planOf(scorer.task(), scorer.planOf(sample.plan));
            QVERIFY(checkStructure(plan));
            if (round % 100 == 0) {
                const Estimate score = estimate(plan);
                QVERIFY(score.legal);
                QVERIFY(nearlyEqual(scorer.planOf(sample.plan).step, score.stepTime));
                QVERIFY(!scorer.task().objective.isBound() ||
                        scorer.objective(sample.plan) <= score.stepTime * (1 + 1e-12));
                QCOMPARE(scorer.excess(sample.plan) == 0, score.peakMemory <= budget);
                over += score.peakMemory > budget ? 1 : 0;
            }
        }
        QVERIFY(met.size() == tasks.size());
        QVERIFY(over > 20 && over < 180);
    }

    void leanestPlanNeedsWhatIsSaid()
    {
        const SearchRequest request = smallRequest(4, 6, 2);
        SampledTasks tasks(tasksOf(request), test::sourceOf(request), 64 * MiB);
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            SampleScorer& scorer = tasks.scorer(i);
            StageMemory memory(scorer.task());
            const std::vector<int> sizes = memoryCut(scorer.task(), memory);
            const Plan plan = planOf(scorer.task(), scorer.planOf(leastMemoryPlan(scorer, sizes)));
            QCOMPARE(estimate(plan).peakMemory, fullestStage(scorer.task(), memory, sizes).bytes);
        }
    }

    /// A stage with two chunks has one backward peak: its chunks are chosen together.
    void leanestStagesChooseTheirChunksTogether()
    {
        SearchRequest request = smallRequest(4, 8, 2);
        request.schedule = {ScheduleKind::Interleaved, 1, 2};
        SampledTasks tasks(tasksOf(request), test::sourceOf(request), 64 * MiB);
        int chunked = 0;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            SampleScorer& scorer = tasks.scorer(i);
            const std::vector<int> sizes = evenCut(scorer.task().model, scorer.task().parts());
            if (!scorer.task().hasChunks() || sizes.empty()) {
                continue;
            }
            ++chunked;
            StageMemory memory(scorer.task());
            const CutPlan plan = scorer.cutOf(leastMemoryPlan(scorer, sizes));
            QCOMPARE(std::ranges::max(plan.stageMemory),
                     fullestStage(scorer.task(), memory, sizes, scorer.inFlight()).bytes);
        }
        QVERIFY(chunked > 0);
    }

    /// A pattern of recomputation leaves layers no choice.
    void leanestPlanKeepsThePattern()
    {
        const SearchRequest request = smallRequest(4, 6, 2);
        SampledTasks tasks(tasksOf(request), test::sourceOf(request), 64 * MiB);
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const Task task = withPattern(tasks.scorer(i).task(), {SomeBlocks::FirstOfChunk, 1});
            SampleScorer scorer(task, 64 * MiB);
            const std::vector<int> sizes = evenCut(task.model, task.parts());
            std::vector<int> strategies;
            for (const Candidate* chosen : leastMemoryPlan(scorer, sizes).choice) {
                strategies.push_back(chosen->strategy);
            }
            QCOMPARE(strategies, givenStrategies(task, sizes));
        }
    }

    /// Never illegal, never over the budget, never better than the optimum, and most of the time as good.
    void samplersStayInTheSpace()
    {
        int reached = 0;
        int asked = 0;
        for (unsigned seed = 1; seed < 7; ++seed) {
            SearchRequest request = smallRequest(4, 4, seed);
            request.training.globalBatch = 16;
            request.memoryBudget = (36 + 4 * static_cast<Bytes>(seed)) * MiB;
            const SearchResult joint = found(request, Method::Joint);
            for (const Method method : samplers) {
                const SearchResult result = found(request, method);
                QCOMPARE(result.plan.has_value(), joint.plan.has_value());
                if (!result.plan) {
                    continue;
                }
                ++asked;
                QVERIFY(result.estimate->fits && result.estimate->legal);
                QVERIFY(checkStructure(*result.plan));
                QVERIFY(result.estimate->stepTime >= joint.estimate->stepTime * (1 - 1e-12));
                reached += nearlyEqual(result.estimate->stepTime, joint.estimate->stepTime) ? 1 : 0;
                QVERIFY(result.certificate.lowerBound <= joint.estimate->stepTime * (1 + 1e-12));
                QVERIFY(result.certificate.lowerBound > 0);
                QVERIFY(result.certificate.status == Certificate::Status::Gap ||
                        result.certificate.status == Certificate::Status::Optimal);
                QCOMPARE(result.incumbents.back().stepTime, result.estimate->stepTime);
            }
        }
        QVERIFY2(asked >= 8 && 4 * reached >= 3 * asked,
                 qPrintable(QStringLiteral("%1 of %2").arg(reached).arg(asked)));
    }

    void sameSeedSamePlan()
    {
        SearchRequest request = smallRequest(4, 6, 4);
        request.memoryBudget = 48 * MiB;
        for (const Method method : samplers) {
            const SearchResult first = found(request, method);
            request.threads = 2;
            const SearchResult second = found(request, method);
            QVERIFY(first.plan && second.plan);
            QCOMPARE(second.estimate->stepTime, first.estimate->stepTime);
            QVERIFY(second.plan->strategies == first.plan->strategies);
            QCOMPARE(second.incumbents.size(), first.incumbents.size());
        }
    }

    void countsItsEvaluations()
    {
        const SearchRequest request = smallRequest(4, 6, 4);
        const TaskSource source = test::sourceOf(request);
        const MethodRules rules = rulesOf(request);
        for (const Sampling kind : {Sampling::Annealing, Sampling::RandomRestart}) {
            const SamplingOptions options{kind, 10'000, 1};
            Incumbent incumbent({});
            const SamplingTrace trace = sampleTasks(listedOf(request), {source, rules, 64 * MiB}, options, incumbent);
            QCOMPARE(trace.evaluations, options.evaluations);
            QVERIFY(!trace.incumbents.empty());
            // The first plan fits, each further one is faster.
            for (std::size_t i = 1; i < trace.incumbents.size(); ++i) {
                const auto rate = [&](std::size_t k) {
                    return trace.incumbents[k].stepTime / static_cast<double>(trace.incumbents[k].batch);
                };
                QVERIFY(rate(i) < rate(i - 1));
                QVERIFY(trace.incumbents[i].seconds >= trace.incumbents[i - 1].seconds);
            }
            QVERIFY(incumbent.best());
        }
    }

    /// The least budget that works is a start for both; below it both say what is missing.
    void tightBudgets()
    {
        SearchRequest request = smallRequest(4, 6, 2);
        request.memoryBudget = 1;
        const std::optional<Infeasibility> why = found(request, Method::Joint).infeasibility;
        QVERIFY(why);
        for (const Method method : samplers) {
            request.memoryBudget = 1;
            const SearchResult nothing = found(request, method);
            QVERIFY(nothing.certificate.status == Certificate::Status::Infeasible);
            QVERIFY(nothing.infeasibility);
            QCOMPARE(nothing.infeasibility->smallestBudget, why->smallestBudget);
            request.memoryBudget = why->smallestBudget;
            const SearchResult result = found(request, method);
            QVERIFY(result.plan && result.estimate->fits);
        }
    }

    void pinnedLayersKeepTheirStrategy()
    {
        SearchRequest request = smallRequest(4, 6, 1);
        LayerStrategy pinned;
        pinned.tensor = 2;
        pinned.data = 2;
        request.pins = {{2, 2, pinned}};
        request.pipelines = {1};
        for (const Method method : samplers) {
            const SearchResult result = found(request, method);
            QVERIFY(result.plan);
            QVERIFY(result.plan->strategies[2] == pinned && result.plan->strategies[3] == pinned);
        }
    }

    void stopKeepsTheBest()
    {
        SearchRequest request = smallRequest(8, 40, 1);
        request.method = Method::Annealing;
        request.cluster.device.memory = 256 * MiB;
        request.samples = 1'000'000'000'000;  // of weeks
        std::stop_source source;
        const Result<SearchResult> result = search(request, source.get_token(), [&source](const Progress& progress) {
            if (progress.incumbent < std::numeric_limits<double>::infinity()) {
                source.request_stop();
            }
        });
        QVERIFY(result);
        QVERIFY(result->certificate.status == Certificate::Status::Stopped);
        QVERIFY(result->plan && result->estimate->fits);
    }
};

PGRAM_TEST(TestSampling)
#include "test_sampling.moc"
