// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs another program and waits for it. Every process that pgram starts is started here: it ends with pgram, and when
// pgram is asked to stop.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pgram::cli {

/// Returns the executable file that PATH has under `name`; empty if it has none.
[[nodiscard]] std::filesystem::path findProgram(const std::string& name);

enum class ProcessEnd { Done, Stopped, OutOfTime };

/// Limits of a program, and where its output goes.
struct ProcessSetup {
    std::optional<Seconds> limit;    ///< it is ended after so long
    std::int64_t memory = 0;         ///< address space in bytes; 0 = no limit
    std::filesystem::path output{};  ///< file of its standard output; empty: nowhere
    std::filesystem::path errors{};  ///< file of its messages; empty: nowhere
};
/// The end of a program.
struct ProcessResult {
    ProcessEnd end = ProcessEnd::Done;
    int exitCode = 0;  ///< negative: the signal that ended it
};

/// Runs `program` with `arguments` (the first is its name) in a process group of its own, without input, with no signal
/// blocked. A stop and the limit of time end the whole group: SIGTERM, and SIGKILL a second later. If pgram is killed,
/// the system kills the program. Errors: it does not start.
[[nodiscard]] Result<ProcessResult> runProcess(const std::filesystem::path& program, std::vector<std::string> arguments,
                                               const std::stop_token& stop, const ProcessSetup& setup);
/// Runs `program` without output. Errors: those of runProcess(); it fails.
[[nodiscard]] Result<ProcessEnd> runProgram(const std::filesystem::path& program, std::vector<std::string> arguments,
                                            const std::stop_token& stop, std::optional<Seconds> limit);

}  // namespace pgram::cli
