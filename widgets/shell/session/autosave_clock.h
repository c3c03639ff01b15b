// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// When to write down what has changed: at once after the first change, and then once an interval, so that no change
// waits for longer than that. Knows no clock: times are those of any that does not go back.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace pgram {

class AutosaveClock {
public:
    using Time = std::chrono::milliseconds;

    explicit AutosaveClock(Time interval) : m_interval(interval) {}

    void setInterval(Time interval) { m_interval = interval; }
    [[nodiscard]] Time interval() const { return m_interval; }

    void changed(Time now) { m_waiting = std::min(m_waiting.value_or(now), now); }
    /// When the next writing is to start; nothing = all is written down, or on its way.
    [[nodiscard]] std::optional<Time> due() const
    {
        if (!m_waiting) {
            return std::nullopt;
        }
        return m_started ? std::max(*m_waiting, *m_started + m_interval) : *m_waiting;
    }

    /// What has changed until now is being written.
    void started(Time now)
    {
        m_writing = m_waiting;
        m_waiting.reset();
        m_started = now;
    }
    /// It was not: it waits on.
    void failed()
    {
        if (m_writing) {
            changed(*m_writing);
        }
    }

private:
    Time m_interval;
    std::optional<Time> m_waiting;  ///< since when the oldest change that is not written waits
    std::optional<Time> m_writing;  ///< the same of what is being written
    std::optional<Time> m_started;  ///< the last writing
};

}  // namespace pgram
