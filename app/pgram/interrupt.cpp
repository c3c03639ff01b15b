// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/interrupt.h"

#include "app/pgram/console.h"

#include <cmath>
#include <ctime>
#include <pthread.h>
#include <unistd.h>

namespace pgram::cli {

namespace {

constexpr int endOfWatch = SIGUSR1;

}  // namespace

Interrupt::Interrupt(double limit)
{
    sigemptyset(&m_signals);
    for (const int signal : {SIGINT, SIGTERM, endOfWatch}) {
        sigaddset(&m_signals, signal);
    }
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    m_watcher = std::thread([this, limit] { watch(limit); });
}

Interrupt::~Interrupt()
{
    pthread_kill(m_watcher.native_handle(), endOfWatch);
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
}

void Interrupt::watch(double limit)
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
