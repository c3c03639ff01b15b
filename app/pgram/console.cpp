// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/console.h"

#include "core/base/quoting.h"

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace pgram::cli {

namespace {

int firstFault = 0;  ///< errno of the first write to stdout that failed

thread_local const Host* hostHere = nullptr;

const char* nameOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::BadInput:
        return "bad-input";
    case ErrorKind::Infeasible:
        return "infeasible";
    case ErrorKind::Internal:
        return "internal";
    }
    return "";
}

constexpr std::string_view errorKinds[]{"bad-input", "infeasible", "internal"};
constexpr Field<Error> errorFields[] = {
    figure<[](const Error& error) { return nameOf(error.kind); }>("kind").oneOf(errorKinds),
    figure<&Error::what>("what"),
    figure<[](const Error& error) { return error.where.english(); }>("where").says(
        "File and JSON pointer, or the option; may be empty"),
    figure<&Error::todo>("todo").says("What to do about it; may be empty"),
};
constexpr AnswerFormat<Error> errorAnswer{
    "error",
    "Written to stdout, next to a message on stderr, if a command with --json is refused (exit code 2) or fails (3).",
    errorFields};

}  // namespace

Json errorSchema()
{
    return schemaOf(errorAnswer);
}

ExitCode exitCode(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::BadInput:
        return ExitBadInput;
    case ErrorKind::Infeasible:
        return ExitInfeasible;
    case ErrorKind::Internal:
        return ExitInternal;
    }
    return ExitInternal;
}

Json orNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

void printText(std::string_view text)
{
    printFile(plainText(text));
}

void printFile(std::string_view content)
{
    if (hostHere != nullptr) {
        hostHere->output(content);
        return;
    }
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() && firstFault == 0) {
        firstFault = errno != 0 ? errno : EIO;
    }
}

void printJson(const Json& json)
{
    // Names come from files, and need not be UTF-8.
    printFile(dumped(json, 2) + '\n');
}

void printMessage(std::string_view text)
{
    printStatus(fmt::format("pgram: {}\n", plainLine(text)));
}

void printStatus(std::string_view text)
{
    if (hostHere != nullptr) {
        hostHere->messages(text);
        return;
    }
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

const Host* host()
{
    return hostHere;
}

void setHost(const Host* host)
{
    hostHere = host;
}

ExitCode report(const Error& error, bool json)
{
    printMessage(error.text());
    if (json) {
        printJson(jsonOf(errorAnswer, error));
    }
    return exitCode(error.kind);
}

tl::unexpected<Error> badInput(std::string what, Place where, std::string todo)
{
    return pgram::badInput(Text(std::move(what)), std::move(where), Text(std::move(todo)));
}

tl::unexpected<Error> lacks(const std::string& what)
{
    return badInput(what + " is required", {}, "Give it, or a --scenario");
}

void holdStandardFiles()
{
    // Each the wrong way round, so that what reads or writes there goes on failing.
    constexpr std::array<std::pair<int, int>, 3> files{
        {{STDIN_FILENO, O_WRONLY}, {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_RDONLY}}};
    for (const auto& [number, way] : files) {
        if (::fcntl(number, F_GETFD) < 0 && ::open("/dev/null", way) < 0) {
            return;  // stays closed
        }
    }
}

Result<void> flushOutput()
{
    if (hostHere != nullptr) {
        return {};
    }
    if (firstFault == 0 && std::fflush(stdout) != 0) {
        firstFault = errno != 0 ? errno : EIO;
    }
    if (firstFault == 0) {
        return {};
    }
    const char* todo = firstFault == ENOSPC  ? "Free some space and try again"
                       : firstFault == EPIPE ? "What reads it ended before all was written"
                                             : "";
    return badInput(fmt::format("cannot be written: {}", std::strerror(firstFault)), "the output", todo);
}

}  // namespace pgram::cli
