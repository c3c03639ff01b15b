// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stages that leave kept tensors in host memory: what waits by the event rule is in the estimate, and the search's
// costs are a bound of it.
#include "core/plan/out_of_core.h"
#include "core/plan/stage_keeping.h"
#include "core/search/search.h"
#include "tests/core/same_estimate.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <random>

using namespace pgram;

namespace {

/// Llama 2 7B with one sample of 32k tokens a device: twice as much as there is room for.
SearchRequest longSamples()
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model("llama2-7b"));
    request.cluster = loaded(shippedPresets().cluster("a100-8"));
    request.training.globalBatch = 8;
    request.training.sequenceLength = 32768;
    request.space.tp = request.space.pp = false;
    request.method = Method::Joint;
    return request;
}

Plan longPlan()
{
    return *search(longSamples())->plan;
}

/// Seconds that a step's copies are waited for.
Seconds exposedCopies(const Estimate& estimate)
{
    Seconds exposed = 0;
    for (const LayerEstimate& layer : estimate.layers) {
        for (const Charge& charge : layer.cost.charges) {
            exposed += charge.kind == TrafficKind::HostTransfer ? charge.exposed : 0;
        }
    }
    return exposed;
}

}  // namespace

class TestOutOfCore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The estimate of a mix is its event by event step and what a step has beside it.
    void waitingIsInTheStep()
    {
        const Plan plan = longPlan();
        const StageBlocks blocks = *stageBlocks(plan, 0);
        const std::vector<int> single(blocks.layers.size(), 1);
        for (const bool mixes : {true, false}) {
            const KeepingPlan mix = mixes ? searchKeeping(blocks.layers, blocks.device).plan
                                          : KeepingPlan(blocks.layers.size(), Keeping::Swap);
            const Seconds rule = SwapStep(blocks.layers, blocks.device).seconds(mix);
            QVERIFY(std::isfinite(rule));
            const Estimate figures = estimate(withKeeping(plan, 0, single, mix));
            QVERIFY(figures.fits && figures.legal);
            const StageEstimate& stage = figures.stages.front();
            QVERIFY(std::abs(stage.time - rule) < 2e-3 * rule);  // a recomputed forward is no forward to the nanosecond
            QCOMPARE(figures.stepTime, stage.time + stage.sync + stage.optimizer);
            Seconds compute = 0;
            for (std::size_t i = 0; i < mix.size(); ++i) {
                const SwapBlock& block = blocks.layers[i];
                compute += block.forward + block.backward + (mix[i] == Keeping::Recompute ? block.forward : 0);
            }
            QVERIFY(std::abs(exposedCopies(figures) - (rule - compute)) < 1e-9 * rule);
            QVERIFY(stage.memory.total() <= figures.usableBudget);
            QCOMPARE(figures.timeline->stages.front().peakMemory, stage.memory.total());
        }
    }

    /// What cannot run names the memory in which it can.
    void whatFindsNoRoomIsOverBudget()
    {
        Plan plan = longPlan();
        for (LayerStrategy& strategy : plan.strategies) {
            strategy.kept = {KeptPart::All, KeptOn::Host};
        }
        plan.memoryBudget = plan.budget() / 2;
        const Estimate over = estimate(plan);
        QVERIFY(!over.fits);
        QVERIFY(std::ranges::find(over.issues, std::string("over-budget"), &Issue::code) != over.issues.end());
        plan.memoryBudget = budgetFor(over.peakMemory, plan.cluster);
        const Estimate enough = estimate(plan);
        QVERIFY(enough.fits);
        QVERIFY(std::abs(enough.peakMemory - over.peakMemory) < 64);
    }

    /// An edit of a plan out of core is estimated as if it had been opened.
    void editsAreEstimatedAnew()
    {
        const Plan plan = longPlan();
        Plan swapped = plan;
        for (std::size_t i = 0; i < 10; ++i) {
            swapped.strategies[i].kept = {KeptPart::All, KeptOn::Host};
        }
        Plan fewer = swapped;
        fewer.strategies[3].kept.on = KeptOn::Device;
        const Estimate before = estimate(swapped);
        QCOMPARE(test::difference(estimate(fewer, swapped, before), estimate(fewer)), std::string());
        QCOMPARE(test::difference(estimate(plan, swapped, before), estimate(plan)), std::string());
        QCOMPARE(test::difference(estimate(swapped, plan, estimate(plan)), before), std::string());
    }

    /// The wider space is no slower, and what it is held against is a bound of every mix.
    void theSearchMixes()
    {
        SearchRequest request = longSamples();
        const SearchResult without = *search(request);
        request.space.offloadActivations = true;
        const SearchResult with = *search(request);
        QVERIFY(with.plan && with.estimate->fits);
        QVERIFY(with.estimate->stepTime < 0.95 * without.estimate->stepTime);
        QVERIFY(with.certificate.lowerBound <= with.estimate->stepTime);
        QVERIFY(std::abs(with.certificate.gap - (1 - with.certificate.lowerBound / with.estimate->stepTime)) < 1e-9);
        int swapped = 0;
        int recomputed = 0;
        for (const LayerStrategy& strategy : with.plan->strategies) {
            swapped += strategy.kept.isOnHost() ? 1 : 0;
            recomputed += strategy.kept.recomputesAll() ? 1 : 0;
        }
        QVERIFY(swapped > 5 && recomputed > 5);
        std::mt19937 random(4);
        const std::vector<int> single(with.plan->strategies.size(), 1);
        for (int round = 0; round < 300; ++round) {
            KeepingPlan mix;
            for (std::size_t i = 0; i < single.size(); ++i) {
                mix.push_back(static_cast<Keeping>(random() % 3));
            }
            const Estimate other = estimate(withKeeping(*with.plan, 0, single, mix));
            QVERIFY(!other.fits || other.stepTime >= with.certificate.lowerBound);
        }
        request.space.ckpt = false;
        const SearchResult swaps = *search(request);
        QVERIFY(swaps.plan && swaps.estimate->stepTime > with.estimate->stepTime);
        QVERIFY(std::ranges::none_of(swaps.plan->strategies,
                                     [](const LayerStrategy& strategy) { return strategy.kept.recomputes(); }));
    }
};

PGRAM_TEST(TestOutOfCore)
#include "test_out_of_core.moc"
