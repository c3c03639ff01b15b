// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs one piece of the core's work at a time on a worker thread and brings what it finds to the GUI thread, piece by
// piece. Lives on the GUI thread and never waits there, but in its destructor. New work supersedes what was before it,
// of which nothing arrives any more.
#pragma once

#include "core/base/error.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace pgram {

class BackgroundRunner : public QObject {
    Q_OBJECT
public:
    /// Has a call made on the GUI thread, in the order of the posts, unless the work is superseded by then.
    using Post = std::function<void(std::function<void()>)>;
    /// Answers its token within 100 ms.
    using Work = std::function<Result<void>(const std::stop_token&, const Post&)>;

    explicit BackgroundRunner(QObject* parent = nullptr);
    /// Stops all work and waits for its threads: as long as the work takes to answer its token.
    ~BackgroundRunner() override;

    /// Returns a number greater than every one before.
    quint64 start(Work work);
    /// Asks the work to stop; what it has found still arrives, then ended().
    void stop();
    /// Stops the work, and nothing of it arrives any more.
    void drop();
    [[nodiscard]] bool isRunning() const { return m_current != 0; }

Q_SIGNALS:
    /// The last that is heard of a job: it is done or was stopped.
    void ended(quint64 job);
    /// Before ended(): it could not be done.
    void failed(quint64 job, const pgram::Error& error);

private:
    struct Job;
    void finish(quint64 job, const Result<void>& outcome);

    std::vector<std::unique_ptr<Job>> m_jobs;  ///< the current one, and superseded ones that still wind down
    quint64 m_current = 0;                     ///< 0 = idle
    quint64 m_last = 0;
};

}  // namespace pgram
