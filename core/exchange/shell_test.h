// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Conditions of shell scripts: [ … ], [[ … ]], test, and the arms of case. Plain functions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pgram {

/// Returns a word with the values of its variables; empty: one of them is not known.
using ShellExpansion = std::function<std::optional<std::string>(std::string_view word)>;

/// Returns true for a command that is a condition rather than work: [ … ], [[ … ]], test or ((…)).
[[nodiscard]] bool isShellTest(std::string_view command);
/// Returns the result of such a command if it compares two known words or tests whether a known word is empty. Empty:
/// the result is known only when the script runs.
[[nodiscard]] std::optional<bool> truthOf(std::string_view command, const ShellExpansion& expansion);
/// Returns true if a word has the pattern of an arm, "7b|7B" or "*". Empty: the pattern has other wildcards.
[[nodiscard]] std::optional<bool> hasPattern(std::string_view word, std::string_view pattern);

}  // namespace pgram
