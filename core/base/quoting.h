// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Quoting of values for each language that is written, one function per language. Names may come from any file: they
// must not end the string, comment or line in which they are written, nor control a terminal. Plain functions.
#pragma once

#include <string>
#include <string_view>

namespace pgram {

/// Returns text for a terminal. Replaces by U+FFFD every hidden character except the end of a line, and bytes that are
/// not UTF-8. Hidden characters are control characters (C0, DEL, C1), line and paragraph separators (U+2028, U+2029),
/// characters that reorder text (U+202A to U+202E, U+2066 to U+2069), and U+FFFE and U+FFFF, which no text contains.
[[nodiscard]] std::string plainText(std::string_view text);
/// Returns the same text without ends of lines, for a line of a terminal or a comment in a file.
[[nodiscard]] std::string plainLine(std::string_view text);
/// Returns one word of a shell: unchanged if no character has a special meaning, else in single quotes.
[[nodiscard]] std::string shellQuoted(std::string_view text);
/// Returns a string for JSON, Python, TOML and YAML, in double quotes, with escaped hidden characters.
[[nodiscard]] std::string doubleQuoted(std::string_view text);
/// Escapes the hidden characters in JSON that already escapes control characters below U+0020.
[[nodiscard]] std::string jsonEscaped(std::string json);
/// Returns the text of a cell of a table. A text that a spreadsheet would run as a formula gets an apostrophe in front,
/// by which spreadsheets know a text; a figure with a sign, such as "-3.1 %", stays as it is.
[[nodiscard]] std::string withoutFormula(std::string_view text);
/// Returns a cell of CSV (RFC 4180), without a formula.
[[nodiscard]] std::string csvQuoted(std::string_view text);
/// Escapes text for XML or HTML, including values of attributes.
[[nodiscard]] std::string xmlEscaped(std::string_view text);
/// Escapes plain text for one line of Markdown, so that it contains no markup or HTML, and does not end a table cell.
[[nodiscard]] std::string markdownEscaped(std::string_view text);
/// Returns a cell of a Markdown table from text with markup.
[[nodiscard]] std::string markdownCell(std::string_view markdown);
/// Returns a token of a JSON pointer (RFC 6901).
[[nodiscard]] std::string pointerToken(std::string_view name);
/// Returns the name of a job: letters, digits, dots, dashes and underscores, with a dash for each run of other
/// characters; "plan" if nothing is left.
[[nodiscard]] std::string plainName(std::string_view text);

}  // namespace pgram
