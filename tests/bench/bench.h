// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The frame of every benchmark: it repeats some work, prints one JSON line with the median time and the budget, and
// exits with 1 if the budget is missed. The budget is in the benchmark's source and holds for two cores. `compare`
// compares the processor times with stored ones.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace pgram::bench {

/// Keeps the compiler from dropping work whose result nobody reads.
template <typename T>
void keep(const T& value)
{
    asm volatile("" : : "g"(&value) : "memory");
}

inline double secondsOf(const auto& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the processor seconds so far: of all threads, and of the child processes that have ended.
inline double processorSeconds()
{
    double sum = 0;
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
            sum += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        }
    }
    return sum;
}

struct Timing {
    double median = 0;
    double worst = 0;
    int runs = 0;
    double processor = 0;  ///< mean processor seconds of a run; 0: not measured
};

/// Runs `work` once to warm up, then for about a second, at least 3 and at most 1000 times.
inline Timing measure(const auto& work)
{
    work();
    std::vector<double> seconds;
    double total = 0;
    const double before = processorSeconds();
    while (seconds.size() < 3 || (total < 1.0 && seconds.size() < 1000)) {
        seconds.push_back(secondsOf(work));
        total += seconds.back();
    }
    const double processor = (processorSeconds() - before) / static_cast<double>(seconds.size());
    std::ranges::sort(seconds);
    return {seconds[seconds.size() / 2], seconds.back(), static_cast<int>(seconds.size()), processor};
}

/// Prints the line; `facts` are further JSON members, as in R"("layers": 96)". Returns the program's exit code.
inline int report(const std::string& name, const Timing& timing, double budgetSeconds, const std::string& facts = {})
{
    const bool within = timing.median <= budgetSeconds;
    std::printf(R"({"bench": "%s", "median_s": %.6g, "worst_s": %.6g, "runs": %d, )", name.c_str(), timing.median,
                timing.worst, timing.runs);
    if (timing.processor > 0) {
        std::printf(R"("processor_s": %.6g, )", timing.processor);
    }
    std::printf(R"("budget_s": %g, "within": %s%s%s})"
                "\n",
                budgetSeconds, within ? "true" : "false", facts.empty() ? "" : ", ", facts.c_str());
    std::fflush(stdout);
    return within ? 0 : 1;
}

}  // namespace pgram::bench
