// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Level of detail of a timeline: how each stage spent its time until each of many slices, at every power of two of
// slices, so that a pixel column of a million operations is one difference. Pure; built once for a timeline.
#pragma once

#include "core/schedule/timeline.h"

#include <array>
#include <span>
#include <vector>

namespace pgram {

/// How a stage spends one slice of time.
struct TimelineBin {
    static constexpr std::size_t kinds = 6;  ///< of TimelineKind
    static constexpr std::size_t lanes = 8;  ///< two more than kinds: sums run in whole vector registers
    std::array<float, lanes> busy{};         ///< seconds of each kind
    float longestGap = 0;                    ///< seconds: of the idle times whose middle lies in this slice, in full
};

class TimelineBins {
public:
    /// `timeline` outlives the bins.
    explicit TimelineBins(const Timeline& timeline);

    /// How `stage` spends the equal slices of begin … end, one for each of `columns`.
    void fill(std::size_t stage, Seconds begin, Seconds end, std::span<TimelineBin> columns) const;

private:
    using Sums = std::array<double, TimelineBin::lanes>;  ///< seconds of each kind since time zero
    /// Of one stage, in equal slices of the makespan.
    struct Level {
        std::vector<Sums> until;  ///< the start of each slice, and the end of the last
        std::vector<float> gaps;  ///< the longest of each slice
    };
    /// Finest first; each has half as many slices as the one before. None where a stage's operations are so few that
    /// they are counted one by one.
    using Levels = std::vector<Level>;

    static Level coarser(const Level& fine);
    void fillBusy(const Level& level, Seconds begin, Seconds column, std::span<TimelineBin> columns) const;
    void fillGaps(const Level& level, Seconds begin, Seconds column, std::span<TimelineBin> columns) const;
    [[nodiscard]] Seconds widthOf(const Level& level) const
    {
        return m_timeline.makespan / static_cast<double>(level.gaps.size());
    }  ///< of a slice

    const Timeline& m_timeline;
    std::vector<Levels> m_stages;
};

/// Idle times of a stage from 0 to the makespan, between its operations, before the first and after the last.
struct Gap {
    Seconds start = 0;
    Seconds end = 0;
};
/// Calls `visit(gap)` for those between the operations first … last of a stage, with the one before `first` and the
/// one after `last`.
template <typename Visit>
void visitGaps(std::span<const Operation> operations, std::size_t first, std::size_t last, Seconds makespan,
               const Visit& visit)
{
    Seconds free = first == 0 ? 0 : operations[first - 1].end;
    for (std::size_t index = first; index < last; ++index) {
        if (operations[index].start > free) {
            visit(Gap{free, operations[index].start});
        }
        free = operations[index].end;
    }
    const Seconds next = last < operations.size() ? operations[last].start : makespan;
    if (next > free) {
        visit(Gap{free, next});
    }
}

/// The operations of a stage that touch begin … end, as a half-open range of indices.
struct OperationRange {
    std::size_t first = 0;
    std::size_t last = 0;
    [[nodiscard]] std::size_t size() const { return last - first; }
};
[[nodiscard]] OperationRange operationsIn(std::span<const Operation> operations, Seconds begin, Seconds end);

// Operations narrower than a pixel fall into pixel columns as chance has it, and beat against them: waves that no
// device ever ran. Each column takes the mean of its neighbours instead. Idle times that are shown stay where they are,
// and nothing is averaged across them. Pure.

/// `gap`: seconds of an idle time that is shown for itself.
void smooth(std::span<TimelineBin> columns, float gap);

}  // namespace pgram
