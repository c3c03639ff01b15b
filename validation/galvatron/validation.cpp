// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/validation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::galvatron {

namespace {

bool agree(double a, double b)
{
    return std::abs(a - b) <= agreement * std::abs(b);
}

void checkPeer(const Rules& rules, TaskCheck& check)
{
    const CaseTask& task = check.task;
    if (!task.peerPlan) {
        return;
    }
    const Result<Score> score = rules.score(task.key, *task.peerPlan);
    if (!score) {
        check.problems.emplace_back("the peer's plan cannot be scored: " + score.error().what.english());
        return;
    }
    check.peer = *score;
    if (!agree(score->seconds, *task.peerCost)) {
        check.problems.push_back(
            fmt::format("the peer's plan costs {:.9g} s, it says {:.9g}", score->seconds, *task.peerCost));
    }
    if (!score->fits) {
        check.problems.emplace_back("the peer's plan does not fit");
    }
    if (!task.peerMemory.empty() && task.peerMemory != score->memory) {
        check.problems.push_back(fmt::format("the peer's stages need {} MiB, it says {}",
                                             fmt::join(score->memory, ", "), fmt::join(task.peerMemory, ", ")));
    }
}

/// The plan found has the cost that was found, by the scorer that knows nothing of the search.
void checkOurs(const Rules& rules, TaskCheck& check)
{
    const TaskResult& ours = check.ours;
    const CaseTask& task = check.task;
    if (ours.plan.has_value() != task.peerCost.has_value()) {
        check.problems.emplace_back(ours.plan ? "feasible, though the peer found no plan"
                                              : "infeasible, unlike the peer");
    }
    if (!ours.plan) {
        return;
    }
    const Result<Score> score = rules.score(task.key, *ours.plan);
    if (!score || !score->fits || !agree(score->seconds, ours.seconds)) {
        check.problems.emplace_back("the plan found does not score as the search says");
    }
    for (const auto& [other, name] : {std::pair(task.peerCost, "peer's"), std::pair(task.exactCost, "exact")}) {
        if (other && ours.seconds > *other * (1 + agreement)) {
            check.problems.push_back(fmt::format("{:.9g} s, above the {} {:.9g}", ours.seconds, name, *other));
        }
    }
}

}  // namespace

CaseCheck checkCase(const Case& question, const Rules& rules, const std::stop_token& stop)
{
    CaseCheck check;
    check.name = question.name;
    std::vector<TaskKey> keys;
    std::ranges::transform(question.tasks, std::back_inserter(keys), &CaseTask::key);
    const auto start = std::chrono::steady_clock::now();
    std::vector<TaskResult> results = searchTasks(rules, keys, stop);
    check.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    check.stopped = stop.stop_requested();
    for (std::size_t i = 0; i < question.tasks.size(); ++i) {
        check.tasks.push_back({question.tasks[i], std::move(results[i]), {}, {}});
        checkPeer(rules, check.tasks.back());
        checkOurs(rules, check.tasks.back());
    }
    return check;
}

}  // namespace pgram::galvatron
