// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pareto filters over labels with members memory, transient, sum and time; less is better in each.
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

namespace pgram {

/// A set of (sum, time) pairs of which none beats another: time falls as sum grows.
class Staircase {
public:
    [[nodiscard]] bool beats(Seconds sum, Seconds time) const
    {
        const auto after = m_steps.upper_bound(sum);
        return after != m_steps.begin() && std::prev(after)->second <= time;
    }
    void insert(Seconds sum, Seconds time)
    {
        auto step = m_steps.lower_bound(sum);
        while (step != m_steps.end() && step->second >= time) {
            step = m_steps.erase(step);
        }
        m_steps.insert_or_assign(sum, time);
    }

private:
    std::map<Seconds, Seconds> m_steps;
};

/// Keeps the labels that no other one beats or equals in all four figures, by growing memory.
template <typename Label>
void keepUndominated(std::vector<Label>& labels)
{
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) {
        return std::tie(a.memory, a.transient, a.sum, a.time, a.strategy, a.next) <
               std::tie(b.memory, b.transient, b.sum, b.time, b.strategy, b.next);
    });
    std::map<Bytes, Staircase> kept;  // by transient
    std::vector<Label> best;
    for (const Label& label : labels) {
        const auto end = kept.upper_bound(label.transient);
        const bool beaten = std::any_of(
            kept.begin(), end, [&label](const auto& entry) { return entry.second.beats(label.sum, label.time); });
        if (!beaten) {
            kept[label.transient].insert(label.sum, label.time);
            best.push_back(label);
        }
    }
    labels = std::move(best);
}

/// Keeps the labels that no other one beats in sum and time, by growing sum.
template <typename Label>
void keepFastest(std::vector<Label>& labels)
{
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) {
        return std::tie(a.sum, a.time, a.memory, a.next) < std::tie(b.sum, b.time, b.memory, b.next);
    });
    std::vector<Label> best;
    for (const Label& label : labels) {
        if (best.empty() || label.time < best.back().time) {
            best.push_back(label);
        }
    }
    labels = std::move(best);
}

}  // namespace pgram
