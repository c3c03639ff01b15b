// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Re-layout of the boundary activation: shares worked out by hand.
#include "core/cost/relayout.h"
#include "tests/pgram_test.h"

#include <random>

using namespace pgram;

namespace {

LayerStrategy strategy(int tensor, int data, TensorPlacement placement = TensorPlacement::Consecutive)
{
    LayerStrategy s;
    s.tensor = tensor;
    s.data = data;
    s.placement = placement;
    return s;
}

LayerStrategy splitTokens(LayerStrategy s)
{
    s.sequence = SequenceParallel::Megatron;
    return s;
}

/// A strategy of 2^bits devices.
LayerStrategy randomStrategy(int bits, std::mt19937& random)
{
    LayerStrategy s;
    const int tensor = static_cast<int>(random() % (bits + 1));
    const int context = static_cast<int>(random() % (bits - tensor + 1));
    s.tensor = 1 << tensor;
    s.context = 1 << context;
    s.data = 1 << (bits - tensor - context);
    s.placement = static_cast<TensorPlacement>(random() % 3);
    s.sequence = tensor > 0 && random() % 2 == 0 ? SequenceParallel::Megatron : SequenceParallel::None;
    s.sequence = tensor > 0 && random() % 4 == 0 ? SequenceParallel::Ulysses : s.sequence;
    if (s.context == 1 && s.data > 1 && random() % 2 == 0) {
        s.zero = 3;
        s.shard = 1 << (random() % (bits - tensor + 1));
        s.shardPlacement = random() % 2 == 0 ? ShardPlacement::Inner : ShardPlacement::Outer;
    }
    return s;
}

}  // namespace

class TestRelayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameLayoutIsFree()
    {
        LayerStrategy recomputed = strategy(2, 4);
        recomputed.kept.part = KeptPart::Input;
        recomputed.zero = 3;
        QCOMPARE(missingShares(strategy(2, 4), recomputed).total, 0.0);
    }

    /// TP2·DP4 -> DP8: each rank keeps half of what it has; back, it lacks its neighbour's eighth.
    void splittingIsFreeAndGatheringIsNot()
    {
        QCOMPARE(missingShares(strategy(2, 4), strategy(1, 8)).total, 0.0);
        const Missing back = missingShares(strategy(1, 8), strategy(2, 4));
        QCOMPARE(back.worst, 1.0 / 8);
        QCOMPARE(back.total, 1.0);
        QCOMPARE(back.block, 2);
    }

    /// DP4 twice over -> all on every rank: four neighbours have all between them, so nobody asks the next four, not
    /// even rank 4, to whom 3 is nearer than 7.
    void nothingLeavesABlockThatHasAll()
    {
        const LayerStrategy twice = strategy(2, 4, TensorPlacement::Strided);
        QCOMPARE(missingShares(twice, strategy(8, 1)).block, 4);
        int flows = 0;
        eachRelayoutFlow(twice, strategy(8, 1), [&flows](const ShareFlow& flow) {
            QCOMPARE(flow.from / 4, flow.to / 4);
            QCOMPARE(flow.share, 1.0 / 4);
            ++flows;
        });
        QCOMPARE(flows, 8 * 3);
    }

    /// DP2·TP2 strided -> TP2·DP2 consecutive: ranks 1 and 2 hold the wrong half.
    void placementMatters()
    {
        const Missing missing = missingShares(strategy(2, 2, TensorPlacement::Strided), strategy(2, 2));
        QCOMPARE(missing.worst, 0.5);
        QCOMPARE(missing.total, 1.0);
    }

    /// TP4 with split tokens -> TP4 without: each rank lacks three quarters.
    void gatheringTokens()
    {
        const Missing missing = missingShares(splitTokens(strategy(4, 1)), strategy(4, 1));
        QCOMPARE(missing.worst, 0.75);
        QCOMPARE(missing.total, 3.0);
        QCOMPARE(missingShares(strategy(4, 1), splitTokens(strategy(4, 1))).total, 0.0);
    }

    /// Bit by bit, as powers of two are counted, or rank by rank: the same to the last digit.
    void countingBitsAgreesWithTryingEveryRank()
    {
        std::mt19937 random(7);
        int moving = 0;
        for (int round = 0; round < 3000; ++round) {
            const int bits = 1 + static_cast<int>(random() % 7);
            const LayerStrategy before = randomStrategy(bits, random);
            const LayerStrategy after = randomStrategy(bits, random);
            const Missing counted = missingShares(layoutOf(before), layoutOf(after));
            const Missing listed = missingShares(listedLayoutOf(before), listedLayoutOf(after));
            QVERIFY2(counted == listed,
                     qPrintable(QString::fromStdString(shortName(before) + " -> " + shortName(after))));
            moving += counted.total > 0 ? 1 : 0;
        }
        QVERIFY(moving > 1000);
    }

    /// Four stages of two devices on two nodes of four: only the second boundary leaves its node. b·n·h·w / d =
    /// 4·128·256·2 / 2 = 131,072 bytes at 100 or 10 GB/s.
    void aBoundaryCrossesWhatLiesBetweenItsStages()
    {
        Cluster cluster;
        cluster.devices = 8;
        cluster.links = {{.name = "inside", .span = 4, .bandwidth = 1e11, .efficiency = {1.0, {}}, .latency = 1e-6},
                         {.name = "between", .span = 8, .bandwidth = 1e10, .efficiency = {1.0, {}}, .latency = 5e-6}};
        CostContext context{.cluster = &cluster, .sequence = 128, .pipeline = 4, .microbatches = 2};
        context.training.globalBatch = 8;
        const LayerSpec layer{.kind = LayerKind::Decoder, .hidden = 256, .heads = 4, .kvHeads = 4};
        for (const int stage : {1, 2, 3}) {
            const BoundaryCost cost =
                boundaryCost(context, {stage - 1, stage}, layer, layer, strategy(1, 2), strategy(1, 2));
            QCOMPARE(cost.bytesPerRank, 131072.0);
            QCOMPARE(cost.link, stage == 2 ? 1 : 0);
            QCOMPARE(cost.seconds, stage == 2 ? 5e-6 + 1.31072e-5 : 1e-6 + 1.31072e-6);
        }
        context.pipeline = 2;
        QCOMPARE(boundaryCost(context, {0, 1}, layer, layer, strategy(1, 4), strategy(1, 4)).link, 1);
    }

    /// Four ranks that hold a quarter of the tokens each are alike, whatever holds them: a quarter goes from rank to
    /// rank. Between four parts and two, halves are what both have.
    void aBoundaryOfSplitTokens()
    {
        Cluster cluster;
        cluster.devices = 8;
        cluster.links = {{.name = "link", .span = 8, .bandwidth = 1e10, .efficiency = {1.0, {}}}};
        CostContext context{.cluster = &cluster, .sequence = 128, .pipeline = 2, .microbatches = 2};
        context.training.globalBatch = 8;
        const LayerSpec layer{.kind = LayerKind::Decoder, .hidden = 256, .heads = 4, .kvHeads = 4};
        const auto sent = [&](const LayerStrategy& before, const LayerStrategy& after) {
            return boundaryCost(context, {0, 1}, layer, layer, before, after).bytesPerRank;
        };
        const LayerStrategy ring{.context = 4};
        const LayerStrategy ulysses{.tensor = 4, .sequence = SequenceParallel::Ulysses};
        const double whole = 4 * 128 * 256 * 2;
        QCOMPARE(sent(strategy(4, 1), strategy(4, 1)), whole);
        for (const LayerStrategy& after : {ring, ulysses, splitTokens(strategy(4, 1))}) {
            QCOMPARE(missingShares(ring, after).total, 0.0);
            QCOMPARE(sent(ring, after), whole / 4);
            QCOMPARE(sent(after, ulysses), whole / 4);
            QCOMPARE(sent(strategy(4, 1), after), whole);
        }
        QCOMPARE(sent(ring, splitTokens(strategy(2, 2))), whole / 2 / 2);
    }
};

PGRAM_TEST(TestRelayout)
#include "test_relayout.moc"
