// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search within much memory has shown of its tasks, for searches of the same request within less: costs only
// rise as memory falls, so that every bound stays one. Bounds alone are kept and no plans: a result is the same with
// and without, only sooner.
#pragma once

#include "core/base/progress.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"
#include "core/search/task/task.h"

#include <map>
#include <mutex>
#include <optional>

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

private:
    mutable std::mutex m_mutex;
    std::map<TaskKey, Known> m_known;
};

/// As search(). `recall` comes from searches of the same request within as much memory or more, or is empty.
[[nodiscard]] Result<SearchResult> search(const SearchRequest& request, Recall& recall, std::stop_token stop = {},
                                          const ProgressSink& progress = {});

}  // namespace pgram
