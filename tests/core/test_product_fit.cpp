// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of products from few measured ones: exact where products determine them, and left alone elsewhere.
#include "core/fidelity/product_fit.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;

namespace {

constexpr FlopRate fitPeak = 100e12;
constexpr ProductConstants fitStart{0.9, 100, 0.3, 0.7, 4, 3e-6, 0};
constexpr ProductConstants fitTruth{0.7, 100, 0.3, 0.85, 4, 5e-6, 0};
constexpr ProductShape largeProduct{8192, 8192, 8192};
constexpr ProductShape thinProduct{64, 8192, 16384};
constexpr ProductShape tinyProduct{256, 256, 256};

Device smallDevice()
{
    Device device;
    device.multiprocessors = 100;
    device.memoryBandwidth = 1e12;
    return device;
}

MeasuredProduct timed(const ProductShape& shape, double disturbed = 1)
{
    return {shape, disturbed * burstSeconds(smallDevice(), fitTruth, shape, fitPeak)};
}

bool isWithin(double value, double expected, double tolerance = 1e-5)
{
    return std::abs(value / expected - 1) < tolerance;
}

}  // namespace

class TestProductFit : public QObject {
    Q_OBJECT

private slots:
    /// A product of many full waves whose memory takes next to nothing: 2·MKN/(fitPeak·e) and the ends of its tiles.
    void burstByHand()
    {
        // 100 multiprocessors, 10 × 10 tiles of 256 × 128: one wave of 1 + 0.1·(128/256 + 128/128 - 1) = 1.05 areas,
        // each 8,192 + 100 elements deep: 2·100·8,292·1.05·256·128/(100 T·0.7) = 0.8150 ms. Memory takes
        // 2·(8,192·(2,560 + 1,280) + 2,560·1,280)/0.85 TB/s = 81.7 µs, which the norm of 4 makes vanish; start 5 µs.
        const Seconds seconds = burstSeconds(smallDevice(), fitTruth, {2560, 8192, 1280}, fitPeak);
        QVERIFY(isWithin(seconds, 815.1e-6 + 5e-6, 1e-3));
    }

    void threeProductsAreMetExactly()
    {
        const std::array products{timed(largeProduct), timed(thinProduct), timed(tinyProduct)};
        const ProductFit fit = fitProducts(smallDevice(), fitStart, fitPeak, products);
        QVERIFY(isWithin(fit.constants.rateShare, fitTruth.rateShare));
        QVERIFY(isWithin(fit.constants.memoryShare, fitTruth.memoryShare));
        QVERIFY(isWithin(fit.constants.start, fitTruth.start));
        QVERIFY(fit.meanError < 1e-6);
        QVERIFY(fit.isDetermined[0] && fit.isDetermined[1] && fit.isDetermined[2]);
        QCOMPARE(fit.constants.tileInner, fitStart.tileInner);
        QCOMPARE(fit.constants.norm, fitStart.norm);
    }

    /// Large products alone do not determine the memory and the start, however many they are.
    void whatNothingDeterminesIsKept()
    {
        const std::array products{timed(largeProduct), timed({4096, 8192, 8192}), timed({8192, 8192, 4096})};
        const ProductFit fit = fitProducts(smallDevice(), fitStart, fitPeak, products);
        QVERIFY(fit.isDetermined[0] && !fit.isDetermined[1] && !fit.isDetermined[2]);
        QVERIFY(isWithin(fit.constants.rateShare, fitTruth.rateShare, 0.01));
        QCOMPARE(fit.constants.memoryShare, fitStart.memoryShare);
        QCOMPARE(fit.constants.start, fitStart.start);
    }

    /// One product determines one constant: the one that most of its time hangs on.
    void oneProduct()
    {
        const std::array products{timed(thinProduct)};
        const ProductFit fit = fitProducts(smallDevice(), fitStart, fitPeak, products);
        QVERIFY(!fit.isDetermined[0] && fit.isDetermined[1] && !fit.isDetermined[2]);
        QVERIFY(fit.meanError < 1e-6);
        QVERIFY(fitProducts(smallDevice(), fitStart, fitPeak, {}).constants == fitStart);
    }

    /// Among nine products, one that something else disturbed moves the rate by little.
    void oneDisturbedProductOfMany()
    {
        std::vector<MeasuredProduct> products;
        for (const double size : {2048.0, 3072.0, 4096.0, 6144.0, 8192.0}) {
            products.push_back(timed({size, size, size}));
        }
        products.push_back(timed({10240, 4096, 4096}, 3));
        products.push_back(timed(thinProduct));
        products.push_back(timed({128, 16384, 8192}));
        products.push_back(timed(tinyProduct));
        const ProductFit fit = fitProducts(smallDevice(), fitStart, fitPeak, products);
        QVERIFY2(isWithin(fit.constants.rateShare, fitTruth.rateShare, 0.05),
                 std::to_string(fit.constants.rateShare).c_str());
        QVERIFY(isWithin(fit.constants.start, fitTruth.start, 0.05));
        QVERIFY(fit.largestError > 0.5);
    }

    /// A small product that takes less time than its work does not make the start negative.
    void limits()
    {
        const std::array products{timed(largeProduct), MeasuredProduct{tinyProduct, 1e-7}};
        const ProductFit fit = fitProducts(smallDevice(), fitStart, fitPeak, products);
        QVERIFY(fit.constants.start >= fittedProductConstants[2].least);
        QVERIFY(fit.meanError > 0);
    }
};

PGRAM_TEST(TestProductFit)
#include "test_product_fit.moc"
