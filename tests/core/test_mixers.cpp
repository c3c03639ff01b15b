// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Blocks beyond attention and an MLP: their FLOP as Megatron-LM counts them, their kept tensors by hand, parameters,
// what ranks divide and send, and files that describe them.
#include "core/model/attention.h"
#include "core/model/layer_work.h"
#include "core/model/mixers.h"
#include "core/model/model_json.h"
#include "core/serving/served_model.h"
#include "core/strategy/legality.h"
#include "tests/core/layer_case.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <random>

using namespace pgram;

namespace {

/// A block without biases, dropout and feed-forward part.
LayerSpec bare(Mixer mixer)
{
    LayerSpec block{.kind = LayerKind::Decoder, .mixer = mixer, .name = "block", .hidden = 64, .heads = 4};
    block.kvHeads = 4;
    block.headDim = 8;
    block.valueDim = mixer == Mixer::Attention ? 0 : 16;
    block.convolution = mixer == Mixer::Lightning || mixer == Mixer::Attention ? 0 : 4;
    block.linearBias = block.qkvBias = block.dropout = false;
    block.norm = Norm::RmsNorm;
    return block;
}

struct Shapes {
    explicit Shapes(unsigned seed) : random(seed) {}
    std::int64_t of(std::int64_t least, std::int64_t most, std::int64_t multiple)
    {
        return multiple * std::uniform_int_distribution<std::int64_t>(least / multiple, most / multiple)(random);
    }
    std::mt19937 random;
};

double causalFlops(const LayerSpec& block, std::int64_t tokens)
{
    return layerWork(block, {.samples = 1, .sequence = tokens}, Training(), 1).causalFlops;
}

// There are three passes of two FLOP for each multiplication and addition: Megatron-LM d98e8a64, training/training.py.
constexpr double passes = 6;

double megatronMlp(const LayerSpec& block, double tokens)
{
    return passes * tokens * asDouble(block.hidden) * asDouble(block.ffn) * (block.gatedMlp ? 3 : 2);
}

double megatronAttention(const LayerSpec& block, double tokens)
{
    const double query = asDouble(block.heads * block.headDim);
    const double keys = asDouble(block.kvHeads * block.headDim);
    const double h = asDouble(block.hidden);
    const double gate = block.outputGate ? query : 0;
    return passes * (tokens * h * (query + 2 * keys + gate + query) + tokens * tokens * query);
}

double megatronGatedDelta(const LayerSpec& block, double tokens)
{
    const double keys = asDouble(block.kvHeads * block.headDim);
    const double values = asDouble(block.heads * block.valueDim);
    const double h = asDouble(block.hidden);
    return passes * tokens *
           (h * (2 * keys + 2 * values + 2 * asDouble(block.heads)) +
            asDouble(block.convolution) * (2 * keys + values) +
            asDouble(block.heads) * asDouble(block.valueDim * block.valueDim) * 4 + h * values);
}

double megatronMamba(const LayerSpec& block, double tokens)
{
    const double h = asDouble(block.hidden);
    const double inner = 2 * h;
    const double state = asDouble(block.headDim);
    return passes / 2 * tokens *
           (2 * h * (2 * inner + 2 * asDouble(block.kvHeads) * state + asDouble(block.heads)) + 7 * inner * state +
            2 * inner * h);
}

double megatronLatentExperts(const LayerSpec& block, double tokens)
{
    const double matrices = block.gatedMlp ? 3 : 2;
    const double h = asDouble(block.hidden);
    const double width = block.expertWidth > 0 ? asDouble(block.expertWidth) : h;
    return passes * tokens *
           (matrices * width * asDouble(block.ffn * block.topK) + 2 * h * asDouble(block.expertWidth) +
            matrices * h * asDouble(block.sharedFfn));
}

}  // namespace

class TestMixers : public QObject {
    Q_OBJECT

private slots:
    /// 50 shapes of each kind within 0.1 %. Megatron-LM leaves out the router, and Mamba's short convolution.
    void flopAsMegatronCountsThem()
    {
        Shapes shapes(7);
        const auto compare = [](double ours, double theirs, const char* kind) {
            QVERIFY2(std::abs(ours / theirs - 1) < 1e-3,
                     qPrintable(QStringLiteral("%1: %2 for %3").arg(kind).arg(ours).arg(theirs)));
        };
        for (int shape = 0; shape < 50; ++shape) {
            const std::int64_t tokens = shapes.of(256, 16384, 256);
            LayerSpec block = bare(Mixer::GatedDelta);
            block.hidden = shapes.of(1024, 8192, 128);
            block.kvHeads = shapes.of(1, 16, 1);
            block.heads = block.kvHeads * shapes.of(1, 4, 1);
            block.headDim = block.valueDim = shapes.of(64, 256, 64);
            block.ffn = shapes.of(1024, 16384, 128);
            block.gatedMlp = shape % 2 == 0;
            const auto n = static_cast<double>(tokens);
            compare(causalFlops(block, tokens), megatronGatedDelta(block, n) + megatronMlp(block, n),
                    "gated delta net");

            LayerSpec mamba = bare(Mixer::Mamba2);
            mamba.hidden = shapes.of(2048, 8192, 128);
            mamba.valueDim = 64;
            mamba.heads = 2 * mamba.hidden / mamba.valueDim;
            mamba.kvHeads = mamba.heads % 8 == 0 ? 8 : 1;
            mamba.headDim = shapes.of(64, 256, 64);
            compare(causalFlops(mamba, tokens), megatronMamba(mamba, n), "Mamba-2");

            LayerSpec gated = bare(Mixer::Attention);
            gated.hidden = block.hidden;
            gated.kvHeads = block.kvHeads;
            gated.heads = block.heads;
            gated.headDim = block.headDim;
            gated.outputGate = true;
            compare(causalFlops(gated, tokens), megatronAttention(gated, n), "output gate");

            LayerSpec latent{.kind = LayerKind::Decoder, .mixer = Mixer::None, .name = "experts"};
            latent.hidden = block.hidden;
            latent.ffn = shapes.of(512, 4096, 128);
            latent.experts = 64;
            latent.topK = shapes.of(1, 8, 1);
            latent.sharedFfn = shapes.of(0, 4096, 128);
            latent.expertWidth = shape % 3 == 0 ? 0 : shapes.of(256, 1024, 128);
            latent.gatedMlp = shape % 2 == 0;
            const double router = passes * n * asDouble(latent.hidden * latent.experts);
            compare(causalFlops(latent, tokens) - router, megatronLatentExperts(latent, n), "latent experts");
        }
    }

    /// Each query of sparse attention attends to at most `selected` tokens; the indexer scores all before it.
    void sparseAttentionByHand()
    {
        LayerSpec block = bare(Mixer::Attention);
        const double full = causalFlops(block, 64);
        block.selected = 16;
        // 4 heads of 8: pairs 64 * 64 / 2 = 2048, of sparse attention 64 * 16 - 16 * 16 / 2 = 896; two products of two
        // FLOP and three passes.
        QCOMPARE(full - causalFlops(block, 64), 12.0 * (2048 - 896) * 32);
        LayerSpec indexed = block;
        indexed.indexHeads = 2;
        indexed.indexWidth = 8;
        // Products of the input: 16 columns of queries, 8 of the key, 2 weights. Scores: 2048 pairs of 2 heads of 8.
        QCOMPARE(causalFlops(indexed, 64) - causalFlops(block, 64), 6.0 * (64 * 64 * 26 + 2048 * 16));
        block.selected = 64;
        QCOMPARE(causalFlops(block, 64), full);
    }

    void keptTensorsByHand_data()
    {
        QTest::addColumn<int>("mixer");
        QTest::addColumn<double>("elements");
        // Elements of 2 bytes for each token. All mixers keep the input of the norm, 64, of the product, 64, the output
        // of the states, 64, and the input of the last product, 64.
        // Queries and keys 32 each, values 64, gate 64, 2 scalars of 4 heads; 128 behind the convolution; 4 squares of
        // 64 x 64 for 64 tokens.
        QTest::newRow("gated delta net") << static_cast<int>(Mixer::GatedDelta) << 256.0 + 200 + 128 + 256;
        // Queries, keys, values and 1 scalar; two gates of ranks 8 and 16; 128 behind the convolution; 8 squares.
        QTest::newRow("Kimi delta attention")
            << static_cast<int>(Mixer::KimiDelta) << 256.0 + 132 + (8 + 32 + 16 + 64) + 128 + 512;
        QTest::newRow("lightning attention") << static_cast<int>(Mixer::Lightning) << 256.0 + 192 + 128;
        // The convolution is computed again.
        QTest::newRow("Mamba-2") << static_cast<int>(Mixer::Mamba2) << 256.0 + 196;
    }
    void keptTensorsByHand()
    {
        QFETCH(int, mixer);
        QFETCH(double, elements);
        const LayerSpec block = bare(static_cast<Mixer>(mixer));
        const LayerWork work = layerWork(block, {.samples = 3, .sequence = 32}, Training(), 1);
        QCOMPARE(work.kept.whole, 3 * 32 * 2 * elements);
        QCOMPARE(work.kept.input, 3.0 * 32 * 2 * 64);
        QCOMPARE(work.tensorReductions, 1);
    }

    /// Tensor ranks divide the heads; the first products of low-rank gates and indexers are whole on each.
    void ranksDivideTheHeads()
    {
        const Training training;
        for (const Mixer mixer : {Mixer::GatedDelta, Mixer::KimiDelta, Mixer::Lightning, Mixer::Mamba2}) {
            const LayerSpec block = bare(mixer);
            const LayerWork one = layerWork(block, {.samples = 1, .sequence = 32}, training, 1);
            const LayerWork half = layerWork(block, {.samples = 1, .sequence = 32, .tensor = 2}, training, 1);
            QCOMPARE(one.parameters, parameterCount(block));
            const double whole = mixer == Mixer::KimiDelta ? 64.0 * (8 + 16) : 0;
            QCOMPARE(half.parameters, (one.parameters - whole) / 2 + whole);
            QCOMPARE(half.modelFlops, one.modelFlops);
            QVERIFY(half.kept.whole < one.kept.whole);
        }
    }

    /// 8 tokens by hand: all heads of what is read go out, the output comes back, in forward and backward.
    void contextRanksExchangeHeads()
    {
        LayerSpec block = bare(Mixer::GatedDelta);
        block.ffn = 64;
        const auto bytesOf = [&block](const LayerStrategy& strategy, TrafficKind kind) {
            Volume bytes = 0;
            for (const Charge& charge : LayerCase(2).cost(strategy, block).charges) {
                bytes += charge.kind == kind ? charge.bytesPerRank * charge.times : 0;
            }
            return bytes;
        };
        const double ring = bytesOf({.context = 2}, TrafficKind::ContextParallel);
        const double ulysses =
            bytesOf({.tensor = 2, .sequence = SequenceParallel::Ulysses}, TrafficKind::SequenceParallel);
        QVERIFY(ring > 0);
        QCOMPARE(ring, ulysses);
    }

    void legalityAsksForHeads()
    {
        LayerSpec block = bare(Mixer::GatedDelta);
        block.ffn = 64;
        Training training;
        training.globalBatch = 8;
        const auto rule = [&](const LayerStrategy& strategy, int devices) {
            const auto verdict = refusal(block, strategy, devices, training, 64, 1);
            return verdict ? std::optional(verdict->rule) : std::nullopt;
        };
        QVERIFY(!rule({.tensor = 2, .context = 2}, 4));
        QCOMPARE(rule({.tensor = 4, .context = 2}, 8), std::optional(Rule::Heads));
        LayerSpec part = bare(Mixer::None);
        part.heads = part.kvHeads = part.headDim = part.valueDim = part.convolution = 0;
        part.ffn = 64;
        QVERIFY(!refusal(part, {.tensor = 4, .context = 2}, 8, training, 64, 1));
    }

    void servingKeepsAState()
    {
        Architecture model{.name = "hybrid", .title = "hybrid", .family = "x", .sequenceLength = 64};
        model.runs.push_back({.kind = LayerKind::Embedding, .name = "embedding", .hidden = 64, .vocabulary = 128});
        LayerSpec linear = bare(Mixer::GatedDelta);
        linear.ffn = 64;
        model.runs.push_back(linear);
        model.runs.push_back({.kind = LayerKind::Head, .name = "head", .hidden = 64, .vocabulary = 128});
        const ServedModel served = loaded(servedModel(model));
        // 4 states of 8 x 16 elements of 32 bits, however long the sequence.
        QCOMPARE(served.cacheElements(1), 2.0 * 4 * 8 * 16);
        QCOMPARE(served.cacheElements(100000), served.cacheElements(1));
        QCOMPARE(served.promptAttentionFlops(1000), 0.0);
    }

    void filesSayWhatIsMissing()
    {
        const auto error = [](const std::string& members) {
            const std::string text = R"({"format": "parallelogram-model", "version": 1, "name": "x",
                "sequence_length": 64, "runs": [{"kind": "decoder", "hidden": 64, )" +
                                     members + "}]}";
            const auto model = parseArchitecture(text, "x");
            return model ? std::string("read") : model.error().text();
        };
        const auto says = [&error](const char* members, const char* part) {
            const std::string text = error(members);
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        };
        says(R"("mixer": "mamba-2", "heads": 4, "head_dim": 8, "value_dim": 16, "ffn": 0)", "read");
        says(R"("mixer": "none", "heads": 0, "ffn": 64)", "read");
        says(R"("mixer": "none", "heads": 4, "ffn": 64)",
             "is not a member of the kind 'decoder' with the mixer 'none'");
        says(R"("mixer": "none", "heads": 0, "ffn": 0)", "is 0, which is for blocks with a mixer and without experts");
        says(R"("heads": 0, "ffn": 64)", "is 0, expected at least 1 beside the mixer 'attention'");
        says(R"("mixer": "mamba-2", "heads": 4, "window": 8, "ffn": 64)", "/runs/0/window");
        says(R"("heads": 4, "convolution": 4, "ffn": 64)", "/runs/0/convolution");
        says(R"("heads": 4, "index_heads": 4, "ffn": 64)", "asks for index_width and selected");
        says(R"("heads": 4, "expert_width": 4, "ffn": 64)", "is for layers with experts");
    }
};

PGRAM_TEST(TestMixers)
#include "test_mixers.moc"
