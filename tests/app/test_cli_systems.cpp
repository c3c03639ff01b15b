// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate systems: a file, a folder, figures that differ, files that are none.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliSystems : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString write(const char* name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            return {};
        }
        return file.fileName();
    }
    static QByteArray pipeline(double seconds)
    {
        return R"({"shared": {"decentralised_pipeline": [{"name": "p", "input": {"f": 1, "b": 2, "stages": 4,
            "microbatches": 8, "activation_bytes": 0, "network_bytes_per_s": 1, "latency_s": 0},
            "expected_seconds": )" +
               QByteArray::number(seconds) + R"(}], "rumours": [{}]}})";
    }

private Q_SLOTS:
    void agreementIsZero()
    {
        const PgramRun run = pgramRun({"validate", "systems", "--cases", write("a.json", pipeline(33)), "--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-validate-systems");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QCOMPARE(run.json()["cases"].size(), 1u);
        const Json check = run.json()["cases"][0];
        QCOMPARE(check["system"], "atom");
        QCOMPARE(check["name"], "p");
        QCOMPARE(check["quantity"], "expected_seconds");
        QCOMPARE(check["got"], 33.0);
        QCOMPARE(check["ok"], true);
        QCOMPARE(run.json()["skipped"], Json::array({"a.json: shared/rumours"}));
        const PgramRun text = pgramRun({"validate", "systems", "--cases", m_folder.filePath("a.json")});
        QVERIFY(text.out.contains("All agree."));
        QVERIFY(text.out.contains("a.json: shared/rumours"));
    }

    /// A folder is all its files; one figure that differs is exit code 1.
    void differenceIsOne()
    {
        QVERIFY(QDir(m_folder.path()).mkdir("cases"));
        (void)write("cases/a.json", pipeline(33));
        (void)write("cases/b.json", pipeline(34));
        const PgramRun run = pgramRun({"validate", "systems", "--cases", m_folder.filePath("cases"), "--json"});
        QCOMPARE(run.exitCode, 1);
        QCOMPARE(run.json()["cases"].size(), 2u);
        QCOMPARE(run.json()["cases"][1]["ok"], false);
        const PgramRun text = pgramRun({"validate", "systems", "--cases", m_folder.filePath("cases")});
        QCOMPARE(text.exitCode, 1);
        QVERIFY(text.out.contains("expected 34, got 33"));
    }

    void badFilesAreTwo()
    {
        const PgramRun run = pgramRun({"validate", "systems", "--cases", write("bad.json", R"({"peers": [{}]})")});
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.err.contains("bad.json") && run.err.contains("/peers/0"));
        QCOMPARE(pgramRun({"validate", "systems", "--cases", m_folder.filePath("none.json")}).exitCode, 2);
        QCOMPARE(pgramRun({"validate", "systems"}).exitCode, 2);
        QVERIFY(QDir(m_folder.path()).mkdir("empty"));
        QCOMPARE(pgramRun({"validate", "systems", "--cases", m_folder.filePath("empty")}).exitCode, 2);
    }
};

PGRAM_TEST(TestCliSystems)
#include "test_cli_systems.moc"
