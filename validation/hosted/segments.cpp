// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/hosted/segments.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

/// Ways whose costs differ by no more are equally good. Relative.
constexpr double equallyGood = 1e-12;

/// A segment's sums; nothing at all beyond the ends.
struct Segment {
    Seconds forward = 0;  ///< seconds of all C micro-batches
    Seconds backward = 0;
    Seconds load = 0;
    double weights = 0;
    double working = 0;
};

/// All segments [first, end) of the layers.
class SegmentTable {
public:
    SegmentTable(std::span<const HostedLayer> layers, const HostedDevice& device) : m_count(layers.size())
    {
        m_all.resize((m_count + 1) * (m_count + 1));
        for (std::size_t first = 0; first < m_count; ++first) {
            Segment sum;
            for (std::size_t end = first + 1; end <= m_count; ++end) {
                const HostedLayer& layer = layers[end - 1];
                sum.forward += device.microbatches * layer.forward;
                sum.backward += device.microbatches * layer.backward;
                sum.weights += layer.weights;
                sum.load = sum.weights / device.link;
                sum.working = std::max(sum.working, layer.working);
                m_all[first * (m_count + 1) + end] = sum;
            }
        }
    }
    [[nodiscard]] const Segment& of(std::size_t first, std::size_t end) const
    {
        return m_all[first * (m_count + 1) + end];
    }

private:
    std::size_t m_count;
    std::vector<Segment> m_all;
};

const Segment nothing;

bool fits(const Segment& before, const Segment& own, const Segment& after, double bytes)
{
    // Sums of bytes that are no whole numbers may miss the budget by their rounding.
    return 2 * own.weights + std::max(before.weights, after.weights) + own.working <= bytes * (1 + 1e-12);
}

/// Cost function of segments: the cost of a segment between its neighbours, and that of several together.
struct StepSeconds {
    static Seconds of(const Segment& before, const Segment& own, const Segment& after)
    {
        return std::max(own.forward, after.load) + std::max({own.backward, before.load, after.load});
    }
    static Seconds together(Seconds a, Seconds b) { return a + b; }
};

/// C, of sums over one micro-batch.
struct HidingMicrobatches {
    static double of(const Segment& before, const Segment& own, const Segment& after)
    {
        return std::max(
            {1.0, ratio(after.load, std::min(own.forward, own.backward)), ratio(before.load, own.backward)});
    }
    static double together(double a, double b) { return std::max(a, b); }

private:
    static double ratio(Seconds load, Seconds compute) { return load > 0 ? load / compute : 0; }
};

bool isLess(double a, double b)
{
    return a < b && (b == infinity || a < b * (1 - equallyGood));
}

std::vector<Segment> summed(std::span<const HostedLayer> layers, const HostedDevice& device, const Segments& segments)
{
    const SegmentTable table(layers, device);
    std::vector<Segment> all{nothing};
    std::size_t first = 0;
    for (const int count : segments) {
        const std::size_t end = first + static_cast<std::size_t>(count);
        all.push_back(table.of(first, end));
        first = end;
    }
    all.push_back(nothing);
    return all;
}

/// The least cost of what is behind two segments [a, b), [b, e): by b, e, and a.
template <typename Cost>
class SegmentSearch {
public:
    SegmentSearch(std::span<const HostedLayer> layers, const HostedDevice& device)
        : m_table(layers, device), m_bytes(device.bytes), m_count(layers.size()), m_after(m_count * (m_count + 1))
    {
        for (std::size_t first = m_count; first-- > 0;) {
            for (std::size_t end = m_count; end > first; --end) {
                solve(first, end);
            }
        }
    }

    /// All segments from the first on, which ends at `end`.
    [[nodiscard]] double cost(std::size_t end) const { return after(0, 0, end).cost; }
    [[nodiscard]] double ways(std::size_t end) const { return after(0, 0, end).ways; }
    [[nodiscard]] Seconds load(std::size_t end) const { return m_table.of(0, end).load; }

    /// The way of the least cost behind a first segment that ends at `end`.
    [[nodiscard]] Segments from(std::size_t end) const
    {
        return segmentsBehind(end, [this](std::size_t before, std::size_t first, std::size_t own) {
            return after(before, first, own).next;
        });
    }
    /// The first way in lexicographic order, each of whose segments costs `limit` at most; there is one.
    [[nodiscard]] Segments within(double limit) const
    {
        std::size_t front = 1;
        while (cost(front) > limit) {
            ++front;
        }
        return segmentsBehind(front, [this, limit](std::size_t before, std::size_t first, std::size_t end) {
            std::size_t next = end + 1;
            while (costBehind(before, first, end, next) > limit) {
                ++next;
            }
            return next;
        });
    }

private:
    /// From segment [first, end) on, behind one from `before`.
    struct Rest {
        double cost = infinity;
        double ways = 0;
        std::size_t next = 0;  ///< end of the segment behind
    };

    /// By the segment, then where the one before starts; the first segment has one place, 0.
    [[nodiscard]] const Rest& after(std::size_t before, std::size_t first, std::size_t end) const
    {
        return m_after[first * (m_count + 1) + end][before];
    }
    [[nodiscard]] const Segment& front(std::size_t before, std::size_t first) const
    {
        return first > 0 ? m_table.of(before, first) : nothing;
    }
    [[nodiscard]] double costBehind(std::size_t before, std::size_t first, std::size_t end, std::size_t next) const
    {
        const Segment& own = m_table.of(first, end);
        const Segment& behind = m_table.of(end, next);
        return fits(front(before, first), own, behind, m_bytes)
                   ? Cost::together(Cost::of(front(before, first), own, behind), after(first, end, next).cost)
                   : infinity;
    }
    template <typename Next>
    [[nodiscard]] Segments segmentsBehind(std::size_t end, const Next& nextOf) const
    {
        Segments segments{static_cast<int>(end)};
        for (std::size_t before = 0, first = 0; end < m_count;) {
            const std::size_t next = nextOf(before, first, end);
            segments.push_back(static_cast<int>(next - end));
            before = std::exchange(first, std::exchange(end, next));
        }
        return segments;
    }

    void solve(std::size_t first, std::size_t end)
    {
        std::vector<Rest>& rests = m_after[first * (m_count + 1) + end];
        rests.resize(std::max<std::size_t>(first, 1));
        const Segment& own = m_table.of(first, end);
        for (std::size_t before = 0; before < rests.size(); ++before) {
            const Segment& front = this->front(before, first);
            Rest& rest = rests[before];
            if (!fits(front, own, nothing, m_bytes)) {
                continue;
            }
            if (end == m_count) {
                rest = {Cost::of(front, own, nothing), 1, end};
                continue;
            }
            for (std::size_t next = end + 1; next <= m_count; ++next) {
                const Segment& behind = m_table.of(end, next);
                if (!fits(front, own, behind, m_bytes)) {
                    break;
                }
                const Rest& further = after(first, end, next);
                const double cost = Cost::together(Cost::of(front, own, behind), further.cost);
                rest.ways += further.ways;
                if (isLess(cost, rest.cost)) {
                    rest.cost = cost;
                    rest.next = next;
                }
            }
        }
    }

    SegmentTable m_table;
    double m_bytes;
    std::size_t m_count;
    std::vector<std::vector<Rest>> m_after;
};

HostedDevice ofOneMicrobatch(HostedDevice device)
{
    device.microbatches = 1;
    return device;
}

/// Sums that miss a whole number by their rounding are that number.
double wholeMicrobatches(double least)
{
    return std::ceil(least * (1 - equallyGood));
}

}  // namespace

Seconds segmentSeconds(std::span<const HostedLayer> layers, const HostedDevice& device, const Segments& segments)
{
    const std::vector<Segment> all = summed(layers, device, segments);
    Seconds seconds = 2 * all[1].load;
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        if (!fits(all[i - 1], all[i], all[i + 1], device.bytes)) {
            return infinity;
        }
        seconds += StepSeconds::of(all[i - 1], all[i], all[i + 1]);
    }
    return seconds;
}

double hidingMicrobatches(std::span<const HostedLayer> layers, const HostedDevice& device, const Segments& segments)
{
    const std::vector<Segment> all = summed(layers, ofOneMicrobatch(device), segments);
    double least = 1;
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        least = std::max(least, HidingMicrobatches::of(all[i - 1], all[i], all[i + 1]));
    }
    return wholeMicrobatches(least);
}

SegmentAnswer bestSegments(std::span<const HostedLayer> layers, const HostedDevice& device)
{
    const SegmentSearch<StepSeconds> search(layers, device);
    SegmentAnswer answer;
    answer.seconds = infinity;
    std::size_t front = 0;
    for (std::size_t end = 1; end <= layers.size(); ++end) {
        const Seconds seconds = 2 * search.load(end) + search.cost(end);
        answer.feasible += search.ways(end);
        if (isLess(seconds, answer.seconds)) {
            answer.seconds = seconds;
            front = end;
        }
    }
    if (front > 0) {
        answer.segments = search.from(front);
    }
    return answer;
}

HidingAnswer fewestHidingMicrobatches(std::span<const HostedLayer> layers, const HostedDevice& device)
{
    const SegmentSearch<HidingMicrobatches> search(layers, ofOneMicrobatch(device));
    double least = infinity;
    for (std::size_t end = 1; end <= layers.size(); ++end) {
        least = std::min(least, search.cost(end));
    }
    if (least == infinity) {
        return {{}, infinity};
    }
    // Rounded up, of more than one way: of those that hide all loads the fastest has the smallest first segment.
    const double whole = wholeMicrobatches(least);
    return {search.within(std::max(whole, least)), whole};
}

}  // namespace pgram
