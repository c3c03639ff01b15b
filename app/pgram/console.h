// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the command line speaks: the result goes to stdout, as text or as one JSON object; everything else goes to
// stderr. Main thread only.
#pragma once

#include "core/base/error.h"
#include "core/base/json.h"

#include <optional>
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

/// Version of every JSON object that goes to stdout; each names its format beside it.
inline constexpr int outputVersion = 1;
/// An object that starts with its format, "pgram-NAME", and version.
[[nodiscard]] Json outputObject(std::string_view name);

/// null where it is no finite number, which JSON has not.
[[nodiscard]] Json orNull(double value);
/// null where there is none.
template <typename T>
[[nodiscard]] Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

/// A text ends with a newline. What a terminal would obey is replaced.
void printText(std::string_view text);
/// What is a file in itself, byte for byte.
void printFile(std::string_view content);
void printJson(const Json& json);
/// "pgram: TEXT" on stderr, on one line.
void printMessage(std::string_view text);
/// As it is on stderr. What stderr does not take is lost: it changes nothing of the outcome.
void printStatus(std::string_view text);

/// Says on stderr what went wrong, with `json` also as a "pgram-error" object on stdout. The exit code that follows.
ExitCode report(const Error& error, bool json);

/// An unexpected BadInput in words of the command line, which speaks English alone.
[[nodiscard]] tl::unexpected<Error> badInput(std::string what, Place where = {}, std::string todo = {});

/// What neither the command nor a scenario says.
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

/// Before any file is opened: where stdin, stdout or stderr is closed, nothing else gets its number, or a message would
/// end in a file that is being written.
void holdStandardFiles();

/// Errors: what was printed did not all reach stdout, and why.
[[nodiscard]] Result<void> flushOutput();

}  // namespace pgram::cli
