// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A layer's strategy as the members of a JSON object: in plan files, and on the clipboard.
#pragma once

#include "core/base/fields.h"
#include "core/base/index.h"
#include "core/strategy/layer_strategy.h"

#include <span>
#include <string_view>
#include <vector>

namespace pgram {

/// The name of an enumerator in a list of all.
template <typename Enum>
[[nodiscard]] std::string_view nameIn(const std::vector<std::string_view>& names, Enum value)
{
    return names[at(value)];
}
[[nodiscard]] inline int readInt(JsonObject& object, std::string_view key, int fallback, int least, int most)
{
    return static_cast<int>(object.integerOr(key, fallback, least, most));
}

[[nodiscard]] std::span<const Field<LayerStrategy>> fieldsOf(const LayerStrategy*);

/// Adds every field of the strategy to an object; what few strategies have only where it is not the usual.
void addStrategy(Json& json, const LayerStrategy& strategy);
/// The usual for what is absent. Errors, which `object` keeps: values out of range, unknown names, degrees that
/// multiply to more devices than there can be.
[[nodiscard]] LayerStrategy readStrategy(JsonObject& object);

}  // namespace pgram
