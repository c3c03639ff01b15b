// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plain cluster made mixed by edits, and plain again: kinds, their constants and links, slow devices.
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/stage_clusters.h"
#include "core/presets/cluster_edits.h"
#include "core/presets/cluster_kinds.h"
#include "core/presets/preset_store.h"
#include "core/search/search.h"
#include "tests/core/shipped_presets.h"
#include "tests/core/typed_cluster.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <filesystem>

using namespace pgram;
using pgram::test::set;

namespace {

Cluster shipped(const char* name)
{
    return loaded(shippedPresets().cluster(name));
}

/// As the other is called.
Cluster calledAs(Cluster cluster, const Cluster& other)
{
    cluster.name = other.name;
    cluster.title = other.title;
    cluster.source = other.source;
    return cluster;
}

Cluster mixedByEdits()
{
    Cluster cluster = loaded(withKind(shipped("a100-64"), shipped("dgx-1v")));
    cluster = loaded(set(cluster, "/kinds/0/devices", "32"));
    return loaded(set(cluster, "/kinds/1/devices", "32"));
}

QString reasonOf(const Result<Cluster>& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}

}  // namespace

class TestClusterKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The edited cluster is the mixed preset to the bit, but for what it is called, and so is its plan.
    void editsGiveTheMixedPresets()
    {
        const Cluster v100 = shipped("a100-32-v100-32");
        QVERIFY(calledAs(mixedByEdits(), v100) == v100);
        QCOMPARE(mixedByEdits().title, std::string("32 × A100 + 32 × V100"));
        const Cluster file = shipped("h100-8-h200-8");
        // The preset has the links of the H100 for both.
        const Cluster edited = loaded(withoutOwnLink(loaded(withKind(shipped("dgx-h100"), shipped("dgx-h200"))), 1));
        QVERIFY(calledAs(edited, file) == file);

        SearchRequest request;
        request.model = loaded(shippedPresets().model("bert-huge-32"));
        request.training.globalBatch = 16;
        request.memoryBudget = file.mostMemory();
        const auto planOn = [&request](const Cluster& cluster) {
            request.cluster = cluster;
            return loaded(search(request));
        };
        const SearchResult a = planOn(edited);
        const SearchResult b = planOn(file);
        QVERIFY(a.plan && b.plan);
        QCOMPARE(a.estimate->stepTime, b.estimate->stepTime);
        Plan same = *b.plan;
        same.name = a.plan->name;
        same.cluster = a.plan->cluster;
        same.provenance = a.plan->provenance;
        QVERIFY(*a.plan == same);
    }

    /// Whatever kind comes to whatever preset goes again, and leaves the preset; a third of the pairs.
    void aKindThatGoesLeavesThePreset()
    {
        const std::vector<Cluster> choices = kindChoices(shippedPresets());
        QVERIFY(choices.size() > 10);
        int added = 0;
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            const Cluster before = shipped(entry.name.c_str());
            for (std::size_t index = entry.name.size() % 3; index < choices.size(); index += 3) {
                const Cluster& choice = choices[index];
                const Result<Cluster> mixed = withKind(before, choice);
                if (!mixed) {
                    QVERIFY2(reasonOf(mixed).contains(QStringLiteral("without a network to other nodes")),
                             qPrintable(reasonOf(mixed)));
                    continue;
                }
                ++added;
                QVERIFY(mixed->isMixed());
                const Cluster back = loaded(withoutKind(*mixed, static_cast<int>(mixed->kinds.size()) - 1));
                const Cluster again = asPreset(shippedPresets(), back);
                if (before.measured.empty() && before.measuredTimes.empty() && before.measuredPipelines.empty() &&
                    before.kinds.empty()) {
                    QVERIFY2(again == before, (entry.name + " and " + choice.device.name).c_str());
                } else {
                    QCOMPARE(again.devices, before.devices);  // What was measured of other sizes is gone.
                }
            }
        }
        QVERIFY(added > 50);
    }

    /// A device of the user's own that no cluster names has the links of the cluster that it joins.
    void aDeviceOfNoClusterIsAKind()
    {
        const QTemporaryDir folder;
        const std::filesystem::path user = folder.path().toStdString();
        std::filesystem::create_directories(user / "devices");
        QVERIFY(writeTextFile(user / "devices/mine.json",
                              R"({"format": "parallelogram-device", "version": 1, "device":
                                  {"preset": "h100-sxm", "change": {"name": "Mine"}}})"));
        const PresetStore store(presetsFolder(), user);
        const std::vector<Cluster> choices = kindChoices(store);
        QCOMPARE(choices.size(), kindChoices(shippedPresets()).size() + 1);
        const auto mine = std::ranges::find(choices, std::string("mine"), &Cluster::name);
        QVERIFY(mine != choices.end());

        const Cluster before = shipped("dgx-a100-64");
        const Cluster mixed = loaded(withKind(before, *mine));
        QCOMPARE(mixed.kinds.back().name, std::string("Mine"));
        QCOMPARE(mixed.kinds.back().devices, 8);
        QVERIFY(mixed.kinds.back().device == loaded(store.device("mine")));
        QVERIFY(mixed.kinds.back().links.empty());
        QVERIFY(asPreset(store, loaded(withoutKind(mixed, 1))) == before);
    }

    /// The kind whose device the cluster's was, too: what is left is as its own preset.
    void theFirstKindGoes()
    {
        const Cluster mixed = shipped("a100-32-v100-32");
        const Cluster rest = loaded(withoutKind(mixed, 0));
        QVERIFY(rest.kinds.empty());
        QCOMPARE(rest.devices, 32);
        QVERIFY(rest.device == shipped("dgx-1v").device);
        QCOMPARE(rest.links[0].name, std::string("NVLink 2"));
        QCOMPARE(rest.links[0].span, 8);
        QCOMPARE(rest.links[1].span, 32);

        const Cluster three = loaded(withKind(mixed, shipped("dgx-h100")));
        const Cluster two = loaded(withoutKind(three, 0));
        QCOMPARE(two.kinds.size(), std::size_t{2});
        QVERIFY(two.device == shipped("dgx-1v").device && !two.kinds.front().device);
        for (int block = 0; block < 2; ++block) {
            QVERIFY(plainOf(two, two.kinds[static_cast<std::size_t>(block)]).device ==
                    plainOf(three, three.kinds[static_cast<std::size_t>(block) + 1]).device);
        }
    }

    void aKindsConstantsAreItsOwn()
    {
        const Cluster before = mixedByEdits();
        const Cluster set70 = loaded(set(before, "/kinds/1/device/gemm_efficiency", "70 %"));
        QCOMPARE(set70.kinds[1].device->gemmEfficiency.value, 0.7);
        QCOMPARE(set70.kinds[1].device->gemmEfficiency.provenance.kind, std::string("yours"));
        QVERIFY(set70.device == before.device);
        const FieldPlace memory = fieldAt("/kinds/1/device/memory_bytes");
        QCOMPARE(memory.index.kind, 1);
        QCOMPARE(provenanceOf(before, *memory.field, memory.index).source,
                 std::string("/kinds/V100 = NVIDIA V100 SXM2 32GB of dgx-1v"));
        const Cluster larger = loaded(set(before, "/kinds/1/device/memory_bytes", "48 GiB"));
        QCOMPARE(provenanceOf(larger, *memory.field, memory.index).source,
                 std::string("/kinds/V100/device/memory_bytes = 48 GiB (was 32510 MiB)"));
        // The note follows the kind's name, and its way when it is the only one.
        const Cluster named = loaded(set(larger, "/kinds/1/name", "Old"));
        QCOMPARE(named.title, std::string("32 × A100 + 32 × Old, edited"));
        QCOMPARE(provenanceOf(named, *memory.field, memory.index).kind, std::string("yours"));
        const Cluster alone = loaded(withoutKind(named, 0));
        QCOMPARE(provenanceOf(alone, *memory.field, {}).source,
                 std::string("/device/memory_bytes = 48 GiB (was 32510 MiB)"));
        // What a device has not yet is set, and is none again.
        const Cluster priced = loaded(set(before, "/kinds/1/device/peak_flop_per_s/fp8", "100 TFLOP/s"));
        QCOMPARE(priced.kinds[1].device->peakFp8, 100e12);
        QVERIFY(!loaded(set(before, "/kinds/1/device/usd_per_hour", "")).kinds[1].device->hourPrice.isKnown());

        const Cluster slower = loaded(set(before, "/kinds/1/links/0/bytes_per_s", "100 GB/s"));
        QCOMPARE(slower.kinds[1].links[0].bandwidth, 100e9);
        QVERIFY(slower.links == before.links);
    }

    void linksOfAKind()
    {
        const Cluster before = shipped("h100-8-h200-8");
        const Cluster one = loaded(withOwnLink(before, 1));
        QVERIFY(!devicesDiffer(before) || plainOf(one, one.kinds[1]) == plainOf(before, before.kinds[1]));
        const Cluster both = loaded(withOwnLink(one, 1));
        QCOMPARE(both.kinds[1].links[1].name, before.links[1].name);
        QVERIFY(!withOwnLink(both, 1));
        QVERIFY(loaded(withoutOwnLink(loaded(withoutOwnLink(both, 1)), 1)) == before);
        QVERIFY(!withoutOwnLink(before, 1));
        // A level that moves takes the kind's along.
        const Cluster swapped = loaded(withLevelMovedOut(one, 0));
        QCOMPARE(plainOf(swapped, swapped.kinds[1]).links[1].name, before.links[0].name);
        QCOMPARE(plainOf(swapped, swapped.kinds[1]).links[0].name, before.links[1].name);
        QCOMPARE(loaded(withLevelInside(one, 0)).kinds[1].links.size(), std::size_t{2});
        QVERIFY(loaded(withoutLevel(one, 0)).kinds[1].links.empty());
        QVERIFY(!withLevelBeyond(before));
    }

    void oneSharedDeviceBecomesTwo()
    {
        Cluster cluster = shipped("dgx-h100-64");
        cluster.kinds = {{"a", 32, {}, {}}, {"b", 32, {}, {}}};
        QVERIFY(sharesDevice(cluster, 0) && sharesDevice(cluster, 1) && !sharesDevice(cluster, 2));
        const Cluster own = loaded(withOwnDevice(cluster, 1));
        QVERIFY(own.kinds[1].device == cluster.device);
        QVERIFY(!sharesDevice(own, 0) && !sharesDevice(own, 1));
        // A kind alone goes by name only.
        cluster.kinds = {{"a", 64, {}, {}}};
        const Cluster plain = loaded(withoutKind(cluster, 0));
        QVERIFY(asPreset(shippedPresets(), plain) == shipped("dgx-h100-64"));
    }

    void slowDevicesStayThemselves()
    {
        Cluster cluster = shipped("a100-32-v100-32");
        cluster.slow = {{3, 1, 0.7}, {30, 4, 0.5}, {63, 1, 0.9}};
        const Cluster fewer = loaded(set(cluster, "/kinds/0/devices", "24"));
        const std::vector<SlowDevices> expected{{3, 1, 0.7}, {24, 2, 0.5}, {55, 1, 0.9}};
        QVERIFY(fewer.slow == expected);
        const Cluster gone = loaded(withoutKind(cluster, 0));
        const std::vector<SlowDevices> left{{0, 2, 0.5}, {31, 1, 0.9}};
        QVERIFY(gone.slow == left && gone.kinds.empty());
    }

    void slowDevicesComeAndGo()
    {
        const Cluster before = shipped("dgx-h100-64");
        const Cluster one = loaded(withSlow(before));
        QCOMPARE(slowTitle(one), std::string("0: 70 %"));
        const Cluster moved = loaded(set(loaded(set(one, "/slow/0/first", "5")), "/slow/0/speed", "0.5"));
        QCOMPARE(speedOf(moved, 5), 0.5);
        QCOMPARE(speedOf(moved, 4), 1.0);
        QCOMPARE(slowTitle(loaded(withSlow(loaded(set(moved, "/slow/0/devices", "3"))))),
                 std::string("5–7: 50 %, 8: 70 %"));
        QVERIFY(asPreset(shippedPresets(), loaded(withoutSlow(moved, 0))) == before);
        QVERIFY(!withoutSlow(before, 0));
        // Of a preset that has one: it is that preset no longer.
        Cluster shippedSlow = before;
        shippedSlow.slow = {{5, 1, 0.7}};
        const Cluster all = loaded(withoutSlow(shippedSlow, 0));
        QCOMPARE(all.name, before.name + "-edited");
        QCOMPARE(all.title, before.title + ", edited");
        // Fewer nodes have fewer slow devices.
        QVERIFY(loaded(set(loaded(set(one, "/slow/0/first", "60")), "/devices", "8")).slow.empty());
    }

    void wrongValuesSayWhy_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* pointer, const char* typed, const char* message) {
            QTest::newRow((std::string(pointer) + " = " + typed).c_str())
                << QString::fromUtf8(pointer) << QString::fromUtf8(typed) << QString::fromUtf8(message);
        };
        row("/kinds/0/devices", "30", "with the 32 of other kinds, 62 devices are no whole number of the 8");
        row("/kinds/0/devices", "30", "Nearest are 24 and 32");
        row("/kinds/1/devices", "0", "is 0, expected from 1 to 1048576");
        row("/kinds/1/name", " ", "is empty");
        row("/kinds/1/device/gemm_efficiency", "120 %", "is 120 %, expected from 0.1 % to 100 %");
        row("/kinds/1/links/0/bytes_per_s", "fast", "450 GB/s");
        row("/slow/0/first", "64", "from 0 to 63");
        row("/slow/0/devices", "65", "65");
        row("/slow/0/speed", "110 %", "is 110 %, expected from 1 % to 100 %");
        row("/slow/0/speed", "0", "expected from 1 % to 100 %");
        row("/devices", "72", "Change the number of a kind");
    }
    void wrongValuesSayWhy()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, typed);
        QFETCH(QString, message);
        const Cluster cluster = loaded(withSlow(shipped("a100-32-v100-32")));
        const Result<Cluster> refused = set(cluster, pointer.toStdString(), typed.toStdString());
        QVERIFY(!refused);
        QVERIFY2(reasonOf(refused).contains(message), qPrintable(reasonOf(refused)));
    }

    void differencesAndTheWayBack()
    {
        const Cluster mixed = shipped("a100-32-v100-32");
        Cluster cluster = loaded(set(mixed, "/kinds/1/device/gemm_efficiency", "0.333"));
        cluster = loaded(set(cluster, "/kinds/1/links/0/latency_s", "77 us"));
        cluster = loaded(set(cluster, "/kinds/0/name", "Ampere"));
        cluster = loaded(set(cluster, "/kinds/0/devices", "24"));
        cluster = loaded(withOwnLink(cluster, 0));
        cluster = loaded(withSlow(cluster));
        std::vector<ClusterChange> changes = changesOf(cluster, mixed);
        QStringList pointers;
        for (const ClusterChange& change : changes) {
            pointers.append(QString::fromStdString(change.pointer));
        }
        QCOMPARE(pointers.join(u' '),
                 QStringLiteral("/devices /kinds/1/device/gemm_efficiency /kinds/1/links/0/latency_s /kinds/0/name "
                                "/slow /kinds/0/links"));
        QCOMPARE(changes.front().before, std::string("32 × A100 + 32 × V100"));
        QCOMPARE(changes.front().after, std::string("24 × Ampere + 32 × V100"));
        while (!changes.empty()) {
            cluster = loaded(withReverted(cluster, mixed, changes.back().pointer));
            QCOMPARE(changesOf(cluster, mixed).size(), changes.size() - 1);
            changes.pop_back();
        }
        QVERIFY(cluster == mixed);
    }

    void aKindIsOneDifference()
    {
        const Cluster edited = loaded(withKind(shipped("dgx-h100-64"), shipped("dgx-h200")));
        const auto behind = presetBehind(shippedPresets(), edited);
        QVERIFY(behind && behind->devices == 72);
        const std::vector<ClusterChange> changes = changesOf(edited, *behind);
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes.front().pointer, std::string("/kinds"));
        QCOMPARE(changes.front().after, std::string("64 × H100 + 8 × H200"));
        QVERIFY(loaded(withReverted(edited, *behind, "/kinds")) == *behind);
        // A third kind in a mixed preset.
        const Cluster mixed = shipped("a100-32-v100-32");
        const Cluster three = loaded(withKind(mixed, shipped("dgx-h200")));
        QCOMPARE(changesOf(three, mixed).size(), std::size_t{1});
        QVERIFY(loaded(withReverted(three, mixed, "/kinds")) == mixed);
    }

    void namesTellKindsApart()
    {
        Cluster cluster = shipped("dgx-h100-64");
        for (const char* like : {"dgx-h100", "dgx-h100", "gb200-nvl72", "mi300x-8", "rtx-titan-8", "a100-pcie-8"}) {
            cluster = loaded(withKind(cluster, shipped(like)));
        }
        QStringList names;
        for (const DeviceKind& kind : cluster.kinds) {
            names.append(QString::fromStdString(kind.name));
        }
        QCOMPARE(names.join(u','), QStringLiteral("H100,NVIDIA H100 SXM5 80GB,NVIDIA H100 SXM5 80GB 2,GB200,"
                                                  "Instinct MI300X,TITAN RTX,A100"));
    }
};

PGRAM_TEST(TestClusterKinds)
#include "test_cluster_kinds.moc"
