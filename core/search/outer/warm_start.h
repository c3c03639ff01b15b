// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bounds and plans of earlier searches, reused as a warm start for a search of nearly the same request. With less
// memory or slower links costs only rise, so that every bound remains valid; with faster links bounds fall by at most
// the speed-up. A warm start changes how fast a result is found, never the result.
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

/// Thread-safe.
class WarmStart {
public:
    struct Bounds {
        bool complete = false;  ///< every layer has a legal strategy
        Bytes need = 0;         ///< lower bound of the bytes per device
        Seconds bound = 0;      ///< lower bound in seconds per sample of the plans that fit
    };

    [[nodiscard]] std::optional<Bounds> find(const TaskKey& key) const;
    void keep(const TaskKey& key, const Bounds& known);
    /// Raises the bound of a stored task.
    void raise(const TaskKey& key, Seconds bound);
    /// Copies the bounds of another warm start, scaled by `share`: no plan takes less than this share of its time
    /// there.
    void learn(const WarmStart& other, double share);
    /// Adds a plan from which the search may start. It may differ from the request in its cluster alone.
    void startFrom(std::shared_ptr<const Plan> plan) { m_starts.push_back(std::move(plan)); }
    [[nodiscard]] const std::vector<std::shared_ptr<const Plan>>& starts() const { return m_starts; }

private:
    mutable std::mutex m_mutex;
    std::map<TaskKey, Bounds> m_known;
    std::vector<std::shared_ptr<const Plan>> m_starts;
};

/// Searches with a warm start. `warmStart` is empty, comes from searches of the same request with at least as much
/// memory, or has learned from others.
[[nodiscard]] Result<SearchResult> search(const SearchRequest& request, WarmStart& warmStart,
                                          const std::stop_token& stop = {}, const ProgressSink& progress = {});

}  // namespace pgram
