// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of people's own in menus and in other names: "&" and "%" are letters of theirs.
#include "core/fidelity/framework.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/scenario_text.h"
#include "widgets/shell/actions/action_spec.h"

#include <QMainWindow>
#include <QRegularExpression>

#include <set>

using namespace pgram;

class TestNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ampersandsAreShown()
    {
        QCOMPARE(escapeMnemonics(QStringLiteral("R&D && more")), QStringLiteral("R&&D &&&& more"));
        QCOMPARE(plainText(escapeMnemonics(QStringLiteral("R&D"))), QStringLiteral("R&D"));
        QCOMPARE(plainText(QStringLiteral("&Open…")), QStringLiteral("Open"));
    }

    void recentFilesKeepTheirNamesAndKeys()
    {
        WindowFixture fixture;
        QStringList files;
        for (int number = 1; number <= 10; ++number) {
            files.append(QStringLiteral("/plans/R&D %1.json").arg(number));
        }
        fixture.settings.set(SettingId::RecentFiles, files);
        fixture.window->actions().rebuild();
        const QMenu* recent = fixture.window->actions().menu("recent");
        std::set<QChar> keys;
        for (int index = 0; index < 10; ++index) {
            const QString text = recent->actions()[index]->text();
            QVERIFY2(text.contains(QStringLiteral("R&&D")), qPrintable(text));
            static const QRegularExpression mark(QStringLiteral("&([^&])"));
            keys.insert(mark.match(text).captured(1).front());
        }
        QCOMPARE(keys.size(), std::size_t{10});
    }

    void percentSignsAreNoPlaces()
    {
        Document document;
        Session session(&document);
        for (int again = 0; again < 2; ++again) {
            Plan plan = samplePlan(1, 4, 1);
            plan.name = "50%2";
            session.add(std::move(plan));
        }
        QCOMPARE(QString::fromStdString(session.at(1).plan()->name), QStringLiteral("50%2 (2)"));
    }

    /// Those of English words; names of models and machines are the same in every language.
    void titlesOfPresetsAreTranslated()
    {
        Language language;
        language.use(QStringLiteral("zh_CN"));
        const PresetStore store(presetsFolder());
        static const QRegularExpression words(QStringLiteral("\\b(over|in|on|one|each|hosts|parallelism|data)\\b"));
        for (const PresetKind kind : {PresetKind::Scenario, PresetKind::Cluster}) {
            for (const PresetEntry& entry : store.entries(kind)) {
                const QString title = presetText(entry.title);
                QCOMPARE(presetText(entry.title + ", edited"), title + QStringLiteral("（已修改）"));
                QVERIFY2(!words.match(title).hasMatch(), qPrintable(title));
                QCOMPARE(presetText("16 × " + entry.title), QStringLiteral("16 × ") + title);
                QCOMPARE(presetText("1 device of " + entry.title), QStringLiteral("1 个设备（%1）").arg(title));
            }
        }
        const Result<std::vector<FrameworkFamily>> families = loadFrameworks(store);
        QVERIFY(families);
        for (const FrameworkFamily& family : *families) {
            QVERIFY2(presetText(family.what) != QString::fromStdString(family.what), family.name.c_str());
        }
        language.use(QStringLiteral("en"));
    }

    /// A stage of a pipeline is something else than one of ResNet.
    void blocksOfResNetHaveTheirPaperNames()
    {
        const PresetStore store(presetsFolder());
        const Architecture model = *store.model("resnet-50");
        QStringList names;
        for (int layer = 0; layer < model.layerCount(); ++layer) {
            names.append(QString::fromStdString(model.layerName(layer)));
        }
        QCOMPARE(names.mid(0, 6).join(u' '), QStringLiteral("stem conv2_1 conv2_2 conv2_3 conv3_1 conv3_2"));
        QCOMPARE(names.removeDuplicates(), 0);
        QVERIFY(!names.join(u' ').contains(QStringLiteral("stage")));
    }
};

PGRAM_TEST(TestNames)
#include "test_names.moc"
