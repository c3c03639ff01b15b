// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A timeline as a drawing of text: a line a stage, time from left to right.
#pragma once

#include "core/schedule/timeline.h"

#include <string>

namespace pgram::cli {

/// `width` characters a stage, each showing what the stage does for most of that time; at most `most` stages.
[[nodiscard]] std::string ganttText(const Timeline& timeline, int width = 96, std::size_t most = 64);

}  // namespace pgram::cli
