// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Values that a question or a foreign file left open, as lines and as JSON.
#pragma once

#include "core/base/json.h"
#include "core/base/value_note.h"

#include <string>
#include <vector>

namespace pgram::cli {

/// Returns one line for each value: "assumed: batch = 512 (about 4.19 M tokens per step, …)".
[[nodiscard]] std::string assumedText(const std::vector<ValueNote>& assumed);
/// Returns the array `assumed` of the commands' JSON.
[[nodiscard]] Json assumedToJson(const std::vector<ValueNote>& assumed);

}  // namespace pgram::cli
