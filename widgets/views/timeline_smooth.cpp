// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline_smooth.h"

#include <algorithm>

namespace pgram {

namespace {

using Busy = decltype(TimelineBin::busy);

constexpr std::ptrdiff_t reach = 6;  // columns to either side, twice: far more than a forward and its backward
constexpr int passes = 2;            // of a box: a tent, which leaves nothing of the beat

void add(Busy& sum, const Busy& more, float sign)
{
    for (std::size_t lane = 0; lane < sum.size(); ++lane) {
        sum[lane] += sign * more[lane];
    }
}

/// Each column's mean over those of the run within reach.
void average(std::span<TimelineBin> run, std::vector<Busy>& before)
{
    const auto count = static_cast<std::ptrdiff_t>(run.size());
    before.resize(run.size());
    std::ranges::transform(run, before.begin(), &TimelineBin::busy);
    Busy sum{};
    std::ptrdiff_t first = 0;
    std::ptrdiff_t last = 0;  // half open
    for (std::ptrdiff_t x = 0; x < count; ++x) {
        for (; last < std::min(count, x + reach + 1); ++last) {
            add(sum, before[static_cast<std::size_t>(last)], 1);
        }
        for (; first < x - reach; ++first) {
            add(sum, before[static_cast<std::size_t>(first)], -1);
        }
        const float share = 1.F / static_cast<float>(last - first);
        for (std::size_t lane = 0; lane < sum.size(); ++lane) {
            run[static_cast<std::size_t>(x)].busy[lane] = std::max(0.F, sum[lane] * share);
        }
    }
}

}  // namespace

std::vector<TimelineBin> smoothed(std::span<const TimelineBin> columns, float gap)
{
    std::vector<TimelineBin> result(columns.begin(), columns.end());
    std::vector<Busy> before;
    const auto isGap = [gap](const TimelineBin& bin) {
        return bin.longestGap >= gap || std::ranges::all_of(bin.busy, [](float seconds) { return seconds <= 0; });
    };
    for (auto first = std::ranges::find_if_not(result, isGap); first != result.end();) {
        const auto last = std::find_if(first, result.end(), isGap);
        for (int pass = 0; pass < passes; ++pass) {
            average({first, last}, before);
        }
        first = std::find_if_not(last, result.end(), isGap);
    }
    return result;
}

}  // namespace pgram
