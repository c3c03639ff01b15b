// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/time_window.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double closest = 1e-7;  // of the whole step: beyond it doubles no longer tell pixels apart
constexpr std::size_t mostSteps = 200;
constexpr int pauseMilliseconds = 600;  // between two steps of the history

}  // namespace

TimeWindow::TimeWindow(QObject* parent) : QObject(parent)
{
    m_moving.setSingleShot(true);
    m_moving.setInterval(pauseMilliseconds);
}

void TimeWindow::setLimit(double seconds)
{
    m_step = std::isfinite(seconds) && seconds > 0 ? seconds : 1;
    stretch();
}

void TimeWindow::setLeast(double seconds)
{
    m_least = seconds;
    stretch();
}

void TimeWindow::stretch()
{
    const double limit = std::max(m_step, m_least);
    if (limit == m_limit) {
        return;
    }
    const bool all = showsAll();
    m_limit = limit;
    if (all) {
        m_begin = 0;
        m_end = limit;
        Q_EMIT changed();
    } else {
        place(m_begin, m_begin + std::min(m_end - m_begin, limit));
        Q_EMIT changed();  // Whatever the window became: the axis has changed.
    }
}

bool TimeWindow::place(double begin, double end)
{
    const double length = std::clamp(end - begin, m_limit * closest, m_limit);
    const double start = std::clamp(begin, 0.0, m_limit - length);
    if (start == m_begin && start + length == m_end) {
        return false;
    }
    m_begin = start;
    m_end = start + length;
    return true;
}

void TimeWindow::show(double begin, double end)
{
    const Part before{m_begin, m_end};
    if (!place(begin, end)) {
        return;
    }
    if (!m_moving.isActive()) {
        m_back.push_back(before);
        if (m_back.size() > mostSteps) {
            m_back.erase(m_back.begin());
        }
    }
    m_forward.clear();
    m_moving.start();
    Q_EMIT changed();
    Q_EMIT historyChanged();
}

void TimeWindow::travel(std::vector<Part>& from, std::vector<Part>& to)
{
    const Part now{m_begin, m_end};
    m_moving.stop();
    bool moved = false;
    while (!moved && !from.empty()) {
        const Part next = from.back();
        from.pop_back();
        moved = place(next.begin, next.end);
    }
    if (moved) {
        to.push_back(now);
        Q_EMIT changed();
    }
    Q_EMIT historyChanged();
}

void TimeWindow::zoom(double factor, double at)
{
    const double begin = at - (at - m_begin) * factor;
    show(begin, begin + length() * factor);
}

}  // namespace pgram
