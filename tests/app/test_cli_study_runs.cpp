// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram study: a run, its parts and their merge, exports, and runs that are killed.
#include "core/base/json.h"
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/schema_check.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

class TestCliStudyRuns : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] PgramRun run(const QStringList& arguments) const { return pgramRun(arguments, m_folder.path()); }
    [[nodiscard]] QString place(const QString& name) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(place(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    /// Returns the rows of a file of results as CSV, without the columns that differ from run to run, which are last.
    [[nodiscard]] QStringList rows(const QString& results) const
    {
        QStringList lines = QString::fromUtf8(run({"study", "export", results}).out).split('\n', Qt::SkipEmptyParts);
        for (QString& line : lines) {
            line = line.left(line.lastIndexOf(',', line.lastIndexOf(',') - 1));
        }
        return lines;
    }
    [[nodiscard]] qsizetype rowCount(const QString& results) const { return rows(results).size(); }

private Q_SLOTS:
    void initTestCase()
    {
        write("small.json", R"({"format": "parallelogram-study", "version": 1, "name": "small",
            "scenario": {"cluster": "rtx-titan-8", "training": {"precision": "fp16"}},
            "grid": {"model": ["bert-base", "gpt2-small"], "memory_budget_bytes": [50000000, 8000000000, 16000000000],
                     "training/global_batch": [8, 16, 32, 64]}})");
        const PgramRun made = run({"study", "small.json", "--json"});
        QVERIFY2(made.exitCode == 0, made.err.constData());
        QCOMPARE(schemaProblem(made.out.toStdString(), "pgram-study"), QString());
        QCOMPARE(made.json()["done"], 24);
        QCOMPARE(made.json()["added"], 24);
    }

    void aSecondRunAddsNothing()
    {
        const Json again = run({"study", "small.json", "--json"}).json();
        QCOMPARE(again["done"], 24);
        QCOMPARE(again["added"], 0);
    }

    void exports()
    {
        const QStringList csv = rows("small.sqlite");
        QCOMPARE(csv.size(), 25);
        QVERIFY(csv[0].startsWith("id,model,memory_budget_bytes,training/global_batch,status,error,step_s,"));
        QVERIFY(csv[1].startsWith("0,bert-base,50000000,8,infeasible,"));
        const PgramRun lines = run({"study", "export", "small.sqlite", "--form", "jsonl", "--out", "all.jsonl"});
        QCOMPARE(lines.exitCode, 0);
        QFile file(place("all.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> objects = file.readAll().trimmed().split('\n');
        QCOMPARE(objects.size(), 24);
        const auto last = parseJson(objects.last().toStdString(), "last");
        QVERIFY(last && (*last)["model"] == "gpt2-small" && (*last)["training/global_batch"] == 64 &&
                (*last)["step_s"].is_number());
    }

    void partsAreMerged()
    {
        for (const char* part : {"1", "2", "3"}) {
            QCOMPARE(run({"study", "small.json", "--shard", QString("%1/3").arg(part)}).exitCode, 0);
        }
        const PgramRun merged = run({"study", "merge", "all.sqlite", "small.1-of-3.sqlite", "small.2-of-3.sqlite",
                                     "small.3-of-3.sqlite", "small.2-of-3.sqlite"});
        QVERIFY2(merged.exitCode == 0 && merged.out.contains("24 of 24 requests"),
                 (merged.err + merged.out).constData());
        QCOMPARE(rows("all.sqlite"), rows("small.sqlite"));
    }

    /// Killed as soon as it has added rows, until nothing is left to do.
    void killedRunsGoOn()
    {
        qsizetype before = 0;
        int kills = 0;
        for (bool ends = false; !ends;) {
            QProcess process;
            QVERIFY(startPgram(process, {"study", "small.json", "--results", "killed.sqlite", "--threads", "1"},
                               m_folder.path(), {}));
            QTRY_VERIFY(process.state() == QProcess::NotRunning || rowCount("killed.sqlite") > before);
            ends = process.state() == QProcess::NotRunning && process.exitStatus() == QProcess::NormalExit;
            process.kill();
            QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(waitLimit));
            kills += ends ? 0 : 1;
            before = std::max<qsizetype>(1, rowCount("killed.sqlite"));
            QVERIFY(kills <= 24);
        }
        QCOMPARE(rows("killed.sqlite"), rows("small.sqlite"));
    }

    void refusals()
    {
        const auto says = [this](const QStringList& arguments, const char* what) {
            const PgramRun refused = run(QStringList("study") + arguments);
            return refused.exitCode == 2 && refused.err.contains(what);
        };
        QVERIFY(says({}, "gives no study"));
        QVERIFY(says({"missing.json"}, "missing.json"));
        QVERIFY(says({"galvatron"}, "galvatron-bmw-8"));
        QVERIFY(says({"small.json", "--shard", "4/3"}, "--shard"));
        write("other.json", R"({"format": "parallelogram-study", "version": 1, "name": "other"})");
        QVERIFY(says({"other.json", "--results", "small.sqlite"}, "another study"));
        QVERIFY(says({"merge", "x.sqlite", "small.json"}, "small.json"));
        QVERIFY(!QFile::exists(place("x.sqlite")));
        QVERIFY(says({"export", "missing.sqlite"}, "missing.sqlite"));
    }
};

PGRAM_TEST(TestCliStudyRuns)
#include "test_cli_study_runs.moc"
