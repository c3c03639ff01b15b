// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The solver that pgram validate milp starts: it ends with pgram, and what goes wrong with it or its files is told.
// Scripts stand in for cbc.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <poll.h>
#include <sys/stat.h>

using namespace pgram;
using namespace pgram::test;

namespace {

/// Reads what processes write to a named pipe. The pipe ends when none of them is left.
class Heard {
public:
    explicit Heard(const QString& pipe)
    {
        if (::mkfifo(qPrintable(pipe), 0600) == 0) {
            m_pipe = ::open(qPrintable(pipe), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        }
    }
    Heard(const Heard&) = delete;
    Heard& operator=(const Heard&) = delete;
    ~Heard() { ::close(m_pipe); }

    /// Reads until `word` was written. False: the pipe ended before, or nothing comes.
    bool hears(const QByteArray& word)
    {
        return read([&] { return m_text.contains(word); });
    }
    bool hearsTheEnd()
    {
        return !read([] { return false; }) && m_ended;
    }
    [[nodiscard]] const QByteArray& text() const { return m_text; }

private:
    bool read(const std::function<bool()>& isEnough)
    {
        while (!isEnough()) {
            pollfd ready{m_pipe, POLLIN, 0};
            std::array<char, 256> part{};
            if (::poll(&ready, 1, waitLimit) != 1) {
                return false;
            }
            const ssize_t size = ::read(m_pipe, part.data(), part.size());
            if (size <= 0) {
                m_ended = size == 0;
                return false;
            }
            m_text.append(part.data(), size);
        }
        return true;
    }

    int m_pipe = -1;
    bool m_ended = false;
    QByteArray m_text;
};

/// A variable of the environment until the end of the scope.
class Variable {
public:
    Variable(const char* name, const QByteArray& value) : m_name(name), m_before(qgetenv(name))
    {
        qputenv(name, value);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { m_before.isNull() ? qunsetenv(m_name) : qputenv(m_name, m_before); }

private:
    const char* m_name;
    QByteArray m_before;
};

}  // namespace

class TestCliMilp : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_pipe = m_folder.filePath("pipe");
    QString m_said = m_folder.filePath("said");
    Variable m_path{"PATH", m_folder.path().toUtf8() + ':' + qgetenv("PATH")};
    const QStringList m_one{"validate", "milp", "--solver", "cbc", "--instances", "1"};

    void standIn(const QByteArray& script)
    {
        QFile file(m_folder.filePath("cbc"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + script + '\n');
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    /// Starts pgram, and ends it by `signal` once its solver runs.
    PgramRun endedBy(int signal, Heard& solver, const QStringList& more = {})
    {
        QProcess process;
        if (!startPgram(process, m_one + more, m_folder.path(), {}) || !solver.hears("started")) {
            process.kill();
            process.waitForFinished();
            return {.err = "no solver started: " + process.readAllStandardError()};
        }
        ::kill(static_cast<pid_t>(process.processId()), signal);
        return finishedRun(process);
    }

    void expectRefusal(const QStringList& arguments, const QByteArray& message)
    {
        const PgramRun run = pgramRun(arguments, m_folder.path());
        QVERIFY2(run.exitCode == 2, QByteArray::number(run.exitCode) + run.err);
        QVERIFY2(run.err.startsWith("pgram: ") && run.err.contains(message), run.err);
        QVERIFY(run.out.isEmpty());
    }

private Q_SLOTS:
    void cleanup() { QFile::remove(m_pipe); }

    void aStopEndsTheSolver_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("kill") << SIGTERM;
    }

    void aStopEndsTheSolver()
    {
        QFETCH(const int, signal);
        standIn("exec 3>'" + m_pipe.toUtf8() +
                "'\n"
                "trap 'echo asked >&3; exit 1' TERM\n"
                "while read -r line; do case $line in SigBlk*) echo $line >&3;; esac; done </proc/$$/status\n"
                "echo started >&3\n"
                "sleep 1000 & wait; sleep 1000");
        Heard solver(m_pipe);
        const PgramRun run = endedBy(signal, solver, {"--json"});
        QVERIFY2(run.exitCode == 130, QByteArray::number(run.exitCode) + run.err);
        QVERIFY2(run.err.contains("stopped; tasks that were not checked are left out"), run.err);
        QVERIFY(run.json()["cases"].empty() && run.json()["cases"].is_array());
        QVERIFY(solver.hearsTheEnd());  // also what the stand-in started has ended
        QVERIFY2(solver.text().contains("asked"), solver.text());
        QVERIFY2(solver.text().contains("SigBlk: 0000000000000000"), solver.text());  // a kill reaches it as well
    }

    void aSolverThatIgnoresTheStop()
    {
        standIn("trap '' TERM INT\nexec 3>'" + m_pipe.toUtf8() + "'\necho started >&3\nsleep 1000\nsleep 1000");
        Heard solver(m_pipe);
        const PgramRun run = endedBy(SIGINT, solver);
        QVERIFY2(run.exitCode == 130, QByteArray::number(run.exitCode) + run.err);
        QVERIFY(solver.hearsTheEnd());
    }

    void pgramThatIsKilled()
    {
        standIn("exec 3>'" + m_pipe.toUtf8() + "'\necho started >&3\nexec sleep 1000");
        Heard solver(m_pipe);
        const Variable temporary("TMPDIR", m_folder.path().toUtf8());
        QCOMPARE(endedBy(SIGKILL, solver).exitCode, -1);
        QVERIFY(solver.hearsTheEnd());
    }

    void aSolverOutOfTime()
    {
        standIn("exec sleep 1000");
        const PgramRun run = pgramRun(m_one + QStringList{"--seconds", "0.25", "--json"});
        QVERIFY2(run.exitCode == 1, QByteArray::number(run.exitCode) + run.err);
        QCOMPARE(run.json()["cases"][0].value("problem", ""), std::string("the solver did not end in 250 ms"));
        expectRefusal(m_one + QStringList{"--seconds", "0"}, "--seconds: '0' is not a number above 0");
    }

    void aSolverThatFails()
    {
        standIn("exit 3");
        expectRefusal(m_one, "cbc: failed with exit code 3. Run it by hand");
        standIn("kill -9 $$");
        expectRefusal(m_one, "cbc: was ended by signal 9");
        standIn("exit 0");
        expectRefusal(m_one, "instance-1.sol: cannot be read: No such file");
        standIn(": >\"${12}\"");
        expectRefusal(m_one, "instance-1.sol: is empty: the solver wrote no solution");
        standIn("echo Infeasible >\"${12}\"");
        QCOMPARE(pgramRun(m_one).exitCode, 1);  // an answer, and another one than ours
    }

    /// An old solution in a folder that is kept is not taken for the solver's.
    void aSolutionOfBefore()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("old"));
        QFile old(m_folder.filePath("old/instance-1.sol"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("Optimal\n");
        old.close();
        standIn("exit 0");
        expectRefusal(m_one + QStringList{"--keep", "old"}, "instance-1.sol: cannot be read: No such file");
    }

    void foldersThatCannotBeWritten()
    {
        standIn("exit 0");
        expectRefusal(m_one + QStringList{"--keep", "cbc/x"}, "cbc/x: cannot be made: Not a directory. Name a folder");
        const Variable temporary("TMPDIR", "/nonexistent");
        expectRefusal(m_one, "/nonexistent: cannot have a temporary folder: No such file or directory. Let TMPDIR");
    }

    /// The folder's name cannot be guessed, and nobody else can enter it.
    void theTemporaryFolder()
    {
        const QString parent = m_folder.filePath("temporary");
        QVERIFY(QDir().mkpath(parent));
        const Variable temporary("TMPDIR", parent.toUtf8());
        standIn("stat -c '%a %n' \"$(dirname \"$1\")\" >>'" + m_said.toUtf8() + "'");
        QCOMPARE(pgramRun(m_one).exitCode, 2);
        QCOMPARE(pgramRun(m_one).exitCode, 2);
        QFile said(m_said);
        QVERIFY(said.open(QIODevice::ReadOnly));
        const QByteArrayList lines = said.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith("700 " + parent.toUtf8() + "/pgram-milp-") && lines[1].startsWith("700 "));
        QVERIFY(lines[0] != lines[1]);
        QVERIFY(QDir(parent).isEmpty());
    }

    /// A name that begins with a dash is not an option of the solver.
    void aKeptFolderLikeAnOption()
    {
        const QString said = m_folder.filePath("programme");
        standIn("echo \"$1\" >'" + said.toUtf8() + "'");
        expectRefusal(m_one + QStringList{"--keep=-x"}, "/-x/instance-1.sol: cannot be read");
        QFile file(said);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().trimmed(), QDir(m_folder.path()).canonicalPath().toUtf8() + "/-x/instance-1.mps");
    }
};

PGRAM_TEST(TestCliMilp)
#include "test_cli_milp.moc"
