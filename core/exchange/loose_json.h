// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// JSON as other programs write it.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"

namespace pgram {

/// Parses JSON like parseJson(), also text with comments (//, #, /* */), commas before a closing bracket, and Python's
/// Infinity and NaN, which are read as null. Places in errors are those of the text.
[[nodiscard]] Result<Json> parseLooseJson(std::string_view text, const std::string& where);

}  // namespace pgram
