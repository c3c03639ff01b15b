// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Matrix products and fused attention by their shape, by hand: tiles of 256 × 128, 128 × 128 (0.95 of the rate), 128 ×
// 64 (0.8) and 64 × 64 (0.65) on a device of 100 multiprocessors.
#include "core/cost/attention_time.h"
#include "core/cost/product_time.h"
#include "core/model/layer_work.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>

using namespace pgram;

namespace {

Device device(int multiprocessors)
{
    Device device;
    device.multiprocessors = multiprocessors;
    return device;
}

const AttentionConstants fused{{{64, 0.2}, {128, 0.4}, {256, 0.6}}, 128, 0.5, 0.5, 1e-6};

Device attentionDevice()
{
    Device attends = device(100);
    attends.memoryBandwidth = 1e12;
    return attends;
}

bool isAlmost(double value, double expected)
{
    return std::abs(value / expected - 1) < 1e-12;
}

}  // namespace

class TestProductTime : public QObject {
    Q_OBJECT

private slots:
    void unknownMultiprocessorsCostNothing()
    {
        QCOMPARE(shapeEfficiency(device(0), {1, 1, 1}), 1.0);
        QCOMPARE(shapeEfficiency(device(0), {1000, 77, 3}), 1.0);
    }

    void shapes_data()
    {
        QTest::addColumn<double>("rows");
        QTest::addColumn<double>("columns");
        QTest::addColumn<double>("efficiency");
        // 10 × 10 tiles of 256 × 128: one full wave.
        QTest::newRow("full wave") << 2560.0 << 1280.0 << 1.0;
        // 101 tiles of 256 × 128 need two waves: 101/200; 202 of 128 × 128 need three: 202/300 of 0.95, 0.6397; 404 of
        // 128 × 64 five: 404/500 of 0.8, 0.6464; 808 of 64 × 64 nine: 808/900 of 0.65, 0.5836.
        QTest::newRow("one tile too many") << 256.0 * 101 << 128.0 << 404.0 / 500 * 0.8;
        // 129 rows of 256 are in use: 50 tiles, each sum split over two.
        QTest::newRow("one row too many") << 129.0 << 6400.0 << 129.0 / 256;
        // One tile of 256 × 128 leaves 99 idle; its sum is split over all 100.
        QTest::newRow("split sum") << 256.0 << 128.0 << 1.0;
        // 30 tiles: three share each sum, 90 of 100 work; halves of them, 60, leave 40 idle; 120 quarters need two
        // waves; 240 small ones three.
        QTest::newRow("split in three") << 256.0 * 30 << 128.0 << 0.9;
    }

    void shapes()
    {
        QFETCH(double, rows);
        QFETCH(double, columns);
        QFETCH(double, efficiency);
        QCOMPARE(shapeEfficiency(device(100), {rows, 512, columns}), efficiency);
    }

    /// The tiles of all products of a launch share the waves: 4 products of 25 tiles fill one, each alone would split
    /// its sums over four multiprocessors a tile. 3 of them leave a quarter idle; 300 small tiles of 0.8 fill three
    /// waves.
    void productsOfOneLaunch()
    {
        QCOMPARE(shapeEfficiency(device(100), {256.0 * 25, 512, 128, 4}), 1.0);
        QCOMPARE(shapeEfficiency(device(100), {256.0 * 25, 512, 128, 3}), 0.8);
    }

    /// Whatever the shape: never more than the best rate, and a product of many waves comes close to it.
    void staysBelowTheBest()
    {
        for (int size = 1; size <= 1 << 15; size = size * 3 / 2 + 1) {
            const double efficiency = shapeEfficiency(device(108), {double(size), 1024, double(size)});
            QVERIFY(efficiency > 0 && efficiency <= 1);
            QVERIFY(size < 20000 || efficiency > 0.95);
        }
    }

    /// A product of 1 x 1 that computes for 3 µs and reads for 4 µs takes 5 µs in the norm of 2, and starts in 2 µs;
    /// the cast of 100 x 1000 elements from two bytes to one takes 3 bytes of each.
    void measuredProductByHand()
    {
        Device measured = device(100);
        measured.memoryBandwidth = 1e12;
        ProductConstants constants{.tileInner = 100, .partialWave = 0.5, .memoryShare = 0.5, .norm = 2, .start = 2e-6};
        const ProductShape shape{2560, 1000, 1280};
        // 10 x 10 tiles of 256 x 128 are one wave, a tile costs 1 + 0.1·(0.5 + 1 - 1) of its area.
        const double work = 2.0 * 100 * (1000 + 100) * 256 * 128 * 1.05;
        const Seconds memory = 2 * (2560 * 1000 + 1000 * 1280 + 2560 * 1280) / 0.5e12;
        const double peak = work / 3 * 4 / memory;  // so that compute is 3/4 of it
        QVERIFY(isAlmost(productTime(measured, constants, shape, peak / 0.8, 0.8, 2), 2e-6 + memory / 4 * 5));
        constants.castShare = 0.25;
        const Seconds narrow = 1.0 * (2560 * 1000 + 1000 * 1280) / 0.5e12 + 2.0 * 2560 * 1280 / 0.5e12;
        const Seconds cast = 3.0 * 2560 * 1000 / 0.25e12;
        constants.norm = 1;
        QVERIFY(isAlmost(productTime(measured, constants, shape, peak, 1, 1), 2e-6 + memory / 4 * 3 + narrow + cast));
    }

    /// 101 rows of 256: in tiles of 128 x 64 they are 404, of which the fifth wave has 4 and is paid by half: 4.52
    /// waves of 8192 x 1.2, less than 1.505 of 32768 x 1.05.
    void lastWavesArePaidInPart()
    {
        Device measured = device(100);
        measured.memoryBandwidth = 1e30;
        const ProductConstants constants{.partialWave = 0.5, .memoryShare = 1, .norm = 1};
        const Seconds seconds = productTime(measured, constants, {256 * 101, 100, 128}, 1e15, 1, 2);
        QVERIFY(std::abs(seconds / (2 * 100 * 100 * 4.52 * 8192 * 1.2 / 1e15) - 1) < 1e-9);
    }

    /// One tile leaves 99 multiprocessors idle: four parts of its sum of 4096 take a quarter and three ends of 50 each.
    void sumsAreSplit()
    {
        Device measured = device(100);
        measured.memoryBandwidth = 1e30;
        const ProductConstants constants{.tileInner = 50, .memoryShare = 1, .norm = 1};
        const Seconds seconds = productTime(measured, constants, {64, 4096, 64}, 1e15, 1, 2);
        QVERIFY(std::abs(seconds / (2 * 100 * (1024 + 150) * 4096 * 1.3 / 1e15) - 1) < 1e-9);
    }

    /// More rows, columns or groups are never computed sooner.
    void measuredProductsAreMonotonic()
    {
        Device measured = device(132);
        measured.memoryBandwidth = 3e12;
        const ProductConstants constants{0.9, 170, 0.4, 0.8, 3.5, 2e-6, 0.5};
        const auto at = [&](double rows, double columns, double groups) {
            return productTime(measured, constants, {rows, 1024, columns, groups}, 1e15, 0.7, 1);
        };
        for (double size = 16; size < 1e5; size *= 1.07) {
            QVERIFY(at(size, 640, 1) <= at(size * 1.07, 640, 1));
            QVERIFY(at(640, size, 1) <= at(640, size * 1.07, 1));
            QVERIFY(at(size, 640, 3) < at(size, 640, 4));
        }
    }

    /// 30 heads of 1000 queries in 8 tiles each are 2.4 waves: of the third, 0.6 are idle and half of them paid, 2.7.
    void attentionByHand()
    {
        const FusedAttention attention{1e9, 30, 128, 1000, 2e6};
        const Seconds compute = 1e9 / (1e15 * 0.3) * 2.7 / 2.4;
        QVERIFY(isAlmost(attentionTime(attentionDevice(), fused, attention, 1e15, 0.3), 1e-6 + compute + 2e6 / 0.5e12));
    }

    /// One tile has one multiprocessor of 100.
    void fewHeadsLeaveMostIdle()
    {
        const Seconds seconds = attentionTime(attentionDevice(), fused, {1e9, 1, 128, 100, 0}, 1e15, 0.5);
        QVERIFY(isAlmost(seconds, 1e-6 + 1e9 / (1e15 * 0.5) * 100));
    }

    void ratesGoByTheWidthOfHeads()
    {
        QCOMPARE(fused.rateShare(64), 0.2);
        QVERIFY(isAlmost(fused.rateShare(96), 0.3));
        QVERIFY(isAlmost(fused.rateShare(192), 0.5));
        QCOMPARE(fused.rateShare(32), 0.2);
        QCOMPARE(fused.rateShare(512), 0.6);
        // The level is that of 128: heads of 64 reach half of it.
        const auto seconds = [](double headDim) {
            return attentionTime(attentionDevice(), fused, {1e9, 100, headDim, 128, 0}, 1e15, 0.3);
        };
        QVERIFY(isAlmost(seconds(64) - 1e-6, 2 * (seconds(128) - 1e-6)));
    }

    /// Two sequences of 1024 tokens, 16 heads on two tensor ranks, of which two of Ulysses have a half each.
    void launchOfALayer()
    {
        const LayerSpec layer{.kind = LayerKind::Decoder,
                              .name = "block",
                              .hidden = 1024,
                              .heads = 16,
                              .kvHeads = 4,
                              .headDim = 64,
                              .ffn = 4096};
        const LayerWork work =
            layerWork(layer, {.samples = 2, .sequence = 1024, .tensor = 2, .ulysses = 2}, Training(), 1);
        const auto op = std::ranges::find(work.operators, Operator::Kind::Attention, &Operator::kind);
        QVERIFY(op != work.operators.end());
        QCOMPARE(op->heads, 2 * 4.0);
        QCOMPARE(op->rows, 1024.0);
        QCOMPARE(op->headDim, 64.0);
        // Of each of 2048 tokens four heads of queries and output, and one of keys and values.
        QCOMPARE(op->operandBytes, 2.0 * 2048 * 64 * (2 * 4 + 2 * 1));
    }

    void fallbacksAreNotPlannedWith()
    {
        const AttentionConstants fallback{{{128, 0.4}, {192, 0.1, true}, {256, 0.6, true}}};
        QCOMPARE(fallback.rateShare(160), 0.4);
        QCOMPARE(fallback.rateShare(256), 0.4);
        QVERIFY(isAlmost(AttentionConstants{{{128, 0.4}, {192, 0.1, true}, {256, 0.6}}}.rateShare(192), 0.5));
    }
};

PGRAM_TEST(TestProductTime)
#include "test_product_time.moc"
