// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Uniform plans scored by sums over runs and groups of stages: the estimator, which goes layer by layer, must agree.
#include "core/plan/estimate.h"
#include "core/plan/out_of_core.h"
#include "core/search/outer/uniform_search.h"
#include "core/search/pipeline/uniform.h"
#include "core/search/task/cuts.h"
#include "core/strategy/legality.h"
#include "tests/core/random_plan.h"
#include "tests/core/small_tasks.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <set>

using namespace pgram;

namespace {

/// The plan with one strategy for all layers, on the even cut.
Plan uniform(Plan plan, const LayerStrategy& strategy)
{
    plan.chunks = chunksFromSizes(evenCut(plan.model, static_cast<int>(plan.chunks.size())));
    plan.strategies.clear();
    for (const LayerSpec& layer : plan.model.runs) {
        plan.strategies.insert(plan.strategies.end(), static_cast<std::size_t>(layer.count),
                               asRunBy(layer, strategy, plan.training.recomputedModules));
    }
    return plan;
}

UniformScorer scorerOf(const Plan& plan, const LayerStrategy& strategy, const UniformCut& cut, StepRule rule)
{
    return {{&plan.model, &plan.cluster, plan.training, {}, rule}, plan.schedule, cut, strategy};
}

}  // namespace

class TestUniform : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheEstimator()
    {
        test::RandomPlans plans(11);
        int legal = 0;
        int mixed = 0;  // only some layers have experts
        std::set<int> stages;
        for (int round = 0; round < 1500; ++round) {
            const Plan drawn = plans.plan();
            const std::size_t layer = static_cast<std::size_t>(plans.draw(0, drawn.model.layerCount() - 1));
            Plan plan = drawn;
            const int pipeline = plan.pipeline();
            plan.schedule.kind = plans.oneOf({ScheduleKind::GPipe, ScheduleKind::OneFOneB, ScheduleKind::Interleaved,
                                              ScheduleKind::ZbH1, ScheduleKind::ZbV});
            plan.schedule.virtualStages = usualChunks(plan.schedule.kind);
            plan.chunks.resize(static_cast<std::size_t>(pipeline * plan.schedule.virtualStages));
            UniformCut cut(plan.model, plan.cluster, pipeline, plan.schedule);
            // What was prepared for other micro-batches is not taken for these.
            Schedule many = plan.schedule;
            many.microbatches *= 8;
            if (plans.chance(0.5)) {
                cut.prepare(many);
            }
            if (plans.chance(0.5)) {
                cut.prepare(plan.schedule);
            }
            if (plan.model.layerCount() < static_cast<int>(plan.chunks.size())) {
                QVERIFY(cut.groups().empty());
                continue;
            }
            const LayerStrategy& strategy = drawn.strategies[layer];
            plan = uniform(plan, strategy);
            mixed += std::set(plan.strategies.begin(), plan.strategies.end()).size() > 1 ? 1 : 0;
            plan.training.framework.overlapActivations = plans.chance(0.5);
            const std::optional<UniformScore> score = scorerOf(plan, strategy, cut, StepRule::Paper)
                                                          .score(plan.training.globalBatch, plan.schedule.microbatches);
            const Estimate estimated = estimate(plan);
            QCOMPARE(score.has_value(), estimated.legal);
            if (!score) {
                continue;
            }
            ++legal;
            stages.insert(plan.pipeline());
            if (leavesToHost(plan)) {
                QVERIFY(score->objective <= estimated.paperStepTime * (1 + 1e-12));
                continue;
            }
            QVERIFY(std::abs(score->objective - estimated.paperStepTime) <= 1e-12 * estimated.paperStepTime);
            const Seconds objective = scorerOf(plan, strategy, cut, StepRule::Simulated)
                                          .score(plan.training.globalBatch, plan.schedule.microbatches)
                                          ->objective;
            const Objective rule(plan.schedule, plan.pipeline());
            QVERIFY(!rule.isBound() || objective <= estimated.stepTime * (1 + 1e-12));
            QCOMPARE(score->memory, estimated.peakMemory);
            const auto fullest = static_cast<std::size_t>(score->fullest);
            QCOMPARE(estimated.stages[fullest].memory.total(), estimated.peakMemory);
        }
        QVERIFY2(legal > 500 && stages.size() > 3 && mixed > 30,
                 qPrintable(QStringLiteral("%1, %2").arg(legal).arg(mixed)));
    }

    /// One scorer for a sweep over batches and micro-batches: what it remembers does not leak from one into the other.
    void oneScorerServesEveryBatch()
    {
        std::mt19937 random(3);
        Plan plan;
        plan.model = test::smallModel(10, random);
        plan.cluster = test::smallCluster(8);
        plan.chunks.resize(4);
        plan.strategies.resize(12);
        const LayerStrategy strategy{.data = 2, .zero = 1};
        plan = uniform(plan, strategy);
        const UniformCut cut(plan.model, plan.cluster, 4, plan.schedule);
        UniformScorer scorer = scorerOf(plan, strategy, cut, StepRule::Paper);
        int scored = 0;
        for (std::int64_t batch = 1; batch <= 64; ++batch) {
            for (int microbatches = 1; microbatches <= 16; ++microbatches) {
                plan.training.globalBatch = batch;
                plan.schedule.microbatches = microbatches;
                const std::optional<UniformScore> score = scorer.score(batch, microbatches);
                QCOMPARE(score.has_value(), batch % (2 * microbatches) == 0);
                if (score) {
                    const Estimate estimated = estimate(plan);
                    QVERIFY(std::abs(score->objective - estimated.paperStepTime) <= 1e-12 * estimated.paperStepTime);
                    QCOMPARE(score->memory, estimated.peakMemory);
                    ++scored;
                }
            }
        }
        QVERIFY(scored > 90);
    }

    void moreStagesThanLayersHaveNoPlan()
    {
        std::mt19937 random(3);
        const Architecture model = test::smallModel(2, random);
        const Cluster cluster = test::smallCluster(8);
        const UniformCut cut(model, cluster, 8, {});
        QVERIFY(cut.groups().empty());
        QVERIFY(!UniformScorer({&model, &cluster}, {}, cut, {}).score(8, 1));
    }

    /// The best of a batch is what trying every strategy, P and m finds, and as many threads as like may look.
    void theBestIsTheBestOfAll()
    {
        int spread = 0;  // with experts on several devices
        for (unsigned seed = 1; seed < 11; ++seed) {
            std::mt19937 random(seed);
            SearchRequest request;
            request.model = test::smallModel(6, random);
            for (LayerSpec& layer : request.model.runs) {
                if (layer.kind == LayerKind::Decoder && seed > 5) {
                    layer.experts = 8;
                    layer.topK = 2;
                    request.space.ep = true;
                }
            }
            request.cluster = test::smallCluster(8);
            request.training.globalBatch = 32;
            request.space.sp = request.space.zero1 = true;
            request.schedules = {{ScheduleKind::OneFOneB, 1, 1}, {ScheduleKind::Interleaved, 1, 2}};
            const Bytes usable = (request.space.ep ? 400 : 40) * MiB;
            const MethodRules rules = rulesOf(Method::Joint, request.space, request.schedules, 8);
            const TaskSource source = test::sourceOf(request);
            const std::vector<Subproblem> listed = listTasks(request, rules);
            std::optional<Estimate> best;
            for (const Subproblem& task : listed) {
                for (const LayerStrategy& strategy : task.strategies->strategies) {
                    const std::vector<int> sizes = evenCut(request.model, task.key.pipeline);
                    Estimate one = estimate(planOf(source, {task.key, strategy, sizes, 0}));
                    if (one.legal && one.peakMemory <= usable && (!best || one.stepTime < best->stepTime)) {
                        best = std::move(one);
                    }
                }
            }
            for (const int workers : {1, 4}) {
                const std::optional<UniformPlan> found = bestUniform(listed, {source, rules, usable, workers});
                QCOMPARE(found.has_value(), best.has_value());
                spread += found && found->strategy.expert > 1 ? 1 : 0;
                QVERIFY(found && std::abs(found->stepTime - best->stepTime) <= 1e-12 * best->stepTime);
                QVERIFY(std::abs(estimate(planOf(source, *found)).stepTime - best->stepTime) <= 1e-12 * best->stepTime);
            }
        }
        QVERIFY(spread > 0);
    }
};

PGRAM_TEST(TestUniform)
#include "test_uniform.moc"
