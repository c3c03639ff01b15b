// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All of the window's background work: pieces of it, queued by priority on a few threads that the whole window shares,
// whose findings come to the GUI thread. A Worker lives on the GUI thread and never waits there, but in its destructor.
// It runs one piece at a time; new work supersedes what was before it, of which nothing arrives any more.
#pragma once

#include "core/base/error.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace pgram {

/// What takes a moment (previews, files) and the planner begin at once. Answers to what somebody asked, and studies
/// that nobody waits for, share all processors but one; no study begins while the planner runs.
enum class Priority { Immediate, Planner, Answer, Study };

class Worker : public QObject {
    Q_OBJECT
public:
    /// Has a call made on the GUI thread, in the order of the posts, unless the work is superseded by then.
    using Post = std::function<void(std::function<void()>)>;
    /// Answers its token within 100 ms.
    using Work = std::function<Result<void>(const std::stop_token&, const Post&)>;

    explicit Worker(Priority priority, QObject* parent = nullptr);
    /// Stops all work and waits for the piece that runs: as long as that takes to answer its token.
    ~Worker() override;

    /// Returns a number greater than every one before.
    quint64 start(Work work);
    /// One after another; work of a higher priority may come between them. The first that fails is the last.
    quint64 start(std::vector<Work> pieces);
    /// Asks the work to stop; what it has found still arrives, then ended(). Work that has not begun begins, stopped.
    void stop();
    /// Stops the work, and nothing of it arrives any more.
    void drop();
    [[nodiscard]] bool isRunning() const { return m_current != 0; }

Q_SIGNALS:
    /// The last that is heard of the work: it is done or was stopped.
    void ended(quint64 number);
    /// Before ended(): it could not be done.
    void failed(quint64 number, const pgram::Error& error);

private:
    struct Job;
    class Queue;
    friend class Queue;
    void finish(quint64 number, const Result<void>& outcome);

    Priority m_priority;
    std::shared_ptr<Job> m_job;  ///< the current one
    quint64 m_current = 0;       ///< 0 = idle
    quint64 m_last = 0;
};

}  // namespace pgram
