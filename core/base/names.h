// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of enumerations: one constexpr table beside each, one name() and one parse().
//     enum class LossKind { Plain, Fused, Chunked };
//     template <> inline constexpr std::array<std::string_view, 3> enumNames<LossKind>{"plain", "fused", "chunked"};
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace pgram {

/// The names of an enumeration's values 0, 1, 2, …, as files and the command line have them. Each enumeration's
/// specialisation follows its definition.
template <typename Enum>
inline constexpr std::array<std::string_view, 0> enumNames{};

template <typename Enum>
concept NamedEnum = enumNames<Enum>
.size() > 0;

/// Returns the name of a value; empty if the table has none.
template <NamedEnum Enum>
[[nodiscard]] constexpr std::string_view name(Enum value)
{
    const auto index = static_cast<std::size_t>(value);
    return index < enumNames<Enum>.size() ? enumNames<Enum>[index] : std::string_view();
}

/// Returns the value with the name `text`; std::nullopt for an unknown name.
template <NamedEnum Enum>
[[nodiscard]] constexpr std::optional<Enum> parse(std::string_view text)
{
    for (std::size_t i = 0; i < enumNames<Enum>.size(); ++i) {
        if (enumNames<Enum>[i] == text) {
            return static_cast<Enum>(i);
        }
    }
    return std::nullopt;
}

/// Returns all names, in the order of the values.
template <NamedEnum Enum>
[[nodiscard]] const std::vector<std::string_view>& namesOf()
{
    static const std::vector<std::string_view> names(enumNames<Enum>.begin(), enumNames<Enum>.end());
    return names;
}

}  // namespace pgram
