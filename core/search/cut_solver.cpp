// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/cut_solver.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pgram {

/// An answer of one stage with the best of everything behind it. The stage is open: what it receives from the stage
/// before it depends on who sends.
struct OpenStage {
    Seconds sum = 0;   ///< of this stage and all behind it: t_i + once_i
    Seconds open = 0;  ///< t of this stage without its forward receive
    Seconds most = 0;  ///< largest t behind it
    const StageFrontier* frontier = nullptr;
    StageAnswer answer;
    int behind = -1;  ///< the closed stage behind, index into the record
};

/// The same with its receive for one kind of sender.
struct ClosedStage {
    Seconds sum = 0;
    Seconds time = 0;  ///< largest t of this stage and all behind it
    int open = 0;      ///< index into the record of open stages
};

namespace {

/// Keeps what no other beats in sum and largest stage time.
void keepFastestClosed(std::vector<ClosedStage>& stages)
{
    std::sort(stages.begin(), stages.end(), [](const ClosedStage& a, const ClosedStage& b) {
        return std::tie(a.sum, a.time, a.open) < std::tie(b.sum, b.time, b.open);
    });
    std::vector<ClosedStage> best;
    for (const ClosedStage& stage : stages) {
        if (best.empty() || stage.time < best.back().time) {
            best.push_back(stage);
        }
    }
    stages = std::move(best);
}

}  // namespace

/// Everything that one solve makes, from the last stage to the first.
struct CutSolver::Record {
    std::vector<OpenStage> open;
    std::vector<ClosedStage> closed;
    Seconds limit = 0;    ///< on the step
    Seconds inFront = 0;  ///< least time + once of the stages not opened yet

    /// Opens a stage unless the step cannot stay within the limit.
    void add(const OpenStage& stage, int microbatches)
    {
        const Seconds least = inFront + stage.sum + (microbatches - 1) * std::max(stage.most, stage.open);
        if (least <= limit) {
            open.push_back(stage);
        }
    }
};

CutSolver::CutSolver(const Task& task, Bytes budget, std::stop_token stop)
    : m_task(task), m_budget(budget), m_stop(std::move(stop))
{
    for (std::size_t s = 0; s < task.strategies().size(); ++s) {
        m_senderExample.emplace(sendingClass(task.strategies()[s]), static_cast<int>(s));
        m_receiverExample.emplace(boundaryClass(task.strategies()[s]), static_cast<int>(s));
    }
}

const StageBound& CutSolver::bound(const StageQuestion& question, double weight)
{
    std::unique_ptr<StageBound>& known = m_bounds[{question, weight > 1}];
    if (!known) {
        known = std::make_unique<StageBound>(m_task, question, weight);
    }
    return *known;
}

std::vector<CutSolver::Part> CutSolver::partsOf(const std::vector<int>& sizes)
{
    std::vector<Part> parts;
    int first = 0;
    for (int stage = 0; stage < static_cast<int>(sizes.size()); ++stage) {
        Part part;
        part.stage = stage;
        part.question.first = first;
        part.question.end = first + sizes[static_cast<std::size_t>(stage)];
        part.question.kept = m_task.kept(stage);
        part.question.budget = m_budget - m_task.cluster.contextBytes;
        part.weighted = &bound(part.question, m_task.key.microbatches);
        part.least = bound(part.question, 1).atLeast();
        parts.push_back(part);
        first = part.question.end;
    }
    return parts;
}

/// Step time of the plan that puts the bounds' own assignments side by side; infinity when a stage has none.
Seconds CutSolver::nearlyBest(const std::vector<Part>& parts) const
{
    Seconds sum = 0;
    Seconds slowest = 0;
    std::vector<Seconds> times(parts.size(), 0);
    for (std::size_t stage = 0; stage < parts.size(); ++stage) {
        const StageQuestion& question = parts[stage].question;
        const std::vector<int>& strategies = parts[stage].weighted->nearlyBest();
        if (strategies.empty()) {
            return std::numeric_limits<double>::infinity();
        }
        for (int layer = question.first; layer < question.end; ++layer) {
            const int strategy = strategies[static_cast<std::size_t>(layer - question.first)];
            const std::vector<Candidate>& candidates = m_task.of(layer);
            const auto chosen = std::find_if(candidates.begin(), candidates.end(),
                                             [strategy](const Candidate& c) { return c.strategy == strategy; });
            times[stage] += chosen->time;
            sum += chosen->once;
            if (layer > question.first) {
                const int before = strategies[static_cast<std::size_t>(layer - question.first - 1)];
                times[stage] += m_task.relayout(layer, m_task.layoutOf(before), chosen->layout);
            }
        }
        if (stage > 0) {
            const int before = parts[stage - 1].weighted->nearlyBest().back();
            const Seconds received =
                m_task.receive(static_cast<int>(stage), question.first, before, strategies.front());
            times[stage] += received;
            times[stage - 1] += received;
        }
    }
    for (const Seconds time : times) {
        sum += time;
        slowest = std::max(slowest, time);
    }
    return sum + (m_task.key.microbatches - 1) * slowest;
}

const StageFrontier& CutSolver::frontier(const Part& part, int lastClass)
{
    StageQuestion question = part.question;
    question.lastClass = m_senderExample.size() > 1 ? lastClass : -1;
    Solved& known = m_frontiers[question];
    if (!known.frontier || known.limit < part.limit) {
        known.limit = part.limit;
        known.frontier = std::make_unique<StageFrontier>(m_task, question, *part.weighted, part.limit, m_stop);
        m_stopped = m_stopped || known.frontier->stopped();
    }
    return *known.frontier;
}

Seconds CutSolver::receive(int stage, int layer, int sender, int receiver)
{
    const auto [entry, isNew] = m_receives.try_emplace({stage, layer, sender, receiver}, 0.0);
    if (isNew) {
        entry->second = m_task.receive(stage, layer, m_senderExample.at(sender), m_receiverExample.at(receiver));
    }
    return entry->second;
}

/// Opens the last stage of the cut.
void CutSolver::openLast(const Part& part, Record& record)
{
    const StageFrontier& answers = frontier(part, -1);
    for (const StageAnswer& answer : answers.answers()) {
        record.add({answer.time + answer.once, answer.time, 0, &answers, answer, -1}, m_task.key.microbatches);
    }
}

/// Opens a stage in front of the open stages from `begin` on.
void CutSolver::openInFront(const Part& part, std::size_t begin, Record& record)
{
    const std::size_t openEnd = record.open.size();
    const int boundary = part.question.end;
    for (const auto& [sender, example] : m_senderExample) {
        std::map<int, std::vector<ClosedStage>> closedByClass;
        for (std::size_t i = begin; i < openEnd; ++i) {
            const OpenStage& open = record.open[i];
            const Seconds received = receive(part.stage + 1, boundary, sender, open.answer.firstClass);
            closedByClass[open.answer.firstClass].push_back(
                {open.sum + received, std::max(open.most, open.open + received), static_cast<int>(i)});
        }
        const StageFrontier& answers = frontier(part, sender);
        for (auto& [receiver, closed] : closedByClass) {
            keepFastestClosed(closed);
            const Seconds gradient = receive(part.stage + 1, boundary, sender, receiver);
            for (const ClosedStage& behind : closed) {
                record.closed.push_back(behind);
                const int index = static_cast<int>(record.closed.size()) - 1;
                for (const StageAnswer& answer : answers.answers()) {
                    const Seconds time = answer.time + gradient;
                    record.add({behind.sum + time + answer.once, time, behind.time, &answers, answer, index},
                               m_task.key.microbatches);
                }
            }
        }
    }
}

CutSolution CutSolver::solutionOf(const Record& record, std::size_t best, Seconds stepTime) const
{
    CutSolution solution;
    solution.stepTime = stepTime;
    for (int i = static_cast<int>(best); i >= 0;) {
        const OpenStage& stage = record.open[static_cast<std::size_t>(i)];
        const std::vector<int> strategies = stage.frontier->assignmentOf(stage.answer.label);
        solution.strategies.insert(solution.strategies.end(), strategies.begin(), strategies.end());
        solution.stageMemory.push_back(stage.answer.memory + m_task.cluster.contextBytes);
        solution.stageTimes.push_back(stage.open);
        i = stage.behind < 0 ? -1 : record.closed[static_cast<std::size_t>(stage.behind)].open;
    }
    return solution;
}

void CutSolver::addReceives(const std::vector<int>& sizes, CutSolution& solution)
{
    int layer = 0;
    for (std::size_t stage = 1; stage < sizes.size(); ++stage) {
        layer += sizes[stage - 1];
        const int before = solution.strategies[static_cast<std::size_t>(layer - 1)];
        const int after = solution.strategies[static_cast<std::size_t>(layer)];
        solution.stageTimes[stage] += m_task.receive(static_cast<int>(stage), layer, before, after);
    }
}

/// The best plan of at most `limit` seconds a step.
std::optional<CutSolution> CutSolver::solveWithin(const std::vector<int>& sizes, std::vector<Part>& parts,
                                                  Seconds limit)
{
    Record record;
    record.limit = limit * (1 + 1e-12);
    for (const Part& part : parts) {
        record.inFront += part.least;
    }
    const Seconds all = record.inFront;
    for (Part& part : parts) {
        part.limit = parts.size() == 1 ? record.limit : record.limit - (all - part.least);
    }
    std::size_t begin = 0;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const std::size_t openEnd = record.open.size();
        record.inFront = part + 1 == parts.rend() ? 0 : record.inFront - part->least;
        if (part == parts.rbegin()) {
            openLast(*part, record);
        } else {
            openInFront(*part, begin, record);
        }
        begin = openEnd;
        if (m_stopped || record.open.size() == begin) {
            return std::nullopt;
        }
    }
    const auto stepTime = [this](const OpenStage& stage) {
        return stage.sum + (m_task.key.microbatches - 1) * std::max(stage.most, stage.open);
    };
    const auto best =
        std::min_element(record.open.begin() + static_cast<std::ptrdiff_t>(begin), record.open.end(),
                         [&](const OpenStage& a, const OpenStage& b) { return stepTime(a) < stepTime(b); });
    CutSolution solution = solutionOf(record, static_cast<std::size_t>(best - record.open.begin()), stepTime(*best));
    addReceives(sizes, solution);
    return solution;
}

std::optional<CutSolution> CutSolver::solve(const std::vector<int>& sizes, Seconds limit)
{
    std::vector<Part> parts = partsOf(sizes);
    Seconds all = 0;
    for (const Part& part : parts) {
        all += part.least;
    }
    Seconds least = 0;
    for (const Part& part : parts) {
        least =
            std::max(least, parts.size() == 1 ? part.weighted->atLeast() : part.weighted->atLeast() + all - part.least);
    }
    // The bounds' own plan is one of the cut's: what is slower is of no use.
    const Seconds most = std::min(limit, nearlyBest(parts));
    if (least > most * (1 + 1e-12) || least == std::numeric_limits<double>::infinity()) {
        return std::nullopt;
    }
    // The optimum lies near the bound as a rule, and a search that looks no further is a short one; whatever it finds
    // is the optimum.
    for (const double share : {0.05, 0.2, 1.0}) {
        std::optional<CutSolution> solution = solveWithin(sizes, parts, least + share * (most - least));
        if (solution || m_stopped) {
            return solution;
        }
    }
    return std::nullopt;
}

}  // namespace pgram
