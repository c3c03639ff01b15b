// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/sampled_plan.h"

#include "core/base/index.h"
#include "core/search/pipeline/task_plan.h"
#include "core/search/task/given_strategies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace pgram {

namespace {

int partOf(const SampledPlan& plan, int layer)
{
    return static_cast<int>(std::upper_bound(plan.ends.begin(), plan.ends.end(), layer) - plan.ends.begin());
}

int firstOf(const SampledPlan& plan, int part)
{
    return part == 0 ? 0 : plan.ends[at(part - 1)];
}

/// A layer of a stage.
struct StageLayer {
    int layer = 0;
    int kept = 0;  ///< micro-batches in flight
};

/// Layers of a stage that are of one type and keep as many micro-batches.
struct AlikeLayers {
    /// A candidate that holds least of those with a backward peak of at most `peak` bytes.
    struct Choice {
        Bytes peak = 0;
        Bytes held = 0;
        const Candidate* candidate = nullptr;
    };
    std::vector<int> layers;
    std::vector<Choice> choices;  ///< by growing peak

    /// Returns the choice under a peak; null if no candidate has so low a one.
    [[nodiscard]] const Choice* under(Bytes peak) const
    {
        const auto above = std::ranges::upper_bound(choices, peak, {}, &Choice::peak);
        return above == choices.begin() ? nullptr : &*std::prev(above);
    }
};

/// Returns the choices of layers that have these candidates.
std::vector<AlikeLayers::Choice> choicesOf(const std::vector<Candidate>& candidates, int kept)
{
    std::vector<AlikeLayers::Choice> choices;
    for (const Candidate& candidate : candidates) {
        choices.push_back({candidate.transient, candidate.heldWith(kept), &candidate});
    }
    std::ranges::sort(choices, {}, [](const AlikeLayers::Choice& c) { return std::tuple(c.peak, c.candidate); });
    const auto isLess = [](const AlikeLayers::Choice& a, const AlikeLayers::Choice& b) {
        return std::tuple(a.held, a.candidate) < std::tuple(b.held, b.candidate);
    };
    std::vector<AlikeLayers::Choice> best;
    for (const AlikeLayers::Choice& choice : choices) {
        if (best.empty() || isLess(choice, best.back())) {
            best.push_back(choice);
        }
    }
    return best;
}

std::vector<AlikeLayers> alikeLayers(const Task& task, const std::vector<StageLayer>& layers)
{
    std::map<std::pair<std::size_t, int>, AlikeLayers> alike;
    for (const auto& [layer, kept] : layers) {
        alike[{task.typeOf(layer), kept}].layers.push_back(layer);
    }
    std::vector<AlikeLayers> all;
    for (auto& [key, own] : alike) {
        own.choices = choicesOf(task.of(own.layers.front()), key.second);
        all.push_back(std::move(own));
    }
    return all;
}

/// Writes the assignment of a stage's layers with the least memory. Tries every backward peak as the largest.
void chooseLeastMemory(const Task& task, const std::vector<StageLayer>& layers, std::vector<const Candidate*>& choice)
{
    const std::vector<AlikeLayers> all = alikeLayers(task, layers);
    std::set<Bytes> peaks;
    for (const AlikeLayers& own : all) {
        for (const AlikeLayers::Choice& one : own.choices) {
            peaks.insert(one.peak);
        }
    }
    std::optional<std::pair<Bytes, Bytes>> least;  // bytes and peak
    for (const Bytes peak : peaks) {
        const auto isPossible = [peak](const AlikeLayers& own) { return own.under(peak) != nullptr; };
        if (!std::ranges::all_of(all, isPossible)) {
            continue;
        }
        Bytes bytes = peak;
        for (const AlikeLayers& own : all) {
            bytes = added(bytes, times(static_cast<std::int64_t>(own.layers.size()), own.under(peak)->held));
        }
        if (!least || bytes < least->first) {
            least = {bytes, peak};
        }
    }
    for (const AlikeLayers& own : all) {
        for (const int layer : own.layers) {
            choice[at(layer)] = least ? own.under(least->second)->candidate : choice[at(layer)];
        }
    }
}

/// Returns a table of candidates, indexed by type and strategy. An entry is null if the layers cannot use the strategy.
std::vector<std::vector<const Candidate*>> byStrategy(const Task& task)
{
    std::vector<std::vector<const Candidate*>> all;
    for (const std::vector<Candidate>& candidates : task.candidates) {
        std::vector<const Candidate*>& ofStrategy = all.emplace_back(task.strategies().size(), nullptr);
        for (const Candidate& candidate : candidates) {
            ofStrategy[at(candidate.strategy)] = &candidate;
        }
    }
    return all;
}

}  // namespace

SampleScorer::SampleScorer(const Task& task, Bytes budget, std::vector<int> inFlight)
    : m_task(task),
      m_budget(budget - task.fixedBytes()),
      m_inFlight(inFlight.empty() ? mostInFlight(task) : std::move(inFlight)),
      m_ofStrategy(byStrategy(task))
{
    for (const std::shared_ptr<const Task>& ofClass : task.classes) {
        m_ofClass.push_back(byStrategy(*ofClass));
    }
    if (!task.objective.isBound() && task.schedule.slices == 1) {
        m_graph.emplace(task.schedule, task.key.pipeline);
    }
}

const Candidate* SampleScorer::find(int layer, int strategy) const
{
    return m_ofStrategy[m_task.typeOf(layer)][at(strategy)];
}

const Candidate* SampleScorer::onClass(int classOfDevices, int layer, int strategy) const
{
    return m_ofClass[at(classOfDevices)][m_task.typeOf(layer)][at(strategy)];
}

void SampleScorer::sum(SampledPlan& plan)
{
    plan.parts.resize(plan.ends.size());
    sum(plan, 0, m_task.layers());
}

void SampleScorer::sum(SampledPlan& plan, int first, int end)
{
    // Neighbouring parts change, too: what they receive or send depends on the layers at the cut.
    const int last = std::min(m_task.parts() - 1, partOf(plan, end - 1) + 1);
    for (int part = std::max(0, partOf(plan, first) - 1); part <= last; ++part) {
        plan.parts[at(part)] = sumOf(plan, part);
    }
}

PartSums SampleScorer::sumOf(const SampledPlan& plan, int part)
{
    PartSums sums;
    const int first = firstOf(plan, part);
    sums.held = m_task.carriedInto(part, first, m_inFlight[at(part)]);
    const int end = plan.ends[at(part)];
    const int stage = m_task.stageOf(part);
    const bool staysOnStage = part > 0 && m_task.stageOf(part - 1) == stage;
    const bool isOfClass = !m_ofClass.empty();
    for (int layer = first; layer < end; ++layer) {
        const Candidate* own = plan.choice[at(layer)];
        own = isOfClass ? onClass(m_task.classAt(stage), layer, own->strategy) : own;
        if (own == nullptr) {
            sums.held = beyondBudgets;  // devices of this class cannot run the layer's strategy
            return sums;
        }
        const Candidate& chosen = *own;
        sums.share += chosen.share;
        sums.seconds.add(chosen.seconds, 1);
        sums.held += chosen.heldWith(m_inFlight[at(part)]);
        sums.transient = std::max(sums.transient, chosen.transient);
        if (layer > first || staysOnStage) {
            const int before = plan.choice[at(layer - 1)]->layout;
            const Seconds relayout = m_task.at(stage).relayout(layer, before, chosen.layout);
            sums.share += m_task.objective.ofTransfer(relayout);
            sums.seconds.add({0.5, 0.5, 0, 0}, relayout);
        }
    }
    const Seconds inFront = part > 0 ? receive(plan, part, first) : 0;
    const Seconds behind = part + 1 < m_task.parts() ? receive(plan, part + 1, end) : 0;
    sums.share += m_task.objective.ofTransfer(inFront + behind);
    sums.seconds.add({inFront, behind, 0, 0}, 1);
    sums.place = m_task.place(stage, first, end, inFront, behind);
    return sums;
}

Seconds SampleScorer::receive(const SampledPlan& plan, int part, int layer)
{
    const int before = plan.choice[at(layer - 1)]->strategy;
    const int after = plan.choice[at(layer)]->strategy;
    const std::uint64_t strategies = m_task.strategies().size();
    const std::uint64_t place = static_cast<std::uint64_t>(part) * at(m_task.layers()) + at(layer);
    const auto [entry, isNew] = m_receives.try_emplace((place * strategies + at(before)) * strategies + at(after), 0.0);
    if (isNew) {
        entry->second = m_task.receive(part, layer, before, after);
    }
    return entry->second;
}

PartSums SampleScorer::stageOf(const SampledPlan& plan, int stage) const
{
    if (!m_task.hasChunks()) {
        return plan.parts[at(stage)];
    }
    PartSums sums;
    sums.place.stage = stage;
    for (int i = 0; i < m_task.schedule.virtualStages; ++i) {
        const PartSums& own = plan.parts[at(chunkOfStage(m_task.schedule, m_task.key.pipeline, stage, i))];
        sums.share += own.share;
        sums.place.leastForward += own.place.leastForward;
        sums.place.leastBackward += own.place.leastBackward;
        sums.held += own.held;
        sums.transient = std::max(sums.transient, own.transient);
    }
    return sums;
}

Seconds SampleScorer::objective(const SampledPlan& plan) const
{
    StepChain chain;
    for (int stage = m_task.key.pipeline - 1; stage >= 0; --stage) {
        const PartSums sums = stageOf(plan, stage);
        chain = m_task.objective.inFront(chain, sums.share, sums.place);
    }
    return m_task.objective.step(chain);
}

Seconds SampleScorer::step(const SampledPlan& plan)
{
    if (!m_graph) {
        return objective(plan);
    }
    std::vector<PathCounts> seconds;
    for (const PartSums& part : plan.parts) {
        seconds.push_back(part.seconds);
    }
    return m_graph->length(seconds);
}

double SampleScorer::excess(const SampledPlan& plan) const
{
    Bytes most = 0;
    for (int stage = 0; stage < m_task.key.pipeline; ++stage) {
        const PartSums sums = stageOf(plan, stage);
        const Bytes lessRoom = m_task.at(stage).fixedBytes() - m_task.fixedBytes();
        most = std::max(most, sums.held + sums.transient + lessRoom);
    }
    return most <= m_budget ? 0
                            : static_cast<double>(most - m_budget) / static_cast<double>(std::max<Bytes>(1, m_budget));
}

CutPlan SampleScorer::planOf(const SampledPlan& plan) const
{
    CutPlan cut = cutOf(plan);
    cut.step = stepOf(m_task, cut);
    return cut;
}

CutPlan SampleScorer::cutOf(const SampledPlan& plan) const
{
    CutPlan cut;
    for (int stage = 0; stage < m_task.key.pipeline; ++stage) {
        const PartSums sums = stageOf(plan, stage);
        cut.stagePaces.push_back(sums.share.pace);
        cut.stageMemory.push_back(sums.held + sums.transient + m_task.cluster.contextBytes);
    }
    for (int part = 0; part < m_task.parts(); ++part) {
        cut.sizes.push_back(plan.ends[at(part)] - firstOf(plan, part));
    }
    for (const Candidate* chosen : plan.choice) {
        cut.strategies.push_back(chosen->strategy);
    }
    cut.objective = objective(plan);
    return cut;
}

bool moveCuts(SampleScorer& scorer, SampledPlan& plan, int first, int last, int step)
{
    const int shrinks = step > 0 ? last + 1 : first;
    if (plan.ends[at(shrinks)] - firstOf(plan, shrinks) == 1) {
        return false;
    }
    for (int cut = first; cut <= last; ++cut) {
        plan.ends[at(cut)] += step;
    }
    scorer.sum(plan, plan.ends[at(first)] - 1, plan.ends[at(last)] + 1);
    return true;
}

SampledPlan leastMemoryPlan(SampleScorer& scorer, const std::vector<int>& sizes)
{
    const Task& task = scorer.task();
    SampledPlan plan;
    std::vector<std::vector<StageLayer>> stages(at(task.key.pipeline));
    int layer = 0;
    for (int part = 0; part < task.parts(); ++part) {
        plan.ends.push_back(layer + sizes[at(part)]);
        for (; layer < plan.ends.back(); ++layer) {
            stages[at(task.stageOf(part))].push_back({layer, scorer.inFlight()[at(part)]});
        }
    }
    plan.choice.resize(at(task.layers()));
    for (const std::vector<StageLayer>& stage : stages) {
        chooseLeastMemory(task, stage, plan.choice);
    }
    if (task.pattern) {
        const std::vector<int> given = givenStrategies(task, sizes);
        for (layer = 0; layer < task.layers(); ++layer) {
            plan.choice[at(layer)] = scorer.find(layer, given[at(layer)]);
        }
    }
    scorer.sum(plan);
    return plan;
}

}  // namespace pgram
