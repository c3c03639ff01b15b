// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fitted and measured figures of the cluster presets, against the public profile that they come from.
#include "core/cluster/collective.h"
#include "core/cost/layer_profile.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <cmath>

using namespace pgram;

namespace {

const LayerSpec& run(const Architecture& model, std::string_view name)
{
    for (const LayerSpec& spec : model.runs) {
        if (spec.name == name) {
            return spec;
        }
    }
    qFatal("there is no run of that name");
}

}  // namespace

class TestPresetFigures : public QObject {
    Q_OBJECT

private slots:
    void forwardOfALayerOnATitan_data()
    {
        // Milliseconds a sample in fp32: anonymous-cs-system/Galvatron @b079221, search_layerwise_hp.py.
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("layer");
        QTest::addColumn<double>("milliseconds");
        QTest::addColumn<double>("within");
        QTest::newRow("BERT-Huge, the one that was fitted") << "bert-huge-32"
                                                            << "encoder" << 2.29166666 << 0.001;
        QTest::newRow("BERT-Large") << "bert-large"
                                    << "encoder" << 1.45833333 << 0.15;
        QTest::newRow("ViT-Huge") << "vit-huge-32"
                                  << "encoder" << 0.75 << 0.15;
        QTest::newRow("ViT-Large") << "vit-l-16"
                                   << "encoder" << 0.5 << 0.15;
        QTest::newRow("T5-Large encoder") << "t5-large-32"
                                          << "encoder" << 1.45833333 << 0.15;
        QTest::newRow("T5-Large decoder") << "t5-large-32"
                                          << "decoder" << 2.70833333 << 0.15;
        QTest::newRow("Swin-Huge, stage 2") << "swin-huge-32"
                                            << "stage 2" << 0.8875 << 0.15;
        QTest::newRow("Swin-Huge, stage 3") << "swin-huge-32"
                                            << "stage 3" << 0.8 << 0.15;
        QTest::newRow("Swin-Huge, stage 1") << "swin-huge-32"
                                            << "stage 1" << 1.25 << 0.3;
        QTest::newRow("Swin-Huge, stage 4") << "swin-huge-32"
                                            << "stage 4" << 1.225 << 0.4;
    }
    void forwardOfALayerOnATitan()
    {
        QFETCH(QString, model);
        QFETCH(QString, layer);
        QFETCH(double, milliseconds);
        QFETCH(double, within);
        const Cluster cluster = loaded(shippedPresets().cluster("rtx-titan-8"));
        const Architecture architecture = loaded(shippedPresets().model(model.toStdString()));
        Training training;
        training.precision = Precision::Fp32;
        ShardShape shard;
        shard.samples = 8;
        shard.sequence = architecture.sequenceLength;
        const LayerProfile profile =
            analyticProfile(run(architecture, layer.toStdString()), shard, training, cluster.device, 1);
        const double ratio = profile.forward / shard.samples * 1e3 / milliseconds;
        QVERIFY2(std::abs(ratio - 1) < within, qPrintable(QString::number(ratio)));
    }

    void busBandwidthOfTheTitanNodes_data()
    {
        // Milliseconds a MB of ring volume: PKU-DAIR/Hetu@3757771, allreduce_bandwidth_{8,dist_16}_gpus.json.
        QTest::addColumn<QString>("cluster");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("stride");
        QTest::addColumn<double>("coefficient");
        QTest::newRow("8 of 8") << "rtx-titan-8" << 8 << 1 << 0.21530878;
        QTest::newRow("4 neighbours of 8") << "rtx-titan-8" << 4 << 1 << 0.226519097;
        QTest::newRow("4 spread over 8") << "rtx-titan-8" << 4 << 2 << 0.220138889;
        QTest::newRow("2 neighbours of 8") << "rtx-titan-8" << 2 << 1 << 0.277994792;
        QTest::newRow("2 spread over 8") << "rtx-titan-8" << 2 << 4 << 0.271614583;
        QTest::newRow("2 at stride 2 of 8, fitted") << "rtx-titan-8" << 2 << 2 << 0.224153646;
        QTest::newRow("16 of 16") << "rtx-titan-16" << 16 << 1 << 0.214375;
        QTest::newRow("8 neighbours of 16") << "rtx-titan-16" << 8 << 1 << 0.216517857;
        QTest::newRow("8 spread over 16") << "rtx-titan-16" << 8 << 2 << 0.299107143;
        QTest::newRow("4 spread over 16") << "rtx-titan-16" << 4 << 4 << 0.505555556;
        QTest::newRow("2 spread over 16") << "rtx-titan-16" << 2 << 8 << 0.86149375;
        QTest::newRow("2 at stride 4 of 16, fitted") << "rtx-titan-16" << 2 << 4 << 0.19699375;
    }
    void busBandwidthOfTheTitanNodes()
    {
        QFETCH(QString, cluster);
        QFETCH(int, size);
        QFETCH(int, stride);
        QFETCH(double, coefficient);
        const Cluster preset = loaded(shippedPresets().cluster(cluster.toStdString()));
        const double ratio = groupBandwidth(preset, {size, stride}) * coefficient / 1e9;
        QVERIFY2(std::abs(ratio - 1) < 0.002, qPrintable(QString::number(ratio)));
    }

    void largeAllReducesReachTheMeasuredBandwidth_data()
    {
        // nccl-tests bus bandwidth in GB/s: stas00/ml-engineering network/benchmarks @744d01e1; NVIDIA/nccl-tests
        // #29, #212, #290.
        QTest::addColumn<double>("measured");
        QTest::newRow("dgx-a100") << 234.9;
        QTest::newRow("dgx-h100") << 370.0;
        QTest::newRow("hgx-b200") << 682.0;
        QTest::newRow("dgx-h200") << 367.6;
        QTest::newRow("mi300x-8") << 312.9;
        QTest::newRow("a100-16") << 12.2;
        QTest::newRow("dgx-h100-64") << 370.0;
    }
    void largeAllReducesReachTheMeasuredBandwidth()
    {
        QFETCH(double, measured);
        const Cluster cluster = loaded(shippedPresets().cluster(QTest::currentDataTag()));
        const double bandwidth = groupBandwidth(cluster, {cluster.devices, 1}) / 1e9;
        QVERIFY2(std::abs(bandwidth / measured - 1) < 0.03, qPrintable(QString::number(bandwidth)));
    }
};

PGRAM_TEST(TestPresetFigures)
#include "test_preset_figures.moc"
