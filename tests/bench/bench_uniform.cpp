// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Uniform plans scored a second on one core: GPT-3 175B on 1024 devices, every strategy, stages, micro-batches and
// schedule of a sweep over batches, the making of every table counted in.
#include "core/search/pipeline/uniform.h"
#include "core/search/task/cuts.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"
#include "tests/bench/planner.h"

#include <limits>
#include <map>

using namespace pgram;

namespace {

struct Count {
    std::int64_t asked = 0;
    std::int64_t legal = 0;
    Seconds best = std::numeric_limits<double>::infinity();  ///< seconds a sample, of those that fit
};

Count scoreAll(const SearchRequest& request, const std::vector<Subproblem>& listed)
{
    const Bytes usable = usableBudget(request.cluster.device.memory, request.cluster);
    std::map<int, std::vector<const Subproblem*>> byPipeline;
    for (const Subproblem& task : listed) {
        byPipeline[task.key.pipeline].push_back(&task);
    }
    Count count;
    for (const auto& [pipeline, tasks] : byPipeline) {
        std::vector<UniformCut> cuts;
        for (const Schedule& schedule : request.schedules) {
            cuts.emplace_back(request.model, request.cluster, pipeline, onStages(schedule, pipeline));
        }
        for (const Subproblem* task : tasks) {
            Schedule schedule = onStages(request.schedules[static_cast<std::size_t>(task->key.schedule)], pipeline);
            schedule.microbatches = task->key.microbatches;
            cuts[static_cast<std::size_t>(task->key.schedule)].prepare(schedule);
        }
        for (const LayerStrategy& strategy : tasks.front()->strategies->strategies) {
            const TaskSource source{&request.model, &request.cluster, request.training, request.schedules};
            for (std::size_t schedule = 0; schedule < request.schedules.size(); ++schedule) {
                UniformScorer scorer(source, onStages(request.schedules[schedule], pipeline), cuts[schedule], strategy);
                for (const Subproblem* task : tasks) {
                    if (task->key.schedule != static_cast<int>(schedule)) {
                        continue;
                    }
                    ++count.asked;
                    const auto score = scorer.score(task->key.batch, task->key.microbatches);
                    if (!score) {
                        continue;
                    }
                    ++count.legal;
                    if (score->memory <= usable) {
                        count.best = std::min(count.best, score->objective / static_cast<double>(task->key.batch));
                    }
                }
            }
        }
    }
    return count;
}

}  // namespace

int main()
{
    SearchRequest request = bench::requestOf("gpt3-175b", "dgx-h100-1024", 1024, Method::Joint);
    request.schedules = bench::allSchedules();
    for (std::int64_t batch = 64; batch <= 8192; batch += 64) {
        request.batches.push_back(batch);
    }
    const MethodRules rules =
        rulesOf(request.method, request.space, candidateSchedules(request), request.cluster.devices);
    const std::vector<Subproblem> listed = listTasks(request, rules);
    Count count;
    const auto timing = bench::measure([&] { count = scoreAll(request, listed); });
    const double rate = static_cast<double>(count.legal) / timing.median;
    const bool within = rate > 1e6;
    fmt::print(
        R"({{"bench": "uniform-plans", "plans": {}, "refused": {}, "median_s": {:.4g}, "plans_a_second": {:.4g}, )"
        R"("budget_plans_a_second": 1000000, "best_s_a_sample": {:.6g}, "within": {}}})"
        "\n",
        count.legal, count.asked - count.legal, timing.median, rate, count.best, within);
    return within ? 0 : 1;
}
