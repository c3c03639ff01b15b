// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the planner in the background, one search at a time, and tells how it goes. GUI thread only. Each search is a
// job with a rising number; a new job supersedes the one before, whose result is dropped.
#pragma once

#include "core/search/search.h"
#include "widgets/work/worker.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <stop_token>

namespace pgram {

using SearchOutcome = std::shared_ptr<const Result<SearchResult>>;
using SearchFunction = std::function<Result<SearchResult>(const SearchRequest&, std::stop_token, const ProgressSink&)>;

class PlanRunner : public QObject {
    Q_OBJECT
public:
    /// `search`: another one than pgram::search.
    explicit PlanRunner(SearchFunction search = {}, QObject* parent = nullptr);

    /// Starts a search, its own where there is no other, and returns its job number, greater than every one before.
    quint64 start(SearchRequest request, SearchFunction search = {});
    /// Asks the current job to stop; finished() follows with what it has found.
    void stop() { m_worker.stop(); }
    [[nodiscard]] bool isRunning() const { return m_worker.isRunning(); }

Q_SIGNALS:
    /// At most 20 a second, the latest figures.
    void progress(const pgram::Progress& progress);
    void finished(quint64 job, const pgram::SearchOutcome& outcome);

private:
    class LatestProgress;
    void report();
    void finish(quint64 job);

    SearchFunction m_search;
    std::shared_ptr<LatestProgress> m_latest;  ///< of the current job
    SearchOutcome m_outcome;
    QTimer m_tick;
    Worker m_worker{Priority::Planner};  ///< last, so that it ends before what it posts to
};

}  // namespace pgram
