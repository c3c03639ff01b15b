// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What memory leaves open while a plan is made front to back: whether the layers that follow can still be placed.
#pragma once

#include "core/search/pipeline/sampled_plan.h"

#include <vector>

namespace pgram {

/// Of one task. Exact where parts are stages and the backward peaks are few; of a schedule with chunks, whose stages
/// share memory among parts, only layers are counted, and a plan may turn out too large. Of more peaks the larger of
/// neighbours stands for both: a plan that just fits may be missed.
class MemoryReach {
public:
    /// `budget`: bytes per device without the context.
    MemoryReach(const Task& task, const std::vector<int>& inFlight, Bytes budget);

    /// Whether a part may begin with `layer`.
    [[nodiscard]] bool canBegin(int part, int layer) const;
    /// Whether part `part`, with `held` bytes and a peak of `transient` in all its layers before `end`, can go on from
    /// there, or end there, so that all that follows fits.
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
