// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The limit of the time of a command that searches: its option --seconds, and what it says where the limit ends it.
#pragma once

#include "app/pgram/console.h"
#include "app/pgram/interrupt.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <optional>
#include <string>

namespace pgram::cli {

/// Seconds after which a command that searches ends without --seconds.
inline constexpr double usualSeconds = 60;

/// The value of --seconds.
struct TimeLimit {
    std::optional<double> typed;  ///< value of the option; 0 = no limit

    /// Returns the seconds after which the command ends; 0 = no limit.
    [[nodiscard]] double seconds() const { return typed.value_or(usualSeconds); }
    /// Returns true if the user named a limit.
    [[nodiscard]] bool isTyped() const { return typed.value_or(0) > 0; }
};

/// Adds the option --seconds. `description` says what the command does at the limit.
CLI::Option* addSeconds(CLI::App& command, TimeLimit& limit, const std::string& description);

/// The reason why work ended before its end.
enum class EndedBy { Nothing, Limit, User };
/// Returns the reason why the work under an interrupt was stopped.
[[nodiscard]] EndedBy endedBy(const Interrupt& interrupt);

/// Prints that the work was stopped: the limit, what is left out of the answer (`leftOut`), and the option with which
/// it goes on.
void printStopped(EndedBy reason, const TimeLimit& limit, bool hasAnswer, const std::string& leftOut);
/// Prints the same. Returns the exit code of the command: it has done its work if the limit ended it after it found an
/// answer.
[[nodiscard]] ExitCode stopped(EndedBy reason, const TimeLimit& limit, bool hasAnswer, const std::string& leftOut);

}  // namespace pgram::cli
