// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the machine refuses pgram: a stderr that takes nothing, memory. The exit code says how the command went, and no
// file is harmed.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace pgram;
using namespace pgram::test;

namespace {

void fillStderr()
{
    ::dup2(::open("/dev/full", O_WRONLY), STDERR_FILENO);
}

void closeStderr()
{
    ::close(STDERR_FILENO);
}

void limitMemory()
{
    const rlimit limit{100 << 20, 100 << 20};
    ::setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

class TestCliFaults : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QStringList m_plan{"plan", "--model", "bert-huge-32", "--cluster", "rtx-titan-8", "--batch", "16"};

private Q_SLOTS:
    void messagesThatNobodyTakes_data()
    {
        QTest::addColumn<bool>("closed");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        for (const bool closed : {false, true}) {
            const auto row = [closed](const char* name, const QStringList& arguments, int exitCode) {
                QTest::addRow("%s, %s", closed ? "closed" : "full", name) << closed << arguments << exitCode;
            };
            row("done", m_plan + QStringList{"--out", m_folder.filePath("plan.json")}, 0);
            row("nothing fits", m_plan + QStringList{"--memory", "2GiB", "--method", "dp", "--json"}, 1);
            row("no file", {"estimate", m_folder.filePath("missing.json")}, 2);
            row("usage", {"estimate"}, 2);
        }
    }

    void messagesThatNobodyTakes()
    {
        QFETCH(const bool, closed);
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exitCode);
        const PgramRun run = pgramRun(arguments, {}, closed ? closeStderr : fillStderr);
        QVERIFY2(run.exitCode == exitCode, QByteArray::number(run.exitCode) + run.err);
        if (exitCode == 0) {
            // A message in place of the plan, or inside of it, would be found here.
            const PgramRun read = pgramRun({"estimate", m_folder.filePath("plan.json")});
            QVERIFY2(read.exitCode == 0, read.err);
        }
    }

    void anAnswerThatNobodyTakes()
    {
        const PgramRun run = pgramRun(m_plan, {}, [] { ::close(STDOUT_FILENO); });
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.startsWith("pgram: the output: cannot be written: Bad file descriptor."), run.err);
    }

    /// No fault of the program, however much is printed.
    void anOutputThatIsFull()
    {
        for (const QStringList& arguments : {m_plan, m_plan + QStringList("--json"), QStringList("--help")}) {
            const PgramRun run = pgramRun(arguments, {}, [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); });
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.err.contains("the output: cannot be written: No space left on device. Free some space"),
                     run.err);
        }
    }

    void aReaderThatEndsEarly()
    {
        const PgramRun run = pgramRun(m_plan + QStringList("--json"), {}, [] {
            int ends[2];
            if (::pipe(ends) == 0) {
                ::dup2(ends[1], STDOUT_FILENO);
                ::close(ends[0]);
                ::close(ends[1]);
                ::signal(SIGPIPE, SIG_IGN);
            }
        });
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("cannot be written: Broken pipe. What reads it ended"), run.err);
    }

    /// A limit on files ends no process: the old file stays, nothing else is left.
    void filesThatMayNotGrow()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("plan.json");
        QVERIFY(pgramRun(m_plan + QStringList{"--out", file}).exitCode == 0);
        const auto read = [&file] {
            QFile plan(file);
            return plan.open(QIODevice::ReadOnly) ? plan.readAll() : QByteArray();
        };
        const QByteArray before = read();
        const PgramRun run = pgramRun(m_plan + QStringList{"--method", "sdp", "--out", file}, {}, [] {
            const rlimit limit{1024, 1024};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        });
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("cannot be written: File too large"), run.err);
        QVERIFY(!before.isEmpty() && read() == before);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("plan.json"));
    }

    /// A folder of a run is useless in part.
    void foldersThatMayNotGrow()
    {
        const QTemporaryDir folder;
        const QString plan = folder.filePath("p.plan.json");
        QVERIFY(pgramRun(m_plan + QStringList{"--target", "deepspeed", "--out", plan}).exitCode == 0);
        const QString out = folder.filePath("new/run");
        const PgramRun run = pgramRun({"export", plan, "--to", "deepspeed", "--out", out}, {}, [] {
            const rlimit limit{1024, 1024};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        });
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("cannot be written: File too large; no file was written"), run.err);
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList("p.plan.json"));
    }

    /// Ten thousand devices in all dimensions have millions of strategies.
    void treesThatAreTooLarge()
    {
#ifdef __SANITIZE_ADDRESS__
        PGRAM_CANNOT_RUN("AddressSanitizer maps more addresses than the limit grants");
#endif
        for (const char* json : {"", "--json"}) {
            QStringList arguments{"tree",
                                  "--devices",
                                  "10080",
                                  "--mixed",
                                  "--any-divisor",
                                  "--space",
                                  "dp,sdp,tp,pp,ckpt,sp,zero1,zero2,hsdp,ulysses,cp,ep,selective"};
            arguments += *json == 0 ? QStringList() : QStringList(json);
            const PgramRun run = pgramRun(arguments, {}, [] {
                const rlimit limit{800 << 20, 800 << 20};
                ::setrlimit(RLIMIT_AS, &limit);
            });
            QVERIFY2(run.exitCode == 2, run.err);
            QVERIFY2(run.err.contains("more than 250000 branches and strategies, too many to print. Ask for fewer"),
                     run.err);
        }
    }

    void moreMemoryThanThereIs()
    {
#ifdef __SANITIZE_ADDRESS__
        PGRAM_CANNOT_RUN("AddressSanitizer maps more addresses than the limit grants");
#endif
        // The operations of two million passes take a few hundred megabytes.
        QFile file(sourceFolder() / "tests/cases/cli/simulate-pipeline/plan.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        Json plan = Json::parse(file.readAll().toStdString());
        const int copies = plan["training"]["global_batch"].get<int>() / plan["schedule"]["microbatches"].get<int>();
        plan["schedule"]["microbatches"] = 1 << 18;
        plan["training"]["global_batch"] = copies << 18;
        QFile large(m_folder.filePath("large.json"));
        QVERIFY(large.open(QIODevice::WriteOnly));
        large.write(QByteArray::fromStdString(plan.dump()));
        large.close();
        // Written out, they would take gigabytes.
        for (const QStringList& more : {QStringList("--json"), QStringList{"--trace", m_folder.filePath("t.json")}}) {
            const PgramRun run = pgramRun(QStringList{"simulate", large.fileName()} + more);
            QVERIFY2(run.exitCode == 2 && run.err.contains("more than the 500000 that a file can list"), run.err);
            QVERIFY(!QFile::exists(m_folder.filePath("t.json")));
        }
        for (const bool json : {false, true}) {
            const QStringList arguments{"estimate", large.fileName()};
            const PgramRun run = pgramRun(json ? arguments + QStringList("--json") : arguments, {}, limitMemory);
            QVERIFY2(run.exitCode == 2, QByteArray::number(run.exitCode) + run.err);
            QVERIFY2(run.err.startsWith("pgram: the request: needs more memory than there is. "), run.err);
            QCOMPARE(json ? run.json().value("kind", "") : std::string(run.out), std::string(json ? "bad-input" : ""));
        }
    }
};

PGRAM_TEST(TestCliFaults)
#include "test_cli_faults.moc"
