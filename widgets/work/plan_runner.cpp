// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/plan_runner.h"

#include <mutex>
#include <optional>
#include <utility>

namespace pgram {

namespace {

constexpr int reportMilliseconds = 50;

}  // namespace

/// The latest record of a search, picked up by the GUI thread at its own pace: no queue that could grow.
class PlanRunner::LatestProgress {
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

PlanRunner::PlanRunner(SearchFunction search, QObject* parent)
    : QObject(parent),
      m_search(search ? std::move(search)
                      : [](const SearchRequest& request, std::stop_token stop, const ProgressSink& progress) {
                            return pgram::search(request, std::move(stop), progress);
                        })
{
    m_tick.setInterval(reportMilliseconds);
    connect(&m_tick, &QTimer::timeout, this, &PlanRunner::report);
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) {
        m_outcome = std::make_shared<const Result<SearchResult>>(tl::unexpected(error));
    });
    connect(&m_worker, &Worker::ended, this, &PlanRunner::finish);
}

quint64 PlanRunner::start(SearchRequest request, SearchFunction search)
{
    m_latest = std::make_shared<LatestProgress>();
    m_tick.start();
    return m_worker.start([this, latest = m_latest, request = std::move(request),
                           search = search ? std::move(search) : m_search](const std::stop_token& token,
                                                                           const Worker::Post& post) -> Result<void> {
        auto outcome = std::make_shared<const Result<SearchResult>>(
            search(request, token, [&latest](const Progress& progress) { latest->put(progress); }));
        post([this, outcome = std::move(outcome)] { m_outcome = outcome; });
        return {};
    });
}

void PlanRunner::report()
{
    if (const auto progressed = m_latest->take()) {
        Q_EMIT progress(*progressed);
    }
}

void PlanRunner::finish(quint64 job)
{
    report();
    m_tick.stop();
    Q_EMIT finished(job, std::exchange(m_outcome, nullptr));
}

}  // namespace pgram
