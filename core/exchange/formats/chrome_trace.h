// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A timeline in the Trace Event Format that chrome://tracing and Perfetto read: a track a stage, a slice an operation,
// a counter a stage for its memory. Written only.
#pragma once

#include "core/schedule/timeline.h"

#include <string>

namespace pgram {

/// One JSON object. Times are microseconds from the start of the step, to the nanosecond; slices of a stage never
/// overlap. `name` is the process's, shown above the tracks.
[[nodiscard]] std::string chromeTrace(const Timeline& timeline, const std::string& name);

}  // namespace pgram
