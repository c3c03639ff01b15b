// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/plan_search.h"

#include "core/base/workers.h"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace pgram::galvatron {

namespace {

std::vector<TaskKey> tasksOf(const Rules& rules, const PlanRequest& request)
{
    std::vector<TaskKey> tasks;
    const auto add = [&](std::int64_t batch, std::optional<std::int64_t> microbatches) {
        const std::vector<TaskKey> more = rules.tasks(batch, microbatches);
        tasks.insert(tasks.end(), more.begin(), more.end());
    };
    for (const std::int64_t batch : request.batches) {
        if (request.microbatches.empty()) {
            add(batch, std::nullopt);
        }
        for (const std::int64_t microbatches : request.microbatches) {
            add(batch, microbatches);
        }
    }
    return tasks;
}

double perSample(double seconds, const TaskKey& task)
{
    return seconds / static_cast<double>(task.batch);
}

/// Seconds since its making, and the best of the tasks so far, for whoever watches.
class Watch {
public:
    Watch(const ProgressSink& sink, std::size_t tasks) : m_sink(sink)
    {
        m_progress.tasksTotal = static_cast<int>(tasks);
    }

    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

    /// Any thread.
    void done(const TaskKey& task, const TaskResult& result)
    {
        if (!m_sink) {
            return;
        }
        const std::scoped_lock lock(m_mutex);
        ++m_progress.tasksDone;
        m_progress.incumbent = std::min(m_progress.incumbent, perSample(result.seconds, task));
        m_progress.seconds = seconds();
        m_sink(m_progress);
    }

private:
    const ProgressSink& m_sink;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::mutex m_mutex;
    Progress m_progress;
};

void findBest(PlanAnswer& answer)
{
    double best = infinity;
    double bound = infinity;
    for (std::size_t i = 0; i < answer.tasks.size(); ++i) {
        const TaskResult& result = answer.results[i];
        answer.stopped = answer.stopped || result.stopped;
        bound = std::min(bound, perSample(result.lowerBound, answer.tasks[i]));
        if (result.plan && perSample(result.seconds, answer.tasks[i]) < best) {
            best = perSample(result.seconds, answer.tasks[i]);
            answer.best = i;
        }
    }
    if (answer.best) {
        answer.lowerBound = bound * static_cast<double>(answer.tasks[*answer.best].batch);
    }
}

/// Memory of a task whose layers and ends are as light as they get.
struct MemoryNeed {
    int stage = 0;               ///< the one that needs most
    std::int64_t mebibytes = 0;  ///< MiB of layers, embedding, head, context and buffer on the stage
};

/// MiB of the stage's layers, each under the strategy that is lightest there; nothing when one has none.
std::optional<std::int64_t> lightestLayers(const Rules& rules, const TaskKey& task, int stage, int first, int count)
{
    const std::vector<int> types = rules.setting().typeOfLayers();
    const std::vector<Strategy> strategies = rules.layerStrategies(task);
    std::int64_t sum = 0;
    std::optional<std::int64_t> least;
    for (int layer = first; layer < first + count; ++layer) {
        const auto at = static_cast<std::size_t>(layer);
        if (layer == first || types[at] != types[at - 1]) {
            least.reset();
            for (const Strategy& strategy : strategies) {
                if (const auto cost = rules.layer(types[at], strategy, task)) {
                    const std::int64_t memory = Rules::layerMemory(*cost, rules.inFlight(task, stage));
                    least = std::min(least.value_or(memory), memory);
                }
            }
        }
        if (!least) {
            return std::nullopt;
        }
        sum += *least;
    }
    return sum;
}

/// Nothing when the task has no plan whatever the memory.
std::optional<MemoryNeed> leastNeed(const Rules& rules, const TaskKey& task)
{
    if (!rules.isPossible(task)) {
        return std::nullopt;
    }
    std::vector<std::int64_t> layers;
    int first = 0;
    for (const int count : evenStages(rules.setting().layerCount(), task.pipeline)) {
        const auto sum = lightestLayers(rules, task, static_cast<int>(layers.size()), first, count);
        if (!sum) {
            return std::nullopt;
        }
        layers.push_back(*sum + rules.buffer(task));
        first += count;
    }
    std::optional<MemoryNeed> least;
    for (const Strategy& strategy : rules.endStrategies(task)) {
        const auto ends = rules.ends(strategy, task);
        if (!ends) {
            continue;
        }
        MemoryNeed need;
        for (std::size_t stage = 0; stage < layers.size(); ++stage) {
            const std::int64_t memory = layers[stage] + ends->memory[stage];
            if (memory > need.mebibytes) {
                need = {static_cast<int>(stage), memory};
            }
        }
        if (!least || need.mebibytes < least->mebibytes) {
            least = need;
        }
    }
    return least;
}

/// Returns the smallest budget in MiB that leaves so much after the engine's reserve.
std::int64_t smallestBudget(std::int64_t need)
{
    if (budgetReserve(need) == 0) {
        return need;
    }
    // The reserve takes a fifth, rounded down: the least is within a MiB or two of five quarters.
    std::int64_t budget = need / 4 * 5;
    while (budget - budgetReserve(budget) < need) {
        ++budget;
    }
    return budget;
}

/// The task that needs least.
std::optional<Shortage> shortageOf(const Rules& rules, const std::vector<TaskKey>& tasks)
{
    std::optional<Shortage> least;
    std::int64_t needed = 0;
    for (const TaskKey& task : tasks) {
        const auto need = leastNeed(rules, task);
        if (!need || (least && need->mebibytes >= needed)) {
            continue;
        }
        needed = need->mebibytes;
        least = Shortage{task, need->stage, needed - rules.room(task) - rules.buffer(task), smallestBudget(needed)};
    }
    return least;
}

}  // namespace

double PlanAnswer::gap() const
{
    if (!best) {
        return infinity;
    }
    const double step = results[*best].seconds;
    return std::max(0.0, (step - lowerBound) / step);
}

PlanAnswer searchPlan(const Rules& rules, const PlanRequest& request, const std::stop_token& stop,
                      const ProgressSink& progress)
{
    PlanAnswer answer;
    answer.tasks = tasksOf(rules, request);
    answer.results.resize(answer.tasks.size());
    Watch watch(progress, answer.tasks.size());
    forEachInOrder(workersFor(0), answer.tasks.size(), [&](std::size_t i) {
        answer.results[i] = searchTask(rules, answer.tasks[i], stop);
        watch.done(answer.tasks[i], answer.results[i]);
    });
    findBest(answer);
    answer.stopped = answer.stopped || stop.stop_requested();
    if (!answer.best && !answer.stopped) {
        answer.shortage = shortageOf(rules, answer.tasks);
    }
    answer.seconds = watch.seconds();
    return answer;
}

}  // namespace pgram::galvatron
