// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How much tests do. PARALLELOGRAM_EFFORT is `quick`, the default, for every change, or `deep`, for the night: more
// cases of the same kinds. PARALLELOGRAM_SEED is the first seed of random cases. Builds with sanitizers are an order of
// magnitude slower and do a tenth.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace pgram::test {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr int slowdown = 10;
#else
inline constexpr int slowdown = 1;
#endif

/// Returns the number in an environment variable, or `usual` where the variable is not set. Ends the program where it
/// is not a whole number: a slip must not pass for the run that was asked for.
inline unsigned numberFrom(const char* variable, unsigned usual)
{
    const char* text = std::getenv(variable);
    if (text == nullptr) {
        return usual;
    }
    char* end = nullptr;
    const unsigned long number = std::strtoul(text, &end, 10);
    if (end == text || *end != '\0' || number > 0xffffffffUL) {
        std::fprintf(stderr, "%s=%s: give a whole number from 0 to 4294967295\n", variable, text);
        std::exit(2);
    }
    return static_cast<unsigned>(number);
}

/// Returns true for PARALLELOGRAM_EFFORT=deep. Ends the program for a value other than quick and deep.
inline bool isDeep()
{
    const char* text = std::getenv("PARALLELOGRAM_EFFORT");
    const std::string_view effort = text != nullptr ? text : "quick";
    if (effort != "quick" && effort != "deep") {
        std::fprintf(stderr, "PARALLELOGRAM_EFFORT=%s: give quick or deep\n", text);
        std::exit(2);
    }
    return effort == "deep";
}

/// Returns how many cases a test tries: `quick` or `deep` by the effort, a tenth of it in a build with sanitizers.
inline int casesOf(int quick, int deep)
{
    return std::max(1, (isDeep() ? deep : quick) / slowdown);
}

/// Returns PARALLELOGRAM_SEED, or 1.
inline unsigned firstSeed()
{
    return numberFrom("PARALLELOGRAM_SEED", 1);
}

}  // namespace pgram::test
