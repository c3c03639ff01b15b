// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The locks that code of the core takes. The linker hands its calls of pthread_mutex_lock to lock_count.cpp, so that a
// test finds a lock that is missing without waiting for two threads to collide.
#pragma once

namespace pgram::test {

/// Returns how many mutexes the core has locked on the calling thread so far.
[[nodiscard]] int locksTaken();

}  // namespace pgram::test
