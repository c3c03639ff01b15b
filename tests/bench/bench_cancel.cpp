// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stopping the largest searches: 126 layers on 16,384 devices over the wide space, and 3,072 devices with degrees
// beyond powers of two, whose tasks take minutes to list. From the stop to the answer, whenever it comes; and what the
// answer holds.
#include "tests/bench/planner.h"

#include <chrono>
#include <thread>

using namespace pgram;

namespace {

using Clock = std::chrono::steady_clock;

SearchRequest longestRequest()
{
    SearchRequest request = bench::requestOf("llama3.1-405b", "dgx-h100-16384", 2048, Method::Joint);
    request.schedules = bench::allSchedules();
    request.space = bench::wideSpace();
    request.space.takeaway3 = false;
    request.memoryBudget = 40 * GiB;
    request.batches = {2048, 3072, 4096, 6144};
    return request;
}

SearchRequest longestList()
{
    SearchRequest request = bench::requestOf("gpt3-175b", "dgx-a100-3072", 1536, Method::Bmw);
    Space& space = request.space;
    space.sp = space.hsdp = space.cp = space.anyDivisor = true;
    return request;
}

int stopAfter(const SearchRequest& request, int milliseconds)
{
    std::stop_source source;
    Clock::time_point asked;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        asked = Clock::now();
        source.request_stop();
    });
    const SearchResult result = bench::loaded(search(request, source.get_token()));
    const Clock::time_point answered = Clock::now();
    stopper.join();
    const double latency = std::chrono::duration<double>(answered - asked).count();
    const bool stopped = result.certificate.status == Certificate::Status::Stopped;
    const bool honest = !result.plan || (result.estimate->fits && result.estimate->legal &&
                                         result.certificate.lowerBound <= result.estimate->stepTime);
    const bench::Timing timing{latency, latency, 1};
    const std::string facts =
        bench::factsOf(request, result) +
        fmt::format(R"(, "after_ms": {}, "stopped": {}, "honest": {})", milliseconds, stopped, honest);
    return bench::report("cancel", timing, 0.100, facts) | (honest ? 0 : 1);
}

}  // namespace

int main()
{
    int missed = 0;
    for (const SearchRequest& request : {longestRequest(), longestList()}) {
        for (const int milliseconds : {0, 5, 20, 50, 100, 200, 400, 800, 1600, 3200}) {
            missed |= stopAfter(request, milliseconds);
        }
    }
    return missed;
}
