// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The consumer's own errors: a header with the name of one inside the library.
#pragma once

#include <cstdio>
#include <string>

namespace consumer {

/// Prints the message and returns the exit code of a failed run.
inline int fail(const std::string& message)
{
    std::fprintf(stderr, "consumer: %s\n", message.c_str());
    return 1;
}

}  // namespace consumer
