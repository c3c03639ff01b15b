// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ctrl+C as a stop token: long work ends early and keeps what it found. A second Ctrl+C ends the program at once.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace pgram::cli {

/// While it lives, SIGINT and SIGTERM request a stop. To be made on the main thread before any other thread starts:
/// they inherit its signal mask.
class Interrupt {
public:
    /// `limit`: seconds after which a stop is requested, too; 0 = none.
    explicit Interrupt(double limit = 0);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }
    /// Returns true if the limit requested the stop.
    [[nodiscard]] bool isTimeUp() const { return m_isTimeUp; }

private:
    void watch(double limit);

    sigset_t m_signals{};
    sigset_t m_maskBefore{};
    std::stop_source m_source;
    std::atomic<bool> m_isTimeUp = false;
    std::thread m_watcher;
};

}  // namespace pgram::cli
