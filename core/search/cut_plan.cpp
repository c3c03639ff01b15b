// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/cut_plan.h"

#include "core/search/cut_solver.h"
#include "core/search/finish.h"
#include "core/search/task_list.h"
#include "core/search/task_plan.h"

#include <algorithm>
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

bool covers(const std::vector<int>& sizes, const Architecture& model, int pipeline)
{
    return static_cast<int>(sizes.size()) == pipeline &&
           std::ranges::all_of(sizes, [](int size) { return size > 0; }) &&
           std::accumulate(sizes.begin(), sizes.end(), 0) == model.layerCount();
}

}  // namespace

Result<std::optional<Plan>> planOnCut(const SearchRequest& request, const TaskKey& key, const std::vector<int>& sizes,
                                      std::stop_token stop)
{
    const SearchRequest asked = only(request, key);
    if (Result<void> checked = checkRequest(asked); !checked) {
        return tl::unexpected(checked.error());
    }
    if (!covers(sizes, request.model, key.pipeline)) {
        return badInput("the stages do not cover the model's layers", "sizes", "Give each stage at least one layer");
    }
    const Result<PinnedModel> pinned = splitAtPins(asked.model, asked.pins);
    if (!pinned) {
        return tl::unexpected(pinned.error());
    }
    const MethodRules rules = rulesOf(asked.method, asked.space, candidateSchedules(asked), asked.cluster.devices);
    const std::vector<ListedTask> listed = listTasks(asked, rules, stop);
    if (listed.empty()) {
        return std::optional<Plan>();
    }
    const TaskSource source{&pinned->model, &asked.cluster, asked.training, rules.schedules, asked.rule, pinned->ofRun};
    const Task task = makeTask(source, listed.front().key, listed.front().strategies);
    const Bytes budget = asked.memoryBudget > 0 ? asked.memoryBudget : asked.cluster.device.memory;
    StageBook book(task, usableBudget(budget, asked.cluster), std::move(stop));
    std::optional<CutSolution> solution = isComplete(task) ? CutSolver(book).solve(sizes) : std::nullopt;
    if (!solution) {
        return std::optional<Plan>();
    }
    Plan plan = finished(planOf(task, {sizes, std::move(*solution)}), asked, rules);
    plan.model = request.model;
    return std::optional<Plan>(std::move(plan));
}

}  // namespace pgram
