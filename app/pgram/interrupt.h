// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ctrl+C as a stop token: long work ends early and keeps what it found. A second Ctrl+C ends the program at once. The
// program that contains a command stops it by a token.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

namespace pgram::cli {

/// While it lives, SIGINT and SIGTERM request a stop, or the command's host does. To be made on the command's thread
/// before any other thread starts: they inherit its signal mask.
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
    void watchSignals(double limit);
    void watchTime(double limit);

    bool m_isHosted;
    sigset_t m_signals{};
    sigset_t m_maskBefore{};
    std::stop_source m_source;
    std::atomic<bool> m_isTimeUp = false;
    std::optional<std::stop_callback<std::function<void()>>> m_byHost;
    std::stop_source m_endOfWatch;  ///< request of the destructor to a hosted watcher
    std::thread m_watcher;
};

}  // namespace pgram::cli
