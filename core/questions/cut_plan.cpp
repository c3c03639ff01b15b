// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/cut_plan.h"

#include "core/search/outer/finish.h"
#include "core/search/outer/prepared_request.h"
#include "core/search/pipeline/chunk_solver.h"
#include "core/search/pipeline/cut_solver.h"
#include "core/search/pipeline/task_plan.h"
#include "core/search/task/task_list.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace pgram {

namespace {

SearchRequest only(SearchRequest request, const TaskKey& key)
{
    request.batches = {key.batch};
    request.pipelines = {key.pipeline};
    request.microbatches = {key.microbatches};
    request.method = Method::Bmw;
    return request;
}

/// `task`: with the order of its blocks in hand.
OnCut solveInOrder(const Task& task, const std::vector<int>& sizes, Bytes budget, Seconds limit,
                   const std::stop_token& stop)
{
    if (task.hasChunks()) {
        return {ChunkSolver(task, budget, stop).solve(sizes, limit, false), false};
    }
    StageCache cache(task, budget, stop);
    OnCut found{CutSolver(cache).solve(sizes, limit), false};
    found.isExact = task.objective.isBound() && !cache.isThinned();
    if (found.plan) {
        found.plan->step = stepOf(task, *found.plan);
    }
    return found;
}

/// On a mixed cluster, in every order of its blocks.
OnCut solveInOrders(Task task, const std::vector<int>& sizes, Bytes budget, Seconds limit, const std::stop_token& stop)
{
    OnCut best{std::nullopt, true};
    for (const std::vector<int>& blocks : task.places->orders) {
        task.blocks = blocks;
        OnCut found = solveInOrder(task, sizes, budget, limit, stop);
        best.isExact = best.isExact && found.isExact;
        if (found.plan && (!best.plan || found.plan->step < best.plan->step)) {
            limit = std::min(limit, found.plan->step * task.objective.slack());
            best.plan = std::move(found.plan);
            best.plan->blocks = blocks;
        }
    }
    return best;
}

}  // namespace

Result<void> checkCut(const std::vector<int>& sizes, const Architecture& model)
{
    const bool isSound = std::ranges::all_of(sizes, [](int size) { return size > 0; }) &&
                         std::accumulate(sizes.begin(), sizes.end(), 0) == model.layerCount();
    return isSound ? Result<void>()
                   : badInput(Core::tr("the stages do not cover the model's layers"), "sizes",
                              Core::tr("Give each stage at least one layer"));
}

OnCut solveOnCut(const Task& task, const std::vector<int>& sizes, Bytes budget, Seconds limit,
                 const std::stop_token& stop)
{
    return task.classes.empty() ? solveInOrder(task, sizes, budget, limit, stop)
                                : solveInOrders(task, sizes, budget, limit, stop);
}

Result<std::optional<Plan>> planOnCut(const SearchRequest& request, const TaskKey& key, const std::vector<int>& sizes,
                                      std::stop_token stop)
{
    const SearchRequest asked = only(request, key);
    const Result<PreparedRequest> ready = prepared(asked);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    if (const Result<void> checked = checkCut(sizes, request.model); !checked) {
        return tl::unexpected(checked.error());
    }
    const MethodRules& rules = ready->rules;
    const std::vector<Subproblem> listed = listTasks(asked, rules, stop);
    if (listed.empty()) {
        return std::optional<Plan>();
    }
    const auto asKeyed = std::ranges::find(listed, key.family, [](const Subproblem& task) { return task.key.family; });
    const Subproblem& one = asKeyed != listed.end() ? *asKeyed : listed.front();
    TaskSource source = ready->source();
    source.stop = stop;
    const std::optional<Task> made = makeTask(source, one);
    if (!made) {
        return std::optional<Plan>();
    }
    const Task& task = *made;
    if (static_cast<int>(sizes.size()) != task.parts()) {
        return badInput(Core::tr("{} size(s) for {} stage(s) or chunk(s)", sizes.size(), task.parts()), "sizes",
                        Core::tr("Give one for each"));
    }
    constexpr Seconds anyStep = std::numeric_limits<double>::infinity();
    const OnCut found = isComplete(task) ? solveOnCut(task, sizes, ready->usable, anyStep, stop) : OnCut();
    if (!found.plan) {
        return std::optional<Plan>();
    }
    Plan plan = finished(planOf(task, *found.plan), asked, rules);
    plan.model = request.model;
    return std::optional<Plan>(std::move(plan));
}

}  // namespace pgram
