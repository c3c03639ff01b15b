// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One layer's memory, seconds and traffic against METHOD §2-4 worked by hand, on a device whose element-wise work and
// launches cost nothing.
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

LayerSpec head(bool tied)
{
    return {.kind = LayerKind::Head, .name = "head", .hidden = 1024, .vocabulary = 51200, .tied = tied};
}

}  // namespace

class TestLayerCost : public QObject {
    Q_OBJECT

private slots:
    void states_data()
    {
        QTest::addColumn<int>("zero");
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("data");
        QTest::addColumn<qint64>("weights");
        QTest::addColumn<qint64>("gradients");
        QTest::addColumn<qint64>("optimizer");
        // §3: 2, 4 and 12 bytes of 12,596,224 parameters; z = 1, 2, 3 divide the 12, the 4, the 2 by d; t divides all.
        QTest::newRow("DP8") << 0 << 1 << 8 << qint64{25192448} << qint64{50384896} << qint64{151154688};
        QTest::newRow("ZeRO-1") << 1 << 1 << 8 << qint64{25192448} << qint64{50384896} << qint64{18894336};
        QTest::newRow("ZeRO-2") << 2 << 1 << 8 << qint64{25192448} << qint64{6298112} << qint64{18894336};
        QTest::newRow("SDP8") << 3 << 1 << 8 << qint64{3149056} << qint64{6298112} << qint64{18894336};
        QTest::newRow("TP8") << 0 << 8 << 1 << qint64{3149056} << qint64{6298112} << qint64{18894336};
        QTest::newRow("TP2 DP4") << 0 << 2 << 4 << qint64{12596224} << qint64{25192448} << qint64{75577344};
        QTest::newRow("TP2 SDP4") << 3 << 2 << 4 << qint64{3149056} << qint64{6298112} << qint64{18894336};
    }

    void states()
    {
        QFETCH(int, zero);
        QFETCH(int, tensor);
        QFETCH(int, data);
        QFETCH(qint64, weights);
        QFETCH(qint64, gradients);
        QFETCH(qint64, optimizer);
        const LayerMemory memory = LayerCase(8).cost({.tensor = tensor, .data = data, .zero = zero}).memory;
        QCOMPARE(memory.weights, weights);
        QCOMPARE(memory.gradients, gradients);
        QCOMPARE(memory.optimizer, optimizer);
    }

    void statesByPrecision()
    {
        LayerCase run(1);
        run.context.training.gradientBytes = 2;
        QCOMPARE(run.cost({}).memory.states(), Bytes{16} * 12596224);  // 2 + 2 + 12
        run.context.training.precision = Precision::Fp32;
        run.context.training.gradientBytes = 4;
        QCOMPARE(run.cost({}).memory.states(), Bytes{16} * 12596224);  // 4 + 4 + 8: no master copy
        run.context.training.optimizer = Optimizer::Sgd;
        QCOMPARE(run.cost({}).memory.states(), Bytes{12} * 12596224);  // 4 + 4 + 4: momentum
    }

    /// A hybrid shards over 2 of the 4 copies: half of everything, not a quarter.
    void hybridStates()
    {
        const LayerMemory memory = LayerCase(4).cost({.data = 4, .zero = 3, .shard = 2}).memory;
        QCOMPARE(memory.states(), Bytes{9} * 12596224);
    }

    void keptBytes_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<bool>("sequenceParallel");
        QTest::addColumn<int>("recompute");
        QTest::addColumn<bool>("fused");
        QTest::addColumn<qint64>("kept");
        QTest::addColumn<qint64>("transient");
        // §2, with b·n·h = 8·512·1024 = 4,194,304 and 5·a·n²·b = 167,772,160. Transient beside what is recomputed: the
        // gradients of the widest step, 2·2·4·b·n·h = 67,108,864 around the activation or 2·2·a·n²·b = 134,217,728
        // around the softmax, over t; under SP the gathered input and its gradient, 2·2·b·n·h = 16,777,216.
        const int none = static_cast<int>(KeptPart::All);
        const int selective = static_cast<int>(KeptPart::WithoutAttention);
        const int full = static_cast<int>(KeptPart::Input);
        QTest::newRow("34 bnh") << 1 << false << none << true << qint64{142606336} << qint64{67108864};
        QTest::newRow("34 bnh + 5abn²") << 1 << false << none << false << qint64{310378496} << qint64{134217728};
        QTest::newRow("selective") << 1 << false << selective << false << qint64{142606336}
                                   << qint64{167772160 + 134217728};
        QTest::newRow("full: 2 bnh") << 1 << false << full << true << qint64{8388608} << qint64{134217728 + 67108864};
        QTest::newRow("(10 + 24/4) bnh") << 4 << false << none << true << qint64{67108864} << qint64{16777216};
        QTest::newRow("t divides 5abn²") << 4 << false << none << false << qint64{109051904} << qint64{33554432};
        QTest::newRow("34/4 bnh") << 4 << true << none << true << qint64{35651584} << qint64{16777216 + 16777216};
        QTest::newRow("full, TP: 2 bnh") << 4 << false << full << true << qint64{8388608}
                                         << qint64{58720256 + 16777216};
        QTest::newRow("full, TP+SP: 2/4 bnh")
            << 4 << true << full << true << qint64{2097152} << qint64{33554432 + 16777216 + 16777216};
    }

    void keptBytes()
    {
        QFETCH(int, tensor);
        QFETCH(bool, sequenceParallel);
        QFETCH(int, recompute);
        QFETCH(bool, fused);
        QFETCH(qint64, kept);
        QFETCH(qint64, transient);
        LayerCase run(tensor);
        run.context.training.fusedAttention = fused;
        LayerStrategy strategy{.tensor = tensor, .kept = {static_cast<KeptPart>(recompute)}};
        strategy.sequence = sequenceParallel ? SequenceParallel::Megatron : SequenceParallel::None;
        const LayerMemory memory = run.cost(strategy).memory;
        QCOMPARE(memory.kept, kept);
        QCOMPARE(memory.transient, transient);
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

    /// §3's O_b under z = 3: the gathered weights of this layer and of the next, and the gradient before it scatters.
    void gatheredWeightsAreTransient()
    {
        const Bytes activations = 16777216;  // gradients of 2·512 tokens around the activation function
        QCOMPARE(LayerCase(4).cost({.data = 4, .zero = 3}).memory.transient, activations + 2 * 25192448 + 50384896);
        QCOMPARE(LayerCase(4).cost({.data = 4, .zero = 2}).memory.transient, activations + 50384896);
        QCOMPARE(LayerCase(4).cost({.data = 4, .zero = 1}).memory.transient, activations);
    }

    /// §2 and 2104.04473: forward 24·b·n·h²·(1 + n/6h) FLOP, backward twice the products and, when attention is fused,
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

    void narrowWeights_data()
    {
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<bool>("hasMxFp8");
        QTest::addColumn<qint64>("copies");
        // 12·1024² elements of the block's matrices, by rows and by columns. Scales: 4 bytes for 128 × 128 elements,
        // 1 for 32, 1 for 16. One scale a tensor: by rows alone where a device multiplies in either order.
        QTest::newRow("bf16") << Precision::Bf16 << true << qint64{0};
        QTest::newRow("fp8") << Precision::Fp8 << false << qint64{2 * 12582912};
        QTest::newRow("fp8, either order") << Precision::Fp8 << true << qint64{12582912};
        QTest::newRow("fp8_block") << Precision::Fp8Block << true << qint64{2 * (12582912 + 3072)};
        QTest::newRow("mxfp8") << Precision::MxFp8 << true << qint64{2 * (12582912 + 393216)};
        QTest::newRow("nvfp4") << Precision::Fp4 << true << qint64{2 * (6291456 + 786432)};
    }

    /// Copies of the matrices stand beside the weights of 16 bits; ZeRO-3 makes those of one layer anew, tensor
    /// parallelism divides them, and a framework that casts each time has none.
    void narrowWeights()
    {
        QFETCH(const Precision, precision);
        QFETCH(const bool, hasMxFp8);
        QFETCH(const qint64, copies);
        LayerCase run(4);
        run.cluster.device.peakFp8 = 2e12;
        run.cluster.device.blockFormats = {Precision::Fp8Block};
        if (hasMxFp8) {
            run.cluster.device.blockFormats.push_back(Precision::MxFp8);
        }
        const auto weights = [&run](const LayerStrategy& strategy) { return run.cost(strategy).memory.weights; };
        run.context.training.precision = precision;
        const LayerStrategy whole{.data = 4};
        const LayerStrategy sharded{.data = 4, .zero = 3};
        const LayerCost gathered = run.cost(sharded);
        QCOMPARE(weights(whole), Bytes{2} * 12596224 + copies);
        QCOMPARE(weights({.data = 4, .zero = 1}), weights(whole));
        QCOMPARE(weights({.tensor = 4}), (Bytes{2} * 12596224 + copies) / 4);
        QCOMPARE(gathered.memory.weights, Bytes{2} * 12596224 / 4);
        run.context.training.framework.keepsNarrowInputs = false;
        QCOMPARE(weights(whole), Bytes{2} * 12596224);
        QCOMPARE(gathered.memory.transient - run.cost(sharded).memory.transient, copies);
    }

    /// §4: keys and values of 4,096 tokens are 16,777,216 bytes, half of them come from the other rank: 0.8388608 ms
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

    /// 8·512 tokens and 51,200 words: 209,715,200 logits; 2 bytes of gradient each, and 8 of copies where asked for.
    void copiesOfAnUnfusedLoss()
    {
        LayerCase run(1);
        QCOMPARE(run.cost({}, head(false)).memory.transient, Bytes{2} * 209715200);
        run.context.training.framework.logitCopyBytes = 8;
        QCOMPARE(run.cost({}, head(false)).memory.transient, Bytes{10} * 209715200);
    }

    /// A fused loss keeps 209,715,200 logits in 16 bits, and their gradient takes their place.
    void fusedLoss()
    {
        LayerCase run(1);
        const Bytes before = run.cost({}, head(false)).memory.kept;
        run.context.training.framework.fusedLoss = true;
        const LayerMemory memory = run.cost({}, head(false)).memory;
        QCOMPARE(memory.kept, before - Bytes{2} * 209715200);
        QCOMPARE(memory.transient, Bytes{0});
    }

    /// 8·512 tokens of 1024 on four ranks: two products of a block keep 4,194,304 elements each and not a quarter.
    void gatheredInputs()
    {
        LayerCase run(4);
        const LayerStrategy split{.tensor = 4, .sequence = SequenceParallel::Megatron};
        const Bytes before = run.cost(split).memory.kept;
        run.context.training.framework.keepsGatheredInputs = true;
        QCOMPARE(run.cost(split).memory.kept, before + 2 * Bytes{2} * (4194304 - 1048576));
    }

    void narrowInputs_data()
    {
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<double>("bytes");
        QTest::newRow("fp8") << Precision::Fp8 << 1.0;
        QTest::newRow("fp8_block") << Precision::Fp8Block << 1.03125;  // 4 bytes for 128 elements
        QTest::newRow("mxfp8") << Precision::MxFp8 << 1.03125;         // 1 for 32
        QTest::newRow("nvfp4") << Precision::Fp4 << 0.5625;            // 1 for 16
    }

    /// Per token: inputs of the QKV, first and second products have b for 2 bytes of 1 + 1 + 4 times 1024 elements, the
    /// copy of attention's output costs b.
    void narrowInputs()
    {
        QFETCH(const Precision, precision);
        QFETCH(const double, bytes);
        LayerCase run(1);
        run.context.training.precision = precision;
        const Bytes kept = run.cost({}).memory.kept;
        run.context.training.framework.keepsNarrowInputs = false;
        QCOMPARE(kept, run.cost({}).memory.kept - static_cast<Bytes>((6 * (2 - bytes) - bytes) * 4194304));
    }

    /// Two norms of a block keep 6 bytes an element more.
    void eagerNorms()
    {
        LayerCase run(1);
        const Bytes before = run.cost({}).memory.kept;
        run.context.training.framework.eagerNorms = true;
        QCOMPARE(run.cost({}).memory.kept, before + 2 * Bytes{6} * 4194304);
    }

    /// Made as the activations of a step's only micro-batch go, they stand beside these where they are more.
    void droppedGradients()
    {
        LayerCase run(1);
        run.context.microbatches = 1;
        LayerStrategy again;
        again.kept.part = KeptPart::Input;
        const LayerMemory standing = run.cost(again).memory;
        const LayerMemory whole = run.cost({}).memory;
        run.context.training.framework.dropsGradients = true;
        QCOMPARE(run.cost({}).memory.states(), whole.states() - std::min(whole.gradients, whole.kept));
        QVERIFY(standing.kept < standing.gradients);
        QCOMPARE(run.cost(again).memory.states(), standing.states() - standing.kept);
        QCOMPARE(run.cost(again).memory.wholeStates(), standing.states());
        run.context.microbatches = 2;
        QCOMPARE(run.cost(again).memory.states(), standing.states());
    }

    /// 12,596,224 weight gradients in 16 bits; from z = 2 on the unscattered gradient stands in for them.
    void separateWeightGradients()
    {
        LayerCase run(4);
        const Bytes without = run.cost({.data = 4}).memory.transient;
        const Bytes sharded = run.cost({.data = 4, .zero = 2}).memory.transient;
        run.context.training.framework.separateWeightGradients = true;
        QCOMPARE(run.cost({.data = 4}).memory.transient, without + Bytes{2} * 12596224);
        QCOMPARE(run.cost({.data = 4, .zero = 2}).memory.transient, sharded);
    }

    /// Flat copies stand beside sharded optimizer states, not beside sharded weights.
    void noFlatCopiesOfShardedWeights()
    {
        LayerCase run(8);
        run.context.training.framework.bufferBytes = 2;
        const Bytes sharded = Bytes{4} * 12596224 / 8;
        QCOMPARE(run.cost({.data = 8, .zero = 3}).memory.gradients, sharded);
        QCOMPARE(run.cost({.data = 8, .zero = 2}).memory.gradients, sharded + Bytes{2} * 12596224);
    }

    void copiesThatAFrameworkKeeps()
    {
        LayerCase run(8);
        run.context.training.framework.bufferBytes = 2;
        run.context.training.framework.gradientCopyBytes = 4;
        const LayerMemory memory = run.cost({.data = 8, .zero = 1}).memory;
        QCOMPARE(memory.gradients, Bytes{6} * 12596224);
        QCOMPARE(memory.optimizer, Bytes{2} * 12596224);  // 16 over 8 ranks
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

    /// §4: 2 all-reduces of b·n·h·w = 8,388,608 bytes forward and 2 backward, 2(t-1)/t of it a rank; r = full repeats
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

    /// The head keeps its input twice in 16 bit (norm and product) and probabilities in 32 bit; the gradient of the
    /// logits, in 16 bit, is there while its backward runs. b·n·V = 8·512·51,200 = 209,715,200.
    void headKeepsProbabilities()
    {
        const LayerMemory memory = LayerCase(1).cost({}, head(false)).memory;
        QCOMPARE(memory.kept, Bytes{4 * 209715200 + 4 * 4194304});
        QCOMPARE(memory.transient, Bytes{2 * 209715200});
        QCOMPARE(memory.states(), Bytes{18} * (1024 * 51200 + 2048));
        const LayerMemory split = LayerCase(4).cost({.tensor = 4}, head(false)).memory;
        QCOMPARE(split.kept, Bytes{209715200 + 4 * 4194304});
    }

    /// A tied head owns no table on one stage; on two, each end keeps one and they sum their gradients once a step.
    void tiedHead()
    {
        LayerCase run(2);
        run.context.pipeline = 1;
        QCOMPARE(run.cost({.data = 2}, head(true)).memory.states(), Bytes{18} * 2048);
        // It uses the table all the same: under z = 3 it gathers it, and makes a gradient for it. b = 4.
        const Bytes table = 1024 * 51200 + 2048;
        QCOMPARE(run.cost({.data = 2, .zero = 3}, head(true)).memory.transient, 8 * table + 2 * Bytes{104857600});
        run.context.pipeline = 2;
        const LayerCost cost = run.cost({}, head(true));
        QCOMPARE(cost.memory.states(), Bytes{18} * (1024 * 51200 + 2048));
        const Charge* ends = find(cost, TrafficKind::TiedEmbedding, CollectiveKind::AllReduce);
        QVERIFY(ends != nullptr);
        QCOMPARE(ends->group, (Group{2, 1}));
        QCOMPARE(ends->times, 1.0);
    }

    /// Key and value heads that are fewer than the tensor group are replicated: with 4 of them on 8 devices, each holds
    /// one of both.
    void keyValueHeadsAreReplicated()
    {
        LayerSpec layer = encoder();
        layer.kvHeads = 4;
        layer.qkvBias = layer.linearBias = false;
        // Split 8 ways: queries and output 2·1024·1024, MLP 2·1024·4096, norms 4·1024 (their split is an allowed
        // approximation of 0.1 %): 10,489,856 / 8 = 1,311,232. Keys and values of one head each: 2·1024·64 = 131,072.
        const LayerMemory memory = LayerCase(8).cost({.tensor = 8}, layer).memory;
        QCOMPARE(memory.weights, Bytes{2 * (1311232 + 131072)});
    }

    /// §4: top-k·b·n·h·w·(e-1)/e, dispatch and combine each way. b = 2: 2·2·512·1024·2 = 4,194,304 bytes, 3/4 of it.
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

PGRAM_TEST(TestLayerCost)
#include "test_layer_cost.moc"
