// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Schedules of token slices in plans: their costs, memory, legality, files and search.
#include "core/cost/slice_cost.h"
#include "core/plan/compare.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "core/plan/volumes.h"
#include "core/search/search.h"
#include "tests/core/near.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace pgram;
using test::near;

namespace {

/// A decoder on 8 devices in 4 stages of two data-parallel parts.
Plan planOf(const Schedule& schedule, const char* model = "gpt3-1.3b")
{
    Plan plan;
    plan.model = loaded(shippedPresets().model(model));
    plan.cluster = loaded(shippedPresets().cluster("a100-8"));
    plan.schedule = schedule;
    plan.training.globalBatch = 2 * schedule.microbatches;
    plan.chunks = chunksFromSizes(evenCut(plan.model, 4));
    LayerStrategy strategy;
    strategy.data = 2;
    plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), strategy);
    return plan;
}

Schedule sliced(ScheduleKind kind, int microbatches, int slices)
{
    return {kind, microbatches, 1, slices};
}

}  // namespace

class TestSlicesPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void names()
    {
        QCOMPARE(toString(*parseSchedule("seq1f1b:6")), std::string("seq1f1b:6"));
        QCOMPARE(toString(*parseSchedule("terapipe")), std::string("terapipe:4"));
        QCOMPARE(parseSchedule("seq1f1b:1")->slices, 1);
        QVERIFY(!parseSchedule("seq1f1b:0"));
        QVERIFY(!parseSchedule("1f1b:2"));
        QVERIFY(!scheduleProblem({ScheduleKind::OneFOneB, 4, 1, 2}, 4).empty());
    }

    /// One slice is the schedule without slices, in every figure.
    void oneSliceIsNoSlicing()
    {
        for (const int microbatches : {1, 2, 4, 8}) {
            for (const auto& [kind, same] : {std::pair(ScheduleKind::Seq1F1B, ScheduleKind::OneFOneB),
                                             std::pair(ScheduleKind::TeraPipe, ScheduleKind::GPipe)}) {
                const Estimate one = estimate(planOf(sliced(kind, microbatches, 1)));
                const Estimate none = estimate(planOf({same, microbatches, 1}));
                QVERIFY(near(one.stepTime, none.stepTime));
                QCOMPARE(one.peakMemory, none.peakMemory);
                QCOMPARE(one.volumes.size(), none.volumes.size());
            }
        }
    }

    /// Slices add up to the sequence, and cost no less than it in one.
    void slicesAddUp()
    {
        const Plan plan = planOf(sliced(ScheduleKind::Seq1F1B, 4, 4));
        const std::vector<std::int64_t> tokens = sliceTokens(plan);
        QCOMPARE(tokens.size(), 4u);
        QCOMPARE(std::accumulate(tokens.begin(), tokens.end(), std::int64_t{0}), plan.sequence());
        QVERIFY(std::ranges::is_sorted(tokens, std::greater()));
        const Estimate cut = estimate(plan);
        const Estimate whole = estimate(planOf({ScheduleKind::OneFOneB, 4, 1}));
        for (std::size_t i = 0; i < cut.layers.size(); ++i) {
            const LayerCost& own = cut.layers[i].cost;
            const LayerCost& one = whole.layers[i].cost;
            Seconds forward = 0;
            Seconds backward = 0;
            Bytes kept = 0;
            for (const LayerSlice& slice : own.slices) {
                forward += slice.forward;
                backward += slice.backward;
                kept += slice.kept;
            }
            QVERIFY(near(own.forward, forward) && near(own.backward, backward));
            QCOMPARE(own.memory.kept, kept);
            QVERIFY(own.forward >= one.forward * (1 - 1e-9));
            QVERIFY(near(static_cast<double>(kept), static_cast<double>(one.memory.kept), 0.01));
            QVERIFY(near(own.modelFlops, one.modelFlops));
        }
        // The same bytes travel between stages and in gradients.
        double before = 0;
        double after = 0;
        for (const VolumeRow& row : whole.volumes) {
            before += row.bytes;
        }
        for (const VolumeRow& row : cut.volumes) {
            after += row.bytes;
        }
        QVERIFY(near(before, after, 1e-6));
    }

    /// The bubble is one of slices, and a stage holds hardly more than a micro-batch; weights that are gathered for a
    /// micro-batch are gathered for each slice.
    void slicesPay()
    {
        const Estimate whole = estimate(planOf({ScheduleKind::OneFOneB, 2, 1}));
        const Estimate cut = estimate(planOf(sliced(ScheduleKind::Seq1F1B, 2, 4)));
        QVERIFY(cut.stepTime < whole.stepTime);
        QVERIFY(cut.bubbleFraction < whole.bubbleFraction);
        const Plan many = planOf(sliced(ScheduleKind::Seq1F1B, 8, 4));
        QVERIFY(estimate(many).peakMemory < estimate(planOf({ScheduleKind::OneFOneB, 8, 1})).peakMemory);
        const auto gathered = [](Plan plan) {
            for (LayerStrategy& strategy : plan.strategies) {
                strategy.zero = 3;
            }
            double bytes = 0;
            for (const VolumeRow& row : estimate(plan).volumes) {
                bytes += row.kind == TrafficKind::WeightGather ? row.bytes : 0;
            }
            return bytes;
        };
        QVERIFY(near(gathered(many), 4 * gathered(planOf({ScheduleKind::OneFOneB, 8, 1}))));
    }

    /// What the simulator holds is what the estimate says, whatever the lengths.
    void memoryIsSimulated()
    {
        std::mt19937 random(31);
        for (int i = 0; i < 40; ++i) {
            const ScheduleKind kind = i % 2 == 0 ? ScheduleKind::Seq1F1B : ScheduleKind::TeraPipe;
            Plan plan = planOf(sliced(kind, 1 + static_cast<int>(random() % 6), 1 + static_cast<int>(random() % 6)));
            if (plan.schedule.slices > 1 && i % 3 == 0) {
                plan.sliceTokens.assign(static_cast<std::size_t>(plan.schedule.slices), 64);
                plan.sliceTokens.back() = plan.sequence() - 64 * (plan.schedule.slices - 1);
            }
            const Estimate figures = estimate(plan);
            for (std::size_t stage = 0; stage < figures.stages.size(); ++stage) {
                const Bytes simulated = figures.timeline->stages[stage].peakMemory;
                // A backward's transient stands beside what is in flight at the peak, or just after it.
                QVERIFY(simulated <= figures.stages[stage].memory.total());
                QVERIFY(near(static_cast<double>(simulated), static_cast<double>(figures.stages[stage].memory.total()),
                             0.1));
            }
            QVERIFY(figures.legal);
        }
    }

    void onlyCausalDecodersAreCut()
    {
        const Estimate encoder = estimate(planOf(sliced(ScheduleKind::Seq1F1B, 4, 4), "bert-large"));
        QVERIFY(!encoder.legal);
        QVERIFY(std::ranges::any_of(encoder.issues, [](const Issue& issue) { return issue.code == "slices"; }));
    }

    void slicesAreNotSwapped()
    {
        Plan plan = planOf(sliced(ScheduleKind::Seq1F1B, 4, 4));
        plan.strategies[3].kept.on = KeptOn::Host;
        const Estimate figures = estimate(plan);
        QVERIFY(!figures.legal);
        QVERIFY(std::ranges::any_of(figures.issues, [](const Issue& issue) { return issue.code == "slices-on-host"; }));
    }

    void plansKeepTheirSlices()
    {
        Plan plan = planOf(sliced(ScheduleKind::Seq1F1B, 4, 3));
        QCOMPARE(loaded(planFromJson(planToJson(plan), "plan")), plan);
        plan.sliceTokens = {1024, 512, 512};
        QCOMPARE(loaded(planFromJson(planToJson(plan), "plan")), plan);
        plan.sliceTokens = {1024, 512, 500};
        QVERIFY(!planFromJson(planToJson(plan), "plan"));
    }

    /// Few samples, many stages: slices are chosen; and the plan is what the estimate says.
    void searchChoosesSlices()
    {
        SearchRequest request;
        request.model = loaded(shippedPresets().model("gpt3-1.3b"));
        request.cluster = loaded(shippedPresets().cluster("a100-8"));
        request.training.globalBatch = 4;
        request.training.sequenceLength = 8192;
        request.schedules = {*parseSchedule("1f1b"), *parseSchedule("seq1f1b:4"), *parseSchedule("terapipe:4")};
        request.space = loaded(parseSpace("pp"));
        const Result<SearchResult> found = search(request);
        QVERIFY(found && found->plan);
        QVERIFY(found->plan->schedule.slices > 1);
        SearchRequest without = request;
        without.schedules = {*parseSchedule("1f1b")};
        const Result<SearchResult> plain = search(without);
        QVERIFY(plain && plain->plan);
        QVERIFY(found->estimate->stepTime < plain->estimate->stepTime);
    }
};

PGRAM_TEST(TestSlicesPlan)
#include "test_slices_plan.moc"
