// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What every file of ours begins with: which format it is, and of which version.
#pragma once

#include "core/base/json_fwd.h"

#include <map>
#include <string>
#include <string_view>

namespace pgram {

/// JSON pointer -> JSON text of members that a reader does not know.
using UnknownKeys = std::map<std::string, std::string>;

/// An object of `format`, `version`, to which a writer appends its members.
[[nodiscard]] Json formatHeader(std::string_view format, int version);

/// Reads `format` and `version`. Errors: another format, a version newer than `newest` (refused by its number).
void checkFormat(JsonObject& object, std::string_view format, int newest);

/// What `object` was never asked for: added to `unknown`, for a plan file keeps what it does not know. Errors: where
/// that is null, such a member is one, told with the nearest of those that were asked for.
void takeUnknown(JsonObject& object, UnknownKeys* unknown);

}  // namespace pgram
