// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs a list of jobs one after another on a worker thread. Lives on the GUI thread and never waits there, but in its
// destructor. A new list supersedes the one before, whose remaining jobs are dropped with their results.
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace pgram {

/// What a job found, to be taken in on the GUI thread; empty = nothing.
using Delivery = std::function<void()>;
/// Runs on the worker.
using Job = std::function<Delivery(const std::stop_token&)>;

class JobList : public QObject {
    Q_OBJECT
public:
    explicit JobList(QObject* parent = nullptr);
    /// Stops the running job and waits for its thread: as long as a job takes to answer its token.
    ~JobList() override;

    void start(std::vector<Job> jobs);
    /// Drops the jobs and what they would deliver.
    void stop();
    [[nodiscard]] bool isRunning() const { return m_current != 0; }

Q_SIGNALS:
    /// Every job of the list has delivered.
    void finished();

private:
    struct Worker;
    void deliver(quint64 number, const Delivery& delivery) const;
    void finish(quint64 number);

    std::vector<std::unique_ptr<Worker>> m_workers;  ///< the current one, and superseded ones that still wind down
    quint64 m_current = 0;                           ///< 0 = idle
    quint64 m_last = 0;
};

}  // namespace pgram
