// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/stage_memory.h"

#include "core/base/index.h"
#include "core/search/task/cuts.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

namespace pgram {

namespace {

/// Least bytes held under a limit on the transient. A sequence of steps contains the limits at which a layer holds
/// less.
struct Step {
    Bytes transient = 0;
    Bytes held = 0;
    bool operator<(const Step& other) const
    {
        return std::tie(transient, held) < std::tie(other.transient, other.held);
    }
};

std::vector<Step> stepsOf(const std::vector<Candidate>& candidates, int kept)
{
    std::vector<Step> all;
    for (const Candidate& candidate : candidates) {
        all.push_back({candidate.transient, candidate.heldWith(kept)});
    }
    std::sort(all.begin(), all.end());
    std::vector<Step> steps;
    for (const Step& step : all) {
        if (steps.empty() || step.held < steps.back().held) {
            steps.push_back(step);
        }
    }
    return steps;
}

std::optional<Bytes> leastHeld(const std::vector<Step>& steps, Bytes bound)
{
    const auto beyond =
        std::find_if(steps.begin(), steps.end(), [bound](const Step& step) { return step.transient > bound; });
    return beyond == steps.begin() ? std::nullopt : std::optional(std::prev(beyond)->held);
}

}  // namespace

StageMemory::StageMemory(const Task& task) : m_task(task)
{
    for (const std::shared_ptr<const Task>& own : task.classes) {
        m_ofClass.emplace_back(*own);
    }
    std::set<Bytes> bounds;
    for (const std::vector<Candidate>& candidates : task.memoryMinimal) {
        for (const Candidate& candidate : candidates) {
            bounds.insert(candidate.transient);
        }
    }
    m_bounds.assign(bounds.begin(), bounds.end());
}

const StageMemory::Table& StageMemory::table(int kept)
{
    const auto known = m_tables.find(kept);
    if (known != m_tables.end()) {
        return known->second;
    }
    std::vector<std::vector<Bytes>> ofTypes;
    for (const std::vector<Candidate>& candidates : m_task.memoryMinimal) {
        // A layer without a candidate under the limit counts as more bytes than any budget.
        const std::vector<Step> steps = stepsOf(candidates, kept);
        std::vector<Bytes>& held = ofTypes.emplace_back();
        for (const Bytes bound : m_bounds) {
            held.push_back(leastHeld(steps, bound).value_or(beyondBudgets));
        }
    }
    Table sums(m_bounds.size(), 0);
    for (const int type : m_task.types->ofLayer) {
        for (const Bytes own : ofTypes[at(type)]) {
            sums.push_back(sums[sums.size() - m_bounds.size()] + own);
        }
    }
    return m_tables.emplace(kept, std::move(sums)).first->second;
}

Bytes StageMemory::least(int part, int first, int end, int kept)
{
    const Part whole{part, first, end, kept};
    return least({&whole, 1});
}

Bytes StageMemory::least(std::span<const Part> parts)
{
    if (!m_ofClass.empty() && !parts.empty()) {
        return m_ofClass[at(m_task.classAt(m_task.stageOf(parts.front().part)))].least(parts);
    }
    m_held = m_bounds;
    for (const Part& part : parts) {
        const Table& sums = table(part.kept);
        const Bytes* before = &sums[at(part.first) * m_bounds.size()];
        const Bytes* behind = &sums[at(part.end) * m_bounds.size()];
        for (std::size_t i = 0; i < m_bounds.size(); ++i) {
            m_held[i] += behind[i] - before[i];
        }
    }
    Bytes carried = 0;
    for (const Part& part : parts) {
        carried += m_task.carriedInto(part.part, part.first, part.kept);
    }
    return m_task.fixedBytes() + carried + std::ranges::min(m_held);
}

std::vector<int> memoryCut(const Task& task, StageMemory& memory)
{
    return minMaxCut(task.layers(), task.parts(), [&](int part, int first, int end) {
        return static_cast<double>(memory.least(part, first, end, task.kept(part)));
    });
}

FullestStage fullestStage(const Task& task, StageMemory& memory, const std::vector<int>& sizes)
{
    return fullestStage(task, memory, sizes, task.inFlight);
}

FullestStage fullestStage(const Task& task, StageMemory& memory, const std::vector<int>& sizes,
                          std::span<const int> inFlight)
{
    std::vector<std::vector<StageMemory::Part>> stages(static_cast<std::size_t>(task.key.pipeline));
    int first = 0;
    for (int part = 0; part < static_cast<int>(sizes.size()); ++part) {
        const int end = first + sizes[at(part)];
        stages[at(task.stageOf(part))].push_back({part, first, end, inFlight[at(part)]});
        first = end;
    }
    FullestStage fullest;
    for (int stage = 0; stage < task.key.pipeline; ++stage) {
        const Bytes bytes = memory.least(stages[at(stage)]);
        if (bytes > fullest.bytes) {
            fullest = {stage, bytes};
        }
    }
    return fullest;
}

Bytes leastNeed(const Task& task)
{
    const int stages = task.key.pipeline;
    const int kept = task.leastKept();
    constexpr Bytes most = std::numeric_limits<Bytes>::max();
    Bytes held = 0;          // held by all layers
    Bytes oneLayer = 0;      // least transient of any layer
    Bytes transient = most;  // that at least one stage needs
    for (std::size_t type = 0; type < task.candidates.size(); ++type) {
        Bytes leastHeld = most;
        Bytes least = most;
        for (const Candidate& candidate : task.candidates[type]) {
            const Bytes own = candidate.heldWith(kept);
            leastHeld = std::min(leastHeld, own);
            least = std::min(least, own + candidate.transient);
            transient = std::min(transient, candidate.transient);
        }
        held += task.types->counts[type] * leastHeld;
        oneLayer = std::max(oneLayer, least);
    }
    return task.fixedBytes() + std::max(oneLayer, (held + stages - 1) / stages + transient);
}

}  // namespace pgram
