// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/warm_start.h"

#include <algorithm>

namespace pgram {

std::optional<WarmStart::Bounds> WarmStart::find(const TaskKey& key) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_known.find(key);
    return known == m_known.end() ? std::nullopt : std::optional(known->second);
}

void WarmStart::keep(const TaskKey& key, const Bounds& known)
{
    const std::scoped_lock lock(m_mutex);
    m_known.insert_or_assign(key, known);
}

void WarmStart::raise(const TaskKey& key, Seconds bound)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_known.find(key); known != m_known.end()) {
        known->second.bound = std::max(known->second.bound, bound);
    }
}

void WarmStart::learn(const WarmStart& other, double share)
{
    constexpr double slack = 1 - 1e-12;  // rounding of sums and products
    const std::scoped_lock lock(m_mutex, other.m_mutex);
    for (const auto& [key, theirs] : other.m_known) {
        const auto own = m_known.try_emplace(key, Bounds{theirs.complete, theirs.need, 0}).first;
        own->second.bound = std::max(own->second.bound, theirs.bound * share * slack);
    }
}

}  // namespace pgram
