// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The JSON schemas of the program's files and answers, made from the tables of their fields.
#pragma once

#include "core/base/json.h"

#include <span>
#include <string_view>

namespace pgram::cli {

/// A schema, by the name of its file in presets/schemas.
struct NamedSchema {
    std::string_view name;
    Json (*schema)();
};

/// Returns all of them, by name.
[[nodiscard]] std::span<const NamedSchema> schemas();

}  // namespace pgram::cli
