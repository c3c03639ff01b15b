// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/session/end_signals.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace pgram {

namespace {

constexpr std::array endings{SIGTERM, SIGHUP, SIGINT};

/// Where the handler writes: a handler may do little else.
volatile std::sig_atomic_t writingEnd = -1;

extern "C" void tell(int)
{
    const int error = errno;
    const char byte = 0;
    static_cast<void>(::write(writingEnd, &byte, 1) == 1);
    errno = error;
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent)
{
    if (::pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    writingEnd = m_pipe[1];
    m_notifier = new QSocketNotifier(m_pipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &EndSignals::take);
    struct sigaction action {};
    action.sa_handler = &tell;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    for (const int signal : endings) {
        ::sigaction(signal, &action, nullptr);
    }
}

EndSignals::~EndSignals()
{
    for (const int signal : endings) {
        std::signal(signal, SIG_DFL);
    }
    for (const int end : m_pipe) {
        if (end >= 0) {
            ::close(end);
        }
    }
}

void EndSignals::take()
{
    char byte = 0;
    if (::read(m_pipe[0], &byte, 1) == 1) {
        Q_EMIT arrived();
    }
}

}  // namespace pgram
