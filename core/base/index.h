// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace pgram {

/// Converts the index of a stage, layer, rank or unit, which is an int, for use with containers.
[[nodiscard]] constexpr std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

}  // namespace pgram
