// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/interrupt.h"

#include "app/pgram/console.h"

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <pthread.h>
#include <unistd.h>

namespace pgram::cli {

namespace {

constexpr int endOfWatch = SIGUSR1;

}  // namespace

Interrupt::Interrupt(double limit) : m_isHosted(host() != nullptr)
{
    if (m_isHosted) {
        m_byHost.emplace(host()->stop, [this] { m_source.request_stop(); });
        m_watcher = std::thread([this, limit] { watchTime(limit); });
        return;
    }
    sigemptyset(&m_signals);
    for (const int signal : {SIGINT, SIGTERM, endOfWatch}) {
        sigaddset(&m_signals, signal);
    }
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    m_watcher = std::thread([this, limit] { watchSignals(limit); });
}

Interrupt::~Interrupt()
{
    if (m_isHosted) {
        m_endOfWatch.request_stop();
        m_watcher.join();
        return;
    }
    pthread_kill(m_watcher.native_handle(), endOfWatch);
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
}

void Interrupt::watchTime(double limit)
{
    if (limit <= 0) {
        return;
    }
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, m_endOfWatch.get_token(), std::chrono::duration<double>(limit), [] { return false; });
    if (!m_endOfWatch.stop_requested()) {
        m_isTimeUp = true;
        m_source.request_stop();
    }
}

void Interrupt::watchSignals(double limit)
{
    if (limit > 0) {
        constexpr double nanoseconds = 1e9;
        const double whole = std::floor(limit);
        const timespec time{static_cast<time_t>(whole), static_cast<long>((limit - whole) * nanoseconds)};
        const int signal = sigtimedwait(&m_signals, nullptr, &time);
        if (signal == endOfWatch) {
            return;
        }
        m_isTimeUp = signal < 0;
        m_source.request_stop();
    }
    int signal = 0;
    while (sigwait(&m_signals, &signal) == 0 && signal != endOfWatch) {
        if (!m_source.request_stop()) {
            _exit(ExitStopped);
        }
    }
}

}  // namespace pgram::cli
