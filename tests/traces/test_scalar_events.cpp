// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Scalars of TensorBoard: the tags of each program by hand, times between losses, broken files.
#include "core/base/text_file.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/traces/small_plan.h"
#include "tests/traces/written_wire.h"
#include "traces/scalar_events.h"

#include <QTemporaryDir>

#include <fmt/format.h>

using namespace pgram;
using namespace pgram::test;

class TestScalarEvents : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    Result<StepLog> read(const std::string& bytes) const
    {
        const std::string file = m_folder.filePath("events.out.tfevents.1").toStdString();
        if (!writeTextFile(file, bytes)) {
            qFatal("cannot write");
        }
        return loadStepLog(file);
    }

private Q_SLOTS:
    /// RFC 3720 has the sum of 32 zeros; that of "123456789" is the check value of the algorithm.
    void checkSums()
    {
        QCOMPARE(castagnoli(std::string(32, '\0')), 0x8a9136aaU);
        QCOMPARE(castagnoli("123456789"), 0xe3069283U);
        QVERIFY(isScalarEvents(firstRecord()));
        QVERIFY(!isScalarEvents("step 1: loss 2.3100, seconds of the step: 0.7500"));
        QVERIFY(!isScalarEvents(firstRecord().substr(0, 11)));
    }

    void tags_data()
    {
        QTest::addColumn<QByteArray>("tag");
        QTest::addColumn<float>("value");
        QTest::addColumn<double>("seconds");
        QTest::newRow("Megatron-LM") << QByteArray("iteration-time") << 0.75F << 0.75;
        QTest::newRow("Megatron-DeepSpeed") << QByteArray("iteration-time/iteration-time") << 2.5F << 2.5;
        QTest::newRow("torchtitan") << QByteArray("time_metrics/end_to_end(s)") << 1.5F << 1.5;
        // 64 samples of 512 tokens on 8 devices are 4096 tokens for each of them.
        QTest::newRow("torchtitan tokens") << QByteArray("throughput(tps)") << 2048.0F << 2.0;
        QTest::newRow("NeMo") << QByteArray("train_step_timing in s") << 0.5F << 0.5;
        QTest::newRow("Transformers") << QByteArray("train/train_samples_per_second") << 16.0F << 4.0;
    }
    void tags()
    {
        QFETCH(QByteArray, tag);
        QFETCH(float, value);
        QFETCH(double, seconds);
        const std::string bytes = firstRecord() + scalarRecord(1.7e9, 1, "lm loss", 3) +
                                  scalarRecord(1.7e9, 1, tag.toStdString(), value) +
                                  scalarRecord(1.7e9 + 9, 640, tag.toStdString() + " vs samples", value);
        const StepLog log = loaded(read(bytes));
        QCOMPARE(logDifferenceOf(smallPlan(), {}, log).steps, std::vector<Seconds>{seconds});
        QCOMPARE(log.memory, Bytes{0});
        QVERIFY(log.unused.empty());
    }

    void memory()
    {
        const std::string step = firstRecord() + scalarRecord(1.7e9, 1, "iteration-time", 1);
        QCOMPARE(loaded(read(step + scalarRecord(1.7e9, 1, "mem-max-allocated-bytes", 2048))).memory, Bytes{2048});
        QCOMPARE(loaded(read(step + scalarRecord(1.7e9, 1, "memory/max_reserved(GiB)", 1.5F))).memory, GiB * 3 / 2);
    }

    /// A new version of PyTorch's writer can put a scalar into a tensor.
    void tensors()
    {
        WrittenMessage tensor;
        tensor.whole(1, 1).text(5, fixedBytes(std::bit_cast<std::uint32_t>(0.25F), 4));
        WrittenMessage value;
        value.text(1, "iteration-time").text(8, tensor.bytes());
        WrittenMessage summary;
        summary.text(1, value.bytes());
        WrittenMessage event;
        event.real(1, 1.7e9).whole(2, 3).text(5, summary.bytes());
        QCOMPARE(loaded(read(firstRecord() + recordOf(event.bytes()))).values, std::vector<double>{0.25});
    }

    /// Losses every ten steps; a run that began again; samples in place of steps.
    void timesBetweenLosses()
    {
        std::string bytes = firstRecord();
        for (const auto& [time, step] : {std::pair{0, 10}, {20, 20}, {50, 30}, {900, 10}, {940, 20}}) {
            bytes += scalarRecord(1.7e9 + time, step, "train/loss", 3);
        }
        const StepLog log = loaded(read(bytes));
        QCOMPARE(log.program, std::string("times of train/loss"));
        QCOMPARE(log.values, (std::vector<double>{2, 3, 4}));
        const std::string samples = firstRecord() + scalarRecord(1.7e9, 640, "Train/Samples/train_loss", 3) +
                                    scalarRecord(1.7e9 + 4, 768, "Train/Samples/train_loss", 3);
        QCOMPARE(logDifferenceOf(smallPlan(), {}, loaded(read(samples))).steps, std::vector<Seconds>{2});
        // Times that the program says count more.
        QCOMPARE(loaded(read(bytes + scalarRecord(1.7e9, 1, "iteration-time", 8))).values, std::vector<double>{8});
    }

    void broken()
    {
        const std::string step = scalarRecord(1.7e9, 1, "iteration-time", 1);
        const std::string whole = firstRecord() + step + step;
        const StepLog early = loaded(read(whole.substr(0, whole.size() - 5)));
        QCOMPARE(early.values.size(), std::size_t{1});
        QCOMPARE(early.unused.size(), std::size_t{1});
        QCOMPARE(early.unused[0].english(),
                 fmt::format("the last record ends early: {} bytes are left out", step.size() - 5));
        const auto errorOf = [this](const std::string& bytes) {
            const Result<StepLog> log = read(bytes);
            return log ? std::string() : log.error().text();
        };
        std::string wrong = whole;
        wrong[firstRecord().size() + 20] ^= 1;
        const std::string said =
            fmt::format("byte {}: has a record with a wrong length or check sum", firstRecord().size());
        QVERIFY2(errorOf(wrong).find(said) != std::string::npos, errorOf(wrong).c_str());
        QVERIFY(errorOf(firstRecord() + "more text than a head").find(said) != std::string::npos);
        QVERIFY(errorOf(firstRecord() + recordOf("\x2a\x7f")).find("not an event of TensorBoard") != std::string::npos);
        QVERIFY(errorOf(firstRecord().substr(0, 14)).find("has no whole record with a scalar") != std::string::npos);
        QVERIFY(errorOf(firstRecord() + scalarRecord(1.7e9, 1, "lr", 1)).find("has 1 scalars, and none of them") !=
                std::string::npos);
        QVERIFY(errorOf(firstRecord() + scalarRecord(1.7e9, 1, "iteration-time", -1)).find("none of them") !=
                std::string::npos);
    }
};

PGRAM_TEST(TestScalarEvents)
#include "test_scalar_events.moc"
