// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/index.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>
#include <array>
#include <deque>

namespace pgram {

namespace {

/// Units of time between two blocks: forward, input and weight gradient of two chunks.
constexpr int period = 6;

/// Runs the blocks of all stages unit by unit, and records the order of one of them.
class BlockRun {
public:
    BlockRun(VBlock (*blockOf)(int, int), int mostKept, int microbatches, int stages)
        : m_mostKept(mostKept), m_microbatches(microbatches)
    {
        m_forwardEnds.assign(at(2 * stages), 0);
        m_backwardEnds.assign(at(2 * stages), 0);
        for (int stage = 0; stage < stages; ++stage) {
            const VBlock block = blockOf(stages, stage);
            m_stages.push_back({{{{block.forwardDown, OpKind::Forward, 0},
                                  {block.forwardUp, OpKind::Forward, 1},
                                  {block.backwardUp, OpKind::BackwardInput, 1},
                                  {block.backwardDown, OpKind::BackwardInput, 0}}}});
        }
    }

    [[nodiscard]] std::vector<ScheduledOp> orderOf(int stage)
    {
        std::vector<ScheduledOp> order;
        order.reserve(6 * at(m_microbatches));
        const int passes = 4 * m_microbatches;
        while (m_stages[at(stage)].done < passes) {
            m_arrived = m_forwardEnds;
            m_returned = m_backwardEnds;
            for (std::size_t i = 0; i < m_stages.size(); ++i) {
                advance(m_stages[i], static_cast<int>(i), static_cast<int>(i) == stage ? &order : nullptr);
            }
        }
        const std::deque<ScheduledOp>& left = m_stages[at(stage)].putOff;
        order.insert(order.end(), left.begin(), left.end());
        return order;
    }

private:
    struct Pass {
        int start = 0;  ///< unit in which the first micro-batch starts
        OpKind kind = OpKind::Forward;
        int chunk = 0;
        int next = 0;  ///< micro-batch
    };
    struct Stage {
        std::array<Pass, 4> passes;
        std::deque<ScheduledOp> putOff{};  ///< weight gradients
        int kept = 0;                      ///< chunks in flight
        int done = 0;                      ///< forwards and input gradients
    };

    /// Returns true if the operation before the next one of this pass ended in an earlier unit.
    [[nodiscard]] bool isReady(const Pass& pass, int stage) const
    {
        const int last = static_cast<int>(m_arrived.size()) - 1;
        const int chunk = pass.chunk == 0 ? stage : last - stage;
        if (pass.kind == OpKind::Forward) {
            return chunk == 0 || m_arrived[at(chunk - 1)] > pass.next;
        }
        return chunk == last ? m_arrived[at(last)] > pass.next : m_returned[at(chunk + 1)] > pass.next;
    }

    void advance(Stage& stage, int index, std::vector<ScheduledOp>* order)
    {
        Pass* first = nullptr;
        for (Pass& pass : stage.passes) {
            const auto startOf = [](const Pass& of) { return of.start + period * of.next; };
            if (pass.next < m_microbatches && (first == nullptr || startOf(pass) < startOf(*first))) {
                first = &pass;
            }
        }
        const auto record = [order](const ScheduledOp& op) {
            if (order != nullptr) {
                order->push_back(op);
            }
        };
        const bool fits = first != nullptr && (first->kind != OpKind::Forward || stage.kept < m_mostKept);
        if (fits && isReady(*first, index)) {
            record({first->kind, first->next, first->chunk});
            const int last = static_cast<int>(m_arrived.size()) - 1;
            const int chunk = first->chunk == 0 ? index : last - index;
            if (first->kind == OpKind::Forward) {
                ++m_forwardEnds[at(chunk)];
                ++stage.kept;
            } else {
                ++m_backwardEnds[at(chunk)];
                stage.putOff.push_back({OpKind::WeightGradient, first->next, first->chunk});
            }
            ++first->next;
            ++stage.done;
        } else if (!stage.putOff.empty()) {
            record(stage.putOff.front());
            stage.putOff.pop_front();
            --stage.kept;
        }
    }

    int m_mostKept;
    int m_microbatches;
    std::vector<Stage> m_stages;
    std::vector<int> m_forwardEnds;   ///< number of forwards that have ended, by chunk in model order
    std::vector<int> m_backwardEnds;  ///< number of input gradients that have ended
    std::vector<int> m_arrived;       ///< m_forwardEnds at the start of the unit
    std::vector<int> m_returned;      ///< m_backwardEnds at the start of the unit
};

}  // namespace

std::vector<ScheduledOp> repeatedV(VBlock (*blockOf)(int stages, int stage), int mostKept, int microbatches, int stages,
                                   int stage)
{
    return BlockRun(blockOf, mostKept, microbatches, stages).orderOf(stage);
}

int countedInFlight(const std::vector<ScheduledOp>& order)
{
    int kept = 0;
    int most = 0;
    for (const ScheduledOp& op : order) {
        kept += op.kind == OpKind::Forward ? 1 : op.kind == OpKind::WeightGradient ? -1 : 0;
        most = std::max(most, kept);
    }
    return most;
}

int beforeRepeated(const VBlock& block)
{
    const int longest = std::max(block.forwardUp - block.forwardDown, block.backwardDown - block.backwardUp);
    return (longest + period - 1) / period;
}

}  // namespace pgram
