// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram, the command line.
#include "app/pgram/command_line.h"

#include <csignal>

int main(int argc, char** argv)
{
    pgram::cli::holdStandardFiles();
    // A file that grows too large is an error of its write, and not the end of the process.
    std::signal(SIGXFSZ, SIG_IGN);
    return pgram::cli::runCommand(argc, argv);
}
