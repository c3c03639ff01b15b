// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pareto filters over labels with memory, transient and a share, compared in trip and pace; less is better in each.
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

namespace pgram {

/// A set of (trip, pace) pairs of which none beats another: pace falls as trip grows.
class Staircase {
public:
    [[nodiscard]] bool beats(Seconds trip, Seconds pace) const
    {
        const auto after = m_steps.upper_bound(trip);
        return after != m_steps.begin() && std::prev(after)->second <= pace;
    }
    void insert(Seconds trip, Seconds pace)
    {
        auto step = m_steps.lower_bound(trip);
        while (step != m_steps.end() && step->second >= pace) {
            step = m_steps.erase(step);
        }
        m_steps.insert_or_assign(trip, pace);
    }

private:
    std::map<Seconds, Seconds> m_steps;
};

/// Sorts what is made of a few ascending runs, as labels are that come bucket after bucket: merging runs costs a
/// fraction of sorting anew.
template <typename Label, typename Less>
void sortRuns(std::vector<Label>& labels, const Less& less)
{
    std::vector<std::size_t> edges{0};
    for (std::size_t i = 1; i < labels.size(); ++i) {
        if (less(labels[i], labels[i - 1])) {
            edges.push_back(i);
        }
    }
    edges.push_back(labels.size());
    constexpr std::size_t longEnough = 16;  // a run, on average
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

/// Keeps the labels that no other one beats or equals in all four figures, by growing memory.
template <typename Label>
void keepUndominated(std::vector<Label>& labels)
{
    sortRuns(labels, [](const Label& a, const Label& b) {
        return a.memory != b.memory ? a.memory < b.memory
                                    : std::tuple(a.transient, a.share.trip(), a.share.pace, a.strategy, a.next) <
                                          std::tuple(b.transient, b.share.trip(), b.share.pace, b.strategy, b.next);
    });
    std::map<Bytes, Staircase> kept;  // by transient
    std::vector<Label> best;
    for (const Label& label : labels) {
        const auto end = kept.upper_bound(label.transient);
        const Seconds trip = label.share.trip();
        const bool beaten = std::any_of(kept.begin(), end, [&label, trip](const auto& entry) {
            return entry.second.beats(trip, label.share.pace);
        });
        if (!beaten) {
            kept[label.transient].insert(trip, label.share.pace);
            best.push_back(label);
        }
    }
    labels = std::move(best);
}

/// Keeps the labels that no other one beats in trip and pace, by growing trip.
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
