// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lines, commands and words of shell scripts. Plain functions that follow quotes and brackets and run nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Operator between a command and the command before it.
enum class ShellJoin {
    Next,  ///< runs after it
    And,   ///< runs if it succeeds: &&
    Or,    ///< runs if it fails: ||
};

/// One command of a line: "TP=2", "if [ $A = 1 ]", "then", "launch() {", "7b)" of a case, ";;".
struct ShellCommand {
    std::string text;
    ShellJoin join = ShellJoin::Next;
};

/// Returns true for letters, digits and underscores.
[[nodiscard]] bool isNameLetter(char c);
/// Returns the text without the pair of quotes around it.
[[nodiscard]] std::string_view unquoted(std::string_view text);
/// Returns the position of the bracket that closes the one at `open`, or the size of the text.
[[nodiscard]] std::size_t closingBracket(std::string_view text, std::size_t open);

/// Returns the lines of a script; a backslash at the end continues a line. Comments of Slurm become options.
[[nodiscard]] std::vector<std::string> wholeLines(std::string_view text);
/// Returns the commands of a line without its comment. Words of control, such as "then", are commands of their own.
[[nodiscard]] std::vector<ShellCommand> commandsOf(std::string_view line);
/// Returns words between blanks, quotes, brackets and semicolons; what $(…), $((…)) and ${…} hold stays together.
[[nodiscard]] std::vector<std::string> shellWords(std::string_view line);
/// Returns words between blanks with their quotes, so that "" is a word.
[[nodiscard]] std::vector<std::string_view> quotedWords(std::string_view text);

}  // namespace pgram
