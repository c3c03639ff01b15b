// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measured layers and measured links in place of the analytic ones, worked by hand; and Galvatron's files as their
// source.
#include "core/cluster/cluster_json.h"
#include "core/cost/layer_cost.h"
#include "core/cost/layer_profile.h"
#include "core/cost/relayout.h"
#include "core/exchange/galvatron_source.h"
#include "core/model/model_json.h"
#include "tests/core/data_sets.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;

namespace {

/// 2 ms a sample and 1 ms; 13 M parameters; 80 MB a sample, 44 MB over two devices, 4 MB when recomputed.
MeasuredLayer measurement()
{
    MeasuredLayer measured;
    measured.sequence = 512;
    measured.secondsPerSample = 2e-3;
    measured.seconds = 1e-3;
    measured.parameters = 13e6;
    measured.keptPerSample = {{1, 80e6}, {2, 44e6}};
    measured.inputPerSample = 4e6;
    measured.source = "by hand";
    return measured;
}

LayerSpec measuredEncoder()
{
    LayerSpec layer = test::block(LayerKind::Encoder, "encoder", 1, 1024);
    layer.measured = measurement();
    return layer;
}

/// Products alone take time, by their FLOP.
Device plainDevice()
{
    Device device;
    device.peakFp32 = device.peakBf16 = 1e12;
    device.memoryBandwidth = 1e30;
    device.launchSeconds.value = 0;
    return device;
}

LayerProfile profileOf(const LayerSpec& layer, const ShardShape& shard, const Training& training = {})
{
    return layerProfile(layer, shard, training, plainDevice(), 1);
}

bool close(double value, double expected)
{
    return std::abs(value - expected) <= 1e-9 * std::abs(expected);
}

Cluster twoStages()
{
    Cluster cluster;
    cluster.name = "two";
    cluster.devices = 8;
    cluster.device = plainDevice();
    cluster.device.name = "device";
    cluster.device.memory = 16 * GiB;
    cluster.device.memoryBandwidth = 1e12;
    cluster.links = {{.name = "link", .span = 8, .bandwidth = 1e9, .efficiency = {1, {}}, .latency = 1e-3}};
    cluster.measuredTimes = {{false, 4, {{1e6, 1e-4}, {3e6, 2e-4}}}, {true, 4, {{1e6, 3e-4}}}};
    cluster.measuredPipelines = {{2, 5e9}};
    return cluster;
}

}  // namespace

class TestMeasuredProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// b = 4: 4·2 + 1 = 9 ms; backward twice that; 4·80 MB.
    void wholeLayerByHand()
    {
        const LayerProfile profile = profileOf(measuredEncoder(), {.samples = 4, .sequence = 512});
        QVERIFY(close(profile.forward, 9e-3));
        QVERIFY(close(profile.backwardInput + profile.backwardWeight, 18e-3));
        QVERIFY(profile.backwardWeight > 0 && profile.backwardInput > 0);
        QVERIFY(profile.attentionForward > 0 && profile.attentionForward < profile.forward);
        QVERIFY(close(profile.kept.whole, 320e6));
        QVERIFY(close(profile.kept.input, 16e6));
        QVERIFY(close(profile.parameters, 13e6));
    }

    /// b/t = 2: 5 ms; 4·44 MB; half of the parameters.
    void splitLayerByHand()
    {
        const LayerProfile profile = profileOf(measuredEncoder(), {.samples = 4, .sequence = 512, .tensor = 2});
        QVERIFY(close(profile.forward, 5e-3));
        QVERIFY(close(profile.kept.whole, 176e6));
        QVERIFY(close(profile.parameters, 6.5e6));
    }

    /// One product on the tokens of the sample, 2·n·h·k FLOP: twice the tokens, twice all of it. 32-bit elements: twice
    /// the bytes.
    void carriesOverToOtherRuns()
    {
        LayerSpec patches{.kind = LayerKind::PatchEmbedding, .name = "patches", .hidden = 1024, .inputChannels = 768};
        patches.measured = measurement();
        const LayerProfile longer = profileOf(patches, {.samples = 1, .sequence = 1024});
        QVERIFY(close(longer.forward, 6e-3));
        QVERIFY(close(longer.kept.whole, 160e6));
        Training wide;
        wide.precision = Precision::Fp32;
        const LayerProfile wider = profileOf(patches, {.samples = 1, .sequence = 512}, wide);
        QVERIFY(close(wider.forward, 3e-3));
        QVERIFY(close(wider.kept.whole, 160e6));
    }

    /// A degree beyond those measured keeps less than the last of them, but not less than an even share of it.
    void carriesOverToOtherDegrees()
    {
        const LayerProfile profile = profileOf(measuredEncoder(), {.samples = 1, .sequence = 512, .tensor = 4});
        QVERIFY(profile.kept.whole < 44e6 && profile.kept.whole > 22e6);
        const LayerProfile split =
            profileOf(measuredEncoder(), {.samples = 1, .sequence = 512, .tensor = 2, .tokensSplit = true});
        QVERIFY(split.kept.whole < 44e6);
    }

    /// Forward, and under full recomputation forward again and backward: 9 and 27 ms.
    void entersTheCostOfALayer()
    {
        Cluster cluster = twoStages();
        cluster.devices = 1;
        cluster.links.front().span = 1;
        CostContext context;
        context.cluster = &cluster;
        context.training.globalBatch = 4;
        context.sequence = 512;
        const LayerCost cost = layerCost(context, measuredEncoder(), {.kept = {KeptPart::Input}});
        QVERIFY(close(cost.forward, 9e-3));
        QVERIFY(close(cost.backward, 27e-3));
        QCOMPARE(cost.memory.kept, Bytes{16'000'000});
        QCOMPARE(cost.memory.weights, Bytes{26'000'000});
        QCOMPARE(cost.memory.optimizer, Bytes{156'000'000});
    }

    void measuredTimesOfCollectives()
    {
        const Cluster cluster = twoStages();
        const auto seconds = [&](CollectiveKind kind, Group group, Volume bytes) {
            return collectiveCost(cluster, kind, group, bytes).seconds;
        };
        const Group four{4, 1};
        QVERIFY(close(seconds(CollectiveKind::AllReduce, four, 2e6), 1.5e-4));
        QVERIFY(close(seconds(CollectiveKind::AllReduce, four, 10), 1e-4));
        QVERIFY(close(seconds(CollectiveKind::AllReduce, four, 6e6), 4e-4));
        QVERIFY(close(seconds(CollectiveKind::AllGather, four, 2e6), 0.75e-4));
        QVERIFY(close(seconds(CollectiveKind::AllToAll, four, 2e6), 6e-4));
        QVERIFY(collectiveCost(cluster, CollectiveKind::AllReduce, four, 2e6).measured);
        QVERIFY(seconds(CollectiveKind::AllReduce, {4, 2}, 2e6) > 3e-3);
        QVERIFY(seconds(CollectiveKind::AllReduce, {2, 1}, 2e6) > 2e-3);
    }

    /// 4 samples of 512 tokens, 1024 wide, in 2 bytes over 4 devices: 1 MiB a rank, at 5 GB/s; without the table a
    /// message has the latency of the link.
    void measuredBandwidthBetweenStages()
    {
        Cluster cluster = twoStages();
        CostContext context{.cluster = &cluster, .sequence = 512, .pipeline = 2, .microbatches = 2};
        context.training.globalBatch = 8;
        const LayerStrategy strategy{.data = 4};
        const auto seconds = [&] {
            return boundaryCost(context, {0, 1}, measuredEncoder(), measuredEncoder(), strategy, strategy).seconds;
        };
        QVERIFY(close(seconds(), 1048576 / 5e9));
        cluster.measuredPipelines.clear();
        QVERIFY(close(seconds(), 1e-3 + 1048576 / 1e9));
    }

    /// Scatter and gather: a tensor group of two sends half of the 2 MiB each over the boundary, at 1 GB/s and 1 ms,
    /// and gathers the other half behind it, 1 MiB a rank and 1 ms once more. Under sequence parallelism each wants its
    /// half.
    void boundariesMaySendShares()
    {
        Cluster cluster = twoStages();
        cluster.measuredPipelines.clear();
        cluster.measuredTimes.clear();
        cluster.measured.clear();
        CostContext context{.cluster = &cluster, .sequence = 512, .pipeline = 2, .microbatches = 2};
        context.training.globalBatch = 8;
        LayerStrategy strategy{.tensor = 2, .data = 2};
        const auto boundary = [&] {
            return boundaryCost(context, {0, 1}, measuredEncoder(), measuredEncoder(), strategy, strategy);
        };
        QCOMPARE(boundary().bytesPerRank, 2097152.0);
        QCOMPARE(boundary().gatherGroup.size, 1);
        const Seconds whole = boundary().seconds;
        context.training.framework.scattersBoundaries = true;
        QCOMPARE(boundary().bytesPerRank, 1048576.0);
        QCOMPARE(boundary().gatheredBytesPerRank, 1048576.0);
        QCOMPARE(boundary().gatherGroup.size, 2);
        const Seconds gather = collectiveCost(cluster, CollectiveKind::AllGather, {2, 1}, 2097152).seconds;
        QVERIFY(close(boundary().seconds, whole - 1048576 / 1e9 + gather));
        // A measured bandwidth counts the message, and not the gather behind it.
        cluster.measuredPipelines = twoStages().measuredPipelines;
        QVERIFY(close(boundary().seconds, 1048576 / 5e9 + gather));
        cluster.measuredPipelines.clear();
        strategy.sequence = SequenceParallel::Megatron;
        QCOMPARE(boundary().bytesPerRank, 1048576.0);
        QCOMPARE(boundary().gatherGroup.size, 1);
    }

    void survivesAFile()
    {
        std::mt19937 random(1);
        Architecture model = test::smallModel(3, random);
        model.source = "by hand";
        model.runs[1].measured = measurement();
        const Result<Architecture> read = parseArchitecture(toJson(model).dump(), "model.json");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(*read == model);
        const Result<Cluster> cluster = parseCluster(toJson(twoStages()).dump(), "cluster.json");
        QVERIFY2(cluster, cluster ? "" : cluster.error().text().c_str());
        QVERIFY(cluster->measuredTimes == twoStages().measuredTimes);
        QVERIFY(cluster->measuredPipelines == twoStages().measuredPipelines);
    }

    void refusesBrokenFiles_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("what");
        QTest::newRow("negative") << "forward_s_per_sample"
                                  << "-1"
                                  << "forward_s_per_sample";
        QTest::newRow("text") << "parameters"
                              << "\"many\""
                              << "parameters";
        QTest::newRow("no degree") << "kept_bytes_per_sample"
                                   << "{}"
                                   << "names no tensor degree";
        QTest::newRow("bad degree") << "kept_bytes_per_sample"
                                    << "{\"two\": 1}"
                                    << "is not a tensor degree";
        QTest::newRow("below zero for one sample") << "forward_s"
                                                   << "-5"
                                                   << "is -5, expected a number from -";
        QTest::newRow("analytic") << "provenance"
                                  << "\"guessed\""
                                  << "provenance";
    }

    void refusesBrokenFiles()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, what);
        std::mt19937 random(1);
        Architecture model = test::smallModel(3, random);
        model.runs[1].measured = measurement();
        Json json = toJson(model);
        json["runs"][1]["measured"][pointer.toStdString()] = Json::parse(value.toStdString());
        const Result<Architecture> read = parseArchitecture(json.dump(), "model.json");
        QVERIFY(!read);
        const QString text = QString::fromStdString(read.error().text());
        QVERIFY2(text.contains(what) && text.contains("/runs/1/measured"), qPrintable(text));
    }

    /// Figures of the profile by hand: W = 778.2236 MiB of fp32, 514.56 MiB a sample; 154.203 MiB/ms on eight devices.
    void readsAProfileFolder()
    {
        const auto profile = galvatron::loadProfile(dataFile("galvatron/profiles/llama2-7b-8gpu"), {});
        QVERIFY2(profile, profile ? "" : profile.error().text().c_str());
        QCOMPARE(profile->folder.model, std::string("llama2-7b"));
        QCOMPARE(profile->shape.devices(), 8);
        QCOMPARE(profile->sequence, galvatron::Sequence{2048});
        galvatron::Setting setting;
        setting.layers = {{32, 4096, 2048}};
        const auto figures = figuresOf(profile->model, profile->hardware, setting, "profile");
        QVERIFY(figures);
        const MeasuredSource source{&*profile, &*figures};
        const Architecture plain = *shippedPresets().model("llama2-7b");
        const Device device = profiledDevice(plain, source, 16 * GiB);
        QVERIFY(device.peakBf16 > 1e14 && device.peakBf16 < 1e15);
        const auto model = measuredModel(plain, source, device);
        QVERIFY(model);
        const MeasuredLayer& layer = *model->runs[1].measured;
        QVERIFY(close(layer.parameters, 778.2236328125 * 1048576 / 4));
        QVERIFY(close(layer.keptPerSample.at(1), 514.5634765625 * 1048576));
        QVERIFY(std::abs(layer.forward(8) - 8 * 3.9369729995727534e-3) < 0.4e-3);
        const Cluster cluster = measuredCluster(source, device);
        QVERIFY(close(groupBandwidth(cluster, {8, 1}), 154.203 * 1048576 * 1e3));
        QVERIFY(close(groupBandwidth(cluster, {2, 4}), 151.344 * 1048576 * 1e3));
        QVERIFY(close(collectiveCost(cluster, CollectiveKind::AllReduce, {8, 1}, 64 * MiB).seconds, 0.6519e-3));
        QVERIFY(parseCluster(toJson(cluster).dump(), "cluster"));
    }
};

PGRAM_TEST(TestMeasuredProfile)
#include "test_measured_profile.moc"
