// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Words for a file that no format recognises, by its content. Plain functions.
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/text.h"

#include <string_view>

namespace pgram {

/// Returns what the file seems to be: "a picture (PNG)", "plain text", "JSON (members: a, b)". `json` is its
/// value; null where it is not JSON.
[[nodiscard]] Text apparentKind(std::string_view content, const Json& json);

}  // namespace pgram
