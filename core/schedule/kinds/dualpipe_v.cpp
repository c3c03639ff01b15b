// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/index.h"
#include "core/schedule/kinds/kinds.h"

#include <algorithm>
#include <array>
#include <deque>

namespace pgram {

namespace {

/// Emits the next operation of each kind and chunk. Postponed weight gradients keep the order of their inputs'
/// gradients.
class DualOrder {
public:
    explicit DualOrder(int microbatches) { m_order.reserve(6 * static_cast<std::size_t>(microbatches)); }
    void forward(int chunk) { m_order.push_back({OpKind::Forward, next(m_forwards, chunk), chunk}); }
    void backward(int chunk) { m_order.push_back({OpKind::Backward, next(m_backwards, chunk), chunk}); }
    void inputGradient(int chunk)
    {
        const int microbatch = next(m_backwards, chunk);
        m_order.push_back({OpKind::BackwardInput, microbatch, chunk});
        m_putOff.push_back({OpKind::WeightGradient, microbatch, chunk});
    }
    void weightGradient()
    {
        m_order.push_back(m_putOff.front());
        m_putOff.pop_front();
    }
    [[nodiscard]] std::vector<ScheduledOp> take() { return std::move(m_order); }

private:
    using Counts = std::array<int, 2>;  // per chunk
    static int next(Counts& counts, int chunk) { return counts[at(chunk)]++; }

    Counts m_forwards{};
    Counts m_backwards{};
    std::deque<ScheduledOp> m_putOff;
    std::vector<ScheduledOp> m_order;
};

/// DualPipe cut in half (2412.19437 §3.2.1; github.com/deepseek-ai/DualPipe, DualPipeV): the V of ZB-V, in whose middle
/// a stage runs a forward of one chunk next to a backward of the other, so that each hides the other's transfers. Here
/// the two run one after the other; a framework that hides transfers says so (Training). Only the first and the last
/// weight gradients are postponed.
std::vector<ScheduledOp> orderOfDualPipeV(const Schedule& schedule, int stages, int stage)
{
    const int below = stages - stage - 1;
    DualOrder order(schedule.microbatches);
    for (int i = 0; i < 2 * below; ++i) {
        order.forward(0);
    }
    for (int i = 0; i <= stage; ++i) {
        order.forward(0);
        order.forward(1);
    }
    for (int i = 0; i < below; ++i) {
        order.inputGradient(1);
        order.weightGradient();
        order.forward(1);
    }
    for (int i = 0; i < schedule.microbatches - 2 * stages + stage + 1; ++i) {
        order.forward(0);
        order.backward(1);
        order.forward(1);
        order.backward(0);
    }
    for (int i = 0; i < below; ++i) {
        order.backward(1);
        order.forward(1);
        order.backward(0);
    }
    // The second half of the last backwards postpones weight gradients; numbers for both chunks together.
    const int ends = 2 * (stage + 1);
    const int whole = 2 * ((stage + 1) / 2) + (stage % 2 == 0 ? 1 : 0);
    for (int i = 0; i < ends; ++i) {
        const int chunk = i % 2 == 0 ? 1 : 0;
        i < whole ? order.backward(chunk) : order.inputGradient(chunk);
    }
    for (int i = 0; i < below; ++i) {
        order.weightGradient();
        order.inputGradient(0);
    }
    for (int i = 0; i <= stage; ++i) {
        order.weightGradient();
    }
    return order.take();
}

/// Both chunks together: as many as fill the V, and one more while forwards and backwards alternate.
int inFlightOfDualPipeV(const Schedule& /*schedule*/, int stages, int /*stage*/)
{
    return 2 * stages + 1;
}

/// Holds for forward and backward of equal length, without weight gradients.
double fillShareOfDualPipeV(const Schedule& /*schedule*/, int /*stages*/)
{
    return 0.5;
}

/// Half of (F + B - w) - w on two equal stages; slightly more on longer pipelines whose backward is the longer half.
Seconds fillOfDualPipeV(const Schedule& /*schedule*/, int /*stages*/, Seconds forward, Seconds backward,
                        Seconds weightGradient)
{
    return std::max(0.0, (forward + backward) / 2 - weightGradient);
}

Phrase problemOfDualPipeV(const Schedule& schedule, int stages)
{
    constexpr Phrase tooFew = Core::tr("DualPipeV needs at least two micro-batches per stage");
    return schedule.microbatches < 2 * stages ? tooFew : Phrase();
}

}  // namespace

constinit const ScheduleRules dualPipeVRules{
    .kind = ScheduleKind::DualPipeV,
    .usual = "dualpipe-v",
    .title = Core::tr("DualPipeV"),
    .what = "The V of ZB-V with forwards and backwards side by side, which hide each other's transfers.",
    .fillIs = Core::tr("half of t less weight gradients"),
    .chunks = 2,
    .path = ChunkPath::Turns,
    .splitsBackward = true,
    .slack = 1.03,
    .order = orderOfDualPipeV,
    .inFlight = inFlightOfDualPipeV,
    .before = beforeTurned,
    .fillShare = fillShareOfDualPipeV,
    .fill = fillOfDualPipeV,
    .problem = problemOfDualPipeV,
};

}  // namespace pgram
