// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram study and its subcommands: what they print, what they refuse, and that no file is lost.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace pgram;
using namespace pgram::test;

namespace {

constexpr const char* text = R"({
  "format": "parallelogram-study", "version": 1, "name": "small",
  "scenario": {"cluster": "rtx-titan-8", "training": {"precision": "fp16"}},
  "grid": {"model": ["bert-base", "no-such-model"], "training/global_batch": [8, 16]}
})";

/// The name of the study and a title that would add a line to each kind of job file.
constexpr const char* hostileNames =
    "\"name\": \"small\", \"title\": \"x\\n#SBATCH --wrap=id\\u2028pwned: [1] <b> | `c`\"";

QByteArray content(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void save(const QString& name, const QByteArray& bytes)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

}  // namespace

class TestCliStudy : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString place(const QString& name) const { return m_folder.filePath(name); }
    /// Checks that a call is refused with a text.
    void refuses(const QStringList& arguments, const char* why)
    {
        const PgramRun run = pgramRun(QStringList{"study"} + arguments);
        QVERIFY2(run.exitCode == 2 && run.err.contains(why), run.err);
    }

private Q_SLOTS:
    void initTestCase()
    {
        save(place("small.json"), text);
        const PgramRun all = pgramRun({"study", place("small.json"), "--results", place("all.sqlite")});
        QVERIFY2(all.exitCode == 0, all.err);
        // The study says which requests cannot be made, and why.
        QVERIFY2(all.out.contains("4 of 4 requests"), all.out);
        QVERIFY2(all.out.contains("2 requests cannot be made\nthe first of them: ") &&
                     all.out.contains("no-such-model"),
                 all.out);
    }

    void subcommands()
    {
        for (const char* part : {"1", "2"}) {
            const QString name = place(QStringLiteral("part%1.sqlite").arg(part));
            const PgramRun run = pgramRun({"study", place("small.json"), "--shard", QStringLiteral("%1/2").arg(part),
                                           "--results", name, "--json"});
            QVERIFY2(run.exitCode == 0 && run.out.contains("\"requests\": 2,"), run.out);
        }
        const PgramRun merged = pgramRun(
            {"study", "merge", place("merged.sqlite"), place("part1.sqlite"), place("part2.sqlite"), "--json"});
        QVERIFY2(merged.exitCode == 0, merged.err);
        QVERIFY2(merged.out.contains("\"added\": 4,") && merged.out.contains("\"refused\": 2,"), merged.out);
        const PgramRun csv = pgramRun({"study", "export", place("merged.sqlite")});
        QVERIFY2(csv.exitCode == 0, csv.err);
        const QList<QByteArray> lines = csv.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY(lines[0].startsWith("id,model,training/global_batch,status,error,step_s,"));
        QVERIFY(lines[2].startsWith("1,bert-base,16,"));
        QVERIFY(lines[4].startsWith("3,no-such-model,16,refused,"));
        const PgramRun json = pgramRun({"study", "export", place("merged.sqlite"), "--form", "jsonl"});
        QCOMPARE(json.out.trimmed().split('\n').size(), 4);
        QVERIFY(json.out.startsWith("{\"id\":0,\"model\":\"bert-base\",\"training/global_batch\":8,"));
        const PgramRun itself = pgramRun({"study", "merge", place("merged.sqlite"), place("merged.sqlite"), "--json"});
        QVERIFY2(itself.exitCode == 0 && itself.out.contains("\"added\": 0,"), itself.err);
    }

    /// The summary counts the requests for which no plan fits.
    void infeasibleRequests()
    {
        save(place("tight.json"), R"({"format": "parallelogram-study", "version": 1, "name": "tight",
            "scenario": {"cluster": "rtx-titan-8", "model": "bert-base", "training": {"global_batch": 8}},
            "grid": {"memory_budget_bytes": [1048576, 2097152, 8589934592]}})");
        const PgramRun run = pgramRun({"study", place("tight.json"), "--results", place("tight.sqlite")});
        QVERIFY2(run.exitCode == 0, run.err);
        QVERIFY2(run.out.contains("no plan fits the memory of 2 requests\nthe first of them: "), run.out);
    }

    void exportKeepsFiles()
    {
        const QByteArray results = content(place("all.sqlite"));
        refuses({"export", place("all.sqlite"), "--out", place("all.sqlite")}, "is the file of results itself");
        QVERIFY(content(place("all.sqlite")) == results);
        save(place("old.csv"), "old");
        refuses({"export", place("small.json"), "--out", place("old.csv")}, "not a database");
        QCOMPARE(content(place("old.csv")), QByteArray("old"));
        QVERIFY(pgramRun({"study", "export", place("all.sqlite"), "--out", place("old.csv")}).exitCode == 0);
        QVERIFY(content(place("old.csv")).startsWith("id,model,"));
        QVERIFY(QDir(m_folder.path()).entryList({"*.part"}).isEmpty());
        refuses({"export", place("all.sqlite"), "--out", "/dev/full"}, "No space left on device");
        refuses({"export", place("all.sqlite"), "--out", place("missing/a.csv")}, "Check the path");
        refuses({"export", place("all.sqlite"), "--out", m_folder.path()}, "is a directory");
        refuses({"export", place("all.sqlite"), "--json"}, "Give --form csv or --form jsonl");
    }

    void batchFilesKeepFiles()
    {
        QVERIFY(QDir(m_folder.path()).mkdir("job"));
        save(place("job/README.md"), "mine");
        refuses({place("small.json"), "--slurm", place("job")}, "exists with another content");
        QCOMPARE(content(place("job/README.md")), QByteArray("mine"));
        QCOMPARE(QDir(place("job")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"README.md"});
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(pgramRun({"study", place("small.json"), "--slurm", place("new")}).exitCode, 0);
        }
        QVERIFY(content(place("new/array.sbatch")).contains("--array=1-8"));
    }

    /// A title and the path of the study, which come from others, are data to every scheduler.
    void hostileJobFiles()
    {
        const QString name = "a'b $(touch PWNED) \"c.json";
        save(place(name), QByteArray(text).replace("\"name\": \"small\"", hostileNames));
        const PgramRun made = pgramRun({"study", place(name), "--slurm", place("hostile")});
        QVERIFY2(made.exitCode == 0, made.err);
        for (const char* file : {"array.sbatch", "merge.sbatch", "others/array.pbs", "others/parallel.sh"}) {
            const QByteArray script = content(place("hostile/") + file);
            QVERIFY2(!script.isEmpty() && !script.contains("\n#SBATCH --wrap"), file);
            QProcess bash;
            bash.start("bash", {"-n", place("hostile/") + file});
            QVERIFY(bash.waitForFinished(waitLimit));
            QVERIFY2(bash.exitCode() == 0, bash.readAllStandardError());
        }
        // GNU parallel hands its arguments to another shell.
        QVERIFY(content(place("hostile/others/parallel.sh")).contains("parallel --quote "));
        const QByteArray page = content(place("hostile/README.md"));
        QVERIFY2(page.contains("\\<b\\> \\| \\`c\\`"), page.left(200));
        for (const QByteArray& line : content(place("hostile/others/job.yaml")).split('\n')) {
            QVERIFY2(!line.startsWith("pwned"), line);
        }
        save(place("a\nb.json"), text);
        refuses({place("a\nb.json"), "--slurm", place("job3")}, "which job files cannot hold");
        QVERIFY(!QDir(m_folder.path()).exists("job3"));
    }

    /// Nothing that was typed is left out in silence.
    void optionsThatExclude()
    {
        refuses({place("small.json"), "--slurm", place("job2"), "--results", place("a.sqlite")}, "excludes");
        refuses({place("small.json"), "--slurm", place("job2"), "--shard", "1/2"}, "excludes");
        refuses({place("small.json"), "merge", place("a.sqlite"), place("all.sqlite")}, "merge excludes FILE");
        refuses({"--threads", "2", "export", place("all.sqlite")}, "export excludes --threads");
        refuses({}, "gives no study");
        QVERIFY(!QDir(m_folder.path()).exists("job2"));
    }
};

PGRAM_TEST(TestCliStudy)
#include "test_cli_study.moc"
