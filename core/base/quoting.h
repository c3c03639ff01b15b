// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Values in the languages of what is written, a function per language. Names come from files of anybody: none of them
// may end the string, comment or line that it is part of, or command a terminal. Plain functions.
#pragma once

#include <string>
#include <string_view>

namespace pgram {

/// Text for a terminal. Contains U+FFFD for every hidden character but the end of a line, and for bytes that are not
/// UTF-8. Hidden are control characters (C0, DEL, C1), line and paragraph separators (U+2028, U+2029), characters that
/// reorder text (U+202A to U+202E, U+2066 to U+2069), and U+FFFE and U+FFFF, which no text has.
[[nodiscard]] std::string plainText(std::string_view text);
/// The same without ends of lines: a name in a line of a terminal or in a comment of a file.
[[nodiscard]] std::string plainLine(std::string_view text);
/// One word of a shell: unchanged where nothing in it has a meaning there, else in single quotes.
[[nodiscard]] std::string shellQuoted(std::string_view text);
/// A string of JSON, Python, TOML and YAML alike, in double quotes. Hidden characters are escaped.
[[nodiscard]] std::string doubleQuoted(std::string_view text);
/// JSON whose strings have no hidden characters, of JSON that escapes control characters below U+0020 already.
[[nodiscard]] std::string jsonEscaped(std::string json);
/// A cell of CSV (RFC 4180).
[[nodiscard]] std::string csvQuoted(std::string_view text);
/// Text of XML or HTML, or the value of an attribute.
[[nodiscard]] std::string xmlEscaped(std::string_view text);
/// Plain text in one line of Markdown: nothing in it is markup or HTML, or ends the cell of a table.
[[nodiscard]] std::string markdownEscaped(std::string_view text);
/// A cell of a table in Markdown, of text whose markup is meant.
[[nodiscard]] std::string markdownCell(std::string_view markdown);
/// A token of a JSON pointer (RFC 6901).
[[nodiscard]] std::string pointerToken(std::string_view name);
/// The name of a job: letters, digits, dots, dashes and underscores, a dash for each run of others; "plan" if none is
/// left.
[[nodiscard]] std::string plainName(std::string_view text);

}  // namespace pgram
