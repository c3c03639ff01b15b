// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A loop over worker threads that live as long as it does. Plain threads: a search has few, long bodies, which need no
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

/// How many workers a search that asks for `threads` gets; 0 asks for all. More than cores gain nothing.
inline int workersFor(int threads)
{
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return threads > 0 ? std::min(threads, cores) : cores;
}

/// Runs `body(i)` for i in [0, count) on `workers` threads, the caller's among them, in order of i as far as workers
/// allow. After an exception no further body starts, and the first one is thrown again here.
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
            // A machine that grants no more threads: those that are here do the work.
        }
        work();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace pgram
