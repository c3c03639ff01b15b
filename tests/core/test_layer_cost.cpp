// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One layer's seconds against docs/method/time.md, A layer on one device, worked by hand, what is offloaded among them,
// on a device whose element-wise work and launches cost nothing.
#include "tests/core/layer_case.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <iterator>
#include <vector>

using namespace pgram;

namespace {

/// One matrix product on 512 tokens, 768 deep.
LayerSpec product(int columns)
{
    return {.kind = LayerKind::PatchEmbedding, .name = "patches", .hidden = columns, .inputChannels = 768};
}

}  // namespace

class TestLayerCost : public QObject {
    Q_OBJECT

private slots:
    /// Documents of 128 of 512 tokens: 12·B·n·h·(512 - 128) FLOP less, B = 16, h = 1,024, half of them behind the mask;
    /// attention as of four times as many samples of 128 tokens. Stored scores are computed between documents, too.
    void documentsOfPackedSamples()
    {
        LayerCase run(1);
        LayerSpec decoder = encoder();
        decoder.kind = LayerKind::Decoder;
        const LayerCost whole = run.cost({}, decoder);
        run.context.training.documents = DocumentLengths(128);
        const LayerCost packed = run.cost({}, decoder);
        QCOMPARE(whole.modelFlops - packed.modelFlops, 38654705664.0);
        QCOMPARE(whole.causalFlops - packed.causalFlops, 19327352832.0);
        QCOMPARE(packed.memory, whole.memory);
        run.context.training.fusedAttention = false;
        const LayerCost stored = run.cost({}, decoder);
        run.context.training.documents = {};
        QCOMPARE(stored.forward, run.cost({}, decoder).forward);
        LayerCase samples(1);
        samples.context.sequence = 128;
        samples.context.training.globalBatch = 64;
        QCOMPARE(packed.forward, samples.cost({}, decoder).forward);
        run.context.training.fusedAttention = true;
        run.context.training.documents = DocumentLengths(1024);  // longer than a sample
        QCOMPARE(run.cost({}, decoder).forward, whole.forward);
    }

    /// The host link carries 10 GB/s for two devices, of which large copies reach half: 2.5 GB/s a device. 34·b·n·h =
    /// 142,606,336 bytes take 57.0425344 ms, less than forward, and stay but for one layer's worth. Costs of layers
    /// take no copy to be waited for.
    void offloadedActivations()
    {
        LayerCase run(1);
        run.cluster.host = {.link = "host", .bandwidth = 1e10, .devicesPerLink = 2, .efficiency = {0.5, {}}};
        const LayerCost plain = run.cost({});
        const LayerCost cost = run.cost({.kept = {.on = KeptOn::Host}});
        QCOMPARE(cost.memory.kept, Bytes{0});
        QCOMPARE(cost.memory.hostKept, Bytes{142606336});
        QCOMPARE(cost.memory.transient, plain.memory.transient + Bytes{142606336});
        QCOMPARE(cost.memory.states(), plain.memory.states());
        QCOMPARE(cost.forward, plain.forward);
        QCOMPARE(cost.backward, plain.backward);
        const Charge* moved = find(cost, TrafficKind::HostTransfer, CollectiveKind::PointToPoint);
        QVERIFY(moved != nullptr);
        QCOMPARE(moved->link, 1);     // behind the one link of the cluster
        QCOMPARE(moved->times, 4.0);  // out and in, of 2 micro-batches
        QCOMPARE(moved->bytesPerRank, 142606336.0);
        QCOMPARE(moved->hidden, 4 * 0.0570425344);
        QCOMPARE(moved->exposed, 0.0);
        // Under full recomputation only the input goes: 2·b·n·h.
        QCOMPARE(run.cost({.kept = {KeptPart::Input, KeptOn::Host}}).memory.hostKept, Bytes{8388608});
    }

    void offloadedOptimizer_data()
    {
        QTest::addColumn<int>("zero");
        QTest::addColumn<int>("data");
        QTest::addColumn<qint64>("weights");
        QTest::addColumn<qint64>("gradients");
        QTest::addColumn<qint64>("host");
        QTest::addColumn<double>("outTimes");
        QTest::addColumn<double>("outBytes");
        QTest::addColumn<double>("backBytes");
        // p = 12,596,224, m = 2: on the host 12 + 4 bytes of each parameter of the shard. Where a micro-batch's
        // gradients are summed at once (one copy, or scattered from z = 2 on) its 2 bytes a parameter go out each time;
        // else 4 bytes a parameter of the shard once, when all are summed. 2 bytes a parameter of the shard come back.
        QTest::newRow("one device") << 0 << 1 << qint64{25192448} << qint64{0} << qint64{201539584} << 2.0 << 25192448.0
                                    << 25192448.0;
        QTest::newRow("DP4") << 0 << 4 << qint64{25192448} << qint64{50384896} << qint64{201539584} << 1.0 << 50384896.0
                             << 25192448.0;
        QTest::newRow("ZeRO-1") << 1 << 4 << qint64{25192448} << qint64{50384896} << qint64{50384896} << 1.0
                                << 12596224.0 << 6298112.0;
        QTest::newRow("ZeRO-2") << 2 << 4 << qint64{25192448} << qint64{0} << qint64{50384896} << 2.0 << 6298112.0
                                << 6298112.0;
        QTest::newRow("SDP4") << 3 << 4 << qint64{6298112} << qint64{0} << qint64{50384896} << 2.0 << 6298112.0
                              << 6298112.0;
    }

    /// ZeRO-Offload (2101.06840 §3): the states leave, 2.5 GB/s to the host. The update there moves 2·12 + 4 + 2 bytes
    /// of each parameter at 1 GB/s.
    void offloadedOptimizer()
    {
        QFETCH(int, zero);
        QFETCH(int, data);
        QFETCH(qint64, weights);
        QFETCH(qint64, gradients);
        QFETCH(qint64, host);
        QFETCH(double, outTimes);
        QFETCH(double, outBytes);
        QFETCH(double, backBytes);
        LayerCase run(data);
        run.cluster.host = {.link = "host",
                            .bandwidth = 1e10,
                            .devicesPerLink = 2,
                            .efficiency = {0.5, {}},
                            .updateBandwidth = {1e9, {}}};
        const LayerStrategy strategy{.data = data, .zero = zero};
        const LayerCost plain = run.cost(strategy);
        LayerStrategy offloading = strategy;
        offloading.offloadOptimizer = true;
        const LayerCost cost = run.cost(offloading);
        QCOMPARE(cost.memory.weights, weights);
        QCOMPARE(cost.memory.gradients, gradients);
        QCOMPARE(cost.memory.optimizer, Bytes{0});
        QCOMPARE(cost.memory.hostStates, host);
        const Bytes leaving = gradients == 0 ? static_cast<Bytes>(outBytes) : 0;
        QCOMPARE(cost.memory.transient, plain.memory.transient + leaving);
        std::vector<Charge> moved;
        std::ranges::copy_if(cost.charges, std::back_inserter(moved),
                             [](const Charge& c) { return c.kind == TrafficKind::HostTransfer; });
        QCOMPARE(moved.size(), std::size_t{2});
        QCOMPARE(moved[0].times, outTimes);
        QCOMPARE(moved[0].bytesPerRank, outBytes);
        QCOMPARE(moved[0].exposed, 0.0);  // 20 ms at most, beside 200 ms of backward at least
        QCOMPARE(moved[0].hidden, outTimes * outBytes / 2.5e9);
        QCOMPARE(moved[1].times, 1.0);
        QCOMPARE(moved[1].bytesPerRank, backBytes);
        QCOMPARE(moved[1].exposed, backBytes / 2.5e9);
        QCOMPARE(cost.sync, plain.sync + backBytes / 2.5e9);
        QCOMPARE(cost.optimizer, 30.0 * static_cast<double>(host) / 16 / 1e9);
        QCOMPARE(cost.forward, plain.forward);
        QCOMPARE(cost.backward, plain.backward);
    }

    /// ZeRO-3 on two devices: p = 12,596,224 bytes of weights each on the host, beside 16 bytes of states and gradients
    /// of p/2 parameters. They come in before forward and before backward, 2.5 GB/s, and none goes back after the
    /// update. A slow link of 0.05 GB/s, 251.92448 ms, makes both wait.
    void offloadedWeights()
    {
        constexpr Bytes p = 12596224;
        LayerCase run(2);
        run.cluster.host = {.link = "host", .bandwidth = 2.5e9, .efficiency = {1.0, {}}, .updateBandwidth = {1e9, {}}};
        const LayerStrategy states{.data = 2, .zero = 3, .offloadOptimizer = true};
        LayerStrategy strategy = states;
        strategy.offloadWeights = true;
        const LayerCost without = run.cost(states);
        const LayerCost cost = run.cost(strategy);
        QCOMPARE(without.memory.weights, p);
        QCOMPARE(cost.memory.weights, Bytes{0});
        QCOMPARE(without.memory.hostStates, 8 * p);
        QCOMPARE(cost.memory.hostStates, 9 * p);
        QCOMPARE(cost.memory.transient, without.memory.transient + p);
        const Charge* moved = find(cost, TrafficKind::HostTransfer, CollectiveKind::PointToPoint);
        QVERIFY(moved != nullptr);
        QCOMPARE(moved->times, 4.0);  // 2 micro-batches, forward and backward
        QCOMPARE(moved->bytesPerRank, double(p));
        QCOMPARE(moved->exposed, 0.0);
        QCOMPARE(cost.forward, without.forward);
        QCOMPARE(cost.sync, without.sync - p / 2.5e9);
        run.cluster.host.bandwidth = 5e7;
        QCOMPARE(run.cost(strategy).forward, 0.25192448);
    }

    /// Megatron-Core, of p = 12,596,224 parameters a quarter on the host: all gradients, 4p, stay until the step ends,
    /// 9 of 12 bytes of states stay for good; (12 + 4)/4 bytes are on the host. A quarter of the gradients leaves once,
    /// in 32 bits, and a quarter of the weights comes back. The host updates p/4 at 1 GB/s, 30 bytes each.
    void offloadedShare()
    {
        LayerCase run(1);
        run.cluster.host = {.link = "host", .bandwidth = 1e10, .efficiency = {1.0, {}}, .updateBandwidth = {1e9, {}}};
        run.context.training.framework.keepsOffloadedGradients = true;
        run.context.training.offloadShare = 0.25;
        const LayerCost cost = run.cost({.offloadOptimizer = true});
        constexpr Bytes p = 12596224;
        QCOMPARE(cost.memory.gradients, 4 * p);
        QCOMPARE(cost.memory.optimizer, 9 * p);
        QCOMPARE(cost.memory.hostStates, 4 * p);
        QCOMPARE(cost.memory.transient, run.cost({}).memory.transient);
        std::vector<double> moved;
        for (const Charge& charge : cost.charges) {
            if (charge.kind == TrafficKind::HostTransfer) {
                moved.push_back(charge.times * charge.bytesPerRank);
            }
        }
        QCOMPARE(moved, (std::vector<double>{double(p), double(p) / 2}));
        QCOMPARE(cost.optimizer, 30.0 * p / 4 / 1e9);
    }

    /// Gradients that take longer than a backward of 56.9 ms stall it: 25,192,448 bytes at 0.25 GB/s, 100.769792 ms.
    void slowGradientsStallBackward()
    {
        LayerCase run(1);
        run.context.training.globalBatch = 4;  // b = 2
        run.cluster.host = {.link = "host", .bandwidth = 2.5e8, .efficiency = {1.0, {}}};
        const LayerCost cost = run.cost({.offloadOptimizer = true});
        QVERIFY(run.cost({}).backward < 0.06);
        QCOMPARE(cost.backward, 0.100769792);
        QCOMPARE(cost.sync, 0.100769792);
    }

    /// 2104.04473: forward 24·b·n·h²·(1 + n/6h) FLOP, backward twice the products and, when attention is fused,
    /// 2.5 times attention. b = 8: products 103,079,215,104 FLOP, attention 8,589,934,592.
    void computeSeconds()
    {
        LayerCase run(1);
        const LayerCost fused = run.cost({});
        QCOMPARE(fused.forward, 0.111669149696);
        QCOMPARE(fused.backward, 2 * 0.103079215104 + 2.5 * 0.008589934592);
        QCOMPARE(fused.weightGradient, 0.103079215104);
        QCOMPARE(fused.sync, 0.0);
        run.context.training.fusedAttention = false;
        QCOMPARE(run.cost({}).backward, 2 * 0.111669149696);
    }

    /// A causal decoder scores half of the pairs; with a window w, n·w - w²/2 of them: 512·128 - 128²/2 = 57,344.
    void masksSkipPairs()
    {
        LayerSpec layer = encoder();
        layer.kind = LayerKind::Decoder;
        QCOMPARE(LayerCase(1).cost({}, layer).forward, 0.103079215104 + 0.008589934592 / 2);
        layer.window = 128;
        QCOMPARE(LayerCase(1).cost({}, layer).forward, 0.103079215104 + 4.0 * 1024 * 57344 * 8 / 1e12);
    }

    /// A product computes, and reads its operands and writes its result: 8·512 rows, 768 deep, 1,024 wide are
    /// 6,442,450,944 FLOP and 16,252,928 bytes.
    void productsMoveBytes()
    {
        LayerCase run(1);
        run.cluster.device.memoryBandwidth = 1e12;
        run.cluster.device.memoryEfficiency.value = 1;
        const LayerCost cost = run.cost({}, product(1024));
        QCOMPARE(cost.forward, 0.006442450944 + 0.000016252928);
        // Each micro-batch's weight gradient is read (2 bytes) and added to the sum before it (4 read, 4 written).
        const double parameters = static_cast<double>(cost.memory.weights) / 2;
        QCOMPARE(cost.weightGradient, 0.006442450944 + 0.000016252928 + 10 * parameters / 1e12);
    }

    /// 1,020 columns of 2 bytes are no whole multiple of 16 bytes: the matrix units cannot load them.
    void unalignedProductsAreSlow()
    {
        QCOMPARE(LayerCase(1).cost({}, product(1020)).forward, 2.0 * 4096 * 768 * 1020 / (0.035 * 1e12));
    }

    /// One operator forward, and two backward (one of each gradient), issued every 10 ms: longer than they compute.
    void theDeviceWaitsForTheHost()
    {
        LayerCase run(1);
        run.context.training.framework.dispatch = 0.01;
        const LayerCost cost = run.cost({}, product(1024));
        QCOMPARE(cost.forward, 0.01);
        QCOMPARE(cost.backward, 0.02);
        run.context.training.framework.dispatch = 0.001;
        QCOMPARE(run.cost({}, product(1024)).forward, 0.006442450944);
    }

    void attentionHasItsOwnEfficiency()
    {
        LayerCase run(1);
        run.cluster.device.attentionEfficiency.value = 0.5;
        QCOMPARE(run.cost({}).forward, 0.103079215104 + 2 * 0.008589934592);
        run.context.training.fusedAttention = false;  // two products around a stored matrix
        QCOMPARE(run.cost({}).forward, 0.111669149696);
    }

    /// 8-bit training doubles the rate of the products and leaves attention in 16 bits.
    void eightBitProducts()
    {
        LayerCase run(1);
        run.cluster.device.peakFp8 = 2e12;
        run.cluster.device.fp8Efficiency.value = 1;
        run.context.training.precision = Precision::Fp8;
        QCOMPARE(run.cost({}).forward, 0.103079215104 / 2 + 0.008589934592);
    }

    void recomputationRepeatsTheForward()
    {
        LayerCase run(1);
        const Seconds backward = run.cost({}).backward;
        QCOMPARE(run.cost({.kept = {KeptPart::Input}}).backward, backward + 0.111669149696);
        QCOMPARE(run.cost({.kept = {KeptPart::WithoutAttention}}).backward, backward + 0.008589934592);
        QCOMPARE(run.cost({.kept = {KeptPart::Input}}).forward, run.cost({}).forward);
    }

    /// The model's own FLOP of a step: 3·24·B·n·h²·(1 + n/6h) = 3·16·13,958,643,712, whatever the strategy repeats.
    void modelFlopsDoNotDependOnTheStrategy()
    {
        const double expected = 3.0 * 16 * 13958643712;
        LayerCase run(4);
        for (const LayerStrategy& strategy :
             {LayerStrategy{.data = 4}, LayerStrategy{.tensor = 4}, LayerStrategy{.tensor = 2, .data = 2, .zero = 3},
              LayerStrategy{.tensor = 4, .sequence = SequenceParallel::Megatron, .kept = {KeptPart::Input}}}) {
            QCOMPARE(run.cost(strategy).modelFlops, expected);
        }
    }

    /// Masks leave half of a decoder's pairs: 2·n²·h of 4·n²·h FLOP a sample, n = 512; none are hidden from an encoder.
    void causalFlops()
    {
        LayerCase run(4);
        LayerSpec decoder = encoder();
        decoder.kind = LayerKind::Decoder;
        const double half = 3.0 * 16 * 2 * 512 * 512 * 1024;
        for (const LayerStrategy& strategy : {LayerStrategy{.data = 4}, LayerStrategy{.tensor = 4}}) {
            const LayerCost cost = run.cost(strategy, decoder);
            QCOMPARE(cost.causalFlops, cost.modelFlops - half);
        }
        QCOMPARE(run.cost({.data = 4}).causalFlops, run.cost({.data = 4}).modelFlops);
    }
};

PGRAM_TEST(TestLayerCost)
#include "test_layer_cost.moc"
