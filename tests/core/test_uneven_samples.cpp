// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ranks that wait for the one with the most work, where samples differ: beside drawn samples, and worked by hand.
#include "core/cost/uneven_samples.h"
#include "tests/core/layer_case.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <vector>

using namespace pgram;

namespace {

LayerSpec decoder()
{
    LayerSpec layer = encoder();
    layer.kind = LayerKind::Decoder;
    return layer;
}

LayerSpec decoderOfExperts()
{
    LayerSpec layer = encoderOfExperts();
    layer.kind = LayerKind::Decoder;
    return layer;
}

WaitingRanks waiting(const LayerSpec& layer, const LayerStrategy& strategy)
{
    return waitingRanks(layer, strategy, shardingOf(strategy));
}

/// Returns the pairs of tokens of a packed sample of `tokens` tokens whose documents have 100 to 900.
double drawnPairs(int tokens, std::mt19937& random)
{
    double pairs = 0;
    for (int left = tokens; left > 0;) {
        const int length = std::min(left, std::uniform_int_distribution(100, 900)(random));
        pairs += 0.5 * length * length;
        left -= length;
    }
    return pairs;
}

LayerCase runOf(int devices, const std::string& documents)
{
    LayerCase run(devices);
    run.context.training.documents = loaded(DocumentLengths::parse(documents));
    return run;
}

}  // namespace

class TestUnevenSamples : public QObject {
    Q_OBJECT

private slots:
    void ranksThatWait()
    {
        const auto has = [](WaitingRanks ranks, int microbatch, int step) {
            return ranks.eachMicrobatch == microbatch && ranks.eachStep == step;
        };
        QVERIFY(has(waiting(decoder(), {.data = 8}), 1, 8));
        QVERIFY(has(waiting(decoder(), {.data = 8, .zero = 2}), 1, 8));
        QVERIFY(has(waiting(decoder(), {.data = 8, .zero = 3}), 8, 1));
        QVERIFY(has(waiting(decoder(), {.data = 8, .zero = 3, .shard = 4}), 4, 2));
        QVERIFY(has(waiting(decoder(), {.tensor = 4, .data = 2}), 1, 2));
        QVERIFY(has(waiting(decoder(), {.data = 2, .context = 4}), 1, 2));
        QVERIFY(has(waiting(decoderOfExperts(), {.data = 8, .expert = 4}), 4, 2));
    }

    /// 8 ranks with 4 micro-batches of 2 samples each, and 8 that meet in each micro-batch: the slowest of 3,000 drawn
    /// steps.
    void slowestOfDrawnSteps()
    {
        constexpr int ranks = 8;
        constexpr int microbatches = 4;
        constexpr int samples = 2;
        constexpr int steps = 3000;
        CostContext context;
        context.training.documents = loaded(DocumentLengths::parse("100-900"));
        context.sequence = 8192;
        context.microbatches = microbatches;
        std::mt19937 random(4);
        double mean = 0;
        double slowestStep = 0;
        double slowestMicrobatches = 0;
        for (int step = 0; step < steps; ++step) {
            std::vector<double> ofRank(ranks);
            for (int m = 0; m < microbatches; ++m) {
                double most = 0;
                for (double& sum : ofRank) {
                    const double own = drawnPairs(8192, random) + drawnPairs(8192, random);
                    sum += own;
                    mean += own;
                    most = std::max(most, own);
                }
                slowestMicrobatches += most;
            }
            slowestStep += std::ranges::max(ofRank);
        }
        mean /= ranks;
        const auto wait = [&](const LayerStrategy& strategy) {
            return attentionWait(context, decoder(), strategy, shardingOf(strategy), samples);
        };
        const double ofStep = wait({.data = ranks});
        const double ofMicrobatch = wait({.data = ranks, .zero = 3});
        const auto words = fmt::format("{} beside {}, {} beside {}", ofStep, slowestStep / mean - 1, ofMicrobatch,
                                       slowestMicrobatches / mean - 1);
        QVERIFY2(std::abs(ofStep - (slowestStep / mean - 1)) < 0.1 * ofStep, words.c_str());
        QVERIFY2(std::abs(ofMicrobatch - (slowestMicrobatches / mean - 1)) < 0.1 * ofMicrobatch, words.c_str());
    }

    /// One rank waits for nobody; equal documents and stored scores are alike on all ranks; no rank takes longer than
    /// for one document as long as the longest.
    void whereNobodyWaits()
    {
        CostContext context;
        context.sequence = 8192;
        const auto wait = [&](const LayerStrategy& strategy) {
            return attentionWait(context, decoder(), strategy, shardingOf(strategy), 1);
        };
        QCOMPARE(wait({.data = 8}), 0.0);
        context.training.documents = DocumentLengths(512);
        QCOMPARE(wait({.data = 8}), 0.0);
        context.training.documents = loaded(DocumentLengths::parse("512x1000,8192"));
        QCOMPARE(wait({}), 0.0);
        const double pairs = context.training.documents.pairTokens(8192);
        QVERIFY(wait({.data = 1024, .zero = 3}) > 0);
        QVERIFY(wait({.data = 1024, .zero = 3}) <= 8192 / pairs - 1);
        context.training.fusedAttention = false;
        QCOMPARE(wait({.data = 8}), 0.0);
    }

    /// Ranks of a ring have equally many pairs where each document is cut, and others where the sample is.
    void ranksOfARing()
    {
        CostContext context;
        context.sequence = 8192;
        context.training.documents = loaded(DocumentLengths::parse("512x3,4096"));
        const LayerStrategy ring{.context = 4};
        const auto wait = [&] { return attentionWait(context, decoder(), ring, shardingOf(ring), 1); };
        QCOMPARE(wait(), 0.0);
        context.training.framework.cutsSamples = true;
        QCOMPARE(wait(), context.training.documents.busiestPart(8192, 4) - 1);
        QVERIFY(wait() > 0.1);
    }

    /// Only attention of the layer takes longer, and its FLOP and memory stay.
    void onlyAttentionWaits()
    {
        LayerCase run = runOf(8, "16x3,400");
        const LayerStrategy strategy{.data = 8};
        const LayerCost cost = run.cost(strategy, decoder());
        const double wait = attentionWait(run.context, decoder(), strategy, shardingOf(strategy), 1);
        QVERIFY(wait > 0);
        LayerCase one = runOf(1, "16x3,400");
        one.context.training.globalBatch = 2;
        const LayerCost alone = one.cost({}, decoder());
        const double attention = 4 * 512 * 1024.0 * run.context.training.documents.keysPerToken(512, 0) / 1e12;
        QVERIFY(std::abs((cost.forward - alone.forward) / (wait * attention) - 1) < 1e-6);
        QCOMPARE(cost.modelFlops, 8 * alone.modelFlops);
        QCOMPARE(cost.memory.kept, alone.memory.kept);
    }

    /// Samples of 128 and 512 tokens, each as often. One sample per micro-batch on one device: the mean of both costs.
    /// Two: three of four have the longer one.
    void paddedByHand()
    {
        const auto ofLength = [](std::int64_t tokens, int samples) {
            LayerCase run(1);
            run.context.sequence = tokens;
            run.context.training.globalBatch = 2 * samples;
            return run.cost({}, decoder());
        };
        for (const int samples : {1, 2}) {
            LayerCase run = runOf(1, "padded:128,512");
            run.context.training.globalBatch = 2 * samples;
            const LayerCost cost = run.cost({}, decoder());
            const LayerCost low = ofLength(128, samples);
            const LayerCost high = ofLength(512, samples);
            const double share = samples == 1 ? 0.5 : 0.25;
            const auto mean = [share](double a, double b) { return share * a + (1 - share) * b; };
            const auto is = [](double a, double b) { return std::abs(a / b - 1) < 1e-9; };
            QVERIFY(is(cost.forward, mean(low.forward, high.forward)));
            QVERIFY(is(cost.backward, mean(low.backward, high.backward)));
            QVERIFY(is(cost.modelFlops, mean(low.modelFlops, high.modelFlops)));
            QCOMPARE(cost.memory, high.memory);
            QCOMPARE(cost.optimizer, high.optimizer);
        }
    }

    /// 20 lists of lengths, one or two samples in a micro-batch: beside the mean over all lengths, in which the work of
    /// a micro-batch follows that of its longest sample.
    void paddedBesideASum()
    {
        std::mt19937 random(6);
        for (int round = 0; round < 20; ++round) {
            std::string text = "padded:";
            std::vector<int> lengths;
            for (int i = 0; i < 5; ++i) {
                lengths.push_back(2 * std::uniform_int_distribution(8, 512)(random));
                text += fmt::format("{}{}", i > 0 ? "," : "", lengths.back());
            }
            const int samples = 1 + round % 2;
            LayerCase run = runOf(1, text);
            run.context.sequence = 1024;
            run.context.training.globalBatch = 2 * samples;
            const LayerCost cost = run.cost({}, decoder());
            double forward = 0;
            double backward = 0;
            int count = 0;
            for (const int a : lengths) {
                for (const int b : samples == 1 ? std::vector{a} : lengths) {
                    LayerCase one(1);
                    one.context.sequence = std::max(a, b);
                    one.context.training.globalBatch = 2 * samples;
                    const LayerCost own = one.cost({}, decoder());
                    forward += own.forward;
                    backward += own.backward;
                    ++count;
                }
            }
            QVERIFY2(std::abs(cost.forward / (forward / count) - 1) < 0.01, text.c_str());
            QVERIFY2(std::abs(cost.backward / (backward / count) - 1) < 0.01, text.c_str());
        }
    }

    /// Under all kinds of strategies: as slow as full samples at most, as fast as the shortest at least, slower with
    /// more ranks that wait, and with the transfers of full samples.
    void paddedUnderStrategies()
    {
        const std::vector<LayerStrategy> strategies{
            {.data = 8},
            {.data = 8, .zero = 3},
            {.data = 8, .zero = 3, .shard = 2},
            {.tensor = 4, .data = 2, .sequence = SequenceParallel::Megatron},
            {.tensor = 2, .data = 2, .context = 2},
            {.data = 8, .expert = 4},
        };
        for (const LayerStrategy& strategy : strategies) {
            const LayerSpec layer = strategy.expert > 1 ? decoderOfExperts() : decoder();
            LayerCase padded = runOf(8, "padded:64-512");
            LayerCase full(8);
            LayerCase least(8);
            least.context.sequence = 64;
            const LayerCost cost = padded.cost(strategy, layer);
            const LayerCost most = full.cost(strategy, layer);
            const std::string name = shortName(strategy);
            QVERIFY2(cost.memory == most.memory, name.c_str());
            QVERIFY2(cost.time() < most.time() && cost.time() > least.cost(strategy, layer).time(), name.c_str());
            QVERIFY2(cost.charges.size() == most.charges.size(), name.c_str());
            for (std::size_t i = 0; i < cost.charges.size(); ++i) {
                QVERIFY2(cost.charges[i].bytesPerRank <= most.charges[i].bytesPerRank, name.c_str());
                QVERIFY2(cost.charges[i].kind == least.cost(strategy, layer).charges[i].kind, name.c_str());
            }
            LayerCase equal = runOf(8, "padded:512");
            QVERIFY2(std::abs(equal.cost(strategy, layer).time() / most.time() - 1) < 1e-12, name.c_str());
        }
        LayerCase run = runOf(8, "padded:64-512");
        const double compute = run.cost({.data = 8}, decoder()).forward;
        QVERIFY(compute < run.cost({.data = 8, .zero = 3}, decoder()).forward);
        LayerCase one = runOf(1, "padded:64-512");
        one.context.training.globalBatch = 2;
        QVERIFY(one.cost({}, decoder()).forward < compute);
    }
};

PGRAM_TEST(TestUnevenSamples)
#include "test_uneven_samples.moc"
