// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pareto filters over labels with members memory, transient, trip and pace; less is better in each.
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

/// Keeps the labels that no other one beats or equals in all four figures, by growing memory.
template <typename Label>
void keepUndominated(std::vector<Label>& labels)
{
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) {
        return std::tie(a.memory, a.transient, a.trip, a.pace, a.strategy, a.next) <
               std::tie(b.memory, b.transient, b.trip, b.pace, b.strategy, b.next);
    });
    std::map<Bytes, Staircase> kept;  // by transient
    std::vector<Label> best;
    for (const Label& label : labels) {
        const auto end = kept.upper_bound(label.transient);
        const bool beaten = std::any_of(
            kept.begin(), end, [&label](const auto& entry) { return entry.second.beats(label.trip, label.pace); });
        if (!beaten) {
            kept[label.transient].insert(label.trip, label.pace);
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
        return std::tie(a.trip, a.pace, a.memory, a.next) < std::tie(b.trip, b.pace, b.memory, b.next);
    });
    std::vector<Label> best;
    for (const Label& label : labels) {
        if (best.empty() || label.pace < best.back().pace) {
            best.push_back(label);
        }
    }
    labels = std::move(best);
}

}  // namespace pgram
