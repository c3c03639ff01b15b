// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Execution traces of Chakra: nodes of the device by stream and dependency, phases, traces without times, broken files.
#include "core/base/text_file.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/traces/written_wire.h"
#include "traces/chakra.h"
#include "traces/measured_step.h"
#include "traces/read_trace.h"

#include <QTemporaryDir>

#include <fmt/format.h>
#include <initializer_list>
#include <optional>

using namespace pgram;
using namespace pgram::test;

namespace {

constexpr unsigned compute = 4;
constexpr unsigned collective = 7;

std::string framed(const std::string& message)
{
    return varintBytes(message.size()) + message;
}

/// A node that grows by its members.
class WrittenNode {
public:
    WrittenNode(std::uint64_t id, std::string_view name, unsigned type)
    {
        m_message.whole(1, id).text(2, name).whole(3, type);
    }
    WrittenNode& parent(std::uint64_t id)
    {
        m_message.text(4, varintBytes(id));
        return *this;
    }
    WrittenNode& after(std::initializer_list<std::uint64_t> ids)
    {
        std::string packed;
        for (const std::uint64_t id : ids) {
            packed += varintBytes(id);
        }
        m_message.text(5, packed);
        return *this;
    }
    WrittenNode& time(std::optional<std::uint64_t> start, std::uint64_t length)
    {
        if (start) {
            m_message.whole(6, *start);
        }
        m_message.whole(7, length);
        return *this;
    }
    /// Adds a whole number, or a truth value (`field` 27).
    WrittenNode& attribute(std::string_view name, std::uint64_t value, unsigned field = 9)
    {
        WrittenMessage own;
        own.text(1, name).whole(field, value);
        m_message.text(10, own.bytes());
        return *this;
    }
    WrittenNode& ofDevice(std::uint64_t stream)
    {
        return attribute("is_cpu_op", 0, 27).attribute("tid", 9).attribute("stream", stream);
    }
    WrittenNode& ofHost(std::uint64_t forwardThread = 0)
    {
        return attribute("is_cpu_op", 1, 27).attribute("fw_tid", forwardThread);
    }
    WrittenNode& transfer(std::uint64_t type, std::uint64_t bytes, std::string_view group)
    {
        WrittenMessage own;
        own.text(1, "pg_name").text(29, group);
        m_message.text(10, own.bytes());
        return attribute("comm_type", type).attribute("comm_size", bytes);
    }
    operator std::string() const { return framed(m_message.bytes()); }

private:
    WrittenMessage m_message;
};

std::string metadata()
{
    WrittenMessage message;
    message.text(1, "0.0.4");
    return framed(message.bytes());
}

/// Returns a matrix product of 30 us, a reduce-scatter of 40 us beside it on another stream from 10 us on, and one of
/// backward behind both; the host's operations come first. `isTimed`: nodes have starts.
std::string threeKernels(bool isTimed)
{
    const auto start = [isTimed](std::uint64_t moment) {
        return isTimed ? std::optional<std::uint64_t>(1000 + moment) : std::nullopt;
    };
    return metadata() + std::string(WrittenNode(2, "aten::mm", compute).time(start(0), 500).ofHost()) +
           std::string(WrittenNode(3, "MmBackward0", compute).time(start(20), 500).ofHost(1)) +
           std::string(WrittenNode(4, "aten::mm", compute).parent(3).time(start(21), 100).ofHost()) +
           std::string(WrittenNode(10, "ampere_gemm", compute).parent(2).after({2}).time(start(0), 30).ofDevice(7)) +
           std::string(WrittenNode(11, "ncclKernel", collective)
                           .parent(2)
                           .time(start(10), 40)
                           .ofDevice(14)
                           .transfer(7, 4096, "8")) +
           std::string(
               WrittenNode(12, "ampere_gemm", compute).parent(4).after({10, 11}).time(start(60), 20).ofDevice(7));
}

}  // namespace

class TestChakra : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path saved(const std::string& bytes) const
    {
        const std::filesystem::path file = m_folder.filePath("chakra.0.et").toStdString();
        return writeTextFile(file, bytes) ? file : std::filesystem::path();
    }
    std::string errorOf(const std::string& bytes) const
    {
        const Result<Trace> trace = readChakra(saved(bytes));
        return trace ? std::string() : trace.error().text();
    }

private Q_SLOTS:
    void kernels()
    {
        const std::filesystem::path file = saved(threeKernels(true));
        QVERIFY(isTraceFile(file));
        const std::vector<Trace> traces = loaded(readTraces(file));
        QCOMPARE(traces.size(), std::size_t{1});
        const Trace& trace = traces.front();
        QVERIFY(trace.unused.empty());
        QCOMPARE(trace.kernels.size(), std::size_t{3});
        QVERIFY(std::abs(trace.kernels[2].start - 60e-6) < 1e-12 && std::abs(trace.kernels[2].end - 80e-6) < 1e-12);
        QVERIFY(trace.kernels[0].kind == KernelKind::Matrix && trace.kernels[0].phase == KernelPhase::Forward);
        QVERIFY(trace.kernels[2].phase == KernelPhase::Backward);
        QCOMPARE(trace.transfers.size(), std::size_t{1});
        QCOMPARE(trace.transfers[0], (TraceTransfer{CollectiveKind::ReduceScatter, 0, 4096, "8"}));
        const MeasuredStep step = measuredSteps(trace).front();
        // The transfer has 20 us beside the first product and 20 us alone; 10 us are idle.
        QVERIFY(std::abs(step.exposed() - 20e-6) < 1e-12 && std::abs(step.idle - 10e-6) < 1e-12);
    }

    /// Without starts a node begins behind its stream and its dependencies: 0-30, 0-40, 40-60.
    void withoutStarts()
    {
        const Trace trace = loaded(readChakra(saved(threeKernels(false))));
        QVERIFY(std::abs(trace.kernels[2].start - 40e-6) < 1e-12);
        const MeasuredStep step = measuredSteps(trace).front();
        QVERIFY(std::abs(step.length - 60e-6) < 1e-12);
        QVERIFY(std::abs(step.exposed() - 10e-6) < 1e-12);
        QCOMPARE(trace.unused.size(), std::size_t{1});
        QVERIFY(trace.unused[0].english().find("nodes have no start") != std::string::npos);
    }

    void transfers()
    {
        const auto kindOf = [this](std::uint64_t type, const char* name, unsigned node = collective) {
            const std::string bytes =
                metadata() + std::string(WrittenNode(1, name, node).time(5, 5).ofDevice(1).transfer(type, 8, ""));
            return loaded(readChakra(saved(bytes))).transfers.front().kind;
        };
        QVERIFY(kindOf(0, "ncclKernel_AllGather_RING") == CollectiveKind::AllGather);
        QVERIFY(kindOf(0, "c10d") == CollectiveKind::AllReduce);
        QVERIFY(kindOf(2, "c10d") == CollectiveKind::AllGather);
        QVERIFY(kindOf(5, "c10d") == CollectiveKind::Broadcast);
        QVERIFY(kindOf(6, "c10d") == CollectiveKind::AllToAll);
        QVERIFY(kindOf(0, "c10d", 5) == CollectiveKind::PointToPoint);
        QVERIFY(kindOf(0, "c10d", 6) == CollectiveKind::PointToPoint);
    }

    void withoutDurations()
    {
        const std::string bytes = metadata() + std::string(WrittenNode(1, "comp", compute)) +
                                  std::string(WrittenNode(2, "comm", collective).attribute("comm_type", 0));
        QVERIFY2(errorOf(bytes).find("has 2 nodes, and none of the device with a duration") != std::string::npos,
                 errorOf(bytes).c_str());
        const Trace trace = loaded(readChakra(saved(bytes + std::string(WrittenNode(3, "comp", compute).time({}, 5)))));
        QCOMPARE(trace.unused.back().english(),
                 std::string("nodes of the device without a duration that can be used: 2"));
    }

    void traceOfTheObserver()
    {
        const std::filesystem::path file =
            saved(R"({"schema": "1.1.0-chakra", "nodes": [{"id": 1, "name": "aten::mm", "op_schema": ""}]})");
        QVERIFY(isTraceFile(file));
        const Result<std::vector<Trace>> traces = readTraces(file);
        QVERIFY(!traces && traces.error().text().find("not their times") != std::string::npos);
    }

    void broken()
    {
        const std::string whole = threeKernels(true);
        const std::size_t second = metadata().size();
        QVERIFY(errorOf(whole.substr(0, whole.size() - 3)).find("ends early") != std::string::npos);
        QVERIFY(errorOf(metadata() + "\x05\x0f\x0f\x0f\x0f\x0f")
                    .find(fmt::format("byte {}: has a message that is not a node", second)) != std::string::npos);
        QVERIFY(errorOf(metadata() + std::string(10, '\xff')).find("ends early") != std::string::npos);
        QVERIFY(errorOf(metadata() + "\xff\xff\xff\xff\x0f").find("ends early") != std::string::npos);
        QVERIFY(errorOf(metadata()).find("has 0 nodes") != std::string::npos);
        QVERIFY(!isChakra("a text of many words, longer than the number that its first letter is\n"));
        QVERIFY(!isChakra(""));
        std::stop_source source;
        source.request_stop();
        const Result<Trace> stopped = readChakra(saved(whole), {source.get_token()});
        QVERIFY(!stopped && stopped.error().text().find("was stopped") != std::string::npos);
    }
};

PGRAM_TEST(TestChakra)
#include "test_chakra.moc"
