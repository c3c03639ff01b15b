// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pareto filters for labels with memory, transient and a share, which is compared by trip and pace. Less is better in
// each figure.
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

namespace pgram {

/// A set of (trip, pace) pairs, none of which dominates another: pace falls as trip grows.
class Staircase {
public:
    void clear() { m_steps.clear(); }
    [[nodiscard]] bool beats(Seconds trip, Seconds pace) const
    {
        const auto after = std::ranges::upper_bound(m_steps, trip, {}, &Step::trip);
        return after != m_steps.begin() && std::prev(after)->pace <= pace;
    }
    void insert(Seconds trip, Seconds pace)
    {
        const auto first = std::ranges::lower_bound(m_steps, trip, {}, &Step::trip);
        const auto end = std::find_if(first, m_steps.end(), [pace](const Step& step) { return step.pace < pace; });
        if (first == end) {
            m_steps.insert(first, {trip, pace});
        } else {
            *first = {trip, pace};
            m_steps.erase(std::next(first), end);
        }
    }

private:
    struct Step {
        Seconds trip = 0;
        Seconds pace = 0;
    };
    std::vector<Step> m_steps;  ///< by trip
};

/// Staircases of labels, ordered by transient.
class Staircases {
public:
    /// Removes all entries, but keeps their allocated memory.
    void clear() { m_used = 0; }
    /// Returns true if a label with at most this transient dominates the pair.
    [[nodiscard]] bool beat(Bytes transient, Seconds trip, Seconds pace) const
    {
        for (std::size_t i = 0; i < m_used && m_entries[i].transient <= transient; ++i) {
            if (m_entries[i].steps.beats(trip, pace)) {
                return true;
            }
        }
        return false;
    }
    void insert(Bytes transient, Seconds trip, Seconds pace)
    {
        const auto end = m_entries.begin() + static_cast<std::ptrdiff_t>(m_used);
        auto entry = std::ranges::lower_bound(m_entries.begin(), end, transient, {}, &Entry::transient);
        if (entry == end || entry->transient != transient) {
            const auto place = entry - m_entries.begin();
            if (m_used == m_entries.size()) {
                m_entries.emplace_back();
            }
            entry = m_entries.begin() + place;
            std::rotate(entry, m_entries.begin() + static_cast<std::ptrdiff_t>(m_used),
                        m_entries.begin() + static_cast<std::ptrdiff_t>(m_used) + 1);
            ++m_used;
            entry->transient = transient;
            entry->steps.clear();
        }
        entry->steps.insert(trip, pace);
    }

private:
    struct Entry {
        Bytes transient = 0;
        Staircase steps;
    };
    std::vector<Entry> m_entries;  ///< by transient; the first m_used entries are in use
    std::size_t m_used = 0;
};

/// Sorts labels that consist of a few ascending runs, as those of several buckets do. Merging the runs costs a fraction
/// of sorting anew.
template <typename Label, typename Less>
void sortRuns(std::vector<Label>& labels, const Less& less)
{
    constexpr std::size_t few = 64;
    if (labels.size() <= few) {
        std::sort(labels.begin(), labels.end(), less);
        return;
    }
    std::vector<std::size_t> edges{0};
    for (std::size_t i = 1; i < labels.size(); ++i) {
        if (less(labels[i], labels[i - 1])) {
            edges.push_back(i);
        }
    }
    edges.push_back(labels.size());
    constexpr std::size_t longEnough = 16;  // labels per run, on average
    if (edges.size() > 2 + labels.size() / longEnough) {
        std::sort(labels.begin(), labels.end(), less);
        return;
    }
    const auto at = [](std::vector<Label>& all, std::size_t edge) {
        return all.begin() + static_cast<std::ptrdiff_t>(edge);
    };
    std::vector<Label> merged(edges.size() > 2 ? labels.size() : 0);
    while (edges.size() > 2) {
        std::vector<std::size_t> next{0};
        for (std::size_t i = 0; i + 1 < edges.size(); i += 2) {
            const std::size_t middle = edges[i + 1];
            const std::size_t end = i + 2 < edges.size() ? edges[i + 2] : middle;
            std::merge(at(labels, edges[i]), at(labels, middle), at(labels, middle), at(labels, end),
                       at(merged, edges[i]), less);
            next.push_back(end);
        }
        labels.swap(merged);
        edges = std::move(next);
    }
}

/// Keeps the labels that no other label dominates or equals in all four figures, by rising memory. `kept` is work
/// space.
template <typename Label>
void keepUndominated(std::vector<Label>& labels, Staircases& kept)
{
    kept.clear();
    sortRuns(labels, [](const Label& a, const Label& b) {
        return a.memory != b.memory ? a.memory < b.memory
                                    : std::tuple(a.transient, a.share.trip(), a.share.pace, a.strategy, a.next) <
                                          std::tuple(b.transient, b.share.trip(), b.share.pace, b.strategy, b.next);
    });
    std::erase_if(labels, [&kept](const Label& label) {
        const Seconds trip = label.share.trip();
        const bool beaten = kept.beat(label.transient, trip, label.share.pace);
        if (!beaten) {
            kept.insert(label.transient, trip, label.share.pace);
        }
        return beaten;
    });
}

/// Keeps the labels that no other label dominates in trip and pace, by rising trip.
template <typename Label>
void keepFastest(std::vector<Label>& labels)
{
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) {
        return std::tuple(a.share.trip(), a.share.pace, a.memory, a.next) <
               std::tuple(b.share.trip(), b.share.pace, b.memory, b.next);
    });
    std::vector<Label> best;
    for (const Label& label : labels) {
        if (best.empty() || label.share.pace < best.back().share.pace) {
            best.push_back(label);
        }
    }
    labels = std::move(best);
}

}  // namespace pgram
