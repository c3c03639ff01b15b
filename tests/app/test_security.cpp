// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The programs cannot do some things, because they link no function or library for them (docs/security.md).
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QFile>
#include <QSet>

#include <elf.h>
#include <vector>

using namespace pgram;

namespace {

/// Returns the functions and variables that a program takes from libraries.
QSet<QByteArray> takenBy(const char* program)
{
    QFile file(QString::fromUtf8(program));
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    QSet<QByteArray> taken;
    if (!bytes.startsWith(ELFMAG)) {
        return taken;
    }
    const char* data = bytes.constData();
    const auto* head = reinterpret_cast<const Elf64_Ehdr*>(data);
    const auto* sections = reinterpret_cast<const Elf64_Shdr*>(data + head->e_shoff);
    for (int i = 0; i < head->e_shnum; ++i) {
        if (sections[i].sh_type != SHT_DYNSYM) {
            continue;
        }
        const auto* symbols = reinterpret_cast<const Elf64_Sym*>(data + sections[i].sh_offset);
        const char* names = data + sections[sections[i].sh_link].sh_offset;
        for (std::size_t symbol = 0; symbol < sections[i].sh_size / sizeof(Elf64_Sym); ++symbol) {
            if (symbols[symbol].st_shndx == SHN_UNDEF) {
                taken.insert(names + symbols[symbol].st_name);
            }
        }
    }
    return taken;
}

void takesNoneOf(const char* program, const std::vector<const char*>& names)
{
    const QSet<QByteArray> taken = takenBy(program);
    QVERIFY(taken.contains("fsync"));
    for (const char* name : names) {
        QVERIFY2(!taken.contains(name), name);
    }
}

}  // namespace

class TestSecurity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noNetwork()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        PGRAM_CANNOT_RUN("a sanitizer links functions of the network");
#endif
        const std::vector<const char*> network{"socket", "connect", "getaddrinfo", "gethostbyname"};
        takesNoneOf(pgramProgram(), network);
        if (*windowProgram() != '\0') {
            takesNoneOf(windowProgram(), network);
            QFile window(QString::fromUtf8(windowProgram()));
            QVERIFY(window.open(QIODevice::ReadOnly) && !window.readAll().contains("libQt6Network"));
        }
    }

    /// A solver is started by its path and a list of arguments.
    void noShell()
    {
        QVERIFY(takenBy(pgramProgram()).contains("execv"));
        takesNoneOf(pgramProgram(), {"system", "popen", "execl", "execlp", "execvp", "posix_spawnp", "dlopen"});
        if (*windowProgram() != '\0') {
            takesNoneOf(windowProgram(), {"system", "popen", "execl", "execlp", "execv", "execvp", "execve", "fork",
                                          "posix_spawn", "posix_spawnp", "dlopen", "_ZN8QProcessC1EP7QObject"});
        }
    }
};

PGRAM_TEST(TestSecurity)
#include "test_security.moc"
