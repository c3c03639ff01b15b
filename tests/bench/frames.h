// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Frames of a window: from an event, or an edit, until everything that it changed is painted.
#pragma once

#include "core/plan/estimate.h"
#include "tests/bench/bench.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/views/common/view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>

#include <ctime>

namespace pgram::bench {

inline constexpr double frameMedian = 0.008;
inline constexpr double frameWorst = 0.016;  ///< of 99 frames in 100
inline constexpr double editBudget = 0.016;  ///< of 99 edits in 100

/// Counts the paint events of the whole application.
class PaintCount : public QObject {
public:
    PaintCount() { qApp->installEventFilter(this); }
    [[nodiscard]] int count() const { return m_count; }
    bool eventFilter(QObject* object, QEvent* event) override
    {
        m_count += event->type() == QEvent::Paint && object->isWidgetType() ? 1 : 0;
        return false;
    }

private:
    int m_count = 0;
};

/// Until nothing is left to do: layouts first, then what they repaint.
inline void settle(int milliseconds = 100)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < milliseconds) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    }
}

/// What views work out in the background would take turns with the frames.
inline void waitFor(const View& view)
{
    QElapsedTimer timer;
    timer.start();
    do {
        settle();
    } while (view.isWorking() && timer.elapsed() < 60'000);
}

/// Of this thread: on a busy machine what a frame costs, where the clock also counts waiting for a core.
inline double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The value that a share of the values do not exceed.
inline double quantile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[static_cast<std::size_t>(static_cast<double>(values.size() - 1) * share)];
}

class Frames {
public:
    [[nodiscard]] std::size_t count() const { return m_seconds.size(); }

    /// Runs `change` and paints what follows from it; a change that repaints nothing is no frame.
    void add(const auto& change)
    {
        const int before = m_paints.count();
        const double processor = threadSeconds();
        const double seconds = secondsOf([&] {
            change();
            QCoreApplication::processEvents();  // layouts, and the repaint itself
            QCoreApplication::processEvents();  // what the first round asked for
        });
        if (m_paints.count() > before) {
            m_seconds.push_back(seconds);
            m_processor.push_back(threadSeconds() - processor);
        }
    }

    /// Prints median and 99th percentile; 1 where a budget is missed or fewer than `least` frames were painted.
    [[nodiscard]] int report(const std::string& name, double median, double worst, std::size_t least,
                             const std::string& facts = {}) const
    {
        const std::size_t count = m_seconds.size();
        const double middle = quantile(m_seconds, 0.5);
        const double high = quantile(m_seconds, 0.99);
        const bool within = count >= least && middle <= median && high <= worst;
        std::printf(R"({"bench": "%s", "median_s": %.4g, "p99_s": %.4g, "worst_s": %.4g, "processor_median_s": %.4g, )"
                    R"("processor_p99_s": %.4g, "frames": %zu, "budget_s": %g, "p99_budget_s": %g, "within": %s%s%s})"
                    "\n",
                    name.c_str(), middle, high, quantile(m_seconds, 1), quantile(m_processor, 0.5),
                    quantile(m_processor, 0.99), count, median, worst, within ? "true" : "false",
                    facts.empty() ? "" : ", ", facts.c_str());
        std::fflush(stdout);
        return within ? 0 : 1;
    }

private:
    PaintCount m_paints;
    std::vector<double> m_seconds;
    std::vector<double> m_processor;
};

/// The plan of a large window in three variants, for the Compare view to hold against each other.
inline std::vector<Plan> variants(const Plan& plan)
{
    std::vector<Plan> made(3, plan);
    const auto layers = plan.strategies.size();
    for (std::size_t layer = 0; layer < layers / 2; ++layer) {
        made[1].strategies[layer].kept.part = KeptPart::Input;
    }
    for (std::size_t layer = 0; layer < layers; layer += 4) {
        made[2].strategies[layer].zero = 3;
    }
    return made;
}

}  // namespace pgram::bench
