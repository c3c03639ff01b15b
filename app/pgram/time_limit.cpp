// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/time_limit.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

constexpr double mostSeconds = 1e7;
constexpr double longer = 10;  ///< factor of the limit that the message proposes

}  // namespace

CLI::Option* addSeconds(CLI::App& command, TimeLimit& limit, const std::string& description)
{
    return command
        .add_option("--seconds", limit.typed,
                    fmt::format("{} (default: {:g}; 0 = no limit)", description, usualSeconds))
        ->type_name("S")
        ->check(CLI::Range(0.0, mostSeconds));
}

EndedBy endedBy(const Interrupt& interrupt)
{
    return interrupt.isTimeUp()                 ? EndedBy::Limit
           : interrupt.token().stop_requested() ? EndedBy::User
                                                : EndedBy::Nothing;
}

void printStopped(EndedBy reason, const TimeLimit& limit, bool hasAnswer, const std::string& leftOut)
{
    const std::string what = hasAnswer ? leftOut : "no plan was found until then";
    printMessage(
        reason != EndedBy::Limit
            ? fmt::format("stopped: {}", what)
            : fmt::format("stopped at the limit of {:g} s: {}; --seconds {:g} goes on longer, --seconds 0 to the end",
                          limit.seconds(), what, std::min(mostSeconds, longer * limit.seconds())));
}

ExitCode stopped(EndedBy reason, const TimeLimit& limit, bool hasAnswer, const std::string& leftOut)
{
    printStopped(reason, limit, hasAnswer, leftOut);
    return reason == EndedBy::Limit && hasAnswer ? ExitOk : ExitStopped;
}

}  // namespace pgram::cli
