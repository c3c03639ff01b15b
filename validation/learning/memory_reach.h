// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Checks, while a plan is made front to back, whether the memory allows the remaining layers to be placed.
#pragma once

#include "core/search/pipeline/sampled_plan.h"

#include <vector>

namespace pgram {

/// Reach within one task. Exact if parts are stages and backward peaks are few. For a schedule with chunks, whose
/// stages share memory among parts, only layers are counted, and a plan may exceed the budget. With many peaks, the
/// larger of two neighbours represents both: a plan that barely fits may be missed.
class MemoryReach {
public:
    /// `budget`: bytes per device without the context.
    MemoryReach(const Task& task, const std::vector<int>& inFlight, Bytes budget);

    /// Returns true if a part may begin with `layer`.
    [[nodiscard]] bool canBegin(int part, int layer) const;
    /// Returns true if part `part`, with `held` bytes and a peak of `transient` over its layers before `end`, can
    /// continue or end there so that the rest still fits.
    [[nodiscard]] bool canFollow(int part, int end, Bytes held, Bytes transient) const;

private:
    [[nodiscard]] std::size_t at(std::size_t peak, int part, int layer) const
    {
        return (peak * static_cast<std::size_t>(m_parts) + static_cast<std::size_t>(part)) *
                   static_cast<std::size_t>(m_layers + 1) +
               static_cast<std::size_t>(layer);
    }
    void fill(const Task& task, const std::vector<int>& inFlight, Bytes budget);

    int m_parts = 0;
    int m_layers = 0;
    bool m_counts = false;       ///< layers only
    std::vector<Bytes> m_peaks;  ///< rising
    std::vector<Bytes> m_most;   ///< bytes that a part may hold in front of a layer; negative: nothing fits
    std::vector<char> m_begins;  ///< by part and layer
};

}  // namespace pgram
