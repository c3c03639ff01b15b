// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layers that differ from a standard block: experts, multi-latent attention, gated and grouped ones. Their memory,
// seconds and traffic against figures worked by hand, on a device whose element-wise work and launches cost nothing.
#include "core/model/layer_work.h"
#include "core/strategy/legality.h"
#include "tests/core/layer_case.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>

using namespace pgram;

namespace {

/// h = 1024, 16 heads; with dropout and biases, 8 experts of 4h, two for each token.
LayerSpec expertLayer()
{
    return {.kind = LayerKind::Encoder,
            .name = "experts",
            .hidden = 1024,
            .heads = 16,
            .kvHeads = 16,
            .headDim = 64,
            .ffn = 4096,
            .experts = 8,
            .topK = 2};
}

LayerSpec plainDecoder()
{
    LayerSpec layer = expertLayer();
    layer.kind = LayerKind::Decoder;
    layer.experts = layer.topK = 0;
    layer.linearBias = layer.qkvBias = layer.dropout = false;
    layer.norm = Norm::RmsNorm;
    return layer;
}

/// Heads of 64 + 32 for queries and keys, 64 for values; ranks of 512 and 256.
LayerSpec latentLayer()
{
    LayerSpec layer = plainDecoder();
    layer.headDim = 96;
    layer.ropeDim = 32;
    layer.valueDim = 64;
    layer.queryRank = 512;
    layer.keyValueRank = 256;
    return layer;
}

const Charge* tokensSent(const LayerCost& cost, CollectiveKind collective)
{
    const auto found = std::ranges::find_if(cost.charges, [=](const Charge& charge) {
        return charge.kind == TrafficKind::ExpertParallel && charge.collective == collective;
    });
    return found == cost.charges.end() ? nullptr : &*found;
}

}  // namespace

class TestExperts : public QObject {
    Q_OBJECT

private slots:
    /// 4,096 tokens: attention 8·h² a token, scores, a router of 8h, and twice 16·h² in the experts.
    void secondsOfExperts()
    {
        LayerCase run(1);
        const double flops = 34359738368.0 + 8589934592.0 + 67108864.0 + 137438953472.0;
        QCOMPARE(run.cost({}, expertLayer()).forward, flops / 1e12);
    }

    /// Every expert's weights are read, however few tokens come: 8 more experts of 8·h² of 2 bytes.
    void everyExpertIsRead()
    {
        LayerCase run(1);
        run.cluster.device.memoryBandwidth = 1e12;
        run.cluster.device.memoryEfficiency.value = 1;
        LayerSpec many = expertLayer();
        many.experts = 16;
        const double router = 2.0 * 4096 * 1024 * 8 / 1e12 + 2.0 * 8 * (1024 + 4096) / 1e12;
        const Seconds more = run.cost({}, many).forward - run.cost({}, expertLayer()).forward;
        QVERIFY(std::abs(more - router - 8 * 2.0 * 8 * 1048576 / 1e12) < 1e-12);
    }

    /// Of a dense block's 34 bnh, 16 are the feed-forward part's. Two experts a token keep 2·2 for their input and
    /// 2·16 inside, and 8 probabilities of 4 bytes a token. b·n·h = 4,194,304.
    void keptByExperts()
    {
        QCOMPARE(LayerCase(1).cost({}, expertLayer()).memory.kept, Bytes{(18 + 4 + 32) * 4194304 + 4096 * 8 * 4});
    }

    /// 2·b·n·(6h + 2·g·d + 3f) for RMS norms, grouped keys and values, a gated feed-forward part and no dropout: 4 key
    /// heads of 64 and f = 4096.
    void keptByAGatedBlock()
    {
        LayerSpec layer = plainDecoder();
        layer.kvHeads = 4;
        layer.gatedMlp = true;
        QCOMPARE(LayerCase(1).cost({}, layer).memory.kept, Bytes{2 * 4096 * (6 * 1024 + 2 * 4 * 64 + 3 * 4096)});
    }

    /// §2 under Megatron SP: t divides all of 34·b·n·h + 5·a·n²·b, and all of what selective recomputation leaves.
    void tensorRanksDivideEverything()
    {
        LayerSpec layer = expertLayer();
        layer.experts = layer.topK = 0;
        LayerCase run(4);
        run.context.training.fusedAttention = false;
        LayerStrategy split{.tensor = 4, .sequence = SequenceParallel::Megatron};
        QCOMPARE(run.cost(split, layer).memory.kept, Bytes{(34 * 4194304 + 167772160) / 4});
        split.kept.part = KeptPart::WithoutAttention;
        QCOMPARE(run.cost(split, layer).memory.kept, Bytes{34 * 4194304 / 4});
    }

    /// Four ranks of experts on two of data: they reach over the tensor group, and no expert is split. Its other
    /// parameters, 4h² + 16h, are.
    void expertsBeyondTheDataGroup()
    {
        const LayerStrategy wide{.tensor = 2, .data = 2, .expert = 4, .sequence = SequenceParallel::Megatron};
        QCOMPARE(wide.expertTensor(), 1);
        LayerCase run(4);
        QVERIFY(!refusal(expertLayer(), wide, 4, run.context.training, 512, 2));
        const LayerCost cost = run.cost(wide, expertLayer());
        QCOMPARE(cost.memory.weights, Bytes{2 * ((4 * 1048576 + 16 * 1024) / 2 + 8 * 8 * 1048576 / 4)});
        // A rank has 1,024 of the 2,048 tokens, and sends both copies of 3/4 of them: 4,194,304 bytes · 3/4.
        const Charge* sent = tokensSent(cost, CollectiveKind::AllToAll);
        QVERIFY(sent != nullptr);
        QCOMPARE(sent->group, (Group{4, 1}));
        QCOMPARE(sent->bytesPerRank, 3145728.0);
        QVERIFY(tokensSent(cost, CollectiveKind::AllGather) == nullptr);

        LayerStrategy tooWide = wide;
        tooWide.expert = 8;
        QVERIFY(refusal(expertLayer(), tooWide, 4, run.context.training, 512, 2));
    }

    /// Two ranks of experts, each expert split over two: what the split tokens' owners sent is gathered between them.
    void splitExpertsGatherTokens()
    {
        const LayerStrategy strategy{.tensor = 2, .data = 2, .expert = 2, .sequence = SequenceParallel::Megatron};
        const LayerCost cost = LayerCase(4).cost(strategy, expertLayer());
        const Charge* sent = tokensSent(cost, CollectiveKind::AllToAll);
        const Charge* gathered = tokensSent(cost, CollectiveKind::AllGather);
        QVERIFY(sent != nullptr && gathered != nullptr);
        QCOMPARE(sent->group, (Group{2, 2}));
        QCOMPARE(sent->bytesPerRank, 2097152.0);
        QCOMPARE(gathered->group, (Group{2, 1}));
        QCOMPARE(gathered->bytesPerRank, 4194304.0);
    }

    /// Two experts of a token on four ranks: 4·(1 - (3/4)²) = 1.75 of them on average; on two nodes of two, 1.5 nodes.
    /// 1,024 tokens of 2,048 bytes, 3/4 of which leave.
    void fusedDispatchSendsOnce()
    {
        const LayerStrategy strategy{.data = 4, .expert = 4};
        LayerCase run(4);
        run.context.training.framework.fusedDispatch = true;
        QCOMPARE(tokensSent(run.cost(strategy, expertLayer()), CollectiveKind::AllToAll)->bytesPerRank,
                 1.75 * 2097152 * 0.75);
        run.cluster.links.front().span = 2;
        run.cluster.links.push_back({.name = "network", .span = 4, .bandwidth = 1e9, .efficiency = {1.0, {}}});
        const LayerCost cost = run.cost(strategy, expertLayer());
        QCOMPARE(tokensSent(cost, CollectiveKind::AllToAll)->bytesPerRank, 1.5 * 2097152 * 0.75);
        run.context.training.framework.fusedDispatch = false;
        QVERIFY(run.cost(strategy, expertLayer()).forward > cost.forward);
    }

    /// Multi-latent attention: 1024·512 + 512·1536 down and up to queries, 1024·288 and 256·2048 to keys and values,
    /// 1024² out, 8·1024² after it, two FLOP each; scores of 96 and 64 a pair, half of them masked.
    void latentAttention()
    {
        LayerCase run(1);
        const double products = 2.0 * 4096 * 11567104;
        const double scores = 2.0 * 4096 * 512 * 16 * 160 / 2;
        const LayerCost cost = run.cost({}, latentLayer());
        QCOMPARE(cost.forward, (products + scores) / 1e12);
        // Two norms of the ranks, and 1024 + 1024 + 1024 + 512 before attention, 1536 + 1536 + 1024 for it, 1024 after.
        QCOMPARE(cost.memory.kept, Bytes{2 * 4096 * (3584 + 4096 + 1024 + 2 * 1024 + 2 * 4096)});
        QCOMPARE(cost.memory.weights, Bytes{2 * 11569920});
        // Four tensor ranks hold the projections down to the ranks whole: 1024·(512 + 288).
        const LayerStrategy split{.tensor = 4, .sequence = SequenceParallel::Megatron};
        QCOMPARE(LayerCase(4).cost(split, latentLayer()).memory.weights, Bytes{2 * (11569920 / 4 + 614400)});
    }

    /// Under Megatron SP multi-latent attention keeps shares of what it brings up to the heads, and gathers those again
    /// in backward: 512 and 256 of the ranks' elements a token, 3/4 of 4,096 tokens' of 2 bytes; and 1024 of the
    /// feed-forward part. Routed experts work on each rank's own tokens: nothing to gather for them.
    void gathersAgain()
    {
        const LayerStrategy split{.tensor = 4, .sequence = SequenceParallel::Megatron};
        const LayerCost latent = LayerCase(4).cost(split, latentLayer());
        QCOMPARE(latent.charges.size(), std::size_t{4});
        QCOMPARE(latent.charges[1].bytesPerRank, 3 * 2048.0 * latentLayer().queryRank);
        QCOMPARE(latent.charges[2].bytesPerRank, 3 * 2048.0 * latentLayer().keyValueRank);
        QCOMPARE(latent.charges[3].bytesPerRank, 3 * 2048.0 * 1024);

        const LayerCost routed =
            LayerCase(4).cost({.tensor = 4, .expert = 4, .sequence = SequenceParallel::Megatron}, expertLayer());
        const auto gathers = std::ranges::count(routed.charges, TrafficKind::SequenceParallel, &Charge::kind);
        QCOMPARE(gathers, 2);  // the pairs around attention, and its input again
    }

    /// All experts on every rank: nothing is sorted by expert after a transfer. An operator of no bytes would be a
    /// launch all the same.
    void oneRankOfExpertsSortsNothing()
    {
        const ShardShape shard{.samples = 8, .sequence = 512};
        for (const Operator& op : layerWork(expertLayer(), shard, Training(), 1).operators) {
            QVERIFY(op.flops > 0 || op.bytes > 0);
        }
    }

    /// Experts' states divide by the copies of one expert, the rest by those of the layer: z = 1 of 4 ranks, 2 of
    /// which share no expert.
    void statesOfExperts()
    {
        const LayerMemory memory = LayerCase(4).cost({.data = 4, .zero = 1, .expert = 2}, expertLayer()).memory;
        const Bytes dense = 4 * 1048576 + 16 * 1024;
        const Bytes experts = Bytes{8} * 8 * 1048576 / 2;
        QCOMPARE(memory.weights, 2 * (dense + experts));
        QCOMPARE(memory.optimizer, 12 * (dense / 4 + experts / 2));
    }
};

PGRAM_TEST(TestExperts)
#include "test_experts.moc"
