// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/background_runner.h"

#include <exception>
#include <thread>

namespace pgram {

namespace {

/// Work that runs out of memory must not take the window with it.
Result<void> guarded(const BackgroundRunner::Work& work, const std::stop_token& token,
                     const BackgroundRunner::Post& post)
{
    try {
        return work(token, post);
    } catch (const std::exception& exception) {
        return tl::unexpected(Error{ErrorKind::Internal, exception.what(), "background work", {}});
    }
}

}  // namespace

struct BackgroundRunner::Job {
    quint64 number = 0;
    std::jthread thread;
};

BackgroundRunner::BackgroundRunner(QObject* parent) : QObject(parent) {}

BackgroundRunner::~BackgroundRunner()
{
    stop();
    m_jobs.clear();
}

quint64 BackgroundRunner::start(Work work)
{
    stop();
    auto job = std::make_unique<Job>();
    job->number = ++m_last;
    m_current = job->number;
    job->thread = std::jthread([this, number = m_last, work = std::move(work)](const std::stop_token& token) {
        const Post post = [this, number](std::function<void()> call) {
            const auto ifCurrent = [this, number, call = std::move(call)] {
                if (number == m_current) {
                    call();
                }
            };
            QMetaObject::invokeMethod(this, ifCurrent, Qt::QueuedConnection);
        };
        const Result<void> outcome = guarded(work, token, post);
        QMetaObject::invokeMethod(
            this, [this, number, outcome] { finish(number, outcome); }, Qt::QueuedConnection);
    });
    m_jobs.push_back(std::move(job));
    return m_last;
}

void BackgroundRunner::stop()
{
    for (const auto& job : m_jobs) {
        job->thread.request_stop();
    }
}

void BackgroundRunner::drop()
{
    stop();
    m_current = 0;
}

void BackgroundRunner::finish(quint64 number, const Result<void>& outcome)
{
    // Its thread has posted this as the last thing it does, so that the join here is immediate.
    std::erase_if(m_jobs, [number](const auto& job) { return job->number == number; });
    if (number != m_current) {
        return;
    }
    m_current = 0;
    if (!outcome) {
        Q_EMIT failed(number, outcome.error());
    }
    Q_EMIT ended(number);
}

}  // namespace pgram
