// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Quantities as people type them: what is meant is read, what can mean two things is asked back.
#include "core/base/format.h"
#include "core/base/quantity.h"
#include "tests/pgram_test.h"

#include <random>

using namespace pgram;

namespace {

QString messageOf(const Error& error)
{
    return QString::fromStdString(error.text());
}

}  // namespace

class TestQuantity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void memory_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("bytes");
        QTest::newRow("GiB") << "24GiB" << qint64{25769803776};
        QTest::newRow("apart") << " 24 GiB " << qint64{25769803776};
        QTest::newRow("Gi") << "24gi" << qint64{25769803776};
        QTest::newRow("GB") << "24GB" << qint64{24000000000};
        QTest::newRow("MiB") << "16384 MiB" << qint64{17179869184};
        QTest::newRow("MB") << "16384mb" << qint64{16384000000};
        QTest::newRow("TiB") << "1.5TiB" << qint64{1649267441664};
        QTest::newRow("KiB") << "3KiB" << qint64{3072};
        QTest::newRow("KB") << "3KB" << qint64{3000};
        QTest::newRow("B") << "24B" << qint64{24};
        QTest::newRow("bytes of a device") << "34011441314" << qint64{34011441314};
        QTest::newRow("least without a unit") << "1048576" << qint64{1048576};
        QTest::newRow("nothing") << "0" << qint64{0};
    }
    void memory()
    {
        QFETCH(QString, text);
        QFETCH(qint64, bytes);
        const Result<Bytes> read = parseMemory(text.toStdString());
        QVERIFY2(read, read ? "" : qPrintable(messageOf(read.error())));
        QCOMPARE(*read, bytes);
    }

    void refusedMemory_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("few") << "24"
                             << "'24' has no unit that says how much it is. Is 24GiB meant? Write the unit.";
        QTest::newRow("a fraction") << "23.6"
                                    << "Is 23.6GiB meant?";
        QTest::newRow("thousands") << "16384"
                                   << "Is 16384MiB meant?";
        QTest::newRow("G") << "24G"
                           << "Is 24GiB or 24GB meant?";
        QTest::newRow("m") << "512 m"
                           << "Is 512MiB or 512MB meant?";
        QTest::newRow("unknown") << "24GX"
                                 << "unknown unit 'GX'";
        QTest::newRow("negative") << "-24GiB"
                                  << "it is negative";
        QTest::newRow("text") << "lots"
                              << "it does not start with a number";
        QTest::newRow("no number") << "nanGiB"
                                   << "it does not start with a number";
        QTest::newRow("empty") << " "
                               << "is empty";
        QTest::newRow("most") << "8193TiB"
                              << "it is above 8 PiB";
        QTest::newRow("beyond") << "1e999GiB"
                                << "it is out of range";
    }
    void refusedMemory()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const Result<Bytes> read = parseMemory(text.toStdString());
        QVERIFY(!read);
        QVERIFY2(messageOf(read.error()).contains(message), qPrintable(messageOf(read.error())));
    }

    /// A field that shows its unit takes a number alone, and every unit all the same.
    void memoryInAUnit()
    {
        QCOMPARE(parseMemory("24", GiB).value(), 24 * GiB);
        QCOMPARE(parseMemory("16384 MiB", GiB).value(), 16 * GiB);
        QVERIFY(!parseMemory("24G", GiB));
    }

    /// Never less than was asked for, and at most a hundredth more.
    void memoryToTypeIsEnough()
    {
        QCOMPARE(memoryToType(34011441314), std::string("31.7GiB"));
        QCOMPARE(memoryToType(512 * MiB), std::string("512MiB"));
        QCOMPARE(memoryToType(GiB + 1), std::string("1.01GiB"));
        QCOMPARE(memoryToType(141 * GiB), std::string("141GiB"));
        QCOMPARE(memoryToType(7), std::string("7B"));
        std::mt19937_64 random(5);
        for (int i = 0; i < 10000; ++i) {
            const Bytes bytes = static_cast<Bytes>(random() >> (20 + i % 40)) + 1;
            const Bytes read = parseMemory(memoryToType(bytes)).value();
            QVERIFY2(read >= bytes && static_cast<double>(read - bytes) <= 0.01 * static_cast<double>(bytes),
                     memoryToType(bytes).c_str());
        }
    }

    void everyFormattedSizeIsRead()
    {
        for (const Bytes bytes : {5 * KiB, 300 * MiB, 7 * GiB / 3, 3000 * GiB}) {
            const std::string text = formatBytes(static_cast<double>(bytes));
            const double read = static_cast<double>(parseMemory(text).value());
            QVERIFY2(std::abs(read - static_cast<double>(bytes)) <= 0.005 * static_cast<double>(bytes), text.c_str());
        }
    }

    void counts()
    {
        QCOMPARE(parseCount("4096", 1, 1 << 24).value(), 4096);
        QCOMPARE(parseCount("4k", 1, 1 << 24).value(), 4096);
        QCOMPARE(parseCount("128K", 1, 1 << 24).value(), 131072);
        QCOMPARE(parseCount("8 Ki", 1, 1 << 24).value(), 8192);
        QCOMPARE(parseCount("1.5k", 1, 1 << 24).value(), 1536);
        QCOMPARE(parseCount("1M", 1, 1 << 24).value(), 1048576);
        QCOMPARE(parseCount("0", 0, 4).value(), 0);
        for (const char* text : {"", "k", "4kb", "4.0001k", "1.5", "-4", "0", "17M", "4 k k", "1e30", "inf", "0x10"}) {
            const Result<std::int64_t> read = parseCount(text, 1, 1 << 24);
            QVERIFY2(!read, text);
            QVERIFY(messageOf(read.error()).contains("is not a whole number from 1 to 16777216"));
        }
    }
};

PGRAM_TEST(TestQuantity)
#include "test_quantity.moc"
