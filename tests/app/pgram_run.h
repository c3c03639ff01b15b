// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the built pgram and keeps what it said.
#pragma once

#include "core/base/json.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <string>
#include <unistd.h>

namespace pgram::test {

struct PgramRun {
    int exitCode = -1;  ///< -1: it crashed, did not start or did not end
    QByteArray out{};
    QByteArray err{};

    /// The one JSON object on stdout; null when there is none.
    [[nodiscard]] Json json() const { return Json::parse(out.toStdString(), nullptr, false); }
};

/// Starts pgram in `folder`. `prepare` runs in the new process before pgram does, and may call what a signal handler
/// may.
inline bool startPgram(QProcess& process, const QStringList& arguments, const QString& folder,
                       const std::function<void()>& prepare)
{
    process.setChildProcessModifier(prepare);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PARALLELOGRAM_PRESETS", QString::fromStdString(presetsFolder().string()));
    environment.insert("XDG_DATA_HOME", "/nonexistent");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(pgramProgram(), arguments);
    return process.waitForStarted();
}

/// Waits for pgram's end and returns what it said.
inline PgramRun finishedRun(QProcess& process)
{
    PgramRun run;
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(waitLimit)) {
        process.kill();
        process.waitForFinished();
    }
    if (process.exitStatus() != QProcess::NormalExit) {
        run.err = "did not finish: " + process.readAllStandardError();
        return run;
    }
    run.exitCode = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

/// Runs pgram in `folder`; `prepare` as of startPgram().
inline PgramRun pgramRun(const QStringList& arguments, const QString& folder = {},
                         const std::function<void()>& prepare = {})
{
    QProcess process;
    if (!startPgram(process, arguments, folder, prepare)) {
        return {.err = QByteArray("did not start: ") + pgramProgram()};
    }
    return finishedRun(process);
}

/// Runs pgram with a terminal as its stderr, on which it shows its progress, and interrupts it as Ctrl+C does once
/// `isEnough` is true for all that it has written there.
inline PgramRun pgramInterrupted(const QStringList& arguments, const std::function<bool(const QByteArray&)>& isEnough)
{
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) {
        return {.err = "there is no terminal to be had"};
    }
    const std::string name = ::ptsname(terminal);
    QProcess process;
    const bool started = startPgram(process, arguments, {},
                                    [&name] { ::dup2(::open(name.c_str(), O_WRONLY | O_NOCTTY), STDERR_FILENO); });
    QByteArray shown;
    bool interrupted = !started;
    std::array<char, 4096> part{};
    // Ends when the last one who has the terminal open is gone.
    for (ssize_t size = 0; started && (size = ::read(terminal, part.data(), part.size())) > 0;) {
        shown.append(part.data(), size);
        if (!interrupted && isEnough(shown)) {
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
            interrupted = true;
            break;
        }
    }
    PgramRun run = finishedRun(process);
    for (ssize_t size = 0; started && (size = ::read(terminal, part.data(), part.size())) > 0;) {
        shown.append(part.data(), size);
    }
    ::close(terminal);
    run.err = shown;
    return run;
}

}  // namespace pgram::test
