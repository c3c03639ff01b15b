// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From the start of the program until its window is painted with the default scenario planned, on a warm machine: the
// program draws its window into a picture and quits, and the time counts to its end. `--screenshot` waits 50 ms for the
// window to settle and writes a PNG, which a user's start does not: both are in the figure.
#include "tests/bench/bench.h"
#include "tests/places.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

using namespace pgram;

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir folder;
    const QString program = QString::fromUtf8(windowProgram());
    const QString picture = folder.filePath(QStringLiteral("window.png"));
    bool drawn = true;
    const auto timing = bench::measure([&] {
        drawn = QProcess::execute(program, {QStringLiteral("--screenshot"), picture}) == 0 && drawn;
    });
    if (!drawn) {
        std::fprintf(stderr, "%s cannot draw its window\n", qPrintable(program));
        return 1;
    }
    return bench::report("window-start", timing, 1.0);
}
