// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/slicing/slice_times.h"

#include <algorithm>

namespace pgram {

Seconds SliceLaw::operator()(int sequences, int tokens, int context) const
{
    const double length = tokens;
    return fixed + std::max(floor, sequences * (perToken * length + perPair * length * context + perContext * context));
}

SliceTimes::SliceTimes(int sequences, int units, int grid, const SliceTime& time)
    : m_sequences(sequences), m_units(units), m_grid(grid)
{
    m_times.reserve(first(sequences + 1, 0));
    for (int batch = 1; batch <= sequences; ++batch) {
        for (int context = 0; context < units; ++context) {
            for (int length = 1; length <= units - context; ++length) {
                m_times.push_back(time(batch, length * grid, context * grid));
                m_grows = m_grows && (length == 1 || m_times.back() >= *(m_times.end() - 2));
            }
        }
    }
}

std::size_t SliceTimes::first(int sequences, int context) const
{
    const auto units = static_cast<std::size_t>(m_units);
    const auto before = static_cast<std::size_t>(context);
    return static_cast<std::size_t>(sequences - 1) * (units * (units + 1) / 2) + before * units -
           before * (before - std::min<std::size_t>(before, 1)) / 2;
}

std::span<const Seconds> SliceTimes::behind(int sequences, int context) const
{
    return std::span(m_times).subspan(first(sequences, context), static_cast<std::size_t>(m_units - context));
}

std::size_t SliceTimes::reach(int sequences, int context, Seconds cap) const
{
    const std::span<const Seconds> times = behind(sequences, context);
    return m_grows ? static_cast<std::size_t>(std::ranges::upper_bound(times, cap) - times.begin()) : times.size();
}

}  // namespace pgram
