// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/plan_runner.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

namespace pgram {

namespace {

constexpr int reportMilliseconds = 50;

/// The latest record of a worker, picked up by the GUI thread at its own pace: no queue that could grow.
class LatestProgress {
public:
    void put(const Progress& progress)
    {
        const std::lock_guard lock(m_mutex);
        m_progress = progress;
    }
    [[nodiscard]] std::optional<Progress> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_progress, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::optional<Progress> m_progress;
};

/// A search that runs out of memory must not take the window with it.
Result<SearchResult> guarded(const SearchFunction& search, const SearchRequest& request, const std::stop_token& token,
                             const ProgressSink& sink)
{
    try {
        return search(request, token, sink);
    } catch (const std::exception& exception) {
        return tl::unexpected(Error{ErrorKind::Internal, exception.what(), "planner", {}});
    }
}

}  // namespace

struct PlanRunner::Job {
    quint64 number = 0;
    LatestProgress latest;
    std::jthread thread;  ///< last, so that it ends before what it writes to
};

PlanRunner::PlanRunner(QObject* parent)
    : PlanRunner([](const SearchRequest& request, std::stop_token token,
                    const ProgressSink& sink) { return search(request, std::move(token), sink); },
                 parent)
{}

PlanRunner::PlanRunner(SearchFunction search, QObject* parent) : QObject(parent), m_search(std::move(search))
{
    m_tick.setInterval(reportMilliseconds);
    connect(&m_tick, &QTimer::timeout, this, &PlanRunner::report);
}

PlanRunner::~PlanRunner()
{
    for (const auto& job : m_jobs) {
        job->thread.request_stop();
    }
    m_jobs.clear();
}

quint64 PlanRunner::start(SearchRequest request)
{
    return start(std::move(request), m_search);
}

quint64 PlanRunner::start(SearchRequest request, SearchFunction search)
{
    stop();
    auto job = std::make_unique<Job>();
    job->number = ++m_last;
    m_current = job->number;
    job->thread = std::jthread([this, number = m_last, latest = &job->latest, request = std::move(request),
                                search = std::move(search)](const std::stop_token& token) {
        auto outcome = std::make_shared<const Result<SearchResult>>(
            guarded(search, request, token, [latest](const Progress& progress) { latest->put(progress); }));
        QMetaObject::invokeMethod(
            this, [this, number, outcome = std::move(outcome)] { finish(number, outcome); }, Qt::QueuedConnection);
    });
    m_jobs.push_back(std::move(job));
    m_tick.start();
    return m_last;
}

void PlanRunner::stop()
{
    for (const auto& job : m_jobs) {
        job->thread.request_stop();
    }
}

void PlanRunner::report()
{
    for (const auto& job : m_jobs) {
        const auto progressed = job->number == m_current ? job->latest.take() : std::nullopt;
        if (progressed) {
            Q_EMIT progress(m_current, *progressed);
            return;
        }
    }
}

void PlanRunner::finish(quint64 number, const SearchOutcome& outcome)
{
    if (number == m_current) {
        report();
    }
    // Its thread has posted this as the last thing it does, so that the join here is immediate.
    std::erase_if(m_jobs, [number](const auto& job) { return job->number == number; });
    if (number != m_current) {
        return;
    }
    m_current = 0;
    m_tick.stop();
    Q_EMIT finished(number, outcome);
}

}  // namespace pgram
