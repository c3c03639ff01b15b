// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Presets by name and by file: found, refused with what is wrong, misspelt names answered with the nearest.
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/model/model_json.h"
#include "core/presets/machine_name.h"
#include "core/search/task/scenario.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace pgram;
using test::errorOf;
namespace fs = std::filesystem;

namespace {

/// A store of three files in a folder of its own, and room for a user's folder beside it.
class OwnStore {
public:
    OwnStore()
    {
        for (const char* folder : {"root/models", "root/clusters", "root/devices", "user/models"}) {
            fs::create_directories(path() / folder);
        }
        for (const char* file : {"models/bert-huge-32.json", "clusters/rtx-titan-8.json", "devices/rtx-titan.json"}) {
            fs::copy_file(shippedPresets().root() / file, path() / "root" / file);
        }
    }

    [[nodiscard]] fs::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] PresetStore store() const { return PresetStore(path() / "root", path() / "user"); }
    fs::path write(const char* name, std::string_view text) const
    {
        loaded(writeTextFile(path() / name, text).map([] { return true; }));
        return path() / name;
    }

private:
    QTemporaryDir m_folder;
};

/// The environment's PARALLELOGRAM_PRESETS for the time of a test.
class PresetsVariable {
public:
    explicit PresetsVariable(const fs::path& value) { qputenv(name, QByteArray::fromStdString(value.string())); }
    ~PresetsVariable() { qunsetenv(name); }
    PresetsVariable(const PresetsVariable&) = delete;
    PresetsVariable& operator=(const PresetsVariable&) = delete;

private:
    static constexpr const char* name = "PARALLELOGRAM_PRESETS";
};

}  // namespace

class TestPresetStore : public QObject {
    Q_OBJECT

private slots:
    /// A number and words of a device name a cluster: the usual node of the device, cut or multiplied.
    void aMachineIsANumberAndADevice()
    {
        const PresetStore store = shippedPresets();
        const Cluster two = loaded(store.cluster("2 x RTX 3090"));
        QCOMPARE(two.devices, 2);
        QCOMPARE(two.device.name, std::string("NVIDIA GeForce RTX 3090"));
        QCOMPARE(nodesOf(two), 1);
        const Cluster many = loaded(store.cluster("16×4090"));
        QCOMPARE(many.devices, 16);
        QCOMPARE(nodesOf(many), 2);
        QCOMPARE(loaded(store.cluster("8X h20")).device.name, std::string("NVIDIA H20 96GB"));
        QCOMPARE(loaded(store.cluster("32 x h100")).device.name, std::string("NVIDIA H100 SXM5 80GB"));
        const auto error = [&](const char* name) { return store.cluster(name).error().text(); };
        QVERIFY(error("8 x a100").find("several devices are called 'a100'") != std::string::npos);
        QVERIFY(error("8 x a100").find("NVIDIA A100 SXM4 40GB") != std::string::npos);
        QVERIFY(error("8 x abacus").find("no shipped cluster has a device 'abacus'") != std::string::npos);
        QVERIFY(error("12 x 4090").find("Nearest are 8 and 16") != std::string::npos);
        const Cluster joined = loaded(store.cluster("16 x RTX 3090 joined by 2 x HDR"));
        QCOMPARE(joined.links.size(), std::size_t{2});
        QCOMPARE(joined.links.back().name, std::string("2 x InfiniBand HDR"));
        QCOMPARE(joined.links.back().bandwidth, 2 * 25e9 / 8);  // two cards for eight devices
        QCOMPARE(joined.links.back().efficiency.provenance.kind, std::string("guessed"));
        QVERIFY(error("16 x 4090 joined by carrier pigeon").find("Choose one of 1GbE, 10GbE") != std::string::npos);
        for (const char* other : {"x 4090", "0 x 4090", "8 x", "8 4090", "4090x8", "-2 x 4090", "99999999999 x 4090"}) {
            QVERIFY2(!machineName(other), other);
        }
    }

    void initTestCase() { qunsetenv("PARALLELOGRAM_PRESETS"); }

    void namesAndFilesAreFound()
    {
        const PresetStore& store = shippedPresets();
        const Architecture byName = loaded(store.model("bert-huge-32"));
        const fs::path file = store.root() / "models/bert-huge-32.json";
        QVERIFY(loaded(store.model(file.string())) == byName);
        QCOMPARE(loaded(store.cluster("rtx-titan-8")).devices, 8);
    }

    void misspeltNamesAreAnsweredWithTheNearest_data()
    {
        QTest::addColumn<QString>("nearest");
        QTest::newRow("bert-hug-32") << "Nearest are bert-huge-32";
        QTest::newRow("BERT-Huge-48") << "Nearest are bert-huge-48";
        QTest::newRow("lama2-7b") << "Nearest are llama2-7b";
        QTest::newRow("gpt3-175") << "Nearest are gpt3-175b";
        QTest::newRow("resnet50") << "Nearest are resnet-50";
        QTest::newRow("mixtral") << "Nearest are mixtral-8x22b, mixtral-8x7b";
        QTest::newRow("completely unheard of") << "'pgram list models' names all";
        QTest::newRow("") << "'pgram list models' names all";
    }
    void misspeltNamesAreAnsweredWithTheNearest()
    {
        QFETCH(QString, nearest);
        const auto model = shippedPresets().model(QTest::currentDataTag());
        QVERIFY(!model.has_value());
        QCOMPARE(model.error().kind, ErrorKind::BadInput);
        QCOMPARE(QString::fromStdString(model.error().where.english()), QString("model"));
        QVERIFY2(QString::fromStdString(model.error().todo.english()).startsWith(nearest),
                 model.error().todo.english().c_str());
    }

    void entriesAreSortedByNumberAndTitled()
    {
        std::vector<std::string> names;
        for (const PresetEntry& entry : shippedPresets().models()) {
            QVERIFY(!entry.title.empty());
            names.push_back(entry.name);
        }
        QVERIFY(names.size() > 100);
        const auto place = [&names](const char* name) { return std::ranges::find(names, name) - names.begin(); };
        QVERIFY(place("llama2-7b") < place("llama2-13b"));
        QVERIFY(place("llama2-13b") < place("llama2-70b"));
        QVERIFY(place("megatron-145b") < place("megatron-530b"));
        QVERIFY(place("bert-huge-32") < place("bert-huge-48"));
        QVERIFY(std::ranges::adjacent_find(names) == names.end());
    }

    void aUsersPresetWinsAndABrokenOneIsListed()
    {
        const OwnStore own;
        const PresetStore store = own.store();
        Architecture mine = loaded(store.model("bert-huge-32"));
        mine.title = "My BERT";
        QVERIFY(saveArchitecture(mine, own.path() / "user/models/bert-huge-32.json").has_value());
        own.write("user/models/broken.json", "{ \"title\": 3");

        QCOMPARE(loaded(store.model("bert-huge-32")).title, std::string("My BERT"));
        const auto entries = store.models();
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].title, std::string("My BERT"));
        QCOMPARE(entries[1].title, std::string("broken"));
        QVERIFY(errorOf(store.model("broken")).contains("is cut off"));
    }

    /// To open one would wait for who writes into it: every command lists the presets.
    void aPipeAmongThePresetsIsRefusedAndNeverOpened()
    {
        const OwnStore own;
        const PresetStore store = own.store();
        const fs::path pipe = own.path() / "user/models/pipe.json";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const auto entries = store.models();
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[1].title, std::string("pipe"));
        QCOMPARE(errorOf(store.model("pipe")), QString::fromStdString(pipe.string()) +
                                                   ": is a pipe or a device, not a file. Put a file in its place, or "
                                                   "remove it.");
        Json scenario = toJson(loaded(loadScenario(shippedPresets(), defaultScenario)));
        scenario["model"] = pipe.string();
        const auto read = parseScenario(dumped(scenario), "s.json", own.path(), shippedPresets());
        QVERIFY2(errorOf(read).contains("s.json at /model: the file") && errorOf(read).contains("is a pipe"),
                 qPrintable(errorOf(read)));
    }

    void whatIsNoPresetIsRefused()
    {
        const OwnStore own;
        const PresetStore store = own.store();
        const auto refused = [&](const fs::path& file, const char* why) {
            const auto model = store.model(file.string());
            const auto cluster = store.cluster(file.string());
            return !model && !cluster && model.error().kind == ErrorKind::BadInput &&
                   model.error().where.english().starts_with(file.string()) && errorOf(model).contains(why) &&
                   cluster.error().where.english().starts_with(file.string()) && errorOf(cluster).contains(why);
        };
        QVERIFY(refused(own.path() / "root", "is a directory"));
        QVERIFY(refused(own.path() / "none.json", "No such file"));
        QVERIFY(refused(own.write("empty.json", ""), "is empty"));
        QVERIFY(refused(own.write("spaces.json", " \n\t "), "is empty"));
        QVERIFY(refused(own.write("noise.json", std::string("\x7f\x00\xff\x10", 4)), "is not a text file"));
        QVERIFY(refused(own.write("list.json", "[]"), "is an array, expected an object"));
        QVERIFY(refused(own.write("deep.json", std::string(100'000, '[')), "nested deeper"));
        QVERIFY(refused(own.write("other.json", R"({"format": "parallelogram-lesson", "version": 1})"),
                        "is 'parallelogram-lesson'"));

        const fs::path huge = own.write("huge.json", "{");
        fs::resize_file(huge, 100 << 20);
        QVERIFY(refused(huge, "is 100 MiB large"));

        const fs::path locked = own.write("locked.json", "{}");
        fs::permissions(locked, fs::perms::none);
        if (::access(locked.c_str(), R_OK) != 0) {
            QVERIFY(refused(locked, "Permission denied"));
        }
    }

    void theFolderIsFound()
    {
        const fs::path root = fs::canonical(shippedPresets().root());
        // From the build tree of this very program.
        QCOMPARE(loaded(PresetStore::find("/proc/self/exe")).root(), root);

        const OwnStore own;
        fs::create_directories(own.path() / "usr/bin");
        fs::create_directories(own.path() / "usr/share/parallelogram");
        fs::rename(own.path() / "root", own.path() / "usr/share/parallelogram/presets");
        own.write("usr/bin/pgram", "");
        const fs::path installed = fs::canonical(own.path() / "usr/share/parallelogram/presets");
        QCOMPARE(loaded(PresetStore::find(own.path() / "usr/bin/pgram")).root(), installed);

        // A build folder has a link to the presets of its sources, wherever these are.
        fs::create_directories(own.path() / "build/app");
        fs::create_directory_symlink(installed, own.path() / "build/presets");
        own.write("build/app/pgram", "");
        QCOMPARE(loaded(PresetStore::find(own.path() / "build/app/pgram")).root(), installed);
        QCOMPARE(loaded(PresetStore(installed).cluster("rtx-titan-8")).device.name, std::string("NVIDIA TITAN RTX"));
    }

    void theEnvironmentGoesFirst()
    {
        const OwnStore own;
        {
            const PresetsVariable variable(own.path() / "root");
            QCOMPARE(loaded(PresetStore::find("pgram")).models().size(), std::size_t{1});
        }
        const PresetsVariable variable(own.path() / "user");
        const auto store = PresetStore::find("pgram");
        QVERIFY(!store.has_value());
        QCOMPARE(store.error().where.english(), std::string("PARALLELOGRAM_PRESETS"));
    }
};

PGRAM_TEST(TestPresetStore)
#include "test_preset_store.moc"
