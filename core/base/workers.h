// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A loop over worker threads that live as long as the loop. Plain threads: a search has few, long bodies, which need no
// pool, and ThreadSanitizer sees every order between them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace pgram {

/// Largest number of threads that a search accepts. Each thread has tables of its own, so that memory grows with them;
/// more threads than cores save no time.
inline constexpr int mostThreads = 256;

/// Returns the number of cores of this machine, at least 1.
inline int coreCount()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Returns the number of workers for a caller that asks for `threads`: as many as it asks for, or one per core for 0.
inline int workersFor(int threads)
{
    return threads > 0 ? threads : coreCount();
}

/// Runs `body(i)` for i in [0, count) on `workers` threads, one of which is the caller's. Bodies start in order of i.
/// After an exception no further body starts, and the first exception is rethrown.
template <typename Body>
void forEachInOrder(int workers, std::size_t count, const Body& body)
{
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::once_flag failed;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) {
                body(i);
            }
        } catch (...) {
            next = count;
            std::call_once(failed, [&] { failure = std::current_exception(); });
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            while (others.size() + 1 < std::min(static_cast<std::size_t>(workers), count)) {
                others.emplace_back(work);
            }
        } catch (const std::system_error&) {
            // If the machine grants no more threads, the existing ones do the work.
        }
        work();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace pgram
