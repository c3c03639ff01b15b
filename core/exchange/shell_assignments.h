// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Assignments of shell scripts in all the ways of writing them. Plain functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// A variable and the value that a command gives it.
struct ShellAssignment {
    std::string name;
    std::vector<std::string> values;  ///< several for the variable of a loop
};

/// Returns the assignments of one command: "TP=2", "export A=1 B=2", "let TP=4", "((TP *= 2))", ": ${TP:=4}", and
/// "for TP in 2 4". Values are as the script has them, sums as $((…)).
[[nodiscard]] std::vector<ShellAssignment> assignmentsOf(std::string_view command);

}  // namespace pgram
