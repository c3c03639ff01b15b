// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/timeline_bins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace pgram {

namespace {

constexpr std::size_t operationsPerSlice = 2;  // at least
constexpr std::size_t quicklyCounted = 4096;   // operations of a stage: slices would cost more than they save

/// Spreads an operation over the slices of `width` from `begin` on that it touches.
void addOperation(std::span<TimelineBin> bins, const Operation& operation, Seconds begin, Seconds width)
{
    const auto kind = static_cast<std::size_t>(operation.kind);
    const double reach = static_cast<double>(bins.size());
    double from = std::max(0.0, (operation.start - begin) / width);  // in slices
    const double until = std::min(reach, (operation.end - begin) / width);
    if (until <= from) {
        return;
    }
    const auto last = std::min(bins.size() - 1, static_cast<std::size_t>(until));
    for (auto bin = std::min(last, static_cast<std::size_t>(from)); bin < last; ++bin) {
        const double edge = bin + 1;
        bins[bin].busy[kind] += static_cast<float>((edge - from) * width);
        from = edge;
    }
    bins[last].busy[kind] += static_cast<float>((until - from) * width);
}

void markGap(std::span<TimelineBin> bins, const Gap& gap, Seconds begin, Seconds width)
{
    const double middle = ((gap.start + gap.end) / 2 - begin) / width;
    if (middle >= 0 && middle < static_cast<double>(bins.size())) {
        float& longest = bins[middle].longestGap;
        longest = std::max(longest, static_cast<float>(gap.end - gap.start));
    }
}

/// Counts the operations of `range` one by one.
void count(std::span<const Operation> operations, OperationRange range, Seconds makespan, Seconds begin, Seconds width,
           std::span<TimelineBin> bins)
{
    for (const Operation& operation : operations.subspan(range.first, range.size())) {
        addOperation(bins, operation, begin, width);
    }
    visitGaps(operations, range.first, range.last, makespan, [&](const Gap& gap) { markGap(bins, gap, begin, width); });
}

}  // namespace

TimelineBins::TimelineBins(const Timeline& timeline) : m_timeline(timeline)
{
    const bool measurable = timeline.makespan > 0 && std::isfinite(timeline.makespan);
    for (std::size_t stage = 0; stage < timeline.stages.size() && measurable; ++stage) {
        const auto operations = timeline.ofStage(stage);
        if (operations.size() < quicklyCounted) {
            m_stages.emplace_back();
            continue;
        }
        std::vector<TimelineBin> slices(std::bit_floor(operations.size() / operationsPerSlice));
        const Seconds width = timeline.makespan / static_cast<double>(slices.size());
        count(operations, {0, operations.size()}, timeline.makespan, 0, width, slices);
        Level finest;
        finest.until.resize(slices.size() + 1);
        finest.gaps.resize(slices.size());
        for (std::size_t slice = 0; slice < slices.size(); ++slice) {
            finest.gaps[slice] = slices[slice].longestGap;
            for (std::size_t lane = 0; lane < TimelineBin::lanes; ++lane) {
                finest.until[slice + 1][lane] =
                    finest.until[slice][lane] + static_cast<double>(slices[slice].busy[lane]);
            }
        }
        Levels levels{std::move(finest)};
        while (levels.back().gaps.size() > 1) {
            levels.push_back(coarser(levels.back()));
        }
        m_stages.push_back(std::move(levels));
    }
}

TimelineBins::Level TimelineBins::coarser(const Level& fine)
{
    Level level;
    level.until.reserve(fine.gaps.size() / 2 + 1);
    level.gaps.reserve(fine.gaps.size() / 2);
    for (std::size_t slice = 0; slice + 1 < fine.gaps.size(); slice += 2) {
        level.until.push_back(fine.until[slice]);
        level.gaps.push_back(std::max(fine.gaps[slice], fine.gaps[slice + 1]));
    }
    level.until.push_back(fine.until.back());
    return level;
}

/// A column is what was spent until its end less what was spent until its begin; within a slice time runs evenly.
void TimelineBins::fillBusy(const Level& level, Seconds begin, Seconds column, std::span<TimelineBin> columns) const
{
    const double slices = level.gaps.size();
    const double scale = slices / m_timeline.makespan;
    const auto spentUntil = [&](Seconds time) {
        const double place = std::clamp(time * scale, 0.0, slices);
        const std::size_t slice = std::min(level.gaps.size() - 1, static_cast<std::size_t>(place));
        const double share = place - static_cast<double>(slice);
        const Sums& from = level.until[slice];
        const Sums& to = level.until[slice + 1];
        Sums spent;
        for (std::size_t lane = 0; lane < spent.size(); ++lane) {
            spent[lane] = from[lane] + share * (to[lane] - from[lane]);
        }
        return spent;
    };
    Sums before = spentUntil(begin);
    for (std::size_t index = 0; index < columns.size(); ++index) {
        const Sums after = spentUntil(begin + static_cast<double>(index + 1) * column);
        for (std::size_t lane = 0; lane < after.size(); ++lane) {
            columns[index].busy[lane] = static_cast<float>(after[lane] - before[lane]);
        }
        before = after;
    }
}

void TimelineBins::fillGaps(const Level& level, Seconds begin, Seconds column, std::span<TimelineBin> columns) const
{
    const double step = widthOf(level) / column;  // of a slice, in columns
    const double first = begin / column;
    for (auto slice = static_cast<std::size_t>(begin / widthOf(level)); slice < level.gaps.size(); ++slice) {
        const double middle = (static_cast<double>(slice) + 0.5) * step - first;
        if (middle >= static_cast<double>(columns.size())) {
            break;
        }
        if (middle >= 0) {
            float& longest = columns[middle].longestGap;
            longest = std::max(longest, level.gaps[slice]);
        }
    }
}

void TimelineBins::fill(std::size_t stage, Seconds begin, Seconds end, std::span<TimelineBin> columns) const
{
    std::ranges::fill(columns, TimelineBin{});
    if (stage >= m_stages.size() || columns.empty() || end <= begin) {
        return;
    }
    const Seconds column = (end - begin) / static_cast<double>(columns.size());
    const auto operations = m_timeline.ofStage(stage);
    const Levels& levels = m_stages[stage];
    const auto wider = std::ranges::find_if(levels, [&](const Level& level) { return widthOf(level) > column; });
    if (wider == levels.begin()) {
        count(operations, operationsIn(operations, begin, end), m_timeline.makespan, begin, column, columns);
        return;
    }
    const Level& level = *std::prev(wider);
    fillBusy(level, begin, column, columns);
    fillGaps(level, begin, column, columns);
}

OperationRange operationsIn(std::span<const Operation> operations, Seconds begin, Seconds end)
{
    const auto first = std::ranges::partition_point(operations, [&](const Operation& op) { return op.end <= begin; });
    const auto last =
        std::partition_point(first, operations.end(), [&](const Operation& op) { return op.start < end; });
    return {static_cast<std::size_t>(first - operations.begin()), static_cast<std::size_t>(last - operations.begin())};
}

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
