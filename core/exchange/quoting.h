// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Values in the languages of the files that are written: names come from users, and none of them may end what it
// stands in. Plain functions.
#pragma once

#include <string>
#include <string_view>

namespace pgram {

/// One word of a shell: as it is where nothing in it means anything there, else in single quotes.
[[nodiscard]] std::string shellQuoted(std::string_view text);
/// A string of JSON, Python, TOML and YAML alike, in double quotes.
[[nodiscard]] std::string doubleQuoted(std::string_view text);
/// A cell of CSV (RFC 4180).
[[nodiscard]] std::string csvQuoted(std::string_view text);
/// For a comment or a line of Markdown: control characters are blanks.
[[nodiscard]] std::string oneLine(std::string_view text);
/// For the name of a job: letters, digits, dots, dashes and underscores, a dash for each run of others. "plan": none.
[[nodiscard]] std::string plainName(std::string_view text);

}  // namespace pgram
