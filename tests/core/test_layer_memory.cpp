// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one layer holds against docs/method/memory.md, Stage memory, worked by hand: states, kept activations, copies,
// what is there in its backward alone.
#include "core/cost/last_layer.h"
#include "tests/core/layer_case.h"
#include "tests/pgram_test.h"

#include <algorithm>

using namespace pgram;

namespace {

LayerSpec head(bool tied)
{
    return {.kind = LayerKind::Head, .name = "head", .hidden = 1024, .vocabulary = 51200, .tied = tied};
}

}  // namespace

class TestLayerMemory : public QObject {
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
        // 2, 4 and 12 bytes of 12,596,224 parameters; z = 1, 2, 3 divide the 12, the 4, the 2 by d; t divides all.
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
        // With b·n·h = 8·512·1024 = 4,194,304 and 5·a·n²·b = 167,772,160. Transient beside what is recomputed: the
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

    /// The transient under z = 3: the gathered weights of this layer and of the next, and the gradient before it
    /// scatters.
    void gatheredWeightsAreTransient()
    {
        const Bytes activations = 16777216;  // gradients of 2·512 tokens around the activation function
        QCOMPARE(LayerCase(4).cost({.data = 4, .zero = 3}).memory.transient, activations + 2 * 25192448 + 50384896);
        QCOMPARE(LayerCase(4).cost({.data = 4, .zero = 2}).memory.transient, activations + 50384896);
        QCOMPARE(LayerCase(4).cost({.data = 4, .zero = 1}).memory.transient, activations);
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
        run.context.training.loss = LossKind::Fused;
        const LayerMemory memory = run.cost({}, head(false)).memory;
        QCOMPARE(memory.kept, before - Bytes{2} * 209715200);
        QCOMPARE(memory.transient, Bytes{0});
    }

    /// 4,096 tokens and 51,200 words come in chunks of 128 tokens (4,096/50 = 82, rounded up to a power of two): logits
    /// of one chunk in 16 bits, and the gradient of the table of 51,200·1,024. The norm's input is kept, and the
    /// gradient of the product's input in the place of that one.
    void chunkedLoss()
    {
        LayerCase run(1);
        run.context.training.loss = LossKind::Chunked;
        const LayerMemory memory = run.cost({}, head(false)).memory;
        QCOMPARE(memory.kept, Bytes{4 * 4194304});
        QCOMPARE(memory.transient, Bytes{2} * (128 * 51200 + 51200 * 1024));
        run.context.training.tuning.method = TuningMethod::Lora;  // the table does not train
        QCOMPARE(run.cost({}, head(false)).memory.transient, Bytes{2} * (128 * 51200));
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

    /// A head of 512 tokens: 26,214,400 logits, whose gradients of 2 bytes stand next to probabilities of 4 while the
    /// loss runs backward. Then the probabilities are gone, and the product makes 52,430,848 weight gradients.
    void lossBeforeProduct()
    {
        LayerCase run(8);
        run.context.training.framework.separateWeightGradients = true;
        const LayerMemory memory = run.cost({.data = 8}, head(false)).memory;
        QCOMPARE(memory.kept, Bytes{4 * 26214400 + 4 * 524288});
        QCOMPARE(memory.transient, Bytes{2} * 52430848 + (2 - 4) * Bytes{26214400});
        run.context.training.framework.separateWeightGradients = false;
        QCOMPARE(run.cost({.data = 8}, head(false)).memory.transient, Bytes{2} * 26214400);
        // With sharded weights the sum of both, next to two gathered tables of 2 bytes and a gradient of 4.
        QCOMPARE(run.cost({.data = 8, .zero = 3}, head(false)).memory.transient,
                 Bytes{2} * 26214400 + Bytes{2 * 2 + 4} * 52430848);
    }

    /// The head's backward frees what it kept before a block runs backward; blocks' gradients without content stay.
    void headFreesFirst()
    {
        LayerCase run(8);
        run.context.cluster = &run.cluster;
        run.context.training.framework.separateWeightGradients = true;
        Architecture model;
        model.runs = {encoder(), head(false)};
        const LayerStrategy whole{.data = 8};
        const auto momentOf = [&](int layer, const LayerStrategy& strategy) {
            const LayerMemory memory = run.cost(strategy, model.runs[static_cast<std::size_t>(layer)]).memory;
            return backwardMoment(run.context, model, layer, strategy, memory);
        };
        QCOMPARE(momentOf(1, whole).freed, Bytes{0});  // a zero bubble frees it later
        run.context.lastFreesFirst = true;
        const Bytes own = run.cost(whole, head(false)).memory.transient;
        QCOMPARE(momentOf(1, whole).freed, Bytes{4 * 26214400 + 4 * 524288});
        QCOMPARE(momentOf(1, whole).transient, own + Bytes{2} * 12596224);
        QCOMPARE(momentOf(0, whole).freed, Bytes{0});
        QCOMPARE(momentOf(0, whole).transient, run.cost(whole).memory.transient);
        const LayerStrategy sharded{.data = 8, .zero = 3};  // its gathered weights stay instead
        QCOMPARE(momentOf(1, sharded).freed, Bytes{0});
        QCOMPARE(momentOf(1, sharded).transient, run.cost(sharded, head(false)).memory.transient);
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
};

PGRAM_TEST(TestLayerMemory)
#include "test_layer_memory.moc"
