// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/cut_search.h"

#include "core/plan/out_of_core.h"
#include "core/questions/cut_plan.h"
#include "core/search/outer/fault.h"
#include "core/search/outer/finish.h"
#include "core/search/outer/prepared_request.h"
#include "core/search/pipeline/task_solver.h"
#include "core/search/stage/pooled_bound.h"
#include "core/search/stage/stage_memory.h"
#include "core/search/task/task_list.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace pgram {

namespace {

using Clock = std::chrono::steady_clock;

struct BestOnCut {
    std::optional<Plan> plan;
    Seconds perSample = infinity;
    Seconds bound = infinity;        ///< no plan of the tasks so far takes fewer seconds a sample
    std::optional<Shortfall> least;  ///< among the tasks that do not fit, the one that is short of the least
};

/// Keeps the task's best plan on the cut if it beats the current one.
void tryTask(const Task& task, const std::vector<int>& sizes, Bytes usable, const std::stop_token& stop,
             BestOnCut& best)
{
    if (!isComplete(task) || static_cast<int>(sizes.size()) != task.parts()) {
        return;
    }
    const auto batch = static_cast<double>(task.key.batch);
    const Seconds limit = best.perSample * batch * task.objective.slack();
    const OnCut found = solveOnCut(task, sizes, usable, limit, stop);
    // No plan of the task is faster than the bound or, where the objective is one, than its optimum or the limit.
    const Seconds least = !found.isExact ? lowerBound(task, usable) : found.plan ? found.plan->objective : limit;
    best.bound = std::min(best.bound, least / batch);
    if (found.plan) {
        if (found.plan->step < best.perSample * batch) {
            best.perSample = found.plan->step / batch;
            best.plan = planOf(task, *found.plan);
        }
    } else if (!best.plan && !stop.stop_requested()) {
        StageMemory memory(task);
        FullestStage need = fullestStage(task, memory, sizes);
        need.bytes = std::max(need.bytes, usable + 1);  // counts of a single moment in flight require too little
        if (!best.least || need.bytes < best.least->need.bytes) {
            best.least = Shortfall{task.key, task.schedule, need};
        }
    }
}

/// The numbers of stages whose chunks, under one of the schedules, a cut of so many parts can name.
std::vector<int> pipelinesOf(int parts, const std::vector<Schedule>& schedules)
{
    std::vector<int> pipelines;
    for (const Schedule& schedule : schedules) {
        if (parts % schedule.virtualStages == 0) {
            pipelines.push_back(parts / schedule.virtualStages);
        }
    }
    return pipelines.empty() ? std::vector<int>{parts} : pipelines;
}

}  // namespace

Result<SearchResult> searchOnCut(const SearchRequest& request, const std::vector<int>& sizes, std::stop_token stop,
                                 const ProgressSink& progress)
{
    SearchRequest asked = request;
    asked.method = Method::Joint;
    asked.pipelines = pipelinesOf(static_cast<int>(sizes.size()), candidateSchedules(asked));
    const Result<PreparedRequest> ready = prepared(asked);
    if (!ready) {
        return tl::unexpected(ready.error());
    }
    if (const Result<void> checked = checkCut(sizes, asked.model); !checked) {
        return tl::unexpected(checked.error());
    }
    const auto begin = Clock::now();
    const auto elapsed = [begin] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    const MethodRules& rules = ready->rules;
    TaskSource source = ready->source();
    source.stop = stop;
    const Bytes usable = ready->usable;
    const std::vector<Subproblem> listed = listTasks(asked, rules, stop);
    SearchResult result;
    BestOnCut best;
    for (const Subproblem& task : listed) {
        if (stop.stop_requested()) {
            break;
        }
        const std::optional<Task> made = makeTask(source, task);
        if (!made) {
            break;
        }
        tryTask(*made, sizes, usable, stop, best);
        ++result.certificate.tasks;
        if (progress) {
            Progress record;
            record.tasksDone = result.certificate.tasks;
            record.tasksTotal = static_cast<int>(listed.size());
            record.incumbent = best.perSample;
            record.seconds = elapsed();
            progress(record);
        }
    }
    const bool stopped = stop.stop_requested();
    result.certificate.seconds = elapsed();
    if (best.plan) {
        result.plan = finished(std::move(*best.plan), asked, rules);
    }
    result.certificate.scope =
        fmt::format("every layer's strategies in {}, batches and micro-batches as asked for, on the given stages, {}",
                    toString(rules.space), rankingWords(asked.rule));
    certify(result, asked, stopped ? 0 : best.bound, stopped);
    if (result.plan && !result.estimate->fits && leavesToHost(*result.plan)) {
        // Copies to the host are free for the tasks; this plan needs more memory for copies that wait.
        result.infeasibility = infeasibilityOf(*result.plan, *result.estimate);
        result.plan.reset();
        result.estimate.reset();
        certify(result, asked, 0, stopped);
    } else if (!result.plan && !stopped) {
        result.infeasibility = infeasibilityOf(asked, usable, best.least);
    }
    return verified(std::move(result), asked);
}

}  // namespace pgram
