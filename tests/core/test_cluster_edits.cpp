// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster that is edited field by field: units, limits, where a figure is from, what differs from the preset.
#include "core/base/measure.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/presets/cluster_edits.h"
#include "core/presets/cluster_tables.h"
#include "core/presets/preset_store.h"
#include "core/search/search.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/typed_cluster.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <random>

using namespace pgram;
using pgram::test::set;
using pgram::test::typingDay;

namespace {

const ClusterField& fieldOf(const std::string& pointer)
{
    return *fieldAt(pointer).field;
}

}  // namespace

class TestClusterEdits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quantities_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("measure");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, Measure measure, double value) {
            QTest::newRow(text) << QString::fromUtf8(text) << static_cast<int>(measure) << value;
        };
        row("450 GB/s", Measure::Rate, 450e9);
        row("400 Gb/s", Measure::Rate, 50e9);
        row("400Gbps", Measure::Rate, 50e9);
        row("400 Gbit/s", Measure::Rate, 50e9);
        row("2 GiB/s", Measure::Rate, 2147483648.0);
        row("450", Measure::Rate, 450e9);
        row("25 kB/s", Measure::Rate, 25e3);
        row("989 TFLOP/s", Measure::Peak, 989e12);
        row("1.2P", Measure::Peak, 1.2e15);
        row("312 tflops", Measure::Peak, 312e12);
        row("3.4 us", Measure::Time, 3.4e-6);
        row("3.4 µs", Measure::Time, 3.4e-6);
        row("3.4", Measure::Time, 3.4e-6);
        row("0.2 ms", Measure::Time, 2e-4);
        row("60 %", Measure::Share, 0.6);
        row("0.6", Measure::Share, 0.6);
        row("$2.5", Measure::Price, 2.5);
        row("2.50 USD/h", Measure::Price, 2.5);
        row("1.2 kW", Measure::Power, 1200);
        row("700", Measure::Power, 700);
        row("80 GiB", Measure::Memory, 85899345920.0);
        row("1e3 GB/s", Measure::Rate, 1e12);
    }
    void quantities()
    {
        QFETCH(QString, text);
        QFETCH(int, measure);
        QFETCH(double, value);
        const Result<double> read = parseMeasure(text.toStdString(), static_cast<Measure>(measure));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(*read, value);
    }

    void refusedQuantities_data()
    {
        QTest::addColumn<int>("measure");
        QTest::addColumn<QString>("message");
        QTest::newRow("450 gb/s") << static_cast<int>(Measure::Rate) << "Is 450 GB/s or 450 Gb/s meant?";
        QTest::newRow("fast") << static_cast<int>(Measure::Rate) << "such as 450 GB/s, 400 Gb/s";
        QTest::newRow("3 GB/s") << static_cast<int>(Measure::Time) << "such as 3.4 us";
        QTest::newRow("12 W") << static_cast<int>(Measure::Peak) << "such as 989 TFLOP/s";
        QTest::newRow("1e999 GB/s") << static_cast<int>(Measure::Rate) << "none that is understood";
        QTest::newRow(" ") << static_cast<int>(Measure::Rate) << "is empty";
    }
    void refusedQuantities()
    {
        QFETCH(int, measure);
        QFETCH(QString, message);
        const Result<double> read = parseMeasure(QTest::currentDataTag(), static_cast<Measure>(measure));
        QVERIFY(!read);
        const QString said = QString::fromStdString(read.error().text());
        QVERIFY2(said.contains(message), qPrintable(said));
    }

    /// Whatever is written is read back as the very same number.
    void quantitiesReadBack()
    {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> magnitude(-8, 17);
        std::uniform_real_distribution<double> digits(1, 10);
        for (int round = 0; round < 4000; ++round) {
            const double value = digits(random) * std::pow(10.0, magnitude(random));
            for (const Measure measure : {Measure::Rate, Measure::Peak, Measure::Time, Measure::Share, Measure::Factor,
                                          Measure::Price, Measure::Power}) {
                const std::string text = measureToType(value, measure);
                const Result<double> read = parseMeasure(text, measure);
                QVERIFY2(read && *read == value, text.c_str());
            }
        }
        QCOMPARE(measureToType(450e9, Measure::Rate), std::string("450 GB/s"));
        QCOMPARE(measureToType(25757220864.0, Measure::Memory), std::string("24564 MiB"));
        QCOMPARE(measureToType(3.4e-6, Measure::Time), std::string("3.4 µs"));
        QCOMPARE(measureToType(0.548, Measure::Share), std::string("54.8 %"));
        QCOMPARE(measureToType(2.5e15, Measure::Peak), std::string("2.5 PFLOP/s"));
    }

    /// Every field of every preset shows what reads back as the same cluster.
    void fieldsAreThoseOfTheFile()
    {
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            const Cluster cluster = loaded(shippedPresets().cluster(entry.name));
            const Json json = toJson(cluster);
            for (const ClusterField& field : clusterFields()) {
                const std::string typed = valueToType(field, json);
                if (!typed.empty()) {
                    const Result<Cluster> same = withField(cluster, field, {}, typed, typingDay);
                    QVERIFY2(same && *same == cluster, (entry.name + field.pointer() + ": " + typed).c_str());
                }
            }
        }
    }

    /// The editor's cluster is the one that a file written by hand gives, and so is the plan.
    void planIsThatOfTheFile()
    {
        const Cluster preset = loaded(shippedPresets().cluster("rtx-titan-8"));
        Cluster edited = loaded(set(preset, "/links/0/bytes_per_s", "25 GB/s"));
        edited = loaded(set(edited, "/device/gemm_efficiency", "50 %"));
        edited = loaded(set(edited, "/device/memory_bytes", "16 GiB"));

        Json file = toJson(preset);
        file["links"][0]["bytes_per_s"] = 25000000000;
        file["device"]["gemm_efficiency"] = {{"value", 0.5}, {"provenance", "yours"}, {"source", "me"}};
        file["device"]["memory_bytes"] = 17179869184;
        const Cluster byHand = loaded(parseCluster(file.dump(), "by hand"));

        SearchRequest request;
        request.model = loaded(shippedPresets().model("bert-huge-32"));
        request.training.globalBatch = 16;
        const auto planOn = [&request](const Cluster& cluster) {
            request.cluster = cluster;
            request.memoryBudget = 8 * GiB;
            return loaded(search(request));
        };
        const SearchResult a = planOn(edited);
        const SearchResult b = planOn(byHand);
        QVERIFY(a.plan && b.plan);
        QCOMPARE(a.estimate->stepTime, b.estimate->stepTime);
        QVERIFY(a.estimate->stepTime != planOn(preset).estimate->stepTime);
        Plan same = *b.plan;
        same.name = a.plan->name;
        same.cluster = a.plan->cluster;
        same.provenance = a.plan->provenance;
        QVERIFY(*a.plan == same);
    }

    void whatIsSetIsYours()
    {
        const Cluster preset = loaded(shippedPresets().cluster("gb200-nvl72"));
        const Cluster once = loaded(set(preset, "/device/gemm_efficiency", "0.6"));
        QCOMPARE(once.device.gemmEfficiency.value, 0.6);
        QCOMPARE(once.device.gemmEfficiency.provenance.kind, std::string("yours"));
        QCOMPARE(once.device.gemmEfficiency.provenance.source,
                 "set by hand; was 54.1 %, fitted: " + preset.device.gemmEfficiency.provenance.source);
        const Cluster twice = loaded(set(once, "/device/gemm_efficiency", "0.7"));
        QCOMPARE(twice.device.gemmEfficiency.provenance.source, once.device.gemmEfficiency.provenance.source);
        QCOMPARE(twice.name, std::string("gb200-nvl72-edited"));
        QCOMPARE(twice.title, preset.title + ", edited");

        const Cluster priced = loaded(set(preset, "/device/usd_per_hour", "3 USD/h"));
        QVERIFY((priced.device.hourPrice == Quote{3, "yours", typingDay}));
        QVERIFY(!loaded(set(priced, "/device/usd_per_hour", "")).device.hourPrice.isKnown());

        const ClusterField& memory = fieldOf("/device/memory_bytes");
        QCOMPARE(provenanceOf(preset, memory, {}).kind, std::string("vendor"));
        const Cluster larger =
            loaded(set(loaded(set(preset, "/device/memory_bytes", "90 GiB")), "/device/memory_bytes", "96 GiB"));
        QCOMPARE(provenanceOf(larger, memory, {}).kind, std::string("yours"));
        QCOMPARE(provenanceOf(larger, memory, {}).source, std::string("/device/memory_bytes = 96 GiB (was 186 GiB)"));
        // Set back, it is the maker's again.
        QCOMPARE(provenanceOf(loaded(set(larger, "/device/memory_bytes", "186 GiB")), memory, {}).kind,
                 std::string("vendor"));
    }

    void illegalValuesSayTheRange_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message");
        QTest::newRow("share") << "/device/gemm_efficiency"
                               << "120 %"
                               << "is 120 %, expected from 0.1 % to 100 %";
        QTest::newRow("rate") << "/links/0/bytes_per_s"
                              << "2e9 GB/s"
                              << "expected from 1 B/s to 1 PB/s";
        QTest::newRow("span") << "/links/0/span"
                              << "3"
                              << "multiple of 3";
        QTest::newRow("devices") << "/devices"
                                 << "12"
                                 << "Nearest are 8 and 16";
        QTest::newRow("empty") << "/device/memory_bytes"
                               << ""
                               << "is empty";
        QTest::newRow("peak") << "/device/peak_flop_per_s/fp32"
                              << "0"
                              << "expected from 1 FLOP/s";
        QTest::newRow("node") << "/host/devices_per_node"
                              << "65"
                              << "from 0 to 64";
        QTest::newRow("price") << "/device/usd_per_hour"
                               << "cheap"
                               << "2.50 USD/h";
    }
    void illegalValuesSayTheRange()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, typed);
        QFETCH(QString, message);
        const Cluster cluster = loaded(shippedPresets().cluster("dgx-h100-64"));
        const Result<Cluster> refused = set(cluster, pointer.toStdString(), typed.toStdString());
        QVERIFY(!refused);
        const QString said = QString::fromStdString(refused.error().text());
        QVERIFY2(said.contains(message) && said.contains(pointer.section(u'/', 1, 1)), qPrintable(said));
    }

    void levelsComeAndGo()
    {
        const Cluster cluster = loaded(shippedPresets().cluster("dgx-h100-64"));
        QCOMPARE(cluster.links.size(), std::size_t{2});
        const Cluster larger = loaded(withLevelBeyond(cluster));
        QCOMPARE(larger.devices, 128);
        QCOMPARE(larger.links.back().span, 128);
        QVERIFY(loaded(withoutLevel(larger, 2)).links == cluster.links);
        const Cluster finer = loaded(withLevelInside(cluster, 1));
        QCOMPARE(finer.links[1].span, 16);
        const Cluster swapped = loaded(withLevelMovedOut(cluster, 0));
        QCOMPARE(swapped.links[0].name, cluster.links[1].name);
        QCOMPARE(swapped.links[0].span, cluster.links[0].span);
        QVERIFY(!withLevelMovedOut(cluster, 1));
        QVERIFY(!withoutLevel(loaded(withoutLevel(cluster, 0)), 0));
        QCOMPARE(loaded(set(cluster, "/links/1/span", "32")).devices, 32);
        // A smaller span drops the measured groups of more devices.
        const Cluster eight = loaded(shippedPresets().cluster("a100-pcie-8"));
        QVERIFY(!eight.measured.empty());
        const Cluster four = loaded(set(eight, "/links/0/span", "4"));
        QCOMPARE(four.devices, 4);
        QVERIFY(std::ranges::all_of(four.measured, [](const MeasuredGroup& group) { return group.size <= 4; }));
    }

    void differencesAndTheWayBack()
    {
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            const Cluster preset = loaded(shippedPresets().cluster(entry.name));
            QVERIFY(changesOf(preset, preset).empty());
            Cluster cluster = loaded(set(preset, "/device/memory_bytes", "33 GiB"));
            cluster = loaded(set(cluster, "/device/gemm_efficiency", "0.333"));
            cluster = loaded(set(cluster, "/links/0/latency_s", "77 us"));
            cluster = loaded(set(cluster, "/device/power_watts", "333 W"));
            cluster = loaded(withRow(cluster, MeasuredTable::Pipelines));
            const auto behind = presetBehind(shippedPresets(), cluster);
            QVERIFY2(behind && *behind == preset, entry.name.c_str());
            std::vector<ClusterChange> changes = changesOf(cluster, preset);
            QCOMPARE(changes.size(), std::size_t{5});
            QCOMPARE(changes.front().after, std::string("33 GiB"));
            while (!changes.empty()) {
                cluster = loaded(withReverted(cluster, preset, changes.back().pointer));
                QCOMPARE(changesOf(cluster, preset).size(), changes.size() - 1);
                changes.pop_back();
            }
            QVERIFY(cluster == preset);
        }
    }

    void sizesAreOneDifference()
    {
        const Cluster preset = loaded(shippedPresets().cluster("dgx-h100-64"));
        const Cluster half = loaded(set(preset, "/links/1/span", "32"));
        const std::vector<ClusterChange> changes = changesOf(half, preset);
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes.front().pointer, std::string("/devices"));
        QVERIFY(loaded(withReverted(half, preset, "/devices")) == preset);
        const Cluster more = loaded(withLevelBeyond(preset));
        Cluster back = more;
        for (const ClusterChange& change : changesOf(more, preset)) {
            back = loaded(withReverted(back, preset, change.pointer));
        }
        QVERIFY(back == preset);
    }

    void tables()
    {
        const Cluster blank = loaded(checkedCluster(blankCluster()));
        for (const MeasuredTable table : allMeasuredTables) {
            QVERIFY(cellsOf(blank, table).empty());
            const Cluster one = loaded(withRow(blank, table));
            QCOMPARE(cellsOf(one, table).size(), std::size_t{1});
            QCOMPARE(cellsOf(one, table).front().size(), columnsOf(table).size());
            QCOMPARE(one.measuredProvenance.kind, std::string("yours"));
            const Cluster two = loaded(withRow(one, table));
            QCOMPARE(cellsOf(loaded(withoutRow(two, table, 0)), table).size(), std::size_t{1});
            for (std::size_t column = 0; column < columnsOf(table).size(); ++column) {
                const std::string typed = cellsOf(one, table).front()[column];
                QVERIFY(loaded(withCell(one, table, 0, static_cast<int>(column), typed)) == one);
                QVERIFY(!withCell(one, table, 0, static_cast<int>(column), "nonsense"));
            }
        }
        const Cluster group = loaded(withRow(blank, MeasuredTable::Groups));
        QCOMPARE(loaded(withCell(group, MeasuredTable::Groups, 0, 2, "400 Gb/s")).measured[0].busBandwidth, 50e9);
        QVERIFY(!withCell(group, MeasuredTable::Groups, 0, 0, "9"));  // of 8 devices
    }
};

PGRAM_TEST(TestClusterEdits)
#include "test_cluster_edits.moc"
