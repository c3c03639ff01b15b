// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The program that measures a node runs on a stand-in for PyTorch whose speeds are known (tests/judges/timed_torch.py).
// Its output becomes a cluster with these speeds, and plans are estimated with that cluster.
#include "core/base/index.h"
#include "core/base/text_file.h"
#include "core/exchange/kernel_log.h"
#include "core/exchange/machine_files.h"
#include "core/fidelity/framework.h"
#include "core/plan/estimate.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cmath>
#include <fmt/format.h>

using namespace pgram;

namespace {

/// Seconds of a collective on the stand-in: of the smallest one, of each further rank, and bytes/s out of one rank.
struct StandInCollective {
    CollectiveKind kind;
    Seconds start;
    Seconds perRank;
    Bandwidth rate;
};
constexpr StandInCollective standIns[]{
    {CollectiveKind::AllReduce, 2e-5, 4e-6, 16e9},
    {CollectiveKind::AllGather, 1.5e-5, 3e-6, 18e9},
    {CollectiveKind::ReduceScatter, 1.5e-5, 3e-6, 17e9},
    {CollectiveKind::AllToAll, 1.2e-5, 5e-6, 12e9},
};

bool isAbout(double value, double expected, double tolerance)
{
    return std::abs(value / expected - 1) < tolerance;
}

Reading readingOf(const std::string& text)
{
    const std::vector<ForeignFile> files{{"node.jsonl", false, text}};
    return loaded(readMachine(files, {shippedPresets(), nullptr, nullptr}));
}

const Cluster& clusterOf(const Reading& read)
{
    return std::get<FoundCluster>(read.found).cluster;
}

bool hasNote(const std::vector<ValueNote>& notes, const std::string& what)
{
    return std::ranges::find(notes, what, &ValueNote::what) != notes.end();
}

const FitCheck& checkOf(const Reading& read, const std::string& start)
{
    const auto found = std::ranges::find_if(
        read.checks, [&start](const FitCheck& check) { return check.what.english().starts_with(start); });
    if (found == read.checks.end()) {
        qFatal("no check of %s", start.c_str());
    }
    return *found;
}

Training plainTraining(std::int64_t batch)
{
    static const std::vector<FrameworkFamily> families = loaded(loadFrameworks(shippedPresets()));
    Training training = trainedBy(loaded(parseFramework("fsdp", families)), {});
    training.globalBatch = batch;
    training.gradientBytes = 2;
    return training;
}

Plan planOn(const Cluster& cluster, int tensor)
{
    Plan plan;
    plan.model = loaded(shippedPresets().model("llama3.1-8b"));
    plan.cluster = cluster;
    plan.training = plainTraining(cluster.devices / tensor);
    LayerStrategy strategy;
    strategy.tensor = tensor;
    strategy.data = cluster.devices / tensor;
    plan.chunks.push_back({0, plan.model.layerCount()});
    plan.strategies.assign(at(plan.model.layerCount()), strategy);
    return plan;
}

}  // namespace

class TestNodeProgram : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_program;

    /// Returns what a rank prints.
    [[nodiscard]] std::string printed(const char* mode, int rank = 0, int ranks = 1) const
    {
        QProcess python;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (ranks > 1) {
            environment.insert("RANK", QString::number(rank));
            environment.insert("LOCAL_RANK", QString::number(rank));
            environment.insert("WORLD_SIZE", QString::number(ranks));
            environment.insert("LOCAL_WORLD_SIZE", QString::number(ranks));
        }
        python.setProcessEnvironment(environment);
        const std::string stand = (sourceFolder() / "tests" / "judges" / "timed_torch.py").string();
        python.start("python3", {"-B", QString::fromStdString(stand), m_program, mode});
        if (!python.waitForFinished(waitLimit) || python.exitCode() != 0) {
            qFatal("%s", python.readAllStandardError().constData());
        }
        return python.readAllStandardOutput().toStdString();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(!QStandardPaths::findExecutable("python3").isEmpty(), "python3 is not installed");
        m_program = m_folder.filePath("measure_node.py");
        const Architecture model = loaded(shippedPresets().model("llama3.1-8b"));
        QVERIFY(writeTextFile(m_program.toStdString(), loaded(nodeProgram(model))));
    }

    /// Kernels take 3 us and the longer of 70 % of 362 TFLOP/s and 80 % of 864 GB/s.
    void kernels()
    {
        for (const char* mode : {"graphs", "no-graphs"}) {
            const Reading read = readingOf(printed(mode));
            const Device& device = clusterOf(read).device;
            const ProductConstants& constants = *device.products->of(ProductType::Bf16);
            const auto predicted = [&](const ProductShape& shape) {
                return burstSeconds(device, constants, shape, device.peakBf16);
            };
            QVERIFY(isAbout(predicted({8192, 8192, 8192}), 3e-6 + 2 * std::pow(8192, 3) / (0.7 * 362e12), 0.06));
            QVERIFY(isAbout(predicted({128, 8192, 28672}), 3e-6 + 2 * 8192 * 28800.0 / (0.8 * 864e9), 0.06));
            QVERIFY(isAbout(device.memoryEfficiency.value, 0.8, 0.01));
            // Without graphs the host takes 6 us for each kernel, so that launches say nothing of the device.
            const bool hasGraphs = mode == std::string("graphs");
            QCOMPARE(device.launchSeconds.provenance.kind, std::string(hasGraphs ? measuredHere : "guessed"));
            QVERIFY(!hasGraphs || isAbout(device.launchSeconds.value, 3e-6, 0.01));
            QCOMPARE(!hasNote(read.assumed, "product in line 10"), hasGraphs);
            QCOMPARE(!hasNote(read.assumed, "start_s"), hasGraphs);
            QVERIFY(*checkOf(read, "matrix products").leftOut < 0.06);
        }
    }

    void wholeWay_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::newRow("one device") << 1;
        QTest::newRow("four devices") << 4;
    }

    /// Attention, update and blocks have the speeds of the stand-in, and a plan's layers take as long as the block.
    void wholeWay()
    {
        QFETCH(int, ranks);
        const std::string text = printed("graphs", 0, ranks);
        const Reading read = readingOf(text);
        const Cluster& cluster = clusterOf(read);
        QCOMPARE(cluster.devices, 4);
        QVERIFY(isAbout(cluster.device.attentionEfficiency.value, 0.5, 0.01));
        QVERIFY(isAbout(cluster.device.updateEfficiency.value, 0.6, 0.001));
        for (const Constant* constant : {&cluster.device.attentionEfficiency, &cluster.device.updateEfficiency,
                                         &cluster.device.gemmEfficiency, &cluster.device.memoryEfficiency}) {
            QCOMPARE(constant->provenance.kind, std::string(measuredHere));
            QVERIFY(constant->provenance.source.ends_with("node.jsonl (torch 2.9.0, CUDA 12.8)"));
        }
        QVERIFY(*checkOf(read, "attention").leftOut < 0.01);
        const FitCheck& block = checkOf(read, "block of Llama 3.1 8B, with gemm_efficiency");
        QVERIFY(*block.fitted < 0.01 && *block.leftOut < 0.01);
        QVERIFY(*checkOf(read, "block of Llama 3.1 8B, by the kernels").leftOut > *block.leftOut);
        const Estimate figures = estimate(planOn(cluster, 1));
        const KernelLog log = loaded(parseKernelLog(text, "node.jsonl"));
        QCOMPARE(log.blocks.at(1).blocks, 2);
        const Seconds measured = log.blocks.at(1).total() - log.blocks.at(0).total();
        QVERIFY(isAbout(figures.layers.at(1).cost.time(), measured, 0.01));
        QVERIFY(isAbout(figures.layers.at(1).cost.optimizer, 218112000 * 28.0 / (0.6 * 864e9), 0.1));
        QCOMPARE(cluster.links.front().efficiency.provenance.kind == measuredHere, ranks > 1);
    }

    /// Collectives of sizes and numbers of devices, measured ones and others, and those of a plan.
    void collectives()
    {
        for (const int rank : {1, 2, 3}) {
            QCOMPARE(printed("graphs", rank, 4), std::string());
        }
        const Reading read = readingOf(printed("graphs", 0, 4));
        const Cluster& cluster = clusterOf(read);
        const LinkLevel& link = cluster.links.front();
        QVERIFY(isAbout(link.bandwidth * link.efficiency.value, 20e9, 0.001));
        QVERIFY(isAbout(link.latency, 1e-5, 0.001));
        for (const StandInCollective& stand : standIns) {
            for (const int ranks : {2, 4}) {
                for (const double bytes : {5e3, 1e5, 3e6, 5e8}) {
                    const CollectiveCost cost = collectiveCost(cluster, stand.kind, {ranks, 1}, bytes);
                    const Seconds expected =
                        stand.start + stand.perRank * (ranks - 1) + bytesPerRank(stand.kind, ranks, bytes) / stand.rate;
                    QVERIFY2(isAbout(cost.seconds, expected, 0.03),
                             fmt::format("{} of {} ranks, {} bytes: {} and {}", name(stand.kind), ranks, bytes,
                                         cost.seconds, expected)
                                 .c_str());
                }
            }
            QVERIFY(*checkOf(read, std::string(name(stand.kind))).leftOut < 0.05);
        }
        QCOMPARE(link.collectives->provenance.kind, std::string(measuredHere));
        const Estimate figures = estimate(planOn(cluster, 4));
        const auto& charges = figures.layers.at(1).cost.charges;
        const auto tensor = std::ranges::find(charges, TrafficKind::TensorParallel, &Charge::kind);
        QVERIFY(tensor != charges.end());
        QVERIFY(
            isAbout((tensor->hidden + tensor->exposed) / tensor->times, 3.2e-5 + tensor->bytesPerRank / 16e9, 0.03));
    }

    /// Measurements that do not fit into memory, or lack a backend, are left out and named.
    void leftOut()
    {
        const Reading read = readingOf(printed("small", 0, 4));
        for (const char* what : {"stream", "head", "update of 268435456 parameters", "all-to-all of 2 ranks"}) {
            QVERIFY2(hasNote(read.ignored, what), what);
        }
        const auto missing = std::ranges::find(read.ignored, "all-to-all of 4 ranks", &ValueNote::what);
        QCOMPARE(missing->why.english(), std::string("not measured: all-to-all is not supported"));
        const LinkLevel& link = clusterOf(read).links.front();
        QVERIFY(link.collectives->kinds[at(CollectiveKind::AllReduce)] &&
                !link.collectives->kinds[at(CollectiveKind::AllToAll)]);
        QCOMPARE(clusterOf(read).device.memoryEfficiency.provenance.kind, std::string("guessed"));
        QVERIFY(isAbout(clusterOf(read).device.updateEfficiency.value, 0.6, 0.001));
    }

    /// A group of more devices than the innermost link joins has measured times; one of more than the cluster has none.
    void beyondTheInnermostLink()
    {
        Cluster given = loaded(shippedPresets().cluster("l40s-8"));
        LinkLevel inner = given.links.front();
        inner.span = 2;
        given.links.insert(given.links.begin(), inner);
        const std::vector<ForeignFile> files{{"node.jsonl", false, printed("graphs", 0, 4)}};
        const Reading read = loaded(readMachine(files, {shippedPresets(), nullptr, &given}));
        const Cluster& cluster = clusterOf(read);
        QCOMPARE(cluster.measuredTimes.size(), std::size_t{2});
        QCOMPARE(cluster.measuredTimes.front().size, 4);
        QCOMPARE(cluster.measuredProvenance.kind, std::string(measuredHere));
        const CollectiveCost cost = collectiveCost(cluster, CollectiveKind::AllReduce, {4, 1}, 1 << 21);
        QVERIFY(cost.measured && isAbout(cost.seconds, 3.2e-5 + 1.5 * (1 << 21) / 16e9, 1e-6));
        const std::string larger =
            R"({"kernel": "collective", "device": "NVIDIA L40S", "operation": "all-reduce", "ranks": 64, "bytes": 1e6,)"
            R"( "seconds": 1e-3})";
        QVERIFY(hasNote(readingOf(larger).assumed, "collectives of 64 devices"));
    }

    void modelsWithoutAProgram()
    {
        const auto program = nodeProgram(loaded(shippedPresets().model("t5-large-48")));
        QVERIFY(!program);
    }
};

PGRAM_TEST(TestNodeProgram)
#include "test_node_program.moc"
