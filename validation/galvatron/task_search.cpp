// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/task_search.h"

#include "core/base/index.h"
#include "core/base/workers.h"
#include "validation/galvatron/pipeline_search.h"

#include <algorithm>
#include <map>

namespace pgram::galvatron {

namespace {

/// A strategy of embedding and head, with the stages' questions under it.
struct EndsChoice {
    Strategy strategy;
    PipelineQuestion question;
    double bound = 0;
};

class TaskSearch {
public:
    TaskSearch(const Rules& rules, const TaskKey& task) : m_rules(rules), m_task(task)
    {
        m_result.seconds = std::numeric_limits<double>::infinity();
        m_result.lowerBound = std::numeric_limits<double>::infinity();
        if (!rules.isPossible(task)) {
            return;
        }
        readOptions();
        m_sizes = evenStages(rules.setting().layerCount(), task.pipeline);
        int first = 0;
        for (int stage = 0; stage < task.pipeline; ++stage) {
            m_stageRuns.push_back(runsOf(stage, first));
            first += m_sizes[at(stage)];
        }
        m_lines = stepLines(task.pipeline, task.microbatches);
        listChoices();
    }

    [[nodiscard]] TaskResult run(const std::stop_token& stop)
    {
        for (const EndsChoice& choice : m_choices) {
            if (choice.bound >= m_result.seconds) {
                break;
            }
            if (stop.stop_requested()) {
                m_result.stopped = true;
                m_result.lowerBound = std::min(m_result.lowerBound, choice.bound);
                break;
            }
            tryChoice(choice);
        }
        m_result.lowerBound = std::min(m_result.lowerBound, m_result.seconds);
        return std::move(m_result);
    }

private:
    void readOptions()
    {
        m_strategies = m_rules.layerStrategies(m_task);
        for (std::size_t type = 0; type < m_rules.setting().layers.size(); ++type) {
            m_costs.emplace_back();
            for (std::size_t i = 0; i < m_strategies.size(); ++i) {
                if (const auto cost = m_rules.layer(static_cast<int>(type), m_strategies[i], m_task)) {
                    m_costs.back().emplace_back(static_cast<int>(i), *cost);
                }
            }
        }
    }

    /// The stage's layers, those of one type together.
    [[nodiscard]] std::vector<OptionRun> runsOf(int stage, int first) const
    {
        const std::vector<int> types = m_rules.setting().typeOfLayers();
        const std::int64_t inFlight = m_rules.inFlight(m_task, stage);
        std::vector<OptionRun> runs;
        int last = -1;
        for (int layer = first; layer < first + m_sizes[at(stage)]; ++layer) {
            const int type = types[at(layer)];
            if (type != last) {
                runs.emplace_back();
                for (const auto& [strategy, cost] : m_costs[at(type)]) {
                    runs.back().options.push_back(
                        {Rules::layerMemory(cost, inFlight), cost.withoutSync, cost.withSync, strategy});
                }
                last = type;
            }
            ++runs.back().count;
        }
        return runs;
    }

    /// Those that fit at all, the most promising first.
    void listChoices()
    {
        for (const Strategy& strategy : m_rules.endStrategies(m_task)) {
            const auto ends = m_rules.ends(strategy, m_task);
            if (!ends) {
                continue;
            }
            EndsChoice choice{strategy, {}, 0};
            for (std::size_t stage = 0; stage < m_stageRuns.size(); ++stage) {
                choice.question.stages.push_back({m_stageRuns[stage], m_rules.room(m_task) - ends->memory[stage]});
            }
            choice.question.added.assign(m_stageRuns.size(), 0);
            choice.question.added.front() += ends->first;
            choice.question.added.back() += ends->last;
            if (const auto bound = quickBound(choice.question, m_lines)) {
                choice.bound = *bound;
                m_choices.push_back(std::move(choice));
            }
        }
        std::ranges::stable_sort(m_choices, {}, &EndsChoice::bound);
    }

    void tryChoice(const EndsChoice& choice)
    {
        std::vector<StageAnswer> answers;
        for (std::size_t stage = 0; stage < m_stageRuns.size(); ++stage) {
            const auto answer = fastest(stage, choice.question.stages[stage]);
            if (!answer) {
                return;
            }
            answers.push_back(*answer);
        }
        const PipelineAnswer found = searchPipeline(choice.question, m_lines, answers, m_result.seconds);
        m_result.lowerBound = std::min(m_result.lowerBound, found.lowerBound);
        if (!found.stages.empty()) {
            m_result.seconds = found.seconds;
            m_result.plan = planOf(choice.strategy, found.stages);
        }
    }

    [[nodiscard]] std::optional<StageAnswer> fastest(std::size_t stage, const StageQuestion& question)
    {
        const auto [entry, fresh] = m_fastest.try_emplace({stage, question.room});
        if (fresh) {
            entry->second = fastestAnswer(question);
        }
        return entry->second;
    }

    [[nodiscard]] Plan planOf(const Strategy& ends, const std::vector<StageAnswer>& stages) const
    {
        Plan plan{m_sizes, {}, ends};
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            for (std::size_t run = 0; run < m_stageRuns[stage].size(); ++run) {
                for (std::size_t i = 0; i < stages[stage].counts[run].size(); ++i) {
                    const int strategy = m_stageRuns[stage][run].options[i].strategy;
                    plan.layers.insert(plan.layers.end(), static_cast<std::size_t>(stages[stage].counts[run][i]),
                                       m_strategies[at(strategy)]);
                }
            }
        }
        return plan;
    }

    const Rules& m_rules;
    TaskKey m_task;
    std::vector<Strategy> m_strategies;
    std::vector<std::vector<std::pair<int, LayerCost>>> m_costs;  ///< [type]: strategy and cost
    std::vector<int> m_sizes;
    std::vector<std::vector<OptionRun>> m_stageRuns;
    std::vector<StepLine> m_lines;
    std::vector<EndsChoice> m_choices;
    std::map<std::pair<std::size_t, std::int64_t>, std::optional<StageAnswer>> m_fastest;  ///< by stage and room
    TaskResult m_result;
};

}  // namespace

TaskResult searchTask(const Rules& rules, const TaskKey& task, const std::stop_token& stop)
{
    return TaskSearch(rules, task).run(stop);
}

std::vector<TaskResult> searchTasks(const Rules& rules, const std::vector<TaskKey>& tasks, const std::stop_token& stop)
{
    std::vector<TaskResult> results(tasks.size());
    forEachInOrder(workersFor(0), tasks.size(), [&](std::size_t i) { results[i] = searchTask(rules, tasks[i], stop); });
    return results;
}

}  // namespace pgram::galvatron
