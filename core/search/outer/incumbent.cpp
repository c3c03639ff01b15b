// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/incumbent.h"

#include "core/search/outer/fault.h"
#include "core/search/task/rounding.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pgram {

namespace {

constexpr std::chrono::milliseconds reportInterval{50};
/// A gap that shrinks by this much is reported at once.
constexpr double newsOfGap = 0.01;

/// The task that contains the seed must be able to find it again, however its sums are rounded.
constexpr double seedSlack = 1 + 1e-9;

}  // namespace

Incumbent::Incumbent(ProgressSink progress) : m_progress(std::move(progress)) {}

Seconds Incumbent::elapsed() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

void Incumbent::expect(int tasks)
{
    std::unique_lock lock(m_mutex);
    m_tasks = tasks;
    report(lock);
}

void Incumbent::seed(Plan plan, Seconds stepTime)
{
    std::unique_lock lock(m_mutex);
    const Seconds rate = stepTime / static_cast<double>(plan.training.globalBatch);
    // best() prefers the plan of a task to a seed that is equally good, so that the seed is not needed.
    if (rate >= m_seedRate || rate * seedSlack >= m_rate) {
        return;
    }
    m_history.push_back({elapsed(), stepTime, plan.training.globalBatch});
    m_seedRate = rate;
    m_seed = Found{std::move(plan), {}};
    report(lock);
}

Seconds Incumbent::useful() const
{
    return std::min(m_rate, m_seedRate * seedSlack);
}

std::optional<Found> Incumbent::best() const
{
    // A stopped search may have a seed that no task has found again yet.
    return m_seedRate * seedSlack < m_rate ? m_seed : m_best;
}

std::optional<TaskKey> Incumbent::bestTask() const
{
    return m_best && m_seedRate * seedSlack >= m_rate ? std::optional(m_key) : std::nullopt;
}

std::size_t Incumbent::open(const std::vector<Seconds>& bounds, int withoutPlan)
{
    std::unique_lock lock(m_mutex);
    m_tasks -= withoutPlan;
    m_bounds.insert(m_bounds.end(), bounds.begin(), bounds.end());
    m_rates.resize(m_bounds.size(), infinity);
    noteBound();
    const std::size_t first = m_bounds.size() - bounds.size();
    report(lock);
    return first;
}

Seconds Incumbent::raise(std::size_t index, Seconds bound)
{
    std::unique_lock lock(m_mutex);
    const Seconds raised = m_bounds[index] = std::max(m_bounds[index], bound);
    noteBound();
    report(lock);
    return raised;
}

Seconds Incumbent::openedBound() const
{
    return m_bounds.empty() ? 0 : std::min({m_leastBound, m_rate, m_seedRate});
}

Seconds Incumbent::bound() const
{
    return static_cast<int>(m_bounds.size()) == m_tasks ? openedBound() : 0;
}

std::optional<WrongBound> Incumbent::wrongBound() const
{
    for (std::size_t i = 0; i < m_bounds.size(); ++i) {
        if (m_bounds[i] > m_rates[i] * (1 + sumRounding)) {
            return WrongBound{m_bounds[i], m_rates[i]};
        }
    }
    // Some task contains the seed.
    if (static_cast<int>(m_bounds.size()) == m_tasks && m_leastBound > m_seedRate * (1 + sumRounding)) {
        return WrongBound{m_leastBound, m_seedRate};
    }
    return std::nullopt;
}

void Incumbent::noteBound()
{
    m_leastBound = m_bounds.empty() ? 0 : std::ranges::min(m_bounds);
    const Seconds now = bound();
    if (now > 0 && (m_boundHistory.empty() || now > m_boundHistory.back().perSample)) {
        m_boundHistory.push_back({elapsed(), now});
    }
    endIfClose();
}

void Incumbent::endAt(double gap, std::stop_source stop)
{
    m_enough = gap;
    m_stop = std::move(stop);
}

void Incumbent::endIfClose()
{
    if (m_enough > 0 && useful() < infinity && bound() >= (1 - m_enough) * useful()) {
        m_stop.request_stop();
    }
}

bool Incumbent::beats(Seconds bound) const
{
    const std::scoped_lock lock(m_mutex);
    return useful() < bound;
}

Seconds Incumbent::rate() const
{
    const std::scoped_lock lock(m_mutex);
    return useful();
}

void Incumbent::skip()
{
    std::unique_lock lock(m_mutex);
    ++m_done;
    ++m_skipped;
    report(lock);
}

bool Incumbent::isBeyond(Bytes need) const
{
    const std::scoped_lock lock(m_mutex);
    return m_best || m_seed || (m_shortfall && m_shortfall->need.bytes < need);
}

void Incumbent::skipInfeasible()
{
    std::unique_lock lock(m_mutex);
    ++m_done;
    m_skipped += m_best || m_seed ? 1 : 0;
    report(lock);
}

void Incumbent::take(const Task& task, std::size_t index, TaskOutcome outcome, bool done)
{
    std::unique_lock lock(m_mutex);
    m_done += done ? 1 : 0;
    const double batch = static_cast<double>(task.key.batch);
    m_bounds[index] = std::max(m_bounds[index], outcome.bound / batch);
    if (outcome.possible && (!m_shortfall || std::tie(outcome.need.bytes, task.key) <
                                                 std::tie(m_shortfall->need.bytes, m_shortfall->key))) {
        m_shortfall = Shortfall{task.key, task.schedule, outcome.need};
    }
    if (outcome.best) {
        m_rates[index] = std::min(m_rates[index], outcome.best->step / batch);
        keepBetter(task, *outcome.best, std::move(outcome.walk));
    }
    noteBound();
    report(lock);
}

/// A simulated step is a sum in the order of the schedule. Steps that differ by rounding only are equal.
bool Incumbent::isBetter(Seconds rate, const TaskKey& key) const
{
    return roundedUp(rate) < m_rate || (rate < roundedUp(m_rate) && key < m_key);
}

void Incumbent::keepBetter(const Task& task, const CutPlan& plan, std::vector<BalanceStep> walk, std::int64_t plans)
{
    const Seconds rate = plan.step / static_cast<double>(task.key.batch);
    if (rate <= roundedUp(useful()) && isBetter(rate, task.key)) {
        m_rate = rate;
        m_key = task.key;
        m_best = Found{planOf(task, plan), std::move(walk)};
        m_history.push_back({elapsed(), plan.step, task.key.batch, plans});
        endIfClose();
    }
}

void Incumbent::offer(const Task& task, const CutPlan& plan, std::int64_t plans)
{
    std::unique_lock lock(m_mutex);
    keepBetter(task, plan, {}, plans);
    report(lock);
}

void Incumbent::advance(double share)
{
    std::unique_lock lock(m_mutex);
    m_done = static_cast<int>(share * m_tasks);
    report(lock);
}

void Incumbent::report(std::unique_lock<std::mutex>& lock)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_progress) {
        return;
    }
    Progress progress;
    progress.tasksDone = m_done;
    progress.tasksTotal = tasks();
    progress.incumbent = std::min(m_rate, m_seedRate);
    progress.bound = openedBound();
    progress.seconds = elapsed();
    if (m_best || m_seed) {
        progress.gap = (progress.incumbent - progress.bound) / progress.incumbent;
    }
    const bool isLast = m_done == tasks();
    const bool isNews = m_toldGap - progress.gap >= newsOfGap;  // false while there is no plan
    if (now - m_reported < reportInterval && !isLast && !isNews) {
        return;
    }
    m_reported = now;
    m_toldGap = progress.gap;
    m_pendingProgress = progress;
    tell(lock);
}

void Incumbent::tell(std::unique_lock<std::mutex>& lock)
{
    if (m_telling) {
        return;
    }
    m_telling = true;
    while (m_pendingProgress) {
        const Progress progress = *std::exchange(m_pendingProgress, std::nullopt);
        lock.unlock();
        m_progress(progress);
        lock.lock();
    }
    m_telling = false;
}

}  // namespace pgram
