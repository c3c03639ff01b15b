// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one time zoom that links the views with a time axis: which part of the step they show, and the parts that were
// shown before. Zooming and panning that runs on without a pause is one step of that history. GUI thread only.
#pragma once

#include <QObject>
#include <QTimer>

#include <vector>

namespace pgram {

class TimeWindow : public QObject {
    Q_OBJECT
public:
    explicit TimeWindow(QObject* parent = nullptr);

    [[nodiscard]] double begin() const { return m_begin; }
    [[nodiscard]] double end() const { return m_end; }
    [[nodiscard]] double length() const { return m_end - m_begin; }
    [[nodiscard]] double limit() const { return m_limit; }
    [[nodiscard]] bool showsAll() const { return m_begin <= 0 && m_end >= m_limit; }

    /// The step takes `seconds` now. A window that showed all goes on to show all, another one keeps its place.
    void setLimit(double seconds);
    /// The axis is at least this long, whatever the step takes: a measured step is shown as well. 0 = no measured step.
    void setLeast(double seconds);
    /// Shows begin … end, moved and shortened into 0 … limit.
    void show(double begin, double end);
    void showAll() { show(0, m_limit); }
    /// Zooms by `factor` (below one: closer) so that `at` keeps its place.
    void zoom(double factor, double at);
    void pan(double seconds) { show(m_begin + seconds, m_end + seconds); }

    [[nodiscard]] bool canGoBack() const { return !m_back.empty(); }
    [[nodiscard]] bool canGoForward() const { return !m_forward.empty(); }
    void goBack() { travel(m_back, m_forward); }
    void goForward() { travel(m_forward, m_back); }
    /// What comes next is a step of its own, however soon it comes.
    void settle() { m_moving.stop(); }

Q_SIGNALS:
    void changed();
    /// Whether there is a way back or forward may have changed.
    void historyChanged();

private:
    struct Part {
        double begin = 0;
        double end = 1;
    };
    /// The newest part of `from` that is not the one shown; what is shown goes to `to`.
    void travel(std::vector<Part>& from, std::vector<Part>& to);
    /// False where nothing changes.
    bool place(double begin, double end);
    void stretch();

    double m_begin = 0;
    double m_end = 1;
    double m_limit = 1;
    double m_step = 1;         ///< seconds of the step
    double m_least = 0;        ///< least length of the axis
    std::vector<Part> m_back;  ///< the last one is the newest
    std::vector<Part> m_forward;
    QTimer m_moving;  ///< runs while one change follows another
};

}  // namespace pgram
