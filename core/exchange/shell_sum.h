// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The arithmetic of shell scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pgram {

/// Whole sum of numbers, + - * / % and brackets, as $((…)) has them. Empty: none, or beyond 2^53.
[[nodiscard]] std::optional<std::int64_t> sumOf(std::string_view text);

}  // namespace pgram
