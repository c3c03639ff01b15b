// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Suffixes of the name and the title of an edited preset.
#pragma once

#include <string_view>

namespace pgram {

inline constexpr std::string_view editedName = "-edited";
inline constexpr std::string_view editedTitle = ", edited";

}  // namespace pgram
