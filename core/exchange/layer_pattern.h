// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lists of 0 and 1 by layer, as Megatron-LM's arguments write them in Python: "[0]*3+[1]*58", "([1]*5+[0])*8". Plain
// functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pgram {

/// Returns the list, cut off behind `most` elements. Returns nothing for any other text.
[[nodiscard]] std::optional<std::vector<bool>> parsePattern(std::string_view text, std::int64_t most);

}  // namespace pgram
