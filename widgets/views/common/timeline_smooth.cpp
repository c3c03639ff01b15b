// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/timeline_smooth.h"

#include <algorithm>
#include <vector>

namespace pgram {

namespace {

using Busy = decltype(TimelineBin::busy);

// Columns to either side: far more than a forward and its backward. Done twice it is a tent, which leaves nothing of
// the beat.
constexpr std::size_t reach = 6;

void add(Busy& sum, const Busy& more, float sign)
{
    for (std::size_t lane = 0; lane < sum.size(); ++lane) {
        sum[lane] += sign * more[lane];
    }
}

/// The mean of each over those within reach.
void average(std::span<const Busy> columns, std::span<Busy> means)
{
    const std::size_t count = columns.size();
    Busy sum{};
    std::size_t first = 0;
    std::size_t last = 0;  // half open
    float share = 1;
    for (std::size_t x = 0; x < count; ++x) {
        const std::size_t wantedFirst = x > reach ? x - reach : 0;
        const std::size_t wantedLast = std::min(count, x + reach + 1);
        if (wantedLast - wantedFirst != last - first) {
            share = 1.F / static_cast<float>(wantedLast - wantedFirst);
        }
        for (; last < wantedLast; ++last) {
            add(sum, columns[last], 1);
        }
        for (; first < wantedFirst; ++first) {
            add(sum, columns[first], -1);
        }
        for (std::size_t lane = 0; lane < sum.size(); ++lane) {
            means[x][lane] = std::max(0.F, sum[lane] * share);
        }
    }
}

}  // namespace

void smooth(std::span<TimelineBin> columns, float gap)
{
    const auto isGap = [gap](const TimelineBin& bin) {
        return bin.longestGap >= gap || std::ranges::all_of(bin.busy, [](float seconds) { return seconds <= 0; });
    };
    std::vector<Busy> once;
    std::vector<Busy> twice;
    for (auto first = std::ranges::find_if_not(columns, isGap); first != columns.end();) {
        const auto last = std::find_if(first, columns.end(), isGap);
        const std::span run(first, last);
        once.resize(run.size());
        twice.resize(run.size());
        std::ranges::transform(run, twice.begin(), &TimelineBin::busy);
        average(twice, once);
        average(once, twice);
        for (std::size_t x = 0; x < run.size(); ++x) {
            run[x].busy = twice[x];
        }
        first = std::find_if_not(last, columns.end(), isGap);
    }
}

}  // namespace pgram
