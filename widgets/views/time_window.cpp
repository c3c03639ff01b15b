// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/time_window.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double closest = 1e-7;  // of the whole step: beyond it doubles no longer tell pixels apart

}  // namespace

void TimeWindow::setLimit(double seconds)
{
    const double limit = std::isfinite(seconds) && seconds > 0 ? seconds : 1;
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
        const double begin = m_begin;
        m_begin = -1;  // Whatever the window becomes, it is news: the axis has changed.
        show(begin, begin + std::min(m_end - begin, limit));
    }
}

void TimeWindow::show(double begin, double end)
{
    const double length = std::clamp(end - begin, m_limit * closest, m_limit);
    const double start = std::clamp(begin, 0.0, m_limit - length);
    if (start == m_begin && start + length == m_end) {
        return;
    }
    m_begin = start;
    m_end = start + length;
    Q_EMIT changed();
}

void TimeWindow::showAll()
{
    show(0, m_limit);
}

void TimeWindow::zoom(double factor, double at)
{
    const double begin = at - (at - m_begin) * factor;
    show(begin, begin + length() * factor);
}

void TimeWindow::pan(double seconds)
{
    show(m_begin + seconds, m_end + seconds);
}

}  // namespace pgram
