// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What stands behind the name and the title of a preset that was edited.
#pragma once

#include <string_view>

namespace pgram {

inline constexpr std::string_view editedName = "-edited";
inline constexpr std::string_view editedTitle = ", edited";

}  // namespace pgram
