// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Quantities as arguments: whole numbers and lists of them ("64", "4k", "8,16,32", "8:512:8"), memory, tokens.
#pragma once

#include "core/base/error.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgram::cli {

/// A number from 1 to `most`, as parseCount reads it. Errors name `option`.
[[nodiscard]] Result<std::int64_t> parseNumber(std::string_view text, const std::string& option, std::int64_t most);

/// Numbers and FROM:TO:STEP ranges between commas; each number once, in ascending order. Errors, which name `option`:
/// not a number, outside 1 … `most`, a range that goes nowhere, more than 4096 numbers.
[[nodiscard]] Result<std::vector<std::int64_t>> parseNumbers(std::string_view text, const std::string& option,
                                                             std::int64_t most);

/// --memory as a budget of a device; 0 where nothing was typed. Errors name the option.
[[nodiscard]] Result<Bytes> parseBudget(const std::string& text);
/// --sequence in tokens; 0 where nothing was typed. Errors name the option.
[[nodiscard]] Result<std::int64_t> parseSequence(const std::string& text);
/// Units of --memory and --sequence in the help of every command.
inline constexpr const char* unitsOfMemory = "units are KiB, MiB, GiB, TiB (powers of 1024) and KB, MB, GB, TB";
inline constexpr const char* unitsOfTokens = "4k and 4Ki are 4096";

}  // namespace pgram::cli
