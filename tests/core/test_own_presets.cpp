// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Presets of one's own: found by name beside the shipped ones, never in their place.
#include "core/presets/own_presets.h"
#include "tests/core/error_of.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <filesystem>

using namespace pgram;
using test::errorOf;

class TestOwnPresets : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    [[nodiscard]] PresetStore store() const
    {
        return PresetStore(presetsFolder(), m_folder.path().toStdString() + "/of mine");
    }

private Q_SLOTS:
    void aNameIsMadeOfATitle_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("My 70B, 128k") << "my-70b-128k";
        QTest::newRow("  Llama 3.1 (8B)  ") << "llama-3.1-8b";
        QTest::newRow("../../etc/passwd") << "etc-passwd";
        QTest::newRow("我的模型 2") << "我的模型-2";
        QTest::newRow("...") << "";
        QTest::newRow("") << "";
        QTest::newRow("/") << "";
    }
    void aNameIsMadeOfATitle()
    {
        QFETCH(QString, name);
        const auto made = presetNameOf(QTest::currentDataTag());
        QCOMPARE(made ? QString::fromStdString(*made) : QString(), name);
    }

    void aSavedOneIsFoundByItsName()
    {
        Architecture model = loaded(store().model("llama2-13b"));
        model.runs[1].count = 48;
        const Architecture saved = loaded(saveOwnPreset(store(), model, "My 16B"));
        QCOMPARE(saved.name, std::string("my-16b"));
        QVERIFY(loaded(store().model("my-16b")) == saved);
        QVERIFY(saved.runs == model.runs);
        QVERIFY(isOwnPreset(store(), PresetKind::Model, "my-16b"));
        QVERIFY(!isOwnPreset(store(), PresetKind::Cluster, "my-16b"));
        QVERIFY(!isOwnPreset(store(), PresetKind::Model, "llama2-13b"));

        Cluster cluster = loaded(store().cluster("dgx-h100"));
        cluster.links[0].bandwidth *= 2;
        const Cluster savedCluster = loaded(saveOwnPreset(store(), cluster, "Twice NVLink"));
        QVERIFY(loaded(store().cluster("twice-nvlink")) == savedCluster);

        model.runs[1].count = 50;
        loaded(saveOwnPreset(store(), model, "My 16B"));
        QCOMPARE(loaded(store().model("my-16b")).runs[1].count, 50);

        QVERIFY(removeOwnPreset(store(), PresetKind::Model, "my-16b").has_value());
        QVERIFY(!store().model("my-16b").has_value());
        QVERIFY(loaded(store().cluster("twice-nvlink")) == savedCluster);
    }

    void shippedPresetsStay()
    {
        const Architecture model = loaded(store().model("llama2-13b"));
        QVERIFY(errorOf(saveOwnPreset(store(), model, "Llama2 13B")).contains("is the name of a shipped preset"));
        QVERIFY(
            errorOf(removeOwnPreset(store(), PresetKind::Model, "llama2-13b")).contains("not a preset of your own"));
        QVERIFY(errorOf(removeOwnPreset(store(), PresetKind::Model, "")).contains("not a preset of your own"));
        QVERIFY(errorOf(saveOwnPreset(PresetStore(presetsFolder()), model, "Mine")).contains("no folder for presets"));
        QVERIFY(errorOf(saveOwnPreset(store(), model, std::string(101, 'x'))).contains("has 101 bytes"));
        QVERIFY(errorOf(saveOwnPreset(store(), model, "?!")).contains("no letter and no digit"));
    }

    void aFolderThatCannotBeMadeIsSaid()
    {
        QVERIFY(QFile(m_folder.filePath("plain")).open(QIODevice::WriteOnly));
        const PresetStore blocked(presetsFolder(), m_folder.filePath("plain").toStdString());
        const Architecture model = loaded(blocked.model("llama2-13b"));
        QVERIFY(errorOf(saveOwnPreset(blocked, model, "Mine")).contains("the folder cannot be made"));
    }
};

PGRAM_TEST(TestOwnPresets)

#include "test_own_presets.moc"
