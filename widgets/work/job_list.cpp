// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/job_list.h"

#include <thread>

namespace pgram {

namespace {

/// A job that runs out of memory must not take the window with it.
Delivery guarded(const Job& job, const std::stop_token& token)
{
    try {
        return job(token);
    } catch (const std::exception&) {
        return {};
    }
}

}  // namespace

struct JobList::Worker {
    quint64 number = 0;
    std::jthread thread;
};

JobList::JobList(QObject* parent) : QObject(parent) {}

JobList::~JobList()
{
    stop();
    m_workers.clear();
}

void JobList::start(std::vector<Job> jobs)
{
    stop();
    if (jobs.empty()) {
        return;
    }
    auto worker = std::make_unique<Worker>();
    worker->number = ++m_last;
    m_current = m_last;
    worker->thread = std::jthread([this, number = m_last, jobs = std::move(jobs)](const std::stop_token& token) {
        for (const Job& job : jobs) {
            if (token.stop_requested()) {
                break;
            }
            Delivery delivery = guarded(job, token);
            QMetaObject::invokeMethod(
                this, [this, number, delivery = std::move(delivery)] { deliver(number, delivery); },
                Qt::QueuedConnection);
        }
        QMetaObject::invokeMethod(
            this, [this, number] { finish(number); }, Qt::QueuedConnection);
    });
    m_workers.push_back(std::move(worker));
}

void JobList::stop()
{
    m_current = 0;
    for (const auto& worker : m_workers) {
        worker->thread.request_stop();
    }
}

void JobList::deliver(quint64 number, const Delivery& delivery) const
{
    if (number == m_current && delivery) {
        delivery();
    }
}

void JobList::finish(quint64 number)
{
    // Its thread has posted this as the last thing it does, so that the join here is immediate.
    std::erase_if(m_workers, [number](const auto& worker) { return worker->number == number; });
    if (number == m_current) {
        m_current = 0;
        Q_EMIT finished();
    }
}

}  // namespace pgram
