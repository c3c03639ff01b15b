// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/stage_frontier.h"

#include "core/base/index.h"
#include "core/search/task/rounding.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace pgram {

namespace {

/// Labels kept per layer when there are too many.
constexpr std::size_t mostOfLayer = 12;

Bytes heldBy(const Candidate& candidate, int kept)
{
    return candidate.heldWith(kept);
}

}  // namespace

std::vector<bool> areLeast(std::span<const Seconds> values, std::size_t count)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, order.size()));
    std::nth_element(order.begin(), last, order.end(), [values](std::size_t a, std::size_t b) {
        return std::tie(values[a], a) < std::tie(values[b], b);
    });
    std::vector<bool> is(values.size());
    std::for_each(order.begin(), last, [&is](std::size_t place) { is[place] = true; });
    return is;
}

StageFrontier::StageFrontier(const Task& task, const StageQuestion& question, std::vector<StageCheck> checks,
                             const LabelRoom& room, const std::stop_token& stop)
    : m_task(task), m_checks(std::move(checks)), m_room(room)
{
    for (StageCheck& check : m_checks) {
        check.limit = roundedUp(check.limit);
        if (check.bound->atLeast() > check.limit) {
            return;
        }
    }
    Bytes least = 0;
    for (int layer = question.first; layer < question.end; ++layer) {
        m_leastBefore.push_back(least);
        Bytes layerLeast = std::numeric_limits<Bytes>::max();
        for (const Candidate& candidate : task.memoryMinimalOf(layer)) {
            layerLeast = std::min(layerLeast, heldBy(candidate, question.kept));
        }
        if (task.of(layer).empty()) {
            return;
        }
        least += layerLeast;
    }
    run(question, stop);
}

StageFrontier::StageFrontier(const Task& task, const StageQuestion& question, std::span<const Candidate* const> given)
    : m_task(task)
{
    const StepShare perSecond = countedOf(task.objective.ofTransfer(1), question.freeOnce);
    Label all;
    for (std::size_t i = given.size(); i-- > 0;) {
        Label label = labelOf(*given[i], question);
        if (i + 1 < given.size()) {
            const Seconds move =
                task.relayout(question.first + static_cast<int>(i) + 1, given[i]->layout, given[i + 1]->layout);
            label.share += {perSecond.fill * move, perSecond.pace * move, perSecond.once * move};
            label = joined(label, all);
            label.next = static_cast<int>(m_labels.size()) - 1;
        }
        m_labels.push_back(label);
        all = label;
    }
    const Bytes memory = std::min(all.memory + all.transient, beyondBudgets);
    const bool isOfClass =
        question.lastClass < 0 || task.boundaryClass(given.back()->strategy).sending == question.lastClass;
    if (memory <= question.budget && isOfClass) {
        const int firstClass = task.boundaryClass(given.front()->strategy).receiving;
        m_answers.push_back({all.share, memory, firstClass, static_cast<int>(m_labels.size()) - 1});
    }
}

/// Returns the share to compare. With a single stage one figure, T = fill + repeats·pace + once, replaces three.
StepShare StageFrontier::countedOf(const StepShare& share, bool freeOnce) const
{
    if (m_task.key.pipeline == 1) {
        return {0, 0, m_task.objective.span(share) + share.once};
    }
    return {share.fill, share.pace, freeOnce ? 0 : share.once};
}

StageFrontier::Label StageFrontier::labelOf(const Candidate& candidate, const StageQuestion& question) const
{
    Label label;
    label.memory = heldBy(candidate, question.kept);
    label.transient = candidate.transient;
    label.share = countedOf(candidate.share, question.freeOnce);
    label.strategy = candidate.strategy;
    return label;
}

/// Returns true if the label can still fit, and still stay within all limits.
bool StageFrontier::isWanted(const Label& label, int layer, int layout, const StageQuestion& question) const
{
    const Bytes before = m_leastBefore[at(layer - question.first)];
    if (label.memory + before + label.transient > question.budget) {
        return false;
    }
    return std::ranges::all_of(m_checks, [&](const StageCheck& check) {
        const Seconds cost = check.bound->weights().of(label.share);
        if (check.most != nullptr) {
            return check.bound->isAllowed(*check.most, layer, layout, cost, label.memory, label.transient);
        }
        return check.bound->completed(layer, layout, cost, label.memory, label.transient) <= check.limit;
    });
}

void StageFrontier::startWith(const StageQuestion& question, Work& work)
{
    const int layer = question.end - 1;
    for (const Candidate& candidate : m_task.of(layer)) {
        const Label label = labelOf(candidate, question);
        const bool allowed =
            question.lastClass < 0 || m_task.boundaryClass(candidate.strategy).sending == question.lastClass;
        if (allowed && isWanted(label, layer, candidate.layout, question)) {
            work.buckets[at(candidate.layout)].push_back(label);
        }
    }
}

/// Returns the label of a layer joined with the label behind it.
StageFrontier::Label StageFrontier::joined(const Label& own, const Label& behind)
{
    Label label = own;
    label.memory += behind.memory;
    label.transient = std::max(label.transient, behind.transient);
    label.share += behind.share;
    label.next = behind.next;
    return label;
}

/// Returns the minimum of each figure among candidates of one layout.
StageFrontier::Label StageFrontier::leastOf(std::span<const Candidate> candidates, const StageQuestion& question) const
{
    Label least = labelOf(candidates.front(), question);
    for (const Candidate& candidate : candidates.subspan(1)) {
        const Label own = labelOf(candidate, question);
        least.memory = std::min(least.memory, own.memory);
        least.transient = std::min(least.transient, own.transient);
        least.share.fill = std::min(least.share.fill, own.share.fill);
        least.share.pace = std::min(least.share.pace, own.share.pace);
        least.share.once = std::min(least.share.once, own.share.once);
    }
    return least;
}

/// Finds the labels behind `layer`, including the re-layout from `layout`. Drops those that even the least that the
/// layer adds makes useless, and those that are dominated.
void StageFrontier::findArrivals(int layer, int layout, const Label& least, const StageQuestion& question,
                                 Work& work) const
{
    const StepShare perSecond = countedOf(m_task.objective.ofTransfer(1), question.freeOnce);
    work.arrivals.clear();
    for (const Behind& behind : work.behind) {
        const Seconds move = m_task.relayout(layer + 1, layout, behind.layout);
        Label label = m_labels[at(behind.label)];
        label.share += {perSecond.fill * move, perSecond.pace * move, perSecond.once * move};
        label.next = behind.label;
        if (isWanted(joined(least, label), layer, layout, question)) {
            work.arrivals.push_back(label);
        }
    }
    keepUndominated(work.arrivals, work.staircases);
}

void StageFrontier::prepend(int layer, const StageQuestion& question, Work& work, const std::stop_token& stop)
{
    std::ranges::for_each(work.buckets, &Bucket::clear);
    const std::span<const Candidate> candidates = m_task.of(layer);
    for (std::size_t first = 0; first < candidates.size();) {
        if (stop.stop_requested()) {
            m_stopped = true;
            return;
        }
        const int layout = candidates[first].layout;
        std::size_t end = first + 1;
        while (end < candidates.size() && candidates[end].layout == layout) {
            ++end;
        }
        const std::span<const Candidate> alike = candidates.subspan(first, end - first);
        findArrivals(layer, layout, leastOf(alike, question), question, work);
        Bucket& bucket = work.buckets[at(layout)];
        for (const Candidate& candidate : alike) {
            const Label own = labelOf(candidate, question);
            for (const Label& arrival : work.arrivals) {
                const Label label = joined(own, arrival);
                if (isWanted(label, layer, layout, question)) {
                    bucket.push_back(label);
                }
            }
        }
        first = end;
    }
}

/// Returns a lower bound of the first checked figure of the label's completions.
Seconds StageFrontier::promise(const Label& label, int layer, int layout) const
{
    const StageBound& bound = *m_checks.front().bound;
    return bound.completed(layer, layout, bound.weights().of(label.share), label.memory, label.transient);
}

/// Keeps the most promising labels of the layer.
void StageFrontier::thin(int layer, std::vector<Bucket>& buckets)
{
    std::vector<Seconds> promises;
    for (std::size_t layout = 0; layout < buckets.size(); ++layout) {
        for (const Label& label : buckets[layout]) {
            promises.push_back(promise(label, layer, static_cast<int>(layout)));
        }
    }
    if (promises.size() <= mostOfLayer) {
        return;
    }
    m_thinned = true;
    const std::vector<bool> stays = areLeast(promises, mostOfLayer);
    std::size_t place = 0;
    for (Bucket& bucket : buckets) {
        std::erase_if(bucket, [&](const Label&) { return !stays[place++]; });
    }
}

/// Moves the labels that no other label of their bucket dominates into m_labels.
void StageFrontier::keep(int layer, Work& work)
{
    for (Bucket& bucket : work.buckets) {
        keepUndominated(bucket, work.staircases);
    }
    if (m_labels.size() > m_room.labels) {
        m_stopped = m_room.thenStops;
        thin(layer, work.buckets);
    }
    work.behind.clear();
    for (std::size_t layout = 0; layout < work.buckets.size(); ++layout) {
        for (const Label& label : work.buckets[layout]) {
            work.behind.push_back({static_cast<int>(layout), static_cast<int>(m_labels.size())});
            m_labels.push_back(label);
        }
    }
}

void StageFrontier::run(const StageQuestion& question, const std::stop_token& stop)
{
    Work work;
    work.buckets.resize(static_cast<std::size_t>(m_task.set->layouts));
    startWith(question, work);
    keep(question.end - 1, work);
    for (int layer = question.end - 2; layer >= question.first && !m_stopped && !work.behind.empty(); --layer) {
        prepend(layer, question, work, stop);
        keep(layer, work);
    }
    if (m_stopped) {
        return;
    }
    std::map<int, Bucket> byClass;
    for (const Behind& front : work.behind) {
        Label label = m_labels[at(front.label)];
        // Memory no longer matters: from here on only seconds are compared.
        label.next = front.label;
        byClass[m_task.boundaryClass(label.strategy).receiving].push_back(label);
    }
    for (auto& [firstClass, labels] : byClass) {
        keepFastest(labels);
        for (const Label& label : labels) {
            m_answers.push_back({label.share, label.memory + label.transient, firstClass, label.next});
        }
    }
}

std::vector<int> StageFrontier::assignmentOf(int label) const
{
    std::vector<int> strategies;
    for (int index = label; index >= 0; index = m_labels[at(index)].next) {
        strategies.push_back(m_labels[at(index)].strategy);
    }
    return strategies;
}

}  // namespace pgram
