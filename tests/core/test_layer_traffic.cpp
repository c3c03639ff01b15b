// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one layer sends, and what of it shows, against docs/method/communication.md, Traffic of a layer, worked by hand,
// on a device whose element-wise work and launches cost nothing.
#include "tests/core/layer_case.h"
#include "tests/pgram_test.h"

using namespace pgram;

class TestLayerTraffic : public QObject {
    Q_OBJECT

private slots:
    /// Keys and values of 4,096 tokens are 16,777,216 bytes, half of them come from the other rank: 0.8388608 ms
    /// beside 4.3 ms of attention, twice that beside its backward; κ = 1.2 leaves a fifth in sight.
    void contextParallelTraffic()
    {
        const LayerCost cost = LayerCase(2).cost({.context = 2});
        const Charge* ring = find(cost, TrafficKind::ContextParallel, CollectiveKind::AllGather);
        QVERIFY(ring != nullptr);
        QCOMPARE(ring->bytesPerRank, 8388608.0);
        QCOMPARE(ring->times, 6.0);  // 2 micro-batches, once forward and twice backward
        QCOMPARE(ring->exposed, 2 * 3 * 0.2 * 0.0008388608);
        QCOMPARE(cost.forward, 0.111669149696 / 2 + 0.2 * 0.0008388608);
    }

    /// The same bytes, gathered: attention waits for all of them. While its backward runs, all keys and values are
    /// there with their gradients.
    void gatheredKeys()
    {
        const LayerCost ring = LayerCase(2).cost({.context = 2});
        const LayerCost cost = LayerCase(2).cost({.context = 2, .gathersKeys = true});
        const Charge* gather = find(cost, TrafficKind::ContextParallel, CollectiveKind::AllGather);
        QVERIFY(gather != nullptr);
        QCOMPARE(gather->bytesPerRank, 8388608.0);
        QCOMPARE(gather->times, 6.0);
        QCOMPARE(gather->exposed, 2 * 3 * 0.0008388608);
        QCOMPARE(cost.forward, 0.111669149696 / 2 + 0.0008388608);
        QCOMPARE(cost.memory.transient, ring.memory.transient + Bytes{2 * 16777216});
        QCOMPARE(cost.memory.kept, ring.memory.kept);
    }

    /// 2·7/8 of 50,384,896 bytes at 10 GB/s, after the last backward.
    void syncWithoutOverlap()
    {
        LayerCase run(8);
        run.context.training.framework.overlapGradients = false;
        QCOMPARE(run.cost({.data = 8}).sync, 0.0088173568);
        QVERIFY(LayerCase(8).cost({.data = 8}).sync < 0.0088173568);
    }

    /// Two all-reduces of 8,388,608 bytes over two ranks, hidden behind the products but for κ - 1.
    void tensorTrafficOverlapped()
    {
        LayerCase run(2);
        const Seconds without = run.cost({.tensor = 2}).forward;
        run.context.training.framework.overlapActivations = true;
        QCOMPARE(run.cost({.tensor = 2}).forward, without - 0.8 * 2 * 0.0008388608);
    }

    /// 2 all-reduces of b·n·h·w = 8,388,608 bytes forward and 2 backward, 2(t-1)/t of it a rank; r = full repeats
    /// the forward ones. 12,582,912 bytes at 10 GB/s are 1.2582912 ms.
    void tensorParallelTraffic()
    {
        LayerCase run(4);
        const LayerCost cost = run.cost({.tensor = 4});
        const Charge* reduce = find(cost, TrafficKind::TensorParallel, CollectiveKind::AllReduce);
        QVERIFY(reduce != nullptr);
        QCOMPARE(cost.charges.size(), std::size_t{1});
        QCOMPARE(reduce->group, (Group{4, 1}));
        QCOMPARE(reduce->bytesPerRank, 12582912.0);
        QCOMPARE(reduce->times, 4.0 * 2);
        QCOMPARE(reduce->hidden, 0.0);
        QCOMPARE(reduce->exposed, 8 * 1.2582912e-3);
        QCOMPARE(cost.forward, 0.111669149696 / 4 + 2 * 1.2582912e-3);

        const LayerCost again = run.cost({.tensor = 4, .kept = {KeptPart::Input}});
        QCOMPARE(find(again, TrafficKind::TensorParallel, CollectiveKind::AllReduce)->times, 6.0 * 2);
        QCOMPARE(again.backward - cost.backward, 0.111669149696 / 4 + 2 * 1.2582912e-3);
    }

    /// With Megatron SP the same bytes as gather and scatter pairs; and the inputs of attention and of the feed-forward
    /// part are gathered again in backward, 6,291,456 bytes each in 0.6291456 ms, beside the products that make their
    /// gradients: those are slowed by (κ-1) of it.
    void sequenceParallelGathersInputsAgain()
    {
        LayerCase run(4);
        const LayerCost plain = run.cost({.tensor = 4});
        const LayerCost split = run.cost({.tensor = 4, .sequence = SequenceParallel::Megatron});
        const Charge& reduce = plain.charges.front();
        const Charge& pair = split.charges.front();
        QCOMPARE(pair.kind, TrafficKind::SequenceParallel);
        QCOMPARE(pair.times * pair.bytesPerRank, reduce.times * reduce.bytesPerRank);
        QCOMPARE(pair.bytesPerRank, 6291456.0);  // 3/4 of 8,388,608
        QCOMPARE(split.forward, plain.forward);
        QCOMPARE(split.charges.size(), std::size_t{3});
        for (const Charge& again : {split.charges[1], split.charges[2]}) {
            QCOMPARE(again.kind, TrafficKind::SequenceParallel);
            QCOMPARE(again.collective, CollectiveKind::AllGather);
            QCOMPARE(again.times * again.bytesPerRank, 2 * 6291456.0);
            QCOMPARE(again.exposed, 2 * 0.2 * 0.6291456e-3);
            QCOMPARE(again.hidden, 2 * 0.8 * 0.6291456e-3);
        }
        QCOMPARE(split.backward, plain.backward + 2 * 0.2 * 0.6291456e-3);

        run.context.training.framework.keepsGatheredInputs = true;
        QCOMPARE(run.cost({.tensor = 4, .sequence = SequenceParallel::Megatron}).charges.size(), std::size_t{1});
    }

    /// Gradients, once a step: 2·3/4 of 50,384,896 bytes in 7.5577344 ms beside a backward of 56.9 ms, which slows by
    /// (κ-1) of it. b = 2.
    void gradientAllReduceHidesBehindBackward()
    {
        const LayerCost cost = LayerCase(4).cost({.data = 4});
        const Charge* reduce = find(cost, TrafficKind::GradientSync, CollectiveKind::AllReduce);
        QVERIFY(reduce != nullptr);
        QCOMPARE(cost.charges.size(), std::size_t{1});
        QCOMPARE(reduce->bytesPerRank, 75577344.0);
        QCOMPARE(reduce->times, 1.0);
        QCOMPARE(cost.sync, 0.2 * 7.5577344e-3);
        QCOMPARE(reduce->exposed, 0.2 * 7.5577344e-3);
        QCOMPARE(reduce->hidden, 0.8 * 7.5577344e-3);
        QCOMPARE(cost.backward, 0.227633266688 / 4);
    }

    /// On a link of 100 MB/s it takes 755.77344 ms: max(X, D) + (κ-1)·min(X, D) - X of it shows.
    void gradientAllReduceShowsOnASlowLink()
    {
        LayerCase run(4);
        run.cluster.links[0].bandwidth = 1e8;
        const Seconds backward = 0.227633266688 / 4;
        QCOMPARE(run.cost({.data = 4}).sync, 0.75577344 + 0.2 * backward - backward);
    }

    /// z = 1: 3/4 of 50,384,896 bytes of gradients scattered, 3/4 of 25,192,448 bytes of weights gathered, once a step.
    void zero1ScattersAndGathersOnceAStep()
    {
        const LayerCost cost = LayerCase(4).cost({.data = 4, .zero = 1});
        const Charge* scatter = find(cost, TrafficKind::GradientSync, CollectiveKind::ReduceScatter);
        const Charge* gather = find(cost, TrafficKind::WeightGather, CollectiveKind::AllGather);
        QVERIFY(scatter != nullptr && gather != nullptr);
        QCOMPARE(scatter->bytesPerRank, 37788672.0);
        QCOMPARE(scatter->times, 1.0);
        QCOMPARE(gather->bytesPerRank, 18894336.0);
        QCOMPARE(gather->times, 1.0);
        QCOMPARE(cost.sync, 0.2 * (3.7788672e-3 + 1.8894336e-3));
    }

    /// z = 2 keeps a share of the gradient only, so that every micro-batch scatters its own; weights come back once.
    void zero2ScattersEveryMicrobatch()
    {
        const LayerCost cost = LayerCase(4).cost({.data = 4, .zero = 2});
        const Charge* scatter = find(cost, TrafficKind::GradientSync, CollectiveKind::ReduceScatter);
        QCOMPARE(scatter->times, 2.0);
        QCOMPARE(scatter->bytesPerRank, 37788672.0);
        QCOMPARE(find(cost, TrafficKind::WeightGather, CollectiveKind::AllGather)->times, 1.0);
        QCOMPARE(cost.backward, 0.227633266688 / 4 + 0.2 * 3.7788672e-3);
        QCOMPARE(cost.sync, 0.2 * 1.8894336e-3);
    }

    /// A framework that gathers tensor by tensor as needed: four matrices, 1/4 of the bytes each, 3 ranks' latencies a
    /// gather, forward, recomputed forward and backward of two micro-batches, all of it in the open.
    void shardedWeightsWhenNeeded()
    {
        LayerCase run(4);
        run.context.training.framework.gathersWhenNeeded = true;
        const LayerCost cost = run.cost({.data = 4, .zero = 3, .kept = {KeptPart::Input}});
        const Charge* gather = find(cost, TrafficKind::WeightGather, CollectiveKind::AllGather);
        QCOMPARE(gather->times, 3.0 * 4 * 2);
        QCOMPARE(gather->bytesPerRank, 18894336.0 / 4);
        QCOMPARE(gather->hidden, 0.0);
        QVERIFY(std::abs(gather->exposed / (3 * 2 * 1.8894336e-3) - 1) < 1e-9);
        run.context.training.framework.gathersWhenNeeded = false;
        const LayerCost ahead = run.cost({.data = 4, .zero = 3, .kept = {KeptPart::Input}});
        QVERIFY(cost.time() > ahead.time());
        QCOMPARE(cost.memory, ahead.memory);
    }

    /// Collectives at half the links' rate take twice as long; their bytes are the same.
    void collectivesAtAShareOfTheRate()
    {
        LayerCase run(4);
        run.context.training.framework.overlapGradients = false;
        const LayerCost whole = run.cost({.data = 4});
        run.context.training.framework.collectiveShare = 0.5;
        const LayerCost half = run.cost({.data = 4});
        QCOMPARE(half.sync, 2 * whole.sync);
        QCOMPARE(half.charges.front().bytesPerRank, whole.charges.front().bytesPerRank);
        QCOMPARE(half.time(), whole.time());
    }

    /// z = 3 gathers weights in forward and again in backward of each micro-batch, beside compute.
    void zero3GathersTwiceAMicrobatch()
    {
        const LayerCost cost = LayerCase(4).cost({.data = 4, .zero = 3});
        const Charge* gather = find(cost, TrafficKind::WeightGather, CollectiveKind::AllGather);
        QCOMPARE(gather->times, 2.0 * 2);
        QCOMPARE(gather->bytesPerRank, 18894336.0);
        QCOMPARE(cost.forward, 0.111669149696 / 4 + 0.2 * 1.8894336e-3);
        QCOMPARE(cost.backward, 0.227633266688 / 4 + 0.2 * (1.8894336e-3 + 3.7788672e-3));
        QCOMPARE(cost.sync, 0.0);
        QCOMPARE(gather->hidden + gather->exposed, 4 * 1.8894336e-3);
    }

    /// Hybrid: shards of 2 scatter, then 2 copies all-reduce their halves: 1/2 of the gradient each way.
    void hybridReducesItsShards()
    {
        const LayerCost cost = LayerCase(4).cost({.data = 4, .zero = 3, .shard = 2});
        const Charge* scatter = find(cost, TrafficKind::GradientSync, CollectiveKind::ReduceScatter);
        const Charge* reduce = find(cost, TrafficKind::GradientSync, CollectiveKind::AllReduce);
        QCOMPARE(scatter->bytesPerRank, 25192448.0);
        QCOMPARE(reduce->bytesPerRank, 25192448.0);
        QCOMPARE(scatter->group, (Group{2, 1}));
        QCOMPARE(reduce->group, (Group{2, 2}));
        QCOMPARE(reduce->times, 1.0);
    }

    /// Sends top-k·b·n·h·w·(e-1)/e, dispatch and combine each way. b = 2: 2·2·512·1024·2 = 4,194,304 bytes, 3/4 of it.
    void expertTraffic()
    {
        LayerSpec layer = encoder();
        layer.experts = 8;
        layer.topK = 2;
        const LayerCost cost = LayerCase(4).cost({.data = 4, .expert = 4}, layer);
        const Charge* tokens = find(cost, TrafficKind::ExpertParallel, CollectiveKind::AllToAll);
        QVERIFY(tokens != nullptr);
        QCOMPARE(tokens->bytesPerRank, 3145728.0);
        QCOMPARE(tokens->times, 4.0 * 2);
        // Attention 4h² + 4h, router 8h, norms 4h, and 2 of the 8 experts of 8h².
        const Bytes parameters = 4 * 1024 * 1024 + 4 * 1024 + 8 * 1024 + 4 * 1024 + 2 * 8 * 1024 * 1024;
        QCOMPARE(cost.memory.weights, 2 * parameters);
    }

    /// Experts that are spread over all of the data group have nobody to share their gradients with; spread over half
    /// of it, one other.
    void expertGradientsGoToTheirCopiesOnly()
    {
        LayerSpec layer = encoder();
        layer.experts = 8;
        layer.topK = 2;
        const double dense = 4.0 * (4 * 1024 * 1024 + 16 * 1024);  // gradient bytes of all but the experts
        const double expert = 4.0 * 8 * 1024 * 1024;               // of one expert
        const auto sent = [&layer](int degree) {
            double bytes = 0;
            for (const Charge& charge : LayerCase(4).cost({.data = 4, .expert = degree}, layer).charges) {
                bytes += charge.kind == TrafficKind::GradientSync ? charge.times * charge.bytesPerRank : 0;
            }
            return bytes;
        };
        QCOMPARE(sent(1), 1.5 * (dense + 8 * expert));
        QCOMPARE(sent(4), 1.5 * dense);
        QCOMPARE(sent(2), 1.5 * dense + 1.0 * 4 * expert);
    }
};

PGRAM_TEST(TestLayerTraffic)
#include "test_layer_traffic.moc"
