// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory snapshots of PyTorch: bytes over time, the step that repeats, pickles of Python, hostile pickles.
#include "core/base/text_file.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/traces/written_pickle.h"
#include "traces/measured_step.h"
#include "traces/memory_snapshot.h"
#include "traces/read_trace.h"

#include <QProcess>
#include <QTemporaryDir>

#include <tuple>

using namespace pgram;
using namespace pgram::test;

namespace {

/// Returns four steps. 1000 bytes stay. A step allocates 300 and 500, then 200 in the place of the 500.
WrittenSnapshot fourSteps()
{
    WrittenSnapshot written;
    written.segment("segment_alloc", 4096);
    written.allocate(1000);
    for (int step = 0; step < 4; ++step) {
        const std::int64_t first = written.allocate(300);
        const std::int64_t second = written.allocate(500);
        written.release(second);
        const std::int64_t third = written.allocate(200);
        written.release(third);
        written.release(first);
    }
    return written;
}

std::string errorOf(const Result<std::vector<Trace>>& read)
{
    return read ? std::string() : read.error().text();
}

}  // namespace

class TestMemorySnapshot : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path saved(const char* name, const std::string& bytes) const
    {
        const std::filesystem::path file = m_folder.filePath(name).toStdString();
        return writeTextFile(file, bytes) ? file : std::filesystem::path();
    }
    Trace traceOf(const Json& snapshot) const
    {
        const std::vector<Trace> traces =
            loaded(readMemorySnapshot(saved("snapshot.pickle", PickleWriter::pickled(snapshot))));
        return traces.size() == 1 ? traces.front() : Trace();
    }

private Q_SLOTS:
    void bytesOverTime()
    {
        WrittenSnapshot written;
        written.segment("segment_alloc", 4096);
        const std::int64_t first = written.allocate(700);
        written.allocate(50);
        written.release(first);
        written.segment("segment_map", 1024);
        const Trace trace = traceOf(written.snapshot(3));
        QCOMPARE(trace.rank, 3);
        QVERIFY(trace.kernels.empty() && trace.unused.empty());
        const std::vector<std::tuple<double, Bytes, Bytes>> expected{
            {0, 0, 4096}, {1e-4, 700, 4096}, {2e-4, 750, 4096}, {3e-4, 50, 4096}, {5e-4, 50, 5120}};
        QCOMPARE(trace.memory.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto& [start, allocated, reserved] = expected[i];
            QVERIFY(std::abs(trace.memory[i].start - start) < 1e-12);
            QCOMPARE(trace.memory[i].allocated, allocated);
            QCOMPARE(trace.memory[i].reserved, reserved);
        }
    }

    void step()
    {
        const MeasuredRank rank = loaded(measuredRank(traceOf(fourSteps().snapshot(0))));
        QVERIFY(!rank.hasKernels() && rank.memory);
        const MeasuredMemory& memory = *rank.memory;
        QCOMPARE(memory.peak, Bytes{1800});
        QCOMPARE(memory.peakReserved, Bytes{4096});
        // The first moment of 1000 bytes is before the first step.
        QCOMPARE(memory.steps, std::size_t{4});
        std::vector<Bytes> bytes;
        for (const MemoryPoint& point : memory.step) {
            bytes.push_back(point.bytes);
        }
        QCOMPARE(bytes, (std::vector<Bytes>{1000, 1300, 1800, 1300, 1500, 1300, 1000}));
        // Nine events, each 100 us behind the last one.
        QVERIFY(std::abs(memory.length - 9e-4) < 1e-9);
        QCOMPARE(mostBetween(memory.step, 0, 0.5e-4), Bytes{1000});
        QCOMPARE(mostBetween(memory.step, 1e-4, 3e-4), Bytes{1800});
        QCOMPARE(mostBetween(memory.step, -2, -1), Bytes{0});
    }

    /// A history without its beginning is counted back from the blocks at the end.
    void lostBeginning()
    {
        WrittenSnapshot written = fourSteps();
        Json& events = written.events();
        events.erase(events.begin(), events.begin() + 6);
        const MeasuredRank rank = loaded(measuredRank(traceOf(written.snapshot(0))));
        QCOMPARE(rank.memory->peak, Bytes{1800});
        QCOMPARE(rank.memory->step.front().bytes, Bytes{1000});
    }

    void completionsAlone()
    {
        Json snapshot = fourSteps().snapshot(0);
        const std::vector<TraceMemory> whole = traceOf(snapshot).memory;
        Json& events = snapshot["device_traces"][0];
        const std::size_t before = events.size();
        Json kept = Json::array();
        for (const Json& event : events) {
            if (event["action"] != "free_requested") {
                kept.push_back(event);
            }
        }
        QCOMPARE(before - kept.size(), std::size_t{12});
        events = kept;
        const Trace trace = traceOf(snapshot);
        QVERIFY(trace.unused.empty());
        QCOMPARE(trace.memory.size(), whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            QCOMPARE(trace.memory[i].allocated, whole[i].allocated);
        }
    }

    void noStepRepeats()
    {
        WrittenSnapshot written;
        for (int i = 1; i < 20; ++i) {
            written.allocate(100 * i);
        }
        const MeasuredRank rank = loaded(measuredRank(traceOf(written.snapshot(0))));
        QVERIFY(rank.memory->step.empty());
        QCOMPARE(rank.memory->steps, std::size_t{0});
        QCOMPARE(rank.memory->peak, Bytes{19000});
        QVERIFY(rank.unused.back().english().find("no sequence of allocations repeats") != std::string::npos);
    }

    void limitsOfTheFile()
    {
        WrittenSnapshot written = fourSteps();
        for (Json& event : written.events()) {
            event.erase("time_us");
        }
        written.events().push_back({{"action", "oom"}, {"size", 1 << 20}, {"device_free", 5}});
        const Trace untimed = traceOf(written.snapshot(0));
        QCOMPARE(untimed.memory.size(), std::size_t{1});
        QCOMPARE(untimed.memory.front().allocated, Bytes{1800});
        QCOMPARE(untimed.unused.size(), std::size_t{2});
        QVERIFY(untimed.unused[0].english().find("has no times") != std::string::npos);
        QCOMPARE(untimed.unused[1].english(), std::string("allocations that failed: 1, the largest one of 1.00 MiB"));
        Json bare = fourSteps().snapshot(0);
        bare["device_traces"] = Json::array();
        const Trace moment = traceOf(bare);
        QCOMPARE(moment.memory.size(), std::size_t{1});
        QCOMPARE(moment.memory.front().allocated, Bytes{1000});
        QVERIFY(moment.unused[0].english().find("has no history") != std::string::npos);
        // torch.cuda.memory_snapshot() returns the segments alone.
        QCOMPARE(traceOf(bare["segments"]).memory.front().allocated, Bytes{1000});
    }

    /// Python writes tuples, shared texts and numbers of several lengths.
    void pickleOfPython_data()
    {
        QTest::addColumn<int>("protocol");
        for (const int protocol : {2, 3, 4, 5}) {
            QTest::addRow("%d", protocol) << protocol;
        }
    }
    void pickleOfPython()
    {
        QFETCH(int, protocol);
        const QString file = m_folder.filePath(QString("python%1.pickle").arg(protocol));
        const QString program =
            QString(
                "import pickle\n"
                "frames = [{'name': 'f', 'filename': 'a' * 300, 'line': 70000}]\n"
                "block = {'size': 1024, 'requested_size': 1000, 'state': 'active_allocated', 'frames': frames}\n"
                "events = [{'action': a, 'addr': 1 << 63, 'size': s, 'time_us': 1700000000000000 + t, 'x': 0.5,\n"
                "           'frames': frames} for t in range(3000) for a, s in\n"
                "          [('alloc', 300), ('alloc', 70000), ('free_requested', 70000), ('free_requested', 300)]]\n"
                "pickle.dump({'segments': [{'device': 0, 'total_size': 1 << 33, 'segment_pool_id': (0, 1),\n"
                "             'is_expandable': False, 'none': None, 'blocks': [block]}],\n"
                "             'device_traces': [events]}, open('%1', 'wb'), protocol=%2)\n")
                .arg(file)
                .arg(protocol);
        QProcess python;
        python.start("python3", {"-c", program});
        QVERIFY2(python.waitForFinished(-1) && python.exitCode() == 0, python.readAllStandardError());
        QVERIFY(isTraceFile(file.toStdString()));
        const std::vector<Trace> traces = loaded(readTraces(file.toStdString()));
        QCOMPARE(traces.size(), std::size_t{1});
        QCOMPARE(traces[0].memory.size(), std::size_t{12000});
        const MeasuredRank rank = loaded(measuredRank(traces[0]));
        QCOMPARE(rank.memory->peak, Bytes{71300});
        QCOMPARE(rank.memory->peakReserved, Bytes{1} << 33);
        QVERIFY(std::abs(rank.memory->length - 1e-6) < 1e-9);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, std::string_view bytes, const char* said) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())) << QByteArray(said);
        };
        using namespace std::string_view_literals;
        row("a call",
            "\x80\x04"
            "cos\nsystem\n(X\x02\0\0\0lstR."sv,
            "byte 2: is a pickle that makes objects");
        row("stack global", "\x80\x04\x8c\x02os\x8c\x06system\x93."sv, "byte 14: is a pickle that makes objects");
        row("early end", "\x80\x04}(X\x08\0\0\0segm"sv, "ends early");
        row("no stop", "\x80\x04}"sv, "byte 3: is a pickle that ends early");
        row("long text", "\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7f."sv, "has a text of more than");
        row("far memo", "\x80\x04Nr\xff\xff\xff\x7f."sv, "contradict each other");
        row("nothing on the stack", "\x80\x04."sv, "contradict each other");
        row("no mark", "\x80\x04}u."sv, "contradict each other");
        row("odd members", "\x80\x04}(Nu."sv, "contradict each other");
        row("list as a dictionary", "\x80\x04](NNu."sv, "contradict each other");
        row("below a mark", "\x80\x04N(0."sv, "contradict each other");
        row("unknown place", "\x80\x04h\x05."sv, "contradict each other");
        row("unknown instruction", "\x80\x04\xff."sv, "unknown pickle instruction 255");
        row("later protocol", "\x80\x09N."sv, "protocol above 5");
        row("a number", "\x80\x04K\x01."sv, "has no memory of a device");
        row("itself", "\x80\x04]\x94(h\0e."sv, "has no memory of a device");
    }
    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, said);
        const std::string error = errorOf(readMemorySnapshot(saved("hostile", bytes.toStdString())));
        QVERIFY2(error.find(said.toStdString()) != std::string::npos, error.c_str());
    }

    void stopped()
    {
        std::stop_source source;
        source.request_stop();
        const auto file = saved("stop.pickle", PickleWriter::pickled(fourSteps().snapshot(0)));
        QVERIFY(errorOf(readMemorySnapshot(file, {source.get_token()})).find("was stopped") != std::string::npos);
    }
};

PGRAM_TEST(TestMemorySnapshot)
#include "test_memory_snapshot.moc"
