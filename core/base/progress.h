// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What long work tells while it runs: a plain record, made on the worker, at most 20 a second.
#pragma once

#include "core/base/units.h"

#include <functional>
#include <limits>

namespace pgram {

struct Progress {
    int tasksDone = 0;
    int tasksTotal = 0;
    Seconds incumbent = std::numeric_limits<double>::infinity();  ///< best step time per sample found, s/sample
    Seconds bound = 0;  ///< lower bound of the same figure, of the tasks looked at so far
    double gap = std::numeric_limits<double>::infinity();  ///< (incumbent - bound) / incumbent
    Seconds seconds = 0;                                   ///< since the start
};

/// Called from worker threads, one call at a time.
using ProgressSink = std::function<void(const Progress&)>;

}  // namespace pgram
