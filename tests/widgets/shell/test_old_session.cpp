// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's files of earlier releases (tests/cases/old/RELEASE/window): the session that a closed window left, and
// its settings. The other files of a release are in tests/core/test_old_files.cpp.
#include "core/base/text_file.h"
#include "core/plan/plan_json.h"
#include "tests/old_files.h"
#include "tests/pgram_test.h"
#include "widgets/shell/session/session_file.h"
#include "widgets/shell/settings/settings.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QWidget>

using namespace pgram;
using namespace pgram::test;

class TestOldSession : public QObject {
    Q_OBJECT

    static QString window(const char* file)
    {
        QFETCH_GLOBAL(QString, release);
        return release + QStringLiteral("/window/") + QString::fromLatin1(file);
    }

private Q_SLOTS:
    static void initTestCase_data()
    {
        QTest::addColumn<QString>("release");
        for (const auto& release : oldReleases()) {
            QTest::newRow(release.filename().c_str()) << QString::fromStdString(release.string());
        }
    }

    /// The window had planned the default scenario and saved nothing.
    void theSessionIsReadWithItsSearch()
    {
        const std::filesystem::path file = window("session.json").toStdU16String();
        const auto text = readTextFile(file);
        QVERIFY2(text.has_value(), text ? "" : text.error().text().c_str());
        const auto session = keptSessionFromText(*text, "session.json");
        QVERIFY2(session.has_value(), session ? "" : session.error().text().c_str());
        QVERIFY(session->missing.empty());
        QVERIFY(session->closed);
        QCOMPARE(session->shown, 0);
        QVERIFY(!session->view.isEmpty());
        QVERIFY(session->scenario.has_value());
        QCOMPARE(session->plans.size(), std::size_t{1});
        const KeptPlan& kept = session->plans.front();
        QCOMPARE(kept.plan->model.name, std::string("bert-huge-32"));
        QCOMPARE(kept.plan->cluster.devices, 8);
        QVERIFY(kept.file.isEmpty() && session->isAtRisk());
        QVERIFY(kept.search != nullptr);
        QVERIFY(kept.search->result.plan.has_value());
        QVERIFY(kept.search->result.certificate.lowerBound > 0);

        const auto then = parseJson(*text, "then");
        const auto now = parseJson(toText(*session), "now");
        QVERIFY(then && now);
        QCOMPARE(firstLoss(*then, *now), std::string());
    }

    /// Every key of the file is one of the table, and states of windows are behind a checksum that is right.
    void theSettingsAreRead()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        QVERIFY(QFile::copy(window("settings.ini"), file));
        const Settings settings(file);
        int known = 0;
        QSettings stored(file, QSettings::IniFormat);
        for (const Setting& row : settingsTable()) {
            if (!stored.contains(QLatin1StringView(row.key))) {
                continue;
            }
            ++known;
            const QVariant value = settings.get(row.id);
            QCOMPARE(value.typeId(), row.fallback.typeId());
            QVERIFY2(value.typeId() != QMetaType::QByteArray || !value.toByteArray().isEmpty(), row.key);
        }
        QCOMPARE(known, static_cast<int>(stored.allKeys().size()));
        QVERIFY(settings.get(SettingId::StartSeen).toBool());
        QCOMPARE(settings.text(SettingId::Layout), QStringLiteral("explore"));
        QVERIFY(!settings.text(SettingId::ViewOptions).isEmpty());
        // The window's own state is Qt's, which takes it back.
        QWidget plain;
        QVERIFY(plain.restoreGeometry(settings.get(SettingId::WindowGeometry).toByteArray()));
    }
};

PGRAM_TEST(TestOldSession)
#include "test_old_session.moc"
