// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sixty exact plans over two decades of bandwidth, the first of them, and a map of 40 by 40.
#include "core/questions/sweep.h"
#include "tests/bench/planner.h"

using namespace pgram;

int main()
{
    constexpr double allWithin = 2;
    constexpr double firstWithin = 0.05;
    constexpr double mapWithin = 30;
    const SearchRequest request = bench::requestOf("llama2-13b", "a100-16", 64, Method::Joint);
    const SweepAxis network{"cluster.links/1/bytes_per_s", 1e9, 1e11, 60, true};
    const SweepAxis nvlink{"cluster.links/0/bytes_per_s", 3e10, 3e12, 60, true};
    int missed = 0;
    for (const SweepAxis& axis : {network, nvlink}) {
        std::vector<double> firsts;
        const bench::Timing timing = bench::measure([&] {
            const Sweep swept = bench::loaded(sweep(request, axis, {.crossings = false}));
            firsts.push_back(swept.firstSeconds);
        });
        std::ranges::sort(firsts);
        missed |= bench::report("sweep of 60", timing, allWithin, fmt::format(R"("axis": "{}")", axis.what));
        missed |= bench::report(
            "first point", {firsts[firsts.size() / 2], firsts.back(), static_cast<int>(firsts.size())}, firstWithin);
    }
    SweepAxis first = network;
    SweepAxis second = nvlink;
    first.points = second.points = 40;
    const double seconds = bench::secondsOf([&] { bench::keep(bench::loaded(sweepMap(request, first, second))); });
    return missed | bench::report("map of 40 by 40", {seconds, seconds, 1}, mapWithin);
}
