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

/// Which of a worker's many records are told where each one stays: the first after `interval` seconds, and one every
/// `interval` seconds from then on.
class ProgressPace {
public:
    explicit ProgressPace(Seconds interval) : m_interval(interval), m_next(interval) {}
    /// `now`: seconds since the start, never less than before.
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
