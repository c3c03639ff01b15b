// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/swapping/swap_search.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr std::array allKeepings{Keeping::Keep, Keeping::Swap, Keeping::Recompute};

/// Returns the seconds above which a plan is worse than `best`.
Seconds worseThan(Seconds best)
{
    return best * (1 + equallyGood);
}

/// Searches depth first over the blocks, front to back.
class ExactKeeping {
public:
    ExactKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device, std::span<const Keeping> choices,
                 std::vector<KeepingPlan>* each)
        : m_blocks(blocks), m_device(device), m_choices(choices), m_step(blocks, device), m_each(each)
    {
        m_plan.resize(blocks.size(), Keeping::Keep);
        m_answer.seconds = infinity;
        for (const SwapBlock& block : blocks) {
            m_forwards += block.forward;
            m_leastBackward = std::min(m_leastBackward, block.backward);
        }
        m_inCore = inCoreSeconds(blocks);
    }

    KeepingAnswer run()
    {
        choose(0, 0, 0);
        m_answer.lowerBound = m_answer.seconds;
        return std::move(m_answer);
    }

private:
    /// Chooses for block `next` and those behind it. `recomputed` and `swapped`: seconds so far.
    void choose(std::size_t next, Seconds recomputed, Seconds swapped)
    {
        if (next == m_blocks.size()) {
            tryPlan();
            return;
        }
        for (const Keeping keeping : m_choices) {
            m_plan[next] = keeping;
            const SwapBlock& block = m_blocks[next];
            const Seconds again = recomputed + (keeping == Keeping::Recompute ? block.forward : 0);
            const Seconds out = swapped + (keeping == Keeping::Swap ? block.kept / m_device.link : 0);
            const Seconds least = std::max(m_inCore + again, out > 0 ? m_forwards + out + m_leastBackward : 0);
            // The margin excludes the best plans, however their sums are rounded.
            if (least <= worseThan(worseThan(m_answer.seconds))) {
                choose(next + 1, again, out);
            }
        }
        m_plan[next] = Keeping::Keep;
    }

    void tryPlan()
    {
        const Seconds seconds = m_step.seconds(m_plan);
        ++m_answer.tried;
        if (seconds == infinity || seconds > worseThan(m_answer.seconds)) {
            return;
        }
        if (worseThan(seconds) < m_answer.seconds) {
            m_answer.seconds = seconds;
            m_answer.plan = m_plan;
            m_answer.count = 0;
            if (m_each != nullptr) {
                m_each->clear();
            }
        }
        ++m_answer.count;
        if (m_each != nullptr) {
            m_each->push_back(m_plan);
        }
    }

    std::span<const SwapBlock> m_blocks;
    SwapDevice m_device;
    std::span<const Keeping> m_choices;
    SwapStep m_step;
    std::vector<KeepingPlan>* m_each;
    KeepingPlan m_plan;
    KeepingAnswer m_answer;
    Seconds m_forwards = 0;
    Seconds m_leastBackward = infinity;
    Seconds m_inCore = 0;
};

/// The local search.
class KeepingSearch {
public:
    KeepingSearch(std::span<const SwapBlock> blocks, const SwapDevice& device, std::span<const Keeping> choices,
                  std::int64_t mostSteps)
        : m_step(blocks, device), m_blocks(blocks.size()), m_choices(choices), m_mostSteps(mostSteps)
    {}

    KeepingAnswer run()
    {
        const std::vector<KeepingPlan> starts = bestSeeds();
        for (const KeepingPlan& start : starts) {
            improve(start);
        }
        m_answer.count = m_answer.plan.empty() ? 0 : 1;
        return std::move(m_answer);
    }

private:
    static constexpr std::size_t startCount = 4;

    Seconds secondsOf(const KeepingPlan& plan)
    {
        ++m_answer.tried;
        const Seconds seconds = m_step.seconds(plan);
        if (m_answer.plan.empty() ? seconds < infinity : seconds < m_answer.seconds) {
            m_answer.seconds = seconds;
            m_answer.plan = plan;
        }
        return seconds;
    }

    /// Tries patterns of swapped and recomputed blocks in front of kept blocks or behind them, for every number of kept
    /// blocks.
    std::vector<KeepingPlan> bestSeeds()
    {
        m_answer.seconds = infinity;
        using enum Keeping;
        const std::array<std::vector<Keeping>, 5> patterns{
            {{Swap}, {Recompute}, {Swap, Recompute}, {Recompute, Swap}, {Swap, Recompute, Recompute}}};
        std::vector<std::pair<Seconds, KeepingPlan>> seeds;
        const auto add = [&](const KeepingPlan& plan) { seeds.emplace_back(secondsOf(plan), plan); };
        const auto mayUse = [this](Keeping keeping) {
            return std::ranges::find(m_choices, keeping) != m_choices.end();
        };
        for (std::size_t treated = 0; treated <= m_blocks; ++treated) {
            for (std::size_t p = 0; p < patterns.size(); ++p) {
                if (!std::ranges::all_of(patterns[p], mayUse)) {
                    continue;
                }
                KeepingPlan front(m_blocks, Keep);
                for (std::size_t k = 0; k < treated; ++k) {
                    front[k] = patterns[p][k % patterns[p].size()];
                }
                add(front);
                if (p < 2) {
                    std::ranges::reverse(front);
                    add(front);
                }
            }
        }
        std::ranges::stable_sort(seeds, {}, &std::pair<Seconds, KeepingPlan>::first);
        std::vector<KeepingPlan> starts;
        for (const auto& [seconds, plan] : seeds) {
            if (starts.size() < startCount && seconds < infinity && std::ranges::find(starts, plan) == starts.end()) {
                starts.push_back(plan);
            }
        }
        return starts;
    }

    [[nodiscard]] bool mayTry() const { return m_answer.tried < m_mostSteps; }

    /// Changes one block, then two, taking the fastest change each time; starts over after each success.
    void improve(KeepingPlan plan)
    {
        Seconds best = secondsOf(plan);
        while (mayTry() && (changeOne(plan, best) || changeTwo(plan, best))) {
        }
    }

    bool changeOne(KeepingPlan& plan, Seconds& best)
    {
        bool changed = false;
        for (std::size_t k = 0; k < m_blocks; ++k) {
            changed = tryAll(plan, best, k) || changed;
        }
        return changed;
    }

    bool changeTwo(KeepingPlan& plan, Seconds& best)
    {
        // Neighbours first: with many blocks not all pairs may be reached.
        for (std::size_t apart = 1; apart < m_blocks; ++apart) {
            for (std::size_t k = 0; k + apart < m_blocks && mayTry(); ++k) {
                const Keeping before = plan[k];
                for (const Keeping keeping : m_choices) {
                    if (keeping == before) {
                        continue;
                    }
                    plan[k] = keeping;
                    if (tryAll(plan, best, k + apart)) {
                        return true;
                    }
                }
                plan[k] = before;
            }
        }
        return false;
    }

    /// Tries the other choices for block `k`, and keeps the fastest in `plan`.
    bool tryAll(KeepingPlan& plan, Seconds& best, std::size_t k)
    {
        const Keeping before = plan[k];
        Keeping fastest = before;
        for (const Keeping keeping : m_choices) {
            if (keeping == before) {
                continue;
            }
            plan[k] = keeping;
            const Seconds seconds = secondsOf(plan);
            if (worseThan(seconds) < best) {
                best = seconds;
                fastest = keeping;
            }
        }
        plan[k] = fastest;
        return fastest != before;
    }

    SwapStep m_step;
    std::size_t m_blocks;
    std::span<const Keeping> m_choices;
    std::int64_t m_mostSteps;
    KeepingAnswer m_answer;
};

}  // namespace

KeepingAnswer exactKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device,
                           std::span<const Keeping> choices, std::vector<KeepingPlan>* each)
{
    return ExactKeeping(blocks, device, choices, each).run();
}

KeepingAnswer exactKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device)
{
    return exactKeeping(blocks, device, allKeepings);
}

KeepingAnswer searchKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device,
                            std::span<const Keeping> choices, std::int64_t mostSteps)
{
    KeepingAnswer answer = KeepingSearch(blocks, device, choices, mostSteps).run();
    answer.lowerBound = std::min(answer.seconds, keepingBound(blocks, device));
    return answer;
}

KeepingAnswer searchKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device)
{
    return searchKeeping(blocks, device, allKeepings);
}

KeepingAnswer bestKeeping(std::span<const SwapBlock> blocks, const SwapDevice& device)
{
    return blocks.size() <= fewBlocks ? exactKeeping(blocks, device) : searchKeeping(blocks, device);
}

std::vector<SwapBlock> grouped(std::span<const SwapBlock> layers, std::span<const int> counts)
{
    std::vector<SwapBlock> blocks;
    std::size_t next = 0;
    for (const int count : counts) {
        SwapBlock block;
        block.input = layers[next].input;
        for (int i = 0; i < count; ++i, ++next) {
            block.forward += layers[next].forward;
            block.backward += layers[next].backward;
            block.kept += layers[next].kept;
        }
        blocks.push_back(block);
    }
    return blocks;
}

}  // namespace pgram
