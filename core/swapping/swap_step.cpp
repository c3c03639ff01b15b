// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/swapping/swap_step.h"

#include "core/base/index.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr std::string_view letters = "KSR";

}  // namespace

std::string toString(const KeepingPlan& plan)
{
    std::string text;
    for (const Keeping keeping : plan) {
        text += letters[at(keeping)];
    }
    return text;
}

KeepingPlan parseKeeping(std::string_view text)
{
    KeepingPlan plan;
    for (const char letter : text) {
        const std::size_t found = letters.find(letter);
        if (found == std::string_view::npos) {
            return {};
        }
        plan.push_back(static_cast<Keeping>(found));
    }
    return plan;
}

SwapStep::SwapStep(std::span<const SwapBlock> blocks, const SwapDevice& device)
    : m_blocks(blocks), m_device(device), m_swappedOut(blocks.size())
{
    m_byCompute.reserve(2 * blocks.size());
    m_byLink.reserve(blocks.size());
}

Seconds SwapStep::seconds(std::span<const Keeping> plan)
{
    m_byCompute.clear();
    m_byLink.clear();
    m_takenOfCompute = 0;
    m_takenOfLink = 0;
    m_free = m_device.bytes;
    m_granted = 0;
    m_now = 0;
    forwards(plan);
    if (m_now < infinity) {
        backwards(plan);
    }
    return m_now;
}

SwapTimeline SwapStep::timeline(std::span<const Keeping> plan)
{
    SwapTimeline timeline;
    m_timeline = &timeline;
    timeline.seconds = seconds(plan);
    m_timeline = nullptr;
    const auto byTime = [](const auto& a, const auto& b) { return a.start < b.start; };
    std::ranges::stable_sort(timeline.events, byTime);
    // The log contains changes in the order of grants and frees. Changes at the same time become one point.
    std::ranges::stable_sort(timeline.memory, byTime);
    std::vector<SwapMemory> curve{{0, 0}};
    for (const SwapMemory& change : timeline.memory) {
        const double bytes = curve.back().bytes + change.bytes;
        if (curve.back().start == change.start) {
            curve.back().bytes = bytes;
        } else {
            curve.push_back({change.start, bytes});
        }
    }
    timeline.memory = std::move(curve);
    return timeline;
}

void SwapStep::forwards(std::span<const Keeping> plan)
{
    Seconds linkFree = 0;
    for (std::size_t k = 0; k < m_blocks.size(); ++k) {
        const SwapBlock& block = m_blocks[k];
        const bool recomputes = plan[k] == Keeping::Recompute;
        const Seconds start = grant(block.kept + (recomputes ? block.input : 0), m_now);
        m_now = start + block.forward;
        if (start == infinity) {
            return;
        }
        note(SwapEventKind::Forward, k, start, m_now);
        if (recomputes) {
            m_byCompute.push_back({m_now, block.kept});
        } else if (plan[k] == Keeping::Swap) {
            const Seconds out = std::max(m_now, linkFree);
            linkFree = out + m_device.transfer(block.kept);
            m_swappedOut[k] = linkFree;
            m_byLink.push_back({linkFree, block.kept});
            note(SwapEventKind::SwapOut, k, out, linkFree);
        }
    }
}

void SwapStep::backwards(std::span<const Keeping> plan)
{
    const Seconds turn = m_now;
    Seconds linkFree = turn;
    for (std::size_t k = m_blocks.size(); k-- > 0;) {
        const SwapBlock& block = m_blocks[k];
        double freed = block.kept;
        if (plan[k] == Keeping::Swap) {
            const Seconds in = std::max(grant(block.kept, std::max(turn, m_swappedOut[k])), linkFree);
            linkFree = in + m_device.transfer(block.kept);
            note(SwapEventKind::SwapIn, k, in, linkFree);
            m_now = std::max(m_now, linkFree);
        } else if (plan[k] == Keeping::Recompute) {
            const Seconds start = std::max(m_now, grant(block.kept, turn));
            m_now = start + block.forward;
            note(SwapEventKind::Recompute, k, start, m_now);
            freed += block.input;
        }
        if (m_now == infinity) {
            return;
        }
        note(SwapEventKind::Backward, k, m_now, m_now + block.backward);
        m_now += block.backward;
        m_byCompute.push_back({m_now, freed});
    }
    takeFreed(infinity);
}

Seconds SwapStep::grant(double bytes, Seconds from)
{
    // Sums of bytes that are not whole numbers may exceed the budget by rounding.
    const double rounding = 1e-12 * m_device.bytes;
    Seconds time = std::max(from, m_granted);
    takeFreed(time);
    while (m_free + rounding < bytes) {
        const Seconds next =
            std::min(m_takenOfCompute < m_byCompute.size() ? m_byCompute[m_takenOfCompute].at : infinity,
                     m_takenOfLink < m_byLink.size() ? m_byLink[m_takenOfLink].at : infinity);
        if (next == infinity) {
            return infinity;
        }
        time = std::max(time, next);
        takeFreed(time);
    }
    m_free -= bytes;
    m_granted = time;
    if (m_timeline != nullptr) {
        m_timeline->memory.push_back({time, bytes});
    }
    return time;
}

void SwapStep::takeFreed(Seconds until)
{
    const auto take = [&](const std::vector<Freed>& list, std::size_t& taken) {
        for (; taken < list.size() && list[taken].at <= until; ++taken) {
            m_free += list[taken].bytes;
            if (m_timeline != nullptr) {
                m_timeline->memory.push_back({list[taken].at, -list[taken].bytes});
            }
        }
    };
    take(m_byCompute, m_takenOfCompute);
    take(m_byLink, m_takenOfLink);
}

void SwapStep::note(SwapEventKind kind, std::size_t block, Seconds start, Seconds end)
{
    if (m_timeline != nullptr) {
        m_timeline->events.push_back({kind, static_cast<int>(block), start, end});
    }
}

Seconds inCoreSeconds(std::span<const SwapBlock> blocks)
{
    Seconds sum = 0;
    for (const SwapBlock& block : blocks) {
        sum += block.forward + block.backward;
    }
    return sum;
}

}  // namespace pgram
