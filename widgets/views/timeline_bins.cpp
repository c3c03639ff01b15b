// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline_bins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace pgram {

namespace {

constexpr std::size_t operationsPerBin = 4;  // of the finest level, on average

void add(TimelineBin& sum, const TimelineBin& bin, float share)
{
    for (std::size_t kind = 0; kind < TimelineBin::kinds; ++kind) {
        sum.busy[kind] += share * bin.busy[kind];
    }
}

/// Spreads an operation over the bins that it touches.
void addOperation(std::vector<TimelineBin>& bins, const Operation& operation, Seconds width)
{
    const auto kind = static_cast<std::size_t>(operation.kind);
    const std::size_t last = bins.size() - 1;
    auto bin = std::min(last, static_cast<std::size_t>(operation.start / width));
    Seconds from = operation.start;
    while (from < operation.end) {
        const Seconds until =
            bin == last ? operation.end : std::min(operation.end, static_cast<double>(bin + 1) * width);
        bins[bin].busy[kind] += static_cast<float>(std::max(0.0, until - from));
        from = until;
        if (bin == last) {
            break;
        }
        ++bin;
    }
}

std::vector<TimelineBin> finestLevel(std::span<const Operation> operations, Seconds makespan)
{
    std::vector<TimelineBin> bins(std::bit_ceil(std::max<std::size_t>(1, operations.size() / operationsPerBin)));
    const Seconds width = makespan / static_cast<double>(bins.size());
    for (const Operation& operation : operations) {
        addOperation(bins, operation, width);
    }
    visitGaps(operations, 0, operations.size(), makespan, [&](const Gap& gap) {
        const auto middle = static_cast<std::size_t>((gap.start + gap.end) / 2 / width);
        float& longest = bins[std::min(bins.size() - 1, middle)].longestGap;
        longest = std::max(longest, static_cast<float>(gap.end - gap.start));
    });
    return bins;
}

std::vector<TimelineBin> coarser(const std::vector<TimelineBin>& fine)
{
    std::vector<TimelineBin> bins(fine.size() / 2);
    for (std::size_t index = 0; index < bins.size(); ++index) {
        bins[index] = fine[2 * index];
        add(bins[index], fine[2 * index + 1], 1);
        bins[index].longestGap = std::max(bins[index].longestGap, fine[2 * index + 1].longestGap);
    }
    return bins;
}

}  // namespace

float TimelineBin::busySeconds() const
{
    return std::accumulate(busy.begin(), busy.end(), 0.0F);
}

TimelineBins::TimelineBins(const Timeline& timeline) : m_makespan(timeline.makespan)
{
    for (std::size_t stage = 0; stage < timeline.stages.size() && m_makespan > 0; ++stage) {
        Levels levels{finestLevel(timeline.ofStage(stage), m_makespan)};
        while (levels.back().size() > 1) {
            levels.push_back(coarser(levels.back()));
        }
        m_stages.push_back(std::move(levels));
    }
}

void TimelineBins::fill(std::size_t stage, Seconds begin, Seconds end, std::span<TimelineBin> columns) const
{
    std::ranges::fill(columns, TimelineBin{});
    if (stage >= m_stages.size() || columns.empty() || end <= begin) {
        return;
    }
    const Levels& levels = m_stages[stage];
    const Seconds column = (end - begin) / static_cast<double>(columns.size());
    std::size_t level = 0;
    const auto widthOf = [&](std::size_t l) { return m_makespan / static_cast<double>(levels[l].size()); };
    while (level + 1 < levels.size() && widthOf(level + 1) <= column) {
        ++level;
    }
    const std::vector<TimelineBin>& bins = levels[level];
    const Seconds width = widthOf(level);
    const auto firstBin = static_cast<std::size_t>(std::max(0.0, std::floor(begin / width)));
    for (std::size_t bin = firstBin; bin < bins.size(); ++bin) {
        const double from = (static_cast<double>(bin) * width - begin) / column;
        const double until = from + width / column;
        if (from >= static_cast<double>(columns.size())) {
            break;
        }
        const double middle = (from + until) / 2;
        if (middle >= 0 && middle < static_cast<double>(columns.size())) {
            float& longest = columns[static_cast<std::size_t>(middle)].longestGap;
            longest = std::max(longest, bins[bin].longestGap);
        }
        auto place = static_cast<std::size_t>(std::max(0.0, std::floor(from)));
        for (; place < columns.size() && static_cast<double>(place) < until; ++place) {
            const double left = std::max(from, static_cast<double>(place));
            const double right = std::min(until, static_cast<double>(place + 1));
            add(columns[place], bins[bin], static_cast<float>((right - left) / (until - from)));
        }
    }
}

OperationRange operationsIn(std::span<const Operation> operations, Seconds begin, Seconds end)
{
    const auto first = std::ranges::partition_point(operations, [&](const Operation& op) { return op.end <= begin; });
    const auto last =
        std::partition_point(first, operations.end(), [&](const Operation& op) { return op.start < end; });
    return {static_cast<std::size_t>(first - operations.begin()), static_cast<std::size_t>(last - operations.begin())};
}

}  // namespace pgram
