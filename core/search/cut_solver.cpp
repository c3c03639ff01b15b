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
};

CutSolver::CutSolver(const Task& task, Bytes budget, std::stop_token stop)
    : m_task(task), m_budget(budget), m_stop(std::move(stop))
{
    for (std::size_t s = 0; s < task.strategies().size(); ++s) {
        m_senderExample.emplace(sendingClass(task.strategies()[s]), static_cast<int>(s));
        m_receiverExample.emplace(boundaryClass(task.strategies()[s]), static_cast<int>(s));
    }
}

const StageFrontier& CutSolver::frontier(int stage, int first, int end, int lastClass)
{
    StageQuestion question;
    question.first = first;
    question.end = end;
    question.kept = m_task.kept(stage);
    question.budget = m_budget - m_task.cluster.contextBytes;
    question.lastClass = m_senderExample.size() > 1 ? lastClass : -1;
    std::unique_ptr<StageFrontier>& known = m_frontiers[question];
    if (!known) {
        known = std::make_unique<StageFrontier>(m_task, question, m_stop);
        m_stopped = m_stopped || known->stopped();
    }
    return *known;
}

Seconds CutSolver::receive(int layer, int sender, int receiver)
{
    const auto [entry, isNew] = m_receives.try_emplace({layer, sender, receiver}, 0.0);
    if (isNew) {
        entry->second = m_task.receive(layer, m_senderExample.at(sender), m_receiverExample.at(receiver));
    }
    return entry->second;
}

/// Opens the last stage of the cut.
void CutSolver::openLast(int stage, int first, Record& record)
{
    const StageFrontier& answers = frontier(stage, first, m_task.layers(), -1);
    for (const StageAnswer& answer : answers.answers()) {
        record.open.push_back({answer.time + answer.once, answer.time, 0, &answers, answer, -1});
    }
}

/// Opens stage `stage` = layers [first, end) in front of the open stages [begin, record.open.size()).
void CutSolver::openInFront(int stage, int first, int end, std::size_t begin, Record& record)
{
    const std::size_t openEnd = record.open.size();
    for (const auto& [sender, example] : m_senderExample) {
        std::map<int, std::vector<ClosedStage>> closedByClass;
        for (std::size_t i = begin; i < openEnd; ++i) {
            const OpenStage& open = record.open[i];
            const Seconds received = receive(end, sender, open.answer.firstClass);
            closedByClass[open.answer.firstClass].push_back(
                {open.sum + received, std::max(open.most, open.open + received), static_cast<int>(i)});
        }
        const StageFrontier& answers = frontier(stage, first, end, sender);
        for (auto& [receiver, closed] : closedByClass) {
            keepFastestClosed(closed);
            const Seconds gradient = receive(end, sender, receiver);
            for (const ClosedStage& behind : closed) {
                record.closed.push_back(behind);
                for (const StageAnswer& answer : answers.answers()) {
                    const Seconds time = answer.time + gradient;
                    record.open.push_back({behind.sum + time + answer.once, time, behind.time, &answers, answer,
                                           static_cast<int>(record.closed.size()) - 1});
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
        solution.stageTimes[stage] += m_task.receive(layer, before, after);
    }
}

std::optional<CutSolution> CutSolver::solve(const std::vector<int>& sizes)
{
    Record record;
    int end = m_task.layers();
    std::size_t begin = 0;
    for (int stage = static_cast<int>(sizes.size()) - 1; stage >= 0; --stage) {
        const int first = end - sizes[static_cast<std::size_t>(stage)];
        const std::size_t openEnd = record.open.size();
        if (end == m_task.layers()) {
            openLast(stage, first, record);
        } else {
            openInFront(stage, first, end, begin, record);
        }
        begin = openEnd;
        end = first;
        if (m_stopped || record.open.size() == begin) {
            return std::nullopt;
        }
    }
    std::size_t best = begin;
    Seconds least = 0;
    for (std::size_t i = begin; i < record.open.size(); ++i) {
        const OpenStage& stage = record.open[i];
        const Seconds stepTime = stage.sum + (m_task.key.microbatches - 1) * std::max(stage.most, stage.open);
        if (i == begin || stepTime < least) {
            best = i;
            least = stepTime;
        }
    }
    CutSolution solution = solutionOf(record, best, least);
    addReceives(sizes, solution);
    return solution;
}

}  // namespace pgram
