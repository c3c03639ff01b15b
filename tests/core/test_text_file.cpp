// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files are written whole or not at all, and stay what they were: links, modes.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "tests/pgram_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pgram;

namespace fs = std::filesystem;

class TestTextFile : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> m_folder;

    [[nodiscard]] fs::path path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    [[nodiscard]] QStringList names() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    [[nodiscard]] static int modeOf(const fs::path& file)
    {
        struct stat info {};
        return ::stat(file.c_str(), &info) == 0 ? static_cast<int>(info.st_mode & 07777) : -1;
    }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace();
        ::umask(022);
    }

    void newAndAgain()
    {
        QVERIFY(writeTextFile(path("a"), "one"));
        QVERIFY(writeTextFile(path("a"), "two"));
        QCOMPARE(readTextFile(path("a")).value(), std::string("two"));
        QCOMPARE(names(), QStringList("a"));
        QCOMPARE(modeOf(path("a")), 0644);
    }

    void linksStayLinks()
    {
        fs::create_directory(path("sub"));
        fs::create_symlink("sub/target", path("dangling"));
        fs::create_symlink("dangling", path("chain"));
        fs::create_symlink("loop", path("loop"));
        QVERIFY(writeTextFile(path("chain"), "x"));
        QVERIFY(fs::is_symlink(path("chain")) && fs::is_symlink(path("dangling")));
        QCOMPARE(readTextFile(path("sub/target")).value(), std::string("x"));
        QVERIFY(writeTextFile(path("dangling"), "y"));
        QCOMPARE(readTextFile(path("chain")).value(), std::string("y"));
        const Result<void> round = writeTextFile(path("loop"), "z");
        QVERIFY(!round && round.error().text().find("Too many levels of symbolic links") != std::string::npos);
        fs::create_symlink("nowhere/target", path("homeless"));
        QVERIFY(!writeTextFile(path("homeless"), "z"));
        QVERIFY(fs::is_symlink(path("loop")) && fs::is_symlink(path("homeless")));
    }

    /// What is no file is written into: the kernel's links to open pipes name nothing.
    void pipesAreWrittenInto()
    {
        int ends[2];
        QVERIFY(::pipe(ends) == 0);
        QVERIFY(writeTextFile("/proc/self/fd/" + std::to_string(ends[1]), "through"));
        char got[16] = {};
        QCOMPARE(::read(ends[0], got, sizeof got), ssize_t{7});
        QCOMPARE(std::string(got), std::string("through"));
        ::close(ends[0]);
        ::close(ends[1]);
    }

    /// That of a file that is replaced, whatever new files would get.
    void modesAreKept()
    {
        QVERIFY(writeTextFile(path("a"), "one"));
        for (const int mode : {0666, 0600, 0664}) {
            QVERIFY(::chmod(path("a").c_str(), static_cast<mode_t>(mode)) == 0);
            QVERIFY(writeTextFile(path("a"), "two"));
            QCOMPARE(modeOf(path("a")), mode);
        }
    }

    void filesOfTheOwnerAlone()
    {
        ::umask(0);
        QVERIFY(writeTextFile(path("a"), "one", FileReaders::Owner));
        QCOMPARE(modeOf(path("a")), 0600);
        QVERIFY(writeTextFile(path("b"), "one"));
        QCOMPARE(modeOf(path("b")), 0666);
        QVERIFY(writeTextFile(path("b"), "two", FileReaders::Owner));
        QCOMPARE(modeOf(path("b")), 0600);
    }

    /// A process that ends while it writes leaves the old file, and nothing beside it.
    void killedWritersLeaveNothing()
    {
        QVERIFY(writeTextFile(path("a"), "old"));
        const std::string name = path("a").string();
        const std::string text(4 << 20, 'x');
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_DFL);
            const rlimit limit{1 << 20, 1 << 20};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            ::_exit(writeTextFile(name, text) ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
        QCOMPARE(readTextFile(path("a")).value(), std::string("old"));
        QCOMPARE(names(), QStringList("a"));
    }

    /// Without /proc a file cannot get its name later: it is written under a name at once.
    void withoutProc()
    {
        const fs::path file = path("a");
        const pid_t child = ::fork();
        if (child == 0) {
            // Naming an open file fails as it does there.
            sock_filter steps[] = {
                BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 0, 1),
                BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOENT),
                BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
            };
            const sock_fprog filter{4, steps};
            const bool isBarred = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                                  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
            ::_exit(isBarred && writeTextFile(file, "one") && writeTextFile(file, "two") ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        QCOMPARE(readTextFile(file).value(), std::string("two"));
        QCOMPARE(names(), QStringList("a"));
    }

    void severalFilesOrNone()
    {
        ::umask(022);
        QVERIFY(writeTextFiles(std::array{NewFile{path("a"), "one"}, NewFile{path("b"), "two", true}}));
        QCOMPARE(readTextFile(path("a")).value(), std::string("one"));
        QCOMPARE(modeOf(path("a")), 0644);
        QCOMPARE(modeOf(path("b")), 0755);
        fs::create_directory(path("folder"));
        QVERIFY(::mkfifo(path("pipe").c_str(), 0600) == 0);
        for (const fs::path& refused : {path("folder"), path("pipe"), path("absent") / "c"}) {
            const auto written =
                writeTextFiles(std::array{NewFile{path("a"), "new"}, NewFile{path("c"), "new"}, NewFile{refused, ""}});
            QVERIFY(!written && written.error().text().find(refused.string()) == 0);
            QCOMPARE(readTextFile(path("a")).value(), std::string("one"));
            QCOMPARE(names(), QStringList({"a", "b", "folder", "pipe"}));
        }
    }
};

PGRAM_TEST(TestTextFile)
#include "test_text_file.moc"
