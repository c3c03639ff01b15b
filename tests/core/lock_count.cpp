// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/lock_count.h"

#include <pthread.h>

// The linker's names for the function that was called and for its replacement (--wrap in tests/CMakeLists.txt).
extern "C" int lockedByLibrary(pthread_mutex_t* mutex) __asm__("__real_pthread_mutex_lock");
extern "C" int lockedAndCounted(pthread_mutex_t* mutex) __asm__("__wrap_pthread_mutex_lock");

namespace {

thread_local int locksOfThread = 0;

}  // namespace

int lockedAndCounted(pthread_mutex_t* mutex)
{
    ++locksOfThread;
    return lockedByLibrary(mutex);
}

int pgram::test::locksTaken()
{
    return locksOfThread;
}
