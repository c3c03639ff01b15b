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

#include <csignal>
#include <functional>

namespace pgram::test {

struct PgramRun {
    int exitCode = -1;  ///< -1: it crashed, did not start or took more than two minutes
    QByteArray out;
    QByteArray err;

    /// The one JSON object on stdout; null when there is none.
    [[nodiscard]] Json json() const { return Json::parse(out.toStdString(), nullptr, false); }
};

/// In `folder`; interrupted as by Ctrl+C after `patience` milliseconds, unless that is 0. `prepare` runs in the new
/// process before pgram does, and may call what a signal handler may.
inline PgramRun pgramRun(const QStringList& arguments, const QString& folder = {}, int patience = 0,
                         const std::function<void()>& prepare = {})
{
    QProcess process;
    process.setChildProcessModifier(prepare);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PARALLELOGRAM_PRESETS", QString::fromStdString(presetsFolder().string()));
    environment.insert("XDG_DATA_HOME", "/nonexistent");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(pgramProgram(), arguments);
    PgramRun run;
    if (!process.waitForStarted()) {
        run.err = QByteArray("did not start: ") + pgramProgram();
        return run;
    }
    if (patience > 0 && !process.waitForFinished(patience)) {
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    }
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

}  // namespace pgram::test
