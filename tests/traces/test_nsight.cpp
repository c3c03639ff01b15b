// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Exports of Nsight Systems: steps and phases by NVTX ranges, several devices in a file, broken files.
#include "core/base/text_file.h"
#include "studies/database.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "traces/measured_step.h"
#include "traces/nsight.h"
#include "traces/read_trace.h"

#include <QFile>
#include <QTemporaryDir>

#include <fmt/format.h>

using namespace pgram;

namespace {

constexpr std::int64_t process = 0x1234000000;

void failIfNot(const Result<void>& done)
{
    if (!done) {
        qFatal("%s", done.error().text().c_str());
    }
}

/// An export that grows by kernels. Moments and lengths are microseconds.
class WrittenExport {
public:
    explicit WrittenExport(const std::filesystem::path& file)
        : m_database(loaded(Database::open(file, Database::Access::Write)))
    {
        run("PRAGMA synchronous = OFF");
        run("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL)");
        run("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER, "
            "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER)");
        run("CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, "
            "correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER)");
        run("CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, "
            "correlationId INTEGER, nameId INTEGER)");
        run("CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, "
            "globalTid INTEGER)");
        run("CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT)");
        run("INSERT INTO TARGET_INFO_GPU VALUES (0, 'Test GPU')");
    }
    void run(const std::string& sql) { failIfNot(m_database.run(sql)); }

    int name(const std::string& text)
    {
        run(fmt::format("INSERT INTO StringIds VALUES ({}, '{}')", ++m_names, text));
        return m_names;
    }
    void kernel(const std::string& text, double launch, double start, double length, int thread = 1, int device = 0)
    {
        const std::int64_t owner = process + (std::int64_t{1} << 24) * device;
        ++m_correlation;
        run(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES ({:.0f}, {:.0f}, {}, {}, 0)", launch * 1e3,
                        launch * 1e3 + 500, owner + thread, m_correlation));
        run(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ({:.0f}, {:.0f}, {}, 7, {}, {}, {}, 0)",
                        start * 1e3, (start + length) * 1e3, device, m_correlation, owner, name(text)));
    }
    void range(const std::string& text, double start, double length, int thread = 1, int type = 59)
    {
        run(fmt::format("INSERT INTO NVTX_EVENTS VALUES ({:.0f}, {:.0f}, {}, NULL, {}, {})", start * 1e3,
                        (start + length) * 1e3, type, name(text), process + thread));
    }

private:
    Database m_database;
    int m_names = 0;
    int m_correlation = 0;
};

bool takes(double value, double microseconds)
{
    return std::abs(value - microseconds * 1e-6) < 1e-12;
}

}  // namespace

class TestNsight : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path placeOf(const char* name) const { return m_folder.filePath(name).toStdString(); }
    static std::string refusal(const std::filesystem::path& file)
    {
        const auto traces = readTraces(file);
        return traces ? std::string() : traces.error().text();
    }
    static Seconds phaseIn(const MeasuredStep& step, KernelPhase phase) { return step.of(phase); }

private Q_SLOTS:
    /// Ranges of one's own: a thread of autograd launches while the main thread waits in its range "backward".
    void ownRanges()
    {
        const std::filesystem::path file = placeOf("own.sqlite");
        WrittenExport written(file);
        for (int step = 0; step < 2; ++step) {
            const double t = 1000.0 + 200 * step;
            written.range(fmt::format("iteration {}", step), t - 10, 199);
            written.range("forward", t - 5, 30);
            written.kernel("ampere_bf16_gemm", t - 4, t, 20);
            written.range("backward", t + 30, 50);
            written.kernel("ampere_bf16_gemm", t + 31, t + 40, 40, 2);
            written.kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", t + 32, t + 80, 10, 2);
            written.range("optimizer", t + 90, 10);
            written.kernel("multi_tensor_apply_kernel", t + 91, t + 100, 15);
        }
        written.run(
            fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1120000, 1125000, 0, 99, {}, 64, 1)", process));
        QVERIFY(isTraceFile(file));
        const std::vector<Trace> traces = loaded(readTraces(file));
        QCOMPARE(traces.size(), std::size_t{1});
        QCOMPARE(traces[0].device, std::string("Test GPU"));
        QCOMPARE(traces[0].rank, -1);
        QVERIFY(traces[0].unused.empty());
        const std::vector<MeasuredStep> steps = measuredSteps(traces[0]);
        QCOMPARE(steps.size(), std::size_t{2});
        const MeasuredStep& first = steps.front();
        QCOMPARE(first.name, std::string("iteration 0"));
        QVERIFY(takes(first.length, 200));
        QVERIFY(takes(phaseIn(first, KernelPhase::Forward), 20));
        QVERIFY(takes(phaseIn(first, KernelPhase::Backward), 40));
        QVERIFY(takes(phaseIn(first, KernelPhase::Optimizer), 15));
        QVERIFY(takes(first.exposed(), 10));
        QVERIFY(takes(first.copies, 5));
        QVERIFY(first.transfers.front().transfer.kind == CollectiveKind::AllReduce);
    }

    /// Ranges of emit_nvtx: what autograd records inside of a backward is computed again.
    void rangesOfAutograd()
    {
        const std::filesystem::path file = placeOf("autograd.sqlite");
        WrittenExport written(file);
        written.range("step 1", 0, 500);
        written.range("aten::linear, seq = 3", 0, 10);
        written.kernel("gemm", 5, 20, 10);
        written.range("autograd::engine::evaluate_function: MmBackward0", 100, 100, 2);
        written.range("MmBackward0, seq = 3", 101, 90, 2);
        written.range("aten::linear, seq = 4", 110, 20, 2);
        written.kernel("gemm", 115, 120, 20, 2);
        written.range("aten::mm", 150, 10, 2);
        written.kernel("gemm", 155, 160, 30, 2);
        const MeasuredStep step = measuredSteps(loaded(readNsight(file)).front()).front();
        QVERIFY(takes(phaseIn(step, KernelPhase::Forward), 10));
        QVERIFY(takes(phaseIn(step, KernelPhase::Recompute), 20));
        QVERIFY(takes(phaseIn(step, KernelPhase::Backward), 30));
    }

    /// Without ranges nobody says a phase, and all kernels are one step.
    void withoutRanges()
    {
        const std::filesystem::path file = placeOf("plain.sqlite");
        WrittenExport written(file);
        written.kernel("gemm", 0, 10, 10);
        written.kernel("gemm", 5, 30, 10);
        const MeasuredStep step = measuredSteps(loaded(readNsight(file)).front()).front();
        QVERIFY(takes(step.length, 30) && takes(phaseIn(step, KernelPhase::Unknown), 20));
    }

    void severalDevices()
    {
        const std::filesystem::path file = placeOf("two.sqlite");
        WrittenExport written(file);
        written.kernel("gemm", 0, 10, 10);
        written.kernel("gemm", 0, 10, 25, 1, 1);
        const std::vector<Trace> traces = loaded(readNsight(file));
        QCOMPARE(traces.size(), std::size_t{2});
        for (std::size_t i = 0; i < traces.size(); ++i) {
            QCOMPARE(traces[i].rank, static_cast<int>(i));
            QVERIFY(takes(measuredSteps(traces[i]).front().length, i == 0 ? 10 : 25));
        }
    }

    void unusedRows()
    {
        const std::filesystem::path file = placeOf("unused.sqlite");
        WrittenExport written(file);
        written.kernel("gemm", 0, 10, 10);
        written.run("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (20000, 10000, 0, 7, 8, 0, 1, 0)");
        written.run("INSERT INTO NVTX_EVENTS VALUES (0, NULL, 60, 'backward', NULL, 0)");
        const Trace trace = loaded(readNsight(file)).front();
        QCOMPARE(trace.unused.size(), std::size_t{2});
        QCOMPARE(trace.unused[0].english(), std::string("events without a start or a duration that can be used: 1"));
        QCOMPARE(trace.unused[1].english(), std::string("events that begin and do not end: 1"));
    }

    void brokenFiles()
    {
        const std::filesystem::path file = placeOf("whole.sqlite");
        {
            WrittenExport written(file);
            written.kernel("gemm", 0, 10, 10);
        }
        QFile whole(QString::fromStdString(file.string()));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QFile half(m_folder.filePath("half.sqlite"));
        QVERIFY(half.open(QIODevice::WriteOnly) && half.write(whole.read(whole.size() / 2)) > 0);
        half.close();
        QVERIFY(refusal(placeOf("half.sqlite")).find("half.sqlite") != std::string::npos);
        const std::filesystem::path other = placeOf("other.sqlite");
        failIfNot(loaded(Database::open(other, Database::Access::Write)).run("CREATE TABLE a (b INTEGER)"));
        QVERIFY(!isTraceFile(other));
        QVERIFY(refusal(other).find("is not an export of Nsight Systems") != std::string::npos);
        const std::filesystem::path empty = placeOf("empty.sqlite");
        WrittenExport written(empty);
        QVERIFY(refusal(empty).find("has no kernel of a device") != std::string::npos);
        std::stop_source source;
        source.request_stop();
        WrittenExport many(placeOf("many.sqlite"));
        many.run("BEGIN");
        for (int i = 0; i < 5000; ++i) {
            many.kernel("gemm", i, i, 1);
        }
        many.run("COMMIT");
        const auto stopped = readNsight(placeOf("many.sqlite"), {source.get_token()});
        QVERIFY(!stopped && stopped.error().text().find("the reading was stopped") != std::string::npos);
    }
};

PGRAM_TEST(TestNsight)
#include "test_nsight.moc"
