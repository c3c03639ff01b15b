// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Progress of long work: a plain record, made on the worker thread, at most 20 per second.
#pragma once

#include "core/base/units.h"

#include <functional>
#include <limits>

namespace pgram {

/// Progress of a search.
struct Progress {
    int tasksDone = 0;                                            ///< finished tasks
    int tasksTotal = 0;                                           ///< all tasks
    Seconds incumbent = std::numeric_limits<double>::infinity();  ///< best step time per sample found so far, s/sample
    Seconds bound = 0;  ///< lower bound of the same figure, over the tasks opened so far
    double gap = std::numeric_limits<double>::infinity();  ///< (incumbent - bound) / incumbent
    Seconds seconds = 0;                                   ///< since the start
};

/// Limits the records of a worker when each one is kept: the first after `interval` seconds, then one every `interval`
/// seconds.
class ProgressPace {
public:
    /// Seconds between two records.
    explicit ProgressPace(Seconds interval) : m_interval(interval), m_next(interval) {}
    /// Returns true if a record is due. `now`: seconds since the start; it must not decrease.
    [[nodiscard]] bool isDue(Seconds now)
    {
        if (now < m_next) {
            return false;
        }
        m_next = now + m_interval;
        return true;
    }

private:
    Seconds m_interval;
    Seconds m_next;
};

/// Called from worker threads, one call at a time.
using ProgressSink = std::function<void(const Progress&)>;

}  // namespace pgram
