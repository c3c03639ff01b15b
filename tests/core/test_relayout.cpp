// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Re-layout of the boundary activation: shares worked out by hand.
#include "core/cost/relayout.h"

#include <QTest>

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

}  // namespace

class TestRelayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameLayoutIsFree()
    {
        LayerStrategy recomputed = strategy(2, 4);
        recomputed.recompute = Recompute::Full;
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
};

QTEST_APPLESS_MAIN(TestRelayout)
#include "test_relayout.moc"
