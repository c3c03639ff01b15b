// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/least_receives.h"

#include <algorithm>
#include <limits>

namespace pgram {

LeastReceives::LeastReceives(const Task& task) : m_task(task)
{
    for (std::size_t s = 0; s < task.strategies().size(); ++s) {
        m_senders.try_emplace(task.boundaryClasses[s].sending, static_cast<int>(s));
        m_receivers.try_emplace(task.boundaryClasses[s].receiving, static_cast<int>(s));
    }
}

Seconds LeastReceives::before(int part, int layer)
{
    if (part == 0) {
        return 0;
    }
    const auto [known, isNew] = m_known.try_emplace({part, m_task.typeOf(layer - 1), m_task.typeOf(layer)},
                                                    std::numeric_limits<double>::infinity());
    if (isNew) {
        for (const auto& [sending, before] : m_senders) {
            for (const auto& [receiving, after] : m_receivers) {
                known->second = std::min(known->second, m_task.receive(part, layer, before, after));
            }
        }
    }
    return known->second;
}

}  // namespace pgram
