// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/recall.h"

#include <algorithm>

namespace pgram {

std::optional<Recall::Known> Recall::find(const TaskKey& key) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_known.find(key);
    return known == m_known.end() ? std::nullopt : std::optional(known->second);
}

void Recall::keep(const TaskKey& key, const Known& known)
{
    const std::scoped_lock lock(m_mutex);
    m_known.insert_or_assign(key, known);
}

void Recall::raise(const TaskKey& key, Seconds bound)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_known.find(key); known != m_known.end()) {
        known->second.bound = std::max(known->second.bound, bound);
    }
}

}  // namespace pgram
