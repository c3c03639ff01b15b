// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Preference tuning (DPO): pairs of sequences, and the forward and the weights of a reference model.
#include "core/cost/relayout.h"
#include "core/model/training_json.h"
#include "core/plan/estimate.h"
#include "core/plan/run_cost.h"
#include "tests/core/layer_case.h"
#include "tests/core/near.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

constexpr Bytes parameters = 12'596'224;

LayerCost costOf(Preference preference, int devices = 1, const LayerStrategy& strategy = {},
                 TuningMethod method = TuningMethod::All)
{
    LayerCase with(devices);
    with.context.training.preference = preference;
    with.context.training.tuning.method = method;
    with.cluster.host.bandwidth = 1e9;
    with.cluster.host.efficiency.value = 1;
    return with.cost(strategy);
}

LayerStrategy sharded(int data)
{
    LayerStrategy strategy;
    strategy.data = data;
    strategy.zero = 3;
    return strategy;
}

double timesOf(const LayerCost& cost, TrafficKind kind, CollectiveKind collective)
{
    double times = 0;
    for (const Charge& charge : cost.charges) {
        times += charge.kind == kind && charge.collective == collective ? charge.times : 0;
    }
    return times;
}

/// Embedding, two decoders and a head, one or two stages of one device each.
Plan planOf(int stages, Preference preference)
{
    Plan plan;
    plan.name = "plan";
    plan.model = {.name = "pairs", .title = "Pairs", .sequenceLength = 64};
    plan.model.runs = {test::table(LayerKind::Embedding, "embedding", 256, 1024),
                       test::block(LayerKind::Decoder, "decoder", 2, 256),
                       test::table(LayerKind::Head, "head", 256, 1024)};
    plan.cluster = test::smallCluster(stages);
    plan.training.globalBatch = 8;
    plan.training.preference = preference;
    plan.schedule = {.kind = ScheduleKind::OneFOneB, .microbatches = 4};
    plan.chunks = chunksFromSizes(stages == 1 ? std::vector{4} : std::vector{2, 2});
    plan.strategies.assign(4, {});
    return plan;
}

}  // namespace

class TestPreference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// b = 8 samples are 16 sequences of n = 512 tokens: 34 b n h bytes.
    void pairsAreTwoSequences()
    {
        const LayerCost single = costOf(Preference::None);
        const LayerCost pairs = costOf(Preference::Precomputed);
        QCOMPARE(single.memory.kept, Bytes{142'606'336});
        QCOMPARE(pairs.memory.kept, Bytes{285'212'672});
        QVERIFY(test::near(pairs.forward, 2 * single.forward, 1e-9));
        QVERIFY(test::near(pairs.modelFlops, 2 * single.modelFlops, 1e-9));
        QCOMPARE(pairs.memory.states(), single.memory.states());
        QCOMPARE(pairs.optimizer, single.optimizer);
    }

    /// The reference costs a forward and weights of 16 bits. It has no gradients and no states, and keeps nothing.
    void referenceRunsForwardAlone()
    {
        const LayerCost pairs = costOf(Preference::Precomputed);
        const LayerCost cost = costOf(Preference::Device);
        QVERIFY(test::near(cost.forward, 2 * pairs.forward, 1e-9));
        QCOMPARE(cost.backward, pairs.backward);
        QVERIFY(test::near(cost.modelFlops, pairs.modelFlops * 4 / 3, 1e-9));
        QCOMPARE(cost.memory.weights, 4 * parameters);
        QCOMPARE(cost.memory.gradients, 4 * parameters);
        QCOMPARE(cost.memory.optimizer, 12 * parameters);
        QCOMPARE(cost.memory.kept, pairs.memory.kept);
        QCOMPARE(cost.memory.transient, pairs.memory.transient);
        QCOMPARE(cost.sync, pairs.sync);
    }

    /// ZeRO-3 over 8: 2 bytes of each eighth, twice; gathered for two forwards and one backward of each of two
    /// micro-batches, and scattered once for each.
    void referenceIsShardedLikeTheWeights()
    {
        const LayerCost cost = costOf(Preference::Device, 8, sharded(8));
        QCOMPARE(cost.memory.weights, 4 * parameters / 8);
        QCOMPARE(timesOf(cost, TrafficKind::WeightGather, CollectiveKind::AllGather), 6.0);
        QCOMPARE(timesOf(cost, TrafficKind::GradientSync, CollectiveKind::ReduceScatter), 2.0);
        QCOMPARE(timesOf(costOf(Preference::Precomputed, 8, sharded(8)), TrafficKind::WeightGather,
                         CollectiveKind::AllGather),
                 4.0);
    }

    /// Under ZeRO-2 each device has all of the reference.
    void referenceIsWholeWithoutShardedWeights()
    {
        LayerStrategy strategy = sharded(8);
        strategy.zero = 2;
        const LayerCost cost = costOf(Preference::Device, 8, strategy);
        QCOMPARE(cost.memory.weights, 4 * parameters);
        QCOMPARE(timesOf(cost, TrafficKind::WeightGather, CollectiveKind::AllGather), 1.0);
    }

    /// Adapters run their base a second time, without the adapters and without a copy.
    void adaptersCompareWithTheirBase()
    {
        const LayerCost pairs = costOf(Preference::Precomputed, 1, {}, TuningMethod::Lora);
        const LayerCost cost = costOf(Preference::Device, 1, {}, TuningMethod::Lora);
        QCOMPARE(cost.memory.weights, pairs.memory.weights);
        const Seconds base = costOf(Preference::Precomputed).forward;
        QVERIFY(test::near(cost.forward, pairs.forward + base, 1e-9));
        QVERIFY(pairs.forward > base);
    }

    /// 25,192,448 bytes at 1 GB/s take 25.2 ms for each micro-batch, which the forward of more hides.
    void referenceInHostMemory()
    {
        const LayerCost onDevice = costOf(Preference::Device);
        const LayerCost cost = costOf(Preference::Host);
        QCOMPARE(cost.memory.weights, 2 * parameters);
        QCOMPARE(cost.memory.hostStates, 2 * parameters);
        QCOMPARE(cost.memory.transient, onDevice.memory.transient + 4 * parameters);  // this layer's and the next one's
        const Charge* copy = find(cost, TrafficKind::HostTransfer, CollectiveKind::PointToPoint);
        QVERIFY(copy != nullptr);
        QCOMPARE(copy->times, 2.0);
        QCOMPARE(copy->bytesPerRank, 2.0 * parameters);
        QVERIFY(test::near(copy->hidden + copy->exposed, 2 * 0.025192448, 1e-9));
        QVERIFY(test::near(cost.forward, onDevice.forward + copy->exposed / 2, 1e-9));
    }

    /// A micro-batch of two pairs sends 4 x 64 x 256 elements of 2 bytes; the reference's go forward besides, and both
    /// ways get half of them: 1.5 x 131,072.
    void boundaryCarriesBothActivations()
    {
        const Plan pairs = planOf(2, Preference::Precomputed);
        const auto bytesOf = [&](Preference preference) {
            Plan plan = pairs;
            plan.training.preference = preference;
            const CostContext context{&plan.cluster, plan.training, plan.sequence(), 2, 4};
            return boundaryCost(context, {0, 1}, plan.model.runs[1], plan.model.runs[1], {}, {}).bytesPerRank;
        };
        QCOMPARE(bytesOf(Preference::None), 65'536.0);
        QCOMPARE(bytesOf(Preference::Precomputed), 131'072.0);
        QCOMPARE(bytesOf(Preference::Device), 196'608.0);
    }

    /// Tokens of both sequences count, and a step has twice as many.
    void rates()
    {
        const Plan plan = planOf(1, Preference::Device);
        const Estimate found = estimate(plan);
        QVERIFY(test::near(found.tokensPerDevice, 8 * 2 * 64 / found.stepTime, 1e-9));
        const Result<RunCost> cost = runCost(plan, found, {.tokens = 1024 * 10});
        QVERIFY(cost.has_value());
        QCOMPARE(cost->steps, 10.0);
    }

    void filesNameThePlaceOfTheReference()
    {
        for (const Preference preference :
             {Preference::None, Preference::Precomputed, Preference::Device, Preference::Host}) {
            Training training;
            training.preference = preference;
            const Json json = toJson(training);
            QCOMPARE(json.contains("preference"), preference != Preference::None);
            JsonObject object(json, "");
            QVERIFY(trainingFromJson(object) == training);
        }
        Json json = toJson(Training{});
        json["preference"] = "host";
        json["tuning"] = {{"method", "lora"}};
        JsonObject object(json, "");
        (void)trainingFromJson(object);
        QVERIFY(object.error().has_value());
    }
};

PGRAM_TEST(TestPreference)
#include "test_preference.moc"
