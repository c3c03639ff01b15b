// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/measured_memory.h"

#include "core/base/index.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace pgram {

namespace {

constexpr std::size_t mostLags = 4096;
constexpr std::size_t mostSamples = 20'000;  // compared events per lag
constexpr double leastAlike = 0.8;           // share of events that repeat from step to step
constexpr double equallyAlike = 0.001;       // difference of shares of which the shorter sequence counts

/// Change of the bytes in tensors, and the moment behind it.
struct Change {
    Bytes bytes = 0;
    std::size_t moment = 0;  ///< index into Trace::memory
};

std::vector<Change> changesOf(const std::vector<TraceMemory>& memory)
{
    std::vector<Change> changes;
    for (std::size_t i = 1; i < memory.size(); ++i) {
        if (memory[i].allocated != memory[i - 1].allocated) {
            changes.push_back({memory[i].allocated - memory[i - 1].allocated, i});
        }
    }
    return changes;
}

/// Returns the share of the changes from `first` on that equal the change `lag` before.
double alike(const std::vector<Change>& changes, std::size_t lag, std::size_t first, std::size_t last)
{
    const std::size_t from = std::max(first, lag);
    if (from >= last) {
        return 0;
    }
    const std::size_t stride = (last - from) / mostSamples + 1;
    std::size_t equal = 0;
    std::size_t compared = 0;
    for (std::size_t i = from; i < last; i += stride) {
        equal += changes[i].bytes == changes[i - lag].bytes ? 1 : 0;
        ++compared;
    }
    return static_cast<double>(equal) / static_cast<double>(compared);
}

/// Returns the distances, shortest first, of the largest change that repeats in the later half.
std::vector<std::size_t> lagsOf(const std::vector<Change>& changes)
{
    std::unordered_map<Bytes, std::vector<std::size_t>> places;
    for (std::size_t i = changes.size() / 2; i < changes.size(); ++i) {
        places[changes[i].bytes].push_back(i);
    }
    // The later half of a trace of two steps has each change once.
    for (std::size_t i = changes.size() / 2; i-- > 0;) {
        if (const auto known = places.find(changes[i].bytes); known != places.end() && known->second.size() == 1) {
            known->second.insert(known->second.begin(), i);
        }
    }
    const std::vector<std::size_t>* best = nullptr;
    Bytes largest = 0;
    for (const auto& [bytes, own] : places) {
        if (own.size() > 1 && bytes > largest) {
            largest = bytes;
            best = &own;
        }
    }
    std::vector<std::size_t> lags;
    for (std::size_t i = best != nullptr ? best->size() - 1 : 0; i-- > 0 && lags.size() < mostLags;) {
        lags.push_back(best->back() - (*best)[i]);
    }
    return lags;
}

/// Returns the number of changes of a step; 0 if they do not repeat.
std::size_t periodOf(const std::vector<Change>& changes)
{
    std::size_t best = 0;
    double most = leastAlike;
    for (const std::size_t lag : lagsOf(changes)) {
        const double share = alike(changes, lag, changes.size() / 2, changes.size());
        if (share > most + (best > 0 ? equallyAlike : 0)) {
            best = lag;
            most = share;
        }
    }
    return best;
}

/// Takes the moments of a step.
void take(MeasuredMemory& own, const std::vector<TraceMemory>& memory, std::size_t first, std::size_t last)
{
    const Seconds begin = memory[first].start;
    own.length = memory[last].start - begin;
    for (std::size_t i = first; i <= last; ++i) {
        const Seconds start = memory[i].start - begin;
        if (!own.step.empty() && own.step.back().start == start && i < last) {
            own.step.back().bytes = std::max(own.step.back().bytes, memory[i].allocated);
        } else {
            own.step.push_back({start, memory[i].allocated});
        }
    }
    if (!(own.length > 0)) {
        own.step.clear();
        own.steps = 0;
    }
}

void findStep(MeasuredMemory& own, const std::vector<TraceMemory>& memory)
{
    const std::vector<Change> changes = changesOf(memory);
    const std::size_t period = periodOf(changes);
    if (period == 0) {
        return;
    }
    const std::size_t count = changes.size();
    const std::size_t last = count - period;  // steps that begin before it are complete
    std::size_t begin = last > period ? last - period : 0;
    for (std::size_t i = begin; i < last; ++i) {
        if (memory[changes[i].moment].allocated <= memory[changes[begin].moment].allocated) {
            begin = i;
        }
    }
    own.steps = (count - 1 - begin) / period;
    // The step that ends at `end` is one if the step behind it repeats it.
    for (std::size_t end = begin; end >= period && alike(changes, period, end + 1, end + 1 + period) >= leastAlike;) {
        end -= period;
        ++own.steps;
    }
    take(own, memory, changes[begin].moment, changes[begin + period].moment);
}

void takeMarked(MeasuredMemory& own, const Trace& trace, std::int32_t step)
{
    const std::vector<TraceMemory>& memory = trace.memory;
    const auto first = std::ranges::find(memory, step, &TraceMemory::step);
    if (first == memory.end()) {
        return;
    }
    auto last = std::find_if(first, memory.end(), [step](const TraceMemory& moment) { return moment.step != step; });
    // The moment behind the last one of the step ends it, if it is that of the next step.
    last = last != memory.end() && last->step >= 0 ? last : last - 1;
    std::set<std::int32_t> steps;
    for (const TraceMemory& moment : memory) {
        steps.insert(moment.step);
    }
    steps.erase(-1);
    own.steps = steps.size();
    take(own, memory, static_cast<std::size_t>(first - memory.begin()),
         static_cast<std::size_t>(last - memory.begin()));
}

}  // namespace

std::optional<MeasuredMemory> measuredMemory(const Trace& trace, std::int32_t step)
{
    if (trace.memory.empty()) {
        return std::nullopt;
    }
    MeasuredMemory own;
    own.peak = std::ranges::max(trace.memory, {}, &TraceMemory::allocated).allocated;
    own.peakReserved = std::ranges::max(trace.memory, {}, &TraceMemory::reserved).reserved;
    trace.kernels.empty() ? findStep(own, trace.memory) : takeMarked(own, trace, step);
    return own;
}

Bytes mostBetween(const std::vector<MemoryPoint>& points, Seconds begin, Seconds end)
{
    const auto after = std::ranges::upper_bound(points, begin, {}, &MemoryPoint::start);
    Bytes most = after == points.begin() ? 0 : std::prev(after)->bytes;
    for (auto point = after; point != points.end() && point->start < end; ++point) {
        most = std::max(most, point->bytes);
    }
    return most;
}

}  // namespace pgram
