// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every dimension of parallelism on eight devices: the bytes that a device holds of one layer and sends for it in one
// step, worked by hand from the dimension's own paper.
#include "core/strategy/legality.h"
#include "tests/core/layer_case.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace pgram;

namespace {

// The layer: h = 1024, 16 heads of 64, f = 4h, biases, dropout. n = 512, B = 16, m = 2: eight samples a micro-batch.
constexpr double parameters = 12596224;              ///< 12h² + 13h
constexpr double tokens = 8 * 512;                   ///< of a micro-batch on all devices
constexpr double tensor = tokens * 1024;             ///< b·n·h elements of a micro-batch on all devices
constexpr double states = 18 * parameters;           ///< ZeRO §3.1: 2 weights, 12 Adam; gradients in 4 bytes here
constexpr double gradients = 4 * parameters;         ///< bytes
constexpr double weights = 2 * parameters;           ///< bytes
constexpr double reduced = 2 * 7.0 / 8 * gradients;  ///< all-reduce of the gradients over eight: 2(k-1)/k

LayerSpec layerOfFewKeys()
{
    LayerSpec spec = encoder();
    spec.kvHeads = 4;
    return spec;
}

/// T5's decoder: 128 tokens of its own, and 512 of the encoder's output.
LayerSpec layerOfTwoAttentions()
{
    LayerSpec spec = encoder();
    spec.kind = LayerKind::CrossDecoder;
    spec.tokens = 128;
    spec.sourceTokens = 512;
    return spec;
}

/// Communication that runs beside compute slows neither.
Cluster cluster()
{
    Cluster cluster = LayerCase(8).cluster;
    cluster.overlapSlowdown.value = 1;
    return cluster;
}

Training training()
{
    Training training;
    training.globalBatch = 16;
    return training;
}

LayerCost costOf(const LayerStrategy& strategy, const LayerSpec& spec, const Cluster& cluster, const Training& training)
{
    return layerCost({&cluster, training, 512, 1, 2}, spec, strategy);
}

using Sent = std::map<TrafficKind, double>;

/// Bytes that one rank sends in a step.
Sent sentOf(const LayerCost& cost)
{
    Sent sent;
    for (const Charge& charge : cost.charges) {
        sent[charge.kind] += charge.times * charge.bytesPerRank;
    }
    return sent;
}

struct Row {
    const char* name;
    LayerStrategy strategy;
    double states;
    double kept;
    Sent sent;
    LayerSpec spec = encoder();
    bool fused = true;
};

/// Micro-batches of a step.
constexpr double m = 2;

/// "ZeRO": 1910.02054 §5, §7. "SP": 2205.05198 §4. A layer keeps 34·b·n·h bytes of its micro-batch (there, eq. 2).
std::vector<Row> shardingRows()
{
    using enum TrafficKind;
    const double kept = 34 * tensor / 8;
    return {
        {"DP: whole states, gradients all-reduced", {.data = 8}, states, kept, {{GradientSync, reduced}}},
        // ZeRO P_os: the optimizer's 12 of the 18 over 8. As much as DP moves: gradients scattered, weights gathered.
        {"ZeRO-1",
         {.data = 8, .zero = 1},
         (2 + 4 + 12.0 / 8) * parameters,
         kept,
         {{GradientSync, 7.0 / 8 * gradients}, {WeightGather, 7.0 / 8 * weights}}},
        // P_os+g: with each micro-batch the gradients leave for their shard.
        {"ZeRO-2",
         {.data = 8, .zero = 2},
         (2 + 16.0 / 8) * parameters,
         kept,
         {{GradientSync, m * 7.0 / 8 * gradients}, {WeightGather, 7.0 / 8 * weights}}},
        // P_os+g+p: all over 8; weights gathered for forward and again for backward.
        {"ZeRO-3",
         {.data = 8, .zero = 3},
         states / 8,
         kept,
         {{GradientSync, m * 7.0 / 8 * gradients}, {WeightGather, m * 2 * 7.0 / 8 * weights}}},
        // Hybrid: shards of 4 gather and scatter among themselves; once a step 2 copies all-reduce a quarter each.
        {"HSDP 4 x 2",
         {.data = 8, .zero = 3, .shard = 4},
         states / 4,
         kept,
         {{GradientSync, m * 3.0 / 4 * gradients + 2 * 1.0 / 2 * gradients / 4},
          {WeightGather, m * 2 * 3.0 / 4 * weights}}},
    };
}

std::vector<Row> sequenceRows()
{
    using enum TrafficKind;
    const double kept = 34 * tensor / 8;
    const double boundary = 2 * tensor;  // b·n·h·w, bytes
    return {
        // Tensor parallelism alone divides 24 of the 34 (SP, eq. 2). Two all-reduces forward and two backward.
        {"TP8",
         {.tensor = 8},
         states / 8,
         (10 + 24.0 / 8) * tensor,
         {{TensorParallel, m * 4 * 2 * 7.0 / 8 * boundary}}},
        // SP §4.2.2: all of the 34; the same bytes as gather and scatter pairs, and two more gathers in backward.
        {"Megatron SP",
         {.tensor = 8, .sequence = SequenceParallel::Megatron},
         states / 8,
         kept,
         {{SequenceParallel, m * (4 * 2 + 2) * 7.0 / 8 * boundary}}},
        // 2309.14509 §3.2: four all-to-alls of n·h/P each, forward; as many backward. The weights are whole on every
        // rank, so that the gradients are summed over all 8.
        {"Ulysses",
         {.tensor = 8, .sequence = SequenceParallel::Ulysses},
         states,
         kept,
         {{SequenceParallel, m * 8 * 7.0 / 8 * boundary / 8}, {GradientSync, reduced}}},
        // Ulysses §3.3: it goes with ZeRO-3 over the data and the sequence ranks together, here 2 · 4.
        {"Ulysses 4 x ZeRO-3 of 2",
         {.tensor = 4, .data = 2, .zero = 3, .sequence = SequenceParallel::Ulysses},
         states / 8,
         kept,
         {{SequenceParallel, m * 8 * 3.0 / 4 * boundary / 8},
          {GradientSync, m * 7.0 / 8 * gradients},
          {WeightGather, m * 2 * 7.0 / 8 * weights}}},
        // 4 heads of keys on 8 ranks: each goes to two of them, 8 of the 16 in all. Of the 34, keys and values were 4,
        // and are half. 2h·768 and 2·768 fewer parameters.
        {"Ulysses with 4 key heads",
         {.tensor = 8, .sequence = SequenceParallel::Ulysses},
         18 * (parameters - 2 * 768 * 1025.0),
         32 * tensor / 8,
         {{SequenceParallel, m * (4 + 4 / 2.0) * 7.0 / 8 * boundary / 8},
          {GradientSync, 2 * 7.0 / 8 * 4 * (parameters - 2 * 768 * 1025.0)}},
         layerOfFewKeys()},
        // 2310.01889 §3: keys and values of the other chunks pass by, b·n·h of each; backward they and their gradients.
        {"ring of 8",
         {.context = 8},
         states,
         kept,
         {{ContextParallel, m * 3 * 7.0 / 8 * 2 * boundary}, {GradientSync, reduced}}},
        // A quarter of the key heads, a quarter of the bytes.
        {"ring of 8 with 4 key heads",
         {.zero = 1, .context = 8},
         (6 + 12.0 / 8) * (parameters - 2 * 768 * 1025.0),
         (30 + 4 / 4.0) * tensor / 8,
         {{ContextParallel, m * 3 * 7.0 / 8 * 2 * boundary / 4},
          {GradientSync, 7.0 / 8 * 4 * (parameters - 2 * 768 * 1025.0)},
          {WeightGather, 7.0 / 8 * 2 * (parameters - 2 * 768 * 1025.0)}},
         layerOfFewKeys()},
        // The ring's ranks have equal weights: states over 2 · 4. Four samples a data part.
        {"ring of 4 x ZeRO-3 of 2",
         {.data = 2, .zero = 3, .context = 4},
         states / 8,
         kept,
         {{ContextParallel, m * 3 * 3.0 / 4 * 2 * boundary / 2},
          {GradientSync, m * 7.0 / 8 * gradients},
          {WeightGather, m * 2 * 7.0 / 8 * weights}}},
        // Two copies, each over a ring of 2 and 2 data parts.
        {"ring of 2 x HSDP 2 x 2",
         {.data = 4, .zero = 3, .shard = 2, .context = 2},
         states / 4,
         kept,
         {{ContextParallel, m * 3 * 1.0 / 2 * 2 * boundary / 4},
          {GradientSync, m * 3.0 / 4 * gradients + 2 * 1.0 / 2 * gradients / 4},
          {WeightGather, m * 2 * 3.0 / 4 * weights}}},
    };
}

std::vector<Row> recomputeRows()
{
    using enum TrafficKind;
    const double boundary = 2 * tensor;
    const double matrix = 5 * 16 * 512 * tokens;  // 5·a·n²·b bytes of the scores and what follows from them
    return {
        {"no recomputation, attention stored",
         {.tensor = 8},
         states / 8,
         (10 + 24.0 / 8) * tensor + matrix / 8,
         {{TensorParallel, m * 4 * 2 * 7.0 / 8 * boundary}},
         encoder(),
         false},
        // SP §5: without the attention matrix; what repeats it sends nothing.
        {"selective recomputation",
         {.tensor = 8, .kept = {KeptPart::WithoutAttention}},
         states / 8,
         (10 + 24.0 / 8) * tensor,
         {{TensorParallel, m * 4 * 2 * 7.0 / 8 * boundary}},
         encoder(),
         false},
        // SP §5: 2·b·n·h, the input; forward's two all-reduces again.
        {"full recomputation",
         {.tensor = 8, .kept = {KeptPart::Input}},
         states / 8,
         2 * tensor,
         {{TensorParallel, m * 6 * 2 * 7.0 / 8 * boundary}}},
        {"full recomputation under Ulysses",
         {.tensor = 8, .sequence = SequenceParallel::Ulysses, .kept = {KeptPart::Input}},
         states,
         2 * tensor / 8,
         {{SequenceParallel, m * 12 * 7.0 / 8 * boundary / 8}, {GradientSync, reduced}}},
        // Attention is repeated either way, with the keys and values of the others.
        {"selective recomputation in a ring",
         {.context = 8, .kept = {KeptPart::WithoutAttention}},
         states,
         34 * tensor / 8,
         {{ContextParallel, m * 4 * 7.0 / 8 * 2 * boundary}, {GradientSync, reduced}}},
    };
}

/// GShard (2006.16668 §3.3): two of eight experts a token; b·n tokens a rank go out and come back, forward and
/// backward. An expert is 8h²; attention 4h², router 8h and norms 4h are everywhere.
std::vector<Row> expertRows()
{
    using enum TrafficKind;
    const double dense = 4 * 1024 * 1024 + 12 * 1024;
    const double expert = 8 * 1024 * 1024;
    const double routed = 2 * 2 * tensor / 8;  // bytes of top-2 copies of a rank's tokens
    // A token keeps the inputs of two norms, of QKV and of the router, queries to values and attention's output, in all
    // 8h elements of 2 bytes; two masks of h bytes; 8 scores of 4 bytes. Each of its two copies keeps what its expert
    // was sent, h, and 4h at either end of the activation, all of 2 bytes.
    const double kept = tokens / 8 * ((16 + 2) * 1024 + 4 * 8 + 2 * 2 * (1 + 8) * 1024);
    return {
        {"EP8: nobody else has a rank's expert",
         {.data = 8, .expert = 8},
         18 * (dense + expert),
         kept,
         {{ExpertParallel, m * 4 * 7.0 / 8 * routed}, {GradientSync, 2 * 7.0 / 8 * 4 * dense}},
         encoderOfExperts()},
        // Each expert on two ranks: they split its optimizer states, sum its gradients and gather its weights.
        {"EP4 with ZeRO-1",
         {.data = 8, .zero = 1, .expert = 4},
         (6 + 12.0 / 8) * dense + (6 + 12.0 / 2) * 2 * expert,
         kept,
         {{ExpertParallel, m * 4 * 3.0 / 4 * routed},
          {GradientSync, 7.0 / 8 * 4 * dense + 1.0 / 2 * 4 * 2 * expert},
          {WeightGather, 7.0 / 8 * 2 * dense + 1.0 / 2 * 2 * 2 * expert}},
         encoderOfExperts()},
        // Of Ulysses' tokens an eighth each as well: half of the data part's tokens.
        {"EP2 beside Ulysses 2",
         {.tensor = 2, .data = 4, .expert = 2, .sequence = SequenceParallel::Ulysses},
         18 * (dense + 4 * expert),
         kept,
         {{SequenceParallel, m * 8 * 1.0 / 2 * 2 * tensor / 8},
          {ExpertParallel, m * 4 * 1.0 / 2 * routed},
          {GradientSync, 2 * 7.0 / 8 * 4 * dense + 2 * 3.0 / 4 * 4 * 4 * expert}},
         encoderOfExperts()},
    };
}

std::vector<Row> allRows()
{
    std::vector<Row> rows;
    for (const auto& part : {shardingRows(), sequenceRows(), recomputeRows(), expertRows()}) {
        rows.insert(rows.end(), part.begin(), part.end());
    }
    return rows;
}

}  // namespace

class TestDimensions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figures_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Row& row : allRows()) {
            QTest::newRow(row.name) << index++;
        }
    }

    void figures()
    {
        QFETCH(int, index);
        const Row row = allRows()[static_cast<std::size_t>(index)];
        Training how = training();
        how.fusedAttention = row.fused;
        QVERIFY(!refusal(row.spec, row.strategy, 8, how, 512, 2));
        const LayerCost cost = costOf(row.strategy, row.spec, cluster(), how);
        QCOMPARE(static_cast<double>(cost.memory.states()), row.states);
        QCOMPARE(static_cast<double>(cost.memory.kept), row.kept);
        const Sent sent = sentOf(cost);
        QCOMPARE(sent.size(), row.sent.size());
        for (const auto& [kind, bytes] : row.sent) {
            QVERIFY2(sent.contains(kind), name(kind).data());
            QCOMPARE(sent.at(kind), bytes);
        }
    }

    /// What attention reads of other ranks, of layers whose keys and values are of two kinds or of unlike widths.
    void keysAndValues_data()
    {
        QTest::addColumn<bool>("ring");
        QTest::addColumn<bool>("latent");
        QTest::addColumn<double>("elements");
        // A ring passes the keys and values of all tokens by, those of the encoder's output too: once in forward, and
        // with their gradients in backward.
        QTest::newRow("ring, two attentions") << true << false << 3.0 * 8 * 2 * 1024 * (128 + 512);
        QTest::newRow("ring, latent attention") << true << true << 3.0 * tokens * 16 * (192 + 128);
        // Ulysses sends an eighth of the queries, keys, values and outputs of both, forward and backward.
        QTest::newRow("Ulysses, two attentions") << false << false << 2.0 * 8 * 1024 * (6 * 128 + 2 * 512) / 8;
        QTest::newRow("Ulysses, latent attention") << false << true << 2.0 * tokens * 16 * 2 * (192 + 128) / 8;
    }

    void keysAndValues()
    {
        QFETCH(bool, ring);
        QFETCH(bool, latent);
        QFETCH(double, elements);
        LayerStrategy strategy{.tensor = 8, .sequence = SequenceParallel::Ulysses};
        if (ring) {
            strategy = {.context = 8};
        }
        const LayerSpec spec = latent ? latentDecoder() : layerOfTwoAttentions();
        QVERIFY(!refusal(spec, strategy, 8, training(), 512, 2));
        const Sent sent = sentOf(costOf(strategy, spec, cluster(), training()));
        QCOMPARE(sent.at(ring ? TrafficKind::ContextParallel : TrafficKind::SequenceParallel),
                 m * 7.0 / 8 * 2 * elements);
    }

    /// The chunks of both attentions go beside both: 7 of 8 parts of their work hide them.
    void bothAttentionsHideTheirRing()
    {
        const LayerCost cost = costOf({.context = 8}, layerOfTwoAttentions(), cluster(), training());
        const Seconds transfer = 7.0 / 8 * 2 * 2 * 8 * 1024 * (128 + 512) / 1e10;
        // 4·b·n²·h: half of the own pairs under the causal mask, and all 128·512 of the others; fused, an eighth.
        const Seconds attention = 4.0 * 8 * 1024 * (128 * 128 / 2.0 + 128 * 512) / 8 / 1e12;
        Seconds exposed = 0;
        Seconds hidden = 0;
        for (const Charge& charge : cost.charges) {
            if (charge.kind == TrafficKind::ContextParallel) {
                exposed += charge.exposed;
                hidden += charge.hidden;
            }
        }
        QCOMPARE(exposed, m * (3 * transfer - 7.0 / 8 * (1 + 2.5) * attention));
        QCOMPARE(hidden, m * 7.0 / 8 * (1 + 2.5) * attention);
    }

    /// Tokens that are split over Ulysses or ring ranks are worked on once: the layer's products and attention take
    /// the seconds of one device, divided by eight.
    void tokenRanksShareTheWork_data()
    {
        QTest::addColumn<int>("ulysses");
        QTest::addColumn<int>("context");
        QTest::newRow("Ulysses") << 8 << 1;
        QTest::newRow("ring") << 1 << 8;
        QTest::newRow("both") << 4 << 2;
    }

    void tokenRanksShareTheWork()
    {
        QFETCH(int, ulysses);
        QFETCH(int, context);
        Cluster fast = cluster();
        fast.links[0].bandwidth = 1e30;
        LayerStrategy strategy{.tensor = ulysses, .context = context};
        strategy.sequence = ulysses > 1 ? SequenceParallel::Ulysses : SequenceParallel::None;
        // 24·b·n·h² of products and 4·b·n²·h of attention (2104.04473), over eight.
        QCOMPARE(costOf(strategy, encoder(), fast, training()).forward,
                 (24 * tensor * 1024 + 4 * tensor * 512) / 8 / 1e12);
    }

    /// All-to-alls stop the device; a ring hides behind the attention of 7 of its 8 chunks, and shows what is longer.
    void exposedSeconds()
    {
        const LayerCost ulysses =
            costOf({.tensor = 8, .sequence = SequenceParallel::Ulysses}, encoder(), cluster(), training());
        Seconds waited = 0;
        for (const Charge& charge : ulysses.charges) {
            if (charge.kind == TrafficKind::SequenceParallel) {
                QCOMPARE(charge.hidden, 0.0);
                waited += charge.exposed;
            }
        }
        QCOMPARE(waited, m * 8 * 7.0 / 8 * 2 * tensor / 8 / 1e10);

        const Seconds attention = 4 * tensor * 512 / 8 / 1e12;     // 1.07 ms
        const Seconds transfer = 7.0 / 8 * 2 * 2 * tensor / 1e10;  // 1.47 ms
        const LayerCost ring = costOf({.context = 8}, encoder(), cluster(), training());
        const Charge& passed = ring.charges.back();
        QCOMPARE(passed.kind, TrafficKind::ContextParallel);
        const Seconds forward = transfer - 7.0 / 8 * attention;
        const Seconds backward = 2 * transfer - 7.0 / 8 * 2.5 * attention;  // fused: 2.5 times forward
        QCOMPARE(passed.exposed, m * (forward + backward));
        QCOMPARE(passed.hidden + passed.exposed, m * 3 * transfer);

        Cluster fast = cluster();
        fast.links[0].bandwidth = 1e11;
        QCOMPARE(costOf({.context = 8}, encoder(), fast, training()).charges.back().exposed, 0.0);
    }

    /// Llama 2 7B, 32 layers of h = 4096 at n = 4096, on eight ranks of one tensor group, eight micro-batches of one
    /// sample: ten gathers and scatters a layer and micro-batch (SP §4.2.2), 7/8 of 33,554,432 bytes each: 601 GB.
    void sequenceParallelOfLlama()
    {
        LayerSpec spec = encoder();
        spec.kind = LayerKind::Decoder;
        spec.hidden = 4096;
        spec.heads = spec.kvHeads = 32;
        spec.headDim = 128;
        spec.ffn = 11008;
        spec.gatedMlp = true;
        const Cluster links = cluster();
        Training eight = training();
        eight.globalBatch = 8;
        const LayerStrategy strategy{.tensor = 8, .sequence = SequenceParallel::Megatron};
        const Sent sent = sentOf(layerCost({&links, eight, 4096, 1, 8}, spec, strategy));
        QCOMPARE(32 * 8 * sent.at(TrafficKind::SequenceParallel), 601295421440.0);
    }
};

PGRAM_TEST(TestDimensions)
#include "test_dimensions.moc"
