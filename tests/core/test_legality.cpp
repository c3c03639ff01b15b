// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategies that are rejected, by which rule and with which numbers (docs/method/README.md, Layer strategies).
#include "core/strategy/legality.h"
#include "tests/pgram_test.h"

#include <optional>
#include <set>
#include <string>

using namespace pgram;

namespace {

LayerSpec decoder()
{
    return {.kind = LayerKind::Decoder, .hidden = 768, .heads = 12, .kvHeads = 4, .headDim = 64, .ffn = 3072};
}

constexpr int stageDevices = 8;

/// B = 48, n = 512, m = 2 on a stage of eight devices.
std::optional<Verdict> verdict(const LayerSpec& layer, const LayerStrategy& strategy, std::int64_t batch = 48)
{
    Training training;
    training.globalBatch = batch;
    return refusal(layer, strategy, stageDevices, training, 512, 2);
}

void expect(const std::optional<Verdict>& got, Rule rule, std::int64_t left, std::int64_t right)
{
    QVERIFY(got.has_value());
    QCOMPARE(name(got->rule), name(rule));
    QCOMPARE(got->left, left);
    QCOMPARE(got->right, right);
    const std::string text = explain(*got).english();
    QVERIFY2(text.find(std::to_string(left)) != std::string::npos, text.c_str());
}

}  // namespace

class TestLegality : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void legalOnes()
    {
        for (const LayerStrategy& strategy :
             {LayerStrategy{.data = 8}, LayerStrategy{.tensor = 2, .data = 4, .zero = 3},
              LayerStrategy{.tensor = 4, .data = 2, .sequence = SequenceParallel::Megatron},
              LayerStrategy{.data = 8, .zero = 3, .shard = 2, .kept = {KeptPart::Input}}}) {
            QVERIFY2(!verdict(decoder(), strategy), shortName(strategy).c_str());
        }
    }

    void degreesMustFillTheStage() { expect(verdict(decoder(), {.tensor = 2, .data = 2}), Rule::GroupSize, 4, 8); }

    /// The local micro-batch B/(m·d) is a whole number, never rounded: 40 samples over 2·8 shares are 2.5.
    void localBatchIsWhole()
    {
        expect(verdict(decoder(), {.data = 8}, 40), Rule::Batch, 40, 16);
        QVERIFY(!verdict(decoder(), {.tensor = 2, .data = 4}, 40));
    }

    void headsDivide()
    {
        expect(verdict(decoder(), {.tensor = 8}), Rule::Heads, 12, 8);
        LayerSpec layer = decoder();
        layer.heads = 8;
        layer.kvHeads = 1;
        QVERIFY(!verdict(layer, {.tensor = 8}));  // one key and value head is replicated
        layer.heads = 24;
        layer.kvHeads = 3;
        expect(verdict(layer, {.tensor = 8}), Rule::KvHeads, 3, 8);
    }

    void widthsDivide()
    {
        LayerSpec layer = decoder();
        layer.ffn = 3070;
        expect(verdict(layer, {.tensor = 4, .data = 2}), Rule::Ffn, 3070, 4);
        const LayerSpec head{.kind = LayerKind::Head, .hidden = 768, .vocabulary = 50258};
        expect(verdict(head, {.tensor = 4, .data = 2}), Rule::Vocabulary, 50258, 4);
        QVERIFY(!verdict(head, {.tensor = 2, .data = 4}));

        LayerSpec shared = decoder();  // experts of 3072 and a shared one of 1410: DeepSeek's are as narrow
        shared.experts = 8;
        shared.topK = 2;
        shared.sharedFfn = 1410;
        expect(verdict(shared, {.tensor = 4, .data = 2}), Rule::Ffn, 1410, 4);
        QVERIFY(!verdict(shared, {.tensor = 2, .data = 4}));
    }

    void tokensDivideUnderSequenceParallelism()
    {
        LayerSpec layer = decoder();
        layer.tokens = 197;  // ViT: 196 patches and the class token
        expect(verdict(layer, {.tensor = 4, .data = 2, .sequence = SequenceParallel::Megatron}), Rule::Tokens, 197, 4);
        QVERIFY(!verdict(layer, {.tensor = 4, .data = 2}));
    }

    void sequenceParallelismNeedsATensorGroup()
    {
        const auto refused = verdict(decoder(), {.data = 8, .sequence = SequenceParallel::Megatron});
        QVERIFY(refused.has_value());
        QCOMPARE(name(refused->rule), name(Rule::SequenceKind));
    }

    void gatheredKeysNeedAContextGroup()
    {
        expect(verdict(decoder(), {.data = 8, .gathersKeys = true}), Rule::GatheredKeys, 1, 0);
        QVERIFY(!verdict(decoder(), {.data = 4, .context = 2, .gathersKeys = true}));
    }

    void weightsOnTheHostNeedZero3AndTheOptimizerThere()
    {
        expect(verdict(decoder(), {.data = 8, .zero = 2, .offloadOptimizer = true, .offloadWeights = true}),
               Rule::WeightsOnHost, 2, 0);
        expect(verdict(decoder(), {.data = 8, .zero = 3, .offloadWeights = true}), Rule::WeightsOnHost, 3, 0);
        QVERIFY(!verdict(decoder(), {.data = 8, .zero = 3, .offloadOptimizer = true, .offloadWeights = true}));
    }

    void offloadNeedsAHostLink()
    {
        Cluster cluster;
        QVERIFY(!hostRefusal({.data = 8}, cluster));
        const auto activations = hostRefusal({.data = 8, .kept = {.on = KeptOn::Host}}, cluster);
        const auto optimizer = hostRefusal({.data = 8, .offloadOptimizer = true}, cluster);
        QVERIFY(activations && optimizer);
        QCOMPARE(name(activations->rule), "host-link");
        cluster.host.bandwidth = 1e10;
        QVERIFY(!hostRefusal({.data = 8, .kept = {.on = KeptOn::Host}, .offloadOptimizer = true}, cluster));
    }

    /// A Ulysses group divides heads and tokens, and no matrices: 12 heads over 8, 4 KV heads over 6.
    void ulyssesDividesHeadsAndTokens()
    {
        const auto ulysses = [](int degree, int data) {
            return LayerStrategy{.tensor = degree, .data = data, .sequence = SequenceParallel::Ulysses};
        };
        expect(verdict(decoder(), ulysses(8, 1)), Rule::Heads, 12, 8);
        QVERIFY(!verdict(decoder(), ulysses(4, 2)));
        LayerSpec layer = decoder();
        layer.ffn = 3070;
        QVERIFY(!verdict(layer, ulysses(4, 2)));
        layer.tokens = 198;
        expect(verdict(layer, ulysses(4, 2)), Rule::Tokens, 198, 4);
        layer = decoder();
        layer.heads = 24;
        layer.kvHeads = 3;
        expect(verdict(layer, ulysses(8, 1)), Rule::KvHeads, 3, 8);
        layer.kvHeads = 1;
        QVERIFY(!verdict(layer, ulysses(8, 1)));
        const LayerSpec head{.kind = LayerKind::Head, .hidden = 768, .vocabulary = 50257};
        QVERIFY(!verdict(head, ulysses(8, 1)));
        QVERIFY(!verdict(decoder(), ulysses(1, 8)));  // as Galvatron writes a layer that nothing splits
    }

    /// A ring of c cuts 512 tokens into c parts; all data parts have one.
    void ringDividesTokens()
    {
        QVERIFY(!verdict(decoder(), {.data = 2, .context = 4}));
        LayerSpec layer = decoder();
        layer.tokens = 510;
        expect(verdict(layer, {.data = 2, .context = 4}), Rule::Tokens, 510, 4);
        expect(verdict(decoder(), {.tensor = 4, .context = 2, .sequence = SequenceParallel::Ulysses}, 47), Rule::Batch,
               47, 2);
        // Under a causal mask a rank has a chunk from the front and one from the back: 2c of them. 516 = 4·129.
        layer.tokens = 516;
        expect(verdict(layer, {.data = 2, .context = 4}), Rule::Tokens, 516, 8);
        QVERIFY(!verdict(layer, {.data = 4, .context = 2}));
        layer.kind = LayerKind::Encoder;
        QVERIFY(!verdict(layer, {.data = 2, .context = 4}));
    }

    /// Ranks of a ring split one copy of the states with their data parts: no copies may lie between them.
    void hybridShardsLieSideBySide()
    {
        const LayerStrategy inner{.data = 4, .zero = 3, .shard = 2, .context = 2};
        QVERIFY(!verdict(decoder(), inner));
        LayerStrategy outer = inner;
        outer.shardPlacement = ShardPlacement::Outer;
        expect(verdict(decoder(), outer), Rule::ShardPlacement, 2, 4);
        LayerStrategy far{.tensor = 2, .data = 4, .zero = 3, .shard = 2, .sequence = SequenceParallel::Ulysses};
        QVERIFY(!verdict(decoder(), far));
        far.placement = TensorPlacement::Strided;
        expect(verdict(decoder(), far), Rule::ShardPlacement, 2, 4);
    }

    void convolutionsAreNotSplit()
    {
        const LayerSpec block{.kind = LayerKind::Bottleneck,
                              .inputChannels = 256,
                              .midChannels = 64,
                              .outputChannels = 256,
                              .spatial = 56};
        expect(verdict(block, {.tensor = 2, .data = 4}), Rule::NotSplittable, 2, 0);
        QVERIFY(!verdict(block, {.data = 8, .zero = 3}));
    }

    void shardsDivideTheDataGroupOfSdp()
    {
        expect(verdict(decoder(), {.data = 8, .zero = 3, .shard = 3}), Rule::ShardDegree, 8, 3);
        QVERIFY(verdict(decoder(), {.data = 8, .zero = 1, .shard = 2}).has_value());
    }

    void expertsDivide()
    {
        LayerSpec layer = decoder();
        layer.experts = 6;
        layer.topK = 2;
        expect(verdict(layer, {.data = 8, .expert = 4}), Rule::Experts, 6, 4);
        layer.experts = 12;
        expect(verdict(layer, {.tensor = 4, .data = 2, .expert = 3}), Rule::ExpertRanks, 8, 3);
        QVERIFY(!verdict(layer, {.tensor = 4, .data = 2, .expert = 4}));  // over the copies and half of a tensor group
        QVERIFY(!verdict(layer, {.data = 8, .expert = 4}));
        QVERIFY(verdict(decoder(), {.data = 8, .expert = 2}).has_value());  // a dense layer has none
        expect(verdict(layer, {.data = 8, .zero = 3, .shard = 2, .expert = 4}), Rule::ExpertRanks, 2, 4);
    }

    /// Codes are part of the JSON: stable, distinct, lower case with dashes; every rule has a sentence.
    void codesAndSentences()
    {
        std::set<std::string> codes;
        for (int rule = 0; rule <= static_cast<int>(Rule::Takeaway3); ++rule) {
            const std::string text(name(static_cast<Rule>(rule)));
            QVERIFY(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-23") == std::string::npos);
            codes.insert(text);
            QVERIFY(!explain({static_cast<Rule>(rule), 7, 9}).empty());
        }
        QCOMPARE(codes.size(), std::size_t{36});
        QVERIFY(codes.contains("takeaway-3"));
    }
};

PGRAM_TEST(TestLegality)
#include "test_legality.moc"
