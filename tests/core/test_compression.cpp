// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention to compressed keys, outputs in groups of heads and residual streams (DeepSeek-V4), by hand: FLOP, kept
// tensors, parameters, what ranks divide, what flows between layers, the cache of serving, and the reader's checks.
#include "core/exchange/config_models.h"
#include "core/model/attention.h"
#include "core/model/layer_work.h"
#include "core/model/model_json.h"
#include "core/serving/served_model.h"
#include "core/strategy/legality.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <fmt/format.h>
#include <random>

using namespace pgram;

namespace {

/// A block without a feed-forward part: 4 heads of 16 that share one head of keys, which are the values.
LayerSpec compressed()
{
    LayerSpec block{.kind = LayerKind::Decoder, .name = "block", .hidden = 64, .heads = 4, .kvHeads = 1, .headDim = 16};
    block.queryRank = 32;
    block.outputRank = 8;
    block.outputGroups = 2;
    block.valuesAreKeys = true;
    block.compression = 4;
    block.window = 8;
    block.linearBias = block.qkvBias = block.dropout = false;
    block.norm = Norm::RmsNorm;
    return block;
}

/// The same with an indexer of 2 heads of 8 that selects 8 compressed keys.
LayerSpec indexed()
{
    LayerSpec block = compressed();
    block.selected = 8;
    block.indexHeads = 2;
    block.indexWidth = 8;
    return block;
}

LayerWork workOf(const LayerSpec& layer, const ShardShape& shard, const Training& training = {})
{
    return layerWork(layer, shard, training, 1);
}

/// FLOP of fused attention and of the indexer on these tokens, behind others.
double attentionFlops(const LayerSpec& layer, std::int64_t tokens, std::int64_t behind)
{
    double sum = 0;
    for (const Operator& op : workOf(layer, {.samples = 1, .sequence = tokens, .behind = behind}).operators) {
        sum += op.kind == Operator::Kind::Attention ? op.flops : 0;
    }
    return sum;
}

/// A model of 4 layers: two of a window alone, one indexed, one that reads all compressed keys.
std::string small(const std::string& members)
{
    return R"({"model_type": "deepseek_v4", "num_hidden_layers": 4, "hidden_size": 64, "num_attention_heads": 4,
        "num_key_value_heads": 1, "head_dim": 16, "q_lora_rank": 32, "o_lora_rank": 8, "o_groups": 2,
        "qk_rope_head_dim": 8, "index_topk": 8, "index_n_heads": 2, "index_head_dim": 8, "sliding_window": 8,
        "n_routed_experts": 4, "n_shared_experts": 1, "num_experts_per_tok": 2, "moe_intermediate_size": 32,
        "topk_method": "noaux_tc", "hc_mult": 4, "num_hash_layers": 1, "num_nextn_predict_layers": 1,
        "vocab_size": 256, "tie_word_embeddings": false, "max_position_embeddings": 512, )" +
           members + "}";
}

Result<ConfigModel> built(const std::string& text)
{
    return modelOfConfig(Json::parse(text), "config.json");
}

}  // namespace

class TestCompression : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Products of a token: queries 64 x 32 and 32 x 64, keys 64 x 16, compressed keys 64 x 32 (values and weights),
    /// output 64 x 8 of each half of the heads and 16 x 64: 8704 in all, two FLOP and three passes. Pairs of 64 tokens:
    /// of the window 64 · 8 - 8 · 8 / 2 = 480, of compressed keys 64 · 64 / 2 / 4 = 512; each costs two products of 64,
    /// two FLOP and three passes.
    void allCompressedKeysByHand()
    {
        QCOMPARE(workOf(compressed(), {.samples = 1, .sequence = 64}).causalFlops,
                 6.0 * 64 * 8704 + 12.0 * 64 * (480 + 512));
    }

    /// The product of compressed keys is twice as wide, 64 x 64. The indexer has queries 32 x 16, weights 64 x 2 and
    /// compressed keys 64 x 32: 8704 + 2048 + 2688 = 13440. It scores 512 pairs of 2 heads of 8. Queries read 8
    /// compressed keys, of 32 tokens: (64 · 32 - 32 · 32 / 2) / 4 = 384 pairs.
    void selectedCompressedKeysByHand()
    {
        QCOMPARE(workOf(indexed(), {.samples = 1, .sequence = 64}).causalFlops,
                 6.0 * 64 * 13440 + 12.0 * 64 * (480 + 384) + 6.0 * 512 * 16);
    }

    /// Streams: in front of the mixer a product of 4 · 64 to 4 · 6 weights; in front of the head one of 4 · 64 to 4.
    void streamsByHand()
    {
        LayerSpec block = compressed();
        block.streams = 4;
        QCOMPARE(workOf(block, {.samples = 1, .sequence = 64}).causalFlops -
                     workOf(compressed(), {.samples = 1, .sequence = 64}).causalFlops,
                 6.0 * 64 * 256 * 24);
        QCOMPARE(parameterCount(block) - parameterCount(compressed()), 256.0 * 24 + 24 + 3);
        LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = 64, .vocabulary = 256};
        const double parameters = parameterCount(head);
        const double flops = workOf(head, {.samples = 1, .sequence = 64}).causalFlops;
        head.streams = 4;
        QCOMPARE(parameterCount(head) - parameters, 256.0 * 4 + 4 + 1);
        QCOMPARE(workOf(head, {.samples = 1, .sequence = 64}).causalFlops - flops, 6.0 * 64 * 256 * 4);
    }

    /// Matrices as in the products above; vectors: norms of 64 and of the rank of 32, and of compressed keys 4 · 16
    /// weights by place and a norm of 16; with an indexer 4 · 32 and 16, and 4 · 16 and 8 of its own.
    void parametersByHand()
    {
        QCOMPARE(parameterCount(compressed()), 8704.0 + 64 + 32 + 4 * 16 + 16);
        QCOMPARE(parameterCount(indexed()), 13440.0 + 64 + 32 + 4 * 32 + 16 + 4 * 16 + 8);
    }

    /// Elements of 2 bytes for each token: input of the norm 64, of the products 64, of the rank's norm and behind it
    /// 2 · 32, queries before and behind their norm 2 · 64, a key and a quarter of a compressed one 20, product of
    /// compressed keys 32, input of their norm 4, attention's output 64, of groups 16. Streams add 24 weights of 4
    /// bytes, 4 · 64 of the input, and 64 of the result.
    void keptTensorsByHand()
    {
        const ShardShape shard{.samples = 3, .sequence = 32};
        const LayerWork plain = workOf(compressed(), shard);
        constexpr double elements = 64 + 64 + 64 + 128 + 20 + 32 + 4 + 64 + 16;
        QCOMPARE(plain.kept.whole, 3 * 32 * 2 * elements);
        QCOMPARE(plain.kept.input, 3.0 * 32 * 2 * 64);
        QCOMPARE(plain.tensorReductions, 1);
        LayerSpec block = compressed();
        block.streams = 4;
        const LayerWork streams = workOf(block, shard);
        QCOMPARE(streams.kept.whole - plain.kept.whole, 3.0 * 32 * (24 * 4 + 2 * (4 * 64 + 64)));
        QCOMPARE(streams.kept.input, 3.0 * 32 * 2 * 256);
    }

    /// Streams flow between blocks and to the head, not from the embedding.
    void streamsFlowBetweenBlocks()
    {
        LayerSpec block = compressed();
        block.streams = 4;
        const LayerSpec embedding{.kind = LayerKind::Embedding, .name = "embedding", .hidden = 64, .vocabulary = 256};
        const LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = 64, .streams = 4, .vocabulary = 256};
        QCOMPARE(boundaryElements(embedding, block, 32), 32.0 * 64);
        QCOMPARE(boundaryElements(block, block, 32), 32.0 * 256);
        QCOMPARE(boundaryElements(block, head, 32), 32.0 * 256);
    }

    /// Tensor ranks divide the products to the heads and behind them: 32 x 64, 64 x 8 and 16 x 64. All others are whole
    /// on each.
    void ranksDivideTheHeads()
    {
        for (const LayerSpec& block : {compressed(), indexed()}) {
            const LayerWork one = workOf(block, {.samples = 1, .sequence = 32});
            const LayerWork half = workOf(block, {.samples = 1, .sequence = 32, .tensor = 2});
            QCOMPARE(one.parameters, parameterCount(block));
            constexpr double divided = 32 * 64 + 64 * 8 + 16 * 64;
            const double matrices = one.shapes.all() - one.shapes.vectors;
            QCOMPARE(matrices - (half.shapes.all() - half.shapes.vectors), divided / 2);
            QCOMPARE(half.parameters, divided / 2 + (matrices - divided) + (one.parameters - matrices) / 2);
            QCOMPARE(half.modelFlops, one.modelFlops);
        }
    }

    /// Slices compute together as much as the whole sequence.
    void slicesAddUp()
    {
        for (const LayerSpec& block : {compressed(), indexed()}) {
            double sum = 0;
            for (const auto& [tokens, behind] : {std::pair{64, 0}, std::pair{32, 64}, std::pair{96, 96}}) {
                sum += attentionFlops(block, tokens, behind);
            }
            QVERIFY(std::abs(sum / attentionFlops(block, 192, 0) - 1) < 1e-12);
        }
    }

    /// Packed documents cost as much as one by one.
    void documentsAddUp()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 20; ++round) {
            const LayerSpec layer = round % 2 == 0 ? compressed() : indexed();
            std::string text;
            std::int64_t sequence = 0;
            double causal = 0;
            for (int kind = 0; kind < 4; ++kind) {
                const std::int64_t length = std::uniform_int_distribution<std::int64_t>(40, 700)(random);
                const std::int64_t count = std::uniform_int_distribution<std::int64_t>(1, 9)(random);
                text += fmt::format("{}{}x{}", text.empty() ? "" : ",", length, count);
                sequence += length * count;
                causal += workOf(layer, {.samples = asDouble(count), .sequence = length}).causalFlops;
            }
            Training training;
            training.documents = loaded(DocumentLengths::parse(text));
            const LayerWork packed = workOf(layer, {.samples = 1, .sequence = sequence}, training);
            QVERIFY2(std::abs(packed.causalFlops / causal - 1) < 1e-9, text.c_str());
        }
    }

    void legality()
    {
        LayerSpec block = compressed();
        block.kvHeads = 1;
        Training training;
        training.globalBatch = 8;
        const auto rule = [&](const LayerStrategy& strategy, int devices, std::int64_t sequence = 64) {
            const auto verdict = refusal(block, strategy, devices, training, sequence, 1);
            return verdict ? std::optional(verdict->rule) : std::nullopt;
        };
        QVERIFY(!rule({.tensor = 2}, 2));
        QVERIFY(rule({.tensor = 4}, 4) == Rule::OutputGroups);
        QVERIFY(rule({.context = 2}, 2) == Rule::CompressedKeys);
        QVERIFY(rule({.tensor = 2, .sequence = SequenceParallel::Ulysses}, 2) == Rule::CompressedKeys);
        QVERIFY(!rule({.context = 2, .gathersKeys = true}, 2));
        QVERIFY(rule({.context = 2, .gathersKeys = true}, 2, 24) == Rule::CompressedKeys);  // 6 tokens, keys of 4
        QVERIFY(explain({Rule::CompressedKeys, 6, 4}).english().find("6 tokens") != std::string::npos);
    }

    /// A token has 16 elements of a key in the window, and 16 and the indexer's 8 of each compressed key of 4 tokens.
    void cacheByHand()
    {
        const ServedModel served =
            loaded(servedModel(loaded(built(small(R"("compress_ratios": [0, 0, 4, 8])"))).model));
        QCOMPARE(served.cacheElements(128), 4 * 8 * 16.0 + 128 / 4.0 * (16 + 8) + 128 / 8.0 * 16);
        QCOMPARE(served.cacheElements(4), 4 * 4 * 16.0 + 1 * (16 + 8) + 0.5 * 16);
    }

    void layersOfAFile()
    {
        const ConfigModel found = loaded(built(small(R"("compress_ratios": [0, 0, 4, 8, 0])")));
        QVERIFY(found.unknown.empty());
        const Architecture& model = found.model;
        QCOMPARE(model.layerCount(), 6);
        const std::array<std::int64_t, 4> compression{0, 0, 4, 8};
        for (int layer = 0; layer < 4; ++layer) {
            const LayerSpec& block = model.layer(layer + 1);
            QCOMPARE(block.compression, compression[static_cast<std::size_t>(layer)]);
            QCOMPARE(block.selected, layer == 2 ? 8 : 0);
            QCOMPARE(block.window, 8);
            QCOMPARE(block.streams, 4);
            // A norm of the keys and four sinks; the layer that chooses experts by a table has no corrections.
            QCOMPARE(block.extraParameters, 16 + 4 + (layer > 0 ? 4 : 0));
        }
        QCOMPARE(model.layer(5).streams, 4);
        QCOMPARE(loaded(parseArchitecture(dumped(toJson(model)), "model")), model);
    }

    void wrongFilesAreRefused()
    {
        const auto refusal = [](const std::string& text) {
            const auto model = built(text);
            return model ? std::string("read") : model.error().text();
        };
        const auto says = [&](const std::string& members, const char* part) {
            const std::string text = refusal(small(members));
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        };
        says(R"("compress_ratios": [0, 0, 4])", "lists 3 layers, but the model has 4");
        says(R"("compress_ratios": [0, 1, 4, 8])", "1 token for each compressed key");
        says(R"("compress_ratios": [0, 0, 4, 8], "o_groups": 3)", "divides the 4 heads");
    }

    /// Published: 284 billion parameters, of which 13 are active, and 1.6 trillion, of which 49 are. Both counts are
    /// without the layer that predicts a further token: with it they would be 291 billion and 1.60 trillion.
    void countsArePublished_data()
    {
        QTest::addColumn<QString>("sizes");
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("active");
        const auto ratios = [](std::vector<int> first, int layers) {
            while (std::ssize(first) < layers) {
                first.push_back(first.back() == 4 ? 128 : 4);
            }
            return QString::fromStdString(fmt::format("{}", fmt::join(first, ", ")));
        };
        QTest::newRow("flash") << R"("num_hidden_layers": 43, "hidden_size": 4096, "num_attention_heads": 64,
            "q_lora_rank": 1024, "o_groups": 8, "index_topk": 512, "n_routed_experts": 256,
            "moe_intermediate_size": 2048, "compress_ratios": [)" +
                                      ratios({0, 0, 4}, 43) + "]"
                               << 284.0 << 13.0;
        QTest::newRow("pro") << R"("num_hidden_layers": 61, "hidden_size": 7168, "num_attention_heads": 128,
            "q_lora_rank": 1536, "o_groups": 16, "index_topk": 1024, "n_routed_experts": 384,
            "moe_intermediate_size": 3072, "compress_ratios": [)" +
                                    ratios({128, 128, 4}, 61) + "]"
                             << 1573.0 << 49.0;
    }
    void countsArePublished()
    {
        QFETCH(QString, sizes);
        QFETCH(double, billions);
        QFETCH(double, active);
        const std::string common = R"({"model_type": "deepseek_v4", "head_dim": 512, "num_key_value_heads": 1,
            "o_lora_rank": 1024, "qk_rope_head_dim": 64, "index_n_heads": 64, "index_head_dim": 128,
            "sliding_window": 128, "n_shared_experts": 1, "num_experts_per_tok": 6, "topk_method": "noaux_tc",
            "hc_mult": 4, "num_hash_layers": 3, "vocab_size": 129280, "tie_word_embeddings": false,
            "max_position_embeddings": 1048576, )";
        const Architecture model = loaded(built(common + sizes.toStdString() + "}")).model;
        const double count = publishedParameterCount(model);
        QVERIFY2(std::abs(count / 1e9 / billions - 1) < 0.002, qPrintable(QString::number(count)));
        double used = 0;
        for (const LayerSpec& run : model.runs) {
            const bool isTable = run.kind == LayerKind::Embedding;
            used += isTable ? 0
                            : run.count * (parameterCount(run) -
                                           asDouble(run.experts - run.topK) * 3 * asDouble(run.hidden * run.ffn));
        }
        QVERIFY2(std::abs(used / 1e9 / active - 1) < 0.03, qPrintable(QString::number(used)));
    }
};

PGRAM_TEST(TestCompression)
#include "test_compression.moc"
