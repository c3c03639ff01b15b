// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/task_solver.h"

#include "core/search/pipeline/chunk_solver.h"
#include "core/search/pipeline/joint_solver.h"
#include "core/search/pipeline/uniform_task.h"
#include "core/search/task/cuts.h"
#include "core/search/task/rounding.h"

#include <algorithm>

namespace pgram {

namespace {

/// Largest number of cuts into chunks that are solved one by one instead of searched.
constexpr std::size_t fewCuts = 64;
/// Factor above the limit that is allowed for the step of a plan to improve.
constexpr double mayCatchUp = 1.1;

/// Returns the cut whose fullest stage needs least or, if many cuts into chunks exist, the one whose fullest chunk
/// does.
std::vector<int> lightestCut(const Task& task, StageMemory& memory)
{
    if (task.hasChunks()) {
        const std::vector<std::vector<int>> all = allCuts(task.layers(), task.parts(), fewCuts);
        const auto need = [&](const std::vector<int>& sizes) { return fullestStage(task, memory, sizes).bytes; };
        if (!all.empty()) {
            return *std::ranges::min_element(all, {}, need);
        }
    }
    return memoryCut(task, memory);
}

std::vector<int> cutOf(Cut cut, const Task& task, StageMemory& memory)
{
    switch (cut) {
    case Cut::Even:
        return evenCut(task.model, task.parts());
    case Cut::Memory:
        return lightestCut(task, memory);
    case Cut::Time:
        return timeCut(task);
    }
    return {};
}

std::vector<std::vector<int>> startingCuts(const Task& task, const MethodRules& rules, StageMemory& memory)
{
    std::vector<std::vector<int>> cuts;
    // Cuts by memory and time are for layers that choose their strategy.
    const std::vector<Cut> kinds = task.pattern ? std::vector{Cut::Even} : rules.cuts;
    for (const Cut kind : kinds) {
        std::vector<int> sizes = cutOf(kind, task, memory);
        if (!sizes.empty() && std::find(cuts.begin(), cuts.end(), sizes) == cuts.end()) {
            cuts.push_back(std::move(sizes));
        }
    }
    return cuts;
}

/// Takes one task through the cuts of a method.
class CutsOfTask {
public:
    /// `cache`: cache of the task's stages.
    CutsOfTask(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit, StageCache& cache,
               TaskOutcome& outcome)
        : m_task(task),
          m_rules(rules),
          m_budget(budget),
          m_limit(limit * task.objective.slack()),
          m_least(m_limit),
          m_outcome(outcome),
          m_memory(task),
          m_starts(startingCuts(task, rules, m_memory)),
          m_cache(cache)
    {}

    void run()
    {
        const bool isPipeline = m_task.key.pipeline > 1;
        const bool isBound = m_task.objective.isBound();
        if (m_rules.how == How::Joint && isPipeline && isBound && !m_task.pattern) {
            std::ranges::for_each(m_starts, [this](const std::vector<int>& sizes) { note(sizes); });
        } else {
            solveStartingCuts(m_rules.how == How::Joint);
        }
        if (m_rules.how == How::Walk && m_outcome.best && isPipeline) {
            walk(m_outcome.walk);
        }
        // If the cut of least memory does not fit, no other cut does.
        const bool mayFit = m_task.pattern || (m_outcome.possible && m_outcome.need.bytes <= m_budget);
        if (m_rules.how == How::Joint && isPipeline && mayFit) {
            solveJointly();
        }
        m_outcome.stopped = m_cache.stopped();
        m_outcome.isThinned = m_cache.isThinned();
        const bool isWhole = m_rules.how == How::Joint || m_rules.target != nullptr || !isPipeline;
        if (isWhole && isBound) {
            const bool isExact = !m_outcome.stopped && !m_cache.isThinned();
            m_outcome.bound = isExact ? m_least : std::min(m_limit, leastOfAll());
        }
    }

private:
    /// Returns a lower bound of the objective.
    Seconds leastOfAll()
    {
        if (m_task.key.pipeline > 1 || m_task.pattern) {
            return m_atLeast;
        }
        m_cache.resume();
        m_cache.refine(0, 0, m_task.layers());
        return m_cache.figures(0, 0, m_task.layers()).end;
    }

    FullestStage note(const std::vector<int>& sizes)
    {
        const FullestStage need = fullestStage(m_task, m_memory, sizes);
        recordNeed(need, m_outcome);
        return need;
    }

    void keep(CutPlan plan)
    {
        m_least = std::min(m_least, plan.objective);
        keepBetter(m_task, std::move(plan), m_outcome);
    }

    /// `onlyBetter`: solves only for plans with a smaller objective than those found.
    void solveStartingCuts(bool onlyBetter)
    {
        CutSolver solver(m_cache);
        for (const std::vector<int>& sizes : m_starts) {
            // A plan that is probably the best is known. The joint search over all cuts decides whether it is.
            const bool isForJoint = onlyBetter && m_cache.effort() == Effort::Proof && m_task.key.pipeline > 1;
            if (note(sizes).bytes > m_budget || isForJoint) {
                continue;
            }
            // A walk leaves its first cut behind, so that the cut may be slow.
            const Seconds limit = onlyBetter ? m_least : m_rules.how == How::Walk ? infinity : m_limit;
            if (std::optional<CutPlan> plan = solver.solve(sizes, limit)) {
                keep(std::move(*plan));
            }
        }
    }

    void walk(std::vector<BalanceStep>& steps)
    {
        const std::vector<int> start = memoryCut(m_task, m_memory);
        if (std::optional<CutPlan> walked = walkBalance(m_task, m_budget, start, m_cache, m_memory, steps)) {
            keep(std::move(*walked));
        }
    }

    /// Searches all cuts at once.
    void solveJointly()
    {
        JointSolver joint(m_cache);
        joint.bound(m_least);
        if (m_cache.stopped()) {
            return;
        }
        m_atLeast = joint.atLeast();
        const bool mayBeNear = m_task.objective.isBound() && !m_task.pattern;
        std::optional<CutPlan> near = mayBeNear ? joint.nearlyBest() : std::nullopt;
        const bool isOfUse = near && near->objective <= roundedUp(m_least);
        std::optional<CutPlan> plan = joint.solve(isOfUse ? near->objective : m_least);
        if (isOfUse && (m_cache.stopped() || m_cache.isThinned())) {
            keep(std::move(*near));
        }
        if (plan) {
            keep(std::move(*plan));
        }
    }

    const Task& m_task;
    const MethodRules& m_rules;
    Bytes m_budget;
    Seconds m_limit;        ///< limit on objectives
    Seconds m_least;        ///< least objective of a plan so far, or the limit
    Seconds m_atLeast = 0;  ///< lower bound of the objective
    TaskOutcome& m_outcome;
    StageMemory m_memory;
    std::vector<std::vector<int>> m_starts;
    StageCache& m_cache;
};

/// Takes a task whose schedule has chunks through the cuts of a method. Proves nothing beyond the task's bounds.
class ChunksOfTask {
public:
    ChunksOfTask(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit, const std::stop_token& stop,
                 TaskOutcome& outcome)
        : m_task(task),
          m_rules(rules),
          m_budget(budget),
          m_worthSolving(limit * mayCatchUp),
          m_outcome(outcome),
          m_solver(task, budget, stop)
    {}

    void run()
    {
        const bool isThorough = m_rules.how == How::Walk || m_rules.how == How::Joint;
        const bool isFree = isThorough && m_task.objective.rule() == StepRule::Simulated;
        const std::vector<std::vector<int>> all = allCuts(m_task.layers(), m_task.parts(), isFree ? fewCuts : 0);
        const bool moves = isFree && all.empty();
        StageMemory memory(m_task);
        for (const std::vector<int>& start : all.empty() ? startingCuts(m_task, m_rules, memory) : all) {
            const std::vector<int> sizes = moves ? m_solver.lighter(start) : start;
            FullestStage enough = m_solver.enough(sizes);
            if (std::optional<CutPlan> plan = m_solver.solve(sizes, m_worthSolving, moves)) {
                keepBetter(m_task, std::move(*plan), m_outcome);
            } else {
                enough.bytes = std::max(enough.bytes, m_budget + 1);
            }
            recordNeed(enough, m_outcome);
        }
        m_outcome.stopped = m_solver.stopped();
    }

private:
    const Task& m_task;
    const MethodRules& m_rules;
    Bytes m_budget;
    Seconds m_worthSolving;
    TaskOutcome& m_outcome;
    ChunkSolver m_solver;
};

/// Merges the outcome of one pattern of recomputation into that of the others.
void join(TaskOutcome& all, TaskOutcome own)
{
    if (own.best && (!all.best || own.best->step < all.best->step)) {
        all.best = std::move(own.best);
    }
    all.stopped = all.stopped || own.stopped;
    all.isThinned = all.isThinned || own.isThinned;
    all.bound = std::min(all.bound, own.bound);
}

/// Returns the largest number of layers per part. If many chunks leave nothing to prove, parts must be nearly even.
int longestPart(const Task& task)
{
    const int longest = task.layers() - task.parts() + 1;
    const int even = (task.layers() + task.parts() - 1) / task.parts();
    return task.hasChunks() ? std::min(longest, 2 * even + 4) : longest;
}

/// Solves each pattern of the family by itself. A free choice of recomputation needs no more memory than any pattern.
TaskOutcome solvePatterns(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit,
                          const std::stop_token& stop, Effort effort)
{
    TaskOutcome all;
    all.bound = infinity;
    StageMemory memory(task);
    const Cut lightest = rules.how == How::Joint ? Cut::Memory : rules.cuts.front();
    const std::vector<int> sizes = cutOf(lightest, task, memory);
    if (sizes.empty()) {
        return all;
    }
    recordNeed(fullestStage(task, memory, sizes), all);
    if (all.need.bytes > budget && !task.hasChunks()) {
        return all;
    }
    const std::vector<RecomputePattern>& patterns = task.family->patterns;
    for (const RecomputePattern& pattern : patterns) {
        // A number of layers beyond the longest part is equivalent to the first pattern, which recomputes none, or the
        // last, which recomputes all.
        const bool isEither = pattern == patterns.front() || pattern == patterns.back();
        if (pattern.number > longestPart(task) && !isEither) {
            continue;
        }
        const Task own = withPattern(task, pattern);
        const Seconds least = all.best ? std::min(limit, all.best->step) : limit;
        join(all, solveTask(own, rules, budget, least, stop, effort));
        if (all.stopped) {
            all.bound = 0;  // the remaining patterns have no bound
            break;
        }
    }
    return all;
}

/// Solves the task with one order of the blocks. `cache`: cache of the task's stages.
void solveOrder(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit, const std::stop_token& stop,
                StageCache& cache, TaskOutcome& outcome)
{
    if (task.hasChunks()) {
        ChunksOfTask(task, rules, budget, limit, stop, outcome).run();
    } else {
        CutsOfTask(task, rules, budget, limit, cache, outcome).run();
    }
}

/// Solves each order of the blocks of a mixed cluster. All orders share the cached results for ranges of layers on a
/// class of devices.
TaskOutcome solveOrders(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit,
                        const std::stop_token& stop, Effort effort)
{
    TaskOutcome all;
    all.bound = infinity;
    Task own = task;
    StageCache cache(own, budget, stop, effort);
    for (const std::vector<int>& blocks : task.places->orders) {
        own.blocks = blocks;
        TaskOutcome outcome;
        solveOrder(own, rules, budget, all.best ? std::min(limit, all.best->step) : limit, stop, cache, outcome);
        if (outcome.possible) {
            recordNeed(outcome.need, all);
        }
        if (outcome.best) {
            outcome.best->blocks = blocks;
        }
        if (outcome.best && (!all.best || outcome.best->step < all.best->step)) {
            all.walk = outcome.walk;
        }
        join(all, std::move(outcome));
        if (all.stopped) {
            all.bound = 0;  // the remaining orders have no bound
            break;
        }
    }
    return all;
}

}  // namespace

TaskOutcome solveTask(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit, std::stop_token stop,
                      Effort effort)
{
    TaskOutcome outcome;
    if (task.family && !task.family->patterns.empty() && !task.pattern) {
        return isComplete(task) ? solvePatterns(task, rules, budget, limit, stop, effort) : outcome;
    }
    if (rules.how == How::Uniform) {
        solveUniform(task, budget, limit, outcome);
    } else if (isComplete(task) && !task.classes.empty()) {
        return solveOrders(task, rules, budget, limit, stop, effort);
    } else if (isComplete(task)) {
        StageCache cache(task, budget, stop, effort);
        solveOrder(task, rules, budget, limit, stop, cache, outcome);
    }
    return outcome;
}

}  // namespace pgram
