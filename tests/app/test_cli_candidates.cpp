// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram candidates: folders of plans of different kinds, and their ranking by the logs of their runs.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/schema_check.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

namespace {

const QStringList asked{"candidates", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "64",
                        "--memory",   "8GiB",    "--target",     "fsdp2",     "--count",     "3"};

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

class TestCliCandidates : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString out() const { return m_folder.filePath("try"); }
    [[nodiscard]] QStringList folders() const
    {
        return QDir(out()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const PgramRun run = pgramRun(asked + QStringList{"--out", out(), "--json"});
        QCOMPARE(run.exitCode, 0);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-candidates");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QCOMPARE(run.json()["candidates"].size(), std::size_t{3});
        QCOMPARE(folders().size(), 3);
    }

    void foldersRun()
    {
        for (const QString& folder : folders()) {
            for (const char* file : {"train.sh", "train.py", "plan.pgplan.json", "README.md"}) {
                QVERIFY(QFile::exists(QStringLiteral("%1/%2/%3").arg(out(), folder, file)));
            }
            QVERIFY(QFile(QStringLiteral("%1/%2/train.sh").arg(out(), folder)).permissions() & QFile::ExeOwner);
            QCOMPARE(pgramRun({"estimate", QStringLiteral("%1/%2/plan.pgplan.json").arg(out(), folder)}).exitCode, 0);
        }
    }

    void notRunYet()
    {
        const PgramRun run = pgramRun({"candidates", "rank", out(), "--json"});
        QCOMPARE(run.exitCode, 1);
        const QString problem = schemaProblem(run.out.toStdString(), "pgram-candidates-rank");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QCOMPARE(run.json()["chosen"], "");
    }

    /// measure.sh runs each train.sh; the stand-ins print steps, the last candidate fails.
    void measured()
    {
        const QStringList names = folders();
        const QByteArray steps =
            "#!/usr/bin/env bash\nfor i in $(seq \"$STEPS\"); do echo \"step $i: loss 1, seconds of the "
            "step: %1\"; done\n";
        write(QStringLiteral("%1/%2/train.sh").arg(out(), names[0]), QByteArray(steps).replace("%1", "3.5"));
        write(QStringLiteral("%1/%2/train.sh").arg(out(), names[1]), QByteArray(steps).replace("%1", "2.5"));
        write(QStringLiteral("%1/%2/train.sh").arg(out(), names[2]), "echo 'CUDA out of memory' >&2; exit 1\n");
        QProcess measure;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("STEPS", "7");
        measure.setProcessEnvironment(environment);
        measure.start("bash", {out() + "/measure.sh"});
        QVERIFY(measure.waitForFinished(waitLimit));
        QVERIFY(measure.readAllStandardError().contains(names[2].toUtf8() + ": exit code 1"));

        const PgramRun run = pgramRun({"candidates", "rank", out(), "--json"});
        QCOMPARE(run.exitCode, 0);
        const Json ranking = run.json();
        QCOMPARE(ranking["chosen"], names[1].toStdString());
        QCOMPARE(ranking["candidates"][0]["measured_step_s"], 2.5);
        QCOMPARE(ranking["candidates"][0]["steps"], 7);
        QCOMPARE(ranking["candidates"][1]["folder"], names[0].toStdString());
        QVERIFY(ranking["candidates"][2]["measured_step_s"].is_null());
        QVERIFY(!ranking["candidates"][2]["problem"].get<std::string>().empty());
        QVERIFY(pgramRun({"candidates", "rank", out()}).out.contains("fastest measured: " + names[1].toUtf8()));
    }

    void refused()
    {
        const PgramRun again = pgramRun(asked + QStringList{"--out", out()});
        QCOMPARE(again.exitCode, 2);
        QVERIFY(again.err.contains("not an empty folder"));
        const QStringList untargeted = asked.mid(0, 9);
        QCOMPARE(pgramRun(untargeted + QStringList{"--out", m_folder.filePath("other")}).exitCode, 2);
        QVERIFY(!QFile::exists(m_folder.filePath("other")));
        QCOMPARE(pgramRun(untargeted).exitCode, 0);
        QCOMPARE(pgramRun({"candidates", "rank", m_folder.path()}).exitCode, 2);
        QCOMPARE(pgramRun({"candidates", "rank", m_folder.filePath("none")}).exitCode, 2);
        QCOMPARE(pgramRun(QStringList(asked).replaceInStrings("8GiB", "500MiB")).exitCode, 1);
    }
};

PGRAM_TEST(TestCliCandidates)
#include "test_cli_candidates.moc"
