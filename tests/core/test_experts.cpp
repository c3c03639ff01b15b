// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Routed experts: how tokens get to them, what the busiest rank costs, and the rate of their products. Figures by hand.
#include "core/cost/operator_time.h"
#include "tests/core/layer_case.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;

namespace {

/// Hidden 1,024, inner 4,096.
LayerSpec expertLayer(std::int64_t experts, std::int64_t topK)
{
    LayerSpec layer = encoder();
    layer.experts = experts;
    layer.topK = topK;
    return layer;
}

const Charge& tokensOf(const LayerCost& cost)
{
    const Charge* charge = find(cost, TrafficKind::ExpertParallel, CollectiveKind::AllToAll);
    if (charge == nullptr) {
        throw std::runtime_error("no token is sent");
    }
    return *charge;
}

/// Of one there or back.
Seconds secondsOf(const Charge& charge)
{
    return (charge.hidden + charge.exposed) / charge.times;
}

}  // namespace

class TestExperts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// 2 samples of 512 tokens of 2,048 bytes on each rank; eight draws among four ranks.
    void dispatchInsideANode()
    {
        LayerCase run(4);
        run.cluster.device.memoryBandwidth = 1e12;
        CollectiveKernels& kernels = run.cluster.links.front().collectives.emplace();
        kernels.dispatch = {DispatchConstants{1e-5, 0.5, 2, 1e-9, 4}, DispatchConstants{2e-5, 0.25, 1, 2e-9, 4}};
        run.context.training.framework.fusedDispatch = true;
        const Charge charge = tokensOf(run.cost({.data = 4, .expert = 4}, expertLayer(8, 8)));
        const double tokens = 2 * 512;
        const double bytes = tokens * 2 * 1024;
        const double others = 3 * (1 - std::pow(0.75, 8));
        const double there = 1e-5 + bytes * (1 / 0.5e12 + others / 2e10) + tokens * (1 + others) * 1e-9;
        const double back = 2e-5 + bytes * (1 / 0.25e12 + others / 1e10) + tokens * (1 + others) * 2e-9;
        QCOMPARE(secondsOf(charge), (there + back) / 2);
        QCOMPARE(charge.bytesPerRank, bytes * others);
        QCOMPARE(charge.times, 4.0 * 2);
        // Larger groups run other kernels.
        kernels.dispatch[0]->ranks = kernels.dispatch[1]->ranks = 2;
        QCOMPARE(tokensOf(run.cost({.data = 4, .expert = 4}, expertLayer(8, 8))).bytesPerRank,
                 bytes * 4 * (1 - std::pow(0.75, 8)) * 3 / 4);
        // A framework that sends a token to each of its experts does not have these times.
        run.context.training.framework.fusedDispatch = false;
        QCOMPARE(tokensOf(run.cost({.data = 4, .expert = 4}, expertLayer(8, 8))).bytesPerRank, bytes * 8 * 3 / 4);
    }

    /// Each launch takes a second, and nothing else does. A block has eight beside its experts' (two norms, two
    /// products, attention, two sums, the router's product); grouped experts four (tokens put in order, two products,
    /// activation); each of eight experts of a loop nine, six of which take, weigh and add up tokens.
    void expertsInALoop()
    {
        LayerCase run(1);
        run.cluster.device.peakBf16 = 1e30;
        run.cluster.device.launchSeconds.value = 1;
        const LayerCost grouped = run.cost({}, expertLayer(8, 2));
        QCOMPARE(grouped.forward, 8.0 + 4);
        run.context.training.framework.loopsExperts = true;
        const LayerCost loops = run.cost({}, expertLayer(8, 2));
        QCOMPARE(loops.forward, 8.0 + 8 * 9);
        QCOMPARE(loops.modelFlops, grouped.modelFlops);
        QCOMPARE(loops.memory, grouped.memory);
    }

    /// Before Megatron-Core 0.14 each token keeps the result of each of its experts, 2 bytes an element.
    void resultsOfExpertsAreKept()
    {
        LayerCase run(1);
        const LayerSpec layer = expertLayer(8, 2);
        const LayerStrategy recomputed{.kept = {KeptPart::Input}};
        const LayerCost today = run.cost({}, layer);
        const LayerCost input = run.cost(recomputed, layer);
        run.context.training.framework.keepsExpertOutputs = true;
        const LayerCost before = run.cost({}, layer);
        const auto samples = run.context.training.globalBatch / run.context.microbatches;
        QCOMPARE(before.memory.kept - today.memory.kept, samples * run.context.sequence * 2 * layer.hidden * 2);
        QCOMPARE(before.forward, today.forward);
        QCOMPARE(run.cost(recomputed, layer).memory.kept, input.memory.kept);
    }

    /// Under ZeRO-3 each of two matrices of eight experts is gathered by itself, in forward, in backward and for
    /// recomputation, two micro-batches; the host needs a millisecond for each.
    void expertsOfALoopAreGatheredOneByOne()
    {
        LayerCase run(4);
        const LayerStrategy strategy{.data = 4, .zero = 3, .kept = {KeptPart::Input}};
        run.context.training.framework.loopsExperts = true;
        const LayerCost quick = run.cost(strategy, expertLayer(8, 2));
        run.context.training.framework.gatherDispatch = 1e-3;
        const LayerCost slow = run.cost(strategy, expertLayer(8, 2));
        QVERIFY(std::abs(slow.forward - quick.forward - 16e-3) < 1e-9);
        QVERIFY(std::abs(slow.backward - quick.backward - 32e-3) < 1e-9);
        QVERIFY(std::ranges::any_of(slow.charges, [](const Charge& charge) {
            return charge.kind == TrafficKind::WeightGather && charge.times == 2 * 3 * 16;
        }));
    }

    /// In 8 bits there, with a scale of 4 bytes for 128 of them, and in 16 back.
    void tokensTravelInEightBits()
    {
        LayerCase run(4);
        run.context.training.precision = Precision::Fp8Block;
        const LayerStrategy strategy{.data = 4, .expert = 4};
        const Volume wide = tokensOf(run.cost(strategy, expertLayer(8, 8))).bytesPerRank;
        run.context.training.framework.narrowDispatch = true;
        const Volume narrow = tokensOf(run.cost(strategy, expertLayer(8, 8))).bytesPerRank;
        QVERIFY(std::abs(narrow / wide - (1 + 4.0 / 128 + 2) / 4) < 1e-12);
        run.context.training.precision = Precision::Bf16;  // nothing is in 8 bits
        QCOMPARE(tokensOf(run.cost(strategy, expertLayer(8, 8))).bytesPerRank, wide);
    }

    /// What hides behind compute costs nothing but the slowdown that both cause each other, κ = 1.2.
    void dispatchBesideTheOtherMicrobatch()
    {
        LayerCase run(4);
        const LayerStrategy strategy{.data = 4, .expert = 4};
        const LayerCost waits = run.cost(strategy, expertLayer(8, 2));
        run.context.training.framework.overlapsDispatch = true;
        const LayerCost hides = run.cost(strategy, expertLayer(8, 2));
        const Seconds sent = 2 * secondsOf(tokensOf(waits));
        const Seconds compute = waits.forward - sent;
        QVERIFY(sent < compute);
        QVERIFY(std::abs(hides.forward - (compute + 0.2 * sent)) < 1e-9);
        QCOMPARE(secondsOf(tokensOf(hides)), secondsOf(tokensOf(waits)));
        QVERIFY(std::abs(tokensOf(hides).exposed - 0.2 * 4 * sent) < 1e-9);
    }

    /// They hide behind the experts that all tokens visit, and behind no more.
    void dispatchBesideTheSharedExperts()
    {
        for (const std::int64_t shared : {8, 8192}) {
            LayerCase run(4);
            const LayerStrategy strategy{.data = 4, .expert = 4};
            LayerSpec layer = expertLayer(8, 2);
            layer.sharedFfn = shared;
            const LayerCost waits = run.cost(strategy, layer);
            LayerSpec without = layer;
            without.sharedFfn = 0;
            const LayerCost routed = run.cost(strategy, without);
            const Seconds sent = 2 * secondsOf(tokensOf(waits));
            const Seconds ahead = waits.forward - routed.forward;  // of the shared experts
            const Seconds behind = waits.backward - routed.backward;
            run.context.training.framework.overlapsSharedExperts = true;
            const LayerCost hides = run.cost(strategy, layer);
            const auto exposed = [sent](Seconds compute) {
                return std::max(compute, sent) + 0.2 * std::min(compute, sent) - compute;
            };
            QVERIFY(std::abs(waits.forward - hides.forward - (sent - exposed(ahead))) < 1e-9);
            QVERIFY((shared == 8) == (ahead < sent));
            // The weights' gradients are accumulated in their own time, which no transfer runs beside.
            const Seconds gained = waits.backward - hides.backward;
            QVERIFY(gained > 0 && gained <= sent - exposed(behind) + 1e-9);
            QVERIFY(std::abs(tokensOf(hides).exposed - 2 * (2 * sent - (waits.forward - hides.forward) - gained)) <
                    1e-9);
            // Nothing to run beside.
            QCOMPARE(run.cost(strategy, without).forward, routed.forward);
            // All of another micro-batch's compute is more than these.
            run.context.training.framework.overlapsDispatch = true;
            QVERIFY(run.cost(strategy, layer).forward <= hides.forward);
        }
    }

    /// Between nodes of one device each a token goes to 8·(1 - (7/8)⁸) = 5.25 of eight, or to the four that its groups
    /// are on.
    void routingByGroupsVisitsFewNodes()
    {
        LayerCase run(8);
        run.context.training.framework.fusedDispatch = true;
        LayerSpec layer = expertLayer(8, 8);
        run.cluster.links = {{.name = "in", .span = 1, .bandwidth = 1e12, .efficiency = {1.0, {}}},
                             {.name = "out", .span = 8, .bandwidth = 1e10, .efficiency = {1.0, {}}}};
        const double one = 512 * 2 * 1024;  // a sample on each rank
        const LayerStrategy strategy{.data = 8, .expert = 8};
        const double free = tokensOf(run.cost(strategy, layer)).bytesPerRank;
        QVERIFY(std::abs(free - one * 8 * (1 - std::pow(7.0 / 8, 8)) * 7 / 8) < 1e-6 * free);
        layer.expertGroups = 8;
        layer.topGroups = 4;
        QCOMPARE(tokensOf(run.cost(strategy, layer)).bytesPerRank, one * 4 * 7 / 8);
        // Each of two groups on four nodes.
        layer.expertGroups = 2;
        layer.topGroups = 1;
        QCOMPARE(tokensOf(run.cost(strategy, layer)).bytesPerRank, one * 4 * 7 / 8);
    }

    /// The busiest rank has so many more rows in its products, in what it keeps, and on the links.
    void theBusiestRankIsWaitedFor()
    {
        LayerCase run(4);
        const LayerStrategy strategy{.data = 4, .expert = 4};
        const LayerSpec layer = expertLayer(8, 2);
        const LayerCost even = run.cost(strategy, layer);
        run.context.training.expertLoad = 1.5;
        const LayerCost uneven = run.cost(strategy, layer);
        QCOMPARE(tokensOf(uneven).bytesPerRank, 1.5 * tokensOf(even).bytesPerRank);
        // Half as many rows again: 2·1,024·2 rows of 2 products of 1,024 × 4,096, on 10¹² FLOP/s.
        const double rows = 2 * 512 * 2;
        const Seconds products = 2 * 2 * rows * 1024 * 4096 / 1e12;
        const Seconds sent = 2 * (secondsOf(tokensOf(uneven)) - secondsOf(tokensOf(even)));
        QVERIFY(std::abs(uneven.forward - even.forward - products / 2 - sent) < 1e-9);
        QVERIFY(uneven.memory.kept > even.memory.kept);
        // A rank that holds all experts has all of its tokens.
        const LayerCost whole = run.cost({.data = 4}, layer);
        run.context.training.expertLoad = 1;
        QCOMPARE(whole.forward, run.cost({.data = 4}, layer).forward);
    }

    /// Runs reach as much less than bursts in products of experts as in all others.
    void groupedProductsHaveTheirOwnConstants()
    {
        LayerCase run(1);
        Device& device = run.cluster.device;
        device.multiprocessors = 100;
        device.memoryBandwidth = 1e12;
        device.gemmEfficiency.value = 0.6;
        const ProductConstants dense{0.8, 100, 0, 0.8, 3, 1e-6, 0};
        const ProductConstants grouped{0.9, 0, 0, 0.9, 4, 2e-5, 0.5};
        device.products.emplace().types[static_cast<std::size_t>(ProductType::Bf16)] = dense;
        Operator op;
        op.kind = Operator::Kind::Gemm;
        op.rows = 8192;
        op.inner = 1024;
        op.columns = 4096;
        op.groups = 8;
        op.flops = 2 * op.rows * op.inner * op.columns;
        op.ofExperts = true;
        const ProductShape shape{1024, 1024, 4096, 8};
        const Training training;
        QCOMPARE(productSeconds(op, Pass::Forward, device, training),
                 productTime(device, dense, shape, 1e12, 0.6, 2, false));
        device.groupedProducts.emplace().types[static_cast<std::size_t>(ProductType::Bf16)] = grouped;
        QCOMPARE(productSeconds(op, Pass::Forward, device, training),
                 productTime(device, grouped, shape, 1e12, 0.6, 2, false));
        // A kernel that is slower alone is as much slower in runs.
        device.groupedProducts->types[static_cast<std::size_t>(ProductType::Bf16)]->rateShare = 0.4;
        QCOMPARE(productSeconds(op, Pass::Forward, device, training),
                 productTime(device, grouped, shape, 1e12, 0.6 * 0.4 / 0.8, 2, false));
        op.ofExperts = false;
        QCOMPARE(productSeconds(op, Pass::Forward, device, training),
                 productTime(device, dense, shape, 1e12, 0.6, 2, true));
    }
};

PGRAM_TEST(TestExperts)
#include "test_experts.moc"
