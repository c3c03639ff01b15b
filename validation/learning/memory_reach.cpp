// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/learning/memory_reach.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>
#include <set>

namespace pgram {

namespace {

constexpr std::size_t mostPeaks = 64;
constexpr Bytes nothing = std::numeric_limits<Bytes>::min() / 4;

std::vector<Bytes> peaksOf(const Task& task)
{
    std::set<Bytes> all;
    for (const std::vector<Candidate>& candidates : task.candidates) {
        for (const Candidate& candidate : candidates) {
            all.insert(candidate.transient);
        }
    }
    std::vector<Bytes> peaks(all.begin(), all.end());
    if (peaks.size() > mostPeaks) {
        std::vector<Bytes> some;
        for (std::size_t i = 1; i <= mostPeaks; ++i) {
            some.push_back(peaks[i * peaks.size() / mostPeaks - 1]);
        }
        peaks = std::move(some);
    }
    return peaks;
}

/// Bytes of the leanest candidate of a run with so many micro-batches in flight and no higher peak; beyondBudgets:
/// none.
Bytes leastHeld(const std::vector<Candidate>& candidates, int kept, Bytes peak)
{
    Bytes least = beyondBudgets;
    for (const Candidate& candidate : candidates) {
        if (candidate.transient <= peak) {
            least = std::min(least, candidate.heldWith(kept));
        }
    }
    return least;
}

}  // namespace

MemoryReach::MemoryReach(const Task& task, const std::vector<int>& inFlight, Bytes budget)
    : m_parts(task.parts()), m_layers(task.layers()), m_counts(task.hasChunks())
{
    if (!m_counts) {
        m_peaks = peaksOf(task);
        fill(task, inFlight, budget);
    }
}

void MemoryReach::fill(const Task& task, const std::vector<int>& inFlight, Bytes budget)
{
    const auto parts = static_cast<std::size_t>(m_parts);
    const auto columns = static_cast<std::size_t>(m_layers + 1);
    m_most.assign(m_peaks.size() * parts * columns, nothing);
    m_begins.assign((parts + 1) * columns, 0);
    m_begins[parts * columns + columns - 1] = 1;  // behind the last part, when no layer is left
    for (int part = m_parts - 1; part >= 0; --part) {
        const auto place = static_cast<std::size_t>(part);
        for (std::size_t peak = 0; peak < m_peaks.size(); ++peak) {
            std::vector<Bytes> least;
            for (const std::vector<Candidate>& candidates : task.candidates) {
                least.push_back(leastHeld(candidates, inFlight[place], m_peaks[peak]));
            }
            for (int layer = m_layers; layer >= 0; --layer) {
                Bytes& most = m_most[at(peak, part, layer)];
                if (m_begins[(place + 1) * columns + static_cast<std::size_t>(layer)] != 0) {
                    most = budget - m_peaks[peak];
                }
                if (layer < m_layers) {
                    const std::size_t type = task.typeOf(layer);
                    const Bytes goesOn = m_most[at(peak, part, layer + 1)] - least[type];
                    if (goesOn >= task.carriedInto(part, layer, inFlight[place])) {
                        m_begins[place * columns + static_cast<std::size_t>(layer)] = 1;
                    }
                    most = std::max(most, std::max(goesOn, nothing));
                }
            }
        }
    }
}

bool MemoryReach::canBegin(int part, int layer) const
{
    if (m_counts) {
        return part < m_parts && m_layers - layer >= m_parts - part;
    }
    return part < m_parts &&
           m_begins[pgram::at(part) * static_cast<std::size_t>(m_layers + 1) + static_cast<std::size_t>(layer)] != 0;
}

bool MemoryReach::canFollow(int part, int end, Bytes held, Bytes transient) const
{
    if (m_counts) {
        return m_layers - end >= m_parts - part - 1;
    }
    for (std::size_t peak = m_peaks.size(); peak-- > 0 && m_peaks[peak] >= transient;) {
        if (held <= m_most[at(peak, part, end)]) {
            return true;
        }
    }
    return false;
}

}  // namespace pgram
