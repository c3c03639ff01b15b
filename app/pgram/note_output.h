// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Notes on values of a question or a foreign file, as lines and as JSON.
#pragma once

#include "app/pgram/report.h"
#include "core/base/value_note.h"

#include <string>
#include <vector>

namespace pgram::cli {

/// Returns one line for each value: "assumed: batch = 512 (about 4.19 M tokens per step, …)".
[[nodiscard]] std::string assumedText(const std::vector<ValueNote>& assumed);
inline constexpr Field<ValueNote> noteRows[] = {
    figure<&ValueNote::what>("what").says("Name of the value, such as the option that gives it"),
    figure<&ValueNote::value>("value"),
    figure<&ValueNote::why>("why"),
};

}  // namespace pgram::cli
