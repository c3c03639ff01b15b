// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stages, layers, ranks and units are counted by int; containers by std::size_t.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace pgram {

/// Converts the index of a stage, layer, rank or unit for use with a container. A negative one ends a debug build; the
/// containers check the upper limit there (_GLIBCXX_ASSERTIONS).
template <std::integral Index>
[[nodiscard]] constexpr std::size_t at(Index index)
{
    if constexpr (std::is_signed_v<Index>) {
        assert(index >= 0);
    }
    return static_cast<std::size_t>(index);
}

/// Converts an enumerator for use with a table that has a row for each.
template <typename Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] constexpr std::size_t at(Enum value)
{
    return static_cast<std::size_t>(value);
}

}  // namespace pgram
