// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lists of whole numbers as arguments: "64", "8,16,32", "8:512:8".
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgram::cli {

/// Numbers and FROM:TO:STEP ranges between commas; each number once, in ascending order. Errors, which name `option`:
/// not a number, outside 1 … `most`, a range that goes nowhere, more than 4096 numbers.
[[nodiscard]] Result<std::vector<std::int64_t>> parseNumbers(std::string_view text, const std::string& option,
                                                             std::int64_t most);

}  // namespace pgram::cli
