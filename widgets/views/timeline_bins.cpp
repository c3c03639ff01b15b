// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline_bins.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pgram {

namespace {

constexpr std::size_t operationsPerBin = 2;   // of the finest level, at least
constexpr std::size_t quicklyCounted = 4096;  // operations of a stage: levels would cost more than they save

void add(TimelineBin& sum, const TimelineBin& bin, float share)
{
    for (std::size_t kind = 0; kind < TimelineBin::lanes; ++kind) {
        sum.busy[kind] += share * bin.busy[kind];
    }
}

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
        const auto edge = static_cast<double>(bin + 1);
        bins[bin].busy[kind] += static_cast<float>((edge - from) * width);
        from = edge;
    }
    bins[last].busy[kind] += static_cast<float>((until - from) * width);
}

void markGap(std::span<TimelineBin> bins, const Gap& gap, Seconds begin, Seconds width)
{
    const double middle = ((gap.start + gap.end) / 2 - begin) / width;
    if (middle >= 0 && middle < static_cast<double>(bins.size())) {
        float& longest = bins[static_cast<std::size_t>(middle)].longestGap;
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

/// Sums bins of `width` seconds, from time zero on, into columns that are at least as wide.
void sum(const std::vector<TimelineBin>& bins, Seconds width, Seconds begin, Seconds column,
         std::span<TimelineBin> columns)
{
    const double step = width / column;  // at most one: a bin touches two columns at most
    const auto last = std::ssize(columns) - 1;
    for (auto bin = static_cast<std::size_t>(begin / width); bin < bins.size(); ++bin) {
        const double from = static_cast<double>(bin) * step - begin / column;
        const auto place = static_cast<std::ptrdiff_t>(std::floor(from));
        if (place > last) {
            break;
        }
        const double beyond = std::clamp((from + step - static_cast<double>(place + 1)) / step, 0.0, 1.0);
        if (place >= 0) {
            add(columns[static_cast<std::size_t>(place)], bins[bin], static_cast<float>(1 - beyond));
        }
        if (beyond > 0 && place < last) {
            add(columns[static_cast<std::size_t>(place + 1)], bins[bin], static_cast<float>(beyond));
        }
        const auto middle = static_cast<std::ptrdiff_t>(std::floor(from + step / 2));
        if (middle >= 0 && middle <= last) {
            float& longest = columns[static_cast<std::size_t>(middle)].longestGap;
            longest = std::max(longest, bins[bin].longestGap);
        }
    }
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
        std::vector<TimelineBin> finest(std::bit_floor(std::max<std::size_t>(1, operations.size() / operationsPerBin)));
        const Seconds width = timeline.makespan / static_cast<double>(finest.size());
        count(operations, {0, operations.size()}, timeline.makespan, 0, width, finest);
        Levels levels{std::move(finest)};
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
    const Seconds column = (end - begin) / static_cast<double>(columns.size());
    const auto operations = m_timeline.ofStage(stage);
    const Levels& levels = m_stages[stage];
    const auto widthOf = [&](std::size_t level) {
        return m_timeline.makespan / static_cast<double>(levels[level].size());
    };
    if (levels.empty() || widthOf(0) > column) {
        count(operations, operationsIn(operations, begin, end), m_timeline.makespan, begin, column, columns);
        return;
    }
    std::size_t level = 0;
    while (level + 1 < levels.size() && widthOf(level + 1) <= column) {
        ++level;
    }
    sum(levels[level], widthOf(level), begin, column, columns);
}

OperationRange operationsIn(std::span<const Operation> operations, Seconds begin, Seconds end)
{
    const auto first = std::ranges::partition_point(operations, [&](const Operation& op) { return op.end <= begin; });
    const auto last =
        std::partition_point(first, operations.end(), [&](const Operation& op) { return op.start < end; });
    return {static_cast<std::size_t>(first - operations.begin()), static_cast<std::size_t>(last - operations.begin())};
}

}  // namespace pgram
