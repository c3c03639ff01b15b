// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Output of the command line: the result goes to stdout, as text or as one JSON object; everything else goes to
// stderr, or both to the program that contains the commands. On the thread of the command only.
#pragma once

#include "app/pgram/report.h"
#include "core/base/check.h"
#include "core/base/error.h"
#include "core/base/json.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace pgram::cli {

enum ExitCode : int {
    ExitOk = 0,
    ExitInfeasible = 1,
    ExitBadInput = 2,  ///< and what the system refuses: a file or stdout that cannot be written, memory
    ExitInternal = 3,
    ExitStopped = 130,
};
[[nodiscard]] ExitCode exitCode(ErrorKind kind);

/// Returns null unless the number is finite; JSON has no other numbers.
[[nodiscard]] Json orNull(double value);
/// Returns null for nothing.
template <typename T>
[[nodiscard]] Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

/// A text ends with a newline. What a terminal would obey is replaced.
void printText(std::string_view text);
/// Prints the content of a file, byte for byte.
void printFile(std::string_view content);
void printJson(const Json& json);
/// "pgram: TEXT" on stderr, on one line.
void printMessage(std::string_view text);
/// Prints to stderr, unchanged. A failure to write is ignored: it does not change the outcome.
void printStatus(std::string_view text);

/// Says on stderr what went wrong, with `json` also as a "pgram-error" object on stdout. The exit code that follows.
ExitCode report(const Error& error, bool json);

/// Returns the schema of "pgram-error".
[[nodiscard]] Json errorSchema();

/// An unexpected BadInput in words of the command line, which speaks English alone.
[[nodiscard]] tl::unexpected<Error> badInput(std::string what, Place where = {}, std::string todo = {});

/// Returns the error of a value that neither the command nor a scenario gives.
[[nodiscard]] tl::unexpected<Error> lacks(const std::string& what);
/// The error of a value, said to be in its option.
template <typename T>
[[nodiscard]] Result<T> ofOption(Result<T> value, const Place& option)
{
    if (!value) {
        value.error().where = option;
    }
    return value;
}

/// A program that runs commands within itself. It receives what they print, and stops them.
struct Host {
    std::function<void(std::string_view)> output;    ///< receiver of the result, instead of stdout
    std::function<void(std::string_view)> messages;  ///< receiver of the messages, instead of stderr
    std::stop_token stop;                            ///< instead of SIGINT and SIGTERM
};
/// Returns the host of the commands on this thread; null: a terminal has them.
[[nodiscard]] const Host* host();
/// Sets the host of the commands on this thread. It has to outlive them.
void setHost(const Host* host);

/// Before any file is opened: where stdin, stdout or stderr is closed, nothing else gets its number, or a message would
/// end in a file that is being written.
void holdStandardFiles();

/// Errors: what was printed did not all reach stdout, and why.
[[nodiscard]] Result<void> flushOutput();

}  // namespace pgram::cli
