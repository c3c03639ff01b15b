// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Header of every file of ours: its format and version.
#pragma once

#include "core/base/json_fwd.h"

#include <map>
#include <string>
#include <string_view>

namespace pgram {

/// Unknown members of a file: JSON pointer -> JSON text.
using UnknownKeys = std::map<std::string, std::string>;

/// Returns an object with `format` and `version`, to which a writer appends its members.
[[nodiscard]] Json formatHeader(std::string_view format, int version);

/// Reads `format` and `version`. Errors: another format, a version newer than `newest` (refused by its number).
void checkFormat(JsonObject& object, std::string_view format, int newest);

/// Adds the members of `object` that no reader asked for to `unknown`, because plan files keep them. If `unknown` is
/// null, such a member is an error, which names the nearest known member.
void takeUnknown(JsonObject& object, UnknownKeys* unknown);

}  // namespace pgram
