// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Matrix products by their shape, by hand: tiles of 256 × 128, 128 × 128 (0.95 of the rate), 128 × 64 (0.8) and
// 64 × 64 (0.65) on a device of 100 multiprocessors.
#include "core/cost/product_time.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

Device device(int multiprocessors)
{
    Device device;
    device.multiprocessors = multiprocessors;
    return device;
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
};

PGRAM_TEST(TestProductTime)
#include "test_product_time.moc"
