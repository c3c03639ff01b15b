// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traces of PyTorch's profiler: what belongs to which step and phase, sums by hand, broken files.
#include "core/base/text_file.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/traces/written_trace.h"
#include "traces/kineto.h"
#include "traces/measured_step.h"

#include <QTemporaryDir>

#include <zlib.h>

using namespace pgram;
using namespace pgram::test;

namespace {

/// Returns two steps of 100 us: the second one is a repetition. Times of kernels in the first, in us:
/// forward 0-20, all-reduce 20-30, backward 30-70 with a reduce-scatter beside 60-80, recomputation 80-85,
/// optimizer 85-95.
WrittenTrace twoSteps()
{
    WrittenTrace trace;
    for (int step = 0; step < 2; ++step) {
        const double t = 1000.0 + 100 * step;
        trace.span(fmt::format("ProfilerStep#{}", step + 3), t - 10, 99);
        trace.kernel("ampere_bf16_s16816gemm_bf16_128x128", t - 5, t, 20);
        trace.kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgs)", t - 4, t + 20, 10, 1, 20,
                     WrittenTrace::transfer("allreduce", 4, 1000));
        trace.span("autograd::engine::evaluate_function: MmBackward0", t + 1, 40, 2);
        trace.kernel("ampere_bf16_s16816gemm_bf16_128x64", t + 2, t + 30, 40, 2);
        trace.kernel("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgs)", t + 3, t + 60, 20, 2, 21,
                     WrittenTrace::transfer("_reduce_scatter_base", 8, 4000));
        trace.span("autograd::engine::evaluate_function: CheckpointFunctionBackward", t + 42, 5, 2);
        trace.kernel("flash_fwd_kernel", t + 43, t + 80, 5, 2);
        trace.span("Optimizer.step#AdamW.step", t + 50, 5);
        trace.kernel("void at::native::multi_tensor_apply_kernel", t + 51, t + 85, 10);
    }
    return trace;
}

bool isNear(double value, double microseconds)
{
    return std::abs(value - microseconds * 1e-6) < 1e-12;
}

double phaseOf(const MeasuredStep& step, KernelPhase phase)
{
    return step.of(phase);
}

void checkTwoSteps(const Trace& trace)
{
    QCOMPARE(trace.kernels.size(), std::size_t{12});
    const std::vector<MeasuredStep> steps = measuredSteps(trace);
    QCOMPARE(steps.size(), std::size_t{2});
    const MeasuredStep& step = steps.front();
    QCOMPARE(step.name, std::string("ProfilerStep#3"));
    QVERIFY(isNear(step.length, 100));
    QVERIFY(isNear(phaseOf(step, KernelPhase::Forward), 20));
    QVERIFY(isNear(phaseOf(step, KernelPhase::Backward), 40));
    QVERIFY(isNear(phaseOf(step, KernelPhase::Recompute), 5));
    QVERIFY(isNear(phaseOf(step, KernelPhase::Optimizer), 10));
    QCOMPARE(phaseOf(step, KernelPhase::Unknown), 0.0);
    double matrix = 0;
    double attention = 0;
    for (const auto& kinds : step.phases) {
        matrix += kinds[static_cast<std::size_t>(KernelKind::Matrix)];
        attention += kinds[static_cast<std::size_t>(KernelKind::Attention)];
    }
    QVERIFY(isNear(matrix, 60));
    QVERIFY(isNear(attention, 5));
    QVERIFY(isNear(step.idle, 5));
    QCOMPARE(step.transfers.size(), std::size_t{2});
    for (const MeasuredTransfer& own : step.transfers) {
        const bool isScatter = own.transfer.kind == CollectiveKind::ReduceScatter;
        QVERIFY(isScatter || own.transfer.kind == CollectiveKind::AllReduce);
        QCOMPARE(own.transfer.ranks, isScatter ? 8 : 4);
        QCOMPARE(own.transfer.buffer, Bytes{isScatter ? 8000 : 2000});
        QCOMPARE(own.count, std::int64_t{1});
        QVERIFY(isNear(own.total, isScatter ? 20 : 10));
        QVERIFY(isNear(own.exposed, 10));
    }
    QVERIFY(isNear(steps.back().length, 95));
    QVERIFY(isNear(steps.back().idle, 0));
    QVERIFY(isNear(medianStep(steps).length, 95));
}

}  // namespace

class TestKineto : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path place(const char* name) const { return m_folder.filePath(name).toStdString(); }
    std::filesystem::path saved(const char* name, const std::string& text) const
    {
        const auto written = writeTextFile(place(name), text);
        return written ? place(name) : std::filesystem::path();
    }
    std::filesystem::path packed(const char* name, const std::string& text) const
    {
        gzFile file = gzopen(place(name).c_str(), "wb");
        gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
        gzclose(file);
        return place(name);
    }
    static std::string errorOf(const std::filesystem::path& file)
    {
        const Result<Trace> trace = readKineto(file);
        return trace ? std::string() : trace.error().text();
    }

private Q_SLOTS:
    void stepsAndPhases()
    {
        const std::string text = twoSteps().text(5);
        const Trace plain = loaded(readKineto(saved("plain.json", text)));
        QCOMPARE(plain.rank, 5);
        QCOMPARE(plain.ranks, 8);
        QCOMPARE(plain.device, std::string("Test GPU"));
        checkTwoSteps(plain);
        checkTwoSteps(loaded(readKineto(packed("packed.json.gz", text))));
        const Trace bare = loaded(readKineto(saved("bare.json", twoSteps().list())));
        QCOMPARE(bare.rank, -1);
        checkTwoSteps(bare);
    }

    void withoutMarkedSteps()
    {
        WrittenTrace trace;
        trace.kernel("gemm", 0, 10, 5);
        trace.kernel("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*)", 1, 20, 5);
        const Trace read = loaded(readKineto(saved("one.json", trace.text(0))));
        const std::vector<MeasuredStep> steps = measuredSteps(read);
        QCOMPARE(steps.size(), std::size_t{1});
        QVERIFY(isNear(steps[0].length, 15) && isNear(steps[0].idle, 5) && isNear(steps[0].exposed(), 5));
        QVERIFY(steps[0].transfers.front().transfer.kind == CollectiveKind::PointToPoint);
    }

    /// A checkpoint that is not reentrant has no function of its own: autograd records operations inside of a backward.
    void checkpointsThatAreNotReentrant()
    {
        WrittenTrace trace;
        trace.span("ProfilerStep#1", 0, 1000);
        trace.operation("aten::linear", 0, 10, 1, 0);
        trace.kernel("gemm", 5, 20, 10);
        trace.operation("autograd::engine::evaluate_function: MmBackward0", 100, 100, 2, 1);
        trace.operation("MmBackward0", 101, 98, 2, 1);
        trace.operation("aten::linear", 110, 30, 2, 0);
        trace.operation("aten::addmm", 112, 20, 2, 0);
        trace.kernel("gemm", 115, 120, 20, 2);
        trace.span("aten::mm", 150, 20, 2);
        trace.kernel("gemm", 155, 160, 40, 2);
        trace.span("torch/utils/checkpoint.py(1115): recompute_fn", 180, 10, 2);
        trace.kernel("flash_fwd_kernel", 185, 220, 7, 2);
        const MeasuredStep step = measuredSteps(loaded(readKineto(saved("again.json", trace.text(0))))).front();
        QVERIFY(isNear(phaseOf(step, KernelPhase::Forward), 10));
        QVERIFY(isNear(phaseOf(step, KernelPhase::Recompute), 27));
        QVERIFY(isNear(phaseOf(step, KernelPhase::Backward), 40));
    }

    /// Pairs of begin and end are spans, nested by thread.
    void beginsAndEnds()
    {
        WrittenTrace trace;
        trace.span("ProfilerStep#1", 0, 1000);
        trace.splitLast();
        trace.kernel("gemm", 5, 20, 10);
        trace.splitLast();
        trace.span("Optimizer.step#Adam.step", 40, 10, 3);
        trace.splitLast();
        trace.kernel("multi_tensor_apply_kernel", 45, 50, 15, 3);
        const Trace read = loaded(readKineto(saved("pairs.json", trace.text(0))));
        QVERIFY(read.unused.empty());
        QCOMPARE(read.steps.front(), std::string("ProfilerStep#1"));
        const MeasuredStep step = measuredSteps(read).front();
        QVERIFY(isNear(phaseOf(step, KernelPhase::Forward), 10));
        QVERIFY(isNear(phaseOf(step, KernelPhase::Optimizer), 15));
        QVERIFY(isNear(step.length, 45));
    }

    /// Counts each event that cannot be used once.
    void unusedEvents()
    {
        WrittenTrace trace = twoSteps();
        trace.kernel("gemm", 990, 5e15, 10);
        trace.kernel("gemm", 990, 1500, 10);
        trace.last().erase("dur");
        trace.kernel("gemm", 990, 1500, -1);
        trace.span("nobody reads this one", 5e15, 10);
        trace.kernel("gemm", 990, 1500, 10);
        trace.last()["ph"] = "i";
        trace.kernel("gemm", 990, 1500, 10, 1, 8);
        trace.last()["ph"] = "B";
        trace.kernel("gemm", 990, 1500, 10, 1, 9);
        trace.last()["ph"] = "E";
        const Trace read = loaded(readKineto(saved("unused.json", trace.text(0))));
        QCOMPARE(read.unused.size(), std::size_t{4});
        QCOMPARE(read.unused[0].english(), std::string("events without a start or a duration that can be used: 3"));
        QCOMPARE(read.unused[1].english(), std::string("events that begin and do not end: 1"));
        QCOMPARE(read.unused[2].english(), std::string("events that end and did not begin: 1"));
        QCOMPARE(read.unused[3].english(),
                 std::string("events of the device that have neither a duration nor a begin and an end: 1"));
        checkTwoSteps(read);
    }

    /// The memory of a step is that between its first event and the first one of the next step.
    void memoryOfAStep()
    {
        WrittenTrace trace = twoSteps();
        trace.memory(900, 50, 100);
        for (int step = 0; step < 2; ++step) {
            const double t = 1000.0 + 100 * step;
            trace.memory(t - 8, 60, 100);
            trace.memory(t, 90, 200);
            trace.memory(t + 50, 70, 200);
            trace.memory(t + 50, 80, 200, 1);
            trace.memory(t + 51, 5000, 0, -1, 0);
        }
        const Trace read = loaded(readKineto(saved("memory.json", trace.text(0))));
        QCOMPARE(read.memory.size(), std::size_t{7});
        QCOMPARE(read.memory.front().step, -1);
        QCOMPARE(read.unused.size(), std::size_t{1});
        QCOMPARE(read.unused[0].english(), std::string("events of the memory of other devices: 2"));
        const MeasuredRank rank = loaded(measuredRank(read));
        QVERIFY(rank.memory && rank.hasKernels());
        QCOMPARE(rank.memory->steps, std::size_t{2});
        QCOMPARE(rank.memory->peak, Bytes{90});
        QCOMPARE(rank.memory->peakReserved, Bytes{200});
        // The median step is the second one, whose last event ends it.
        QVERIFY(isNear(rank.memory->length, 58));
        QCOMPARE(rank.memory->step.size(), std::size_t{3});
        QVERIFY(isNear(rank.memory->step[1].start, 8));
        QCOMPARE(rank.memory->step[1].bytes, Bytes{90});
        QVERIFY(!loaded(measuredRank(loaded(readKineto(saved("without.json", twoSteps().text(0)))))).memory);
    }

    void progressAndStop()
    {
        const std::filesystem::path file = saved("control.json", twoSteps().text(0));
        double done = 0;
        QVERIFY(readKineto(file, {{}, [&done](double share) { done = share; }}).has_value());
        QCOMPARE(done, 1.0);
        std::stop_source source;
        source.request_stop();
        const Result<Trace> stopped = readKineto(file, {source.get_token()});
        QVERIFY(!stopped && stopped.error().text().find("the reading was stopped") != std::string::npos);
    }

    void kindsByName_data()
    {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* name, KernelKind kind) {
            QTest::newRow(name) << name << static_cast<int>(kind);
        };
        row("Cijk_Alik_Bljk_SB_Bias_AS_SAV_UserArgs_MT64x16x32", KernelKind::Matrix);
        row("nvjet_hsh_192x128_64x5_2x1_v_bz_TNN", KernelKind::Matrix);
        row("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm>", KernelKind::Matrix);
        row("fmha_cutlassF_bf16_aligned_64x64_rf_sm80", KernelKind::Attention);
        row("void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits>", KernelKind::Attention);
        row("void fbgemm_gpu::permute_2D_lengths_kernel<int>", KernelKind::Other);
        row("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", KernelKind::Transfer);
        row("void at::native::vectorized_elementwise_kernel<4>", KernelKind::Other);
    }
    void kindsByName()
    {
        QFETCH(QString, kernel);
        QFETCH(int, kind);
        QCOMPARE(static_cast<int>(kernelKind(kernel.toStdString())), kind);
    }

    void brokenFiles()
    {
        const std::string text = twoSteps().text(0);
        QVERIFY(
            errorOf(saved("half.json", text.substr(0, text.size() / 2))).find("is not the JSON of a trace, at byte") !=
            std::string::npos);
        const std::filesystem::path whole = packed("whole.json.gz", text);
        const std::string bytes = loaded(readTextFile(whole));
        QVERIFY(errorOf(saved("half.json.gz", bytes.substr(0, bytes.size() / 2))).find("the file ends early") !=
                std::string::npos);
        QVERIFY(errorOf(saved("none.json", R"({"traceEvents": []})")).find("has no kernel of a device") !=
                std::string::npos);
        QVERIFY(errorOf(saved("text.json", "hello")).find("is not the JSON of a trace") != std::string::npos);
        QVERIFY(errorOf(place("missing.json")).find("No such file") != std::string::npos);
        QVERIFY(errorOf(m_folder.path().toStdString()).find("is a folder") != std::string::npos);
        QVERIFY(errorOf(saved("deep.json", std::string(100'000, '['))).find("deeper") != std::string::npos);
    }
};

PGRAM_TEST(TestKineto)
#include "test_kineto.moc"
