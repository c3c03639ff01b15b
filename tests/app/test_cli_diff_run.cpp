// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram diff-run: traces and logs beside a plan, and files that are neither.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"
#include "tests/traces/written_pickle.h"
#include "tests/traces/written_trace.h"
#include "tests/traces/written_wire.h"

#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliDiffRun : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_plan;

    [[nodiscard]] QString file(const QString& name, const QByteArray& content) const
    {
        QFile written(m_folder.filePath(name));
        [[maybe_unused]] const bool isOpen = written.open(QIODevice::WriteOnly) && written.write(content) >= 0;
        return written.fileName();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_plan = m_folder.filePath("plan.json");
        QCOMPARE(pgramRun({"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "64", "--memory",
                           "8GiB", "--out", m_plan})
                     .exitCode,
                 0);
    }

    void logsHaveStepAndMemory()
    {
        const QString log = file("train.log", "iteration 1 | elapsed time per iteration (ms): 900.0 |\n"
                                              "iteration 2 | elapsed time per iteration (ms): 600.0 |\n"
                                              "[Rank 0] memory (MB) | allocated: 1.0 | max allocated: 2048.0 |\n");
        const PgramRun run = pgramRun({"diff-run", m_plan, log, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-diff-run");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json answer = run.json();
        QVERIFY(answer["traces"].empty());
        const Json& own = answer["logs"][0];
        QCOMPARE(own["program"], "Megatron-LM");
        QCOMPARE(own["measured_step_s"], 0.6);
        QCOMPARE(own["measured_memory_bytes"], std::int64_t{2} << 30);
        const Json figures = pgramRun({"estimate", m_plan, "--json"}).json();
        QCOMPARE(own["predicted_step_s"], figures["step_time_s"]);
        QCOMPARE(own["predicted_memory_bytes"], figures["peak_memory_bytes"]);
        QVERIFY(pgramRun({"diff-run", m_plan, log}).out.contains("600 ms"));
    }

    void memorySnapshot()
    {
        WrittenSnapshot written;
        written.segment("segment_alloc", GiB);
        for (int step = 0; step < 3; ++step) {
            const std::int64_t first = written.allocate(300 * MiB);
            written.release(written.allocate(200 * MiB));
            written.release(first);
        }
        const QString snapshot =
            file("memory.pickle", QByteArray::fromStdString(PickleWriter::pickled(written.snapshot(0))));
        const PgramRun run = pgramRun({"diff-run", m_plan, snapshot, "--rank", "5", "--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-diff-run");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json answer = run.json();
        QVERIFY(answer["traces"].empty() && answer["logs"].empty());
        const Json& own = answer["memory"][0];
        QCOMPARE(own["rank"], 5);
        QCOMPARE(own["figures"][0]["figure"], "peak in tensors, in a step");
        QCOMPARE(own["figures"][0]["measured_bytes"], 500 * MiB);
        QCOMPARE(own["moments"].size(), std::size_t{8});
        const Json figures = pgramRun({"estimate", m_plan, "--json"}).json();
        const Json& predicted = figures["stages"][own["stage"].get<std::size_t>()]["memory"];
        QCOMPARE(own["left_out_context_bytes"], predicted["context"]);
        Bytes tensors = -predicted["context"].get<Bytes>();
        for (const Json& kind : predicted) {
            tensors += kind.get<Bytes>();
        }
        QCOMPARE(own["figures"][0]["predicted_bytes"].get<Bytes>(), tensors);
        const QByteArray text = pgramRun({"diff-run", m_plan, snapshot}).out;
        QVERIFY2(text.contains("peak that the allocator reserved") && text.contains("1.00 GiB"), text);
    }

    void scalarsOfTensorBoard()
    {
        const std::string bytes = firstRecord() + scalarRecord(1.7e9, 1, "iteration-time", 0.75F);
        const QString events = file("events.out.tfevents.1", QByteArray::fromStdString(bytes + "half"));
        const Json own = pgramRun({"diff-run", m_plan, events, "--json"}).json()["logs"][0];
        QCOMPARE(own["program"], "Megatron-LM");
        QCOMPARE(own["measured_step_s"], 0.75);
        QCOMPARE(own["notes"][0], "the last record ends early: 4 bytes are left out");
        QVERIFY(pgramRun({"diff-run", m_plan, events}).out.contains("4 bytes are left out"));
    }

    void neitherTraceNorLog_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("text") << QByteArray("hello\n") << QByteArray("no line has the time of a step");
        QTest::newRow("empty") << QByteArray() << QByteArray("no line has the time of a step");
        QTest::newRow("calls a function") << QByteArray("\x80\x04"
                                                        "cos\nsystem\n.",
                                                        14)
                                          << QByteArray("byte 2: is a pickle that makes objects");
        QTest::newRow("cut trace") << QByteArray("{\"traceEvents\": [{\"ph\": \"X\"") << QByteArray("neither");
        QTest::newRow("no kernels") << QByteArray("{\"traceEvents\": []}") << QByteArray("neither");
    }
    void neitherTraceNorLog()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, said);
        const PgramRun run = pgramRun({"diff-run", m_plan, file("neither", content)});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(said), run.err);
    }

    /// The plan's cluster with the constants that a trace determines is written, and planned for.
    void constantsOfATrace()
    {
        WrittenTrace trace;
        trace.span("Optimizer.step#Adam.step", 50, 1e6, 4);
        trace.kernel("multi_tensor_apply_kernel", 100, 200, 200000, 4);
        const QString traced = file("trace.json", QByteArray::fromStdString(trace.text(0)));
        const QString mine = m_folder.filePath("mine.json");
        const PgramRun run = pgramRun({"diff-run", m_plan, traced, "--out", mine, "--json"});
        QVERIFY2(run.exitCode == 0, run.err);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-diff-run");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const Json found = run.json()["constants"];
        QCOMPARE(found["determined"].size(), std::size_t{1});
        QCOMPARE(found["determined"][0]["constant"], "update_efficiency");
        QVERIFY(pgramRun({"diff-run", m_plan, traced, "--out", mine}).out.contains("not determined: gemm_efficiency"));
        QCOMPARE(pgramRun({"plan", "--model", "bert-huge-32", "--cluster", mine, "--batch", "64"}).exitCode, 0);
        QVERIFY(pgramRun({"diff-run", m_plan, traced, "--json"}).json()["constants"].is_null());
        const PgramRun log = pgramRun({"diff-run", m_plan,
                                       file("one.log", "iteration 1 | elapsed time per iteration (ms): 900.0 |\n"
                                                       "iteration 2 | elapsed time per iteration (ms): 600.0 |\n"),
                                       "--out", mine});
        QCOMPARE(log.exitCode, 2);
        QVERIFY(log.err.contains("--out: needs a trace"));
    }

    void missing()
    {
        const PgramRun run = pgramRun({"diff-run", m_plan, m_folder.filePath("none.json")});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.err.contains("none.json"));
    }
};

PGRAM_TEST(TestCliDiffRun)
#include "test_cli_diff_run.moc"
