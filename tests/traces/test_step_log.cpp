// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Step times in logs of training programs: each form by hand, what does not count, logs without steps.
#include "tests/pgram_test.h"
#include "tests/traces/small_plan.h"
#include "traces/step_log.h"

#include <fmt/format.h>

using namespace pgram;
using namespace pgram::test;

class TestStepLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void forms_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<double>("seconds");
        QTest::addColumn<double>("memory");
        const double gib = 1 << 30;
        QTest::newRow("Megatron-LM")
            << QByteArray(
                   " [2026-01-05 10:00:00] iteration       10/     100 | consumed samples:          640 | elapsed "
                   "time per iteration (ms): 1234.5 | throughput per GPU (TFLOP/s/GPU): 300.1 | loss scale: 1.0 |")
            << 1.2345 << 0.0;
        // 64 samples of 512 tokens on 8 devices are 4096 tokens for each of them.
        QTest::newRow("torchtitan")
            << QByteArray("[rank0]:[titan] - root - \x1b[31mstep: 10  \x1b[32mloss:  4.99  \x1b[38;2;1m"
                          "memory: 10.50GiB(13.1%)  tps: 2,048  tflops: 3.15\x1b[39m")
            << 2.0 << 10.5 * gib;
        QTest::newRow("DeepSpeed") << QByteArray("[INFO] [timer.py:197:stop] 0/18, RunningAvgSamplesPerSec=99.0, "
                                                 "CurrSamplesPerSec=32.0, MemAllocated=1.75GB, MaxMemAllocated=2.5GB")
                                   << 2.0 << 2.5 * gib;
        QTest::newRow("NeMo") << QByteArray("Epoch 0: | 9/300 [42:57, global_step=9e+3, train_step_timing in s=0.615]")
                              << 0.615 << 0.0;
        QTest::newRow("Transformers")
            << QByteArray("{'train_runtime': 40.0, 'train_samples_per_second': 16.0, 'train_loss': 3.1}") << 4.0 << 0.0;
        QTest::newRow("ours") << QByteArray("step 3: loss 2.3100, seconds of the step: 0.7500") << 0.75 << 0.0;
    }
    void forms()
    {
        QFETCH(QByteArray, line);
        QFETCH(double, seconds);
        QFETCH(double, memory);
        const Result<StepLog> log = readStepLog((line + "\n").toStdString());
        QVERIFY2(log.has_value(), log ? "" : log.error().text().c_str());
        QCOMPARE(log->values.size(), std::size_t{1});
        QVERIFY(qFuzzyCompare(logDifferenceOf(smallPlan(), {}, *log).measured, seconds));
        QCOMPARE(log->memory, wholeBytes(memory));
    }

    /// The first steps compile and allocate: of six steps the median of the last three counts.
    void warmUp()
    {
        std::string text;
        for (const char* seconds : {"90", "9", "5", "2", "4", "3"}) {
            text += fmt::format("step 1: loss 1.0, seconds of the step: {}\n", seconds);
        }
        const Result<StepLog> log = readStepLog(text);
        QVERIFY(log.has_value());
        Estimate predicted;
        predicted.stepTime = 2;
        predicted.peakMemory = GiB;
        const LogDifference difference = logDifferenceOf(smallPlan(), predicted, *log);
        QCOMPARE(difference.steps.size(), std::size_t{6});
        QCOMPARE(difference.measured, 3.0);
        QCOMPARE(difference.predicted, 2.0);
        QCOMPARE(difference.difference(), 0.5);
        QCOMPARE(difference.predictedMemory, GiB);
    }

    void programOfMostSteps()
    {
        const Result<StepLog> log = readStepLog("{'train_samples_per_second': 16.0}\n"
                                                "step 1: loss 1, seconds of the step: 1\n"
                                                "step 2: loss 1, seconds of the step: 2");
        QVERIFY(log.has_value());
        QCOMPARE(log->program, std::string("a program of Parallelogram"));
        QCOMPARE(log->values, (std::vector<double>{1, 2}));
    }

    void figuresOutOfRangeAreCounted()
    {
        const Result<StepLog> log = readStepLog("tps: 2,048\ntps: 99999999999999999999999\ntps: 1e-30\n");
        QVERIFY(log.has_value());
        QCOMPARE(log->values, std::vector<double>{2048});
        QCOMPARE(log->unused.size(), std::size_t{1});
        QCOMPARE(log->unused[0].english(),
                 std::string("number of figures that are left out, as they are too small or too large for a step: 2"));
    }

    void noSteps_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("another program") << QByteArray("torch.OutOfMemoryError: CUDA out of memory\n");
        QTest::newRow("no number") << QByteArray("elapsed time per iteration (ms): nan |\ntps: -\n");
        QTest::newRow("not a time") << QByteArray("seconds of the step: 1e-300\ntps: 1e300\n");
        QTest::newRow("zero") << QByteArray("elapsed time per iteration (ms): 0\n");
        QTest::newRow("part of a word") << QByteArray("https://x/httptps: 4\nmytps: 4\n");
        QTest::newRow("bytes") << QByteArray("\x1b[\x1b\xff\x80tps\0:1", 12);
    }
    void noSteps()
    {
        QFETCH(QByteArray, text);
        const Result<StepLog> log = readStepLog(text.toStdString());
        QVERIFY(!log.has_value());
        QVERIFY(!log.error().todo.english().empty());
    }
};

PGRAM_TEST(TestStepLog)
#include "test_step_log.moc"
