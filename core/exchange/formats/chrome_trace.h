// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A timeline in the Trace Event Format that chrome://tracing, Perfetto and speedscope read: a track per stage, a slice
// per operation, an arrow per transfer between stages, a counter of each stage's memory. Written only.
#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <functional>
#include <string>
#include <string_view>

namespace pgram {

/// Writes one JSON object, in pieces. Times are microseconds from the start of the step, to an eighth: slices of a
/// stage never overlap, neither in doubles nor in whole nanoseconds. `schedule` is the one that was simulated; `name`
/// is the process's, shown above the tracks.
void writeChromeTrace(const Timeline& timeline, const Schedule& schedule, const std::string& name,
                      const std::function<void(std::string_view)>& sink);
/// Returns the same object as one text.
[[nodiscard]] std::string chromeTrace(const Timeline& timeline, const Schedule& schedule, const std::string& name);

}  // namespace pgram
