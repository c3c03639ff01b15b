// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/worker.h"

#include "core/base/exception_text.h"
#include "core/base/index.h"
#include "core/base/workers.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace pgram {

namespace {

/// Returns freed memory to the system. A search frees a lot, which the allocator else keeps for the thread.
void releaseFreeMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

Error internalError(Text what)
{
    return {ErrorKind::Internal, std::move(what), Core::tr("background work"), {}};
}

}  // namespace

struct Worker::Job {
    Worker* worker = nullptr;
    quint64 number = 0;
    std::deque<Work> pieces;
    std::stop_source stop;

    /// Work that runs out of memory must not take the window with it.
    Result<void> runPiece(const Work& piece) const
    {
        const Post post = [worker = worker, number = number](std::function<void()> call) {
            const auto ifCurrent = [worker, number, call = std::move(call)] {
                if (number == worker->m_current) {
                    call();
                }
            };
            QMetaObject::invokeMethod(worker, ifCurrent, Qt::QueuedConnection);
        };
        try {
            return piece(stop.get_token(), post);
        } catch (const std::exception& exception) {
            return tl::unexpected(internalError(exceptionText(exception)));
        }
    }
};

/// The threads and what waits for them: one for the whole program.
class Worker::Queue {
public:
    static Queue& shared()
    {
        static Queue queue;
        return queue;
    }
    ~Queue()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_ending = true;
        }
        m_changed.notify_all();
    }

    void add(std::shared_ptr<Job> job, Priority priority)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting[at(priority)].push_back(std::move(job));
        // An idle thread that was woken for another job stays idle until it has the lock.
        if (m_idle < waitingJobs() && m_threads.size() < mostShared() + quickThreads) {
            m_threads.emplace_back([this] { serve(); });
        }
        m_changed.notify_all();
    }
    /// What waits may begin by now: it was stopped.
    void wake()
    {
        const std::lock_guard lock(m_mutex);
        m_changed.notify_all();
    }
    /// Of the worker's work, no more pieces begin.
    void forget(const Worker* worker)
    {
        const std::lock_guard lock(m_mutex);
        for (auto& waiting : m_waiting) {
            std::erase_if(waiting, [worker](const auto& job) { return job->worker == worker; });
        }
    }
    void waitFor(const Worker* worker)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return !isBusy(worker); });
    }

private:
    static constexpr std::size_t priorities = 4;
    static constexpr std::size_t quickThreads = 4;  ///< for previews and the planner, and what of them winds down
    using Lock = std::unique_lock<std::mutex>;

    [[nodiscard]] bool isBusy(const Worker* worker) const
    {
        return std::ranges::find(m_running, worker, [](const auto& entry) { return entry.job->worker; }) !=
               m_running.end();
    }
    [[nodiscard]] std::size_t waitingJobs() const
    {
        std::size_t jobs = 0;
        for (const auto& waiting : m_waiting) {
            jobs += waiting.size();
        }
        return jobs;
    }
    [[nodiscard]] static std::size_t mostShared() { return static_cast<std::size_t>(std::max(1, coreCount() - 1)); }
    [[nodiscard]] std::size_t running(Priority priority) const
    {
        return static_cast<std::size_t>(std::ranges::count(m_running, priority, &Running::priority));
    }
    [[nodiscard]] bool mayBegin(Priority priority) const
    {
        const bool quick = priority == Priority::Immediate || priority == Priority::Planner;
        const bool isRoom = running(Priority::Answer) + running(Priority::Study) < mostShared();
        return quick || (isRoom && (priority == Priority::Answer || running(Priority::Planner) == 0));
    }
    /// The job whose piece comes next; null = none may begin. What was stopped only has to say what it has.
    std::shared_ptr<Job> next(Priority& priority)
    {
        for (std::size_t index = 0; index < priorities; ++index) {
            priority = static_cast<Priority>(index);
            auto& waiting = m_waiting[index];
            const auto free = std::ranges::find_if(waiting, [this, begins = mayBegin(priority)](const auto& job) {
                return (begins || job->stop.stop_requested()) && !isBusy(job->worker);
            });
            if (free != waiting.end()) {
                std::shared_ptr<Job> job = *free;
                waiting.erase(free);
                return job;
            }
        }
        return nullptr;
    }
    void serve()
    {
        Lock lock(m_mutex);
        while (!m_ending) {
            Priority priority = Priority::Study;
            if (const std::shared_ptr<Job> job = next(priority)) {
                run(lock, job, priority);
            } else {
                ++m_idle;
                m_changed.wait(lock);
                --m_idle;
            }
        }
    }
    void run(Lock& lock, const std::shared_ptr<Job>& job, Priority priority)
    {
        const Work piece = std::move(job->pieces.front());
        job->pieces.pop_front();
        m_running.push_back({job.get(), priority});
        lock.unlock();
        const Result<void> outcome = job->runPiece(piece);
        if (priority == Priority::Planner) {
            releaseFreeMemory();
        }
        lock.lock();
        // The worker waits for this entry before it goes.
        if (job->pieces.empty() || !outcome || job->stop.stop_requested()) {
            QMetaObject::invokeMethod(
                job->worker, [job, outcome] { job->worker->finish(job->number, outcome); }, Qt::QueuedConnection);
        } else {
            m_waiting[at(priority)].push_front(job);
        }
        std::erase_if(m_running, [&](const Running& entry) { return entry.job == job.get(); });
        m_changed.notify_all();
    }

    struct Running {
        const Job* job;
        Priority priority;
    };
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::array<std::deque<std::shared_ptr<Job>>, priorities> m_waiting;
    std::vector<Running> m_running;
    std::size_t m_idle = 0;
    bool m_ending = false;
    std::vector<std::jthread> m_threads;  ///< last, so that they end before what they use
};

Worker::Worker(Priority priority, QObject* parent) : QObject(parent), m_priority(priority) {}

Worker::~Worker()
{
    drop();
    Queue::shared().waitFor(this);
}

quint64 Worker::start(Work work)
{
    return start(std::vector<Work>{std::move(work)});
}

quint64 Worker::start(std::vector<Work> pieces)
{
    drop();
    if (pieces.empty()) {
        return m_last;
    }
    m_job = std::make_shared<Job>();
    m_job->worker = this;
    m_job->number = m_current = ++m_last;
    m_job->pieces.assign(std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
    Queue::shared().add(m_job, m_priority);
    return m_last;
}

void Worker::stop()
{
    if (m_job) {
        m_job->stop.request_stop();
        Queue::shared().wake();
    }
}

void Worker::drop()
{
    stop();
    Queue::shared().forget(this);
    m_job.reset();
    m_current = 0;
}

void Worker::finish(quint64 number, const Result<void>& outcome)
{
    if (number != m_current) {
        return;
    }
    m_current = 0;
    m_job.reset();
    if (!outcome) {
        Q_EMIT failed(number, outcome.error());
    }
    Q_EMIT ended(number);
}

}  // namespace pgram
