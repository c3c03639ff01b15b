// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Notes on values of a question or a foreign file, as lines and as JSON.
#pragma once

#include "core/base/json.h"
#include "core/base/value_note.h"

#include <string>
#include <vector>

namespace pgram::cli {

/// Returns one line for each value: "assumed: batch = 512 (about 4.19 M tokens per step, …)".
[[nodiscard]] std::string assumedText(const std::vector<ValueNote>& assumed);
/// Returns an array of objects with the name, the value and the reason of each note.
[[nodiscard]] Json notesToJson(const std::vector<ValueNote>& notes);

}  // namespace pgram::cli
