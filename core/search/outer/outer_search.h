// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The outer search (METHOD §9): the tasks of a batch, best bound first, on several workers; what cannot beat the
// incumbent is passed over.
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/outer/open_tasks.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// What all batches share. Refers to it.
struct OuterScope {
    const TaskSource& source;
    const MethodRules& rules;
    Bytes usable = 0;  ///< bytes a device
    int workers = 1;
    std::stop_token stop;
    Recall* recall = nullptr;  ///< of other searches; learns from this one
};

class OuterSearch {
public:
    OuterSearch(OuterScope scope, Incumbent& incumbent) : m_scope(std::move(scope)), m_incumbent(incumbent) {}

    /// Searches the tasks of one batch.
    void run(std::span<const ListedTask> batch);
    /// Call last. When no plan was found: how near the tasks in which nothing fits come to it.
    void finish();

private:
    /// A task in which nothing fits.
    struct Hopeless {
        OpenTask open;
        std::size_t index = 0;  ///< of the incumbent's
    };

    [[nodiscard]] bool holdsUniformPlans() const;
    [[nodiscard]] std::vector<ListedTask> uniformTasks(std::span<const ListedTask> batch) const;
    [[nodiscard]] std::vector<ListedTask> plainTasks(std::span<const ListedTask> listed) const;
    [[nodiscard]] bool isOfStart(const TaskKey& key) const;
    bool seedFromRecall(std::int64_t batch);
    void seed(std::span<const ListedTask> batch);
    /// A task that takes more effort: no plan of it takes fewer seconds a sample.
    using Waiting = std::optional<Seconds>;
    Waiting solve(const ListedTask& listed, std::size_t index, Seconds rate, Effort effort = Effort::Full);
    void solveBounded(std::span<const OpenTask> tasks, const std::vector<std::size_t>& which, std::size_t first);
    void solveWhileUseful(std::span<const OpenTask> tasks, std::span<const std::size_t> which, std::size_t first);

    OuterScope m_scope;
    Incumbent& m_incumbent;
    std::vector<Hopeless> m_hopeless;
};

}  // namespace pgram
