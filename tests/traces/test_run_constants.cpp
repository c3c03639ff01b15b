// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants from a run: a trace that is written from the prediction of a machine with other speeds and one slow link
// gives the constants of this machine, by which other plans are predicted as on it.
#include "core/base/text_file.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"
#include "tests/traces/written_run.h"
#include "traces/kineto.h"
#include "traces/run_constants.h"

#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

namespace {

LayerStrategy split(int tensor, int data, int zero)
{
    LayerStrategy own;
    own.tensor = tensor;
    own.data = data;
    own.zero = zero;
    return own;
}

Plan llamaPlan(const Cluster& cluster, const LayerStrategy& strategy, int microbatches, int batch)
{
    Plan plan;
    plan.name = "run";
    plan.model = loaded(shippedPresets().model("llama2-7b"));
    plan.cluster = cluster;
    plan.training.globalBatch = batch;
    plan.schedule.microbatches = microbatches;
    plan.chunks.push_back({0, plan.model.layerCount()});
    plan.strategies.assign(at(plan.model.layerCount()), strategy);
    return plan;
}

/// The machine of the run: other speeds of every kind of kernel, all-reduces at half of their rate, a slow network.
Cluster slowMachine(Cluster cluster)
{
    Device& device = cluster.device;
    device.gemmEfficiency.value *= 0.85;
    device.attentionEfficiency.value *= 0.7;
    device.memoryEfficiency.value *= 0.9;
    device.updateEfficiency.value = 0.45;
    cluster.links.front().collectives->kinds[at(CollectiveKind::AllReduce)]->rate *= 0.5;
    cluster.links.back().efficiency.value *= 0.6;
    return cluster;
}

bool isAlmost(double value, double expected, double tolerance)
{
    return std::abs(value / expected - 1) < tolerance;
}

const RunConstant* constantIn(const RunConstants& found, const std::string& name)
{
    const auto constant = std::ranges::find(found.determined, name, &RunConstant::name);
    return constant == found.determined.end() ? nullptr : &*constant;
}

bool isOpen(const RunConstants& found, const std::string& name)
{
    return std::ranges::find(found.open, name, &ValueNote::what) != found.open.end();
}

}  // namespace

class TestRunConstants : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// Returns the run of `plan` on the machine `truth`, beside the plan.
    [[nodiscard]] ComparedRank compared(const Plan& plan, const Cluster& truth, const Changes& changes) const
    {
        Plan real = plan;
        real.cluster = truth;
        const std::filesystem::path file = m_folder.filePath("trace.json").toStdString();
        if (!writeTextFile(file, WrittenRun(real, estimate(real), 0, changes).text())) {
            qFatal("cannot write");
        }
        MeasuredRank run = loaded(measuredRank(loaded(readKineto(file))));
        StepDifference difference = loaded(differenceOf(plan, estimate(plan), run, {}));
        return {std::move(run), std::move(difference)};
    }

private Q_SLOTS:
    void constantsOfTheMachine_data()
    {
        QTest::addColumn<double>("noise");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("without noise") << 0.0 << 0.002;
        QTest::newRow("noise of 2 %") << 0.02 << 0.02;
    }

    void constantsOfTheMachine()
    {
        QFETCH(double, noise);
        QFETCH(double, tolerance);
        const Cluster preset = loaded(shippedPresets().cluster("a100-16"));
        const Cluster truth = slowMachine(preset);
        const Plan plan = llamaPlan(preset, split(8, 2, 0), 4, 32);
        const ComparedRank ranks[]{compared(plan, truth, {.noise = noise})};
        const RunConstants found = loaded(constantsOf(plan, ranks, "trace.json"));
        const Device& device = truth.device;
        const std::pair<std::string, double> expected[]{
            {"gemm_efficiency", device.gemmEfficiency.value},
            {"attention_efficiency", device.attentionEfficiency.value},
            {"memory_efficiency", device.memoryEfficiency.value},
            {"update_efficiency", 0.45},
            {"rate of all-reduce", truth.links.front().collectives->kinds[at(CollectiveKind::AllReduce)]->rate},
            {"efficiency of " + truth.links.back().name, truth.links.back().efficiency.value}};
        for (const auto& [name, value] : expected) {
            const RunConstant* constant = constantIn(found, name);
            QVERIFY2(constant != nullptr, name.c_str());
            QVERIFY2(isAlmost(constant->after, value, tolerance),
                     fmt::format("{}: {} and {}", name, constant->after, value).c_str());
        }
        QCOMPARE(found.determined.size(), std::size(expected));
        for (const char* name : {"launch_s", "overlap_slowdown"}) {
            QVERIFY2(isOpen(found, name), name);
        }
        QCOMPARE(found.cluster.device.gemmEfficiency.provenance.kind, std::string(measuredHere));
        QCOMPARE(found.cluster.links.front().collectives->provenance.kind, std::string(measuredHere));
        QVERIFY(isAlmost(found.after, found.measured, 0.01) && !isAlmost(found.before, found.measured, 0.1));

        // Other layouts and batches on the same machine.
        for (const Plan& other : {llamaPlan(preset, split(4, 4, 1), 2, 32), llamaPlan(preset, split(2, 8, 1), 1, 16),
                                  llamaPlan(preset, split(8, 2, 0), 8, 64)}) {
            const auto stepOn = [&other](const Cluster& cluster) {
                Plan moved = other;
                moved.cluster = cluster;
                return estimate(moved).stepTime;
            };
            const double before = std::abs(stepOn(preset) / stepOn(truth) - 1);
            const double after = std::abs(stepOn(found.cluster) / stepOn(truth) - 1);
            QVERIFY2(after < 0.01 && after < before / 5, fmt::format("{} and {}", before, after).c_str());
        }
    }

    /// The rank that waits least has the seconds of a transfer.
    void waitingRanksDoNotCount()
    {
        const Cluster preset = loaded(shippedPresets().cluster("a100-16"));
        const Plan plan = llamaPlan(preset, split(8, 2, 0), 4, 32);
        const ComparedRank ranks[]{compared(plan, preset, {.tensor = 3, .noise = 0}),
                                   compared(plan, preset, {.noise = 0})};
        const RunConstants found = loaded(constantsOf(plan, ranks, "trace.json"));
        QVERIFY(isAlmost(constantIn(found, "rate of all-reduce")->after,
                         constantIn(found, "rate of all-reduce")->before, 0.002));
    }

    /// Measured bandwidths of groups take the place of the link, and measured layers that of the device.
    void measuredFiguresOfThePlan()
    {
        const Cluster preset = loaded(shippedPresets().cluster("rtx-titan-8"));
        QVERIFY(!preset.measured.empty());
        Cluster truth = preset;
        for (MeasuredGroup& group : truth.measured) {
            group.busBandwidth /= 2;
        }
        Plan plan = llamaPlan(preset, split(1, 8, 0), 1, 8);
        plan.model = loaded(shippedPresets().model("bert-huge-32"));
        plan.strategies.assign(at(plan.model.layerCount()), split(1, 8, 0));
        plan.chunks = {{0, plan.model.layerCount()}};
        const ComparedRank ranks[]{compared(plan, truth, {.noise = 0})};
        const RunConstants found = loaded(constantsOf(plan, ranks, "trace.json"));
        const RunConstant* group = constantIn(found, "measured bandwidth of 8 neighbouring ranks");
        QVERIFY(group != nullptr && isAlmost(group->after, group->before / 2, 0.002));
        QCOMPARE(found.cluster.measuredProvenance.kind, std::string(measuredHere));
        QVERIFY(constantIn(found, "gemm_efficiency") != nullptr);
        plan.model.runs[1].measured =
            MeasuredLayer{.sequence = 512, .secondsPerSample = 1e-3, .keptPerSample = {{1, 1e6}}};
        QVERIFY(isOpen(loaded(constantsOf(plan, ranks, "trace.json")),
                       "gemm_efficiency, attention_efficiency, memory_efficiency"));
    }

    void mixedClusters()
    {
        Cluster mixed = loaded(shippedPresets().cluster("a100-16"));
        mixed.slow.push_back({0, 1, 0.5});
        const Plan plan = llamaPlan(mixed, split(8, 2, 0), 4, 32);
        QVERIFY(!constantsOf(plan, {}, "trace.json"));
    }
};

PGRAM_TEST(TestRunConstants)
#include "test_run_constants.moc"
