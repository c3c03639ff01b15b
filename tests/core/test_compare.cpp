// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two plans set side by side: what differs is listed once, with its sign; a plan beside itself differs in nothing.
#include "core/base/json.h"
#include "core/plan/compare.h"
#include "core/plan/estimate_json.h"
#include "tests/core/sample_plan.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <limits>
#include <set>

using namespace pgram;
using namespace pgram::test;

namespace {

const FigureDifference& figure(const Comparison& comparison, const std::string& key)
{
    for (const FigureDifference& difference : comparison.figures) {
        if (difference.figure->key == key) {
            return difference;
        }
    }
    return comparison.figures.front();
}

Comparison against(const Plan& before, const Plan& after)
{
    return compare(before, estimate(before), after, estimate(after));
}

}  // namespace

class TestCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPlanBesideItselfDiffersInNothing()
    {
        const Comparison comparison = against(samplePlan(), samplePlan());
        for (const FigureDifference& difference : comparison.figures) {
            QCOMPARE(difference.change(), 0.0);
            QCOMPARE(difference.relativeChange(), 0.0);
            QCOMPARE(difference.verdict(), 0);
        }
        QVERIFY(comparison.sameLayers);
        QVERIFY(comparison.strategies.empty());
        for (const StageDifference& stage : comparison.stages) {
            QCOMPARE(stage.memoryAfter, stage.memoryBefore);
            QCOMPARE(stage.timeAfter, stage.timeBefore);
        }
        for (const VolumeDifference& volume : comparison.volumes) {
            QCOMPARE(volume.after, volume.before);
        }
    }

    /// A step of longer samples is not a worse step: figures of other amounts of work have no verdict.
    void otherWorkHasNoVerdict()
    {
        Plan longer = samplePlan();
        longer.training.sequenceLength = 4 * longer.sequence();
        const Comparison comparison = against(samplePlan(), longer);
        QCOMPARE(comparison.otherWork.size(), std::size_t{1});
        QCOMPARE(comparison.otherWork.front().english(),
                 "sequence " + std::to_string(samplePlan().sequence()) + " / " + std::to_string(longer.sequence()));
        for (const char* key : {"step_time_s", "throughput_samples_per_s", "exposed_communication_s"}) {
            QVERIFY(!figure(comparison, key).sameAmount);
            QCOMPARE(figure(comparison, key).verdict(), 0);
        }
        QVERIFY(figure(comparison, "tokens_per_s_per_device").verdict() != 0);
        Plan more = samplePlan();
        more.training.globalBatch *= 2;
        const Comparison larger = against(samplePlan(), more);
        QVERIFY(!figure(larger, "step_time_s").sameAmount);
        QVERIFY(figure(larger, "throughput_samples_per_s").sameAmount);
    }

    void everyFigureIsAMemberOfTheEstimateAndReadsAsText()
    {
        const Plan plan = samplePlan();
        const Estimate estimated = estimate(plan);
        const Json json = estimateToJson(plan, estimated);
        std::set<std::string> keys;
        for (const Figure& each : figures()) {
            QVERIFY(keys.insert(each.key).second);
            QCOMPARE(json.at(each.key).get<double>(), each.value(estimated));
            QVERIFY(!formatFigure(each, each.value(estimated)).empty());
        }
        QCOMPARE(formatFigure(figures()[0], 51.6), std::string("51.6 samples/s"));
    }

    void verdictKnowsWhichWayIsBetter()
    {
        Estimate before;
        Estimate after;
        before.throughput = 10;
        after.throughput = 15;
        before.peakMemory = 100;
        after.peakMemory = 125;
        before.stepTime = 2;
        after.stepTime = 1;
        after.bubbleFraction = 0.1;
        const Plan plan = samplePlan();
        const Comparison comparison = compare(plan, before, plan, after);
        QCOMPARE(figure(comparison, "throughput_samples_per_s").verdict(), 1);
        QCOMPARE(figure(comparison, "throughput_samples_per_s").relativeChange(), 0.5);
        QCOMPARE(figure(comparison, "peak_memory_bytes").verdict(), -1);
        QCOMPARE(figure(comparison, "peak_memory_bytes").relativeChange(), 0.25);
        QCOMPARE(figure(comparison, "step_time_s").verdict(), 1);
        QCOMPARE(figure(comparison, "step_time_s").relativeChange(), -0.5);
        QCOMPARE(figure(comparison, "bubble_fraction").verdict(), -1);
        QCOMPARE(figure(comparison, "bubble_fraction").relativeChange(), std::numeric_limits<double>::infinity());
        QCOMPARE(figure(comparison, "mfu").verdict(), 0);
    }

    void changedLayersAreOneRunEach()
    {
        Plan after = samplePlan();
        const LayerStrategy recomputed{.data = 4, .kept = {KeptPart::Input}};
        after.strategies[0] = after.strategies[1] = recomputed;  // both were plain DP
        after.strategies[3] = recomputed;                        // was sharded
        after.strategies[5] = recomputed;                        // was plain DP
        const Comparison comparison = against(samplePlan(), after);
        QCOMPARE(comparison.strategies.size(), std::size_t{3});
        QCOMPARE(comparison.strategies[0].firstLayer, 0);
        QCOMPARE(comparison.strategies[0].layerCount, 2);
        QCOMPARE(comparison.strategies[1].firstLayer, 3);
        QCOMPARE(comparison.strategies[1].before.zero, 3);
        QVERIFY(comparison.strategies[1].after == recomputed);
        QCOMPARE(comparison.strategies[2].firstLayer, 5);
        QCOMPARE(comparison.strategies[2].layerCount, 1);
    }

    void deeperPipelineLeavesBlanks()
    {
        Plan before = samplePlan();
        before.chunks = chunksFromSizes({10});
        before.strategies.assign(10, {.data = 8});
        const Comparison comparison = against(before, samplePlan());
        QCOMPARE(comparison.stages.size(), std::size_t{2});
        QVERIFY(comparison.stages[0].memoryBefore > 0 && comparison.stages[0].memoryAfter > 0);
        QCOMPARE(comparison.stages[1].memoryBefore, Bytes{0});
        QVERIFY(comparison.stages[1].memoryAfter > 0);
    }

    void volumesSumOverGroupsAndLinks()
    {
        const Plan plan = samplePlan();
        const Estimate estimated = estimate(plan);
        Plan other = plan;
        other.strategies.assign(10, {.data = 4});
        const Comparison comparison = compare(plan, estimated, other, estimate(other));
        double sum = 0;
        double rows = 0;
        for (const VolumeDifference& volume : comparison.volumes) {
            sum += volume.before;
            QVERIFY(volume.before > 0 || volume.after > 0);
            if (volume.kind == TrafficKind::TensorParallel) {
                QVERIFY(volume.before > 0);
                QCOMPARE(volume.after, 0.0);
            }
        }
        for (const VolumeRow& row : estimated.volumes) {
            rows += row.bytes;
        }
        QVERIFY(std::abs(sum - rows) <= 1e-9 * rows);
    }

    void modelsOfDifferentDepthAreNotComparedLayerByLayer()
    {
        Plan deeper = samplePlan();
        deeper.model.runs[1].count = 10;
        deeper.chunks = chunksFromSizes({6, 6});
        deeper.strategies.assign(12, {.data = 4});
        const Comparison comparison = against(samplePlan(), deeper);
        QVERIFY(!comparison.sameLayers);
        QVERIFY(comparison.strategies.empty());
        QVERIFY(figure(comparison, "step_time_s").verdict() != 0);
    }

    void jsonSaysTheSame()
    {
        Plan after = samplePlan();
        after.strategies[0].kept.part = KeptPart::Input;
        const Comparison comparison = against(samplePlan(), after);
        const Json json = comparisonToJson(comparison);
        QCOMPARE(json["strategies"].size(), std::size_t{1});
        QCOMPARE(json["strategies"][0].value("before", ""), std::string("DP4"));
        QCOMPARE(json["strategies"][0].value("after", ""), std::string("DP4 ckpt"));
        QCOMPARE(json["figures"].size(), comparison.figures.size());
        for (std::size_t i = 0; i < comparison.figures.size(); ++i) {
            QCOMPARE(json["figures"][i]["change"].get<double>(), comparison.figures[i].change());
        }
    }
};

PGRAM_TEST(TestCompare)
#include "test_compare.moc"
