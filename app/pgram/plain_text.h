// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts without what a terminal obeys: names come from files of anybody, and an escape sequence in one could clear the
// screen, set the title or stand for lines that pgram never wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgram::cli {

/// With U+FFFD for every control character (C0, DEL, C1) but the end of a line, and for bytes that are not UTF-8.
[[nodiscard]] std::string plainText(std::string_view text);

/// The same for what stands inside of a line, a name or a message: the ends of lines go as well.
[[nodiscard]] std::string plainLine(std::string_view text);

/// A list in lines of that width, cut behind its commas; one that is longer alone stays whole.
[[nodiscard]] std::vector<std::string> wrappedList(std::string_view list, std::size_t width);

/// "What is read: a, b, c", in lines for the end of a help.
[[nodiscard]] std::string helpList(std::string_view what, const std::vector<std::string_view>& names);

}  // namespace pgram::cli
