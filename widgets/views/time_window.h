// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one time zoom that links the views with a time axis: which part of the step they show. GUI thread only.
#pragma once

#include <QObject>

namespace pgram {

class TimeWindow : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] double begin() const { return m_begin; }
    [[nodiscard]] double end() const { return m_end; }
    [[nodiscard]] double length() const { return m_end - m_begin; }
    [[nodiscard]] double limit() const { return m_limit; }
    [[nodiscard]] bool showsAll() const { return m_begin <= 0 && m_end >= m_limit; }

    /// The step takes `seconds` now. A window that showed all goes on to show all, another one keeps its place.
    void setLimit(double seconds);
    /// Shows begin … end, moved and shortened into 0 … limit.
    void show(double begin, double end);
    void showAll();
    /// Zooms by `factor` (below one: closer) so that `at` keeps its place.
    void zoom(double factor, double at);
    void pan(double seconds);

Q_SIGNALS:
    void changed();

private:
    double m_begin = 0;
    double m_end = 1;
    double m_limit = 1;
};

}  // namespace pgram
