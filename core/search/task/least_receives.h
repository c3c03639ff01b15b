// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lower bounds of what parts of a cut wait for their receives.
#pragma once

#include "core/search/task/task.h"

#include <map>
#include <tuple>

namespace pgram {

/// Least time that a part waits for its receives, over all strategies on both sides; cached for all cuts. Refers to the
/// task. Not thread-safe.
class LeastReceives {
public:
    explicit LeastReceives(const Task& task);

    /// Returns the seconds of a one-way transfer in front of part `part`, which starts with layer `layer`; 0 for the
    /// first part.
    [[nodiscard]] Seconds before(int part, int layer);

private:
    const Task& m_task;
    std::map<int, int> m_senders;                                          ///< a strategy of each sending class
    std::map<int, int> m_receivers;                                        ///< a strategy of each receiving class
    std::map<std::tuple<int, std::size_t, std::size_t>, Seconds> m_known;  ///< by part and the types on both sides
};

}  // namespace pgram
