// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/hosted/segments.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr Seconds never = std::numeric_limits<Seconds>::infinity();

/// Ways whose seconds differ by no more are equally fast. Relative.
constexpr double equallyFast = 1e-12;

/// A segment's sums; nothing at all beyond the ends.
struct Segment {
    Seconds forward = 0;  ///< of all C micro-batches
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

/// What a segment adds to the step, both ways, once its neighbours are known.
Seconds costOf(const Segment& before, const Segment& own, const Segment& after)
{
    return std::max(own.forward, after.load) + std::max({own.backward, before.load, after.load});
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

/// Costs of what is behind two segments [a, b), [b, e): by b, e, and a.
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

    SegmentAnswer answer() const
    {
        SegmentAnswer answer;
        answer.seconds = never;
        for (std::size_t end = 1; end <= m_count; ++end) {
            const Rest& rest = after(0, 0, end);
            const Seconds seconds = 2 * m_table.of(0, end).load + rest.seconds;
            answer.feasible += rest.ways;
            if (isFaster(seconds, answer.seconds)) {
                answer.seconds = seconds;
                answer.segments = {static_cast<int>(end)};
            }
        }
        if (answer.seconds == never) {
            return answer;
        }
        std::size_t before = 0;
        std::size_t first = 0;
        auto end = static_cast<std::size_t>(answer.segments.front());
        while (end < m_count) {
            const std::size_t next = after(before, first, end).next;
            answer.segments.push_back(static_cast<int>(next - end));
            before = first;
            first = end;
            end = next;
        }
        return answer;
    }

private:
    /// From segment [first, end) on, behind one from `before`.
    struct Rest {
        Seconds seconds = never;
        double ways = 0;
        std::size_t next = 0;  ///< end of the segment behind
    };

    static bool isFaster(Seconds a, Seconds b) { return a < b && (b == never || a < b * (1 - equallyFast)); }
    /// By the segment, then where the one before starts; the first segment has one place, 0.
    [[nodiscard]] const Rest& after(std::size_t before, std::size_t first, std::size_t end) const
    {
        return m_after[first * (m_count + 1) + end][before];
    }

    void solve(std::size_t first, std::size_t end)
    {
        std::vector<Rest>& rests = m_after[first * (m_count + 1) + end];
        rests.resize(std::max<std::size_t>(first, 1));
        const Segment& own = m_table.of(first, end);
        for (std::size_t before = 0; before < rests.size(); ++before) {
            const Segment& front = first > 0 ? m_table.of(before, first) : nothing;
            Rest& rest = rests[before];
            if (!fits(front, own, nothing, m_bytes)) {
                continue;
            }
            if (end == m_count) {
                rest = {costOf(front, own, nothing), 1, end};
                continue;
            }
            for (std::size_t next = end + 1; next <= m_count; ++next) {
                const Segment& behind = m_table.of(end, next);
                if (!fits(front, own, behind, m_bytes)) {
                    break;
                }
                const Rest& further = after(first, end, next);
                const Seconds seconds = costOf(front, own, behind) + further.seconds;
                rest.ways += further.ways;
                if (isFaster(seconds, rest.seconds)) {
                    rest.seconds = seconds;
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

}  // namespace

Seconds segmentSeconds(std::span<const HostedLayer> layers, const HostedDevice& device, const Segments& segments)
{
    const std::vector<Segment> all = summed(layers, device, segments);
    Seconds seconds = 2 * all[1].load;
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        if (!fits(all[i - 1], all[i], all[i + 1], device.bytes)) {
            return never;
        }
        seconds += costOf(all[i - 1], all[i], all[i + 1]);
    }
    return seconds;
}

double hidingMicrobatches(std::span<const HostedLayer> layers, const HostedDevice& device, const Segments& segments)
{
    HostedDevice once = device;
    once.microbatches = 1;
    const std::vector<Segment> all = summed(layers, once, segments);
    double least = 1;
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
        const Seconds after = all[i + 1].load;
        least = std::max({least, after / all[i].forward, after / all[i].backward, all[i - 1].load / all[i].backward});
    }
    return least;
}

SegmentAnswer bestSegments(std::span<const HostedLayer> layers, const HostedDevice& device)
{
    return SegmentSearch(layers, device).answer();
}

}  // namespace pgram
