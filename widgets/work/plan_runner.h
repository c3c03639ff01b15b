// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs searches on worker threads for the window. Lives on the GUI thread and never waits there, but in its
// destructor. Each search is a job with a rising number; a new job supersedes the one before, whose result is dropped.
#pragma once

#include "core/search/search.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace pgram {

using SearchOutcome = std::shared_ptr<const Result<SearchResult>>;
using SearchFunction = std::function<Result<SearchResult>(const SearchRequest&, std::stop_token, const ProgressSink&)>;

class PlanRunner : public QObject {
    Q_OBJECT
public:
    explicit PlanRunner(QObject* parent = nullptr);
    /// Another search than pgram::search.
    explicit PlanRunner(SearchFunction search, QObject* parent = nullptr);
    /// Stops every job and waits for its thread: as long as a search takes to answer its token.
    ~PlanRunner() override;

    /// Starts a search and returns its job number, greater than every one before.
    quint64 start(SearchRequest request);
    /// The same with another search.
    quint64 start(SearchRequest request, SearchFunction search);
    /// Asks the current job to stop; finished() follows with what it has found.
    void stop();
    [[nodiscard]] bool isRunning() const { return m_current != 0; }

Q_SIGNALS:
    /// At most 20 a second, the latest figures.
    void progress(quint64 job, const pgram::Progress& progress);
    void finished(quint64 job, const pgram::SearchOutcome& outcome);

private:
    struct Job;
    void report();
    void finish(quint64 job, const SearchOutcome& outcome);

    SearchFunction m_search;
    std::vector<std::unique_ptr<Job>> m_jobs;  ///< the current one, and superseded ones that still wind down
    quint64 m_current = 0;                     ///< 0 = idle
    quint64 m_last = 0;
    QTimer m_tick;
};

}  // namespace pgram
