// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/stage_memory.h"

#include "core/search/task/cuts.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

namespace pgram {

namespace {

/// Least bytes held under a bound on the transient, as far as more room for it lets a layer hold less.
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

const StageMemory::Table& StageMemory::table(int kept)
{
    const auto known = m_tables.find(kept);
    if (known != m_tables.end()) {
        return known->second;
    }
    std::vector<std::vector<Step>> ofRun;
    std::set<Bytes> bounds;
    for (const std::vector<Candidate>& candidates : m_task.candidates) {
        ofRun.push_back(stepsOf(candidates, kept));
        for (const Step& step : ofRun.back()) {
            bounds.insert(step.transient);
        }
    }
    Table table;
    table.bounds.assign(bounds.begin(), bounds.end());
    for (const Bytes bound : table.bounds) {
        std::vector<Bytes> sums{0};
        std::vector<int> lacking{0};
        for (std::size_t run = 0; run < ofRun.size(); ++run) {
            const std::optional<Bytes> least = leastHeld(ofRun[run], bound);
            for (int i = 0; i < m_task.model.runs[run].count; ++i) {
                sums.push_back(sums.back() + least.value_or(0));
                lacking.push_back(lacking.back() + (least ? 0 : 1));
            }
        }
        table.sums.push_back(std::move(sums));
        table.lacking.push_back(std::move(lacking));
    }
    return m_tables.emplace(kept, std::move(table)).first->second;
}

Bytes StageMemory::least(int first, int end, int kept)
{
    const Table& known = table(kept);
    const auto a = static_cast<std::size_t>(first);
    const auto b = static_cast<std::size_t>(end);
    Bytes best = std::numeric_limits<Bytes>::max();
    for (std::size_t i = 0; i < known.bounds.size(); ++i) {
        if (known.lacking[i][b] == known.lacking[i][a]) {
            best = std::min(best, known.bounds[i] + known.sums[i][b] - known.sums[i][a] + m_task.cluster.contextBytes);
        }
    }
    return best;
}

Bytes StageMemory::least(std::span<const Part> parts)
{
    if (parts.size() == 1) {
        return least(parts[0].first, parts[0].end, parts[0].kept);
    }
    std::set<Bytes> bounds;
    for (const Part& part : parts) {
        const Table& known = table(part.kept);
        bounds.insert(known.bounds.begin(), known.bounds.end());
    }
    Bytes best = std::numeric_limits<Bytes>::max();
    for (const Bytes bound : bounds) {
        Bytes held = bound + m_task.cluster.contextBytes;
        const bool fits = std::ranges::all_of(parts, [&](const Part& part) {
            const Table& known = table(part.kept);
            const auto beyond = std::ranges::upper_bound(known.bounds, bound);
            const auto row = static_cast<std::size_t>(beyond - known.bounds.begin());
            const auto a = static_cast<std::size_t>(part.first);
            const auto b = static_cast<std::size_t>(part.end);
            if (row == 0 || known.lacking[row - 1][b] > known.lacking[row - 1][a]) {
                return false;
            }
            held += known.sums[row - 1][b] - known.sums[row - 1][a];
            return true;
        });
        best = fits ? std::min(best, held) : best;
    }
    return best;
}

std::vector<int> memoryCut(const Task& task, StageMemory& memory)
{
    return minMaxCut(task.layers(), task.parts(), [&](int part, int first, int end) {
        return static_cast<double>(memory.least(first, end, task.kept(part)));
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
        const int end = first + sizes[static_cast<std::size_t>(part)];
        stages[static_cast<std::size_t>(task.stageOf(part))].push_back(
            {first, end, inFlight[static_cast<std::size_t>(part)]});
        first = end;
    }
    FullestStage fullest;
    for (int stage = 0; stage < task.key.pipeline; ++stage) {
        const Bytes bytes = memory.least(stages[static_cast<std::size_t>(stage)]);
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
    Bytes held = 0;          // by all layers
    Bytes oneLayer = 0;      // of which one is the largest
    Bytes transient = most;  // that some stage does with
    for (std::size_t run = 0; run < task.candidates.size(); ++run) {
        Bytes leastHeld = most;
        Bytes least = most;
        for (const Candidate& candidate : task.candidates[run]) {
            const Bytes own = candidate.heldWith(kept);
            leastHeld = std::min(leastHeld, own);
            least = std::min(least, own + candidate.transient);
            transient = std::min(transient, candidate.transient);
        }
        held += task.model.runs[run].count * leastHeld;
        oneLayer = std::max(oneLayer, least);
    }
    return task.cluster.contextBytes + std::max(oneLayer, (held + stages - 1) / stages + transient);
}

}  // namespace pgram
