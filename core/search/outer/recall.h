// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What searches have shown of their tasks, for searches of nearly the same request: within less memory or over slower
// links costs only rise, so that every bound stays one, and over faster ones no more than these times falls. A result
// is the same with and without, only sooner.
#pragma once

#include "core/base/progress.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"
#include "core/search/task/task.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace pgram {

/// Safe to use from several threads.
class Recall {
public:
    struct Known {
        bool complete = false;  ///< every layer has a legal strategy
        Bytes need = 0;         ///< no plan of the task does with fewer bytes a device
        Seconds bound = 0;      ///< no plan that fits takes fewer seconds a sample
        Seconds likely = 0;     ///< nor is any likely to take fewer than this
    };

    [[nodiscard]] std::optional<Known> find(const TaskKey& key) const;
    void keep(const TaskKey& key, const Known& known);
    /// A better bound of a task that was kept.
    void raise(const TaskKey& key, Seconds bound);
    /// Takes over what another one has, where no plan takes less than `share` of its time there.
    void learn(const Recall& other, double share);
    /// A plan of the request that is to be searched but for its cluster, from which the search may start.
    void startFrom(std::shared_ptr<const Plan> plan) { m_starts.push_back(std::move(plan)); }
    [[nodiscard]] const std::vector<std::shared_ptr<const Plan>>& starts() const { return m_starts; }

private:
    mutable std::mutex m_mutex;
    std::map<TaskKey, Known> m_known;
    std::vector<std::shared_ptr<const Plan>> m_starts;
};

/// As search(). `recall` comes from searches of the same request within as much memory or more, has learned from
/// others, or is empty.
[[nodiscard]] Result<SearchResult> search(const SearchRequest& request, Recall& recall,
                                          const std::stop_token& stop = {}, const ProgressSink& progress = {});

}  // namespace pgram
