// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time of a slice of a sequence on one stage, for every length and context on a grid of tokens. The optimal slicing is
// searched in this table (TeraPipe, arXiv 2102.07988 §3.3).
#pragma once

#include "core/base/units.h"

#include <functional>
#include <span>
#include <vector>

namespace pgram {

/// t(b, l, c): l tokens of each of b sequences, behind c tokens of the same sequences. Seconds, at least 0.
using SliceTime = std::function<Seconds(int sequences, int tokens, int context)>;

/// t(b, l, c) = fixed + max(floor, b·(perToken·l + perPair·l·c + perContext·c)): the law of the golden cases.
struct SliceLaw {
    Seconds fixed = 0;
    Seconds floor = 0;
    Seconds perToken = 0;
    Seconds perPair = 0;
    Seconds perContext = 0;
    [[nodiscard]] Seconds operator()(int sequences, int tokens, int context) const;
};

/// t on a grid: lengths and contexts are counted in units of `grid` tokens.
class SliceTimes {
public:
    /// Computes the times of 1 to `sequences` sequences together, each of `units` units.
    SliceTimes(int sequences, int units, int grid, const SliceTime& time);

    [[nodiscard]] int sequences() const { return m_sequences; }
    [[nodiscard]] int units() const { return m_units; }
    [[nodiscard]] int grid() const { return m_grid; }
    /// t of 1, 2, … units behind `context` units, of `sequences` sequences.
    [[nodiscard]] std::span<const Seconds> behind(int sequences, int context) const;
    [[nodiscard]] Seconds of(int sequences, int length, int context) const
    {
        return behind(sequences, context)[static_cast<std::size_t>(length - 1)];
    }
    /// The end of the lengths that may take no more than `cap`: exact where t grows with the length, else all.
    [[nodiscard]] std::size_t reach(int sequences, int context, Seconds cap) const;

private:
    [[nodiscard]] std::size_t first(int sequences, int context) const;

    int m_sequences;
    int m_units;
    int m_grid;
    std::vector<Seconds> m_times;  ///< by sequences, then context, then length
    bool m_grows = true;           ///< with the length, whatever the sequences and the context
};

}  // namespace pgram
