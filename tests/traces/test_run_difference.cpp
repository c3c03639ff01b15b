// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A measured step beside its prediction: traces that are written from a prediction, with noise, other kernels' speeds
// and slow links, are read back, and what was changed is named first.
#include "core/base/index.h"
#include "core/base/text_file.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/traces/written_run.h"
#include "traces/difference.h"
#include "traces/kineto.h"
#include "traces/memory_difference.h"

#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

namespace {

Plan planOf(int pipeline, LayerStrategy strategy, int microbatches)
{
    Plan plan;
    plan.name = "run";
    plan.model = loaded(shippedPresets().model("bert-huge-32"));
    plan.cluster = loaded(shippedPresets().cluster("rtx-titan-8"));
    plan.training.globalBatch = 64;
    plan.schedule.microbatches = microbatches;
    const int layers = plan.model.layerCount();
    for (int stage = 0; stage < pipeline; ++stage) {
        const int first = layers * stage / pipeline;
        plan.chunks.push_back({first, layers * (stage + 1) / pipeline - first});
    }
    plan.strategies.assign(at(layers), strategy);
    return plan;
}

LayerStrategy strategy(int tensor, int data, int zero = 0, bool recomputes = false)
{
    LayerStrategy own;
    own.tensor = tensor;
    own.data = data;
    own.zero = zero;
    own.kept.part = recomputes ? KeptPart::Input : KeptPart::All;
    return own;
}

}  // namespace

class TestRunDifference : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    MeasuredRank rankOf(const std::string& text) const
    {
        const std::filesystem::path file = m_folder.filePath("trace.json").toStdString();
        if (!writeTextFile(file, text)) {
            qFatal("cannot write");
        }
        return loaded(measuredRank(loaded(readKineto(file))));
    }
    StepDifference compared(const Plan& plan, int stage, const Changes& changes) const
    {
        const Estimate figures = estimate(plan);
        return loaded(differenceOf(plan, figures, rankOf(WrittenRun(plan, figures, stage, changes).text()), {}));
    }
    static void checkSums(const StepDifference& step)
    {
        Seconds measured = 0;
        Seconds predicted = 0;
        for (const StepPart& part : step.parts) {
            measured += part.measured;
            predicted += part.predicted;
        }
        QVERIFY(std::abs(measured - step.measured) < 1e-9 * step.measured);
        QVERIFY(std::abs(predicted - step.predicted) < 1e-9 * step.predicted);
    }

private Q_SLOTS:
    /// A run as predicted differs by the noise alone, part by part.
    void asPredicted()
    {
        const Plan plans[] = {planOf(1, strategy(1, 8), 1), planOf(1, strategy(2, 4), 4),
                              planOf(1, strategy(1, 8, 3, true), 2), planOf(2, strategy(2, 2), 8)};
        for (const Plan& plan : plans) {
            for (int stage = 0; stage < plan.pipeline(); ++stage) {
                const StepDifference step = compared(plan, stage, {});
                checkSums(step);
                QCOMPARE(step.stage, stage);
                QCOMPARE(step.steps, std::size_t{3});
                QVERIFY2(step.matched > 0.95, std::to_string(step.matched).c_str());
                for (const StepPart& part : step.parts) {
                    QVERIFY2(std::abs(part.difference()) < 0.025 * part.predicted + 1e-5 * step.predicted,
                             fmt::format("{}: {} and {}", part.name.english(), part.measured, part.predicted).c_str());
                }
            }
        }
    }

    /// The part that was made slow is named first, the slower one before the other.
    void changesAreNamedFirst()
    {
        const Plan plan = planOf(1, strategy(2, 4), 4);
        const StepDifference slow = compared(plan, 0, {.passes = 1.25, .tensor = 3});
        checkSums(slow);
        QCOMPARE(slow.parts[0].name.english(), std::string("all-reduce of 2 ranks: tensor"));
        QVERIFY(std::abs(slow.parts[0].measured / slow.parts[0].predicted - 3) < 0.06);
        QCOMPARE(slow.parts[1].name.english(), std::string("forward and backward"));
        QVERIFY(std::abs(slow.parts[1].measured / slow.parts[1].predicted - 1.25) < 0.03);
        const StepDifference host = compared(plan, 0, {.host = 1});
        QCOMPARE(host.parts[0].name.english(), std::string("idle: bubbles, and waiting for the host"));
        const StepDifference links = compared(planOf(1, strategy(1, 8), 1), 0, {.optimizer = 3, .gradients = 5});
        QCOMPARE(links.parts[0].name.english(), std::string("all-reduce of 8 ranks: gradient-sync"));
        QCOMPARE(links.parts[1].name.english(), std::string("optimizer"));
    }

    /// Two groups of equal operation and size are told apart by the bytes and the number of their transfers.
    void groupsOfEqualSize()
    {
        Plan plan = planOf(1, strategy(2, 2), 8);
        plan.cluster.devices = 4;
        const StepDifference step = compared(plan, 0, {.tensor = 2});
        QCOMPARE(step.parts[0].name.english(), std::string("all-reduce of 2 ranks: tensor"));
    }

    /// A trace that says no phases is compared with all compute.
    void withoutPhases()
    {
        const Plan plan = planOf(1, strategy(1, 8), 1);
        WrittenTrace trace;
        trace.kernel("gemm", 0, 10, 50);
        trace.last()["args"].erase("correlation");
        const StepDifference step = loaded(differenceOf(plan, estimate(plan), rankOf(trace.text(0)), {}));
        checkSums(step);
        QCOMPARE(step.matched, 1.0);
        const auto compute = std::ranges::find_if(step.parts, [](const StepPart& part) {
            return part.name.english() == "compute: the trace does not say phases";
        });
        QVERIFY(compute != step.parts.end() && std::abs(compute->measured - 50e-6) < 1e-12);
    }

    /// The simulated curve of a stage, less the context, comes back as measured memory: nothing differs.
    void memoryAsPredicted()
    {
        const Plan plan = planOf(2, strategy(2, 2), 8);
        const Estimate figures = estimate(plan);
        for (int stage = 0; stage < plan.pipeline(); ++stage) {
            const StageTrack& track = figures.timeline->stages[at(stage)];
            const Bytes context = figures.stages[at(stage)].memory.context;
            MeasuredRank run;
            run.rank = stage * plan.stageDevices();
            run.memory = MeasuredMemory{.length = 2 * figures.timeline->makespan, .steps = 3};
            for (const MemoryPoint& point : track.memory) {
                run.memory->step.push_back({2 * point.start, point.bytes - context});
                run.memory->peak = std::max(run.memory->peak, point.bytes - context);
            }
            const MemoryDifference same = loaded(memoryDifferenceOf(plan, figures, run, {}));
            QCOMPARE(same.stage, stage);
            QCOMPARE(same.figures.size(), std::size_t{3});
            QCOMPARE(same.moments.size(), std::size_t{8});
            for (const auto* list : {&same.figures, &same.moments}) {
                for (const MemoryFigure& figure : *list) {
                    QVERIFY2(
                        figure.measured > 0 && figure.difference() == 0,
                        fmt::format("{}: {} and {}", figure.name.english(), figure.measured, figure.predicted).c_str());
                }
            }
            run.memory->step.clear();
            run.memory->peakReserved = 5 * GiB;
            const MemoryDifference peaks = loaded(memoryDifferenceOf(plan, figures, run, {}));
            QVERIFY(peaks.moments.empty());
            QCOMPARE(peaks.figures.size(), std::size_t{2});
            QCOMPARE(peaks.figures[1].predicted,
                     figures.stages[at(stage)].memory.total() - context + figures.stages[at(stage)].driver.slack);
        }
        MeasuredRank beyond;
        beyond.memory = MeasuredMemory{};
        QVERIFY(!memoryDifferenceOf(plan, figures, beyond, 8));
    }

    void whatThePlanDoesNotHave()
    {
        const Plan plan = planOf(1, strategy(1, 8), 1);
        WrittenTrace trace;
        trace.kernel("gemm", 0, 10, 50);
        trace.kernel("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgs)", 1, 60, 50, 1, 20,
                     WrittenTrace::transfer("_allgather_base", 8, 1000));
        trace.kernel("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgs)", 2, 111, 50, 1, 20,
                     WrittenTrace::transfer("_allgather_base", 8, 2000));
        const StepDifference step = loaded(differenceOf(plan, estimate(plan), rankOf(trace.text(0)), {}));
        QVERIFY(std::abs(step.matched - 1.0 / 3) < 1e-9);
        // Transfers that differ in their bytes alone are one line.
        QCOMPARE(step.unmatched.size(), std::size_t{1});
        QCOMPARE(step.unmatched.front().english(), std::string("all-gather of 8 ranks, 2 times"));
        trace.span("ProfilerStep#1", -5, 20);
        trace.kernel("gemm", 500, 510, 5);
        const StepDifference marked = loaded(differenceOf(plan, estimate(plan), rankOf(trace.text(0)), {}));
        QCOMPARE(marked.unmatched.back().english(), std::string("kernels outside of the marked steps: 1"));
        const Result<StepDifference> beyond = differenceOf(plan, estimate(plan), rankOf(trace.text(0)), 8);
        QVERIFY(!beyond && beyond.error().text().find("rank 8 is not one of the 8 devices") != std::string::npos);
    }
};

PGRAM_TEST(TestRunDifference)
#include "test_run_difference.moc"
