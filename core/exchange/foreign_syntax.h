// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// YAML and TOML as JSON values, so that one reader with pointers in its errors reads them all.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"

namespace pgram {

/// Reads YAML. If two members have one name, the value of the last one counts. Errors: malformed, with line and column;
/// nested deeper than 64, more than 65,536 values (an alias counts as often as it is used), above 1 MiB.
[[nodiscard]] Result<Json> jsonOfYaml(std::string_view text, const std::string& where);
/// Reads TOML in the same way, but two members of one name are an error. Dates and times are their text. Each dot of a
/// key is a level.
[[nodiscard]] Result<Json> jsonOfToml(std::string_view text, const std::string& where);
/// Returns true if a line begins with one of the words.
[[nodiscard]] bool hasLineOf(std::string_view text, std::initializer_list<std::string_view> words);

}  // namespace pgram
