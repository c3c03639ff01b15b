// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Device presets: one home for the constants of a device, names and changes in cluster files, and what is refused.
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/presets/device_presets.h"
#include "core/presets/own_presets.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <algorithm>
#include <set>
#include <sys/stat.h>

using namespace pgram;
using test::errorOf;
namespace fs = std::filesystem;

namespace {

/// The most constants that two device files may have in common: guesses such as "as A100".
constexpr int mostShared = 4;

Json fileOf(PresetKind kind, const std::string& name)
{
    return jsonOf(loaded(shippedPresets().named(kind, name)));
}

/// The members that a device file holds itself.
Json ownMembers(const Json& device)
{
    return device.contains("preset") ? device.value("change", Json::object()) : device;
}

/// The devices of a cluster's JSON: its own, and those of its kinds.
std::vector<Json> devicesIn(const Json& cluster)
{
    std::vector<Json> devices{cluster["device"]};
    for (const Json& kind : cluster.value("kinds", Json::array())) {
        if (kind.contains("device")) {
            devices.push_back(kind["device"]);
        }
    }
    return devices;
}

/// A whole device, put together from the shipped files by hand.
Json wholeByHand(const Json& device)
{
    if (device.is_string()) {
        return wholeByHand(fileOf(PresetKind::Device, device.get<std::string>())["device"]);
    }
    if (!device.contains("preset")) {
        return device;
    }
    Json whole = wholeByHand(device["preset"]);
    whole.merge_patch(device.value("change", Json::object()));
    return whole;
}

/// A cluster file on `device`.
Json clusterOn(const Json& device)
{
    Json cluster = fileOf(PresetKind::Cluster, "rtx-titan-8");
    cluster["device"] = device;
    return cluster;
}

Json reference(const char* preset, const Json& change)
{
    return {{"preset", preset}, {"change", change}};
}

Json deviceFile(const Json& device)
{
    return {{"format", "parallelogram-device"}, {"version", 1}, {"device", device}};
}

}  // namespace

class TestDevicePresets : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] fs::path userFolder() const { return m_folder.path().toStdString(); }
    /// The shipped presets with the devices of this test as the user's own.
    [[nodiscard]] PresetStore store() const { return PresetStore(presetsFolder(), userFolder()); }
    void write(const char* device, const Json& file) const
    {
        fs::create_directories(userFolder() / "devices");
        QVERIFY(writeTextFile(userFolder() / "devices" / (std::string(device) + ".json"), file.dump()).has_value());
    }
    [[nodiscard]] Result<Cluster> read(const Json& cluster) const
    {
        return parseClusterPreset(cluster.dump(), "c.json", store());
    }

private Q_SLOTS:
    void cleanup() { fs::remove_all(userFolder() / "devices"); }

    void everyClusterNamesItsDevices()
    {
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            for (const Json& device : devicesIn(jsonOf(entry.file))) {
                QVERIFY2(device.is_string() || device.contains("preset"), entry.name.c_str());
            }
        }
    }

    /// A cluster holds the device of its file with the changes merged in, as if the file held it whole.
    void namesStandForWholeDevices()
    {
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            Json json = jsonOf(entry.file);
            json["device"] = wholeByHand(json["device"]);
            for (std::size_t kind = 0; kind < json.value("kinds", Json::array()).size(); ++kind) {
                if (json["kinds"][kind].contains("device")) {
                    json["kinds"][kind]["device"] = wholeByHand(json["kinds"][kind]["device"]);
                }
            }
            const Cluster byHand = loaded(parseCluster(json.dump(), entry.name));
            QVERIFY2(loaded(shippedPresets().cluster(entry.name)) == byHand, entry.name.c_str());
        }
    }

    void everyDeviceIsUsedByACluster()
    {
        std::set<std::string> used;
        for (const PresetEntry& entry : shippedPresets().clusters()) {
            for (const Json& device : devicesIn(jsonOf(entry.file))) {
                used.insert(device.is_string() ? device.get<std::string>() : device["preset"].get<std::string>());
            }
        }
        for (const PresetEntry& entry : shippedPresets().devices()) {
            QVERIFY2(used.contains(entry.name), entry.name.c_str());
        }
        QVERIFY(used.size() >= 16);
    }

    void noConstantHasTwoHomes()
    {
        const std::vector<PresetEntry> entries = shippedPresets().devices();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const Json first = ownMembers(jsonOf(entries[i].file)["device"]);
            for (std::size_t k = i + 1; k < entries.size(); ++k) {
                const Json second = ownMembers(jsonOf(entries[k].file)["device"]);
                int shared = 0;
                for (const auto& [key, value] : first.items()) {
                    const bool isSame = value.is_object() && second.contains(key) && second[key] == value;
                    const std::string where = entries[i].name + " and " + entries[k].name + ", " + key;
                    QVERIFY2(!isSame || value.contains("value"), where.c_str());
                    shared += isSame ? 1 : 0;
                }
                QVERIFY2(shared <= mostShared, (entries[i].name + " and " + entries[k].name).c_str());
            }
        }
    }

    void devicesAreListedByTheirNames()
    {
        const std::vector<PresetEntry> entries = shippedPresets().devices();
        QVERIFY(entries.size() >= 16);
        for (const PresetEntry& entry : entries) {
            QCOMPARE(entry.title, loaded(shippedPresets().device(entry.name)).name);
        }
        write("broken", "a string");
        const std::vector<PresetEntry> with = store().devices();
        QCOMPARE(with.size(), entries.size() + 1);
        QVERIFY(std::ranges::find(with, std::string("broken"), &PresetEntry::title) != with.end());
        QVERIFY(errorOf(store().device("broken")).contains("is a string, expected an object"));
        QVERIFY(errorOf(store().device("h100-smx")).contains("there is no device 'h100-smx'. Nearest are h100-sxm"));
        QVERIFY(errorOf(store().device("abacus")).contains("'pgram list devices' names all"));
        // A path is not a name: a cluster file means the same in every folder.
        QVERIFY(
            errorOf(store().device(shippedPresets().devices().front().file.string())).contains("there is no device"));
    }

    void changesMergeMemberByMember()
    {
        const Device h100 = loaded(store().device("h100-sxm"));
        const Json oneHead = Json::array({Json{{"head_dim", 128}, {"rate_share", 0.5}}});
        const Json change{{"name", "Mine"},
                          {"memory_bytes", std::int64_t{96} << 30},
                          {"gemm_efficiency", {{"value", 0.5}}},
                          {"attention", {{"bf16", {{"heads", oneHead}}}}},
                          {"usd_per_hour", nullptr},
                          {"peak_flop_per_s", {{"fp8", nullptr}}},
                          {"fp8_efficiency", nullptr}};
        const Device mine = loaded(read(clusterOn(reference("h100-sxm", change)))).device;
        Device expected = h100;
        expected.name = "Mine";
        expected.memory = Bytes{96} << 30;
        expected.gemmEfficiency.value = 0.5;  // its provenance stays
        expected.attention->types[0]->widths = {{128, 0.5}};
        expected.hourPrice = {};
        expected.peakFp8 = 0;
        expected.fp8Efficiency = Device().fp8Efficiency;
        QVERIFY(mine == expected);
        QVERIFY(loaded(read(clusterOn({{"preset", "h100-sxm"}}))).device == h100);
    }

    void kindsNameTheirDevices()
    {
        Json cluster = fileOf(PresetKind::Cluster, "h100-8-h200-8");
        cluster["kinds"][1]["device"] = reference("h200-sxm", {{"name", "Mine"}});
        const Cluster mixed = loaded(read(cluster));
        QVERIFY(mixed.device == loaded(store().device("h100-sxm")));
        QCOMPARE(mixed.kinds[1].device->name, std::string("Mine"));
        QCOMPARE(mixed.kinds[1].device->memory, loaded(store().device("h200-sxm")).memory);
    }

    /// A user's file goes before a shipped one, also where shipped clusters and devices name it.
    void aUsersDeviceGoesFirst()
    {
        write("h100-sxm", deviceFile(reference("h200-sxm", {{"name", "Mine"}, {"multiprocessors", 100}})));
        // The shipped H200 names the H100: a circle.
        QVERIFY2(errorOf(store().device("h100-sxm"))
                     .contains("at /device/preset: device presets name each other in a circle: h200-sxm, h100-sxm, "
                               "h200-sxm. Write one of them as a whole device"),
                 qPrintable(errorOf(store().device("h100-sxm"))));
        write("h100-sxm", deviceFile(reference("a100-sxm-80gb", {{"name", "Mine"}})));
        QCOMPARE(loaded(store().cluster("dgx-h100")).device.name, std::string("Mine"));
        QCOMPARE(loaded(store().device("h200-sxm")).multiprocessors,
                 loaded(store().device("a100-sxm-80gb")).multiprocessors);
        QVERIFY(loaded(shippedPresets().cluster("dgx-h100")).device.name != "Mine");
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("device");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* tag, const Json& device, const char* error) {
            QTest::newRow(tag) << QByteArray::fromStdString(device.dump()) << error;
        };
        row("unknown", "h100-smx", "c.json at /device: there is no device 'h100-smx'. Nearest are h100-sxm");
        row("unknown base", reference("h100-smx", Json::object()),
            "c.json at /device/preset: there is no device 'h100-smx'. Nearest are h100-sxm");
        row("a path", "devices/h100-sxm.json", "c.json at /device: there is no device 'devices/h100-sxm.json'");
        row("no name", {{"preset", 3}}, "c.json at /device/preset: is a number, expected a string");
        row("no object", reference("h100-sxm", "memory"), "c.json at /device/change: is a string, expected an object");
        row("a member beside it", {{"preset", "h100-sxm"}, {"memory_bytes", 1}}, "c.json at /device/memory_bytes: ");
        row("misspelt", reference("h100-sxm", {{"memory_byte", 1}}), "c.json at /device/change/memory_byte: ");
        row("misspelt inside", reference("h100-sxm", {{"gemm_efficiency", {{"valu", 1}}}}),
            "c.json at /device/change/gemm_efficiency/valu: ");
        row("out of range", reference("h100-sxm", {{"gemm_efficiency", {{"value", 2}}}}),
            "c.json at /device/change/gemm_efficiency/value: is 2, expected a number from 0.001 to 1");
        row("removed", reference("h100-sxm", {{"memory_bytes", nullptr}}),
            "c.json at /device/change: lacks 'memory_bytes'");
        row("neither", 3, "c.json at /device: is a number, expected an object");
    }
    void refusals()
    {
        QFETCH(QByteArray, device);
        QFETCH(QString, error);
        const QString said = errorOf(read(clusterOn(Json::parse(device.toStdString()))));
        QVERIFY2(said.startsWith(error), qPrintable(said));
        Json mixed = fileOf(PresetKind::Cluster, "h100-8-h200-8");
        mixed["kinds"][1]["device"] = Json::parse(device.toStdString());
        const QString ofKind = errorOf(read(mixed));
        const QString place = "c.json at ";
        QVERIFY2(ofKind.startsWith(place + "/kinds/1" + error.mid(place.size())), qPrintable(ofKind));
    }

    /// An error in a device file names that file, not the cluster's.
    void faultsOfADeviceFile()
    {
        const auto fault = [this](const Json& file) {
            write("mine", file);
            QString said = errorOf(read(clusterOn("mine")));
            const QString place = QString::fromStdString((userFolder() / "devices/mine.json").string());
            return said.startsWith(place) ? said.mid(place.size()) : "elsewhere: " + said;
        };
        Json whole = deviceFile(fileOf(PresetKind::Device, "h100-sxm")["device"]);
        QVERIFY(read(clusterOn("h100-sxm")).has_value());
        Json changed = whole;
        changed["device"]["memory_bytes"] = "80 GiB";
        QVERIFY2(fault(changed).startsWith(" at /device/memory_bytes: is a string"), qPrintable(fault(changed)));
        QVERIFY2(fault(deviceFile(reference("h100-sxm", {{"memory_bytes", "80 GiB"}})))
                     .startsWith(" at /device/change/memory_bytes: is a string"),
                 qPrintable(fault(deviceFile(reference("h100-sxm", {{"memory_bytes", "80 GiB"}})))));
        QVERIFY(fault(deviceFile("nobody")).startsWith(" at /device: there is no device 'nobody'"));
        QVERIFY(fault(deviceFile("mine")).contains("circle: mine, mine"));
        changed = whole;
        changed["memory_bytes"] = 1;
        QVERIFY(fault(changed).startsWith(" at /memory_bytes: "));
        changed = whole;
        changed["format"] = "parallelogram-cluster";
        QVERIFY(fault(changed).startsWith(" at /format: is 'parallelogram-cluster', expected 'parallelogram-device'"));
        changed = whole;
        changed["version"] = 2;
        QVERIFY(fault(changed).startsWith(" at /version: is parallelogram-device version 2, newer than 1"));
        changed = whole;
        changed.erase("device");
        QVERIFY(fault(changed).startsWith(": lacks 'device'"));
        fs::remove(userFolder() / "devices/mine.json");
        QCOMPARE(::mkfifo((userFolder() / "devices/mine.json").c_str(), 0600), 0);
        QVERIFY(errorOf(read(clusterOn("mine"))).contains("mine.json: is a pipe or a device, not a file"));
    }

    /// Plans and saved clusters hold whole devices.
    void writtenDevicesAreWhole()
    {
        const Cluster cluster = loaded(store().cluster("h100-8-h200-8"));
        for (const Json& device : devicesIn(toJson(cluster))) {
            QVERIFY(device.contains("memory_bytes"));
        }
        const Cluster mine = loaded(saveOwnPreset(store(), cluster, "Of mine"));
        const Json saved = jsonOf(userFolder() / "clusters/of-mine.json");
        QVERIFY(loaded(parseCluster(saved.dump(), "saved")) == mine);
        QCOMPARE(errorOf(parseCluster(clusterOn("h100-sxm").dump(), "c.json")),
                 QString("c.json at /device: is a string, expected an object."));
    }
};

PGRAM_TEST(TestDevicePresets)
#include "test_device_presets.moc"
