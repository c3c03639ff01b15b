// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory that the driver shows: buffers of communicators against measured ones, and its parts for whole plans.
#include "core/cluster/cluster_sizes.h"
#include "core/fidelity/framework.h"
#include "core/plan/driver_memory.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"
#include "core/plan/stage_traffic.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

Cluster cluster(const char* name, int devices)
{
    return loaded(withDevices(loaded(shippedPresets().cluster(name)), devices));
}

Plan uniformPlan(const char* clusterName, int devices, int stages, const LayerStrategy& strategy)
{
    Plan plan;
    plan.model = loaded(shippedPresets().model("llama2-7b"));
    plan.cluster = cluster(clusterName, devices);
    plan.training.globalBatch = 32;
    plan.schedule.microbatches = 8;
    std::vector<int> sizes(static_cast<std::size_t>(stages), plan.model.layerCount() / stages);
    sizes.back() += plan.model.layerCount() % stages;
    plan.chunks = chunksFromSizes(sizes);
    plan.strategies.assign(static_cast<std::size_t>(plan.model.layerCount()), strategy);
    return plan;
}

}  // namespace

class TestDriverMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// NVIDIA/nccl #964: 688 MB per communicator of four A100 on NVLink, 544 MB of two.
    void measuredCommunicators()
    {
        const Cluster a100 = cluster("dgx-a100", 4);
        QCOMPARE(communicatorChannels(a100, {4, 1}), 24);
        QCOMPARE(communicatorBytes(a100, {4, 1}, false), Bytes{688'000'000});
        QCOMPARE(communicatorBytes(a100, {2, 1}, false), Bytes{544'000'000});
        QCOMPARE(communicatorBytes(a100, {1, 1}, true), Bytes{0});
    }

    /// NVIDIA/nccl #1685: 3.28 GB for the first all-to-all among 8 H100, which have 32 channels.
    void allToAll()
    {
        const Cluster h100 = cluster("dgx-h100", 8);
        QCOMPARE(communicatorChannels(h100, {8, 1}), 32);
        const Bytes more = communicatorBytes(h100, {8, 1}, true) - communicatorBytes(h100, {8, 1}, false);
        QVERIFY(std::abs(static_cast<double>(more) / 3.28e9 - 1) < 1e-6);
    }

    /// A bus has two channels; a network has as many as the ranks of a node drive together.
    void channelsFollowTheLink()
    {
        QCOMPARE(communicatorChannels(cluster("rtx-3090-8", 8), {8, 1}), 2);
        const Cluster nodes = cluster("dgx-h100-64", 64);
        QCOMPARE(communicatorChannels(nodes, {8, 8}), 4);    // 50 GB/s for one rank of each node
        QCOMPARE(communicatorChannels(nodes, {64, 1}), 32);  // 400 GB/s for the eight of a node
    }

    void oneDevice()
    {
        Plan plan = uniformPlan("dgx-a100", 1, 1, {});
        plan.cluster.device.memory = 2000 * GiB;
        plan.training.framework.cacheShare = 1.25;
        plan.training.framework.driverBytes = 1e9;
        plan.cluster.device.driverContext.value = 5e8;
        const Estimate figures = estimate(plan);
        const StageEstimate& stage = figures.stages.front();
        const Bytes tensors = stage.memory.total() - stage.memory.context;
        QCOMPARE(stage.driver.communicators, 0);
        QCOMPARE(stage.driver.buffers, Bytes{0});
        QCOMPARE(stage.driver.context, Bytes{1'500'000'000});
        QVERIFY(std::abs(static_cast<double>(stage.driver.slack) - 0.25 * static_cast<double>(tensors)) < 2);
        QCOMPARE(stage.driver.total, tensors + stage.driver.slack + stage.driver.context);
        QCOMPARE(figures.driverMemory, stage.driver.total);
    }

    /// Two stages of TP2·DP2: all ranks, the tensor group, the data group, and the other stage.
    void communicatorsOfAPlan()
    {
        const Estimate figures = estimate(uniformPlan("dgx-a100", 8, 2, {.tensor = 2, .data = 2}));
        for (const StageEstimate& stage : figures.stages) {
            QCOMPARE(stage.driver.communicators, 4);
            // 24 channels each: 688 MB of all ranks, 544 MB of each pair, 24 · 14.64 MB to the neighbour.
            const double expected = 688e6 + 2 * 544e6 + 24 * 3.28e9 / 224;
            QVERIFY2(std::abs(static_cast<double>(stage.driver.buffers) - expected) < 4,
                     qPrintable(QString::number(stage.driver.buffers)));
        }
        QVERIFY(figures.driverMemory > figures.peakMemory);
    }

    /// The allocator gives its reserve back where the device has no room for it; tensors may still exceed the device.
    void reserveEndsAtTheDevice()
    {
        Plan plan = uniformPlan("dgx-a100", 1, 1, {});
        plan.cluster.device.memory = 2000 * GiB;
        const DriverMemory whole = estimate(plan).stages.front().driver;
        const Bytes needed = whole.total - whole.slack;
        QVERIFY(whole.slack > GiB);
        plan.cluster.device.memory = needed + GiB;
        QCOMPARE(estimate(plan).stages.front().driver.slack, Bytes{GiB});
        QCOMPARE(estimate(plan).driverMemory, needed + GiB);
        plan.cluster.device.memory = needed - GiB;
        QCOMPARE(estimate(plan).stages.front().driver.slack, Bytes{0});
        QCOMPARE(estimate(plan).driverMemory, needed);
    }

    /// The fit of a plan stays what it is: slack and buffers are shown and not charged.
    void fitDoesNotDependOnIt()
    {
        Plan plan = uniformPlan("dgx-a100", 8, 1, {.data = 8, .zero = 3});
        const Estimate before = estimate(plan);
        plan.training.framework.cacheShare = 2;
        const Estimate after = estimate(plan);
        QCOMPARE(after.peakMemory, before.peakMemory);
        QCOMPARE(after.fits, before.fits);
        QVERIFY(after.driverMemory > before.driverMemory);
    }

    void filesKeepTheConstants()
    {
        Plan plan = uniformPlan("dgx-a100", 8, 1, {.data = 8, .zero = 3});
        plan.training.framework.cacheShare = 1.3;
        plan.training.framework.driverBytes = 2e9;
        plan.cluster.device.driverContext = {7e8, {"measured", "here"}};
        const Plan read = loaded(planFromJson(planToJson(plan), "plan"));
        QCOMPARE(read.training.framework.cacheShare, 1.3);
        QCOMPARE(read.training.framework.driverBytes, 2e9);
        QVERIFY(read.cluster.device.driverContext == plan.cluster.device.driverContext);
        const Json json = estimateToJson(plan, estimate(plan));
        QCOMPARE(json["stages"][0]["driver"]["total"], json["driver_memory_bytes"]);
        QCOMPARE(json["stages"][0]["driver"]["communicator_count"].get<int>(), 2);
    }

    /// A family of frameworks brings its figures along.
    void familiesHaveTheirOwn()
    {
        const std::vector<FrameworkFamily> families = loaded(loadFrameworks(shippedPresets()));
        const FrameworkFamily& bloom = *loaded(parseFramework("megatron-deepspeed-bloom", families));
        QCOMPARE(bloom.framework().cacheShare, bloom.cacheShare.value);
        QCOMPARE(bloom.framework().driverBytes, bloom.driverBytes.value);
        QCOMPARE(loaded(parseFramework("fsdp", families))->framework().driverBytes, 0.0);
    }
};

PGRAM_TEST(TestDriverMemory)
#include "test_driver_memory.moc"
