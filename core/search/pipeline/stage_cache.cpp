// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/stage_cache.h"

#include "core/base/index.h"
#include "core/model/layer_role.h"
#include "core/search/task/given_strategies.h"
#include "core/search/task/rounding.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

/// Labels of all stages of a task, about a second's work, before they are thinned. If the objective is a guide,
/// thinning loses no proof; plans found with more labels did not simulate faster (bench_regret).
constexpr std::size_t roomOfProofs = 500'000;
/// Labels of all stages of a task, about 50 MB, if it is one of the few that keep a certificate open.
constexpr std::size_t roomOfLastProofs = 1'000'000;
constexpr std::size_t roomOfGuides = 2'000;
/// Labels per layer of the model under little effort. Tasks that yield good plans usually need fewer (bench_growth).
constexpr std::size_t littleOfLayer = 100;

/// Returns the room for labels.
LabelRoom roomOf(const Task& task, Effort effort)
{
    if (!task.objective.isBound()) {
        return {roomOfGuides};
    }
    if (effort == Effort::Little) {
        return {littleOfLayer * at(task.layers()), true};
    }
    return {effort == Effort::Wide ? roomOfLastProofs : roomOfProofs};
}

}  // namespace

StageCache::StageCache(const Task& task, Bytes budget, std::stop_token stop, Effort effort)
    : m_task(task),
      m_budget(budget),
      m_stop(std::move(stop)),
      m_effort(effort),
      m_room(roomOf(task, effort)),
      m_roomOfFrontier(m_room.labels / at(task.key.pipeline)),
      m_alike(task.types->ofLayer)
{
    for (int stage = 0; stage < task.key.pipeline; ++stage) {
        m_kept.push_back(task.kept(stage));
        m_onceCounts.push_back(stage == 0 || task.objective.rule() == StepRule::Paper);
    }
    if (task.needsBlocks) {
        m_blocks.push_back(0);
        for (int layer = 0; layer < task.layers(); ++layer) {
            const bool counts = isBlock(task.specOf(layer));
            m_blocks.push_back(m_blocks.back() + (counts ? 1 : 0));
        }
    }
    for (std::size_t s = 0; s < task.strategies().size(); ++s) {
        const BoundaryClass& own = task.boundaryClasses[s];
        if (m_senderExample.emplace(own.sending, static_cast<int>(s)).second) {
            m_senders.push_back(own.sending);
        }
        m_receiverExample.emplace(own.receiving, static_cast<int>(s));
    }
}

/// Returns the subproblem of a stage. The last range of like layers answers for all of them.
StageQuestion StageCache::question(int stage, int first, int end)
{
    StageQuestion question;
    question.first = m_alike.lastLike(first, end);
    question.end = question.first + end - first;
    question.kept = m_kept[at(stage)];
    question.place = m_task.classAt(stage);
    question.budget =
        m_budget - m_task.ofClass(question.place).fixedBytes() - m_task.carriedInto(stage, first, question.kept);
    return question;
}

bool StageCache::isRefused(int first, int end) const
{
    return !m_blocks.empty() && m_blocks[at(first)] == m_blocks[at(end)];
}

const std::shared_ptr<const StageFrontier>& StageCache::given(const StageQuestion& question)
{
    m_stopped = m_stopped || m_stop.stop_requested();
    std::shared_ptr<const StageFrontier>& known = m_given[question];
    if (!known) {
        const Task& task = m_task.ofClass(question.place);
        known = std::make_shared<const StageFrontier>(task, question, givenOf(task, question.first, question.end));
    }
    return known;
}

StageFigures StageCache::givenFigures(const StageQuestion& question)
{
    const StageFrontier& frontier = *given(question);
    if (frontier.answers().empty()) {
        return {infinity, infinity, infinity, infinity, infinity};
    }
    const Objective& objective = m_task.objective;
    const StepShare& share = frontier.answers().front().share;
    if (m_task.key.pipeline == 1) {
        return {.end = share.once};  // the share of a single stage is all in `once`
    }
    StageFigures least{share.fill, share.pace, objective.span(share), objective.span(share) + share.once, share.trip()};
    if (objective.rule() == StepRule::Paper) {
        least.fill = share.trip();
        least.span = 0;
    }
    return least;
}

StageBound& StageCache::bound(const StageQuestion& question, Figure figure)
{
    m_stopped = m_stopped || m_stop.stop_requested();
    std::unique_ptr<StageBound>& known = m_bounds[question][figure];
    if (!known) {
        const double repeats = m_task.objective.repeats();
        const std::array<StepWeights, 5> weights{{{1, 0, 0}, {0, 1, 0}, {1, repeats, 0}, {1, 0, 1}, {1, repeats, 1}}};
        known = std::make_unique<StageBound>(m_task.ofClass(question.place), question, weights[figure]);
    }
    return *known;
}

StageFigures StageCache::figures(int stage, int first, int end)
{
    const StageQuestion asked = question(stage, first, end);
    const Objective& objective = m_task.objective;
    if (isRefused(first, end)) {
        return {infinity, infinity, infinity, infinity, infinity};
    }
    if (m_task.pattern) {
        return givenFigures(asked);
    }
    StageFigures least;
    least.end = bound(asked, End).atLeast();
    if (m_task.key.pipeline == 1) {
        return least;
    }
    least.pace = bound(asked, Pace).atLeast();
    if (objective.rule() == StepRule::Paper) {
        least.fill = bound(asked, Trip).atLeast();
    } else {
        least.fill = objective.isFlat() ? objective.fillOfPace() * least.pace : bound(asked, Fill).atLeast();
        least.span = least.fill + objective.repeats() * least.pace;
        least.trip = objective.countsLast() ? bound(asked, Trip).atLeast() : least.fill;
    }
    return least;
}

void StageCache::refine(int stage, int first, int end)
{
    if (isRefused(first, end) || m_task.pattern) {
        return;
    }
    const StageQuestion asked = question(stage, first, end);
    for (const std::unique_ptr<StageBound>& known : m_bounds[asked]) {
        if (known && !m_stop.stop_requested()) {
            known->refine();
        }
    }
}

const std::vector<int>& StageCache::nearlyBest(int stage, int first, int end)
{
    if (isRefused(first, end)) {
        m_assignment.clear();
        return m_assignment;
    }
    if (m_task.pattern) {
        const StageFrontier& frontier = *given(question(stage, first, end));
        m_assignment =
            frontier.answers().empty() ? std::vector<int>() : frontier.assignmentOf(frontier.answers().front().label);
        return m_assignment;
    }
    return bound(question(stage, first, end), End).nearlyBest();
}

std::optional<StepShare> StageCache::nearlyBestShare(int stage, int first, int end)
{
    if (isRefused(first, end)) {
        return std::nullopt;
    }
    const StageBound& own = bound(question(stage, first, end), onceCounts(stage) ? End : Pace);
    return own.nearlyBest().empty() ? std::nullopt : std::optional(own.nearlyBestShare());
}

bool StageCache::mayEnd(int stage, int first, int end, int sender)
{
    if (!m_thinned || m_task.pattern) {
        return true;
    }
    const std::vector<int>& fastest = nearlyFastest(stage, first, end);
    return fastest.empty() || m_task.boundaryClass(fastest.back()).sending == sender;
}

const std::vector<int>& StageCache::nearlyFastest(int stage, int first, int end)
{
    return bound(question(stage, first, end), onceCounts(stage) ? End : Pace).nearlyBest();
}

std::vector<StageCheck> StageCache::checks(const StageQuestion& question, int stage, const StageFigures& limits)
{
    const Objective& objective = m_task.objective;
    if (m_task.key.pipeline == 1) {
        return {{&bound(question, End), limits.end}};
    }
    std::vector<StageCheck> checks;
    if (onceCounts(stage)) {
        checks = {{&bound(question, End), limits.end}, {&bound(question, Trip), limits.trip}};
    }
    if (objective.rule() == StepRule::Paper) {
        return checks;
    }
    if (objective.isFlat()) {
        const double ofPace = objective.fillOfPace();
        const Seconds pace = std::min(limits.fill / ofPace, limits.span / (ofPace + objective.repeats()));
        checks.push_back({&bound(question, Pace), pace});
    } else {
        checks.push_back({&bound(question, Fill), limits.fill});
        checks.push_back({&bound(question, Span), limits.span});
    }
    return checks;
}

/// Returns the allowance of the question's labels. For each class of the first layer only the least cost of the stage
/// is useful, and an upper bound of it is known.
const StageCache::Allowed& StageCache::allowed(const StageQuestion& question, const StageCheck& check)
{
    Allowed& own = m_allowed[question];
    if (own.isWhole || check.limit <= own.limit) {
        return own;
    }
    own = {check.limit, true, {}};
    std::vector<Seconds> limits(m_receiverExample.size(), -infinity);
    for (const Candidate& candidate : m_task.ofClass(question.place).of(question.first)) {
        limits[at(m_task.boundaryClass(candidate.strategy).receiving)] = check.limit;
    }
    for (int receiver = 0; receiver < static_cast<int>(limits.size()); ++receiver) {
        Seconds& limit = limits[at(receiver)];
        if (limit > -infinity) {
            const Seconds enough = check.bound->atMost(receiver, question.lastClass);
            own.isWhole = own.isWhole && enough <= check.limit;
            limit = roundedUp(std::min(enough, check.limit));
        }
    }
    own.most = check.bound->allowance(limits);
    return own;
}

std::shared_ptr<const StageFrontier> StageCache::frontier(int stage, int first, int end, int sender,
                                                          const StageFigures& limits)
{
    StageQuestion asked = question(stage, first, end);
    std::vector<StageCheck> checked = m_task.pattern ? std::vector<StageCheck>() : checks(asked, stage, limits);
    const bool isLast = stage + 1 == m_task.key.pipeline;
    asked.lastClass = isLast || m_senders.size() == 1 ? -1 : sender;
    asked.freeOnce = !onceCounts(stage);
    if (m_task.pattern) {
        return given(asked);
    }
    Solved& solved = m_frontiers[asked];
    solved.limits.resize(checked.size(), -std::numeric_limits<double>::infinity());
    bool isWithin = solved.frontier != nullptr;
    const bool isOne = checked.size() == 1 && m_task.key.pipeline > 1 && end - first > 1;
    for (std::size_t i = 0; i < checked.size(); ++i) {
        isWithin = isWithin && checked[i].limit <= solved.limits[i];
        checked[i].limit = solved.limits[i] = std::max(solved.limits[i], checked[i].limit);
    }
    if (!isWithin) {
        if (isOne) {
            const Allowed& own = allowed(asked, checked.front());
            checked.front().most = &own.most;
            if (own.isWhole) {
                solved.limits.front() = infinity;
            }
        }
        LabelRoom room = m_room;
        room.labels = std::min(room.labels, m_thinned ? 0 : m_roomOfFrontier);
        solved.frontier =
            std::make_shared<const StageFrontier>(m_task.ofClass(asked.place), asked, std::move(checked), room, m_stop);
        m_room.labels -= std::min(m_room.labels, solved.frontier->labelCount());
        m_stopped = m_stopped || solved.frontier->stopped();
        m_thinned = m_thinned || solved.frontier->isThinned();
    }
    return solved.frontier;
}

Seconds StageCache::receive(int stage, int layer, int sender, int receiver)
{
    const auto [entry, isNew] =
        m_receives.try_emplace({m_task.blockOf(stage - 1), m_task.blockOf(stage), layer, sender, receiver}, 0.0);
    if (isNew) {
        entry->second = m_task.receive(stage, layer, m_senderExample.at(sender), m_receiverExample.at(receiver));
    }
    return entry->second;
}

}  // namespace pgram
