// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Convolutional chains and U-shapes: their parameters against the published counts, their layers against numbers worked
// out by hand, and what skips between layers keep and send.
#include "core/model/convolution.h"
#include "core/model/layer_work.h"
#include "core/model/model_json.h"
#include "core/plan/estimate.h"
#include "core/plan/stage_keeping.h"
#include "core/plan/volumes.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>

using namespace pgram;

namespace {

/// Multiply-adds of one sample's forward.
double multiplyAdds(const Architecture& model)
{
    double flops = 0;
    for (const LayerSpec& run : model.runs) {
        const LayerWork work = layerWork(run, {.samples = 1, .sequence = model.sequenceLength}, {}, 1);
        for (const Operator& op : work.operators) {
            flops += run.count * op.flops;
        }
    }
    return flops / 2;
}

LayerSpec convolution(const char* name, int in, int out, int side)
{
    return {.kind = LayerKind::Convolution,
            .name = name,
            .norm = Norm::None,
            .inputChannels = in,
            .outputChannels = out,
            .spatial = side,
            .kernel = 3};
}

/// Four layers of maps of 16, 8, 8 and 16 to a side; the last joins the first one's output to its own.
Architecture uShape()
{
    Architecture model{.name = "u", .title = "U", .sequenceLength = 1};
    model.runs = {convolution("in", 3, 8, 16),
                  convolution("down", 8, 16, 8),
                  convolution("middle", 16, 16, 8),
                  {.kind = LayerKind::UpConvolution,
                   .name = "up",
                   .inputChannels = 16,
                   .midChannels = 8,
                   .outputChannels = 16,
                   .spatial = 16,
                   .kernel = 2,
                   .skipFrom = "in"}};
    model.runs[1].pool = 2;
    resolveSkips(model);
    return model;
}

Plan planOf(const Architecture& model, const std::vector<int>& sizes, int devices, int microbatches)
{
    Plan plan;
    plan.name = "plan";
    plan.model = model;
    plan.cluster = test::smallCluster(devices);
    plan.training.globalBatch = 8;
    plan.training.precision = Precision::Fp32;
    plan.schedule = {.kind = ScheduleKind::OneFOneB, .microbatches = microbatches};
    plan.chunks = chunksFromSizes(sizes);
    LayerStrategy strategy;
    strategy.data = devices / static_cast<int>(sizes.size());
    plan.strategies.assign(static_cast<std::size_t>(model.layerCount()), strategy);
    return plan;
}

constexpr Bytes ofFloat = 4;
constexpr Bytes inputMap = 8 * 16 * 16;  // elements that "in" writes and "up" joins

/// The JSON of a U-shape with one field of its last run changed.
Result<Architecture> readWith(const char* key, const Json& value)
{
    Json json = toJson(uShape());
    json["runs"].back()[key] = value;
    return parseArchitecture(json.dump(), "test");
}

}  // namespace

class TestConvolutions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void parameters_data()
    {
        // Sums of k²·in·out, biases and two for each channel of a batch norm, over the tables of layers.
        QTest::addColumn<double>("parameters");
        QTest::newRow("vgg-16") << 138'357'544.0;      // torchvision vgg16
        QTest::newRow("resnet-50") << 25'557'032.0;    // torchvision resnet50
        QTest::newRow("resnet-200") << 64'673'832.0;   // timm resnet200
        QTest::newRow("wrn-28-10") << 36'479'194.0;    // 1605.07146, Table 4: 36.5M, of 10 classes
        QTest::newRow("resnet-1001") << 10'327'706.0;  // 1603.05027, Table 4: 10.2M
        QTest::newRow("u-net") << 31'030'658.0;        // 1505.04597, Figure 1
    }
    void parameters()
    {
        QFETCH(double, parameters);
        QCOMPARE(parameterCount(loaded(shippedPresets().model(QTest::currentDataTag()))), parameters);
    }

    /// Each convolution of Figure 1 by hand: 3x3 in pairs, four times down and up again, 1x1 at the end.
    void theUNetIsThatOfItsFigure()
    {
        const auto pair = [](double in, double out) { return 9 * in * out + out + 9 * out * out + out; };
        const auto up = [](double out) { return 4 * 2 * out * out + out; };
        double count = pair(1, 64) + pair(64, 128) + pair(128, 256) + pair(256, 512) + pair(512, 1024) + 64 * 2 + 2;
        for (const double out : {512, 256, 128, 64}) {
            count += up(out) + pair(2 * out, out);
        }
        const Architecture model = loaded(shippedPresets().model("u-net"));
        QCOMPARE(parameterCount(model), count);
        // 572 to a side in, 388 out; 280² of 128 channels pass the layers between.
        QCOMPARE(inputSide(model.runs.front()), std::int64_t{572});
        QCOMPARE(model.runs.back().spatial, std::int64_t{388});
        const auto bottom = std::ranges::find(model.runs, "down5_2", &LayerSpec::name);
        QCOMPARE(bottom->carried, std::int64_t{64} * 64 * 512 + 136 * 136 * 256 + 280 * 280 * 128 + 568 * 568 * 64);
    }

    void flops_data()
    {
        // Multiply-adds of a forward, in thousands of millions: torchvision's tables of models; of WRN-28-10 and the
        // U-Net by hand, of the convolutions alone.
        QTest::addColumn<double>("giga");
        QTest::newRow("vgg-16") << 15.47;
        QTest::newRow("resnet-50") << 4.09;
        const double wide = (27 * 16 + 9 * 16 * 160 + 16 * 160 + 9 * 160 * 160 * 7.0) * 1024 +
                            (9 * 160 * 320 + 160 * 320 + 9 * 320 * 320 * 7.0) * 256 +
                            (9 * 320 * 640 + 320 * 640 + 9 * 640 * 640 * 7.0) * 64;
        QTest::newRow("wrn-28-10") << wide / 1e9;
    }
    void flops()
    {
        QFETCH(double, giga);
        const double found = multiplyAdds(loaded(shippedPresets().model(QTest::currentDataTag()))) / 1e9;
        QVERIFY2(std::abs(found / giga - 1) < 0.005, qPrintable(QString::number(found)));
    }

    /// A convolution keeps its input and, behind a pooling, what that one reads and where its largest were.
    void keptTensorsOfALayer()
    {
        Training training;
        training.precision = Precision::Fp32;
        const auto kept = [&](const LayerSpec& layer) { return layerWork(layer, {.samples = 2}, training, 1).kept; };
        LayerSpec plain = convolution("plain", 8, 16, 8);
        QCOMPARE(kept(plain).whole, 2.0 * 8 * 8 * 8 * ofFloat);
        QCOMPARE(kept(plain).input, kept(plain).whole);
        plain.pool = 2;
        QCOMPARE(kept(plain).whole, 2.0 * (8 * 16 * 16 * ofFloat + 8 * 8 * 8 * (ofFloat + 8)));
        QCOMPARE(kept(plain).input, 2.0 * 8 * 16 * 16 * ofFloat);
        plain.pool = 1;
        plain.norm = Norm::LayerNorm;
        QCOMPARE(kept(plain).whole, 2.0 * (8 * 8 * 8 + 8 * 8 * 16) * ofFloat);
        // In front: each norm's input and each convolution's.
        const LayerSpec block{.kind = LayerKind::BasicBlock,
                              .name = "block",
                              .inputChannels = 8,
                              .outputChannels = 16,
                              .spatial = 4,
                              .stride = 2,
                              .preActivation = true};
        QCOMPARE(kept(block).whole, 2.0 * (2 * 8 * 8 * 8 + 2 * 4 * 4 * 16) * ofFloat);
    }

    /// The map that "up" joins is kept by the layer behind "in", sent over every boundary between, and kept by each
    /// stage that it is sent to.
    void skipsAreKeptAndSent()
    {
        const Plan whole = planOf(uShape(), {4}, 1, 1);
        const Plan cut = planOf(uShape(), {1, 1, 1, 1}, 4, 8);
        const CostContext context = contextOf(cut);
        // One sample each: the map, and with it what the layers write themselves.
        QCOMPARE(chunkBoundary(context, cut, 1).bytesPerRank, 1.0 * inputMap * ofFloat);
        QCOMPARE(chunkBoundary(context, cut, 2).bytesPerRank, 1.0 * (16 * 8 * 8 + inputMap) * ofFloat);
        QCOMPARE(chunkBoundary(context, cut, 3).bytesPerRank, 1.0 * (16 * 8 * 8 + inputMap) * ofFloat);
        const Estimate one = estimate(whole);
        const Estimate four = estimate(cut);
        const std::vector<Bytes> carried{0, 0, inputMap * ofFloat, inputMap * ofFloat};
        for (int stage = 0; stage < 4; ++stage) {
            const auto i = static_cast<std::size_t>(stage);
            QCOMPARE(four.chunks[i].kept, four.layers[i].cost.memory.kept + carried[i]);
            QCOMPARE(four.stages[i].memory.activations, four.chunks[i].inFlight * four.chunks[i].kept);
        }
        // On one stage once, as the input of the second layer.
        Bytes kept = 0;
        for (const LayerEstimate& layer : one.layers) {
            kept += layer.cost.memory.kept;
        }
        QCOMPARE(one.chunks[0].kept, kept);
        QVERIFY(four.legal);
    }

    /// Recomputed or left to the host, the layer behind "in" keeps the map on the device.
    void skipsStayOnTheDevice()
    {
        Plan plan = planOf(uShape(), {4}, 1, 8);
        for (const Kept kept : {Kept{KeptPart::Input, KeptOn::Device}, Kept{KeptPart::All, KeptOn::Host}}) {
            for (LayerStrategy& strategy : plan.strategies) {
                strategy.kept = kept;
            }
            const std::vector<LayerEstimate> layers = estimate(plan).layers;
            QCOMPARE(layers[1].cost.memory.lasting, inputMap * ofFloat);
            QVERIFY(layers[1].cost.memory.kept >= inputMap * ofFloat);
            QCOMPARE(layers[2].cost.memory.lasting, Bytes{0});
        }
        const StageBlocks blocks = *stageBlocks(plan, 0);
        Plan without = plan;
        without.model.runs.back().skipFrom.clear();
        without.model.runs.back().midChannels = 0;
        resolveSkips(without.model);
        const StageBlocks free = *stageBlocks(without, 0);
        QCOMPARE(blocks.layers[1].kept, free.layers[1].kept - inputMap * ofFloat);
        QVERIFY(blocks.device.bytes < free.device.bytes);
    }

    void modelsComeBack()
    {
        const Architecture model = uShape();
        const auto read = parseArchitecture(toJson(model).dump(), "test");
        QVERIFY(read);
        QVERIFY(*read == model);
    }

    void skipsThatDoNotFitAreRefused()
    {
        QVERIFY(readWith("skip_from", "in"));
        for (const char* name : {"nothing", "middle", "up"}) {
            QVERIFY2(!readWith("skip_from", name), name);
        }
        QVERIFY(!readWith("skip_from", "down"));  // its map is smaller, its channels are not those that are missing
        QVERIFY(!readWith("mid_channels", 4));
        QVERIFY(!readWith("count", 2));
        QVERIFY(!readWith("spatial", 18));  // the run before it writes 8 to a side
        QVERIFY(readWith("kernel", 2));
        QVERIFY(!readWith("kernel", 3));
        QVERIFY(!readWith("pool", 2));
        QVERIFY(!readWith("shares_parameters", true));
    }
};

PGRAM_TEST(TestConvolutions)
#include "test_convolutions.moc"
