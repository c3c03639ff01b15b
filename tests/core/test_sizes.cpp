// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models and clusters of other sizes, and single members set by their pointers: what comes out is what a file written
// by hand would say, and what does not go together is refused at its place.
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/model/model_json.h"
#include "core/model/model_sizes.h"
#include "core/presets/preset_edits.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

using namespace pgram;
using test::errorOf;

namespace {

Cluster cluster(const char* name)
{
    return loaded(shippedPresets().cluster(name));
}

Architecture model(const char* name)
{
    return loaded(shippedPresets().model(name));
}

}  // namespace

class TestSizes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The nodes of a preset joined as the larger preset joins them, and the other way round.
    void nodesAreThoseOfTheLargerPreset()
    {
        const Cluster large = cluster("dgx-h100-64");
        const Cluster grown = loaded(withNodes(cluster("dgx-h100"), 8));
        QCOMPARE(grown.devices, 64);
        QVERIFY(grown.links == large.links);
        QVERIFY(grown.host == large.host);
        QCOMPARE(grown.title, std::string("8 × DGX H100, 8 × H100 80 GB, InfiniBand NDR"));
        QCOMPARE(grown.name, std::string("dgx-h100-64"));
        const Cluster cut = loaded(withDevices(large, 8));
        QVERIFY(cut.links == cluster("dgx-h100").links);
        QVERIFY(cut.network == cluster("dgx-h100").network);
        QCOMPARE(cut.title, std::string("1 × DGX H100"));
        QVERIFY(loaded(withDevices(cut, 64)).links == large.links);
        QCOMPARE(loaded(withNodes(large, 4)).name, std::string("dgx-h100-32"));
        QCOMPARE(loaded(withNodes(large, 4)).title, std::string("4 × DGX H100, InfiniBand NDR"));
    }

    void devicesWithinANode()
    {
        const Cluster four = loaded(withDevices(cluster("dgx-h100-1024"), 4));
        QCOMPARE(four.links.size(), std::size_t{1});
        QCOMPARE(four.links.front().span, 4);
        QCOMPARE(nodesOf(four), 1);
        QCOMPARE(loaded(withNodes(cluster("ethernet-4"), 6)).devices, 6);
        QCOMPARE(loaded(withNodes(cluster("gb200-nvl72"), 2)).devices, 8);
        QCOMPARE(loaded(withDevices(cluster("gb200-nvl72"), 144)).links.size(), std::size_t{2});
    }

    void whatCannotBeMade_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("devices");
        QTest::addColumn<QString>("says");
        QTest::newRow("no whole number") << "dgx-h100-64" << 12 << "no whole number of the 8 that NVLink 4 joins";
        QTest::newRow("its neighbours") << "dgx-h100-64" << 12 << "Nearest are 8 and 16";
        QTest::newRow("of racks") << "gb200-nvl72" << 80 << "Nearest are 72 and 144";
        QTest::newRow("no network") << "rtx-4090-8" << 16 << "without a network to other nodes";
        QTest::newRow("none") << "dgx-h100" << 0 << "is 0, expected from 1";
        QTest::newRow("too many") << "dgx-h100-64" << (1 << 24) << "expected from 1 to 1048576";
    }

    void whatCannotBeMade()
    {
        QFETCH(QString, name);
        QFETCH(int, devices);
        QFETCH(QString, says);
        Cluster whole = cluster(name.toUtf8());
        if (QString::fromUtf8(QTest::currentDataTag()) == QStringLiteral("no network")) {
            whole.network.reset();
        }
        const QString error = errorOf(withDevices(whole, devices));
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    /// Every node that is shipped has a network to more of its kind.
    void everyClusterTakesMoreNodes()
    {
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            const Cluster whole = cluster(entry.name.c_str());
            const int nodes = whole.isMixed() ? 0 : nodesOf(whole);
            if (nodes > 0) {
                const Result<Cluster> more = withNodes(whole, 2 * nodes);
                QVERIFY2(more.has_value(), entry.name.c_str());
                QCOMPARE(nodesOf(*more), 2 * nodes);
            }
        }
    }

    /// Whatever is made reads back as it is, and every level nests.
    void everyClusterOfEverySizeIsOne()
    {
        int made = 0;
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            const Cluster whole = cluster(entry.name.c_str());
            for (const int devices : {1, 2, 3, 4, 8, 16, 24, 32, 72, 96, 144, 256, 1000, 4096, 100000}) {
                const Result<Cluster> sized = withDevices(whole, devices);
                if (!sized) {
                    continue;
                }
                ++made;
                QCOMPARE(sized->devices, devices);
                const Cluster read = loaded(parseCluster(dumped(toJson(*sized)), "made"));
                QVERIFY2(read == *sized, entry.name.c_str());
                QVERIFY(!sized->device.name.empty() && sized->device == whole.device);
            }
        }
        QVERIFY2(made > 150, qPrintable(QString::number(made)));
    }

    void measuredGroupsThatGo()
    {
        const Cluster titan = cluster("rtx-titan-16");
        QVERIFY(!titan.measured.empty());
        for (const MeasuredGroup& group : loaded(withNodes(titan, 4)).measured) {
            QVERIFY(group.consecutive);
        }
        for (const MeasuredGroup& group : loaded(withDevices(titan, 4)).measured) {
            QVERIFY(group.size <= 4);
        }
    }

    void modelOfOtherSizes()
    {
        const Architecture sized = loaded(
            withSizes(model("llama2-13b"), {.layers = {48}, .hidden = 6144, .heads = 48, .kvHeads = 8, .ffn = 16384}));
        QCOMPARE(sized.layerCount(), 50);
        const LayerSpec& decoder = sized.runs[1];
        QCOMPARE(decoder.hidden, 6144);
        QCOMPARE(decoder.headDim, 128);
        QCOMPARE(decoder.kvHeads, 8);
        QCOMPARE(sized.runs[2].hidden, 6144);
        QCOMPARE(sized.title, std::string("Llama 2 13B, 48 layers, hidden 6144, heads 48, key heads 8, ffn 16384"));
        // Heads of keys follow where they were as many; by hand: 2h² + 2h²·g/a of attention, 3hf, two norms.
        const Architecture follows = loaded(withSizes(model("llama2-13b"), {.heads = 64}));
        QCOMPARE(follows.runs[1].kvHeads, 64);
        QCOMPARE(parameterCount(decoder),
                 2.0 * 6144 * 6144 + 2.0 * 6144 * 6144 * 8 / 48 + 3.0 * 6144 * 16384 + 2 * 6144);
        QVERIFY(loaded(withSizes(model("llama2-13b"), {})) == model("llama2-13b"));
    }

    void layersByPatternAndType()
    {
        const Architecture pattern = loaded(withSizes(model("llama4-maverick"), {.layers = {51}}));
        QCOMPARE(pattern.layerCount(), 53);
        QCOMPARE(pattern.runs[51].name, std::string("dense 26"));
        QCOMPARE(pattern.runs[51].experts, 0);
        QCOMPARE(pattern.runs[50].experts, 128);
        const Architecture shorter = loaded(withSizes(model("deepseek-v3"), {.layers = {20}}));
        QCOMPARE(shorter.runs[1].count, 3);
        QCOMPARE(shorter.runs[2].count, 17);
        const Architecture both = loaded(withSizes(model("t5-512-4-32"), {.layers = {3, 5}}));
        QCOMPARE(both.runs[1].count, 3);
        QCOMPARE(both.runs[2].count, 5);
        QCOMPARE(loaded(withSizes(model("albert-base"), {.layers = {24}})).runs[1].sharedBy, 24);
    }

    void sizesThatDoNotGo_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<ModelSizes>("sizes");
        QTest::addColumn<QString>("says");
        QTest::newRow("heads") << "llama2-13b" << ModelSizes{.hidden = 5001} << "does not divide the width 5001";
        QTest::newRow("keys") << "llama2-70b" << ModelSizes{.heads = 60, .kvHeads = 7} << "does not divide the 60";
        QTest::newRow("types") << "t5-512-4-32" << ModelSizes{.layers = {12}} << "1 number for 2 types of layers: enc";
        QTest::newRow("widths") << "swin-huge-32" << ModelSizes{.hidden = 512} << "which is meant is open";
        QTest::newRow("experts") << "llama2-13b" << ModelSizes{.experts = 8} << "no layer of Llama 2 13B has such a";
        QTest::newRow("too few") << "deepseek-v3" << ModelSizes{.layers = {3}} << "leave none to 'experts'";
        QTest::newRow("no blocks") << "resnet-50" << ModelSizes{.layers = {3}} << "has no blocks";
        QTest::newRow("too wide") << "llama2-13b" << ModelSizes{.hidden = 1 << 20, .heads = 1 << 10} << "/hidden";
    }

    void sizesThatDoNotGo()
    {
        QFETCH(QString, name);
        QFETCH(ModelSizes, sizes);
        QFETCH(QString, says);
        const QString error = errorOf(withSizes(model(name.toUtf8()), sizes));
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    /// By pointer and by name; the same as the file written by hand; provenance and source say whose it is.
    void membersSet()
    {
        const std::vector<PresetEdit> edits = {{"links/InfiniBand NDR/bytes_per_s", "25e9"},
                                               {"/device/gemm_efficiency", "0.5"},
                                               {"device/usd_per_hour", "3"}};
        const Cluster set = loaded(withEdits(cluster("dgx-h100-64"), edits));
        QCOMPARE(set.links[1].bandwidth, 25e9);
        QCOMPARE(set.device.gemmEfficiency.value, 0.5);
        QCOMPARE(set.device.gemmEfficiency.provenance.kind, std::string("yours"));
        QCOMPARE(set.device.hourPrice.value, 3.0);
        QCOMPARE(set.device.hourPrice.source, std::string("set by hand"));
        QCOMPARE(set.title, std::string("8 × DGX H100, InfiniBand NDR, edited"));
        QVERIFY(set.source.ends_with("; links/InfiniBand NDR/bytes_per_s = 25e9; /device/gemm_efficiency = 0.5; "
                                     "device/usd_per_hour = 3"));
        Cluster byHand = cluster("dgx-h100-64");
        byHand.links[1].bandwidth = 25e9;
        QVERIFY(set.links == byHand.links);
        const std::vector<PresetEdit> gated = {{"runs/decoder/kv_heads", "8"}, {"name", "mine"}};
        const Architecture own = loaded(withEdits(model("llama2-13b"), gated));
        QCOMPARE(own.runs[1].kvHeads, 8);
        QCOMPARE(own.name, std::string("mine"));
        QVERIFY(loaded(withEdits(model("llama2-13b"), {})) == model("llama2-13b"));
        QCOMPARE(loaded(numberAt(set, "links/1/bytes_per_s")), 25e9);
        QCOMPARE(loaded(numberAt(set, "/device/gemm_efficiency")), 0.5);
    }

    void membersThatThereAreNot_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* pointer, const char* value, const char* says) {
            QTest::newRow(name) << pointer << value << says;
        };
        row("misspelt", "links/1/byte_per_s", "1e9", "Nearest are /links/1/bytes_per_s");
        row("a level too many", "links/7/bytes_per_s", "1e9", "/links/7/bytes_per_s: there is no such member");
        row("another place", "bytes_per_s", "1e9", "/host/bytes_per_s");
        row("no such link", "links/NVLink 9/latency_s", "1", "there is no such member");
        row("out of range", "device/gemm_efficiency/value", "7", "/device/gemm_efficiency/value");
        row("no number", "devices", "many", "/devices");
        row("levels that do not nest", "devices", "48", "must end with a level that spans all 48");
        row("empty", "", "1", "there is no such member");
        row("only a slash", "/", "1", "there is no such member");
        row("inside a number", "devices/x/y", "1", "there is no such member");
    }

    void membersThatThereAreNot()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, says);
        const std::vector<PresetEdit> edits = {{pointer.toStdString(), value.toStdString()}};
        const QString error = errorOf(withEdits(cluster("dgx-h100-64"), edits));
        QVERIFY2(error.contains(says), qPrintable(error));
        QVERIFY2(error.startsWith("cluster."), qPrintable(error));
    }

    /// Every number of every cluster can be set to itself, and then nothing but titles, sources and provenance differ.
    void everyNumberCanBeSet()
    {
        for (const char* name : {"dgx-h100-64", "rtx-titan-16", "gb200-nvl72", "consumer-8"}) {
            const Cluster before = cluster(name);
            for (const std::string& pointer : numberPointers(before)) {
                const double value = loaded(numberAt(before, pointer));
                const std::vector<PresetEdit> edits = {
                    {pointer, dumped(Json::parse(dumped(toJson(before))).at(Json::json_pointer(pointer)))}};
                const Cluster after = loaded(withEdits(before, edits));
                QCOMPARE(loaded(numberAt(after, pointer)), value);
                QCOMPARE(after.devices, before.devices);
            }
        }
    }
};

PGRAM_TEST(TestSizes)
#include "test_sizes.moc"
