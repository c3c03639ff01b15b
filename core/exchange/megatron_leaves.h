// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Configurations of programs on Megatron-LM, as its arguments: NeMo, Megatron-Bridge, verl and Primus. Plain functions.
#pragma once

#include "core/base/json_fwd.h"

#include <span>
#include <string>
#include <string_view>

namespace pgram {

/// Returns Megatron-LM's name for an argument that NeMo or verl call otherwise; other names stay.
[[nodiscard]] std::string megatronNameOf(std::string_view name);
/// Gives the members of an object Megatron-LM's names, and lists the words of a list as one text.
void nameAsMegatron(Json& arguments);
/// Moves the members at any depth that are arguments of Megatron-LM out of `json`, and returns them as one object.
/// Objects of the names in `kept` stay as they are.
[[nodiscard]] Json takeMegatronArguments(Json& json, std::span<const std::string_view> kept);

}  // namespace pgram
