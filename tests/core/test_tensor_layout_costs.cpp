// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What layers cost on grids, in cubes and in rings of self-attention: bytes as the formulas of their papers say, 2.5D
// as 2D with data parallelism, lines as tensor parallelism was.
#include "core/cost/relayout.h"
#include "core/strategy/strategy_text.h"
#include "tests/core/layer_case.h"
#include "tests/core/random_plan.h"
#include "tests/core/same_estimate.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace pgram;

namespace {

constexpr int cases = 1000;

LayerStrategy strategyOf(const std::string& text)
{
    return parseStrategy(text).value();
}

/// Returns a 2.5D strategy as one grid whose copies are data parallelism. Returns any other strategy unchanged.
LayerStrategy withoutDepth(LayerStrategy strategy)
{
    strategy.data *= strategy.depth;
    strategy.tensor /= strategy.depth;
    strategy.depth = 1;
    return strategy;
}

/// A Transformer layer of b samples of n tokens on so many devices, h and f = 4h wide, without biases.
struct Shape {
    double samples = 1;
    double tokens = 1;
    double hidden = 1;

    explicit Shape(std::mt19937& random, int sampleParts)
    {
        const auto draw = [&](int most) { return 1.0 + static_cast<double>(random() % static_cast<unsigned>(most)); };
        samples = draw(4) * sampleParts;
        tokens = 128 * draw(8);
        hidden = 1024 * draw(8);
    }
    [[nodiscard]] LayerSpec layer() const
    {
        LayerSpec spec = encoder();
        spec.hidden = static_cast<std::int64_t>(hidden);
        spec.heads = spec.kvHeads = 64;
        spec.headDim = spec.hidden / spec.heads;
        spec.ffn = 4 * spec.hidden;
        spec.linearBias = spec.qkvBias = false;
        return spec;
    }
    [[nodiscard]] LayerCase on(int devices) const
    {
        LayerCase one(devices);
        one.context.microbatches = 1;
        one.context.training.globalBatch = static_cast<std::int64_t>(samples);
        one.context.sequence = static_cast<std::int64_t>(tokens);
        return one;
    }
    [[nodiscard]] double states() const { return samples * tokens * hidden; }
    [[nodiscard]] double weights() const { return 12 * hidden * hidden; }
};

/// Elements of 16 bits that a rank sends in a step for a kind of transfer, the sums of norms aside.
double sentElements(const LayerCost& cost, TrafficKind kind)
{
    double sum = 0;
    for (const Charge& charge : cost.charges) {
        const bool isNorm = kind == TrafficKind::TensorParallel && charge.collective == CollectiveKind::AllReduce;
        sum += charge.kind == kind && !isNorm ? charge.times * charge.bytesPerRank : 0;
    }
    return sum / 2;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

bool sameCost(const LayerCost& a, const LayerCost& b)
{
    const auto figures = [](const LayerCost& c) {
        return std::tuple(c.forward, c.backward, c.weightGradient, c.sync, c.optimizer, c.modelFlops);
    };
    return a.memory == b.memory && figures(a) == figures(b) &&
           std::ranges::equal(
               a.charges, b.charges, {}, [](const Charge& c) { return test::fields(c); },
               [](const Charge& c) { return test::fields(c); });
}

/// Clusters of hosts of eight.
Cluster hosts(int devices)
{
    Cluster cluster = LayerCase(devices).cluster;
    cluster.device.launchSeconds.value = 5e-6;
    cluster.device.memoryBandwidth = 1e12;
    cluster.device.multiprocessors = 80;
    cluster.links.front() = {.name = "host", .span = std::min(8, devices), .bandwidth = 1e11, .latency = 3e-6};
    if (devices > 8) {
        cluster.links.push_back({.name = "net", .span = devices, .bandwidth = 1e10, .latency = 2e-5});
    }
    return cluster;
}

}  // namespace

class TestTensorLayoutCosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// SYSTEMS: forward 1D 4(P-1)/P·bsh, backward as much.
    void linesSendWhatTensorParallelismDid()
    {
        std::mt19937 random(1);
        for (int i = 0; i < cases; ++i) {
            const int degree = 2 << (random() % 6);
            const Shape shape(random, 1);
            const LayerStrategy line{.tensor = degree};
            LayerStrategy named = strategyOf("TP" + std::to_string(degree) + "+1d");
            QCOMPARE(named, line);
            LayerCase one = shape.on(degree);
            const LayerCost cost = one.cost(line, shape.layer());
            double reduced = 0;
            for (const Charge& charge : cost.charges) {
                QCOMPARE(charge.collective, CollectiveKind::AllReduce);
                reduced += charge.times * charge.bytesPerRank / 2;
            }
            QVERIFY(isNear(reduced, 2 * 4.0 * (degree - 1) / degree * shape.states()));
        }
    }

    /// Forward (q-1)/q²·(7bsh + 12h²), backward twice that; with the samples of one grid in 2.5D.
    void gridsSendPanels()
    {
        std::mt19937 random(2);
        for (int i = 0; i < cases; ++i) {
            const int q = 1 << (1 + random() % 3);
            const int depth = 1 << (random() % 3);
            const bool repeats = random() % 2 == 0;
            const Shape shape(random, q * depth);
            LayerStrategy grid{.tensor = depth * q * q, .layout = TensorLayout::Grid, .depth = depth};
            grid.kept.part = repeats ? KeptPart::Input : KeptPart::All;
            LayerCase one = shape.on(grid.tensor);
            const LayerCost cost = one.cost(grid, shape.layer());
            const double once = (q - 1.0) / (q * q) * (7 * shape.states() / depth + shape.weights());
            QVERIFY(isNear(sentElements(cost, TrafficKind::TensorParallel), (repeats ? 4 : 3) * once));
        }
    }

    /// Forward (q-1)/q³·(16bsh + 12h²), backward as much.
    void cubesGatherAndScatter()
    {
        std::mt19937 random(3);
        for (int i = 0; i < cases; ++i) {
            const int q = 1 << (1 + random() % 2);
            const Shape shape(random, q * q);
            const LayerStrategy cube{.tensor = q * q * q, .layout = TensorLayout::Cube};
            LayerCase one = shape.on(cube.tensor);
            const LayerCost cost = one.cost(cube, shape.layer());
            const double once = (q - 1.0) / (q * q * q) * (16 * shape.states() + shape.weights());
            QVERIFY(isNear(sentElements(cost, TrafficKind::TensorParallel), 2 * once));
        }
    }

    /// 2(P-1)/P·bsh in forward and three times that in backward; the gradients of whole weights are summed once a step.
    void ringsSendKeysAndValues()
    {
        std::mt19937 random(4);
        for (int i = 0; i < cases; ++i) {
            const int degree = 2 << (random() % 5);
            const int data = 1 << (random() % 3);
            const Shape shape(random, data);
            const LayerStrategy ring{.tensor = degree, .data = data, .layout = TensorLayout::Ring};
            LayerCase one = shape.on(degree * data);
            const LayerCost cost = one.cost(ring, shape.layer());
            const double once = 2.0 * (degree - 1) / degree * shape.states() / data;
            QVERIFY(isNear(sentElements(cost, TrafficKind::ContextParallel), 4 * once));
            const double ranks = degree * data;
            const double parameters = parameterCount(shape.layer());
            QVERIFY(
                isNear(2 * sentElements(cost, TrafficKind::GradientSync), 2 * (ranks - 1) / ranks * 4 * parameters));
            QCOMPARE(cost.memory.weights, wholeBytes(2 * parameters));
        }
    }

    /// Of a layer alone, with whatever stands beside it.
    void deepGridsAreGridsOfCopies()
    {
        std::mt19937 random(5);
        for (int i = 0; i < cases; ++i) {
            const int q = 1 << (1 + random() % 2);
            const int depth = 2 << (random() % 2);
            const int data = 1 << (random() % 3);
            const Shape shape(random, q * depth * data);
            LayerStrategy deep{.tensor = depth * q * q, .data = data, .layout = TensorLayout::Grid, .depth = depth};
            deep.zero = static_cast<int>(random() % 4);
            deep.kept.part = random() % 2 == 0 ? KeptPart::Input : KeptPart::All;
            LayerStrategy flat{.tensor = q * q, .data = data * depth, .zero = deep.zero, .layout = TensorLayout::Grid};
            flat.kept = deep.kept;
            LayerCase one = shape.on(deep.groupSize());
            one.cluster = hosts(deep.groupSize());
            LayerSpec layer = shape.layer();
            layer.linearBias = layer.qkvBias = random() % 2 == 0;
            QVERIFY(sameCost(one.cost(deep, layer), one.cost(flat, layer)));
            QCOMPARE(refusal(layer, deep, deep.groupSize(), one.context.training, one.context.sequence, 1),
                     refusal(layer, flat, flat.groupSize(), one.context.training, one.context.sequence, 1));
            const LayerStrategy other{.tensor = deep.groupSize()};
            QCOMPARE(missingShares(deep, other), missingShares(flat, other));
            QCOMPARE(missingShares(other, deep), missingShares(other, flat));
            QCOMPARE(missingShares(deep, flat).total, 0.0);
        }
    }

    /// Of whole plans, layer by layer, between layers and between stages.
    void plansOfDeepGridsAreThoseOfCopies()
    {
        test::RandomPlans random(6, {&Space::layouts});
        int deep = 0;
        for (int i = 0; i < cases; ++i) {
            const Plan plan = random.plan();
            Plan flat = plan;
            std::ranges::transform(flat.strategies, flat.strategies.begin(), withoutDepth);
            deep += flat.strategies != plan.strategies ? 1 : 0;
            const Estimate a = estimate(plan);
            const Estimate b = estimate(flat);
            QCOMPARE(a.stepTime, b.stepTime);
            QVERIFY(std::ranges::equal(
                a.layers, b.layers, [](const LayerEstimate& x, const LayerEstimate& y) { return test::same(x, y); }));
        }
        QVERIFY(deep > 0);
    }

    /// Weights by q², q² and q³, or whole; activations evenly; a cube keeps its operands as it gathered them.
    void memoryIsDivided()
    {
        std::mt19937 random(7);
        const Shape shape(random, 16);
        const LayerSpec layer = shape.layer();
        LayerCase whole = shape.on(1);
        const LayerMemory single = whole.cost({}, layer).memory;
        const auto of = [&](const char* text) {
            const LayerStrategy strategy = strategyOf(text);
            LayerCase one = shape.on(strategy.groupSize());
            return one.cost(strategy, layer).memory;
        };
        QCOMPARE(of("TP4+2D").weights, single.weights / 4);
        QCOMPARE(of("TP8+2.5D2").weights, single.weights / 4);
        QCOMPARE(of("TP8+3D").weights, single.weights / 8);
        QCOMPARE(of("RSA4").weights, single.weights);
        QCOMPARE(of("TP4+2D").kept, single.kept / 4);
        QCOMPARE(of("TP8+2.5D2").kept, single.kept / 8);
        QCOMPARE(of("TP4+2D").optimizer, single.optimizer / 4);
        // (ΣX + ΣW)·(1/q² - 1/q³) of 16 bits.
        const double gathered = (7 * shape.states() + shape.weights()) * (1.0 / 4 - 1.0 / 8) * 2;
        QVERIFY(isNear(static_cast<double>(of("TP8+3D").kept), static_cast<double>(single.kept) / 8 + gathered));
    }

    /// Each device computes its part; the model's work does not change.
    void workIsDivided()
    {
        std::mt19937 random(8);
        const Shape shape(random, 16);
        const LayerSpec layer = shape.layer();
        LayerCase whole = shape.on(1);
        const LayerCost single = whole.cost({}, layer);
        for (const char* text : {"TP4+2D", "TP16+2D", "TP8+2.5D2", "TP8+3D"}) {
            const LayerStrategy strategy = strategyOf(text);
            LayerCase one = shape.on(strategy.groupSize());
            one.cluster.links.front().bandwidth = 1e30;
            const LayerCost cost = one.cost(strategy, layer);
            QVERIFY2(isNear(cost.forward, single.forward / strategy.tensor), text);
            QVERIFY2(isNear(cost.modelFlops, single.modelFlops), text);
        }
        LayerCase ring = shape.on(4);
        ring.context.training.fusedAttention = whole.context.training.fusedAttention = false;
        ring.cluster.links.front().bandwidth = 1e30;
        const LayerCost cost = ring.cost(strategyOf("RSA4"), layer);
        QVERIFY(isNear(cost.forward, whole.cost({}, layer).forward / 4));
        QVERIFY(isNear(cost.modelFlops, single.modelFlops));
    }

    /// Panels are products one after the other, of a local shape that fills the device less well.
    void panelsAreSmall()
    {
        LayerCase one(16);
        one.cluster = hosts(16);
        one.cluster.links = {{.name = "free", .span = 16, .bandwidth = 1e30}};
        const LayerCost grid = one.cost(strategyOf("TP16+2D"));
        one.cluster.device.multiprocessors = 0;
        QVERIFY(grid.forward > one.cost(strategyOf("TP16+2D")).forward);
    }

    /// The groups of an axis: neighbours, or ranks q or q² apart, and so other links.
    void axesLieOnTheirLinks()
    {
        LayerCase one(64);
        one.cluster = hosts(64);
        one.context.training.globalBatch = 128;
        std::map<int, int> links;  // by stride
        for (const Charge& charge : one.cost(strategyOf("TP64+2D")).charges) {
            QCOMPARE(charge.group.size, 8);
            links[charge.group.stride] = charge.link;
        }
        QCOMPARE(links, (std::map<int, int>{{1, 0}, {8, 1}}));
        links.clear();
        for (const Charge& charge : one.cost(strategyOf("TP64+3D")).charges) {
            QCOMPARE(charge.group.size, 4);
            links[charge.group.stride] = charge.link;
        }
        QCOMPARE(links, (std::map<int, int>{{1, 0}, {4, 1}, {16, 1}}));
    }
};

PGRAM_TEST(TestTensorLayoutCosts)
#include "test_tensor_layout_costs.moc"
