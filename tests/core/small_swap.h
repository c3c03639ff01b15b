// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A step out of core once more, from the text of the rule alone: time goes from event to event, and at each whatever
// can be granted or started is. Slow, and shares nothing with SwapStep.
#pragma once

#include "core/swapping/swap_step.h"

#include <algorithm>
#include <vector>

namespace pgram::test {

class SmallSwap {
public:
    SmallSwap(const std::vector<SwapBlock>& blocks, const SwapDevice& device, const KeepingPlan& plan)
        : m_blocks(blocks),
          m_device(device),
          m_plan(plan),
          m_free(device.bytes),
          m_out(blocks.size(), Out::None),
          m_in(blocks.size(), infinity),
          m_recompute(blocks.size(), false)
    {}

    Seconds run()
    {
        const auto n = static_cast<int>(m_blocks.size());
        Seconds now = 0;
        while (m_backwards < n) {
            while (act(now)) {
            }
            if (m_backwards == n) {
                break;
            }
            Seconds next = infinity;
            for (const Ending& ending : m_endings) {
                next = std::min(next, ending.at);
            }
            if (next == infinity) {
                return infinity;
            }
            now = next;
            finish(now);
        }
        return now;
    }

private:
    enum class Out { None, Waiting, Running, Done };
    enum class Kind { Forward, Out, In, Recompute, Backward };
    struct Ending {
        Kind kind;
        int block;
        Seconds at;
    };

    [[nodiscard]] const SwapBlock& block(int k) const { return m_blocks[static_cast<std::size_t>(k)]; }
    [[nodiscard]] Keeping way(int k) const { return m_plan[static_cast<std::size_t>(k)]; }

    void finish(Seconds now)
    {
        std::vector<Ending> left;
        for (const Ending& ending : m_endings) {
            if (ending.at > now) {
                left.push_back(ending);
                continue;
            }
            const auto k = static_cast<std::size_t>(ending.block);
            switch (ending.kind) {
            case Kind::Forward:
                m_computes = false;
                ++m_forwards;
                m_free += way(ending.block) == Keeping::Recompute ? block(ending.block).kept : 0;
                if (way(ending.block) == Keeping::Swap) {
                    m_out[k] = Out::Waiting;
                }
                break;
            case Kind::Out:
                m_outBusy = false;
                m_out[k] = Out::Done;
                m_free += block(ending.block).kept;
                break;
            case Kind::In:
                m_inBusy = false;
                m_in[k] = now;
                break;
            case Kind::Recompute:
                m_recompute[k] = true;
                m_computes = false;
                break;
            case Kind::Backward:
                m_computes = false;
                ++m_backwards;
                m_free += block(ending.block).kept +
                          (way(ending.block) == Keeping::Recompute ? block(ending.block).input : 0);
                break;
            }
        }
        m_endings = left;
    }

    /// One grant or start; false: nothing can happen now.
    bool act(Seconds now)
    {
        const auto n = static_cast<int>(m_blocks.size());
        if (startOut(now) || startIn(now)) {
            return true;
        }
        if (m_forwards < n) {
            return !m_computes && forward(now);
        }
        if (grantNext()) {
            return true;
        }
        return !m_computes && backward(now);
    }
    bool startOut(Seconds now)
    {
        for (std::size_t k = 0; k < m_out.size() && !m_outBusy; ++k) {
            if (m_out[k] == Out::Waiting) {
                m_out[k] = Out::Running;
                m_outBusy = true;
                m_endings.push_back({Kind::Out, static_cast<int>(k), now + m_device.transfer(m_blocks[k].kept)});
                return true;
            }
        }
        return false;
    }
    bool startIn(Seconds now)
    {
        if (m_inBusy || m_granted.empty()) {
            return false;
        }
        const int k = m_granted.front();
        m_granted.erase(m_granted.begin());
        m_inBusy = true;
        m_endings.push_back({Kind::In, k, now + m_device.transfer(block(k).kept)});
        return true;
    }
    bool forward(Seconds now)
    {
        const double need =
            block(m_forwards).kept + (way(m_forwards) == Keeping::Recompute ? block(m_forwards).input : 0);
        if (need > m_free) {
            return false;
        }
        m_free -= need;
        m_computes = true;
        m_endings.push_back({Kind::Forward, m_forwards, now + block(m_forwards).forward});
        return true;
    }
    /// The next request of the queue, from the last block on.
    bool grantNext()
    {
        const auto n = static_cast<int>(m_blocks.size());
        while (m_requests < n && way(n - 1 - m_requests) == Keeping::Keep) {
            ++m_requests;
        }
        if (m_requests == n) {
            return false;
        }
        const int k = n - 1 - m_requests;
        const bool isOut = way(k) == Keeping::Recompute || m_out[static_cast<std::size_t>(k)] == Out::Done;
        if (!isOut || block(k).kept > m_free) {
            return false;
        }
        m_free -= block(k).kept;
        ++m_requests;
        if (way(k) == Keeping::Swap) {
            m_granted.push_back(k);
        } else {
            m_recomputable.push_back(k);
        }
        return true;
    }
    bool backward(Seconds now)
    {
        const int k = static_cast<int>(m_blocks.size()) - 1 - m_backwards;
        const auto at = static_cast<std::size_t>(k);
        if (way(k) == Keeping::Swap && m_in[at] > now) {
            return false;
        }
        m_computes = true;
        if (way(k) == Keeping::Recompute && !m_recompute[at]) {
            if (std::ranges::find(m_recomputable, k) == m_recomputable.end()) {
                m_computes = false;
                return false;
            }
            m_endings.push_back({Kind::Recompute, k, now + block(k).forward});
            return true;
        }
        m_endings.push_back({Kind::Backward, k, now + block(k).backward});
        return true;
    }

    std::vector<SwapBlock> m_blocks;
    SwapDevice m_device;
    KeepingPlan m_plan;
    double m_free;
    std::vector<Out> m_out;
    std::vector<Seconds> m_in;
    std::vector<bool> m_recompute;
    std::vector<Ending> m_endings;
    std::vector<int> m_granted;       ///< swap-ins whose memory is there
    std::vector<int> m_recomputable;  ///< recomputations whose memory is there
    int m_forwards = 0;
    int m_backwards = 0;
    int m_requests = 0;
    bool m_computes = false;
    bool m_outBusy = false;
    bool m_inBusy = false;
};

}  // namespace pgram::test
