// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lines and words of logs and scripts. Plain functions; what they return points into the text.
#pragma once

#include "core/base/ascii.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pgram {

/// Returns the lines without their ends, also without \r.
[[nodiscard]] std::vector<std::string_view> splitLines(std::string_view text);
/// Returns the words between blanks and tabs.
[[nodiscard]] std::vector<std::string_view> splitWords(std::string_view line);
/// Returns the word behind `option`, after blanks or at once, up to the next blank; empty: none.
[[nodiscard]] std::string_view wordBehind(std::string_view text, std::string_view option);
/// Reads digits, with underscores or commas between them. Empty: anything else, and numbers beyond 2^62.
[[nodiscard]] std::optional<std::int64_t> wholeNumber(std::string_view word);

/// Returns the runs of digits in a text, as numbers: 4095 and 0 of "(4095, 0)".
[[nodiscard]] std::vector<std::int64_t> numbersIn(std::string_view text);

}  // namespace pgram
